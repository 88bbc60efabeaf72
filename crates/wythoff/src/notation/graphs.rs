//! Graphs as text: edge lists (CSV, TSV, blanks) and DOT. The caller reads the file.

use crate::error::Error;
use crate::rules::Graph;

/// A graph from the text of a file; `name` stands in messages. DOT is known by its first word,
/// `digraph`, or by a name that ends in `.dot` or `.gv`.
///
/// # Errors
/// [`ErrorKind::Input`](crate::ErrorKind::Input), naming the line, and those of [`Graph::from_edges`].
///
/// ```
/// use wythoff::notation::parse_graph;
/// let list = parse_graph("a,b\na,c\nb,c\n", "three.csv")?;
/// assert_eq!(list, parse_graph("digraph { a -> b; a -> c; b -> c }", "three.dot")?);
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn parse_graph(text: &str, name: &str) -> Result<Graph, Error> {
    let lower = name.to_ascii_lowercase();
    let is_dot = lower.ends_with(".dot")
        || lower.ends_with(".gv")
        || text.trim_start().starts_with("digraph");
    let edges = if is_dot {
        dot_edges(text, name)?
    } else {
        list_edges(text, name)?
    };
    Graph::from_edges(edges).map_err(|error| {
        let named = Error::new(error.kind(), format!("{name}: {}", error.message()));
        match error.advice() {
            Some(help) => named.help(help),
            None => named,
        }
    })
}

type Edge<'t> = (&'t str, Option<&'t str>);

fn wrong(name: &str, line: usize, what: &str) -> Error {
    Error::input(format!("{name}, line {line}: {what}"))
}

/// One edge a line: two fields separated by a comma, a tab or blanks; one field names a vertex. Empty
/// lines and lines that begin with `#` are passed over, and a first line `from,to` or `source,target`.
fn list_edges<'t>(text: &'t str, name: &str) -> Result<Vec<Edge<'t>>, Error> {
    let mut edges = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let separator = [',', '\t', ';'].into_iter().find(|c| line.contains(*c));
        let fields: Vec<&str> = match separator {
            Some(separator) => line
                .split(separator)
                .map(|f| f.trim().trim_matches('"'))
                .collect(),
            None => line.split_whitespace().collect(),
        };
        let lower = |i: usize| {
            fields
                .get(i)
                .map(|f| f.to_ascii_lowercase())
                .unwrap_or_default()
        };
        if edges.is_empty()
            && matches!(
                (lower(0).as_str(), lower(1).as_str()),
                ("from", "to") | ("source", "target")
            )
        {
            continue;
        }
        match fields.as_slice() {
            [from] | [from, ""] if !from.is_empty() => edges.push((*from, None)),
            [from, to] if !from.is_empty() => edges.push((*from, Some(*to))),
            _ => {
                let found = fields.len();
                return Err(wrong(
                    name,
                    number + 1,
                    &format!("found {found} fields, expected one edge, two names"),
                ));
            }
        }
    }
    if edges.is_empty() {
        return Err(Error::input(format!("{name} lists no edge and no vertex")));
    }
    Ok(edges)
}

/// The edges of a DOT digraph: statements `a -> b -> c;` and `a;`, names plain or quoted; attributes in
/// brackets and comments are passed over.
fn dot_edges<'t>(text: &'t str, name: &str) -> Result<Vec<Edge<'t>>, Error> {
    let open = text
        .find('{')
        .ok_or_else(|| wrong(name, 1, "expected 'digraph { … }'"))?;
    let close = text
        .rfind('}')
        .ok_or_else(|| wrong(name, text.lines().count(), "expected a closing '}'"))?;
    let mut edges = Vec::new();
    let mut chain: Option<&str> = None;
    let mut arrow = false;
    let mut rest = &text[open + 1..close.max(open + 1)];
    while let Some(c) = rest.chars().next() {
        let line = || text[..text.len() - rest.len()].lines().count().max(1);
        if c.is_whitespace() {
            rest = &rest[c.len_utf8()..];
        } else if rest.starts_with("//") || c == '#' {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        } else if rest.starts_with("/*") {
            rest = rest.split_once("*/").map_or("", |(_, rest)| rest);
        } else if c == '[' {
            rest = rest
                .split_once(']')
                .ok_or_else(|| wrong(name, line(), "expected ']'"))?
                .1;
        } else if rest.starts_with("->") {
            arrow = true;
            rest = &rest[2..];
        } else if rest.starts_with("--") {
            return Err(wrong(
                name,
                line(),
                "found an undirected edge '--', expected '->'",
            ));
        } else if c == ';' || c == ',' {
            (chain, arrow) = (None, false);
            rest = &rest[1..];
        } else if matches!(c, '{' | '}' | '=') {
            return Err(wrong(
                name,
                line(),
                &format!("found '{c}': subgraphs and attributes outside brackets are not read"),
            ));
        } else {
            let (vertex, after) =
                dot_name(rest).ok_or_else(|| wrong(name, line(), "expected a name"))?;
            match (chain, arrow) {
                (Some(from), true) => edges.push((from, Some(vertex))),
                _ => edges.push((vertex, None)),
            }
            (chain, arrow) = (Some(vertex), false);
            rest = after;
        }
    }
    if edges.is_empty() {
        return Err(Error::input(format!("{name} lists no edge and no vertex")));
    }
    Ok(edges)
}

fn dot_name(text: &str) -> Option<(&str, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        let end = quoted.find('"')?;
        return Some((&quoted[..end], &quoted[end + 1..]));
    }
    let end = text
        .find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.'))
        .unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edge_lists_and_dot_say_the_same() {
        let list = list_edges("from,to\na,b\na,c\n# end\nb,c\n", "g.csv").unwrap();
        let dot = dot_edges(
            "digraph g { a -> b -> c; a -> c [color=red]; // end\n }",
            "g.dot",
        )
        .unwrap();
        let one = Graph::from_edges(list).unwrap();
        let other = Graph::from_edges(dot).unwrap();
        for (from, to) in [("a", "b"), ("a", "c"), ("b", "c")] {
            for graph in [&one, &other] {
                assert!(graph.vertex(from).is_some() && graph.vertex(to).is_some());
            }
        }
        assert_eq!((one.edges(), other.edges()), (3, 3));
    }

    #[test]
    fn mistakes_name_file_and_line() {
        assert!(
            list_edges("a,b\na,b,c\n", "g.csv")
                .unwrap_err()
                .message()
                .contains("g.csv, line 2")
        );
        assert!(
            dot_edges("digraph {\n a -- b }", "g.dot")
                .unwrap_err()
                .message()
                .contains("line 2")
        );
        assert!(list_edges("\n#\n", "g.csv").is_err());
    }
}
