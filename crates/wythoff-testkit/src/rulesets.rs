//! Random rulesets of the hub's family, as text in the project's notation.
//!
//! A ruleset is built inside out: a base on one to three piles (`wyt`, `nim`, `rays`, `steps`, `moves`), then
//! a board, a terminal set and a pass, then perhaps a sum with a heap, altered cells, and last perhaps
//! `.misere`. Only
//! what the notation allows is built, so a front end that refuses one of these texts is wrong.

use proptest::collection::vec;
use proptest::prelude::*;

/// A ruleset and how far its coordinates should go in a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomRules {
    /// The ruleset, in the notation.
    pub text: String,
    /// For each coordinate in order the largest value to try: piles up to the side that was asked for
    /// or the board's edge, a pass coordinate up to its number of passes, a heap up to 2.
    pub largest: Vec<u64>,
}

impl RandomRules {
    /// A position within these limits.
    pub fn position(&self) -> impl Strategy<Value = Vec<u64>> + use<> {
        self.largest
            .iter()
            .map(|&largest| 0..=largest)
            .collect::<Vec<_>>()
    }
}

/// A ruleset whose piles are to be tried up to `side`.
///
/// ```
/// use proptest::prelude::*;
/// proptest!(|(rules in wythoff_testkit::rulesets::rulesets(12))| {
///     prop_assert!(!rules.largest.is_empty());
/// });
/// ```
pub fn rulesets(side: u64) -> impl Strategy<Value = RandomRules> {
    (
        part(side),
        proptest::option::weighted(0.3, around_heap()),
        proptest::option::weighted(0.15, vec((vec(any::<u64>(), 6), 0usize..4), 1..4)),
        proptest::bool::weighted(0.3),
    )
        .prop_map(|(part, heap, altered, misere)| {
            let mut whole = match heap {
                Some(heap) => heap.around(part),
                None => part,
            };
            if let Some(cells) = altered {
                whole.set(&cells);
            }
            if misere {
                whole.text = format!("{}.misere", whole.grouped());
            }
            RandomRules {
                text: whole.text,
                largest: whole.largest,
            }
        })
}

/// A ruleset of [`rulesets`] with one of its positions.
pub fn rules_and_position(side: u64) -> impl Strategy<Value = (RandomRules, Vec<u64>)> {
    rulesets(side).prop_flat_map(|rules| {
        let position = rules.position();
        (Just(rules), position)
    })
}

/// A condition on a value, such as `grundy=1`.
pub fn conditions() -> impl Strategy<Value = String> {
    let number = |name: &'static str| {
        (prop_oneof![Just("="), Just("<="), Just(">=")], 0u64..8)
            .prop_map(move |(relation, value)| format!("{name}{relation}{value}"))
    };
    prop_oneof![
        Just("outcome=P".to_owned()),
        Just("outcome=N".to_owned()),
        number("grundy"),
        number("remoteness"),
    ]
}

/// A ruleset under construction.
#[derive(Debug, Clone)]
struct Part {
    text: String,
    largest: Vec<u64>,
    /// Whether a pass was added: its coordinate has no place in conditions on piles.
    has_pass: bool,
    /// Whether the text is a sum, which `.` does not reach without parentheses.
    is_sum: bool,
}

impl Part {
    /// The text, so that an adapter applies to all of it.
    fn grouped(&self) -> String {
        if self.is_sum {
            format!("({})", self.text)
        } else {
            self.text.clone()
        }
    }

    fn until(&mut self, condition: &str) {
        self.text = format!("{}.until({condition})", self.grouped());
        self.is_sum = false;
    }

    /// Cells within the limits, one each, and what they are said to be.
    fn set(&mut self, cells: &[(Vec<u64>, usize)]) {
        let mut said: Vec<(String, &str)> = Vec::new();
        for (coordinates, value) in cells {
            let at: Vec<String> = coordinates
                .iter()
                .zip(&self.largest)
                .map(|(c, largest)| (c % (largest + 1)).to_string())
                .collect();
            let at = at.join(",");
            if said.iter().all(|(other, _)| *other != at) {
                said.push((at, ["P", "N", "2", "0"][*value]));
            }
        }
        let cells: Vec<String> = said
            .iter()
            .map(|(at, value)| format!("{at} = {value}"))
            .collect();
        self.text = format!("{}.set({})", self.grouped(), cells.join("; "));
        self.is_sum = false;
    }

    fn pass(&mut self, passes: u64) {
        let call = if passes == 1 {
            "pass".to_owned()
        } else {
            format!("pass({passes})")
        };
        self.text = format!("{}.{call}", self.grouped());
        self.is_sum = false;
        self.has_pass = true;
        self.largest.push(passes);
    }
}

/// Names of the first piles in conditions.
const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// The condition that the piles together hold at most `limit`.
fn sum_at_most(piles: usize, limit: u64) -> String {
    format!("{} <= {limit}", NAMES[..piles].join("+"))
}

/// A base with adapters, without a heap.
fn part(side: u64) -> impl Strategy<Value = Part> {
    let board = proptest::option::weighted(0.2, vec(2..=side.max(2), 3));
    let ends = proptest::option::weighted(0.3, ends());
    let passes = proptest::option::weighted(0.3, prop_oneof![4 => Just(1u64), 1 => Just(2)]);
    (base(), board, ends, passes).prop_map(move |((text, piles), board, ends, passes)| {
        let mut part = Part {
            text,
            largest: vec![side; piles],
            has_pass: false,
            is_sum: false,
        };
        if let Some(edges) = board {
            let inside: Vec<String> = NAMES
                .iter()
                .zip(&edges)
                .take(piles)
                .map(|(name, edge)| format!("{name} < {edge}"))
                .collect();
            part.text = format!("{}.within({})", part.text, inside.join(" and "));
            part.largest = edges[..piles]
                .iter()
                .map(|edge| side.min(edge - 1))
                .collect();
        }
        if let Some(ends) = ends {
            part.until(&ends.condition(piles));
        }
        if let Some(passes) = passes {
            part.pass(passes);
        }
        part
    })
}

/// A terminal set.
#[derive(Debug, Clone)]
enum Ends {
    Sum(u64),
    Corner(Vec<u64>),
    /// Anything else that can be said of one pile or more.
    Other(&'static str),
}

impl Ends {
    fn condition(&self, piles: usize) -> String {
        match self {
            Self::Sum(limit) => sum_at_most(piles, *limit),
            Self::Other(condition) => (*condition).to_owned(),
            Self::Corner(limits) => {
                let each: Vec<String> = NAMES
                    .iter()
                    .zip(limits)
                    .take(piles)
                    .map(|(name, limit)| format!("{name} <= {limit}"))
                    .collect();
                each.join(" and ")
            }
        }
    }
}

fn ends() -> impl Strategy<Value = Ends> {
    prop_oneof![
        (0u64..6).prop_map(Ends::Sum),
        vec(0u64..4, 3).prop_map(Ends::Corner),
        proptest::sample::select(&["x mod 3 = 1", "x = 2 or x = 5", "x > 0 and 6/x = 2"][..])
            .prop_map(Ends::Other),
    ]
}

/// A ruleset on piles alone, with their number.
fn base() -> impl Strategy<Value = (String, usize)> {
    let wyt = prop_oneof![
        Just("wythoff".to_owned()),
        (1u64..=4, 1u64..=4).prop_map(|(a, b)| format!("wyt({a},{b})")),
    ];
    prop_oneof![
        3 => wyt.prop_map(|text| (text, 2)),
        1 => (1usize..=3).prop_map(|piles| (format!("nim({piles})"), piles)),
        3 => piles().prop_flat_map(|piles| vectors("rays", piles)),
        2 => piles().prop_flat_map(|piles| vectors("steps", piles)),
        1 => steps_with_negative_entries().prop_map(|text| (text, 2)),
        3 => removals().prop_map(|text| (text, 2)),
        1 => targets().prop_map(|text| (text, 2)),
        1 => Just(("moves(e,f,g: e+f+g <= 2 or e = f and f = g)".to_owned(), 3)),
    ]
}

/// `moves(e,f: …)` with a random condition on what is removed: of the kinds that are lines at all sizes
/// and of others.
pub fn removals() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        Just("e = 0".to_owned()),
        Just("f = 0".to_owned()),
        Just("e = f".to_owned()),
        (1u64..5).prop_map(|k| format!("|e-f| < {k}")),
        (1u64..5).prop_map(|k| format!("min(e,f) < {k}")),
        (0u64..6).prop_map(|k| format!("max(e,f) <= {k}")),
        (0u64..6).prop_map(|k| format!("e+f <= {k}")),
        (0u64..5).prop_map(|k| format!("e = f+{k}")),
        (0u64..5).prop_map(|k| format!("f > e+{k}")),
        (2u64..5, 0u64..3).prop_map(|(m, r)| format!("(e+2*f) mod {m} = {r}")),
        (2u64..4).prop_map(|k| format!("{k}*e = f")),
        (0u64..9).prop_map(|k| format!("e*f = {k}")),
        (0u64..4).prop_map(|k| format!("e xor f = {k}")),
        Just("gcd(e,f) = 1".to_owned()),
        Just("f != 0 and e/f = 2".to_owned()),
    ];
    let condition = atom.prop_recursive(3, 8, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} and {b})")),
            inner.prop_map(|a| format!("not ({a})")),
        ]
    });
    condition.prop_map(|condition| format!("moves(e,f: {condition})"))
}

/// `moves(x,y -> u,v: …)`, some of which depend on where one stands.
fn targets() -> impl Strategy<Value = String> {
    proptest::sample::select(
        &[
            "moves(x,y -> u,v: u = x or v = y or x-u = y-v)",
            "moves(x,y -> u,v: u = x and v < y or v = y and u >= x/2)",
            "moves(x,y -> u,v: (x+y+u+v) mod 3 = 1 or |x-u-y+v| < 2)",
            "moves(let k = 3; x,y -> u,v: x-u < k and (v = y or u = v))",
        ][..],
    )
    .prop_map(str::to_owned)
}

/// Mostly two piles.
fn piles() -> impl Strategy<Value = usize> {
    prop_oneof![1 => Just(1usize), 4 => Just(2), 1 => Just(3)]
}

/// `rays(…)` or `steps(…)` with one to four vectors without negative entries.
fn vectors(word: &'static str, piles: usize) -> impl Strategy<Value = (String, usize)> {
    let vector = vec(0i64..=3, piles).prop_filter("the zero vector is no move", |vector| {
        vector.iter().any(|&c| c > 0)
    });
    vec(vector, 1..=4).prop_map(move |vectors| (call(word, &vectors), piles))
}

/// `steps(…)` on two piles with vectors that may add to a pile, all lowering one weighted sum.
fn steps_with_negative_entries() -> impl Strategy<Value = String> {
    (1i64..=3, 1i64..=3).prop_flat_map(|(first, second)| {
        let vector = vec(-2i64..=3, 2).prop_filter("the weighted sum must fall", move |v| {
            first * v[0] + second * v[1] > 0
        });
        vec(vector, 1..=4).prop_map(|vectors| call("steps", &vectors))
    })
}

fn call(word: &str, vectors: &[Vec<i64>]) -> String {
    let vectors: Vec<String> = vectors
        .iter()
        .map(|vector| {
            vector
                .iter()
                .map(i64::to_string)
                .collect::<Vec<_>>()
                .join(",")
        })
        .collect();
    format!("{word}({})", vectors.join("; "))
}

/// A sum with a heap, and what may be put around it.
#[derive(Debug, Clone)]
struct Heap {
    first: bool,
    ends: Option<u64>,
    pass: bool,
}

impl Heap {
    fn around(&self, part: Part) -> Part {
        const LARGEST_HEAP: u64 = 2;
        let (text, largest) = if self.first {
            (
                format!("nim(1) + {}", part.text),
                [vec![LARGEST_HEAP], part.largest].concat(),
            )
        } else {
            (
                format!("{} + nim(1)", part.text),
                [part.largest, vec![LARGEST_HEAP]].concat(),
            )
        };
        let mut sum = Part {
            text,
            largest,
            has_pass: part.has_pass,
            is_sum: true,
        };
        if !sum.has_pass {
            if let Some(limit) = self.ends {
                sum.until(&sum_at_most(sum.largest.len(), limit));
            }
            if self.pass {
                sum.pass(1);
            }
        }
        sum
    }
}

fn around_heap() -> impl Strategy<Value = Heap> {
    (
        any::<bool>(),
        proptest::option::weighted(0.3, 0u64..5),
        proptest::bool::weighted(0.3),
    )
        .prop_map(|(first, ends, pass)| Heap { first, ends, pass })
}
