//! Numbers as people write large ones: `1_000_000`, `10^300`, `3*10^299`, `10^300+7`, `2^64-1`, `1e30`.
//!
//! The number of digits is judged before the number is built: `10^10^9` is refused at once.

use std::ops::Range;

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use crate::error::Error;
use crate::notation::scanner::Scanner;

/// Digits a number may have unless the caller allows more.
pub const DEFAULT_MAX_DIGITS: usize = 1_000_000;

/// A whole number, not negative, of at most [`DEFAULT_MAX_DIGITS`] digits.
///
/// # Errors
/// [`ErrorKind::Input`](crate::ErrorKind::Input) for what is not such a number,
/// [`ErrorKind::Limit`](crate::ErrorKind::Limit) for one with too many digits.
///
/// ```
/// use wythoff::notation::parse_number;
/// assert_eq!(parse_number("3*10^2+7")?.to_string(), "307");
/// assert_eq!(parse_number("2^64-1")?.to_string(), u64::MAX.to_string());
/// assert_eq!(parse_number("1e3")?, parse_number("1_000")?);
/// assert!(parse_number("3.5").is_err());
/// assert!(parse_number("10^10^9").is_err());
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn parse_number(text: &str) -> Result<UBig, Error> {
    parse_number_within(text, DEFAULT_MAX_DIGITS)
}

/// As [`parse_number`], with at most `max_digits` digits.
///
/// # Errors
/// As [`parse_number`].
pub fn parse_number_within(text: &str, max_digits: usize) -> Result<UBig, Error> {
    let mut scanner = Scanner::new(text);
    let limit = Limit { max_digits };
    if scanner.at_end() {
        return Err(Error::input("found nothing, expected a whole number").at(0..text.len()));
    }
    let number = sum(&mut scanner, limit)?;
    if !scanner.at_end() {
        return Err(not_a_number(&mut scanner));
    }
    let number = UBig::try_from(number).map_err(|_| {
        Error::input(format!(
            "{} is negative; expected a whole number from 0",
            shortened(text)
        ))
        .at(0..text.len())
    })?;
    // Powers were judged from below; the whole is judged exactly: 10^d has ⌊d·log2(10)⌋ + 1 bits.
    let most_bits = (max_digits as u128).saturating_mul(33_219_281) / 10_000_000 + 1;
    if bits(&number) > most_bits {
        let digits = bits(&number) * 10_000_000 / 33_219_281 + 1;
        return Err(too_many_digits(digits, max_digits).at(0..text.len()));
    }
    Ok(number)
}

#[derive(Clone, Copy)]
struct Limit {
    max_digits: usize,
}

impl Limit {
    /// Refuses a number of more than this many bits, roughly; `digits` are judged, not built.
    fn admit(self, bits: u128, span: Range<usize>) -> Result<(), Error> {
        // log2(10) = 3.3219…: a number of d digits has more than 3.3219·(d − 1) bits. Whole numbers do.
        let digits = bits.saturating_mul(10_000) / 33_220;
        if digits <= self.max_digits as u128 {
            return Ok(());
        }
        Err(too_many_digits(digits, self.max_digits).at(span))
    }
}

fn too_many_digits(digits: u128, most: usize) -> Error {
    Error::limit(format!(
        "this number has about {digits} digits; at most {most} are allowed"
    ))
    .help("allow more with --max-digits, if memory and patience suffice")
}

fn sum(scanner: &mut Scanner<'_>, limit: Limit) -> Result<IBig, Error> {
    let negative = scanner.take("-") || scanner.take("−");
    let mut total = product(scanner, limit)?;
    if negative {
        total = -total;
    }
    loop {
        if scanner.take("+") {
            total += product(scanner, limit)?;
        } else if scanner.take("-") || scanner.take("−") {
            total -= product(scanner, limit)?;
        } else {
            return Ok(total);
        }
    }
}

fn product(scanner: &mut Scanner<'_>, limit: Limit) -> Result<IBig, Error> {
    let start = scanner.here();
    let mut total = power(scanner, limit)?;
    while scanner.take("*") || scanner.take("·") || scanner.take("×") {
        let factor = power(scanner, limit)?;
        let end = scanner.here();
        limit.admit(bits(&total) + bits(&factor), start..end)?;
        total *= factor;
    }
    Ok(IBig::from(total))
}

/// `base ^ exponent`, from the right: 2^3^2 is 2^9.
fn power(scanner: &mut Scanner<'_>, limit: Limit) -> Result<UBig, Error> {
    scanner.deeper()?;
    let start = scanner.here();
    let base = atom(scanner, limit)?;
    let value = if scanner.take("^") || scanner.take("**") {
        let exponent = power(scanner, limit)?;
        let end = scanner.here();
        raise(base, &exponent, limit, start..end)?
    } else {
        base
    };
    scanner.shallower();
    Ok(value)
}

fn raise(base: UBig, exponent: &UBig, limit: Limit, span: Range<usize>) -> Result<UBig, Error> {
    if base <= UBig::ONE {
        return Ok(if *exponent == UBig::ZERO {
            UBig::ONE
        } else {
            base
        });
    }
    // base ≥ 2^(bits − 1), so the power has at least (bits − 1)·exponent bits.
    let at_least = u128::try_from(exponent.clone())
        .ok()
        .map_or(u128::MAX, |e| e.saturating_mul((bits(&base) - 1).max(1)));
    limit.admit(at_least, span)?;
    let exponent = usize::try_from(exponent.clone())
        .map_err(|_| Error::limit("this exponent is too large"))?;
    Ok(base.pow(exponent))
}

fn bits(number: &UBig) -> u128 {
    use dashu_base::BitTest;
    number.bit_len() as u128
}

/// Digits, with `_` between them and perhaps an exponent `e30`; or a sum in parentheses.
fn atom(scanner: &mut Scanner<'_>, limit: Limit) -> Result<UBig, Error> {
    if scanner.take("(") {
        scanner.deeper()?;
        let start = scanner.here();
        let inner = sum(scanner, limit)?;
        let end = scanner.here();
        scanner.must(")", "to close the group")?;
        scanner.shallower();
        return UBig::try_from(inner).map_err(|_| {
            Error::input("a negative number where one from 0 was expected").at(start..end)
        });
    }
    let Some((digits, span)) = scanner.digits() else {
        return Err(not_a_number(scanner));
    };
    let plain = digits.replace('_', "");
    let significant = plain.trim_start_matches('0').len();
    if significant > limit.max_digits {
        return Err(too_many_digits(significant as u128, limit.max_digits).at(span));
    }
    let mut number = UBig::from_str_radix(&plain, 10)
        .map_err(|_| Error::input("found digits that make no number").at(span.clone()))?;
    // An exponent follows its digits without a blank.
    let follows = scanner.text()[span.end..].chars().next();
    if matches!(follows, Some('e' | 'E'))
        && scanner.text()[span.end + 1..].starts_with(|c: char| c.is_ascii_digit())
    {
        scanner.take("e");
        scanner.take("E");
        let exponent = atom(scanner, limit)?;
        let end = scanner.here();
        number *= raise(UBig::from(10u8), &exponent, limit, span.start..end)?;
    }
    Ok(number)
}

fn not_a_number(scanner: &mut Scanner<'_>) -> Error {
    let error = scanner.expected("a whole number such as 12, 10^300 or 3*10^299");
    match scanner.peek() {
        Some('.' | ',') => error
            .help("piles are whole numbers; fractions and separators other than _ are not allowed"),
        _ => error,
    }
}

/// A text, cut when it is long.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST {
        return text.to_string();
    }
    text.chars().take(MOST).chain("…".chars()).collect()
}

/// A success probability: a fraction `4/5`, a decimal `0.8` or 1, more than 0 and at most 1.
///
/// # Errors
/// [`ErrorKind::Input`](crate::ErrorKind::Input) for anything else.
///
/// ```
/// use wythoff::notation::parse_probability;
/// assert_eq!(parse_probability("0.8")?, parse_probability("4/5")?);
/// assert!(parse_probability("0").is_err());
/// assert!(parse_probability("5/4").is_err());
/// # Ok::<(), wythoff::Error>(())
/// ```
pub fn parse_probability(text: &str) -> Result<RBig, Error> {
    let bad = |why: &str| {
        Err(Error::input(format!(
            "found {} as a success probability, {why}",
            if text.trim().is_empty() {
                "nothing".into()
            } else {
                shortened(text.trim())
            }
        ))
        .at(0..text.len())
        .help(
            "expected a fraction or decimal that is more than 0 and at most 1, such as 4/5 or 0.8",
        ))
    };
    let value = if let Some((numerator, denominator)) = text.split_once('/') {
        match (parse_number(numerator), parse_number(denominator)) {
            (Ok(_), Ok(denominator)) if denominator == UBig::ZERO => {
                return bad("which divides by zero");
            }
            (Ok(numerator), Ok(denominator)) => {
                RBig::from_parts(IBig::from(numerator), denominator)
            }
            _ => return bad("which is no fraction of whole numbers"),
        }
    } else {
        let (whole, decimals) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        let digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
        if !digits(whole) || !digits(decimals) || (whole.len() + decimals.len() == 0) {
            return bad("which is no number");
        }
        if whole.len() + decimals.len() > 1000 {
            return bad("which has more than 1000 digits");
        }
        let number = UBig::from_str_radix(&format!("0{whole}{decimals}"), 10).unwrap_or(UBig::ZERO);
        RBig::from_parts(IBig::from(number), UBig::from(10u8).pow(decimals.len()))
    };
    if value <= RBig::ZERO {
        return bad("at which play never ends");
    }
    if value > RBig::ONE {
        return bad("which is more than 1");
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn powers_group_from_the_right() {
        assert_eq!(parse_number("2^3^2").unwrap(), UBig::from(512u32));
        assert_eq!(parse_number("(1+1)^3*2").unwrap(), UBig::from(16u32));
        assert_eq!(parse_number("0^0").unwrap(), UBig::ONE);
    }

    #[test]
    fn huge_numbers_are_refused_before_they_are_built() {
        for text in [
            "10^10^9",
            "2^10^30",
            "9^9^9^9",
            "1e999999999999",
            "10^(10^9)",
        ] {
            assert_eq!(
                parse_number(text).unwrap_err().kind(),
                ErrorKind::Limit,
                "{text}"
            );
        }
        assert!(parse_number_within("10^99", 100).is_ok());
        assert!(parse_number_within("3^220", 100).is_err());
        assert!(parse_number_within("10^140", 100).is_err());
        assert!(parse_number_within(&"9".repeat(101), 100).is_err());
    }

    #[test]
    fn mistakes_are_named_at_their_place() {
        for (text, span) in [
            ("3.5", 1..2),
            ("12x", 2..3),
            ("", 0..0),
            ("-3", 0..2),
            ("3-4", 0..3),
            ("2^", 2..2),
        ] {
            let error = parse_number(text).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Input, "{text}");
            assert_eq!(error.span(), Some(span), "{text}: {error}");
        }
    }

    #[test]
    fn deep_groups_do_not_overflow() {
        let text = "(".repeat(100_000);
        assert_eq!(parse_number(&text).unwrap_err().kind(), ErrorKind::Limit);
        let tower = "1^".repeat(100_000) + "1";
        assert_eq!(parse_number(&tower).unwrap_err().kind(), ErrorKind::Limit);
    }
}
