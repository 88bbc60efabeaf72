//! guess, prove, verify and export as a user calls them.

use std::path::Path;
use std::process::{Command, Output};

fn wythoff(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the command runs")
}

#[track_caller]
fn check(folder: &Path, arguments: &[&str], code: i32) -> serde_json::Value {
    let output = wythoff(folder, arguments);
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert_eq!(
        output.status.code(),
        Some(code),
        "{arguments:?}\n{out}\n{err}"
    );
    serde_json::from_str(if out.is_empty() { &err } else { &out }).unwrap_or_default()
}

#[test]
fn a_theorem_is_proved_written_verified_and_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let prove = [
        "prove",
        "wythoff.until(x+y<=2)",
        "--value",
        "outcome",
        "-o",
        "two.json",
        "--json",
    ];
    let report = check(at, &prove, 0);
    assert_eq!(
        (&report["verdict"], &report["states"]),
        (&"proved".into(), &28.into())
    );
    assert_eq!(
        (&report["accepting"], &report["transitions"]),
        (&12.into(), &44.into())
    );
    assert_eq!(report["file"], "two.json");
    assert_eq!(check(at, &prove, 2)["error"]["kind"], "input");
    assert_eq!(
        check(at, &["verify", "two.json", "--json"], 0)["verdict"],
        "proved"
    );
    let text = std::fs::read_to_string(at.join("two.json")).expect("the file");
    std::fs::write(
        at.join("bad.json"),
        text.replacen("x+y <= 2", "x+y <= 3", 1),
    )
    .expect("a file");
    check(at, &["verify", "bad.json", "--json"], 2);
    for target in ["mona", "dot", "tikz"] {
        let output = wythoff(at, &["export", "theorem", "two.json", "--to", target]);
        assert!(
            output.status.success() && output.stdout.len() > 500,
            "{target}"
        );
    }
    check(
        at,
        &[
            "export", "theorem", "two.json", "--to", "walnut", "-o", "walnut",
        ],
        0,
    );
    assert!(at.join("walnut/Automata Library/S0v0.txt").exists());
}

#[test]
fn sets_are_compared_for_all_positions() {
    let folder = tempfile::tempdir().expect("a folder");
    let (left, right) = ("wythoff.until(x+y<=2) : grundy=1", "wythoff : outcome=P");
    let from = |n: &'static str, code| {
        check(
            folder.path(),
            &["prove", left, "=", right, "--except-below", n, "--json"],
            code,
        )
    };
    let report = from("8", 0);
    assert_eq!(
        (&report["verdict"], &report["differences"]),
        (&"proved".into(), &10.into())
    );
    assert_eq!(report["equal_from"], "8");
    assert_eq!(from("7", 1)["verdict"], "refuted");
    let far = check(
        folder.path(),
        &["prove", left, "=", right, "--distance", "1", "--json"],
        1,
    );
    assert_eq!(far["verdict"], "refuted");
}

#[test]
fn guesses_and_mistakes() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = check(
        folder.path(),
        &["guess", "wyt(2,1)", "--value", "outcome", "--json"],
        0,
    );
    assert_eq!(
        (&report["verdict"], &report["states"]),
        (&"guessed".into(), &9.into())
    );
    check(
        folder.path(),
        &["prove", "euclid", "--value", "outcome", "--json"],
        2,
    );
    check(
        folder.path(),
        &["prove", "wythoff", "--value", "nimber", "--json"],
        2,
    );
    check(folder.path(), &["prove", "wythoff", "--json"], 2);
    check(folder.path(), &["verify", "missing.json", "--json"], 2);
}
