//! The command line as a user sees it: answers, exit codes, and errors that name what is wrong.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use wythoff_testkit::Corpus;

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

#[track_caller]
fn json_of(arguments: &[&str]) -> Value {
    let output = wythoff(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        text(&output.stderr)
    );
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}", text(&output.stdout)))
}

#[track_caller]
fn refused(arguments: &[&str], exit: i32, named: &str) {
    let output = wythoff(arguments);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(exit), "{arguments:?}: {err}");
    assert_eq!(out, "", "{arguments:?}: half an answer");
    assert!(
        err.contains(named),
        "{arguments:?}: {err:?} does not name {named:?}"
    );
    assert!(!err.contains("panicked"), "{arguments:?}: {err}");
}

#[test]
fn analyze_answers_as_the_contract_says() {
    let report = json_of(&[
        "analyze",
        "wyt(2,3)",
        "12",
        "20",
        "--success",
        "4/5",
        "--json",
    ]);
    for (key, expected) in [
        ("rules", json!("wyt(2,3)")),
        ("convention", json!("normal")),
        ("position", json!(["12", "20"])),
        ("terminal", json!(false)),
        ("outcome", json!("N")),
        ("remoteness", json!("5")),
        ("grundy", json!("2")),
        ("optimal_moves", json!([["12", "8"]])),
        ("winning_moves", json!([["11", "17"], ["12", "8"]])),
        ("moves_complete", json!(true)),
    ] {
        assert_eq!(report[key], expected, "{key}");
    }
    let win = &report["win_probability"];
    assert_eq!(win["success"], "4/5");
    assert_eq!(win["exact"], "275/486");
    assert_eq!(win["decimal"], "0.565843621399");
    assert_eq!(win["rounded"], "down");
    for value in ["outcome", "remoteness", "grundy"] {
        assert!(
            report["evidence"][value]["kind"].is_string(),
            "evidence of {value}"
        );
    }
}

#[test]
fn exact_where_doubles_are_wrong() {
    for (x, y, outcome) in [
        ("165580140", "267914295", "P"),
        ("165580141", "267914296", "N"),
        ("10^300", "3*10^299", "N"),
    ] {
        let report = json_of(&["analyze", "wythoff", x, y, "--json"]);
        assert_eq!(report["outcome"], outcome, "({x}, {y})");
        assert_eq!(report["evidence"]["outcome"]["kind"], "theorem");
    }
}

#[test]
fn one_position_a_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .args(["analyze", "wythoff.pass", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input
        .write_all(b"1 3\n2,2,1\n\nx 1\n3 1 0\n")
        .expect("the program reads");
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    let lines: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["outcome"], "P");
    assert_eq!(lines[0]["position"], json!(["1", "3", "1"]));
    assert_eq!(lines[1]["outcome"], "N");
    assert_eq!(lines[2]["error"]["kind"], "input");
    assert_eq!(lines[3]["position"], json!(["3", "1", "0"]));
    assert_eq!(output.status.code(), Some(2), "a line was wrong");
}

#[test]
fn tables_in_every_text_format() {
    let report = json_of(&[
        "table",
        "wythoff.pass",
        "--value",
        "grundy",
        "--size",
        "9",
        "--json",
    ]);
    assert_eq!(report["axes"], json!(["x", "y"]));
    assert_eq!(report["shape"], json!([9, 9]));
    assert_eq!(report["origin"], json!(["0", "0"]));
    // Figure 4 of the paper, row 6.
    assert_eq!(report["rows"][6], json!([5, 8, 7, 9, 10, 11, 4, 0, 6]));
    let stone = json_of(&[
        "table",
        "wythoff + nim(1)",
        "--slice",
        "*,*,1",
        "--value",
        "grundy",
        "--size",
        "9",
        "--json",
    ]);
    assert_eq!(stone["rows"][6], json!([7, 6, 9, 0, 8, 11, 2, 5, 4]));
    let outcome = json_of(&[
        "table", "wythoff", "--value", "outcome", "--size", "2x3", "--json",
    ]);
    assert_eq!(outcome["rows"], json!([["P", "N", "N"], ["N", "N", "P"]]));
    let far = json_of(&[
        "table",
        "wythoff",
        "--value",
        "remoteness",
        "--size",
        "1x2",
        "--origin",
        "10^100,10^100",
        "--json",
    ]);
    assert_eq!(far["rows"], json!([[1, 3]]));
    let csv = wythoff(&[
        "table", "wythoff", "--value", "grundy", "--size", "2x3", "--format", "csv",
    ]);
    assert_eq!(text(&csv.stdout), "x\\y,0,1,2\n0,0,1,2\n1,1,2,0\n");
    let markdown = wythoff(&[
        "table", "wythoff", "--value", "grundy", "--size", "2", "--format", "markdown",
    ]);
    assert_eq!(
        text(&markdown.stdout),
        "| x \\ y | 0 | 1 |\n|---:|---:|---:|\n| **0** | **0** | 1 |\n| **1** | 1 | 2 |\n"
    );
    let plain = text(&wythoff(&["table", "wythoff", "--value", "grundy", "--size", "3"]).stdout);
    assert!(plain.contains("0*") && !plain.contains('\u{1b}'), "{plain}");
    let transposed = json_of(&[
        "table",
        "rays(1,0; 0,2)",
        "--value",
        "grundy",
        "--size",
        "1x3",
        "--transpose",
        "--json",
    ]);
    assert_eq!(transposed["rows"], json!([[0], [0], [1]]));
    assert_eq!(transposed["axes"], json!(["y", "x"]));
    let win = json_of(&[
        "table", "wythoff", "--value", "win(1/2)", "--size", "1x2", "--json",
    ]);
    assert_eq!(win["rows"], json!([["0", "2/3"]]));
}

#[test]
fn files_are_whole_or_absent() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let csv = file("t.csv");
    let made = wythoff(&[
        "table", "wythoff", "--value", "grundy", "--size", "3", "-o", &csv,
    ]);
    assert!(made.status.success());
    assert!(
        std::fs::read_to_string(&csv)
            .expect("the file")
            .starts_with("x\\y,0,1,2\n")
    );
    let unknown = file("t.what");
    refused(
        &[
            "table", "wythoff", "--value", "grundy", "--size", "3", "-o", &unknown,
        ],
        2,
        ".csv",
    );
    let absent = file("absent/t.csv");
    refused(
        &[
            "table", "wythoff", "--value", "grundy", "--size", "3", "-o", &absent,
        ],
        2,
        "t.csv",
    );
    let too_large = file("large.csv");
    refused(
        &[
            "table", "wythoff", "--value", "grundy", "--size", "10^9", "-o", &too_large,
        ],
        3,
        "cells",
    );
    assert!(!Path::new(&too_large).exists());
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .expect("the folder")
        .collect();
    assert_eq!(left.len(), 1, "only the good file is there: {left:?}");
}

#[test]
fn array_files_are_written_and_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["t.npy", "t.zarr"] {
        let file = folder.path().join(name).to_string_lossy().into_owned();
        let made = wythoff(&[
            "table",
            "wythoff.pass",
            "--value",
            "grundy",
            "--size",
            "70",
            "-o",
            &file,
        ]);
        assert!(made.status.success(), "{}", text(&made.stderr));
        let report = json_of(&["verify", &file, "--json"]);
        assert_eq!(report["verdict"], "verified", "{name}");
        assert_eq!(report["rules"], "wythoff.pass");
    }
}

#[test]
fn positions_count_and_sequence() {
    let report = json_of(&[
        "positions",
        "wyt(1,2)",
        "--where",
        "outcome=P",
        "--count",
        "8",
        "--json",
    ]);
    assert_eq!(
        report["positions"],
        json!([
            ["0", "0"],
            ["2", "3"],
            ["5", "7"],
            ["9", "12"],
            ["11", "15"],
            ["14", "19"],
            ["17", "23"],
            ["21", "28"]
        ])
    );
    assert_eq!(report["order"], "smaller");
    let far = json_of(&[
        "positions",
        "wythoff",
        "--where",
        "outcome=P",
        "--count",
        "1",
        "--start",
        "10^18",
        "--json",
    ]);
    assert_eq!(
        far["positions"],
        json!([["1618033988749894848", "2618033988749894848"]])
    );
    let count = json_of(&[
        "count",
        "wythoff",
        "--where",
        "outcome=N",
        "--size",
        "8",
        "--json",
    ]);
    assert_eq!(count["number"], 57);
    assert_eq!(count["proportion"], "57/64");
    let terms = json_of(&["sequence", "x of wyt(1,2)", "--count", "6", "--json"]);
    assert_eq!(terms["terms"], json!(["0", "2", "5", "9", "11", "14"]));
    let far = json_of(&[
        "sequence",
        "hofstadter-g",
        "--count",
        "1",
        "--at",
        "10^30",
        "--json",
    ]);
    assert_eq!(far["terms"], json!(["618033988749894848204586834366"]));
}

#[test]
fn both_orientations_in_order() {
    let all = json_of(&[
        "positions",
        "wythoff",
        "--where",
        "outcome=P",
        "--count",
        "6",
        "--all",
        "--json",
    ]);
    assert_eq!(
        all["positions"],
        json!([
            ["0", "0"],
            ["1", "2"],
            ["2", "1"],
            ["3", "5"],
            ["5", "3"],
            ["4", "7"]
        ])
    );
    let all = all["positions"].as_array().unwrap().clone();
    let later = json_of(&[
        "positions",
        "wythoff",
        "--where",
        "outcome=P",
        "--count",
        "2",
        "--start",
        "3",
        "--all",
        "--json",
    ]);
    assert_eq!(later["positions"].as_array().unwrap()[..], all[3..5]);
    let far = json_of(&[
        "positions",
        "wythoff",
        "--where",
        "outcome=P",
        "--count",
        "2",
        "--start",
        "2*10^18-1",
        "--all",
        "--json",
    ]);
    assert_eq!(
        far["positions"],
        json!([
            ["1618033988749894848", "2618033988749894848"],
            ["2618033988749894848", "1618033988749894848"]
        ])
    );
}

#[test]
fn explain_help_and_shell_files() {
    let report = json_of(&["explain", "wythoff.pass", "--json"]);
    assert_eq!(report["rules"], "wythoff.pass");
    assert!(
        report["offers"]
            .as_array()
            .is_some_and(|offers| !offers.is_empty())
    );
    for arguments in [
        vec!["--help"],
        vec!["analyze", "--help"],
        vec!["completions", "bash"],
        vec!["man"],
        vec!["--version"],
        vec!["explain", "wyt(2,3)"],
        vec!["analyze", "wythoff.until(x+y<=2)", "20", "33"],
    ] {
        let output = wythoff(&arguments);
        assert!(
            output.status.success() && !output.stdout.is_empty(),
            "{arguments:?}"
        );
    }
    assert!(text(&wythoff(&["--version"]).stdout).contains("engines:"));
}

#[test]
fn every_error_row_of_the_corpus() {
    let corpus = Corpus::load().unwrap_or_else(|error| panic!("{error}"));
    for row in corpus.errors.iter().filter(|row| row.needs.is_empty()) {
        let content = &row.content;
        let mut arguments: Vec<&str> = Vec::new();
        if let Some(size) = &content.size {
            arguments.extend(["table", &content.rules, "--value", "grundy", "--size", size]);
        } else {
            arguments.extend(["analyze", content.rules.as_str()]);
            match &content.position {
                Some(position) => arguments.extend(position.iter().map(String::as_str)),
                None => arguments.extend(["1", "1"]),
            }
            if let Some(success) = &content.success {
                arguments.extend(["--success", success]);
            }
        }
        let output = wythoff(&arguments);
        let err = text(&output.stderr);
        assert_eq!(
            output.status.code(),
            Some(i32::from(content.exit)),
            "{row}: {arguments:?}: {err}"
        );
        assert!(output.stdout.is_empty(), "{row}: half an answer");
        if let Some(named) = &content.names {
            let at_place = err.contains(&content.rules) && content.rules.contains(named.as_str());
            assert!(
                err.contains(named.as_str()) || at_place,
                "{row}: {err:?} does not name {named:?}"
            );
        }
    }
}

#[test]
fn errors_are_json_when_asked() {
    let output = wythoff(&["analyze", "wyt(0,1)", "1", "1", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let error: Value = serde_json::from_slice(&output.stderr).expect("JSON on standard error");
    assert_eq!(error["error"]["kind"], "input");
    assert_eq!(error["error"]["at"], json!([0, 8]));
    let output = wythoff(&["analyze", "--json"]);
    let error: Value = serde_json::from_slice(&output.stderr).expect("JSON on standard error");
    assert_eq!(error["error"]["kind"], "input");
    refused(&["analyze", "wythoff", "3", "--json"], 2, "1 coordinate,");
    refused(
        &["analyze", "wythoff.misere + nim(1)", "1", "1", "1"],
        2,
        "(wythoff + nim(1)).misere",
    );
    refused(&["analyze", "wythoff", "10^10^9", "1"], 3, "digits");
    refused(&["analyze", "wythoff", "-3", "5"], 2, "negative");
    refused(
        &[
            "table", "wythoff", "--value", "grundy", "--size", "5", "--memory", "10",
        ],
        3,
        "memory",
    );
    refused(
        &[
            "positions",
            "wythoff",
            "--where",
            "outcome=Q",
            "--count",
            "1",
        ],
        2,
        "outcome",
    );
}
