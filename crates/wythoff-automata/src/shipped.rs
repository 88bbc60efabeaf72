//! Theorems that come with the program.
//!
//! Each was found and proved by it; the tests verify all of them again. They are read when a question needs them.

use crate::budget::{Budget, Result};
use crate::theorem::Theorem;

/// A theorem file that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The file's name.
    pub file: &'static str,
    /// The rules in one line.
    pub rules: &'static str,
    /// The value.
    pub value: &'static str,
    text: &'static str,
}

macro_rules! shipped {
    ($(($file:literal, $rules:literal, $value:literal)),* $(,)?) => {
        /// All theorems that come with the program.
        pub const SHIPPED: &[Shipped] = &[$(Shipped {
            file: $file,
            rules: $rules,
            value: $value,
            text: include_str!(concat!("../theorems/", $file)),
        }),*];
    };
}

shipped![
    ("wythoff-outcome.json", "wythoff", "outcome"),
    ("wythoff-grundy-1.json", "wythoff", "grundy=1"),
    ("wythoff-remoteness.json", "wythoff", "remoteness"),
    ("wythoff-pass-outcome.json", "wythoff.pass", "outcome"),
    ("wythoff-misere-outcome.json", "wythoff.misere", "outcome"),
    (
        "wythoff-block-2-outcome.json",
        "wythoff.block(2)",
        "outcome"
    ),
    (
        "wythoff-block-3-outcome.json",
        "wythoff.block(3)",
        "outcome"
    ),
    ("until-1-outcome.json", "wythoff.until(x+y <= 1)", "outcome"),
    ("until-2-outcome.json", "wythoff.until(x+y <= 2)", "outcome"),
    ("until-3-outcome.json", "wythoff.until(x+y <= 3)", "outcome"),
    ("until-4-outcome.json", "wythoff.until(x+y <= 4)", "outcome"),
    ("until-5-outcome.json", "wythoff.until(x+y <= 5)", "outcome"),
    (
        "until-2-misere-outcome.json",
        "wythoff.until(x+y <= 2).misere",
        "outcome"
    ),
    (
        "until-2-grundy-1.json",
        "wythoff.until(x+y <= 2)",
        "grundy=1"
    ),
    (
        "until-1-remoteness.json",
        "wythoff.until(x+y <= 1)",
        "remoteness"
    ),
    (
        "until-2-remoteness.json",
        "wythoff.until(x+y <= 2)",
        "remoteness"
    ),
    (
        "until-3-remoteness.json",
        "wythoff.until(x+y <= 3)",
        "remoteness"
    ),
    (
        "until-4-remoteness.json",
        "wythoff.until(x+y <= 4)",
        "remoteness"
    ),
    ("wyt-1-2-outcome.json", "wyt(1,2)", "outcome"),
    ("wyt-2-1-outcome.json", "wyt(2,1)", "outcome"),
];

impl Shipped {
    /// Reads the theorem; it is not verified again.
    ///
    /// # Errors
    /// None unless the program was built from damaged files.
    pub fn read(&self, budget: &Budget<'_>) -> Result<Theorem> {
        Theorem::from_json(self.text, budget)
    }

    /// The file's text.
    #[must_use]
    pub fn text(&self) -> &'static str {
        self.text
    }
}
