//! The guides say what the program prints: every command of their examples is run.
//!
//! In a block marked `console` a line `$ wythoff …` is a command, which may have its input before it as in
//! `printf '…' | wythoff …`, and the lines up to the next command are its output.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Words as a shell takes them, of plain words and words in quotes.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(q), _) if c == q => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn said(command: &str) -> String {
    let (input, program) = match command.split_once(" | ") {
        Some((printf, program)) => {
            let text = words(printf.strip_prefix("printf ").expect("printf")).concat();
            (text.replace("\\n", "\n"), program)
        }
        None => (String::new(), command),
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .args(&words(program)[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    // A program that does not read its input may have ended already.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    let output = child.wait_with_output().expect("the program ends");
    let both = [output.stdout, output.stderr].concat();
    String::from_utf8(both).expect("output is UTF-8")
}

/// Lines without what is blank at their ends, and without blank lines.
fn lines(text: &str) -> Vec<&str> {
    text.lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect()
}

#[track_caller]
fn check(guide: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(guide);
    let text = std::fs::read_to_string(&path).expect("the guide is there");
    let mut checked = 0;
    for block in text.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").expect("the block ends");
        for example in block.split("$ ").skip(1) {
            let (command, printed) = example.split_once('\n').expect("a command");
            assert_eq!(lines(&said(command)), lines(printed), "{guide}: {command}");
            checked += 1;
        }
    }
    assert!(checked > 1, "{guide} has {checked} examples");
}

#[test]
fn models() {
    check("models.md");
}

#[test]
fn play() {
    check("play.md");
}
