//! Edge lists, one edge a line.

use super::{text_of, wrong};
use crate::error::Error;
use crate::rules::GraphBuilder;

/// Reads lines as they come.
#[derive(Debug, Default)]
pub(super) struct ListReader {
    /// A line that is not whole yet.
    begun: Vec<u8>,
    line: u64,
}

impl ListReader {
    pub(super) fn feed(&mut self, piece: &[u8], builder: &mut GraphBuilder) -> Result<(), Error> {
        let mut rest = piece;
        if !self.begun.is_empty() {
            let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
                self.begun.extend_from_slice(rest);
                return Ok(());
            };
            let mut line = std::mem::take(&mut self.begun);
            line.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            self.whole_line(&line, builder)?;
        }
        loop {
            if let Some((from, to, used)) = two_numbers(rest) {
                self.line += 1;
                builder.number_edge(from, to)?;
                rest = &rest[used..];
                continue;
            }
            let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
                self.begun.extend_from_slice(rest);
                return Ok(());
            };
            let (line, after) = rest.split_at(end);
            rest = &after[1..];
            self.whole_line(line, builder)?;
        }
    }

    /// The last line need not have an end.
    pub(super) fn finish(&mut self, builder: &mut GraphBuilder) -> Result<(), Error> {
        let line = std::mem::take(&mut self.begun);
        self.whole_line(&line, builder)
    }

    fn whole_line(&mut self, line: &[u8], builder: &mut GraphBuilder) -> Result<(), Error> {
        self.line += 1;
        let line = text_of(line, self.line)?.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        let fields = fields(line);
        let lower = |i: usize| fields.get(i).map(|field| field.to_ascii_lowercase());
        let heads = [("from", "to"), ("source", "target")];
        if builder.given() == 0
            && let (Some(one), Some(other)) = (lower(0), lower(1))
            && heads.contains(&(one.as_str(), other.as_str()))
        {
            return Ok(());
        }
        match fields.as_slice() {
            [from] if !from.is_empty() => builder.vertex(from),
            [from, to] if !from.is_empty() && to.is_empty() => builder.vertex(from),
            [from, to] if !from.is_empty() => builder.edge(from, to),
            _ => {
                let found = fields.len();
                let what = format!("found {found} fields, expected one edge, two names");
                Err(wrong(self.line, &what))
            }
        }
    }
}

/// The fields of a line: quoted ones may hold separators, and a quote that is written twice.
fn fields(line: &str) -> Vec<String> {
    let separator = [',', '\t', ';'].into_iter().find(|c| line.contains(*c));
    let Some(separator) = separator else {
        return line.split_whitespace().map(str::to_string).collect();
    };
    let mut fields = Vec::new();
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches(' ');
        let (field, after) = match rest.strip_prefix('"').and_then(quoted) {
            Some(read) => read,
            None => {
                let end = rest.find(separator).unwrap_or(rest.len());
                (rest[..end].trim().to_string(), &rest[end..])
            }
        };
        fields.push(field);
        let after = after.trim_start_matches(' ');
        match after.strip_prefix(separator) {
            Some(next) => rest = next,
            None if after.is_empty() => return fields,
            // Text behind a closing quote: a field too many says so.
            None => {
                fields.push(after.to_string());
                return fields;
            }
        }
    }
}

/// A quoted field behind its opening quote, and what follows its closing one.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut field = String::new();
    let mut rest = text;
    loop {
        let end = rest.find('"')?;
        field.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(next) => {
                field.push('"');
                rest = next;
            }
            None => return Some((field, rest)),
        }
    }
}

/// A whole line of two numbers below 2³² − 1 at the beginning of a text, and its length: most of a long
/// file. Whatever is not exactly that is left to the slow way.
fn two_numbers(text: &[u8]) -> Option<(u32, u32, usize)> {
    let (from, at) = number(text, 0)?;
    if !matches!(text.get(at), Some(b',' | b'\t' | b' ' | b';')) {
        return None;
    }
    let (to, at) = number(text, at + 1)?;
    match text.get(at..) {
        Some([b'\n', ..]) => Some((from, to, at + 1)),
        Some([b'\r', b'\n', ..]) => Some((from, to, at + 2)),
        _ => None,
    }
}

/// A number without leading zeros, and where it ends.
fn number(text: &[u8], from: usize) -> Option<(u32, usize)> {
    let mut value = 0u64;
    let mut at = from;
    while let Some(digit) = text.get(at).map(|byte| byte.wrapping_sub(b'0'))
        && digit < 10
    {
        value = value * 10 + u64::from(digit);
        at += 1;
        if at - from > 10 {
            return None;
        }
    }
    let plain = at - from == 1 || (at > from && text[from] != b'0');
    let value = u32::try_from(value).ok().filter(|&n| n != u32::MAX)?;
    plain.then_some((value, at))
}
