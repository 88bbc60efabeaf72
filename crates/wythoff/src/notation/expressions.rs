//! Conditions on coordinates: `x+y <= 2`, `|x-y| < 3 and not (x mod 2 = 0)`.
//!
//! Loosest first: `or`, `and`, `not`, comparisons, `xor`, `+ -`, `* / mod`, unary minus; then numbers,
//! coordinates, groups, `|…|`, and `abs min max gcd` of arguments in parentheses.

use std::sync::Arc;

use crate::error::Error;
use crate::notation::scanner::Scanner;
use crate::rules::{Binary, Expr, Predicate, Sort, Unary};

/// Words that cannot be names.
pub(super) const WORDS: [&str; 10] = [
    "and", "or", "not", "mod", "xor", "abs", "min", "max", "gcd", "let",
];

/// More parts than anyone writes; keeps trees shallow enough to walk.
const MAX_PARTS: usize = 1000;

/// A condition over named coordinates. Coordinates are also known as x1, x2, … in order of the piles.
///
/// # Errors
/// [`ErrorKind::Input`](crate::ErrorKind::Input), at the place of the mistake.
///
/// ```
/// use wythoff::notation::parse_predicate;
/// let names: std::sync::Arc<[String]> = ["x", "y"].map(String::from).into();
/// let condition = parse_predicate("x+y<=2 or |x - y| = 5", names)?;
/// assert!(condition.holds(&[1, 1])? && condition.holds(&[9, 4])? && !condition.holds(&[2, 1])?);
/// assert_eq!(condition.to_string(), "x+y <= 2 or abs(x-y) = 5");
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn parse_predicate(text: &str, names: Arc<[String]>) -> Result<Predicate, Error> {
    let expr = parse_expression(text, &names, true)?;
    Predicate::new(expr, names)
}

/// A truth-valued expression over the given names; with `numbered`, those are coordinates of a position
/// and x1, x2, … stand for its piles too.
pub(super) fn parse_expression(
    text: &str,
    names: &[String],
    numbered: bool,
) -> Result<Expr, Error> {
    let mut parser = Parser {
        scanner: Scanner::new(text),
        names,
        numbered,
        parts: 0,
    };
    let expr = parser.disjunction()?;
    if !parser.scanner.at_end() {
        return Err(parser
            .scanner
            .expected("an operation or the end of the condition"));
    }
    if expr.sort() != Sort::Truth {
        return Err(Error::input("found a number, expected a condition")
            .at(0..text.len())
            .help("compare it with something: x+y <= 2"));
    }
    Ok(expr)
}

struct Parser<'t, 'n> {
    scanner: Scanner<'t>,
    names: &'n [String],
    numbered: bool,
    parts: usize,
}

impl Parser<'_, '_> {
    fn disjunction(&mut self) -> Result<Expr, Error> {
        let start = self.scanner.here();
        let mut left = self.conjunction()?;
        while self.scanner.take_word("or") {
            let right = self.conjunction()?;
            left = self.binary(Binary::Or, left, right, start)?;
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Expr, Error> {
        let start = self.scanner.here();
        let mut left = self.negation()?;
        while self.scanner.take_word("and") {
            let right = self.negation()?;
            left = self.binary(Binary::And, left, right, start)?;
        }
        Ok(left)
    }

    fn negation(&mut self) -> Result<Expr, Error> {
        if !self.scanner.take_word("not") {
            return self.comparison();
        }
        self.scanner.deeper()?;
        let start = self.scanner.here();
        let of = self.negation()?;
        self.scanner.shallower();
        self.sort_is(&of, Sort::Truth, start)?;
        self.part()?;
        Ok(Expr::Unary(Unary::Not, Box::new(of)))
    }

    fn comparison(&mut self) -> Result<Expr, Error> {
        let start = self.scanner.here();
        let left = self.nim_sum()?;
        let Some(op) = self.comparison_sign() else {
            return Ok(left);
        };
        let right = self.nim_sum()?;
        let whole = self.binary(op, left, right, start)?;
        if self.comparison_sign().is_some() {
            let here = self.scanner.here();
            return Err(Error::input("found a second comparison in a row")
                .at(start..here)
                .help("write 0 < x and x <= 3 instead of 0 < x <= 3"));
        }
        Ok(whole)
    }

    fn comparison_sign(&mut self) -> Option<Binary> {
        // Longer signs first.
        const SIGNS: [(&str, Binary); 12] = [
            ("<=", Binary::Le),
            (">=", Binary::Ge),
            ("!=", Binary::Ne),
            ("<>", Binary::Ne),
            ("==", Binary::Eq),
            ("≤", Binary::Le),
            ("≥", Binary::Ge),
            ("≠", Binary::Ne),
            ("=", Binary::Eq),
            ("<", Binary::Lt),
            (">", Binary::Gt),
            ("⩽", Binary::Le),
        ];
        SIGNS
            .iter()
            .find(|(sign, _)| self.scanner.take(sign))
            .map(|(_, op)| *op)
    }

    fn nim_sum(&mut self) -> Result<Expr, Error> {
        let start = self.scanner.here();
        let mut left = self.sum()?;
        while self.scanner.take_word("xor") {
            let right = self.sum()?;
            left = self.binary(Binary::Xor, left, right, start)?;
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Expr, Error> {
        let start = self.scanner.here();
        let mut left = self.product()?;
        loop {
            let op = if self.scanner.take("+") {
                Binary::Add
            } else if self.scanner.take("-") || self.scanner.take("−") {
                Binary::Sub
            } else {
                return Ok(left);
            };
            let right = self.product()?;
            left = self.binary(op, left, right, start)?;
        }
    }

    fn product(&mut self) -> Result<Expr, Error> {
        let start = self.scanner.here();
        let mut left = self.factor()?;
        loop {
            let op = if self.scanner.take("*") || self.scanner.take("·") {
                Binary::Mul
            } else if self.scanner.take("/") {
                Binary::Div
            } else if self.scanner.take_word("mod") || self.scanner.take("%") {
                Binary::Mod
            } else {
                return Ok(left);
            };
            let right = self.factor()?;
            left = self.binary(op, left, right, start)?;
        }
    }

    fn factor(&mut self) -> Result<Expr, Error> {
        if self.scanner.take("-") || self.scanner.take("−") {
            self.scanner.deeper()?;
            let start = self.scanner.here();
            let of = self.factor()?;
            self.scanner.shallower();
            self.sort_is(&of, Sort::Number, start)?;
            self.part()?;
            return Ok(match of {
                Expr::Number(n) => Expr::Number(-n),
                of => Expr::Unary(Unary::Negate, Box::new(of)),
            });
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<Expr, Error> {
        self.part()?;
        if let Some((digits, span)) = self.scanner.digits() {
            let number = digits
                .replace('_', "")
                .parse::<i64>()
                .map_err(|_| Error::limit("numbers in conditions stay below 2^63").at(span))?;
            return Ok(Expr::Number(number));
        }
        if self.scanner.take("(") {
            self.scanner.deeper()?;
            let inner = self.disjunction()?;
            self.scanner.must(")", "to close the group")?;
            self.scanner.shallower();
            return Ok(inner);
        }
        if self.scanner.take("|") {
            self.scanner.deeper()?;
            let start = self.scanner.here();
            let inner = self.nim_sum()?;
            self.sort_is(&inner, Sort::Number, start)?;
            self.scanner.must("|", "to close the absolute value")?;
            self.scanner.shallower();
            return Ok(Expr::Unary(Unary::Abs, Box::new(inner)));
        }
        match self.scanner.peek_word() {
            Some("abs" | "min" | "max" | "gcd") => self.call(),
            Some(word) if WORDS.contains(&word) => Err(self
                .scanner
                .expected("a number, a coordinate or a group in parentheses")),
            None => Err(self
                .scanner
                .expected("a number, a coordinate or a group in parentheses")),
            Some(_) => self.variable(),
        }
    }

    fn call(&mut self) -> Result<Expr, Error> {
        let Some((word, span)) = self.scanner.word() else {
            return Err(self.scanner.expected("a function"));
        };
        self.scanner.deeper()?;
        self.scanner.must("(", "and the arguments")?;
        let mut arguments = Vec::new();
        loop {
            let start = self.scanner.here();
            let argument = self.nim_sum()?;
            self.sort_is(&argument, Sort::Number, start)?;
            arguments.push(argument);
            if !self.scanner.take(",") {
                break;
            }
        }
        self.scanner.must(")", "or ',' after an argument")?;
        self.scanner.shallower();
        let op = match word {
            "min" => Binary::Min,
            "max" => Binary::Max,
            "gcd" => Binary::Gcd,
            _ => {
                let count = arguments.len();
                return match (arguments.pop(), count) {
                    (Some(of), 1) => Ok(Expr::Unary(Unary::Abs, Box::new(of))),
                    _ => Err(
                        Error::input(format!("abs has {count} arguments, expected one")).at(span),
                    ),
                };
            }
        };
        let mut arguments = arguments.into_iter();
        match (arguments.next(), arguments.len()) {
            (Some(first), 1..) => {
                Ok(arguments.fold(first, |a, b| Expr::Binary(op, Box::new(a), Box::new(b))))
            }
            _ => {
                Err(Error::input(format!("{word} has one argument, expected two or more")).at(span))
            }
        }
    }

    fn variable(&mut self) -> Result<Expr, Error> {
        let Some((word, span)) = self.scanner.word() else {
            return Err(self.scanner.expected("a coordinate"));
        };
        if let Some(index) = self.names.iter().position(|name| name == word) {
            return Ok(Expr::Variable(index));
        }
        if !self.numbered {
            let known = self.names.join(", ");
            return Err(Error::input(format!("found '{word}', expected one of {known}")).at(span));
        }
        // x1, x2, … always stand for the piles in order.
        let piles: Vec<usize> = (0..self.names.len())
            .filter(|&i| !self.names[i].starts_with('p'))
            .collect();
        let by_number = word.strip_prefix('x').and_then(|n| n.parse::<usize>().ok());
        if let Some(&index) = by_number.and_then(|n| piles.get(n.checked_sub(1)?)) {
            return Ok(Expr::Variable(index));
        }
        let passes = self.names.len() - piles.len();
        if passes == 1 && word == "p1" {
            return Ok(Expr::Variable(self.names.len() - 1));
        }
        Err(Error::input(format!(
            "found '{word}', expected one of the coordinates {}",
            self.names.join(", ")
        ))
        .at(span))
    }

    fn binary(&mut self, op: Binary, left: Expr, right: Expr, start: usize) -> Result<Expr, Error> {
        let wanted = op.sorts().0;
        self.sort_is(&left, wanted, start)?;
        self.sort_is(&right, wanted, start)?;
        self.part()?;
        Ok(Expr::Binary(op, Box::new(left), Box::new(right)))
    }

    fn sort_is(&mut self, expr: &Expr, wanted: Sort, start: usize) -> Result<(), Error> {
        if expr.sort() == wanted {
            return Ok(());
        }
        let end = self.scanner.here();
        Err(Error::input(format!("found {}, expected {wanted}", expr.sort())).at(start..end))
    }

    fn part(&mut self) -> Result<(), Error> {
        self.parts += 1;
        if self.parts <= MAX_PARTS {
            return Ok(());
        }
        let here = self.scanner.here();
        Err(Error::limit(format!("a condition has more than {MAX_PARTS} parts")).at(here..here))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Predicate, Error> {
        parse_predicate(text, ["x", "y", "p"].map(String::from).into())
    }

    #[test]
    fn what_is_printed_parses_to_the_same() {
        for text in [
            "x+y <= 2",
            "x-(y-1) = 0",
            "x-y-1 = 0",
            "not (x = 1 or y = 2) and p != 0",
            "not x = 1",
            "abs(x-y) < 3",
            "min(x, y)*2 > -x",
            "(x+1)*(y+1) mod 7 = 3",
            "x/(y/2) = 1",
            "x xor y = 0",
            "(x = 1 or y = 1) and x < 5",
            "gcd(x, y) = 1",
            "--x = 1",
        ] {
            let once = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            let again = parse(&once.to_string()).unwrap();
            assert_eq!(once, again, "{text} printed as {once}");
        }
        assert_eq!(parse("x+y<=2").unwrap().to_string(), "x+y <= 2");
        assert_eq!(parse("|x2-x1|≤2").unwrap().to_string(), "abs(y-x) <= 2");
    }

    #[test]
    fn mistakes_name_their_place() {
        for (text, start) in [
            ("x+", 2),
            ("x+q=1", 2),
            ("x", 0),
            ("x<y<3", 0),
            ("x and y", 0),
            ("(x=1", 4),
            ("x = = 1", 4),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!(
                error.span().map(|s| s.start),
                Some(start),
                "{text}: {error}"
            );
        }
    }
}
