//! Explicit graphs on the command line: lists of vertices, draws, and boxes written and read back.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

fn wythoff(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

#[track_caller]
fn answer(folder: &Path, arguments: &[&str]) -> String {
    let output = wythoff(folder, arguments);
    let err = text(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {err}");
    text(&output.stdout)
}

#[track_caller]
fn json_of(folder: &Path, arguments: &[&str]) -> Value {
    let out = answer(folder, arguments);
    serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {out}"))
}

#[track_caller]
fn refused(folder: &Path, arguments: &[&str], exit: i32, named: &str) {
    let output = wythoff(folder, arguments);
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{arguments:?}: {err}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}: half an answer");
    assert!(
        err.contains(named),
        "{arguments:?}: {err:?} does not name {named:?}"
    );
}

fn file(folder: &Path, name: &str, content: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, content).expect("a file");
    path
}

/// a and b go round, b may leave to the end c; d goes round alone; e may choose.
const LOOPS: &str = "a,b\nb,a\nb,c\nd,d\ne,d\ne,b\n";

#[test]
fn every_vertex_is_listed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    file(at, "g.csv", "2,1\n2,0\n1,0\n10,2\n10,2\n");
    let csv = answer(
        at,
        &[
            "table",
            "graph(g.csv)",
            "--value",
            "outcome,remoteness,grundy,options",
            "--format",
            "csv",
        ],
    );
    assert_eq!(
        csv,
        "vertex,outcome,remoteness,grundy,options\n0,P,0,0,0\n1,N,1,1,1\n2,N,1,2,2\n10,P,2,0,1\n"
    );
    let report = json_of(
        at,
        &["table", "graph(g.csv)", "--value", "win(1/2)", "--json"],
    );
    assert_eq!(report["vertices"], json!(["0", "1", "2", "10"]));
    assert_eq!(report["rows"], json!([["0"], ["2/3"], ["2/3"], ["4/9"]]));
    assert_eq!(report["evidence"]["kind"], "computed");
    answer(
        at,
        &[
            "table",
            "graph(g.csv).misere",
            "--value",
            "outcome",
            "-o",
            "o.tsv",
        ],
    );
    let written = std::fs::read_to_string(at.join("o.tsv")).unwrap();
    assert_eq!(written, "vertex\toutcome\n0\tN\n1\tP\n2\tN\n10\tP\n");
    let shown = answer(at, &["table", "graph(g.csv)", "--value", "grundy"]);
    assert!(shown.contains("    10       0*"), "{shown}");
}

#[test]
fn draws_are_draws() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    file(at, "loops.csv", LOOPS);
    let report = json_of(at, &["analyze", "graph(loops.csv)", "e", "--json"]);
    assert_eq!(
        (&report["outcome"], &report["remoteness"]),
        (&json!("D"), &json!(null))
    );
    assert_eq!(
        (&report["grundy"], &report["optimal_moves"]),
        (&json!(null), &json!([["d"]]))
    );
    let why = report["evidence"]["grundy"]["text"].as_str().unwrap();
    assert!(why.contains("a -> b -> a"), "{why}");
    let shown = answer(at, &["analyze", "graph(loops.csv)", "e"]);
    assert!(shown.contains("a draw"), "{shown}");
    let report = json_of(
        at,
        &[
            "table",
            "graph(loops.csv)",
            "--value",
            "outcome,remoteness,grundy",
            "--json",
        ],
    );
    let rows = json!([
        ["P", 2, 0],
        ["N", 1, 1],
        ["P", 0, 0],
        ["D", null, "∞()"],
        ["D", null, "∞(1)"]
    ]);
    assert_eq!(report["rows"], rows);
    assert_eq!(report["vertices"], json!(["a", "b", "c", "d", "e"]));
    refused(
        at,
        &["analyze", "graph(loops.csv)", "e", "--success", "1/2"],
        2,
        "cycle",
    );
    refused(
        at,
        &["table", "graph(loops.csv)", "--value", "win(1/2)"],
        2,
        "cycle",
    );
    refused(
        at,
        &["analyze", "graph(loops.csv).pass", "e"],
        2,
        "a -> b -> a",
    );
    let listed = json_of(
        at,
        &[
            "positions",
            "graph(loops.csv)",
            "--where",
            "outcome=D",
            "--count",
            "2",
            "--json",
        ],
    );
    assert_eq!(listed["positions"], json!([["d"], ["e"]]));
}

#[test]
fn wrong_requests_say_what_is_expected() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    file(at, "loops.csv", LOOPS);
    file(at, "bad.csv", "a,b\na,b,c\n");
    refused(at, &["table", "wythoff", "--value", "grundy"], 2, "--size");
    refused(
        at,
        &["table", "graph(bad.csv)", "--value", "grundy"],
        2,
        "bad.csv, line 2",
    );
    refused(at, &["analyze", "graph(loops.csv)", "z"], 2, "\"z\"");
    refused(
        at,
        &[
            "table",
            "graph(loops.csv)",
            "--value",
            "grundy",
            "-o",
            "x.png",
        ],
        2,
        ".csv",
    );
    refused(
        at,
        &[
            "table",
            "graph(loops.csv)",
            "--value",
            "outcome",
            "--transpose",
        ],
        2,
        "vertices",
    );
    refused(
        at,
        &[
            "table",
            "graph(loops.csv)",
            "--value",
            "grundy",
            "--memory",
            "100",
        ],
        3,
        "memory",
    );
    refused(at, &["export", "graph", "wythoff"], 2, "--size");
    let altered = ["export", "graph", "wythoff.set(3,5 = 4)", "--size", "6"];
    refused(at, &[&altered[..], &["-o", "x.csv"]].concat(), 2, "3-5");
    assert!(!at.join("x.csv").exists());
    refused(
        at,
        &["export", "graph", "wythoff", "--size", "3x3x3"],
        2,
        "2",
    );
    refused(
        at,
        &["export", "graph", "wythoff", "--size", "3", "-o", "x.png"],
        2,
        ".dot",
    );
    refused(
        at,
        &[
            "export",
            "graph",
            "steps(1,-1; 0,1)",
            "--size",
            "3",
            "-o",
            "x.csv",
        ],
        2,
        "out of the box",
    );
    assert!(!at.join("x.csv").exists() && !at.join("x.csv.partial").exists());
}

/// The values of every position of a box, of the ruleset and of the graph that it was written to.
#[track_caller]
fn check_round_trip(rules: &str, size: &str, sides: &[u64], name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    answer(at, &["export", "graph", rules, "--size", size, "-o", name]);
    assert!(!at.join(format!("{name}.partial")).exists());
    let play = if rules.ends_with(".misere") {
        ".misere"
    } else {
        ""
    };
    let graph = format!("graph({name}){play}");
    let values = "outcome,remoteness,grundy";
    let listed = json_of(at, &["table", &graph, "--value", values, "--json"]);
    let names = listed["vertices"].as_array().unwrap();
    let cells: u64 = sides.iter().product();
    assert_eq!(names.len() as u64, cells, "{rules}");
    let questions: Vec<String> = names
        .iter()
        .map(|name| name.as_str().unwrap().replace('-', " "))
        .collect();
    let mut child = Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .args(["analyze", rules, "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        use std::io::Write;
        input
            .write_all((questions.join("\n") + "\n").as_bytes())
            .unwrap();
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let answers = text(&output.stdout);
    assert_eq!(answers.lines().count() as u64, cells, "{rules}");
    for (line, row) in answers.lines().zip(listed["rows"].as_array().unwrap()) {
        let answer: Value = serde_json::from_str(line).unwrap();
        let [outcome, remoteness, grundy] =
            ["outcome", "remoteness", "grundy"].map(|value| answer[value].as_str().unwrap());
        let row: Vec<String> = row
            .as_array()
            .unwrap()
            .iter()
            .map(|value| {
                value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_string)
            })
            .collect();
        assert_eq!(
            row,
            [outcome, remoteness, grundy],
            "{rules}: {}",
            answer["position"]
        );
    }
}

#[test]
fn a_box_written_and_read_back_has_the_same_values() {
    check_round_trip("wythoff.pass", "9", &[9, 9, 2], "pass.csv");
    check_round_trip("wythoff.pass.misere", "5x7", &[5, 7, 2], "pass.dot");
    check_round_trip("nim(3).until(x = y)", "3x4x5", &[3, 4, 5], "nim.tsv");
    check_round_trip("steps(1; 3; 4)", "40", &[40], "pile.csv");
    check_round_trip("euclid", "12", &[12, 12], "euclid.gv");
    check_round_trip(
        "wythoff.until(x+y <= 2) + nim(1)",
        "6x6x2",
        &[6, 6, 2],
        "sum.csv",
    );
}

#[test]
fn files_are_not_overwritten_unless_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let path = file(at, "g.csv", "mine");
    refused(
        at,
        &["export", "graph", "nim(1)", "--size", "3", "-o", "g.csv"],
        2,
        "already",
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    answer(
        at,
        &[
            "export", "graph", "nim(1)", "--size", "3", "-o", "g.csv", "--force",
        ],
    );
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        "0\n1,0\n2,0\n2,1\n"
    );
    let copied = answer(at, &["export", "graph", "graph(g.csv)"]);
    assert_eq!(copied, "0\n1,0\n2,0\n2,1\n");
}
