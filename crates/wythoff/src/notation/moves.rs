//! The inside of `moves(…)`: `let k = 3; e,f: |e-f| < k` or `x,y -> u,v: u = x or v = y`.

use crate::error::Error;
use crate::notation::expressions::{WORDS, parse_expression};
use crate::notation::scanner::Scanner;
use crate::rules::{Moves, MovesForm, Parameter};

/// Most names that a condition may use.
const MAX_NAMES: usize = 200;

/// Moves from the text between the parentheses.
///
/// # Errors
/// At the place of the mistake in this text.
pub(super) fn parse_moves(text: &str) -> Result<Moves, Error> {
    let mut scanner = Scanner::new(text);
    let mut parameters: Vec<Parameter> = Vec::new();
    while scanner.take_word("let") {
        parameters.push(parameter(&mut scanner)?);
        let here = scanner.here();
        if parameters.len() > MAX_NAMES {
            return Err(Error::limit(format!("more than {MAX_NAMES} names")).at(here..here));
        }
    }
    let known: Vec<String> = parameters.iter().map(|p| p.name.clone()).collect();
    let mut variables = names(&mut scanner, &known)?;
    let form = if scanner.take("->") || scanner.take("→") {
        let piles = variables.len();
        let taken: Vec<String> = known.iter().chain(&variables).cloned().collect();
        let start = scanner.here();
        let after = names(&mut scanner, &taken)?;
        if after.len() != piles {
            let end = scanner.here();
            return Err(Error::input(format!(
                "found {} names after '->', expected {piles} as before it",
                after.len()
            ))
            .at(start..end));
        }
        variables.extend(after);
        MovesForm::Targets
    } else {
        MovesForm::Removals
    };
    scanner.must(":", "and a condition, as in moves(e,f: |e-f| < 2)")?;
    let start = scanner.here();
    let all: Vec<String> = variables.iter().chain(&known).cloned().collect();
    let condition =
        parse_expression(&text[start..], &all, false).map_err(|error| error.shifted(start))?;
    Moves::new(form, variables, parameters, condition)
}

/// `k = 3;`, the word `let` taken.
fn parameter(scanner: &mut Scanner<'_>) -> Result<Parameter, Error> {
    let name = name(scanner, &[])?;
    scanner.must("=", "and a number, as in let k = 3;")?;
    let negative = scanner.take("-") || scanner.take("−");
    let Some((digits, span)) = scanner.digits() else {
        return Err(scanner.expected("a whole number, as in let k = 3;"));
    };
    let value = digits
        .replace('_', "")
        .parse::<i64>()
        .map_err(|_| Error::limit("numbers in conditions stay below 2^63").at(span))?;
    scanner.must(";", "after a named number, as in let k = 3;")?;
    Ok(Parameter {
        name,
        value: if negative { -value } else { value },
    })
}

/// Names with commas between them, none of those already taken.
fn names(scanner: &mut Scanner<'_>, taken: &[String]) -> Result<Vec<String>, Error> {
    let mut names: Vec<String> = Vec::new();
    loop {
        let all: Vec<&String> = taken.iter().chain(&names).collect();
        let name = name(scanner, &all)?;
        names.push(name);
        if names.len() > MAX_NAMES {
            let here = scanner.here();
            return Err(Error::limit(format!("more than {MAX_NAMES} names")).at(here..here));
        }
        if !scanner.take(",") {
            return Ok(names);
        }
    }
}

fn name(scanner: &mut Scanner<'_>, taken: &[&String]) -> Result<String, Error> {
    let Some((word, span)) = scanner.word() else {
        return Err(scanner.expected("a name, as in moves(e,f: |e-f| < 2)"));
    };
    if WORDS.contains(&word) {
        return Err(Error::input(format!("found '{word}', expected a name"))
            .at(span)
            .help(format!("these words are not names: {}", WORDS.join(" "))));
    }
    if taken.iter().any(|other| *other == word) {
        return Err(Error::input(format!("the name {word} stands twice")).at(span));
    }
    Ok(word.to_string())
}
