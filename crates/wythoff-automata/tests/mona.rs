//! MONA, a decision procedure written by others, judges theorems that this program proved.
//!
//! The tests need the program `mona` (on Debian: `apt-get install mona`), so a plain `cargo test` leaves them out;
//! `cargo xtask test mona` installs it and runs them.

use std::process::Command;

use wythoff_automata::{Budget, Export, SHIPPED, Theorem, export};

fn shipped(file: &str) -> Theorem {
    SHIPPED
        .iter()
        .find(|shipped| shipped.file == file)
        .unwrap()
        .read(&Budget::default())
        .unwrap()
}

/// What MONA prints about a theorem's export.
fn judged(theorem: &Theorem) -> String {
    let text = export(theorem, Export::Mona, &Budget::default())
        .unwrap()
        .remove(0)
        .1;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("theorem.mona");
    std::fs::write(&path, text).unwrap();
    let output = Command::new("mona").arg("-q").arg(&path).output();
    let output = output.expect("mona is on the path");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
#[ignore = "needs mona: cargo xtask test mona"]
fn mona_confirms_small_sets() {
    for file in [
        "wythoff-outcome.json",
        "wythoff-misere-outcome.json",
        "until-2-outcome.json",
    ] {
        let answer = judged(&shipped(file));
        assert!(answer.contains("Formula is valid"), "{file}: {answer}");
    }
}

/// The negative control: the set of one game with the rules of another.
#[test]
#[ignore = "needs mona: cargo xtask test mona"]
fn mona_refutes_the_set_of_another_game() {
    let mut wrong = shipped("wythoff-outcome.json");
    wrong.claim = shipped("wythoff-misere-outcome.json").claim;
    let answer = judged(&wrong);
    assert!(
        !answer.contains("Formula is valid") && answer.contains("counter-example"),
        "{answer}"
    );
}
