//! Games in the terminal, played by scripts.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
    command
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A game whose input is known beforehand.
fn scripted(arguments: &[&str], input: &str) -> Output {
    let mut child = program(arguments).spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    // A game that ends early closes its input: that is no failure of the test.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

#[track_caller]
fn events(output: &Output) -> Vec<Value> {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

fn named<'e>(events: &'e [Value], name: &str) -> Vec<&'e Value> {
    events.iter().filter(|e| e["event"] == name).collect()
}

/// A game in which the user always follows the first hint; all its events.
fn hinted(arguments: &[&str]) -> Vec<Value> {
    let mut child = program(arguments)
        .arg("--json")
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut events = Vec::new();
    for line in output.lines() {
        let event: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        match event["event"].as_str() {
            Some("turn") => writeln!(input, "hint").expect("the program reads"),
            Some("hint") => {
                let target: Vec<&str> = event["moves"][0]
                    .as_array()
                    .expect("a move")
                    .iter()
                    .filter_map(Value::as_str)
                    .collect();
                writeln!(input, "{}", target.join(" ")).expect("the program reads");
            }
            _ => {}
        }
        events.push(event);
    }
    assert!(child.wait().expect("the program ends").success());
    events
}

#[track_caller]
fn check_end(arguments: &[&str], winner: &str, moves: Option<u64>) {
    let events = hinted(arguments);
    let end = events.last().expect("an event");
    assert_eq!(end["event"], "end", "{arguments:?}");
    assert_eq!(end["winner"], winner, "{arguments:?}");
    if let Some(moves) = moves {
        assert_eq!(end["moves"], moves, "{arguments:?}");
    }
    assert!(named(&events, "illegal").is_empty(), "{arguments:?}");
}

#[test]
fn best_play_lasts_as_long_as_remoteness_says() {
    // N-positions are won by who moves first, P-positions by the other.
    check_end(&["wythoff", "7", "12"], "you", Some(7));
    check_end(&["wythoff", "8", "13"], "computer", Some(10));
    check_end(&["wythoff", "7", "12", "--second"], "computer", Some(7));
    check_end(&["wythoff", "8", "13", "--second"], "you", Some(10));
    check_end(&["wyt(2,3)", "12", "20"], "you", Some(5));
    check_end(&["wythoff.pass", "1", "3"], "computer", None);
    check_end(
        &["(queen + knight).misere", "2", "3", "3", "3"],
        "you",
        None,
    );
}

#[test]
fn other_opponents_do_not_win_lost_games() {
    for seed in ["1", "2", "3"] {
        check_end(
            &["wythoff", "7", "12", "--opponent", "random", "--seed", seed],
            "you",
            None,
        );
        check_end(
            &[
                "wythoff",
                "7",
                "12",
                "--opponent",
                "delaying",
                "--seed",
                seed,
            ],
            "you",
            Some(7),
        );
    }
    check_end(
        &["wythoff", "8", "13", "--opponent", "delaying"],
        "computer",
        None,
    );
    check_end(&["nim(1)", "5"], "you", Some(1));
}

#[test]
fn a_delaying_opponent_takes_its_time() {
    // From (7, 9) both (3, 5) and (7, 4) win; the second takes two moves more.
    let quick = hinted(&["wythoff", "7", "9", "--second"]);
    let slow = hinted(&["wythoff", "7", "9", "--second", "--opponent", "delaying"]);
    let moves = |events: &[Value]| events.last().and_then(|end| end["moves"].as_u64());
    assert!(quick.last().is_some_and(|end| end["winner"] == "computer"));
    assert!(slow.last().is_some_and(|end| end["winner"] == "computer"));
    assert_eq!(moves(&quick), Some(5));
    assert!(moves(&slow) >= Some(7), "{slow:?}");
}

#[test]
fn moves_may_fail_in_sight() {
    let arguments = ["wythoff", "5", "8", "--success", "1/3", "--seed", "11"];
    let events = hinted(&arguments);
    let failed = named(&events, "failed");
    assert!(failed.len() > 2, "{events:?}");
    for event in &failed {
        assert_ne!(event["attempted"], event["position"]);
    }
    // A failed attempt leaves the position and passes the turn.
    let attempts: Vec<&Value> = events
        .iter()
        .filter(|e| e["event"] == "move" || e["event"] == "failed")
        .collect();
    let mut at = json!(["5", "8"]);
    for (i, event) in attempts.iter().enumerate() {
        assert_eq!(event["by"], ["you", "computer"][i % 2], "{event}");
        if event["event"] == "move" {
            assert_eq!(event["from"], at);
            at = event["to"].clone();
        } else {
            assert_eq!(event["position"], at);
        }
    }
    assert_eq!(events.last().expect("an end")["event"], "end");
    assert_eq!(
        hinted(&arguments),
        events,
        "the same seed gives the same game"
    );
}

#[test]
fn illegal_moves_are_explained() {
    let output = scripted(
        &["wythoff", "4", "7", "--json"],
        "4 7\n4 9\n3 5\nx 1\n1\n(4, 7, 1)\npass\nundo\n-1 2\n10^30 1\n",
    );
    let events = events(&output);
    let illegal = named(&events, "illegal");
    let named_in_order = [
        "stands there already",
        "y would grow from 7 to 9",
        "no move leads from (4, 7) to (3, 5)",
        "x",
        "expected 2",
        "expected 2",
        "no pass",
        "no move of yours",
        "negative",
        "no pile is that large",
    ];
    assert_eq!(illegal.len(), named_in_order.len(), "{illegal:?}");
    for (event, named) in illegal.iter().zip(named_in_order) {
        let message = event["message"].as_str().expect("a message");
        assert!(message.contains(named), "{event}");
    }
    let end = events.last().expect("an event");
    assert_eq!(end["winner"], Value::Null);
    assert_eq!(end["reason"], "the input ended");
    assert_eq!(named(&events, "move").len(), 0);
}

#[test]
fn words_on_the_way() {
    let output = scripted(
        &["wythoff.pass", "2", "3", "--json", "--seed", "5"],
        "moves\nhelp\npass\nundo\nboard\nquit\n",
    );
    let events = events(&output);
    let moves = named(&events, "moves")[0];
    // Seven moves of the queen and the pass.
    assert_eq!(moves["count"], 8);
    assert!(
        moves["moves"]
            .as_array()
            .is_some_and(|m| m.contains(&json!(["2", "3", "0"])))
    );
    assert_eq!(named(&events, "help").len(), 1);
    let made = named(&events, "move");
    assert_eq!(made[0]["to"], json!(["2", "3", "0"]));
    assert_eq!(made.len(), 2);
    assert_eq!(
        named(&events, "undone")[0]["position"],
        json!(["2", "3", "1"])
    );
    let turns = named(&events, "turn");
    assert_eq!(
        turns.last().expect("a turn")["position"],
        json!(["2", "3", "1"])
    );
    let end = events.last().expect("an event");
    assert_eq!((&end["winner"], &end["moves"]), (&Value::Null, &json!(0)));
}

#[test]
fn sentences_for_people() {
    let output = scripted(&["wythoff", "1", "3", "--seed", "1"], "1 2\n0 0\n");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    for part in [
        "who cannot move loses",
        "y\\x  0  1\n",
        "   3  o  @\n",
        "You move to (1, 2).",
        "The computer moves to (",
        "You win, after 3 moves.",
    ] {
        assert!(said.contains(part), "{part:?} in {said}");
    }
    assert!(!said.contains('\u{1b}'), "{said}");
    let over = text(&scripted(&["wythoff", "0", "0"], "").stdout);
    assert!(over.contains("You cannot move from (0, 0)"), "{over}");
    assert!(over.contains("The computer wins"), "{over}");
    let misere = text(&scripted(&["wythoff.misere", "0", "0"], "").stdout);
    assert!(misere.contains("You win"), "{misere}");
}

#[track_caller]
fn refused(arguments: &[&str], exit: i32, part: &str) {
    let output = scripted(arguments, "1 1\n");
    let err = text(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{arguments:?}: {err}");
    assert!(err.contains(part), "{arguments:?}: {err}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    refused(&["wythoff.block(2)", "3", "5"], 2, ".block");
    refused(&["wythoff", "3", "5", "--opponent", "kind"], 2, "delaying");
    refused(&["wythoff", "3", "5", "--success", "0"], 2, "more than 0");
    refused(&["wythoff", "10^30", "5"], 3, "64 bits");
    refused(&["wythoff", "10^9", "10^9"], 3, "options");
    refused(&["wythoff", "3"], 2, "expected 2");
    refused(
        &[
            "nim(5)",
            "60",
            "60",
            "60",
            "60",
            "60",
            "--second",
            "--positions",
            "1000",
        ],
        3,
        "cannot find its move",
    );
}
