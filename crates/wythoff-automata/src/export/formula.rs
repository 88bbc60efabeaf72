//! The statement as first-order text, shared by the exports.
//!
//! Piles are x, y, z with old values u, v, w; the multiple of a ray is t; remoteness r, of an option s.

use crate::budget::{Error, Result};
use crate::game::{Cmp, Condition, Family, Game, LayerStep};
use crate::statement::{Part, Statement};

pub(super) const NEW: [&str; 3] = ["x", "y", "z"];
pub(super) const OLD: [&str; 3] = ["u", "v", "w"];

/// The name of the automaton of a part.
pub(super) fn name(part: Part) -> String {
    format!("S{}v{}", part.layer, part.grundy)
}

/// Blocking and altered cells are not exported.
pub(super) fn check(statement: &Statement) -> Result<()> {
    if statement.game.block > 1 || !statement.game.altered.is_empty() {
        return Err(Error::Statement(
            "blocking and altered cells are not exported".into(),
        ));
    }
    Ok(())
}

/// Both sides of Σ terms + constant = 0, written with positive coefficients only.
pub(super) fn sides(terms: &[(i64, &str)], constant: i64) -> (String, String) {
    let side = |sign: i64| {
        let mut parts: Vec<String> = terms
            .iter()
            .filter(|(c, _)| c * sign > 0)
            .map(|(c, v)| {
                if c * sign == 1 {
                    (*v).to_string()
                } else {
                    format!("{}*{v}", c * sign)
                }
            })
            .collect();
        if constant * sign > 0 {
            parts.push((constant * sign).to_string());
        }
        if parts.is_empty() {
            "0".to_string()
        } else {
            parts.join("+")
        }
    };
    (side(1), side(-1))
}

/// A condition on the piles.
pub(super) fn condition(condition: &Condition) -> String {
    let join = |parts: &[Condition], with: &str, none: &str| {
        let texts: Vec<String> = parts.iter().map(self::condition).collect();
        if texts.is_empty() {
            none.to_string()
        } else {
            format!("({})", texts.join(with))
        }
    };
    match condition {
        Condition::Linear(coefficients, cmp, constant) => {
            let terms: Vec<(i64, &str)> = coefficients.iter().copied().zip(NEW).collect();
            let (left, right) = sides(&terms, -constant);
            let sign = match cmp {
                Cmp::Eq => "=",
                Cmp::Le => "<=",
                Cmp::Ge => ">=",
            };
            format!("({left}{sign}{right})")
        }
        Condition::All(parts) => join(parts, " & ", "(0=0)"),
        Condition::Any(parts) => join(parts, " | ", "(0=1)"),
        Condition::Not(part) => format!("~{}", self::condition(part)),
    }
}

/// "Some option of the family satisfies `member`", where `member` speaks of the old values.
fn family_option(family: &Family, piles: usize, member: Option<&str>) -> String {
    let mut parts: Vec<String> = member.map(str::to_owned).into_iter().collect();
    for pile in 0..piles {
        let step = family.ray.as_ref().map_or(0, |ray| ray[pile]);
        let terms = [(1, NEW[pile]), (-1, OLD[pile]), (-step, "t")];
        let (left, right) = sides(&terms, -family.base[pile]);
        parts.push(format!("{left}={right}"));
    }
    let mut variables = OLD[..piles].join(",");
    if family.ray.is_some() {
        variables.push_str(",t");
    }
    let exists = format!("(E{variables} {})", parts.join(" & "));
    match &family.silent {
        None => exists,
        Some(silent) => format!("({exists} & ~{})", condition(silent)),
    }
}

/// "Some option satisfies `member`"; without a member, "there is an option".
pub(super) fn option(game: &Game, member: Option<&str>) -> String {
    let texts: Vec<String> = game
        .families
        .iter()
        .map(|f| family_option(f, game.piles, member))
        .collect();
    if texts.is_empty() {
        "(0=1)".into()
    } else {
        format!("({})", texts.join(" | "))
    }
}

/// "The step to the next lower layer is allowed".
pub(super) fn may_step(game: &Game) -> String {
    match &game.step {
        LayerStep::Always => "(0=0)".into(),
        LayerStep::NotFromTerminal => option(game, None),
        LayerStep::SilentAt(silent) => format!("~{}", condition(silent)),
    }
}

/// "There is a move in this layer".
pub(super) fn movable(game: &Game, layer: usize) -> String {
    if layer == 0 {
        option(game, None)
    } else {
        format!("({} | {})", option(game, None), may_step(game))
    }
}

/// The equation of a set, `S(x,y) <=> …`.
pub(super) fn equation(statement: &Statement, part: Part) -> String {
    let game = &statement.game;
    let piles = NEW[..game.piles].join(",");
    let old = OLD[..game.piles].join(",");
    let set = |part: Part, at: &str| format!("${}({at})", name(part));
    let mut not = vec![option(game, Some(&set(part, &old)))];
    if part.layer > 0 {
        let below = Part {
            layer: part.layer - 1,
            ..part
        };
        not.push(format!("({} & {})", set(below, &piles), may_step(game)));
    }
    not.extend((0..part.grundy).map(|grundy| set(Part { grundy, ..part }, &piles)));
    let none = format!("~({})", not.join(" | "));
    let right = if game.misere && part.grundy == 0 {
        format!("({} & {none})", movable(game, part.layer))
    } else {
        none
    };
    format!("A{piles} ({} <=> {right})", set(part, &piles))
}

/// The sentences of Smith's rule for the remoteness of a layer, with a name each.
pub(super) fn smith(statement: &Statement, layer: usize) -> Vec<(&'static str, String)> {
    let game = &statement.game;
    let part = Part { layer, grundy: 0 };
    let piles = NEW[..game.piles].join(",");
    let old = OLD[..game.piles].join(",");
    let value = |value: &str| format!("${}({value},{piles})", name(part));
    let mut option_value = option(game, Some(&format!("${}(s,{old})", name(part))));
    if layer > 0 {
        let below = Part {
            layer: layer - 1,
            grundy: 0,
        };
        option_value = format!(
            "({option_value} | (${}(s,{piles}) & {}))",
            name(below),
            may_step(game)
        );
    }
    let losing = |v: &str| {
        let even = format!("(Ek {v}=2*k)");
        if game.misere {
            format!("(~{even})")
        } else {
            even
        }
    };
    let (r, s) = (value("r"), value("s"));
    vec![
        ("total", format!("A{piles} (Er {r})")),
        ("function", format!("Ar,s,{piles} (({r} & {s}) => r=s)")),
        (
            "ends",
            format!("Ar,{piles} ({r} => (r=0 <=> ~{}))", movable(game, layer)),
        ),
        (
            "reached",
            format!("Ar,{piles} (({r} & r>0) => (Es s+1=r & {option_value}))"),
        ),
        (
            "loser",
            format!(
                "Ar,s,{piles} (({r} & r>0 & {} & {option_value}) => (s<r & ~{}))",
                losing("r"),
                losing("s")
            ),
        ),
        (
            "winner",
            format!(
                "Ar,s,{piles} (({r} & ~{} & {option_value} & {}) => s+1>=r)",
                losing("r"),
                losing("s")
            ),
        ),
    ]
}
