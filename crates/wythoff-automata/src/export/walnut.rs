//! Files for Walnut: automata, numeration, and a script with the statement.
//!
//! Automata are files of the Automata Library, their tracks in alphabetical order; no predicate is defined in the script,
//! since Walnut orders the arguments of those by name. Zeckendorf's numeration is built in (`msd_fib`); any other comes as
//! custom-base files with our adder, which Walnut then takes on trust.

use std::fmt::Write;

use super::formula;
use crate::budget::{Budget, Result};
use crate::dfa::DEAD;
use crate::linear::split_letter;
use crate::numeration::Numeration;
use crate::relation::Rel;
use crate::statement::Value;
use crate::theorem::Theorem;

pub(super) fn files(theorem: &Theorem, budget: &Budget<'_>) -> Result<Vec<(String, String)>> {
    let statement = &theorem.statement;
    formula::check(statement)?;
    let base = base_name(&statement.numeration);
    let mut files = Vec::new();
    for (part, rel) in statement.parts().into_iter().zip(&theorem.claim) {
        let header = vec![base.clone(); rel.tracks().len()].join(" ");
        files.push((
            format!("Automata Library/{}.txt", formula::name(part)),
            automaton(rel, &header),
        ));
    }
    if base != "msd_fib" {
        files.extend(custom_base(&statement.numeration, &base, budget)?);
    }
    let mut script = String::new();
    for part in statement.parts() {
        let name = formula::name(part);
        if statement.value == Value::Remoteness {
            for (what, sentence) in formula::smith(statement, part.layer) {
                let _ = writeln!(script, "eval {name}{what} \"?{base} {sentence}\":");
            }
        } else {
            let _ = writeln!(
                script,
                "eval {name}holds \"?{base} {}\":",
                formula::equation(statement, part)
            );
        }
    }
    files.push(("Command Files/theorem.txt".into(), script));
    Ok(files)
}

fn base_name(numeration: &Numeration) -> String {
    if numeration.name() == "zeckendorf" {
        return "msd_fib".into();
    }
    let plain: String = numeration
        .name()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    format!("msd_{plain}")
}

fn automaton(rel: &Rel, header: &str) -> String {
    let (dfa, digits, tracks) = (rel.dfa(), rel.numeration().digits(), rel.tracks().len());
    let mut text = format!("{header}\n");
    for state in 1..=dfa.states() as u32 {
        let _ = writeln!(text, "\n{} {}", state - 1, u8::from(dfa.accepts(state)));
        for (letter, &to) in dfa
            .row(state)
            .iter()
            .enumerate()
            .filter(|&(_, &to)| to != DEAD)
        {
            let places: Vec<String> = split_letter(letter, digits, tracks)
                .iter()
                .map(usize::to_string)
                .collect();
            let _ = writeln!(text, "{} -> {}", places.join(" "), to - 1);
        }
    }
    text
}

fn custom_base(
    numeration: &std::sync::Arc<Numeration>,
    base: &str,
    budget: &Budget<'_>,
) -> Result<Vec<(String, String)>> {
    let digits: Vec<String> = (0..numeration.digits()).map(|d| d.to_string()).collect();
    let set = format!("{{{}}}", digits.join(","));
    let valid = Rel::all(numeration, ['x'], budget)?;
    let adder = Rel::linear(numeration, &[('x', 1), ('y', 1), ('z', -1)], &[0], budget)?;
    Ok(vec![
        (format!("Custom Bases/{base}.txt"), automaton(&valid, &set)),
        (
            format!("Custom Bases/{base}_addition.txt"),
            automaton(&adder, &[set.as_str(); 3].join(" ")),
        ),
    ])
}
