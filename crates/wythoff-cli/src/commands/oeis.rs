//! `wythoff oeis SOURCE`: a sequence as the OEIS wants it, and its number if the project knows it.

use std::path::PathBuf;

use clap::Args;
use dashu_int::UBig;
use serde::Serialize;
use wythoff::Error;
use wythoff::cells::{CellSet, Listing};
use wythoff::notation::parse_condition;
use wythoff::sequences::named::NamedSequence;
use wythoff::table::{TableValue, Window};
use wythoff_figures::bfile::{self, Reading};
use wythoff_figures::tables::TableView;

use super::looks::parse_reading;
use super::positions::coordinate_of;
use super::table::parse_shape;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::files::write_whole;
use crate::known::{self, Match};
use crate::output::bfile as table_bfile;

/// A sequence as the OEIS wants it: data line, offset, b-file, and the A-numbers the project knows.
#[derive(Debug, Args)]
#[command(
    after_help = "With --value a table of RULES is read in the order --read; with --where one coordinate of a \
                  list of\npositions; otherwise SOURCE is the name of a sequence.\n\nExamples:\n  wythoff oeis \
                  \"x of wyt(2,1)\"\n  wythoff oeis wythoff --value grundy\n  wythoff oeis wythoff --value \
                  grundy --read \"row 3\"\n  wythoff oeis wythoff --where outcome=P --coordinate y --bfile \
                  b.txt"
)]
pub(crate) struct Oeis {
    /// The name of a sequence, or rules
    source: String,
    /// The value of a table: outcome, grundy, remoteness, options
    #[arg(long, value_name = "V", conflicts_with = "condition")]
    value: Option<String>,
    /// The order in which the table is read
    #[arg(long, value_name = "ORDER", requires = "value")]
    read: Option<String>,
    /// The condition of a list of positions
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// The coordinate of the positions; the first if left out
    #[arg(long, value_name = "NAME", requires = "condition")]
    coordinate: Option<String>,
    /// Which coordinates run, such as "*,*,1"
    #[arg(long, value_name = "SLICE")]
    slice: Option<String>,
    /// How many terms
    #[arg(long, value_name = "K", default_value_t = 100)]
    count: usize,
    /// The index of the first term
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: u32,
    /// Also write a b-file
    #[arg(long, value_name = "FILE")]
    bfile: Option<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    source: String,
    offset: u32,
    terms: Vec<String>,
    data: String,
    known: Vec<Match>,
    evidence: String,
}

/// Terms and how they are known.
struct Terms {
    terms: Vec<String>,
    evidence: String,
}

impl Oeis {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        if self.count == 0 {
            return Err(Error::input("found --count 0, expected at least 1 term").into());
        }
        let mut found = match (&self.value, &self.condition) {
            (Some(value), _) => self.of_table(value, context)?,
            (None, Some(condition)) => self.of_positions(condition, context)?,
            (None, None) => self.of_sequence(context)?,
        };
        found.terms.truncate(self.count);
        if let Some(path) = &self.bfile {
            write_whole(
                path,
                bfile::write(self.offset.into(), &found.terms).as_bytes(),
            )?;
        }
        let report = Report {
            source: self.source.clone(),
            offset: self.offset,
            data: bfile::data_line(&found.terms),
            known: known::matches(&found.terms)?,
            terms: found.terms,
            evidence: found.evidence,
        };
        if context.json {
            context.print_json(&report)?;
        } else {
            context.print(&text(&report))?;
        }
        Ok(Status::Done)
    }

    fn of_sequence(&self, context: &Context) -> Result<Terms, Failure> {
        let sequence = NamedSequence::parse(&self.source)
            .map_err(|error| Failure::in_text(error, &self.source))?;
        let budget = context.budget();
        let mut terms = Vec::new();
        let mut index = UBig::from(self.offset);
        for done in 0..self.count {
            if done % 1024 == 0 {
                budget.report(done as u64, Some(self.count as u64))?;
            }
            terms.push(sequence.term(&index)?.to_string());
            index += UBig::ONE;
        }
        Ok(Terms {
            terms,
            evidence: sequence.source().to_string(),
        })
    }

    fn of_table(&self, value: &str, context: &Context) -> Result<Terms, Failure> {
        let rules = context.rules(&self.source)?;
        let value = TableValue::parse(value)?;
        let reading = self.read.as_deref().map(parse_reading).transpose()?;
        let slice = context.slice(&rules, self.slice.as_deref())?;
        let free = slice.free().len();
        let [rows, columns] = table_shape(reading.unwrap_or_default(), self.count);
        let size = if free == 1 {
            self.count.to_string()
        } else {
            format!("{rows}x{columns}")
        };
        let window = Window::new(slice, [UBig::ZERO, UBig::ZERO], parse_shape(&size, free)?)?;
        let mut session = context.session(rules.clone());
        let answer = session.value_table(&value, &window, &context.budget())?;
        let evidence = answer.evidence.to_string();
        let Some(cells) = answer.value else {
            return Err(Error::limit(format!("the table was not made: {evidence}")).into());
        };
        let view = TableView {
            rules: &rules,
            value: &value,
            window: &window,
            cells: &cells,
            evidence: &answer.evidence,
            transposed: false,
            one_based: false,
        };
        Ok(Terms {
            terms: table_bfile::terms(&view, reading)?,
            evidence,
        })
    }

    fn of_positions(&self, condition: &str, context: &Context) -> Result<Terms, Failure> {
        let rules = context.rules(&self.source)?;
        let condition =
            parse_condition(condition).map_err(|error| Failure::in_text(error, condition))?;
        let names = rules.game().coordinate_names();
        let coordinate = match &self.coordinate {
            None => 0,
            Some(name) => coordinate_of(&names, name)?,
        };
        let slice = context.slice(&rules, self.slice.as_deref())?;
        let set = CellSet::new(rules.clone(), Some(slice), condition)?;
        let wanted = Listing {
            count: self.count,
            start: UBig::from(self.offset),
            from_coordinate: None,
            all: false,
            order: None,
        };
        let listed = set.list(&mut context.session(rules), &wanted, &context.budget())?;
        let terms = listed
            .positions
            .iter()
            .map(|at| at[coordinate].to_string())
            .collect();
        Ok(Terms {
            terms,
            evidence: listed.evidence.to_string(),
        })
    }
}

/// A table large enough for this many terms in this order.
fn table_shape(reading: Reading, count: usize) -> [usize; 2] {
    // Inverses find v within a few times v; the order stops at the first value that is missing.
    let far = count.saturating_mul(3).saturating_add(20);
    // k antidiagonals hold k(k + 1)/2 terms.
    let side = (count.saturating_mul(2)).isqrt() + 1;
    match reading {
        Reading::Antidiagonals | Reading::Triangle => [side, side],
        Reading::Diagonal => [count, count],
        Reading::Row(x) => [x.saturating_add(1), count],
        Reading::Column(y) => [count, y.saturating_add(1)],
        Reading::InverseRow(x) => [x.saturating_add(1), far],
        Reading::InverseDiagonal => [far, far],
        Reading::ColumnOf(_) => [count, far],
    }
}

fn text(report: &Report) -> String {
    let mut out = format!("offset {}\n{}\n", report.offset, report.data);
    for known in &report.known {
        out.push_str(&format!(
            "{}: {} terms agree ({})\n",
            known.id, known.terms, known.what
        ));
    }
    if report.known.is_empty() {
        out.push_str("no A-number known here agrees\n");
    }
    out.push_str(&format!("# {}\n", report.evidence));
    out
}
