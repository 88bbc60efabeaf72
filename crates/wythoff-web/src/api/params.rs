//! The parameters of a question, from the address or from a JSON body.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::http::StatusCode;
use dashu_int::UBig;
use wythoff::Error;
use wythoff::notation::{Slice, Sources, parse_number_within, parse_rules_with, parse_slice};
use wythoff::rules::{Graph, Rules};

use crate::refusal::Refusal;

/// The parameters of a question.
#[derive(Clone, Debug, Default)]
pub(crate) struct Params {
    fields: BTreeMap<String, String>,
    graphs: BTreeMap<String, String>,
}

fn wrong(message: impl Into<String>) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, "input", message)
}

impl Params {
    /// From the part of an address after `?`.
    pub(crate) fn from_query(query: &str, known: &[&str]) -> Result<Params, Refusal> {
        let mut params = Params::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            params.add(&name, value.into_owned(), known)?;
        }
        Ok(params)
    }

    /// From a JSON object: the same names; a list of coordinates may be an array; `graphs` maps the
    /// names that `graph(…)` uses to edge lists.
    pub(crate) fn from_json(body: &[u8], known: &[&str]) -> Result<Params, Refusal> {
        let expected = "expected a JSON object with the parameters of the question";
        let object: serde_json::Map<String, serde_json::Value> =
            serde_json::from_slice(body).map_err(|error| wrong(format!("{expected}: {error}")))?;
        let mut params = Params::default();
        for (name, value) in object {
            if name == "graphs" {
                params.graphs = serde_json::from_value(value)
                    .map_err(|_| wrong("graphs: expected an object of names and edge lists"))?;
                continue;
            }
            let text = text_of(&value).ok_or_else(|| {
                wrong(format!(
                    "{name}: expected a string, a number or a list of them"
                ))
            })?;
            params.add(&name, text, known)?;
        }
        Ok(params)
    }

    fn add(&mut self, name: &str, value: String, known: &[&str]) -> Result<(), Refusal> {
        if !known.contains(&name) {
            let shown: String = name.chars().take(40).collect();
            let list = known.join(", ");
            return Err(wrong(format!(
                "found the parameter {shown:?}, expected one of {list}"
            )));
        }
        if self.fields.insert(name.to_string(), value).is_some() {
            return Err(wrong(format!("found the parameter {name} twice")));
        }
        Ok(())
    }

    /// Whether the question brings graphs of its own.
    pub(crate) fn has_graphs(&self) -> bool {
        !self.graphs.is_empty()
    }

    /// A parameter; an empty one counts as left out.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.fields
            .get(name)
            .map(String::as_str)
            .filter(|text| !text.is_empty())
    }

    /// A parameter that must be there.
    pub(crate) fn required(&self, name: &str) -> Result<&str, Refusal> {
        self.text(name)
            .ok_or_else(|| wrong(format!("the parameter {name} is missing")))
    }

    /// The rules; what they name is looked up in the question, never in a file.
    pub(crate) fn rules(&self) -> Result<Rules, Refusal> {
        self.rules_in("rules")
    }

    /// The rules in a parameter of this name.
    pub(crate) fn rules_in(&self, name: &str) -> Result<Rules, Refusal> {
        let text = self.required(name)?;
        parse_rules_with(text, self).map_err(|error| Refusal::in_parameter(name, &error))
    }

    /// The slice asked for, or the default of the rules.
    pub(crate) fn slice(&self, rules: &Rules) -> Result<Slice, Refusal> {
        Params::slice_of(rules, self.text("slice"))
    }

    /// The slice of this text, or the default of the rules.
    pub(crate) fn slice_of(rules: &Rules, text: Option<&str>) -> Result<Slice, Refusal> {
        match text {
            Some(text) => Ok(parse_slice(rules, text)?),
            None => Slice::default_of(rules).ok_or_else(|| {
                let names = rules.game().coordinate_names();
                let stars: Vec<&str> = (0..names.len())
                    .map(|i| if i < 2 { "*" } else { "0" })
                    .collect();
                wrong(format!(
                    "{rules} has {} coordinates ({}): say which two run",
                    names.len(),
                    names.join(", ")
                ))
                .help(format!("for example slice={}", stars.join(",")))
            }),
        }
    }

    /// A whole number of any allowed size.
    pub(crate) fn number(&self, name: &str, digits: usize) -> Result<Option<UBig>, Refusal> {
        self.text(name)
            .map(|text| {
                parse_number_within(text, digits)
                    .map_err(|error| Refusal::in_parameter(name, &error))
            })
            .transpose()
    }

    /// A count, at most `most`.
    pub(crate) fn count(&self, name: &str, most: usize) -> Result<Option<usize>, Refusal> {
        let Some(number) = self.number(name, 40)? else {
            return Ok(None);
        };
        match usize::try_from(&number) {
            Ok(count) if count <= most => Ok(Some(count)),
            _ => Err(Error::limit(format!(
                "{name}: found {number}, at most {most} are answered here"
            ))
            .help("the command line has no such limit")
            .into()),
        }
    }

    /// A yes or no.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Refusal> {
        match self.text(name) {
            None | Some("false" | "0") => Ok(false),
            Some("true" | "1") => Ok(true),
            Some(_) => Err(wrong(format!("{name}: expected true or false"))),
        }
    }

    /// Two coordinates separated by a comma, or the origin; with one free coordinate one.
    pub(crate) fn origin(
        &self,
        name: &str,
        free: usize,
        digits: usize,
    ) -> Result<[UBig; 2], Refusal> {
        let mut origin = [UBig::ZERO, UBig::ZERO];
        let Some(text) = self.text(name) else {
            return Ok(origin);
        };
        let parts: Vec<&str> = text.split(',').collect();
        if parts.len() != free {
            let plural = if free == 1 { "" } else { "s separated by ','" };
            return Err(wrong(format!("{name}: expected {free} coordinate{plural}")));
        }
        for (coordinate, part) in origin.iter_mut().zip(parts) {
            *coordinate = parse_number_within(part, digits)
                .map_err(|error| Refusal::in_parameter(name, &error))?;
        }
        Ok(origin)
    }
}

fn text_of(value: &serde_json::Value) -> Option<String> {
    use serde_json::Value;
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Array(parts) => {
            let parts: Option<Vec<String>> = parts
                .iter()
                .map(|part| match part {
                    Value::String(_) | Value::Number(_) => text_of(part),
                    _ => None,
                })
                .collect();
            Some(parts?.join(","))
        }
        Value::Null | Value::Object(_) => None,
    }
}

/// Graphs come in the question's body only.
impl Sources for Params {
    fn graph(&self, name: &str) -> Result<Arc<Graph>, Error> {
        let Some(text) = self.graphs.get(name) else {
            let shown: String = name.chars().take(40).collect();
            return Err(
                Error::input(format!("graph({shown}) is not in the question")).help(
                    "this server reads no file: send the edge list in \"graphs\" of a JSON body",
                ),
            );
        };
        Graph::from_edges(edges(text)?).map(Arc::new)
    }
}

/// One edge a line, two names; one name alone is a vertex. Lines beginning with `#` are passed over.
fn edges(text: &str) -> Result<Vec<(&str, Option<&str>)>, Error> {
    let mut edges = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let names: Vec<&str> = line
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'))
            .filter(|name| !name.is_empty())
            .collect();
        match names[..] {
            [from] => edges.push((from, None)),
            [from, to] => edges.push((from, Some(to))),
            _ => {
                let found = names.len();
                let line = number + 1;
                return Err(Error::input(format!(
                    "graph, line {line}: found {found} names, expected one edge, two names"
                )));
            }
        }
    }
    Ok(edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_says_what_an_address_says() {
        let known = ["rules", "position"];
        let query = Params::from_query("rules=wyt(2%2C3)&position=12,20", &known).unwrap();
        let body = br#"{"rules": "wyt(2,3)", "position": [12, "20"]}"#;
        let body = Params::from_json(body, &known).unwrap();
        assert_eq!(query.fields, body.fields);
    }

    #[test]
    fn unknown_and_repeated_parameters_are_refused() {
        assert!(Params::from_query("rule=wythoff", &["rules"]).is_err());
        assert!(Params::from_query("rules=a&rules=b", &["rules"]).is_err());
        assert!(Params::from_json(b"[]", &["rules"]).is_err());
        assert!(Params::from_json(br#"{"rules": {"a": 1}}"#, &["rules"]).is_err());
    }

    #[test]
    fn graphs_come_from_the_body_alone() {
        let body = br#"{"rules": "graph(g)", "graphs": {"g": "a b\nb c"}}"#;
        let params = Params::from_json(body, &["rules"]).unwrap();
        assert_eq!(params.rules().unwrap().axes().len(), 1);
        let params = Params::from_query("rules=graph(/etc/passwd)", &["rules"]).unwrap();
        assert!(params.rules().is_err());
    }
}
