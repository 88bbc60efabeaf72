//! Conditions on values, slices, and the sets of positions they make: `outcome=P`, `remoteness <= 7`,
//! `wythoff.pass at *,*,1 : outcome=P`.

use std::fmt;

use dashu_int::UBig;

use crate::error::Error;
use crate::notation::numbers::parse_number;
use crate::notation::rulesets::{Sources, parse_rules_with};
use crate::notation::scanner::Scanner;
use crate::rules::Rules;
use crate::values::Outcome;

/// A comparison of a value with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl Comparison {
    /// Whether `left` stands so to `right`.
    #[must_use]
    pub fn holds<T: Ord>(self, left: &T, right: &T) -> bool {
        match self {
            Comparison::Eq => left == right,
            Comparison::Ne => left != right,
            Comparison::Lt => left < right,
            Comparison::Le => left <= right,
            Comparison::Gt => left > right,
            Comparison::Ge => left >= right,
        }
    }

    /// Its sign.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Comparison::Eq => "=",
            Comparison::Ne => "!=",
            Comparison::Lt => "<",
            Comparison::Le => "<=",
            Comparison::Gt => ">",
            Comparison::Ge => ">=",
        }
    }
}

/// One test of a position's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// The outcome is this one.
    Outcome(Outcome),
    /// The Grundy value compares so.
    Grundy(Comparison, UBig),
    /// The remoteness compares so.
    Remoteness(Comparison, UBig),
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Outcome(outcome) => write!(f, "outcome={outcome}"),
            Test::Grundy(sign, number) => write!(f, "grundy{}{number}", sign.sign()),
            Test::Remoteness(sign, number) => write!(f, "remoteness{}{number}", sign.sign()),
        }
    }
}

/// Tests that must all hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The tests, at least one.
    pub tests: Vec<Test>,
}

impl Condition {
    /// The condition that picks the P-positions.
    #[must_use]
    pub fn p_positions() -> Condition {
        Condition {
            tests: vec![Test::Outcome(Outcome::P)],
        }
    }

    /// The only test, if there is just one.
    #[must_use]
    pub fn single(&self) -> Option<&Test> {
        match self.tests.as_slice() {
            [test] => Some(test),
            _ => None,
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.tests.iter().map(Test::to_string).collect();
        f.write_str(&texts.join(" and "))
    }
}

/// A condition on values: tests joined by `and`.
///
/// # Errors
/// [`ErrorKind::Input`](crate::ErrorKind::Input), at the place of the mistake.
///
/// ```
/// use wythoff::notation::parse_condition;
/// assert_eq!(parse_condition("remoteness <= 7 and outcome=P")?.to_string(), "remoteness<=7 and outcome=P");
/// assert!(parse_condition("outcome=Q").is_err());
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn parse_condition(text: &str) -> Result<Condition, Error> {
    let mut scanner = Scanner::new(text);
    let mut tests = vec![test(&mut scanner)?];
    while scanner.take_word("and") {
        if tests.len() == 100 {
            return Err(Error::limit("a condition has more than 100 tests"));
        }
        tests.push(test(&mut scanner)?);
    }
    if !scanner.at_end() {
        return Err(scanner.expected("'and' or the end of the condition"));
    }
    Ok(Condition { tests })
}

fn test(scanner: &mut Scanner<'_>) -> Result<Test, Error> {
    const FORMS: &str = "a test such as outcome=P, grundy=1 or remoteness<=7";
    let Some((word, span)) = scanner.word() else {
        return Err(scanner.expected(FORMS));
    };
    if !matches!(word, "outcome" | "grundy" | "remoteness") {
        return Err(Error::input(format!("found '{word}', expected {FORMS}")).at(span));
    }
    let Some(sign) = sign(scanner) else {
        return Err(scanner.expected("'=' or another comparison"));
    };
    if word == "outcome" {
        let outcome = match scanner.word() {
            Some(("P" | "p", _)) => Some(Outcome::P),
            Some(("N" | "n", _)) => Some(Outcome::N),
            Some(("D" | "d", _)) => Some(Outcome::D),
            _ => None,
        };
        return match (sign, outcome) {
            (Comparison::Eq, Some(outcome)) => Ok(Test::Outcome(outcome)),
            (Comparison::Ne, Some(Outcome::P)) => Ok(Test::Outcome(Outcome::N)),
            (Comparison::Ne, Some(Outcome::N)) => Ok(Test::Outcome(Outcome::P)),
            _ => Err(
                Error::input("outcomes are outcome=P and outcome=N, and outcome=D of draws")
                    .at(span),
            ),
        };
    }
    let start = scanner.here();
    let rest = scanner.rest();
    let length = rest.find(" and ").unwrap_or(rest.len());
    let number = parse_number(rest[..length].trim_end()).map_err(|error| error.shifted(start))?;
    scanner.take(&rest[..length]);
    Ok(match word {
        "grundy" => Test::Grundy(sign, number),
        _ => Test::Remoteness(sign, number),
    })
}

fn sign(scanner: &mut Scanner<'_>) -> Option<Comparison> {
    const SIGNS: [(&str, Comparison); 10] = [
        ("<=", Comparison::Le),
        (">=", Comparison::Ge),
        ("!=", Comparison::Ne),
        ("==", Comparison::Eq),
        ("≤", Comparison::Le),
        ("≥", Comparison::Ge),
        ("≠", Comparison::Ne),
        ("=", Comparison::Eq),
        ("<", Comparison::Lt),
        (">", Comparison::Gt),
    ];
    SIGNS
        .iter()
        .find(|(text, _)| scanner.take(text))
        .map(|(_, sign)| *sign)
}

/// Which coordinates a table or set runs over: stars, the others fixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// One entry a coordinate; `None` for a free one.
    pub fixed: Vec<Option<u64>>,
}

impl Slice {
    /// The slice that a table takes when none is given: the first two piles free, all passes still
    /// available. `None` when other coordinates would have to be fixed.
    #[must_use]
    pub fn default_of(rules: &Rules) -> Option<Slice> {
        let slice = Slice::of_all_piles(rules);
        (slice.free().len() <= 2).then_some(slice)
    }

    /// All piles free, all passes still available.
    #[must_use]
    pub fn of_all_piles(rules: &Rules) -> Slice {
        use crate::rules::Axis;
        let fixed = rules.axes().into_iter().map(|axis| match axis {
            Axis::Passes(times) => Some(times),
            Axis::Pile | Axis::Vertex => None,
        });
        Slice {
            fixed: fixed.collect(),
        }
    }

    /// Indices of the free coordinates.
    #[must_use]
    pub fn free(&self) -> Vec<usize> {
        (0..self.fixed.len())
            .filter(|&i| self.fixed[i].is_none())
            .collect()
    }

    /// The whole position with these free coordinates.
    #[must_use]
    pub fn position(&self, free: &[u64]) -> crate::rules::Cell {
        let mut free = free.iter();
        self.fixed
            .iter()
            .map(|f| f.unwrap_or_else(|| free.next().copied().unwrap_or(0)))
            .collect()
    }
}

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self
            .fixed
            .iter()
            .map(|c| c.map_or("*".into(), |c| c.to_string()))
            .collect();
        f.write_str(&texts.join(","))
    }
}

/// A slice such as `*,*,1`: stars for the coordinates that run, whole numbers elsewhere.
///
/// # Errors
/// [`ErrorKind::Input`](crate::ErrorKind::Input) when it does not fit the rules.
pub fn parse_slice(rules: &Rules, text: &str) -> Result<Slice, Error> {
    let names = rules.game().coordinate_names();
    let mut fixed = Vec::new();
    for part in text.split(',') {
        let part = part.trim();
        fixed.push(if part == "*" {
            None
        } else {
            let number = parse_number(part)
                .map_err(|error| Error::new(error.kind(), format!("slice {text:?}: {error}")))?;
            Some(
                u64::try_from(number)
                    .map_err(|_| Error::limit("fixed coordinates stay below 2^64"))?,
            )
        });
    }
    let free = fixed.iter().filter(|c| c.is_none()).count();
    if fixed.len() != names.len() || free == 0 {
        return Err(Error::input(format!(
            "found the slice {text:?}, expected {} entries ({}), at least one a star",
            names.len(),
            names.join(", ")
        )));
    }
    Ok(Slice { fixed })
}

/// A set of positions as `compare` takes it: `[RULES [at SLICE] :] CONDITION`.
#[derive(Clone, Debug)]
pub struct CellSetText {
    /// The rules, if given.
    pub rules: Option<Rules>,
    /// The slice, if given.
    pub slice: Option<Slice>,
    /// What comes after the colon.
    pub condition: String,
}

/// Splits a set of positions into its parts; the condition is left as text.
///
/// # Errors
/// Those of its parts.
pub fn parse_cell_set(text: &str, sources: &dyn Sources) -> Result<CellSetText, Error> {
    // A colon inside parentheses belongs to the rules: moves(e,f: e = f).
    let mut scanner = Scanner::new(text);
    let (before, _) = scanner.until(&[':']);
    if !scanner.take(":") {
        return Ok(CellSetText {
            rules: None,
            slice: None,
            condition: text.trim().to_string(),
        });
    }
    let condition = scanner.rest();
    let (rules, slice) = match before.rsplit_once(" at ") {
        Some((rules, slice)) => (rules, Some(slice)),
        None => (before, None),
    };
    let rules = parse_rules_with(rules, sources)?;
    let slice = slice
        .map(|slice| parse_slice(&rules, slice.trim()))
        .transpose()?;
    Ok(CellSetText {
        rules: Some(rules),
        slice,
        condition: condition.trim().to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{NoSources, parse_rules};

    #[test]
    fn sets_are_split_into_rules_slice_and_condition() {
        let set = parse_cell_set("wythoff + nim(1) at *,*,1 : outcome=P", &NoSources).unwrap();
        assert_eq!(set.rules.unwrap().to_string(), "wythoff + nim(1)");
        assert_eq!(set.slice.unwrap().fixed, [None, None, Some(1)]);
        assert_eq!(set.condition, "outcome=P");
        assert!(
            parse_cell_set("outcome=P", &NoSources)
                .unwrap()
                .rules
                .is_none()
        );
    }

    #[test]
    fn slices_must_fit() {
        let rules = parse_rules("wythoff.pass").unwrap();
        assert_eq!(parse_slice(&rules, "*,*,0").unwrap().to_string(), "*,*,0");
        for text in ["*,*", "1,2,1", "*,*,x", "*,*,1,1"] {
            assert!(parse_slice(&rules, text).is_err(), "{text}");
        }
        assert_eq!(Slice::default_of(&rules).unwrap().to_string(), "*,*,1");
        assert!(Slice::default_of(&parse_rules("nim(3)").unwrap()).is_none());
    }

    #[test]
    fn conditions_name_their_mistakes() {
        for (text, start) in [
            ("outcome<P", 0),
            ("grundy", 6),
            ("grundy=x", 7),
            ("size=3", 0),
            ("grundy=1 or", 9),
        ] {
            let error = parse_condition(text).unwrap_err();
            assert_eq!(
                error.span().map(|s| s.start),
                Some(start),
                "{text}: {error}"
            );
        }
        assert_eq!(
            parse_condition("grundy >= 10^3").unwrap().to_string(),
            "grundy>=1000"
        );
    }
}
