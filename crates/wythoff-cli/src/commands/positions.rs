//! `wythoff positions RULES --where C --count K`: where a condition holds, in order.

use clap::{Args, ValueEnum};
use dashu_int::UBig;
use wythoff::Error;
use wythoff::cells::{CellSet, Listing, Order};
use wythoff::notation::parse_condition;
use wythoff::report::PositionsReport;

use crate::context::Context;
use crate::coordinates::CornerArguments;
use crate::failure::{Failure, Status};
use crate::output::positions;

/// The positions where a condition on values holds, in order.
#[derive(Debug, Args)]
#[command(
    after_help = "Conditions: outcome=P, grundy=1, remoteness=6, remoteness<=7, joined by 'and'.\n\nExamples:\n  \
                        wythoff positions \"wyt(1,2)\" --where outcome=P --count 8\n  wythoff positions \
                        wythoff --where outcome=P --count 3 --start 10^1000\n  wythoff positions \
                        wythoff.pass --where outcome=P --count 20 --all"
)]
pub(crate) struct Positions {
    /// The rules in one line
    rules: String,
    /// The condition
    #[arg(long = "where", value_name = "CONDITION")]
    condition: String,
    /// How many positions
    #[arg(long, value_name = "K")]
    count: usize,
    /// The number of the first one, from 0; terminal positions count
    #[arg(long, value_name = "M", default_value = "0")]
    start: String,
    /// Begin at the first one whose coordinate, the one ordered by, is at least this
    #[arg(long, value_name = "X")]
    from_coordinate: Option<String>,
    /// Both orientations of each position, where the rules are symmetric
    #[arg(long)]
    all: bool,
    /// By the smaller coordinate, or by the larger; by default the smaller where rows hold finitely many
    #[arg(long, value_enum)]
    order: Option<OrderArgument>,
    /// Which coordinates run, such as "*,*,1"
    #[arg(long, value_name = "SLICE")]
    slice: Option<String>,
    /// text, json, csv, latex or bfile
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<FormatArgument>,
    /// The coordinate that a b-file lists; the first free one if left out
    #[arg(long, value_name = "NAME")]
    coordinate: Option<String>,
    #[command(flatten)]
    coordinates: CornerArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArgument {
    Text,
    Json,
    Csv,
    Latex,
    Bfile,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrderArgument {
    Smaller,
    Larger,
}

impl Positions {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let rules = context.rules(&self.rules)?;
        let condition = parse_condition(&self.condition)
            .map_err(|error| Failure::in_text(error, &self.condition))?;
        let slice = match &self.slice {
            Some(text) => Some(wythoff::notation::parse_slice(&rules, text)?),
            None => None,
        };
        let start: UBig = context.number("--start", &self.start)?;
        let coordinates = self.coordinates.of(&rules)?;
        let from_coordinate = match &self.from_coordinate {
            Some(text) => {
                let given = context.number("--from-coordinate", text)?;
                Some(coordinates.inward(0, &given)?)
            }
            None => None,
        };
        let set = CellSet::new(rules.clone(), slice, condition)?;
        let wanted = Listing {
            count: self.count,
            start,
            from_coordinate,
            all: self.all,
            order: self.order.map(|order| match order {
                OrderArgument::Smaller => Order::Smaller,
                OrderArgument::Larger => Order::Larger,
            }),
        };
        let mut session = context.session(rules);
        let listed = set.list(&mut session, &wanted, &context.budget())?;
        let mut report = PositionsReport::new(&set, &listed);
        coordinates.recount_positions(&mut report)?;
        let names = set.rules.game().coordinate_names();
        let format = match self.format {
            Some(format) => format,
            None if context.json => FormatArgument::Json,
            None => FormatArgument::Text,
        };
        match format {
            FormatArgument::Json => context.print_json(&report)?,
            FormatArgument::Text => context.print(&positions::text(&report))?,
            FormatArgument::Csv => context.print(&positions::csv(&report, &names))?,
            FormatArgument::Latex => context.print(&positions::latex(&report, &names))?,
            FormatArgument::Bfile => {
                let first = set.slice.free().first().copied().unwrap_or(0);
                let coordinate = match &self.coordinate {
                    Some(name) => coordinate_of(&names, name)?,
                    None => first,
                };
                context.print(&positions::bfile(&report, coordinate, &self.start)?)?;
            }
        }
        Ok(Status::Done)
    }
}

/// The number of a coordinate from its name.
pub(crate) fn coordinate_of(names: &[String], name: &str) -> Result<usize, Error> {
    names.iter().position(|known| known == name).ok_or_else(|| {
        Error::input(format!(
            "found --coordinate {name}, expected one of {}",
            names.join(", ")
        ))
    })
}
