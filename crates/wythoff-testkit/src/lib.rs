//! Corpus loader and random rulesets for tests.
#![forbid(unsafe_code)]
