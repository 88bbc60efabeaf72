//! Refines a guess by what the rules make of it, without larger tables, and shows every round.
//!
//! `cargo run --release -p wythoff-automata --example refine -- wythoff grundy=1 28657 4 4 40 3000000`:
//! rules, value, table side, tail of the guess, first tail of the refinement, rounds, states allowed.

use std::process::ExitCode;
use std::time::Instant;

use wythoff_automata::{Budget, Guess, Search, Statement, Value, learn, refine, search, tabulate};

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
    let [rules, value, side, tail, first, rounds, states] = &arguments[..] else {
        return Err("expected RULES VALUE SIDE TAIL FIRST-TAIL ROUNDS STATES".into());
    };
    let started = Instant::now();
    let rules = wythoff::notation::parse_rules(rules)?;
    let statement = Statement::of_rules(&rules, Value::parse(value)?)?;
    let budget = Budget::new(states.parse()?, 6 << 30);
    let parts = statement.parts();
    let before = match statement.value {
        Value::Grundy(g) if g > 0 => {
            let lower = Statement { value: Value::Grundy(g - 1), ..statement.clone() };
            search(&lower, &Search::default(), &Budget::default())?.proved
        }
        _ => Vec::new(),
    };
    let tables = tabulate(&statement.game, statement.value, side.parse()?).ok_or("no table of this side")?;
    let table = tables[parts.len() - 1].window();
    println!("{:.1} s: tables and {} sets before", started.elapsed().as_secs_f64(), before.len());
    let guess = learn(table, &statement.numeration, &statement.tracks(), tail.parse()?, &budget)?;
    let start = match guess {
        Guess::Closed(rel) => rel,
        Guess::Open(open) => return Err(format!("open: {open:?}").into()),
    };
    println!("{:.1} s: a guess of {} states", started.elapsed().as_secs_f64(), start.states());
    let mut current = start;
    let mut tail = first.parse()?;
    for _ in 0..rounds.parse::<usize>()? {
        let refined = refine(&statement, &before, current.clone(), tail, 1, &budget)?;
        if let Some(proved) = refined.proved {
            println!("{:.1} s: proved, {} states", started.elapsed().as_secs_f64(), proved.states());
            return Ok(());
        }
        println!("{:.1} s: {:?} {:?}", started.elapsed().as_secs_f64(), refined.rounds, refined.stopped);
        let Some(next) = refined.last else { break };
        tail = refined.rounds.last().map_or(tail, |round| round.tail);
        current = next;
    }
    println!("not proved");
    Ok(())
}
