//! `wythoff period RULES --row K`: whether a row of Grundy values repeats, with its certificate.

use clap::Args;
use wythoff::Error;
use wythoff::notation::Slice;
use wythoff::period::{Regularity, of_row};
use wythoff::report::PeriodReport;
use wythoff::rules::{Axis, Rules};

use crate::context::Context;
use crate::failure::{Failure, Status};

/// The least preperiod and period of a row of Grundy values.
#[derive(Debug, Args)]
#[command(
    after_help = "The values of a row are those of a finite-state machine; a state that comes again proves the \
                  period.\nGames whose rows are not of that kind are only looked at: the answer says how \
                  far.\n\nExamples:\n  wythoff period wythoff --row 7\n  wythoff period wythoff.pass --row \
                  3\n  wythoff period \"nim(3)\" --slice \"2,*,3\"\n  wythoff period \"steps(1; 3; 4)\""
)]
pub(crate) struct Period {
    /// The rules in one line
    rules: String,
    /// The first coordinate of the row, in games of two piles
    #[arg(long, value_name = "K", conflicts_with = "slice")]
    row: Option<String>,
    /// The row with a star for the coordinate that runs, such as "3,*,1"
    #[arg(long, value_name = "SLICE")]
    slice: Option<String>,
    /// Columns to look at where no period can be proved
    #[arg(long, value_name = "N", default_value = "2000")]
    prefix: String,
    /// Also give the values of the preperiod and of one period: G − y where it is additive, else G
    #[arg(long)]
    values: bool,
}

impl Period {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let rules = context.rules(&self.rules)?;
        let row = self.slice(&rules, context)?;
        let prefix = context.count("--prefix", &self.prefix)?;
        let found = of_row(&rules, &row, prefix, &context.plan(), &context.budget())?;
        let report = PeriodReport::new(&rules, &row, &found, self.values);
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&text(&report))?;
        }
        Ok(match found {
            Regularity::Certified(_) => Status::Done,
            Regularity::Seen(_) => Status::SomeLimit,
        })
    }

    /// The row asked for: by its slice, by the first pile, or the only pile there is.
    fn slice(&self, rules: &Rules, context: &Context) -> Result<Slice, Failure> {
        if self.slice.is_some() {
            return context.slice(rules, self.slice.as_deref());
        }
        let axes = rules.axes();
        let piles = axes
            .iter()
            .filter(|axis| !matches!(axis, Axis::Passes(_)))
            .count();
        let first = match (&self.row, piles) {
            (None, 1) => None,
            (Some(row), 2) => Some(context.count("--row", row)? as u64),
            (None, 2) => {
                let help = "for example --row 5: the first pile is 5, the second runs";
                return Err(Error::input("which row is meant?").help(help).into());
            }
            _ => {
                let names = rules.game().coordinate_names().join(", ");
                return Err(Error::input(format!(
                    "the row of {rules} is named by --slice ({names})"
                ))
                .help("a star for the coordinate that runs, such as --slice \"2,*,3\"")
                .into());
            }
        };
        let mut first = first.into_iter();
        let fixed = axes.iter().map(|axis| match axis {
            Axis::Passes(times) => Some(*times),
            _ => first.next(),
        });
        Ok(Slice {
            fixed: fixed.collect(),
        })
    }
}

fn text(report: &PeriodReport) -> String {
    let what = match report.additive {
        Some(true) => "G - y",
        _ => "G",
    };
    let mut out = match (&report.preperiod, &report.period, report.seen_to) {
        (Some(preperiod), Some(period), None) => format!(
            "row {} of {}: {what} has preperiod {preperiod} and period {period}\n",
            report.row, report.rules
        ),
        (Some(preperiod), Some(period), Some(to)) => format!(
            "row {} of {}: seen to column {to}, where {what} looks like preperiod {preperiod} and period \
             {period}; not proved\n",
            report.row, report.rules
        ),
        _ => format!(
            "row {} of {}: seen to column {}; no period shows\n",
            report.row,
            report.rules,
            report.seen_to.unwrap_or(0)
        ),
    };
    if let Some(certificate) = &report.certificate {
        out.push_str(&format!(
            "the state before column {} of {} rows came again {} columns later\n",
            certificate.state_at, certificate.rows, certificate.cycle
        ));
    }
    if let Some(values) = &report.values {
        out.push_str(&format!("{}\n", values.join(" ")));
    }
    out.push_str(&format!("# {}\n", report.evidence.text));
    out
}
