//! The failed-move model against its own recursion and against exact fractions.

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use wythoff::failed_moves::{Convention, FailedMoves};

const BOTH: [Convention; 2] = [Convention::Normal, Convention::Misere];

fn ratio(n: i64, d: u64) -> RBig {
    RBig::from_parts(IBig::from(n), UBig::from(d))
}

fn models() -> Vec<FailedMoves> {
    let successes = [
        (1, 5),
        (1, 2),
        (4, 5),
        (2, 3),
        (2, 11),
        (20, 101),
        (999, 1000),
        (1, 1000),
        (1, 1),
    ];
    successes
        .iter()
        .map(|&(n, d)| FailedMoves::new(ratio(n, d)).unwrap())
        .collect()
}

/// Smith's remoteness of every vertex of a graph whose edges (bits) go to smaller vertices.
fn remoteness(options: &[u32], convention: Convention) -> Vec<u64> {
    let good = u64::from(convention == Convention::Misere);
    let mut values: Vec<u64> = Vec::new();
    for &mask in options {
        let of = |wanted: bool| {
            let mask = (0..values.len()).filter(move |&t| mask >> t & 1 == 1);
            mask.map(|t| values[t])
                .filter(|r| (r % 2 == good) == wanted)
                .collect::<Vec<_>>()
        };
        let value = of(true)
            .iter()
            .min()
            .or(of(false).iter().max())
            .map_or(0, |r| r + 1);
        values.push(value);
    }
    values
}

#[test]
fn closed_form_is_the_recursion_on_all_graphs_of_five_vertices() {
    for model in
        [ratio(1, 5), ratio(1, 2), ratio(4, 5), ratio(1, 1)].map(|p| FailedMoves::new(p).unwrap())
    {
        for convention in BOTH {
            for code in 0u32..1 << 10 {
                let options: Vec<u32> = (0..5)
                    .map(|v| code >> (v * (v.max(1) - 1) / 2) & ((1 << v) - 1))
                    .collect();
                check_graph(&model, convention, &options);
            }
        }
    }
}

fn check_graph(model: &FailedMoves, convention: Convention, options: &[u32]) {
    let lengths = remoteness(options, convention);
    let mut values: Vec<RBig> = Vec::new();
    for (v, &mask) in options.iter().enumerate() {
        let targets: Vec<usize> = (0..v).filter(|t| mask >> t & 1 == 1).collect();
        let value = model.value_of_options(targets.iter().map(|&t| &values[t]), convention);
        assert_eq!(
            model.exact(&lengths[v].into(), convention, 1000),
            Some(value.clone()),
            "{options:?}"
        );
        let least = targets.iter().map(|&t| &values[t]).min().cloned();
        for &t in &targets {
            let optimal = Some(&values[t]) == least.as_ref();
            assert_eq!(
                model.is_optimal_attempt(&lengths[v].into(), &lengths[t].into(), convention),
                optimal
            );
            // One attempt at t, then optimal play: the loss of Lemma 5.1.
            let p = model.success();
            let attempt = p * (RBig::ONE - &values[t]) + (RBig::ONE - p) * (RBig::ONE - &value);
            assert_eq!(
                &value - attempt,
                model.loss(&values[t], least.as_ref().unwrap())
            );
        }
        values.push(value);
    }
}

#[test]
fn equation_20_is_the_closed_form() {
    for model in models() {
        for k in 0..40u64 {
            for p_position in [true, false] {
                let r = UBig::from(2 * k + u64::from(!p_position));
                assert_eq!(
                    Some(model.at_index(k as usize, p_position)),
                    model.exact(&r, Convention::Normal, 10_000)
                );
            }
        }
    }
}

#[test]
fn remoteness_comes_back_from_the_value() {
    for model in models() {
        for convention in BOTH {
            for r in 0..200u64 {
                let w = model.exact(&r.into(), convention, 10_000).unwrap();
                let expected = (!model.success().is_one()).then_some(r as usize);
                assert_eq!(model.remoteness_of(&w, convention), expected);
                assert_eq!(
                    model.remoteness_of(&(w + ratio(1, 1_000_003)), convention),
                    None
                );
            }
            assert_eq!(model.remoteness_of(&ratio(1, 2), convention), None);
        }
    }
}

/// The digits of a fraction, rounded down, by long division.
fn long_division(w: &RBig, decimals: usize) -> String {
    let numerator = UBig::try_from(w.numerator().clone()).unwrap();
    let (mut digits, mut rest) = (
        (&numerator / w.denominator()).to_string(),
        numerator % w.denominator(),
    );
    for place in 0..decimals {
        if place == 0 {
            digits.push('.');
        }
        rest *= UBig::from(10u8);
        digits += &(&rest / w.denominator()).to_string();
        rest %= w.denominator();
    }
    digits
}

#[test]
fn decimals_are_those_of_the_fraction() {
    for model in models() {
        for convention in BOTH {
            // Both below and above the size where whole numbers give way to intervals.
            for r in (0..60u64).chain([399, 1000, 2048, 4097, 9001, 12_000]) {
                let w = model.exact(&r.into(), convention, 1_000_000).unwrap();
                for decimals in [0, 1, 12, 50] {
                    let decimal = model.decimal(&r.into(), convention, decimals);
                    assert_eq!(
                        decimal.text,
                        long_division(&w, decimals),
                        "{model:?} {r} {decimals}"
                    );
                    let scaled = &w * RBig::from(UBig::from(10u8).pow(decimals));
                    assert_eq!(decimal.exact, scaled.is_int(), "{model:?} {r} {decimals}");
                }
            }
        }
    }
}

#[test]
fn near_half_has_the_digits_of_the_power() {
    for model in models() {
        for r in (0..60u64).chain([399, 1000, 2048, 4097, 9001]) {
            for digits in [1usize, 2, 9, 30] {
                let near = model.near_half(&r.into(), Convention::Normal, digits);
                assert_eq!(near.above, r % 2 == 1);
                let power = model.lambda().pow(r as isize);
                let ten = RBig::from(10u8);
                let unit = ten.pow(1 - digits as isize - isize::try_from(&near.exponent).unwrap());
                let read = RBig::from(near.coefficient.replace('.', "").parse::<UBig>().unwrap());
                assert_eq!(
                    near.coefficient
                        .chars()
                        .filter(char::is_ascii_digit)
                        .count(),
                    digits
                );
                assert!(near.coefficient.as_bytes()[0] != b'0');
                assert!(&read * &unit <= power, "{model:?} {r} {digits}");
                assert!(
                    (&read + RBig::ONE) * &unit > power,
                    "{model:?} {r} {digits}"
                );
                assert_eq!(near.exact, read * unit == power, "{model:?} {r} {digits}");
            }
        }
    }
}

#[test]
fn powers_beyond_writing() {
    // λ = 1/10 exactly: λ^R = 10^−R for any R.
    let tenth = FailedMoves::new(ratio(2, 11)).unwrap();
    let r = UBig::from(10u8).pow(1000);
    let near = tenth.near_half(&r, Convention::Normal, 5);
    assert_eq!(
        (near.coefficient.as_str(), near.exponent, near.exact),
        ("1.0000", r.clone(), true)
    );
    // λ = 1/2: E = ⌈R·log10 2⌉, whose digits are those of log10 2 = 0.30102999566398119521…
    let half = FailedMoves::new(ratio(2, 3)).unwrap();
    let near = half.near_half(&r, Convention::Normal, 5);
    assert!(
        near.exponent
            .to_string()
            .starts_with("30102999566398119521")
    );
    assert_eq!(near.exponent.to_string().len(), 1000);
    // The next power has half the value.
    let next = half.near_half(&(&r + UBig::ONE), Convention::Normal, 5);
    let value = |c: &str| c.replace('.', "").parse::<u64>().unwrap();
    let (c, d) = (value(&near.coefficient), value(&next.coefficient));
    if next.exponent == near.exponent {
        assert!((2 * d).abs_diff(c) <= 2);
    } else {
        assert_eq!(next.exponent, near.exponent + UBig::ONE);
        assert!(d.abs_diff(5 * c) <= 5);
    }
    assert_eq!(
        half.decimal(&r, Convention::Normal, 20).text,
        "0.49999999999999999999"
    );
    assert_eq!(
        half.decimal(&r, Convention::Misere, 20).text,
        "0.50000000000000000000"
    );
    assert_eq!(half.exact(&r, Convention::Normal, 100_000), None);
}

#[test]
fn probabilities_outside_the_range_are_refused() {
    for bad in [ratio(0, 1), ratio(-1, 2), ratio(5, 4)] {
        assert_eq!(FailedMoves::new(bad.clone()).unwrap_err().found, bad);
    }
}

#[test]
fn duration_law() {
    for model in models() {
        let p = model.success().clone();
        for r in 0..8u64 {
            let law = model.duration(&r.into());
            assert_eq!(law.mean(), RBig::from(r) / &p);
            // Truncated sums approach 1, mean and variance from below.
            let masses: Vec<_> = law.masses().unwrap().take(300).collect();
            let (mut total, mut mean) = (RBig::ZERO, RBig::ZERO);
            for (n, mass) in &masses {
                assert_eq!(law.probability(*n).as_ref(), Some(mass));
                total += mass;
                mean += mass * RBig::from(*n);
            }
            assert!(total <= RBig::ONE && mean <= law.mean());
            if p >= ratio(1, 2) {
                let rest = ratio(1, 1_000_000_000);
                assert!(total > RBig::ONE - &rest && mean > law.mean() - &rest);
                let square: RBig = masses
                    .iter()
                    .map(|(n, mass)| mass * RBig::from(n * n))
                    .fold(RBig::ZERO, |sum, term| sum + term);
                let parity: RBig = masses
                    .iter()
                    .map(|(n, mass)| {
                        if n % 2 == 0 {
                            mass.clone()
                        } else {
                            -mass.clone()
                        }
                    })
                    .fold(RBig::ZERO, |sum, term| sum + term);
                assert!(square - law.mean().pow(2) > law.variance() - &rest);
                let exact = law.parity_expectation().unwrap();
                assert!(parity > &exact - &rest && parity < exact + rest);
                check_quantiles(&model, r);
            }
        }
    }
}

fn check_quantiles(model: &FailedMoves, r: u64) {
    let law = model.duration(&r.into());
    for level in [ratio(1, 10), ratio(1, 2), ratio(99, 100)] {
        let quantile = law.quantile(&level, 10_000).unwrap();
        let below = |n: u64| -> RBig {
            (r..n)
                .map(|n| law.probability(n).unwrap())
                .fold(RBig::ZERO, |sum, term| sum + term)
        };
        assert!(below(quantile + 1) >= level && below(quantile) < level);
    }
    let bins = law.histogram(3, 5).unwrap();
    for (i, bin) in bins.iter().enumerate() {
        assert_eq!((bin.from, bin.to), (r + 3 * i as u64, r + 3 * i as u64 + 2));
        let sum: RBig = (bin.from..=bin.to)
            .map(|n| law.probability(n).unwrap())
            .fold(RBig::ZERO, |sum, term| sum + term);
        assert_eq!(sum, bin.probability);
    }
}

#[test]
fn no_time_passes_at_the_end() {
    let model = FailedMoves::new(ratio(1, 3)).unwrap();
    let law = model.duration(&UBig::ZERO);
    assert_eq!((law.mean(), law.variance()), (RBig::ZERO, RBig::ZERO));
    assert_eq!(
        (law.probability(0), law.probability(1)),
        (Some(RBig::ONE), Some(RBig::ZERO))
    );
    assert_eq!(law.quantile(&RBig::ONE, 100), Some(0));
}
