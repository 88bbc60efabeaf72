//! Stores a table: `store RULES SLICE outcome|remoteness|grundy ROWS COLUMNS FILE.npy|FILE.zarr`.

use std::path::PathBuf;
use std::time::Duration;

use wythoff::Error;
use wythoff::budget::Budget;
use wythoff::grid::{Tuning, Value};
use wythoff::notation::{parse_rules, parse_slice};
use wythoff_table::{Format, Job, verify, write};

fn main() -> Result<(), Error> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rules, slice, value, rows, columns, path] = arguments.as_slice() else {
        return Err(Error::input("expected RULES SLICE VALUE ROWS COLUMNS FILE"));
    };
    let rules = parse_rules(rules)?;
    let slice = parse_slice(&rules, slice)?;
    let value = match value.as_str() {
        "outcome" => Value::Outcome,
        "remoteness" => Value::Remoteness,
        "grundy" => Value::Grundy,
        other => return Err(Error::input(format!("found the value `{other}`"))),
    };
    let side = |text: &str| {
        text.parse::<usize>()
            .map_err(|_| Error::input(format!("found the size `{text}`")))
    };
    let path = PathBuf::from(path);
    let format = Format::of(&path).ok_or_else(|| Error::input("expected .npy or .zarr"))?;
    let job = Job {
        rules,
        slice,
        value,
        shape: [side(rows)?, side(columns)?],
        tuning: Tuning::default(),
        resume: true,
        save_every: Duration::from_secs(600),
    };
    println!("{:?}", job.plan(format)?);
    write(&job, &path, format, &Budget::default())?;
    println!("{:?}", verify(&path, 100, &Budget::default())?);
    Ok(())
}
