//! Graphs as text: edge lists (CSV, TSV, blanks) and DOT, read piece by piece. The caller reads the file.

mod dot;
mod list;

use crate::budget::Budget;
use crate::error::Error;
use crate::rules::{Graph, GraphBuilder};

use dot::DotReader;
use list::ListReader;

/// Reads a graph from pieces of text, of any length and cut anywhere.
///
/// DOT is known by its first word, `digraph`, or by a name that ends in `.dot` or `.gv`. Everything else
/// is a list: one edge a line, two fields separated by a comma, a tab, a semicolon or blanks; one field
/// names a vertex. Empty lines and lines that begin with `#` are passed over, and a first line `from,to` or
/// `source,target`.
///
/// ```
/// use wythoff::budget::Budget;
/// use wythoff::notation::GraphReader;
/// let mut reader = GraphReader::new("three.csv");
/// for piece in ["a,b\na", ",c\nb,", "c"] {
///     reader.feed(piece.as_bytes())?;
/// }
/// assert_eq!(reader.finish(&Budget::default())?.edges(), 3);
/// # Ok::<(), wythoff::Error>(())
/// ```
#[derive(Debug)]
pub struct GraphReader {
    name: String,
    builder: GraphBuilder,
    format: Format,
}

#[derive(Debug)]
enum Format {
    /// Too little has come to know.
    Unknown(Vec<u8>),
    List(ListReader),
    Dot(DotReader),
}

/// With so much text the format is known.
const ENOUGH: usize = 64;

impl GraphReader {
    /// A reader; `name` stands in messages.
    #[must_use]
    pub fn new(name: &str) -> GraphReader {
        let lower = name.to_ascii_lowercase();
        let is_dot = lower.ends_with(".dot") || lower.ends_with(".gv");
        GraphReader {
            name: name.to_string(),
            builder: GraphBuilder::new(),
            format: if is_dot {
                Format::Dot(DotReader::default())
            } else {
                Format::Unknown(Vec::new())
            },
        }
    }

    /// Takes the next piece.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input), naming the line.
    pub fn feed(&mut self, piece: &[u8]) -> Result<(), Error> {
        let GraphReader {
            name,
            builder,
            format,
        } = self;
        let said = |error: Error| named(name, &error);
        match format {
            Format::List(reader) => reader.feed(piece, builder).map_err(said),
            Format::Dot(reader) => reader.feed(piece, builder).map_err(said),
            Format::Unknown(begun) => {
                begun.extend_from_slice(piece);
                if begun.trim_ascii_start().len() < ENOUGH {
                    return Ok(());
                }
                self.decide()
            }
        }
    }

    /// Chooses the format by the first words and takes what has come so far.
    fn decide(&mut self) -> Result<(), Error> {
        let Format::Unknown(begun) = &mut self.format else {
            return Ok(());
        };
        let begun = std::mem::take(begun);
        let text = begun.trim_ascii_start();
        let is_dot = text.starts_with(b"digraph") || text.starts_with(b"strict digraph");
        self.format = if is_dot {
            Format::Dot(DotReader::default())
        } else {
            Format::List(ListReader::default())
        };
        self.feed(&begun)
    }

    /// Edges and lone vertices read so far.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.builder.given()
    }

    /// Bytes of memory taken so far.
    #[must_use]
    pub fn bytes(&self) -> u128 {
        self.builder.bytes()
    }

    /// The graph; cycles are allowed.
    ///
    /// # Errors
    /// As [`GraphReader::feed`] and [`GraphBuilder::finish`].
    pub fn finish(mut self, budget: &Budget<'_>) -> Result<Graph, Error> {
        self.decide()?;
        let GraphReader {
            name,
            mut builder,
            format,
        } = self;
        let said = |error: Error| named(&name, &error);
        match format {
            Format::List(mut reader) => reader.finish(&mut builder).map_err(said)?,
            Format::Dot(reader) => reader.finish(&mut builder).map_err(said)?,
            Format::Unknown(_) => {}
        }
        if builder.given() == 0 {
            return Err(Error::input(format!("{name} lists no edge and no vertex")));
        }
        builder.finish(budget).map_err(said)
    }
}

/// An error with the name of the file before it.
fn named(name: &str, error: &Error) -> Error {
    let separator = match error.message().starts_with("line ") {
        true => ", ",
        false => ": ",
    };
    let said = format!("{name}{separator}{}", error.message());
    let said = Error::new(error.kind(), said);
    match error.advice() {
        Some(help) => said.help(help),
        None => said,
    }
}

/// A mistake in a line, counted from 1.
fn wrong(line: u64, what: &str) -> Error {
    Error::input(format!("line {line}: {what}"))
}

/// The text of a name.
fn text_of(bytes: &[u8], line: u64) -> Result<&str, Error> {
    std::str::from_utf8(bytes).map_err(|_| wrong(line, "found bytes that are no UTF-8 text"))
}

/// A graph from the whole text of a file; `name` stands in messages. Cycles are allowed.
///
/// # Errors
/// As [`GraphReader::feed`] and [`GraphReader::finish`].
///
/// ```
/// use wythoff::notation::parse_graph;
/// let list = parse_graph("a,b\na,c\nb,c\n", "three.csv")?;
/// assert_eq!(list, parse_graph("digraph { a -> b; a -> c; b -> c }", "three.dot")?);
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn parse_graph(text: &str, name: &str) -> Result<Graph, Error> {
    let mut reader = GraphReader::new(name);
    reader.feed(text.as_bytes())?;
    reader.finish(&Budget::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_edges(text: &str, name: &str, expected: &[(&str, &str)], vertices: usize) {
        // Cut anywhere, the text says the same.
        for piece in [1, 2, 3, 7, text.len().max(1)] {
            let mut reader = GraphReader::new(name);
            for bytes in text.as_bytes().chunks(piece) {
                reader.feed(bytes).unwrap_or_else(|e| panic!("{text}: {e}"));
            }
            let graph = reader.finish(&Budget::default()).unwrap();
            assert_eq!(
                (graph.edges(), graph.len()),
                (expected.len(), vertices),
                "{text}"
            );
            for (from, to) in expected {
                let [from, to] = [from, to].map(|name| graph.vertex(name).expect("a vertex"));
                let targets = graph.targets_of(from as usize);
                assert!(targets.contains(&(to as u32)), "{text}: {from} -> {to}");
            }
        }
    }

    #[test]
    fn lists_are_read_with_any_separator() {
        let three = [("a", "b"), ("a", "c"), ("b", "c")];
        check_edges("from,to\na,b\na,c\n# end\nb,c\n", "g.csv", &three, 3);
        check_edges(
            "Source\tTarget\r\na\tb\r\n\r\na\tc\r\nb\tc",
            "g.tsv",
            &three,
            3,
        );
        check_edges("a b\n a  c \nb c\nalone\n", "g.txt", &three, 4);
        check_edges("a;b\na;c\nb;c\na;b\n", "g.csv", &three, 3);
        check_edges(
            "\"a,1\",\"b \"\"2\"\"\"\n",
            "g.csv",
            &[("a,1", "b \"2\"")],
            2,
        );
        check_edges(
            "1,0\n2,1\n2,0\n3\n",
            "g.csv",
            &[("1", "0"), ("2", "1"), ("2", "0")],
            4,
        );
        check_edges("1,0\n2,x\n", "g.csv", &[("1", "0"), ("2", "x")], 4);
        check_edges("12 7\n007 12\n", "g.txt", &[("12", "7"), ("007", "12")], 3);
        check_edges("a,\n", "g.csv", &[], 1);
    }

    #[test]
    fn dot_is_read_with_chains_attributes_and_comments() {
        let three = [("a", "b"), ("a", "c"), ("b", "c")];
        for text in [
            "digraph g { a -> b -> c; a -> c [color=red, label=\"x ] y\"]; // end }\n }",
            "strict digraph \"my graph\" {\n rankdir=LR; node [shape=box];\n a->b b->c\n a->c # end\n }\n",
            "digraph{/* a -> d; * / */a->b;b->c,a->c}",
            "digraph { \"a\" -> b ; edge [x=1] b -> \"c\" ; a -> c }",
        ] {
            check_edges(text, "g.dot", &three, 3);
        }
        check_edges(
            "digraph { -1 -> 2.5 ; alone; é -> \"q\\\"\" }",
            "g.gv",
            &[("-1", "2.5"), ("é", "q\"")],
            5,
        );
    }

    #[test]
    fn mistakes_name_file_and_line() {
        for (text, name, said) in [
            ("a,b\na,b,c\n", "g.csv", "g.csv, line 2"),
            ("a,b\n,c\n", "g.csv", "g.csv, line 2"),
            ("\n#\n", "g.csv", "no edge"),
            ("", "g.csv", "no edge"),
            ("digraph {\n a -- b }", "g.dot", "g.dot, line 2"),
            ("digraph {\n a -> ; }", "g.dot", "line 2"),
            ("digraph { a -> b", "g.dot", "closing"),
            ("graph { a }", "g.dot", "digraph"),
            ("digraph { subgraph x { a } }", "g.dot", "subgraphs"),
            ("digraph { a:n -> b }", "g.dot", "':'"),
            ("digraph { a -> b } x", "g.dot", "after the closing"),
            ("digraph { \"a", "g.dot", "closing"),
        ] {
            let error = parse_graph(text, name).unwrap_err();
            assert!(error.message().contains(said), "{text:?}: {error}");
        }
        let mut reader = GraphReader::new("g.csv");
        let error = reader
            .feed(&[b'a', b',', 0xff, b'\n'].repeat(20))
            .unwrap_err();
        assert!(error.message().contains("g.csv, line 1"), "{error}");
    }
}
