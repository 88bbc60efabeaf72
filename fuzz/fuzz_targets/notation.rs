//! Any text through every parser of the notation: no panic, and what parses prints back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wythoff::notation;

fuzz_target!(|text: &str| {
    if let Ok(rules) = notation::parse_rules(text) {
        let again = notation::parse_rules(&rules.to_string());
        assert_eq!(again.as_ref(), Ok(&rules), "{rules}");
        let coordinates = vec!["1"; rules.axes().len()];
        let _ = notation::parse_position(&rules, &coordinates);
    }
    let _ = notation::parse_number_within(text, 1000);
    let _ = notation::parse_probability(text);
    let _ = notation::parse_graph(text, "fuzz");
    if let Ok(condition) = notation::parse_condition(text) {
        assert_eq!(notation::parse_condition(&condition.to_string()), Ok(condition));
    }
});
