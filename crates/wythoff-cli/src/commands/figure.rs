//! `wythoff figure KIND …`: pictures that are more than one table.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use dashu_int::UBig;
use wythoff::Error;
use wythoff::answer::Evidence;
use wythoff::cells::CellSet;
use wythoff::failed_moves::FailedMoves;
use wythoff::notation::{parse_condition, parse_probability};
use wythoff::rules::Rules;
use wythoff::table::{Cells, TableValue, Window};
use wythoff_figures::pass_figures::{self, Table, Tables};
use wythoff_figures::tables::{self, TableView};
use wythoff_figures::{Figure, Histogram, Marker, Period, PointSet, Row, Scatter, SlopedLine};

use super::looks::Looks;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::files::write_whole;
use crate::output::picture;

/// Pictures that are more than one table: points, rows, durations, two games side by side.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wythoff figure paper 6 -o rays.svg\n  wythoff figure points wythoff --where \
                        grundy=0 --where grundy=1 --size 60 --measured -o points.svg\n  wythoff figure pair \
                        wythoff.pass \"wythoff + nim(1)\" --slice \"*,*,1\" --value grundy --size 9 -o pair.svg\n  \
                        wythoff figure duration --remoteness 7 --success 4/5 -o duration.svg\n  wythoff \
                        figure row wythoff --row 3 --size 80 --less --from 8 --period 6 -o row.svg"
)]
pub(crate) struct FigureCommand {
    #[command(subcommand)]
    kind: Kind,
    /// The file to write: .svg, .png, .pdf or .tikz
    #[arg(short, long, value_name = "FILE", global = true)]
    output: Option<PathBuf>,
    #[command(flatten)]
    looks: Looks,
}

#[derive(Debug, Subcommand)]
enum Kind {
    /// Figure 1 to 11 of Miyadera, Manabe and Fukui (2025) on Wythoff's game with a pass
    Paper {
        /// The number of the figure
        number: usize,
    },
    /// The positions of two coordinates where conditions hold, as points
    Points(Points),
    /// Two games side by side
    Pair(Pair),
    /// The law of the number of attempts when moves fail
    Duration(Duration),
    /// The values of one row, with its period
    Row(RowArguments),
}

#[derive(Debug, Args)]
struct Points {
    /// The rules in one line
    rules: String,
    /// A condition; each one asked for has its own colour
    #[arg(long = "where", value_name = "CONDITION", required = true)]
    conditions: Vec<String>,
    /// The side of the box
    #[arg(long, value_name = "N")]
    size: usize,
    /// Which coordinates run, such as "*,*,1"
    #[arg(long, value_name = "SLICE")]
    slice: Option<String>,
    /// Draw y = φx and x = φy
    #[arg(long)]
    golden: bool,
    /// Draw the line that fits the first set above the diagonal, and its mirror
    #[arg(long)]
    measured: bool,
}

#[derive(Debug, Args)]
struct Pair {
    /// The rules of the left board
    left: String,
    /// The rules of the right board
    right: String,
    /// outcome, grundy, remoteness, options or win(p)
    #[arg(long, value_name = "V")]
    value: String,
    /// The side of the boards
    #[arg(long, value_name = "N")]
    size: usize,
    /// Which coordinates run, such as "*,*,1", in both
    #[arg(long, value_name = "SLICE")]
    slice: Option<String>,
}

#[derive(Debug, Args)]
struct Duration {
    /// The remoteness of the first position
    #[arg(long, value_name = "R")]
    remoteness: u32,
    /// The probability that a move succeeds
    #[arg(long, value_name = "P")]
    success: String,
    /// How many numbers of attempts; as many as matter if left out
    #[arg(long, value_name = "K")]
    count: Option<usize>,
}

#[derive(Debug, Args)]
struct RowArguments {
    /// The rules in one line
    rules: String,
    /// The first coordinate
    #[arg(long, value_name = "K")]
    row: usize,
    /// How many values
    #[arg(long, value_name = "N")]
    size: usize,
    /// grundy, remoteness or options
    #[arg(long, value_name = "V", default_value = "grundy")]
    value: String,
    /// Which coordinates run, such as "*,*,1"
    #[arg(long, value_name = "SLICE")]
    slice: Option<String>,
    /// The value less the second coordinate
    #[arg(long)]
    less: bool,
    /// The period to show
    #[arg(long, value_name = "N", requires = "from")]
    period: Option<u64>,
    /// Where the period begins
    #[arg(long, value_name = "N", requires = "period")]
    from: Option<u64>,
}

impl FigureCommand {
    pub(crate) fn run(&self, context: &Context) -> Result<Status, Failure> {
        let write = picture::writer(self.output.as_deref().unwrap_or(Path::new("figure.svg")))?;
        let figure = match &self.kind {
            Kind::Paper { number } => paper(*number, context)?,
            Kind::Points(points) => points.figure(context)?,
            Kind::Pair(pair) => pair.figure(&self.looks, context)?,
            Kind::Duration(duration) => duration.figure()?,
            Kind::Row(row) => row.figure(context)?,
        };
        let bytes = write(&figure, &self.looks.style())?;
        match &self.output {
            Some(path) => write_whole(path, &bytes)?,
            None => context.print_bytes(&bytes)?,
        }
        Ok(Status::Done)
    }
}

/// Numbers of two coordinates, `[x][y]`.
fn numbers(
    text: &str,
    slice: Option<&str>,
    value: &TableValue,
    [origin, shape]: [[usize; 2]; 2],
    context: &Context,
) -> Result<Table, Failure> {
    let rules = context.rules(text)?;
    let slice = context.slice(&rules, slice)?;
    let window = Window::new(slice, origin.map(UBig::from), shape)?;
    let answer = context
        .session(rules)
        .value_table(value, &window, &context.budget())?;
    let Some(cells) = answer.value else {
        return Err(Error::limit(format!("{text}: {}", answer.evidence)).into());
    };
    let number = |index: usize| cells.text(index).parse::<u64>();
    let row = |x: usize| (0..shape[1]).map(|y| number(x * shape[1] + y)).collect();
    let rows: Result<Table, _> = (0..shape[0]).map(row).collect();
    rows.map_err(|_| Error::input(format!("{value} is not a number to be drawn here")).into())
}

fn paper(number: usize, context: &Context) -> Result<Figure, Failure> {
    let table = |rules: &str, slice: Option<&str>| {
        numbers(rules, slice, &TableValue::Grundy, [[0, 0], [9, 9]], context)
    };
    let tables = Tables {
        wythoff: table("wythoff", None)?,
        pass: table("wythoff.pass", None)?,
        stone: table("wythoff + nim(1)", Some("*,*,1"))?,
    };
    let mut figures = pass_figures::all(&tables);
    if !(1..=figures.len()).contains(&number) {
        let known = figures.len();
        return Err(Error::input(format!("found figure {number}, expected 1 to {known}")).into());
    }
    Ok(figures.swap_remove(number - 1))
}

impl Points {
    fn figure(&self, context: &Context) -> Result<Figure, Failure> {
        let rules = context.rules(&self.rules)?;
        let slice = context.slice(&rules, self.slice.as_deref())?;
        let (names, free) = (rules.game().coordinate_names(), slice.free());
        let [first, second] = free[..] else {
            return Err(Error::input("points have two free coordinates")
                .help("see --slice")
                .into());
        };
        let mut sets = Vec::new();
        for text in &self.conditions {
            let condition = parse_condition(text).map_err(|error| Failure::in_text(error, text))?;
            let set = CellSet::new(rules.clone(), Some(slice.clone()), condition)?;
            let mut session = context.session(rules.clone());
            let (members, _) = set.members(&mut session, self.size, &context.budget())?;
            let points = members
                .iter()
                .map(|cell| [cell[0] as f64, cell[1] as f64])
                .collect();
            sets.push(PointSet {
                name: text.clone(),
                points,
            });
        }
        let axes = [names[first].clone(), names[second].clone()];
        let lines = self.lines(&axes, &sets[0].points);
        let title = format!("Positions of {rules} below {}", self.size);
        let desc = format!("Points where {} hold.", self.conditions.join("; "));
        Ok(Figure::of(
            "points",
            &title,
            &desc,
            Scatter { axes, sets, lines },
        ))
    }

    /// Slopes are drawn, never used as values.
    fn lines(&self, [x, y]: &[String; 2], points: &[[f64; 2]]) -> Vec<SlopedLine> {
        let both = |slope: f64, name: &str| {
            let line = |name: String, slope| SlopedLine {
                name,
                slope,
                intercept: 0.0,
            };
            vec![
                line(format!("{y} = {name}{x}"), slope),
                line(format!("{x} = {name}{y}"), 1.0 / slope),
            ]
        };
        let mut lines = Vec::new();
        if self.golden {
            lines.extend(both(f64::midpoint(1.0, 5.0_f64.sqrt()), "φ"));
        }
        if self.measured {
            let above = points.iter().filter(|[x, y]| y > x);
            let (products, squares) =
                above.fold((0.0, 0.0), |(p, s), [x, y]| (p + x * y, s + x * x));
            let slope = products / squares;
            if slope.is_finite() && slope > 0.0 {
                lines.extend(both(slope, &format!("{slope:.4}·")));
            }
        }
        lines
    }
}

impl Pair {
    fn figure(&self, looks: &Looks, context: &Context) -> Result<Figure, Failure> {
        let value = TableValue::parse(&self.value)?;
        let tables = [
            self.table(&self.left, &value, context)?,
            self.table(&self.right, &value, context)?,
        ];
        let [left, right] = tables.each_ref().map(|table| table.view(&value));
        tables::side_by_side([&left, &right], looks.style().colouring)
            .map_err(|error| picture::told(&error).into())
    }

    fn table(
        &self,
        text: &str,
        value: &TableValue,
        context: &Context,
    ) -> Result<Computed, Failure> {
        let rules: Rules = context.rules(text)?;
        let names = rules.game().coordinate_names().len();
        // One slice for both, where both have its coordinates.
        let slice = self
            .slice
            .as_deref()
            .filter(|slice| slice.split(',').count() == names);
        let slice = context.slice(&rules, slice)?;
        let window = Window::new(slice, [UBig::ZERO, UBig::ZERO], [self.size; 2])?;
        let answer =
            context
                .session(rules.clone())
                .value_table(value, &window, &context.budget())?;
        let evidence = answer.evidence;
        let Some(cells) = answer.value else {
            return Err(Error::limit(format!("{text}: {evidence}")).into());
        };
        Ok(Computed {
            rules,
            window,
            cells,
            evidence,
        })
    }
}

/// A table and what it is of.
struct Computed {
    rules: Rules,
    window: Window,
    cells: Cells,
    evidence: Evidence,
}

impl Computed {
    fn view<'a>(&'a self, value: &'a TableValue) -> TableView<'a> {
        TableView {
            rules: &self.rules,
            value,
            window: &self.window,
            cells: &self.cells,
            evidence: &self.evidence,
            transposed: false,
            one_based: false,
        }
    }
}

impl Duration {
    fn figure(&self) -> Result<Figure, Failure> {
        let success = parse_probability(&self.success)?;
        let model =
            FailedMoves::new(success.clone()).map_err(|error| Error::input(error.to_string()))?;
        let law = model.duration(&UBig::from(self.remoteness));
        let (mean, variance) = (law.mean().to_f64_fast(), law.variance().to_f64_fast());
        // Four deviations beyond the mean hold all that a picture shows.
        let most = (mean + 4.0 * variance.sqrt()).ceil() as usize + 1;
        let count = self
            .count
            .unwrap_or(most.saturating_sub(self.remoteness as usize))
            .clamp(1, 100_000);
        let bins = law.histogram(1, count).unwrap_or_default();
        let weights = bins
            .iter()
            .map(|bin| bin.probability.to_f64_fast())
            .collect();
        let histogram = Histogram {
            axis: "attempts".to_string(),
            measure: "probability".to_string(),
            first: u64::from(self.remoteness),
            weights,
            markers: vec![Marker {
                at: mean,
                name: format!("mean {}", law.mean()),
            }],
        };
        let title = format!(
            "Attempts from remoteness {} when p = {success}",
            self.remoteness
        );
        let desc = "The negative binomial law of the number of attempts under optimal play.";
        Ok(Figure::of("duration", &title, desc, histogram))
    }
}

impl RowArguments {
    fn figure(&self, context: &Context) -> Result<Figure, Failure> {
        let value = TableValue::parse(&self.value)?;
        let place = [[self.row, 0], [1, self.size]];
        let table = numbers(&self.rules, self.slice.as_deref(), &value, place, context)?;
        let less = |(y, &v): (usize, &u64)| v as f64 - if self.less { y as f64 } else { 0.0 };
        let values = table
            .first()
            .map_or_else(Vec::new, |row| row.iter().enumerate().map(less).collect());
        let measure = format!(
            "{value}({}, y){}",
            self.row,
            if self.less { " − y" } else { "" }
        );
        let period = self
            .from
            .zip(self.period)
            .map(|(from, length)| Period { from, length });
        if let (Some(period), Some(row)) = (period, table.first()) {
            self.check(period, row)?;
        }
        let title = format!("Row {} of {}", self.row, self.rules);
        let desc = format!("The values {measure} for y below {}.", self.size);
        let row = Row {
            axis: "y".to_string(),
            measure,
            first: 0,
            values,
            period,
        };
        Ok(Figure::of("row", &title, &desc, row))
    }

    /// A picture shows no period that the values do not have.
    fn check(&self, period: Period, row: &[u64]) -> Result<(), Failure> {
        let [from, length] =
            [period.from, period.length].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        if length == 0 || from.checked_add(length).is_none_or(|end| end >= row.len()) {
            let text = format!(
                "{} values do not show a period of {length} from {from} on",
                row.len()
            );
            return Err(Error::input(text)
                .help("a larger --size, or another --period")
                .into());
        }
        let added = if self.less { period.length } else { 0 };
        let differs = (from..row.len() - length).find(|&y| row[y + length] != row[y] + added);
        match differs {
            None => Ok(()),
            Some(y) => {
                let (a, b) = (row[y], row[y + length]);
                let text = format!(
                    "the row does not repeat: {a} at y = {y}, {b} at y = {}",
                    y + length
                );
                Err(Error::input(text).into())
            }
        }
    }
}
