//! Proves the theorems that come with the program and writes their files.
//!
//! `cargo run --release -p wythoff-automata --example ship -- crates/wythoff-automata/theorems`

use std::process::ExitCode;

use wythoff_automata::{Budget, SHIPPED, Search, Statement, Theorem, Value, search};

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("expected the folder to write to");
        return ExitCode::from(2);
    };
    for shipped in SHIPPED {
        let text = match prove(shipped.rules, shipped.value) {
            Ok(text) => text,
            Err(error) => {
                eprintln!("{}: {error}", shipped.file);
                return ExitCode::FAILURE;
            }
        };
        let path = std::path::Path::new(&folder).join(shipped.file);
        if let Err(error) = std::fs::write(&path, text) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
        println!("{}", shipped.file);
    }
    ExitCode::SUCCESS
}

fn prove(rules: &str, value: &str) -> Result<String, Box<dyn std::error::Error>> {
    let budget = Budget::default();
    let statement = Statement::of_rules(
        &wythoff::notation::parse_rules(rules)?,
        Value::parse(value)?,
    )?;
    let found = search(&statement, &Search::default(), &budget)?;
    let theorem = Theorem::of_search(rules, &statement, &found).ok_or("the search stayed open")?;
    Ok(theorem.to_json()?)
}
