//! Rulesets by conditions, altered cells, sums and other ways to count coordinates, as a user meets them;
//! and the rows of the corpus that a command answers.

use std::process::{Command, Output};

use serde_json::{Value, json};
use wythoff_testkit::Corpus;
use wythoff_testkit::rows::Extent;

fn wythoff(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .args(arguments)
        .current_dir(Corpus::folder())
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// The answer, and whether the exit code is 0.
#[track_caller]
fn json_and_success(arguments: &[&str]) -> (Value, bool) {
    let output = wythoff(arguments);
    let answer = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{arguments:?}: {error}: {}", text(&output.stderr));
    });
    (answer, output.status.success())
}

#[track_caller]
fn json_of(arguments: &[&str]) -> Value {
    let (answer, success) = json_and_success(arguments);
    assert!(success, "{arguments:?}: {answer}");
    answer
}

#[track_caller]
fn text_of(arguments: &[&str]) -> String {
    let output = wythoff(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        text(&output.stderr)
    );
    text(&output.stdout)
}

#[track_caller]
fn refused(arguments: &[&str], exit: i32, named: &str) {
    let output = wythoff(arguments);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{arguments:?}: {err}");
    assert!(
        err.contains(named),
        "{arguments:?}: {err:?} does not name {named:?}"
    );
}

#[test]
fn the_queens_moves_by_a_condition_have_the_formula() {
    let queen = "moves(e,f: e = 0 or f = 0 or e = f)";
    let report = json_of(&["analyze", queen, "10^40", "3*10^39", "--json"]);
    let known = json_of(&["analyze", "wythoff", "10^40", "3*10^39", "--json"]);
    assert_eq!(report["remoteness"], known["remoteness"]);
    assert_eq!(report["evidence"]["remoteness"]["kind"], "theorem");
}

#[test]
fn a_condition_says_what_it_costs() {
    let recognised = text_of(&["explain", "moves(e,f: e = 0 or |e-f| < 2)"]);
    assert!(
        recognised.contains("t*(1, 1)") && !recognised.contains("Cost"),
        "{recognised}"
    );
    let on_boxes = json_of(&["explain", "moves(e,f: e*f = 0 or e = 2*f)", "--json"]);
    assert_eq!(on_boxes["lines"], Value::Null);
    let note = on_boxes["note"].as_str().expect("a note");
    assert!(note.contains("651") && note.contains("box"), "{note}");
    let by_options = text_of(&["explain", "moves(x,y -> u,v: u = x or v = y or u = v)"]);
    assert!(
        by_options.contains("Cost: ") && by_options.contains("651"),
        "{by_options}"
    );
}

#[test]
fn mistakes_in_conditions_are_shown_at_their_place() {
    refused(
        &["analyze", "moves(e,f: e < g)", "1", "1"],
        2,
        "one of e, f",
    );
    refused(
        &["analyze", "moves(e,f: e/f = 1)", "3", "4"],
        2,
        "divides by zero at [3, 4]",
    );
    refused(
        &["analyze", "wythoff.set(3,5 = P).pass", "1", "1"],
        2,
        "wythoff.pass",
    );
}

#[test]
fn altered_cells() {
    let report = json_of(&["analyze", "wythoff.set(1,2 = N)", "3", "5", "--json"]);
    assert_eq!(report["rules"], "wythoff.set(1,2 = N)");
    let list = json_of(&[
        "positions",
        "wythoff.set(1,2 = N; 2,1 = N)",
        "--where",
        "outcome=P",
        "--count",
        "3",
        "--json",
    ]);
    assert_eq!(
        list["positions"],
        json!([["0", "0"], ["1", "3"], ["2", "5"]])
    );
}

#[test]
fn winning_moves_of_a_sum_by_component() {
    let report = json_of(&["analyze", "wythoff + nim(1)", "3", "5", "1", "--json"]);
    assert_eq!(report["winning_moves"][0].as_array().map(Vec::len), Some(3));
    let moves = report["winning_moves_by_component"]
        .as_array()
        .expect("a list");
    assert_eq!(
        moves.len(),
        report["winning_moves"].as_array().unwrap().len()
    );
    for (parts, target) in moves
        .iter()
        .zip(report["winning_moves"].as_array().unwrap())
    {
        let [part] = &parts.as_array().unwrap()[..] else {
            panic!("a disjunctive sum moves in one component: {parts}")
        };
        let [x, y, z] = [0, 1, 2].map(|i| target[i].as_str().unwrap().to_owned());
        match part["component"].as_u64() {
            Some(1) => {
                assert_eq!(
                    (&part["rules"], &part["from"]),
                    (&json!("wythoff"), &json!(["3", "5"]))
                );
                assert_eq!((&part["to"], z.as_str()), (&json!([x, y]), "1"));
            }
            Some(2) => {
                assert_eq!(
                    (&part["rules"], &part["from"]),
                    (&json!("nim(1)"), &json!(["1"]))
                );
                assert_eq!(part["to"], json!([z]));
            }
            other => panic!("component {other:?}"),
        }
    }
    let shown = text_of(&["analyze", "queen + knight", "5", "4", "5", "4"]);
    assert!(shown.contains("component 1, queen: (5, 4) -> "), "{shown}");
    let compound = json_of(&["analyze", "nim(1) | nim(1)", "1", "1", "--json"]);
    let both = compound["winning_moves_by_component"][0]
        .as_array()
        .unwrap();
    assert_eq!(both.len(), 2, "{compound}");
    let single = json_of(&["analyze", "wythoff", "3", "6", "--json"]);
    assert_eq!(single.get("winning_moves_by_component"), None);
}

#[test]
fn boards_numbered_from_one() {
    let report = json_of(&["analyze", "queen", "5", "9", "--one-based", "--json"]);
    let usual = json_of(&["analyze", "queen", "4", "8", "--json"]);
    assert_eq!(report["position"], json!(["5", "9"]));
    assert_eq!(report["coordinates"], "counted from 1");
    assert_eq!(report["remoteness"], usual["remoteness"]);
    let one_more = |targets: &Value| -> Vec<Vec<u64>> {
        let number = |x: &Value| x.as_str().unwrap().parse::<u64>().unwrap() + 1;
        let targets = targets.as_array().unwrap().iter();
        targets
            .map(|t| t.as_array().unwrap().iter().map(number).collect())
            .collect()
    };
    let as_numbers = |targets: &Value| -> Vec<Vec<u64>> {
        one_more(targets)
            .into_iter()
            .map(|t| t.into_iter().map(|x| x - 1).collect())
            .collect()
    };
    assert_eq!(
        as_numbers(&report["winning_moves"]),
        one_more(&usual["winning_moves"])
    );
    refused(
        &["analyze", "queen", "0", "9", "--one-based"],
        2,
        "the first is 1",
    );
    let table = text_of(&[
        "table",
        "queen",
        "--value",
        "outcome",
        "--size",
        "3",
        "--one-based",
        "--format",
        "csv",
    ]);
    assert_eq!(table, "x\\y,1,2,3\n1,P,N,N\n2,N,N,P\n3,N,P,N\n");
    let table = json_of(&[
        "table",
        "wythoff.pass",
        "--value",
        "grundy",
        "--size",
        "2",
        "--origin",
        "3,5",
        "--one-based",
        "--json",
    ]);
    let same = json_of(&[
        "table",
        "wythoff.pass",
        "--value",
        "grundy",
        "--size",
        "2",
        "--origin",
        "2,4",
        "--json",
    ]);
    assert_eq!(
        (&table["rows"], &table["origin"]),
        (&same["rows"], &json!(["3", "5"]))
    );
    // The pass flag is no pile.
    let report = json_of(&[
        "analyze",
        "wythoff.pass",
        "4",
        "6",
        "1",
        "--one-based",
        "--json",
    ]);
    assert_eq!(report["position"], json!(["4", "6", "1"]));
    refused(
        &[
            "table",
            "queen",
            "--value",
            "grundy",
            "--size",
            "9",
            "--one-based",
            "-o",
            "x.npy",
        ],
        2,
        "from 0",
    );
}

#[test]
fn boards_seen_from_the_far_corner() {
    // On 8 x 8 the far corner is (7, 7), and (1, 0) from there is (6, 7).
    let report = json_of(&[
        "analyze",
        "queen",
        "1",
        "0",
        "--from-far-corner",
        "8x8",
        "--json",
    ]);
    let usual = json_of(&["analyze", "queen", "6", "7", "--json"]);
    assert_eq!(report["grundy"], usual["grundy"]);
    assert_eq!(report["position"], json!(["1", "0"]));
    assert_eq!(
        report["coordinates"],
        "counted from 0 from the far corner of a board of 8x8"
    );
    let corner = json_of(&[
        "analyze",
        "queen",
        "8",
        "5",
        "--one-based",
        "--from-far-corner",
        "8x5",
        "--json",
    ]);
    assert_eq!(
        (&corner["terminal"], &corner["position"]),
        (&json!(true), &json!(["8", "5"]))
    );
    refused(
        &[
            "analyze",
            "queen",
            "9",
            "1",
            "--one-based",
            "--from-far-corner",
            "8x8",
        ],
        2,
        "outside",
    );
    refused(
        &["analyze", "queen", "1", "1", "--from-far-corner", "8"],
        2,
        "sides of the board",
    );
}

#[test]
fn comparisons_of_the_corpus() {
    let corpus = Corpus::load().unwrap_or_else(|error| panic!("{error}"));
    for row in &corpus.compare {
        let content = &row.content;
        let size = content.size.to_string();
        let from = content
            .from
            .as_ref()
            .map_or("0".to_owned(), ToString::to_string);
        let mut arguments = vec![
            "compare",
            &content.left,
            &content.right,
            "--size",
            &size,
            "--from",
            &from,
            "--json",
        ];
        if let Some(relabel) = &content.relabel {
            arguments.extend(["--relabel", relabel]);
        }
        let (report, success) = json_and_success(&arguments);
        assert_eq!(success, content.equal, "{row}: {report}");
        if let Some(differences) = content.differences {
            assert_eq!(report["differences"], json!(differences), "{row}");
        }
        for (key, expected) in [
            ("largest_coordinate", &content.largest_coordinate),
            ("equal_from", &content.equal_from),
        ] {
            if let Some(expected) = expected {
                assert_eq!(report[key], json!(expected.as_str()), "{row}: {key}");
            }
        }
    }
}

#[test]
fn periods_of_the_corpus() {
    let corpus = Corpus::load().unwrap_or_else(|error| panic!("{error}"));
    for row in &corpus.periods {
        let content = &row.content;
        let number = content.row.as_ref().map(ToString::to_string);
        let mut arguments = vec!["period", content.rules.as_str(), "--json"];
        if let Some(number) = &number {
            arguments.extend(["--row", number]);
        }
        let report = json_of(&arguments);
        assert_eq!(report["certified"], json!(true), "{row}");
        assert_eq!(report["additive"], json!(content.additive), "{row}");
        assert_eq!(
            report["preperiod"],
            json!(content.preperiod.to_string()),
            "{row}"
        );
        assert_eq!(report["period"], json!(content.period.to_string()), "{row}");
    }
}

#[test]
fn lists_of_the_corpus_numbered_from_one() {
    let corpus = Corpus::load().unwrap_or_else(|error| panic!("{error}"));
    let rows: Vec<_> = corpus
        .lists
        .iter()
        .filter(|row| row.content.one_based)
        .collect();
    assert!(rows.len() >= 2);
    for row in rows {
        let content = &row.content;
        let Extent::Box(size) = content.extent else {
            panic!("{row}: a box")
        };
        let count = (2 * content.positions.len() + 2).to_string();
        let mut arguments = vec![
            "positions",
            content.rules.as_str(),
            "--where",
            content.condition.as_str(),
            "--count",
            count.as_str(),
            "--one-based",
            "--json",
        ];
        if content.all {
            arguments.push("--all");
        }
        let report = json_of(&arguments);
        assert_eq!(report["coordinates"], "counted from 1");
        let inside = |at: &&Value| {
            let small = |x: &Value| {
                x.as_str()
                    .is_some_and(|x| x.parse::<u64>().is_ok_and(|x| x <= size))
            };
            at.as_array().is_some_and(|at| at.iter().all(small))
        };
        let listed: Vec<&Value> = report["positions"]
            .as_array()
            .unwrap()
            .iter()
            .filter(inside)
            .collect();
        let expected: Vec<Value> = content
            .positions
            .iter()
            .map(|at| json!(at.coordinates()))
            .collect();
        assert_eq!(listed, expected.iter().collect::<Vec<_>>(), "{row}");
    }
}
