//! `check`, `compare` and `period` as their users meet them: JSON fields and exit codes.

use std::process::{Command, Output};

use serde_json::Value;

fn wythoff(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .args(arguments)
        .output()
        .unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn json(arguments: &[&str], expected_code: i32) -> Value {
    let output = wythoff(&[arguments, &["--json"]].concat());
    assert_eq!(
        code(&output),
        expected_code,
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_pass_theorem_is_compared_at_20000() {
    let sides = ["compare", "wythoff.pass : outcome=P", "wythoff : grundy=1"];
    let found = json(
        &[&sides[..], &["--size", "20000", "--from", "8"]].concat(),
        0,
    );
    assert_eq!(found["equal"], false);
    assert_eq!(found["differences"], 14);
    assert_eq!(found["largest_coordinate"], "7");
    assert_eq!(found["equal_from"], "8");
    assert_eq!(found["only_left"].as_array().unwrap().len(), 7);
    assert_eq!(found["only_right"][0][1], "1");
    assert_eq!(found["cells"], 400_000_000u64);
    json(&[&sides[..], &["--size", "100", "--from", "7"]].concat(), 1);
    json(&[&sides[..], &["--size", "100"]].concat(), 1);
    let few = json(
        &[
            &sides[..],
            &["--size", "100", "--from", "8", "--limit", "2"],
        ]
        .concat(),
        0,
    );
    assert_eq!(few["only_left"].as_array().unwrap().len(), 2);
    let none = json(
        &[
            "compare",
            "wyt(1,2) : outcome=P",
            "wythoff : outcome=P",
            "--size",
            "50",
        ],
        1,
    );
    assert_eq!(none["equal_from"], Value::Null);
}

#[test]
fn tables_and_distances_are_compared() {
    let table = json(
        &[
            "compare",
            "wythoff.until(x+y<=2).misere : grundy",
            "wythoff.until(x+y<=2) : grundy",
            "--relabel",
            "0-1",
            "--size",
            "36",
        ],
        0,
    );
    assert_eq!(table["equal"], true);
    let distance = json(
        &[
            "compare",
            "wythoff : grundy=1",
            "outcome=P",
            "--size",
            "500",
            "--distance",
            "--limit",
            "0",
        ],
        1,
    );
    assert_eq!(distance["distances"][0]["greatest_squared"], 9);
    let text = wythoff(&[
        "compare",
        "wythoff : grundy=1",
        "outcome=P",
        "--size",
        "500",
        "--distance",
    ]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert!(text.contains("greatest squared distance 9"), "{text}");
}

#[test]
fn wrong_sides_are_wrong_input() {
    for sides in [
        ["outcome=P", "grundy=1"],
        ["wythoff : outcme=P", "wythoff : outcome=P"],
        ["wythoff : grundy", "wythoff : outcome=P"],
    ] {
        let output = wythoff(&["compare", sides[0], sides[1], "--size", "9", "--json"]);
        assert_eq!(code(&output), 2, "{sides:?}");
        let error: Value = serde_json::from_slice(&output.stderr).unwrap();
        assert_eq!(error["error"]["kind"], "input");
    }
    let output = wythoff(&["compare", "wythoff : outcome=P", "beatty(1)", "--size", "0"]);
    assert_eq!(code(&output), 2);
    let output = wythoff(&[
        "compare",
        "euclid : grundy",
        "wythoff : grundy",
        "--size",
        "10^9",
    ]);
    assert_eq!(code(&output), 3);
}

#[test]
fn checks_are_listed_and_run() {
    let list = json(&["check", "--list"], 0);
    let list = list.as_array().unwrap();
    assert!(list.len() > 60);
    assert!(list.iter().all(|theorem| theorem["statement"].is_string()));
    let found = json(
        &[
            "check",
            "remoteness-formula",
            "pass-theorem-from-7",
            "--size",
            "24",
        ],
        0,
    );
    let found = found.as_array().unwrap();
    assert_eq!(found[0]["paper"], "SanchezGalanXu");
    assert_eq!(found[0]["source"], "Theorem 3.4");
    assert_eq!(
        (&found[0]["expected"], &found[0]["verdict"]),
        (&"held".into(), &"held".into())
    );
    assert_eq!(found[0]["as_expected"], true);
    assert_eq!(found[0]["positions"], 14 * 25 * 25);
    assert_eq!(found[0]["counterexample"], Value::Null);
    assert!(found[0]["seconds"].is_number());
    assert_eq!(found[1]["verdict"], "refuted");
    assert_eq!(found[1]["counterexample"]["at"][1], "7");
    let range = json(
        &[
            "check",
            "remoteness-formula",
            "--a",
            "2..4",
            "--b",
            "5",
            "--size",
            "9",
        ],
        0,
    );
    assert_eq!(range[0]["positions"], 3 * 100);
    // Within 7 × 7 the statement that should be refuted is not.
    json(
        &["check", "terminal-p-positions-as-printed", "--size", "1"],
        1,
    );
    let text = wythoff(&["check", "table-1"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("1 of 1 checks are as expected"));
}

#[test]
fn a_check_over_nothing_or_of_nothing_is_wrong_input() {
    for arguments in [
        &["check", "no-such-theorem"][..],
        &["check", "pass-theorem", "--size", "0"],
        &["check", "remoteness-formula", "--a", "4..2"],
        &["check", "--against", "no-such-file.json", "table-1"],
    ] {
        assert_eq!(code(&wythoff(arguments)), 2, "{arguments:?}");
    }
    let output = wythoff(&["check", "one-values-near-p-positions", "--memory", "1KiB"]);
    assert_eq!(code(&output), 3);
}

#[test]
fn a_record_is_compared_with_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checks.json");
    let file = file.to_str().unwrap();
    let names = [
        "check",
        "remoteness-formula",
        "duration-simulated",
        "--size",
        "20",
    ];
    json(&[&names[..], &["--record", file]].concat(), 0);
    let again = json(&[&names[..], &["--against", file]].concat(), 0);
    assert_eq!(again[0]["differences"].as_array().unwrap().len(), 0);
    // Another range cannot be compared.
    let other = wythoff(&[
        "check",
        "remoteness-formula",
        "--size",
        "21",
        "--against",
        file,
    ]);
    assert_eq!(code(&other), 2);
    // A changed record is noticed.
    let changed = std::fs::read_to_string(file).unwrap().replacen(
        "\"positions\": 6174",
        "\"positions\": 6173",
        1,
    );
    std::fs::write(file, changed).unwrap();
    let differs = json(&[&names[..], &["--against", file]].concat(), 1);
    assert_eq!(differs[0]["differences"][0]["part"], "positions");
}

#[test]
fn periods_are_certified_or_only_seen() {
    let row = json(&["period", "wythoff", "--row", "7"], 0);
    assert_eq!(row["certified"], true);
    assert_eq!(
        (&row["preperiod"], &row["period"]),
        (&"92".into(), &"24".into())
    );
    assert_eq!(row["additive"], true);
    assert_eq!(row["certificate"]["rows"], 8);
    let pass = json(&["period", "wythoff.pass", "--row", "3", "--values"], 0);
    assert_eq!(pass["row"], "3,*,1");
    assert!(pass["values"].is_array());
    let pile = json(&["period", "steps(1; 3; 4)"], 0);
    assert_eq!(
        (&pile["additive"], &pile["period"]),
        (&false.into(), &"7".into())
    );
    let seen = json(&["period", "euclid", "--row", "3", "--prefix", "60"], 3);
    assert_eq!(seen["certified"], false);
    assert_eq!(seen["seen_to"], 60);
    for arguments in [
        &["period", "wythoff"][..],
        &["period", "nim(3)", "--row", "2"],
        &["period", "wythoff", "--slice", "*,*"],
    ] {
        assert_eq!(code(&wythoff(arguments)), 2, "{arguments:?}");
    }
}

#[test]
fn a_certified_row_answers_far_out() {
    let found = json(&["analyze", "wythoff", "9", "10^40"], 0);
    assert_eq!(found["evidence"]["grundy"]["kind"], "computed");
    assert!(found["grundy"].as_str().unwrap().len() >= 40);
}
