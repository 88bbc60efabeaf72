//! The corpus loads, and the loader says where a row is wrong.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use wythoff_testkit::rows::{Expected, Extent, Feature, Numeral, Reading};
use wythoff_testkit::{Corpus, LoadError};

#[test]
fn every_kind_has_rows_and_every_row_says_something() {
    let corpus = Corpus::load().unwrap_or_else(|error| panic!("{error}"));
    assert!(corpus.positions.len() > 100);
    let sizes = [
        corpus.tables.len(),
        corpus.readings.len(),
        corpus.sequences.len(),
        corpus.lists.len(),
        corpus.counts.len(),
        corpus.compare.len(),
        corpus.periods.len(),
        corpus.checks.len(),
        corpus.errors.len(),
        corpus.graphs.len(),
        corpus.out_of_scope.len(),
    ];
    assert!(sizes.iter().all(|&size| size > 0), "{sizes:?}");
    for row in &corpus.lists {
        assert!(!row.content.positions.is_empty(), "{row} lists nothing");
    }
    for row in &corpus.readings {
        assert!(!row.content.terms.is_empty(), "{row} lists nothing");
    }
    for row in &corpus.sequences {
        assert!(!row.content.terms.is_empty(), "{row} lists nothing");
    }
}

#[test]
fn moves_are_sorted_without_repetition() {
    let corpus = Corpus::load().unwrap_or_else(|error| panic!("{error}"));
    for row in &corpus.positions {
        let (Expected::OptimalMoves(moves) | Expected::WinningMoves(moves)) = &row.content.expected
        else {
            continue;
        };
        // Decimal numerals compare as numbers when the shorter one comes first.
        let key = |coordinate: &String| (coordinate.len(), coordinate.clone());
        let keys: Vec<Vec<_>> = moves
            .iter()
            .map(|m| m.coordinates().iter().map(key).collect())
            .collect();
        assert!(
            keys.is_sorted_by(|a, b| a < b),
            "{row}: the moves are not sorted"
        );
    }
}

#[test]
fn known_rows_read_as_written() {
    let corpus = Corpus::load().unwrap_or_else(|error| panic!("{error}"));
    let row = corpus
        .lists
        .iter()
        .find(|row| row.id == "E07.1")
        .expect("E07.1");
    assert_eq!(row.content.extent, Extent::From("10^18".into()));
    assert_eq!(
        row.content.positions[0].to_u64s(),
        Some(vec![1_414_213_562_373_095_048, 3_414_213_562_373_095_048])
    );
    let row = corpus
        .readings
        .iter()
        .find(|row| row.id == "A064206.1")
        .expect("A064206.1");
    assert_eq!(row.content.reading, Reading::InverseRow(3));
    let row = corpus
        .compare
        .iter()
        .find(|row| row.id == "C05.1")
        .expect("C05.1");
    assert!(row.is_ready(&[Feature::Compare, Feature::Moves]));
    assert!(!row.is_ready(&[Feature::Compare]));
}

#[test]
fn every_graph_that_a_row_names_is_there_unless_its_absence_is_the_point() {
    let corpus = Corpus::load().unwrap_or_else(|error| panic!("{error}"));
    let mut named: HashSet<String> = corpus
        .graphs
        .iter()
        .map(|row| row.content.graph.clone())
        .collect();
    let rules = corpus.positions.iter().map(|row| &row.content.rules);
    for text in rules {
        if let Some(rest) = text.strip_prefix("graph(") {
            named.insert(rest.trim_end_matches(')').to_owned());
        }
    }
    assert!(named.len() >= 3);
    for file in named {
        assert!(Corpus::folder().join(&file).is_file(), "{file}");
    }
}

/// A corpus with empty files except one; removed when dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn with(name: &str, file: &str, text: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("a folder for the test");
        for entry in fs::read_dir(Corpus::folder()).expect("the corpus") {
            let path = entry.expect("an entry").path();
            if path
                .extension()
                .is_some_and(|extension| extension == "jsonl")
            {
                fs::write(folder.join(path.file_name().expect("a name")), "")
                    .expect("an empty file");
            }
        }
        fs::write(folder.join(file), text).expect("the file under test");
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
fn check_refused(name: &str, file: &str, text: &str, line: usize, part: &str) {
    let scratch = Scratch::with(name, file, text);
    let error: LoadError = Corpus::load_from(&scratch.0).expect_err("the row is wrong");
    assert!(error.file.ends_with(file), "{error}");
    assert_eq!(error.line, Some(line), "{error}");
    assert!(error.message.contains(part), "{error}");
}

const GOOD: &str = r#"{"id":"a","rules":"wythoff","position":["1","2"],"value":"outcome","expected":"P","source":"s"}"#;

#[test]
fn errors_name_file_line_and_part() {
    let row = |from: &str, to: &str| {
        format!(
            "{GOOD}\n{}",
            GOOD.replace("\"a\"", "\"b\"").replace(from, to)
        )
    };
    check_refused(
        "twice",
        "positions.jsonl",
        &format!("{GOOD}\n{GOOD}\n"),
        2,
        "positions.jsonl:1",
    );
    check_refused(
        "json",
        "positions.jsonl",
        &format!("{GOOD}\n{{"),
        2,
        "JSON object",
    );
    check_refused(
        "blank",
        "positions.jsonl",
        &format!("{GOOD}\n\n"),
        2,
        "JSON object",
    );
    check_refused(
        "value",
        "positions.jsonl",
        &row("outcome", "colour"),
        2,
        "colour",
    );
    check_refused(
        "expected",
        "positions.jsonl",
        &row("\"P\"", "\"Q\""),
        2,
        "Q",
    );
    check_refused(
        "source",
        "positions.jsonl",
        &row(",\"source\":\"s\"", ""),
        2,
        "source",
    );
    check_refused(
        "key",
        "positions.jsonl",
        &row("\"rules\"", "\"rule\""),
        2,
        "rule",
    );
    check_refused(
        "need",
        "positions.jsonl",
        &row("\"source\":\"s\"", "\"source\":\"s\",\"needs\":[\"luck\"]"),
        2,
        "luck",
    );
    check_refused(
        "coordinate",
        "positions.jsonl",
        &row("\"2\"", "-2"),
        2,
        "-2",
    );
    check_refused(
        "win",
        "positions.jsonl",
        &row("outcome", "win"),
        2,
        "success",
    );
    check_refused(
        "ragged",
        "tables.jsonl",
        r#"{"id":"t","rules":"wythoff","value":"grundy","rows":[[0,1],[2]],"source":"s"}"#,
        1,
        "equal length",
    );
    check_refused(
        "extent",
        "lists.jsonl",
        r#"{"id":"l","rules":"wythoff","where":"outcome=P","positions":[],"source":"s"}"#,
        1,
        "size",
    );
}

#[test]
fn a_missing_file_is_named() {
    let scratch = Scratch::with("missing", "positions.jsonl", GOOD);
    fs::remove_file(scratch.0.join("tables.jsonl")).expect("it was there");
    let error = Corpus::load_from(&scratch.0).expect_err("a file is missing");
    assert!(
        error.file.ends_with("tables.jsonl") && error.line.is_none(),
        "{error}"
    );
}

#[test]
fn numerals_are_natural_numbers() {
    for text in ["-1", "1.5", "\"1e3\"", "\"\"", "null", "\"+1\""] {
        assert!(serde_json::from_str::<Numeral>(text).is_err(), "{text}");
    }
    let long: Numeral = serde_json::from_str("\"100000000000000000000\"").expect("digits");
    assert_eq!(
        (long.as_str(), long.to_u64()),
        ("100000000000000000000", None)
    );
}
