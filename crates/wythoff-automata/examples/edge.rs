//! Guesses a value's automaton near the edge of a table that is too small for full tails, and tries to prove it.
//!
//! `cargo run --release -p wythoff-automata --example edge -- wythoff grundy=1 317811 5 11 3000000`: rules, value,
//! table side, shortest and longest tail, states allowed.

use std::process::ExitCode;
use std::time::Instant;

use wythoff_automata::{
    Budget, Guess, Search, Statement, Value, learn_near_edge, search, tabulate,
};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rules, value, side, shortest, longest, states] = &arguments[..] else {
        return Err("expected RULES VALUE SIDE SHORTEST LONGEST STATES".into());
    };
    let started = Instant::now();
    let statement = Statement::of_rules(
        &wythoff::notation::parse_rules(rules)?,
        Value::parse(value)?,
    )?;
    let mut claim = Vec::new();
    if let Value::Grundy(g @ 1..) = statement.value {
        let lower = Statement {
            value: Value::Grundy(g - 1),
            ..statement.clone()
        };
        claim = search(&lower, &Search::default(), &Budget::default())?.proved;
    }
    let tables =
        tabulate(&statement.game, statement.value, side.parse()?).ok_or("no table of this side")?;
    let table = tables.last().ok_or("no table")?.window();
    println!(
        "{:.1} s: tables, and {} sets proved before",
        started.elapsed().as_secs_f64(),
        claim.len()
    );
    let budget = Budget::new(states.parse()?, 8 << 30);
    let tails = (shortest.parse()?, longest.parse()?);
    let guess = match learn_near_edge(
        table,
        &statement.numeration,
        &statement.tracks(),
        tails,
        &budget,
    )? {
        Guess::Closed(rel) => rel,
        Guess::Open(open) => {
            return Err(format!("{:.1} s: open, {open:?}", started.elapsed().as_secs_f64()).into());
        }
    };
    println!(
        "{:.1} s: a guess of {} states",
        started.elapsed().as_secs_f64(),
        guess.states()
    );
    claim.push(guess);
    let answer = statement.check_part(&claim, &budget);
    println!(
        "{:.1} s: {answer:?}, peak {}",
        started.elapsed().as_secs_f64(),
        budget.peak()
    );
    Ok(())
}
