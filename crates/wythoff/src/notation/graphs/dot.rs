//! DOT digraphs: statements `a -> b -> c;` and `a;`, names plain or quoted. Attributes, in brackets or as
//! `name=value`, and comments are passed over; subgraphs and ports are not read.

use super::{text_of, wrong};
use crate::error::Error;
use crate::rules::GraphBuilder;

/// Reads bytes as they come.
#[derive(Debug, Default)]
pub(super) struct DotReader {
    lexer: Lexer,
    word: Vec<u8>,
    line: u64,
    stage: Stage,
    /// The last name of a statement.
    last: Option<Name>,
    arrow: bool,
    /// After `name =`: the next name is the attribute's value.
    value: bool,
}

/// Where the reader stands in the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Lexer {
    #[default]
    Between,
    Word,
    Quoted,
    /// Behind a backslash in quotes.
    Escaped,
    Dash,
    Slash,
    LineComment,
    BlockComment,
    /// Behind a star in a comment.
    Star,
    Brackets,
    /// In quotes in brackets.
    BracketsQuoted,
    BracketsEscaped,
}

/// Where it stands in the graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Head,
    /// Behind the word `digraph`.
    Titled,
    Body,
    Closed,
}

#[derive(Debug)]
struct Name {
    text: String,
    quoted: bool,
    /// Whether an edge or vertex already stands for it.
    given: bool,
}

impl Name {
    /// Whether it begins a statement about attributes of everything.
    fn is_keyword(&self) -> bool {
        !self.quoted && matches!(self.text.as_str(), "graph" | "node" | "edge")
    }
}

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.') || byte >= 128
}

impl DotReader {
    pub(super) fn feed(&mut self, piece: &[u8], builder: &mut GraphBuilder) -> Result<(), Error> {
        for &byte in piece {
            self.take(byte, builder)?;
            self.line += u64::from(byte == b'\n');
        }
        Ok(())
    }

    pub(super) fn finish(mut self, builder: &mut GraphBuilder) -> Result<(), Error> {
        self.take(b'\n', builder)?;
        match self.stage {
            Stage::Closed => Ok(()),
            Stage::Body => Err(self.wrong("the text ends, expected a closing '}'")),
            Stage::Head | Stage::Titled => Err(self.wrong("expected 'digraph { … }'")),
        }
    }

    fn wrong(&self, what: &str) -> Error {
        wrong(self.line + 1, what)
    }

    fn take(&mut self, byte: u8, builder: &mut GraphBuilder) -> Result<(), Error> {
        self.lexer = match (self.lexer, byte) {
            (Lexer::Between, _) => return self.begin(byte, builder),
            (Lexer::Word, _) if in_word(byte) => {
                self.word.push(byte);
                Lexer::Word
            }
            (Lexer::Word, _) => {
                self.lexer = Lexer::Between;
                self.name(false, builder)?;
                return self.begin(byte, builder);
            }
            (Lexer::Quoted, b'"') => {
                self.name(true, builder)?;
                Lexer::Between
            }
            (Lexer::Quoted, b'\\') => Lexer::Escaped,
            (Lexer::Quoted, _) => {
                self.word.push(byte);
                Lexer::Quoted
            }
            (Lexer::Escaped, _) => {
                // Only the quote is escaped; other backslashes stand for themselves.
                if byte != b'"' {
                    self.word.push(b'\\');
                }
                self.word.push(byte);
                Lexer::Quoted
            }
            (Lexer::Dash, b'>') => {
                self.arrow()?;
                Lexer::Between
            }
            (Lexer::Dash, b'-') => {
                return Err(self.wrong("found an undirected edge '--', expected '->'"));
            }
            (Lexer::Dash, _) if byte.is_ascii_digit() || byte == b'.' => {
                self.word.extend([b'-', byte]);
                Lexer::Word
            }
            (Lexer::Dash, _) => return Err(self.wrong("found '-', expected '->'")),
            (Lexer::Slash, b'/') => Lexer::LineComment,
            (Lexer::Slash, b'*') => Lexer::BlockComment,
            (Lexer::Slash, _) => return Err(self.wrong("found '/', expected a name or '->'")),
            (Lexer::LineComment, b'\n') => Lexer::Between,
            (Lexer::LineComment, _) => Lexer::LineComment,
            (Lexer::Star, b'/') => Lexer::Between,
            (Lexer::BlockComment | Lexer::Star, b'*') => Lexer::Star,
            (Lexer::BlockComment | Lexer::Star, _) => Lexer::BlockComment,
            (Lexer::Brackets, b']') => Lexer::Between,
            (Lexer::Brackets, b'"') => Lexer::BracketsQuoted,
            (Lexer::Brackets, _) => Lexer::Brackets,
            (Lexer::BracketsQuoted, b'"') => Lexer::Brackets,
            (Lexer::BracketsQuoted, b'\\') => Lexer::BracketsEscaped,
            (Lexer::BracketsQuoted | Lexer::BracketsEscaped, _) => Lexer::BracketsQuoted,
        };
        Ok(())
    }

    /// A byte between words.
    fn begin(&mut self, byte: u8, builder: &mut GraphBuilder) -> Result<(), Error> {
        match byte {
            _ if byte.is_ascii_whitespace() => {}
            b'"' => self.lexer = Lexer::Quoted,
            b'-' => self.lexer = Lexer::Dash,
            b'/' => self.lexer = Lexer::Slash,
            b'#' => self.lexer = Lexer::LineComment,
            _ if in_word(byte) => {
                self.word.push(byte);
                self.lexer = Lexer::Word;
            }
            b'{' => match self.stage {
                Stage::Titled => self.stage = Stage::Body,
                Stage::Head => return Err(self.wrong("expected 'digraph { … }'")),
                _ => return Err(self.wrong("found '{': subgraphs are not read")),
            },
            b'}' if self.stage == Stage::Body => {
                self.end_statement(builder)?;
                self.stage = Stage::Closed;
            }
            b';' | b',' if self.stage == Stage::Body => self.end_statement(builder)?,
            b'=' if self.stage == Stage::Body && self.last.as_ref().is_some_and(|n| !n.given) => {
                self.last = None;
                self.value = true;
            }
            b'[' if self.stage == Stage::Body => {
                if self.last.as_ref().is_some_and(Name::is_keyword) {
                    self.last = None;
                }
                self.lexer = Lexer::Brackets;
            }
            _ => {
                let found = char::from(byte);
                let what = format!("found '{found}', expected a name, '->' or ';'");
                return Err(self.wrong(&what));
            }
        }
        Ok(())
    }

    fn arrow(&mut self) -> Result<(), Error> {
        if self.last.is_none() || self.arrow || self.stage != Stage::Body {
            return Err(self.wrong("found '->', expected a name before it"));
        }
        self.arrow = true;
        Ok(())
    }

    /// A name is whole.
    fn name(&mut self, quoted: bool, builder: &mut GraphBuilder) -> Result<(), Error> {
        let word = std::mem::take(&mut self.word);
        let text = text_of(&word, self.line + 1)?;
        match (self.stage, text) {
            (Stage::Head, "strict") => {}
            (Stage::Head, "digraph") => self.stage = Stage::Titled,
            (Stage::Head, _) => {
                let what = format!("found '{text}', expected 'digraph {{ … }}'");
                return Err(self.wrong(&what));
            }
            (Stage::Titled, _) => {}
            (Stage::Closed, _) => {
                return Err(self.wrong("found a name after the closing '}'"));
            }
            (Stage::Body, "subgraph") if !quoted => {
                return Err(self.wrong("found 'subgraph': subgraphs are not read"));
            }
            (Stage::Body, _) if std::mem::take(&mut self.value) => {}
            (Stage::Body, _) => {
                let mut given = false;
                if std::mem::take(&mut self.arrow)
                    && let Some(from) = &self.last
                {
                    builder.edge(&from.text, text)?;
                    given = true;
                } else {
                    self.end_statement(builder)?;
                }
                self.last = Some(Name {
                    text: text.to_string(),
                    quoted,
                    given,
                });
            }
        }
        Ok(())
    }

    /// A name that no edge stands for is a vertex.
    fn end_statement(&mut self, builder: &mut GraphBuilder) -> Result<(), Error> {
        if std::mem::take(&mut self.arrow) {
            return Err(self.wrong("found the end of a statement, expected a name after '->'"));
        }
        match self.last.take() {
            Some(name) if !name.given => builder.vertex(&name.text),
            _ => Ok(()),
        }
    }
}
