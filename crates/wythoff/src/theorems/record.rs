//! Records of checks: what was walked and what came out, to be compared with another run.

use serde::{Deserialize, Serialize};

use super::{Counterexample, Finding, Measured, Settings, Theorem};

/// The version of the form of records.
pub const FORM: u32 = 1;

/// One run of checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// [`FORM`].
    pub form: u32,
    /// The program and its version.
    pub program: String,
    /// What was asked for, as text.
    pub settings: String,
    /// Seed of random instances.
    pub seed: u64,
    /// The checks in the order they ran.
    pub checks: Vec<Entry>,
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The theorem.
    pub name: String,
    /// Its paper.
    pub paper: String,
    /// The default range in words; the settings say what else was asked for.
    pub range: String,
    /// held or refuted.
    pub verdict: String,
    /// Instances walked.
    pub positions: u64,
    /// Instances that failed.
    pub failures: u64,
    /// The first of them.
    pub counterexample: Option<Counterexample>,
    /// What was measured.
    pub measured: Vec<Measured>,
    /// The checksum of the values walked, sixteen hexadecimal digits.
    pub checksum: String,
}

/// A check that came out differently in two records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The theorem.
    pub name: String,
    /// Which part of the record differs.
    pub part: String,
    /// What the earlier record says.
    pub before: String,
    /// What the later one says.
    pub now: String,
}

impl Record {
    /// A record without checks.
    #[must_use]
    pub fn new(program: impl Into<String>, settings: &Settings) -> Record {
        Record {
            form: FORM,
            program: program.into(),
            settings: in_words(settings),
            seed: settings.seed,
            checks: Vec::new(),
        }
    }

    /// Adds a check.
    pub fn add(&mut self, theorem: &Theorem, finding: &Finding) {
        self.checks.push(Entry {
            name: theorem.name.into(),
            paper: theorem.paper.into(),
            range: theorem.range.into(),
            verdict: finding.verdict.word().into(),
            positions: finding.positions,
            failures: finding.failures,
            counterexample: finding.counterexample.clone(),
            measured: finding.measured.clone(),
            checksum: format!("{:016x}", finding.checksum),
        });
    }

    /// What came out differently from an earlier record, among the checks that both hold; and the
    /// settings, if those differ.
    #[must_use]
    pub fn differences(&self, earlier: &Record) -> Vec<Difference> {
        let mut found = Vec::new();
        let mut compare = |name: &str, part: &str, before: String, now: String| {
            if before != now {
                found.push(Difference {
                    name: name.into(),
                    part: part.into(),
                    before,
                    now,
                });
            }
        };
        compare(
            "",
            "settings",
            earlier.settings.clone(),
            self.settings.clone(),
        );
        for now in &self.checks {
            let Some(before) = earlier.checks.iter().find(|entry| entry.name == now.name) else {
                continue;
            };
            let first = |entry: &Entry| {
                entry.counterexample.as_ref().map_or_else(String::new, |c| {
                    format!("{} ({}): {}", c.parameters, c.at.join(", "), c.found)
                })
            };
            let name = now.name.as_str();
            compare(name, "verdict", before.verdict.clone(), now.verdict.clone());
            compare(
                name,
                "positions",
                before.positions.to_string(),
                now.positions.to_string(),
            );
            compare(
                name,
                "failures",
                before.failures.to_string(),
                now.failures.to_string(),
            );
            compare(name, "counterexample", first(before), first(now));
            compare(
                name,
                "checksum",
                before.checksum.clone(),
                now.checksum.clone(),
            );
        }
        found
    }

    /// How many checks both records hold.
    #[must_use]
    pub fn common(&self, earlier: &Record) -> usize {
        let known = |entry: &&Entry| earlier.checks.iter().any(|other| other.name == entry.name);
        self.checks.iter().filter(known).count()
    }
}

/// Settings as text.
fn in_words(settings: &Settings) -> String {
    let mut parts = Vec::new();
    if let Some(size) = settings.size {
        parts.push(format!("size {size}"));
    }
    for (name, range) in [("a", &settings.a), ("b", &settings.b)] {
        if let Some(range) = range {
            parts.push(format!("{name} {}..{}", range.start(), range.end()));
        }
    }
    parts.push(format!("seed {}", settings.seed));
    parts.join(", ")
}
