//! How people write rulesets, numbers, positions and conditions, and how mistakes are shown.
//!
//! The grammar is in `docs/notation.md`. Everything that parses prints back to the same thing, and
//! every error names the place in the text and what was expected there. Nothing here recurses deeper
//! than a fixed bound, whatever the text.

mod conditions;
mod expressions;
mod graphs;
mod moves;
mod numbers;
mod positions;
mod rulesets;
mod scanner;

pub use conditions::{
    CellSetText, Comparison, Condition, Slice, Test, parse_cell_set, parse_condition, parse_slice,
};
pub use expressions::parse_predicate;
pub use graphs::{GraphReader, parse_graph};
pub use numbers::{DEFAULT_MAX_DIGITS, parse_number, parse_number_within, parse_probability};
pub use positions::{parse_position, parse_position_within, position_text};
pub use rulesets::{NoSources, Sources, parse_rules, parse_rules_with};
