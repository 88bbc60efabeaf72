//! What every command needs: limits, the watch, how to parse and how to print.

use std::io::{IsTerminal, Write};
use std::time::Duration;

use wythoff::budget::Budget;
use wythoff::notation::{
    self, DEFAULT_MAX_DIGITS, Slice, parse_number_within, parse_rules_with, parse_slice,
};
use wythoff::plan::Plan;
use wythoff::rules::Rules;
use wythoff::{Error, Session};

use crate::args::Common;
use crate::failure::Failure;
use crate::sources::Files;
use crate::watch::TerminalWatch;

/// The validated common options.
pub(crate) struct Context {
    pub(crate) json: bool,
    pub(crate) max_digits: usize,
    limits: Budget<'static>,
    watch: TerminalWatch,
}

impl Context {
    /// Validates the common options and sets up threads and signals.
    pub(crate) fn new(common: &Common) -> Result<Context, Failure> {
        let mut limits = Budget::default();
        if let Some(positions) = &common.positions {
            limits.positions = limit("--positions", positions)?;
        }
        if let Some(steps) = &common.steps {
            limits.steps = limit("--steps", steps)?;
        }
        if let Some(memory) = &common.memory {
            limits.bytes = bytes(memory)?;
        }
        if let Some(threads) = common.threads {
            if !(1..=4096).contains(&threads) {
                return Err(
                    Error::input(format!("found --threads {threads}, expected 1 to 4096")).into(),
                );
            }
            // Fails only when a pool exists already, which then serves as well.
            let _ = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build_global();
        }
        let show = !common.quiet && std::io::stderr().is_terminal();
        Ok(Context {
            json: common.json,
            max_digits: common.max_digits.unwrap_or(DEFAULT_MAX_DIGITS),
            limits,
            watch: TerminalWatch::new(show, common.time.map(Duration::from_secs)),
        })
    }

    /// The limits under the watch of this process.
    pub(crate) fn budget(&self) -> Budget<'_> {
        self.limits.watched_by(&self.watch)
    }

    /// The engines in use.
    pub(crate) fn plan(&self) -> Plan {
        wythoff_automata::plan()
    }

    /// A session on a ruleset.
    pub(crate) fn session(&self, rules: Rules) -> Session {
        Session::with_plan(rules, &self.plan())
    }

    /// What rules name, from disk.
    pub(crate) fn files(&self) -> Files<'_> {
        Files {
            budget: self.budget(),
        }
    }

    /// A ruleset; its files are read from disk.
    pub(crate) fn rules(&self, text: &str) -> Result<Rules, Failure> {
        parse_rules_with(text, &self.files()).map_err(|error| Failure::in_text(error, text))
    }

    /// A whole number of any allowed size.
    pub(crate) fn number(&self, what: &str, text: &str) -> Result<dashu_int::UBig, Failure> {
        parse_number_within(text, self.max_digits).map_err(|error| named(what, text, &error))
    }

    /// A count or a small coordinate.
    pub(crate) fn count(&self, what: &str, text: &str) -> Result<usize, Failure> {
        let number = self.number(what, text)?;
        usize::try_from(&number).map_err(|_| {
            Error::limit(format!(
                "{what} {text} is beyond anything that can be walked"
            ))
            .into()
        })
    }

    /// The slice asked for, or the default of the rules.
    pub(crate) fn slice(&self, rules: &Rules, text: Option<&str>) -> Result<Slice, Failure> {
        match text {
            Some(text) => Ok(parse_slice(rules, text)?),
            None => Slice::default_of(rules).ok_or_else(|| {
                let names = rules.game().coordinate_names();
                let stars: Vec<&str> = (0..names.len())
                    .map(|i| if i < 2 { "*" } else { "0" })
                    .collect();
                Failure::from(
                    Error::input(format!(
                        "{rules} has {} coordinates ({}): say which two run",
                        names.len(),
                        names.join(", ")
                    ))
                    .help(format!("for example --slice \"{}\"", stars.join(","))),
                )
            }),
        }
    }

    /// A position from its coordinates.
    pub(crate) fn position<T: AsRef<str>>(
        &self,
        rules: &Rules,
        texts: &[T],
    ) -> Result<Vec<dashu_int::UBig>, Error> {
        notation::parse_position_within(rules, texts, self.max_digits)
    }

    /// A remark on standard error, for people who look at a terminal.
    pub(crate) fn note(&self, text: &str) {
        if self.watch.shows() {
            // A remark that cannot be shown is not worth an error.
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }

    /// Prints an answer for programs.
    pub(crate) fn print_json(&self, report: &impl serde::Serialize) -> Result<(), Failure> {
        let mut text = serde_json::to_string(report).map_err(|error| {
            Error::limit(format!("the answer cannot be written as JSON: {error}"))
        })?;
        text.push('\n');
        self.print(&text)
    }

    /// Prints bytes as they are, unless they would be noise on a terminal.
    pub(crate) fn print_bytes(&self, bytes: &[u8]) -> Result<(), Failure> {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return self.print(text);
        }
        if std::io::stdout().is_terminal() {
            let error = Error::input("this format is not for a terminal");
            return Err(error
                .help("name a file with -o, or redirect standard output")
                .into());
        }
        self.watch.clear();
        let mut out = std::io::stdout().lock();
        out.write_all(bytes)
            .and_then(|()| out.flush())
            .map_err(|e| Failure::output(&e))
    }

    /// Prints what is written bit by bit.
    pub(crate) fn print_with(
        &self,
        write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        write(&mut out)?;
        self.watch.clear();
        out.flush().map_err(|e| Failure::output(&e))
    }

    /// Prints an answer; styles are dropped when nobody looks.
    pub(crate) fn print(&self, text: &str) -> Result<(), Failure> {
        self.watch.clear();
        let mut out = anstream::AutoStream::auto(std::io::stdout().lock());
        out.write_all(text.as_bytes())
            .and_then(|()| out.flush())
            .map_err(|e| Failure::output(&e))
    }
}

/// An error of a named argument, with its text.
fn named(what: &str, text: &str, error: &Error) -> Failure {
    let named = Error::new(error.kind(), format!("{what}: {}", error.message()));
    let named = match error.span() {
        Some(span) => named.at(span),
        None => named,
    };
    let named = match error.advice() {
        Some(help) => named.help(help),
        None => named,
    };
    Failure::in_text(named, text)
}

fn limit(name: &str, text: &str) -> Result<u64, Failure> {
    let number = parse_number_within(text, 40).map_err(|error| named(name, text, &error))?;
    Ok(u64::try_from(number).unwrap_or(u64::MAX))
}

/// A size of memory: a number and perhaps KiB, MiB, GiB, TiB (or K, M, G, T).
fn bytes(text: &str) -> Result<u64, Failure> {
    const UNITS: [(&str, u32); 12] = [
        ("KiB", 10),
        ("MiB", 20),
        ("GiB", 30),
        ("TiB", 40),
        ("KB", 10),
        ("MB", 20),
        ("GB", 30),
        ("TB", 40),
        ("K", 10),
        ("M", 20),
        ("G", 30),
        ("T", 40),
    ];
    let unit = UNITS.iter().find(|(unit, _)| text.ends_with(unit));
    let (number, shift) = match unit {
        Some((unit, shift)) => (text[..text.len() - unit.len()].trim(), *shift),
        None => (text, 0),
    };
    let number = limit("--memory", number)?;
    Ok(number
        .checked_shl(shift)
        .filter(|n| n >> shift == number)
        .unwrap_or(u64::MAX))
}

/// The version, the engines and the processor features that kernels can use.
pub(crate) fn long_version() -> String {
    format!(
        "{}\nengines: {}\nprocessor: {}",
        env!("CARGO_PKG_VERSION"),
        wythoff_automata::plan().engine_names().join(", "),
        processor_features()
    )
}

fn processor_features() -> String {
    #[cfg(target_arch = "x86_64")]
    {
        let features = [
            ("popcnt", std::is_x86_feature_detected!("popcnt")),
            ("bmi1", std::is_x86_feature_detected!("bmi1")),
            ("bmi2", std::is_x86_feature_detected!("bmi2")),
            ("avx2", std::is_x86_feature_detected!("avx2")),
            ("avx512f", std::is_x86_feature_detected!("avx512f")),
        ];
        let found: Vec<&str> = features
            .iter()
            .filter(|(_, has)| *has)
            .map(|(name, _)| *name)
            .collect();
        format!(
            "x86_64 with {}",
            if found.is_empty() {
                "no extras".into()
            } else {
                found.join(", ")
            }
        )
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        std::env::consts::ARCH.to_string()
    }
}
