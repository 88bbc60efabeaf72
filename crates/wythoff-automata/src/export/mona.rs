//! One file for MONA: the statement in the weak second-order logic of one successor.
//!
//! A number is the set of the places of its digits 1 (so only numerations with the digits 0 and 1 are exported). An
//! automaton becomes a predicate: there are sets that hold, in binary, the state before each place, from a place above all
//! digits down to place 0. Linear relations between a pile, its old value and the multiple of a ray are given as
//! automata, everything else is MONA's own work. It answers `Formula is valid`.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::formula::{self, NEW, OLD};
use crate::budget::{Budget, Error, Result};
use crate::compile::{Compiler, PILES};
use crate::dfa::DEAD;
use crate::game::{Condition, Family, LayerStep};
use crate::linear::split_letter;
use crate::relation::{Rel, Track};
use crate::statement::{Part, Value};
use crate::theorem::Theorem;

pub(super) fn file(theorem: &Theorem, budget: &Budget<'_>) -> Result<String> {
    let statement = &theorem.statement;
    formula::check(statement)?;
    if statement.numeration.digits() != 2 || statement.value == Value::Remoteness {
        return Err(Error::Statement(
            "MONA gets sets of positions in numerations with the digits 0 and 1".into(),
        ));
    }
    let mut writer = Writer {
        theorem,
        budget,
        predicates: BTreeMap::new(),
    };
    let mut sentences = Vec::new();
    for part in statement.parts() {
        sentences.push(writer.equation(part)?);
    }
    for (part, rel) in statement.parts().into_iter().zip(&theorem.claim) {
        writer
            .predicates
            .insert(formula::name(part), predicate(&formula::name(part), rel));
    }
    let valid = Rel::all(&statement.numeration, ['x'], budget)?;
    writer
        .predicates
        .insert("valid".into(), predicate("valid", &valid));
    let mut text = format!(
        "# {} of {}, {}\nws1s;\n",
        statement.value,
        theorem.rules,
        statement.numeration.name()
    );
    writer
        .predicates
        .values()
        .for_each(|predicate| text.push_str(predicate));
    let _ = writeln!(text, "{};", sentences.join("\n& "));
    Ok(text)
}

/// An automaton as a predicate on sets.
fn predicate(name: &str, rel: &Rel) -> String {
    let (dfa, tracks) = (rel.dfa(), rel.tracks().len());
    let names: Vec<String> = (0..tracks).map(|i| format!("A{i}")).collect();
    let bits = usize::BITS - dfa.states().max(1).leading_zeros();
    let at = |state: u32, place: &str| {
        let bit = |b: u32| {
            format!(
                "{place} {} B{b}",
                if state >> b & 1 == 1 { "in" } else { "notin" }
            )
        };
        (0..bits).map(bit).collect::<Vec<_>>().join(" & ")
    };
    let mut moves = Vec::new();
    for state in 1..=dfa.states() as u32 {
        for (letter, &to) in dfa
            .row(state)
            .iter()
            .enumerate()
            .filter(|&(_, &to)| to != DEAD)
        {
            let digits = split_letter(letter, 2, tracks);
            let read = names
                .iter()
                .zip(digits)
                .map(|(n, d)| format!("i {} {n}", if d == 1 { "in" } else { "notin" }));
            moves.push(format!(
                "({} & {} & {})",
                at(state, "i+1"),
                read.collect::<Vec<_>>().join(" & "),
                at(to, "i")
            ));
        }
    }
    let accepting = (1..=dfa.states() as u32)
        .filter(|&q| dfa.accepts(q))
        .map(|q| format!("({})", at(q, "0")));
    let accepting: Vec<String> = accepting.collect();
    let parameters: Vec<String> = names.iter().map(|n| format!("var2 {n}")).collect();
    if accepting.is_empty() {
        return format!("pred {name}({}) = false;\n", parameters.join(", "));
    }
    let sets: Vec<String> = (0..bits).map(|b| format!("B{b}")).collect();
    let above: Vec<String> = names
        .iter()
        .map(|n| format!("(all1 j: j in {n} => j < m)"))
        .collect();
    format!(
        "pred {name}({}) = ex1 m: ex2 {}:\n  {} & {}\n  & (all1 i: i < m => ({}))\n  & ({});\n",
        parameters.join(", "),
        sets.join(", "),
        above.join(" & "),
        at(1, "m"),
        moves.join("\n    | "),
        accepting.join(" | "),
    )
}

struct Writer<'t, 'w> {
    theorem: &'t Theorem,
    budget: &'t Budget<'w>,
    predicates: BTreeMap<String, String>,
}

impl Writer<'_, '_> {
    fn piles(&self) -> usize {
        self.theorem.statement.game.piles
    }

    fn set(&self, part: Part, variables: &[&str]) -> String {
        format!(
            "{}({})",
            formula::name(part),
            variables.join(", ").to_uppercase()
        )
    }

    /// x = u + base + step·t as a predicate; its arguments in alphabetical order of t, u, x.
    fn linear(&mut self, base: i64, step: i64) -> Result<String> {
        let name = format!("lin{base}s{step}").replace('-', "m");
        if !self.predicates.contains_key(&name) {
            let mut terms: Vec<(Track, i64)> = vec![('u', -1), ('x', 1)];
            if step != 0 {
                terms.push(('t', -step));
            }
            let rel = Rel::linear(
                &self.theorem.statement.numeration,
                &terms,
                &[base],
                self.budget,
            )?;
            self.predicates.insert(name.clone(), predicate(&name, &rel));
        }
        Ok(name)
    }

    fn condition(&mut self, condition: &Condition) -> Result<String> {
        let statement = &self.theorem.statement;
        let compiler = Compiler::new(&statement.game, &statement.numeration, self.budget)?;
        let rel = compiler.condition(condition)?;
        debug_assert_eq!(rel.tracks(), &PILES[..self.piles()]);
        let known = self.predicates.len();
        let text = predicate("NAME", &rel);
        let same = self
            .predicates
            .iter()
            .find(|(name, body)| text.replace("NAME", name) == **body)
            .map(|(n, _)| n.clone());
        let name = same.unwrap_or_else(|| format!("cond{known}"));
        self.predicates.insert(name.clone(), predicate(&name, &rel));
        Ok(format!(
            "{name}({})",
            NEW[..self.piles()].join(", ").to_uppercase()
        ))
    }

    fn family(&mut self, family: &Family, member: Option<Part>) -> Result<String> {
        let piles = self.piles();
        let mut variables: Vec<&str> = Vec::new();
        let mut old: Vec<&str> = Vec::new();
        let mut parts = Vec::new();
        for pile in 0..piles {
            let (base, step) = (
                family.base[pile],
                family.ray.as_ref().map_or(0, |ray| ray[pile]),
            );
            if base == 0 && step == 0 {
                old.push(NEW[pile]);
                continue;
            }
            let name = self.linear(base, step)?;
            let t = if step == 0 { "" } else { "T, " };
            parts.push(format!(
                "{name}({t}{}, {})",
                OLD[pile].to_uppercase(),
                NEW[pile].to_uppercase()
            ));
            variables.push(OLD[pile]);
            old.push(OLD[pile]);
        }
        if family.ray.is_some() {
            variables.push("t");
        }
        // The linear relations hold for valid words only.
        if let Some(part) = member {
            parts.insert(0, self.set(part, &old));
        }
        let exists = format!(
            "(ex2 {}: {})",
            variables.join(", ").to_uppercase(),
            parts.join(" & ")
        );
        match &family.silent {
            None => Ok(exists),
            Some(silent) => Ok(format!("({exists} & ~{})", self.condition(silent)?)),
        }
    }

    fn option(&mut self, member: Option<Part>) -> Result<String> {
        let families = self.theorem.statement.game.families.clone();
        let texts = families
            .iter()
            .map(|family| self.family(family, member))
            .collect::<Result<Vec<_>>>()?;
        Ok(if texts.is_empty() {
            "false".into()
        } else {
            format!("({})", texts.join("\n  | "))
        })
    }

    fn may_step(&mut self) -> Result<String> {
        match self.theorem.statement.game.step.clone() {
            LayerStep::Always => Ok("true".into()),
            LayerStep::NotFromTerminal => self.option(None),
            LayerStep::SilentAt(silent) => Ok(format!("~{}", self.condition(&silent)?)),
        }
    }

    fn equation(&mut self, part: Part) -> Result<String> {
        let piles = &NEW[..self.piles()];
        let mut not = vec![self.option(Some(part))?];
        if part.layer > 0 {
            let below = self.set(
                Part {
                    layer: part.layer - 1,
                    ..part
                },
                piles,
            );
            not.push(format!("({below} & {})", self.may_step()?));
        }
        not.extend((0..part.grundy).map(|grundy| self.set(Part { grundy, ..part }, piles)));
        let mut right = format!("~({})", not.join(" | "));
        if self.theorem.statement.game.misere && part.grundy == 0 {
            let mut movable = self.option(None)?;
            if part.layer > 0 {
                movable = format!("({movable} | {})", self.may_step()?);
            }
            right = format!("({movable} & {right})");
        }
        let valid: Vec<String> = piles
            .iter()
            .map(|p| format!("valid({})", p.to_uppercase()))
            .collect();
        let all = piles.join(", ").to_uppercase();
        Ok(format!(
            "(all2 {all}: ({}) => ({} <=> {right}))",
            valid.join(" & "),
            self.set(part, piles)
        ))
    }
}
