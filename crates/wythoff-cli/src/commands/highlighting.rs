//! Options that say what stands out in a picture of a table: a condition, what reaches it, a queen.

use clap::Args;
use dashu_int::UBig;
use wythoff::cells::CellSet;
use wythoff::notation::{Condition, parse_condition, parse_position_within};
use wythoff::rules::{Rules, Ruleset};
use wythoff::table::Window;
use wythoff::{Error, Session};
use wythoff_figures::Ray;
use wythoff_figures::tables::{Highlights, LARGEST_BOARD, Marked};

use crate::context::Context;
use crate::failure::Failure;

/// What stands out.
#[derive(Debug, Args)]
pub(crate) struct Highlighting {
    /// Colour the positions where this holds, such as grundy=1, instead of the P-positions
    #[arg(long, value_name = "CONDITION", help_heading = "Pictures")]
    mark: Option<String>,
    /// Colour in a second way the positions with a move to a marked one
    #[arg(long, help_heading = "Pictures")]
    reach: bool,
    /// A queen here, and its moves as arrows: all coordinates, separated by commas
    #[arg(long, value_name = "POSITION", help_heading = "Pictures")]
    queen: Vec<String>,
}

impl Highlighting {
    /// What stands out in a table of this window.
    ///
    /// # Errors
    /// A condition or a position that is none of these rules; a table too large for marks; limits.
    pub(crate) fn highlights(
        &self,
        rules: &Rules,
        window: &Window,
        context: &Context,
    ) -> Result<Highlights, Failure> {
        if self.mark.is_none() && !self.reach && self.queen.is_empty() {
            return Ok(Highlights::default());
        }
        if window.shape().iter().any(|&side| side > LARGEST_BOARD) {
            return Err(Error::input(format!(
                "--mark, --reach and --queen are drawn on tables of at most {LARGEST_BOARD} rows and columns"
            ))
            .help("a smaller --size, or --origin for another part")
            .into());
        }
        let mut marking = Marking::new(self, rules, window, context)?;
        let mut highlights = Highlights::default();
        if let Some(text) = &self.mark {
            highlights.chosen = Some(Marked {
                cells: marking.each_cell(Marking::is_marked)?,
                meaning: text.clone(),
            });
        }
        if self.reach {
            let target = self.mark.as_deref().unwrap_or("a P-position");
            highlights.second = Some(Marked {
                cells: marking.each_cell(Marking::reaches)?,
                meaning: format!("has a move to {target}"),
            });
        }
        for text in &self.queen {
            let parts: Vec<&str> = text.split(',').map(str::trim).collect();
            let from = parse_position_within(rules, &parts, context.max_digits)?;
            let Some(cell) = cell_of(window, &from) else {
                return Err(Error::input(format!(
                    "found --queen {text}, which the table does not show"
                ))
                .help("a queen stands on a cell of the table")
                .into());
            };
            highlights.queens.push(cell);
            highlights.rays.extend(marking.rays(&from, cell)?);
        }
        Ok(highlights)
    }
}

/// Questions about the cells of one table.
struct Marking<'a> {
    rules: &'a Rules,
    window: &'a Window,
    context: &'a Context,
    set: CellSet,
    session: Session,
}

impl<'a> Marking<'a> {
    fn new(
        asked: &Highlighting,
        rules: &'a Rules,
        window: &'a Window,
        context: &'a Context,
    ) -> Result<Marking<'a>, Failure> {
        let condition = match &asked.mark {
            Some(text) => parse_condition(text).map_err(|error| Failure::in_text(error, text))?,
            None => Condition::p_positions(),
        };
        let slice = Some(window.slice().clone());
        Ok(Marking {
            rules,
            window,
            context,
            set: CellSet::new(rules.clone(), slice, condition)?,
            session: context.session(rules.clone()),
        })
    }

    /// An answer for each cell, in the order of the window.
    fn each_cell(
        &mut self,
        ask: fn(&mut Self, &[UBig]) -> Result<bool, Error>,
    ) -> Result<Vec<bool>, Error> {
        self.window.positions().map(|at| ask(self, &at)).collect()
    }

    fn is_marked(&mut self, at: &[UBig]) -> Result<bool, Error> {
        self.set
            .holds_at(&mut self.session, at, &self.context.budget())
    }

    fn reaches(&mut self, at: &[UBig]) -> Result<bool, Error> {
        for option in self.options(at)? {
            if self.is_marked(&option)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// All options of a position, which for a picture has to be small.
    fn options(&self, at: &[UBig]) -> Result<Vec<Vec<UBig>>, Error> {
        let far = || Error::limit("moves are drawn where coordinates are below 10^6");
        let small = |x: &UBig| u64::try_from(x).ok().filter(|&x| x < 1_000_000);
        let cell = at
            .iter()
            .map(small)
            .collect::<Option<_>>()
            .ok_or_else(far)?;
        let options = self.rules.plain().options(&cell)?;
        let big = |option: &wythoff::rules::Cell| option.iter().map(|&x| UBig::from(x)).collect();
        Ok(options.iter().map(big).collect())
    }

    /// The moves from a cell as arrows, one for all moves in a direction: to the farthest option in the table.
    fn rays(&self, from: &[UBig], cell: [usize; 2]) -> Result<Vec<Ray>, Error> {
        let mut farthest: Vec<([isize; 2], [usize; 2])> = Vec::new();
        for option in self.options(from)? {
            let Some(to) = cell_of(self.window, &option) else {
                continue;
            };
            let step = [0, 1].map(|i| cell[i] as isize - to[i] as isize);
            let along = |other: &[isize; 2]| {
                step[0] * other[1] == step[1] * other[0]
                    && step[0].signum() == other[0].signum()
                    && step[1].signum() == other[1].signum()
            };
            match farthest.iter_mut().find(|(other, _)| along(other)) {
                None => farthest.push((step, to)),
                Some(found) => {
                    let length = |step: [isize; 2]| step[0].abs() + step[1].abs();
                    if length(step) > length(found.0) {
                        *found = (step, to);
                    }
                }
            }
        }
        let ray = |(_, to)| Ray { from: cell, to };
        Ok(farthest.into_iter().map(ray).collect())
    }
}

/// The place of a position in a table, counted from its corner; none where the table does not show it.
fn cell_of(window: &Window, at: &[UBig]) -> Option<[usize; 2]> {
    let free = window.slice().free();
    let mut cell = [0, 0];
    for (i, place) in cell.iter_mut().enumerate().take(free.len()) {
        let origin = &window.origin()[i];
        let x = at.get(free[i])?;
        *place = (x >= origin)
            .then(|| usize::try_from(x - origin).ok())
            .flatten()?;
    }
    let [rows, columns] = window.shape();
    let shown = cell[0] < rows && cell[1] < columns && window.position(cell[0], cell[1]) == at;
    shown.then_some(cell)
}
