//! `cargo xtask bench`: the criterion benches, then each one's ratio to the baselines of its group.
//!
//! A bench named `baseline…` is a baseline of all others in its group with the same parameter, and
//! runs in the same run, so that the ratio does not depend on the machine. The times are the medians
//! that criterion leaves in `target/criterion`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::Value;

use crate::run::{Result, cargo, target};

/// Runs the benches and prints the ratios.
///
/// # Errors
/// A bench does not build or fails, or criterion's files cannot be read.
pub fn run(arguments: &[&str]) -> Result<()> {
    let start = SystemTime::now();
    cargo(
        ["bench", "--workspace", "--benches"]
            .iter()
            .chain(arguments),
    )
    .run()?;
    let mut results = Vec::new();
    let folder = target().join("criterion");
    if folder.is_dir() {
        read_results(&folder, start, &mut results)?;
    }
    print_ratios(&results);
    Ok(())
}

/// One bench: what it is, and its median time.
struct Measured {
    group: String,
    function: String,
    parameter: String,
    nanoseconds: f64,
}

/// All benches below `folder` that were measured after `start`.
fn read_results(folder: &Path, start: SystemTime, results: &mut Vec<Measured>) -> Result<()> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders.sort();
    for folder in folders {
        let estimates = folder.join("estimates.json");
        let is_new = folder.file_name().is_some_and(|name| name == "new") && estimates.is_file();
        if is_new {
            if std::fs::metadata(&estimates)?.modified()? >= start {
                results.push(read_one(&folder.join("benchmark.json"), &estimates)?);
            }
        } else {
            read_results(&folder, start, results)?;
        }
    }
    Ok(())
}

fn read_one(benchmark: &Path, estimates: &Path) -> Result<Measured> {
    let read = |path: &Path| -> Result<Value> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()).into())
    };
    let (benchmark, estimates) = (read(benchmark)?, read(estimates)?);
    let text = |key: &str| benchmark[key].as_str().unwrap_or_default().to_owned();
    let nanoseconds = estimates["median"]["point_estimate"]
        .as_f64()
        .ok_or("criterion's estimates.json has no median")?;
    Ok(Measured {
        group: text("group_id"),
        function: text("function_id"),
        parameter: text("value_str"),
        nanoseconds,
    })
}

/// A table per group and parameter that has a baseline.
fn print_ratios(results: &[Measured]) {
    let mut groups: BTreeMap<(&str, &str), Vec<&Measured>> = BTreeMap::new();
    for measured in results {
        groups
            .entry((&measured.group, &measured.parameter))
            .or_default()
            .push(measured);
    }
    for ((group, parameter), members) in groups {
        let (baselines, others): (Vec<_>, Vec<_>) = members
            .into_iter()
            .partition(|measured| measured.function.starts_with("baseline"));
        for baseline in baselines {
            println!(
                "\n{group} {parameter}: {} takes {}",
                baseline.function,
                duration(baseline.nanoseconds)
            );
            for other in &others {
                let ratio = baseline.nanoseconds / other.nanoseconds;
                println!(
                    "  {:40}{:>12}{ratio:>10.2} times as fast",
                    other.function,
                    duration(other.nanoseconds)
                );
            }
        }
    }
}

/// A time in the unit that leaves one to three digits before the point.
fn duration(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        n if n < 1e3 => (n, "ns"),
        n if n < 1e6 => (n / 1e3, "µs"),
        n if n < 1e9 => (n / 1e6, "ms"),
        n => (n / 1e9, "s"),
    };
    format!("{value:.1} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_choose_their_unit() {
        assert_eq!(duration(12.34), "12.3 ns");
        assert_eq!(duration(45_600.0), "45.6 µs");
        assert_eq!(duration(7.89e8), "789.0 ms");
        assert_eq!(duration(2.5e9), "2.5 s");
    }
}
