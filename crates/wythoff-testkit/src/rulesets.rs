//! Random rulesets of the hub's family, as text in the project's notation.
//!
//! A ruleset is built inside out: a base on one to three piles (`wyt`, `nim`, `rays`, `steps`), then a
//! board, a terminal set and a pass, then perhaps a sum with a heap, and last perhaps `.misere`. Only
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
        proptest::bool::weighted(0.3),
    )
        .prop_map(|(part, heap, misere)| {
            let mut whole = match heap {
                Some(heap) => heap.around(part),
                None => part,
            };
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
}

impl Ends {
    fn condition(&self, piles: usize) -> String {
        match self {
            Self::Sum(limit) => sum_at_most(piles, *limit),
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
        vec(0u64..4, 3).prop_map(Ends::Corner)
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
    ]
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
