//! A cursor over a text: blanks, words, signs and places.

use std::ops::Range;

use crate::error::Error;

/// Groups may stand inside one another this deep; more is an error, not an overflow of the stack.
pub(crate) const MAX_DEPTH: usize = 50;

/// A cursor over a text.
pub(crate) struct Scanner<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Scanner {
            text,
            at: 0,
            depth: 0,
        }
    }

    /// The rest of the text, blanks skipped.
    pub(crate) fn rest(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    /// Where the next thing starts.
    pub(crate) fn here(&mut self) -> usize {
        self.rest();
        self.at
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &'t str {
        self.text
    }

    pub(crate) fn at_end(&mut self) -> bool {
        self.rest().is_empty()
    }

    pub(crate) fn peek(&mut self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Takes a sign if it comes next.
    pub(crate) fn take(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    /// Takes a word if exactly it comes next.
    pub(crate) fn take_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        if found {
            self.at += word.len();
        }
        found
    }

    /// The word that comes next: a letter, then letters, digits and `_`.
    pub(crate) fn peek_word(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_alphabetic()) {
            return None;
        }
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        Some(&rest[..end])
    }

    /// Takes the next word and its place.
    pub(crate) fn word(&mut self) -> Option<(&'t str, Range<usize>)> {
        let word = self.peek_word()?;
        let start = self.at;
        self.at += word.len();
        Some((word, start..self.at))
    }

    /// Takes digits with `_` among them, and their place.
    pub(crate) fn digits(&mut self) -> Option<(&'t str, Range<usize>)> {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && c != '_')
            .unwrap_or(rest.len());
        if end == 0 || !rest.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let start = self.at;
        self.at += end;
        Some((&rest[..end], start..self.at))
    }

    /// Takes everything up to one of these signs outside of parentheses and quotes.
    pub(crate) fn until(&mut self, ends: &[char]) -> (&'t str, Range<usize>) {
        let start = self.here();
        let mut depth = 0usize;
        let mut quoted = false;
        let mut end = self.text.len();
        for (i, c) in self.text[start..].char_indices() {
            match c {
                '"' => quoted = !quoted,
                _ if quoted => {}
                _ if depth == 0 && ends.contains(&c) => {
                    end = start + i;
                    break;
                }
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        self.at = end;
        let piece = self.text[start..end].trim_end();
        (piece, start..start + piece.len())
    }

    /// What comes next, for an error.
    pub(crate) fn found(&mut self) -> (String, Range<usize>) {
        let start = self.here();
        if let Some(word) = self.peek_word() {
            return (format!("'{word}'"), start..start + word.len());
        }
        match self.peek() {
            Some(c) => (format!("'{c}'"), start..start + c.len_utf8()),
            None => ("the end of the text".to_string(), start..start),
        }
    }

    /// An error at what comes next: it was found, something else was expected.
    pub(crate) fn expected(&mut self, what: &str) -> Error {
        let (found, span) = self.found();
        Error::input(format!("found {found}, expected {what}")).at(span)
    }

    /// Takes a sign that must come next.
    pub(crate) fn must(&mut self, sign: &str, purpose: &str) -> Result<(), Error> {
        if self.take(sign) {
            return Ok(());
        }
        Err(self.expected(&format!("'{sign}' {purpose}")))
    }

    /// Notes that a group begins.
    pub(crate) fn deeper(&mut self) -> Result<(), Error> {
        self.depth += 1;
        if self.depth <= MAX_DEPTH {
            return Ok(());
        }
        let here = self.here();
        Err(Error::limit(format!(
            "groups stand more than {MAX_DEPTH} deep inside one another"
        ))
        .at(here..here))
    }

    /// Notes that a group ends.
    pub(crate) fn shallower(&mut self) {
        self.depth -= 1;
    }
}
