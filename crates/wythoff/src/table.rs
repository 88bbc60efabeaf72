//! Tables: the values of a window of positions, two coordinates free and the others fixed.
//!
//! Rows run over the first free coordinate, columns over the second: `array[x, y]`, x down. With one
//! free coordinate there is a single column.

use dashu_int::UBig;
use dashu_ratio::RBig;

use crate::budget::Budget;
use crate::error::Error;
use crate::notation::{Slice, parse_probability};
use crate::random_play::{Chosen, Model, ModelKind};
use crate::rules::{Cell, Ruleset};
use crate::values::Outcome;

/// Which positions a table shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    slice: Slice,
    origin: [UBig; 2],
    shape: [usize; 2],
}

impl Window {
    /// The window of `shape` rows and columns from `origin` on. With one star in the slice the second
    /// side must be 1 and the second origin 0.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input) for an empty window or a slice without a star;
    /// [`ErrorKind::Limit`](crate::ErrorKind::Limit) when the cells cannot be numbered.
    pub fn new(slice: Slice, origin: [UBig; 2], shape: [usize; 2]) -> Result<Window, Error> {
        let free = slice.free().len();
        if !(1..=2).contains(&free) {
            return Err(Error::input("a table needs one or two free coordinates")
                .help("fix the others, for example --slice \"*,*,1\""));
        }
        if shape.contains(&0) {
            return Err(Error::input(
                "found a table of no cells, expected sides from 1",
            ));
        }
        if free == 1 && (shape[1] != 1 || origin[1] != UBig::ZERO) {
            return Err(Error::input("a table over one coordinate has one column"));
        }
        if shape[0]
            .checked_mul(shape[1])
            .is_none_or(|cells| cells > isize::MAX as usize / 16)
        {
            return Err(Error::limit(format!(
                "a table of {} x {} cells is beyond this machine",
                shape[0], shape[1]
            )));
        }
        Ok(Window {
            slice,
            origin,
            shape,
        })
    }

    /// Which coordinates are free.
    #[must_use]
    pub fn slice(&self) -> &Slice {
        &self.slice
    }

    /// The least free coordinates.
    #[must_use]
    pub fn origin(&self) -> &[UBig; 2] {
        &self.origin
    }

    /// Rows and columns.
    #[must_use]
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// Number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.shape[0] * self.shape[1]
    }

    /// The position of a row and column.
    #[must_use]
    pub fn position(&self, row: usize, column: usize) -> Vec<UBig> {
        let mut free = [
            &self.origin[0] + UBig::from(row),
            &self.origin[1] + UBig::from(column),
        ]
        .into_iter();
        self.slice
            .fixed
            .iter()
            .map(|fixed| match fixed {
                Some(x) => UBig::from(*x),
                None => free.next().unwrap_or(UBig::ZERO),
            })
            .collect()
    }

    /// All positions, row by row.
    pub fn positions(&self) -> impl Iterator<Item = Vec<UBig>> + '_ {
        let [rows, columns] = self.shape;
        (0..rows).flat_map(move |r| (0..columns).map(move |c| self.position(r, c)))
    }

    /// The position with the greatest coordinates.
    #[must_use]
    pub fn far_corner(&self) -> Option<Vec<UBig>> {
        Some(self.position(self.shape[0].checked_sub(1)?, self.shape[1].checked_sub(1)?))
    }

    /// The origin in machine numbers, if the whole window has such.
    #[must_use]
    pub fn machine_origin(&self) -> Option<[u64; 2]> {
        let origin = [
            u64::try_from(&self.origin[0]).ok()?,
            u64::try_from(&self.origin[1]).ok()?,
        ];
        origin[0].checked_add(self.shape[0] as u64)?;
        origin[1].checked_add(self.shape[1] as u64)?;
        Some(origin)
    }

    /// All positions in machine numbers, row by row, if they have such.
    #[must_use]
    pub fn machine_positions(&self) -> Option<impl Iterator<Item = Cell> + Clone + '_> {
        let [x0, y0] = self.machine_origin()?;
        let [rows, columns] = self.shape;
        Some((0..rows as u64).flat_map(move |r| {
            (0..columns as u64).map(move |c| self.slice.position(&[x0 + r, y0 + c]))
        }))
    }
}

/// The values of a window, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Outcomes.
    Outcomes(Vec<Outcome>),
    /// Numbers below 2³².
    Small(Vec<u32>),
    /// Numbers of any size.
    Big(Vec<UBig>),
    /// Exact fractions: winning probabilities.
    Fractions(Vec<RBig>),
}

impl Cells {
    /// Number of cells.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Cells::Outcomes(cells) => cells.len(),
            Cells::Small(cells) => cells.len(),
            Cells::Big(cells) => cells.len(),
            Cells::Fractions(cells) => cells.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Small numbers where all fit.
    #[must_use]
    pub fn simplified(self) -> Cells {
        match self {
            Cells::Big(cells) => {
                let small: Option<Vec<u32>> = cells.iter().map(|n| u32::try_from(n).ok()).collect();
                small.map_or(Cells::Big(cells), Cells::Small)
            }
            other => other,
        }
    }

    /// The text of a cell.
    #[must_use]
    pub fn text(&self, index: usize) -> String {
        match self {
            Cells::Outcomes(cells) => cells[index].to_string(),
            Cells::Small(cells) => cells[index].to_string(),
            Cells::Big(cells) => cells[index].to_string(),
            Cells::Fractions(cells) => cells[index].to_string(),
        }
    }

    /// Whether a number is below 2³¹ in every cell, or there are no numbers.
    #[must_use]
    pub fn greatest(&self) -> Option<UBig> {
        match self {
            Cells::Outcomes(_) | Cells::Fractions(_) => None,
            Cells::Small(cells) => cells.iter().max().map(|&n| UBig::from(n)),
            Cells::Big(cells) => cells.iter().max().cloned(),
        }
    }
}

/// What a table can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableValue {
    /// The outcome.
    Outcome,
    /// The Grundy value.
    Grundy,
    /// The remoteness.
    Remoteness,
    /// The number of options.
    Options,
    /// Smith's suspense number.
    Suspense,
    /// The length of the longest play.
    Birthday,
    /// The winning probability when moves succeed with this probability.
    Win(RBig),
    /// The winning probability of the player to move when chance plays in another way.
    Random(Model),
}

impl TableValue {
    /// The names a user may write.
    pub const NAMES: &'static str = "outcome, grundy, remoteness, options, suspense, birthday, \
        win(p), win(random), win(both-random), win(error, p), win(random-turn, p)";

    /// A value from its name.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input) for another word.
    ///
    /// ```
    /// use wythoff::table::TableValue;
    /// assert_eq!(TableValue::parse("grundy")?, TableValue::Grundy);
    /// assert_eq!(TableValue::parse("win(4/5)")?.to_string(), "win(4/5)");
    /// assert_eq!(TableValue::parse("win(error, 0.8)")?.to_string(), "win(error, 4/5)");
    /// assert!(TableValue::parse("length").is_err());
    /// # Ok::<(), wythoff::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<TableValue, Error> {
        let text = text.trim();
        Ok(match text {
            "outcome" => TableValue::Outcome,
            "grundy" => TableValue::Grundy,
            "remoteness" => TableValue::Remoteness,
            "options" => TableValue::Options,
            "suspense" => TableValue::Suspense,
            "birthday" => TableValue::Birthday,
            _ => match text.strip_prefix("win(").and_then(|t| t.strip_suffix(')')) {
                Some(inside) => TableValue::of_chance(inside)?,
                None => {
                    return Err(Error::input(format!(
                        "found '{text}', expected a value: {}",
                        Self::NAMES
                    )));
                }
            },
        })
    }

    /// What stands in `win(…)`: a success probability, or the name of a model and perhaps its
    /// probability.
    fn of_chance(text: &str) -> Result<TableValue, Error> {
        let (name, p) = text.split_once(',').unwrap_or((text, ""));
        let Ok(kind) = ModelKind::parse(name) else {
            return Ok(TableValue::Win(parse_probability(text)?));
        };
        let p = match p.trim() {
            "" => None,
            p => Some(parse_probability(p)?),
        };
        TableValue::of_model(kind, p)
    }

    /// The winning probability under a model.
    ///
    /// # Errors
    /// [`ErrorKind::Input`](crate::ErrorKind::Input) when the model needs a probability and none is
    /// given, or the other way round.
    pub fn of_model(kind: ModelKind, p: Option<RBig>) -> Result<TableValue, Error> {
        Ok(match Model::new(kind, p)? {
            Chosen::Failed(p) => TableValue::Win(p),
            Chosen::Random(model) => TableValue::Random(model),
        })
    }
}

impl std::fmt::Display for TableValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TableValue::Outcome => f.write_str("outcome"),
            TableValue::Grundy => f.write_str("grundy"),
            TableValue::Remoteness => f.write_str("remoteness"),
            TableValue::Options => f.write_str("options"),
            TableValue::Suspense => f.write_str("suspense"),
            TableValue::Birthday => f.write_str("birthday"),
            TableValue::Win(p) => write!(f, "win({p})"),
            TableValue::Random(model) => write!(f, "win({model})"),
        }
    }
}

/// The number of options of each position of a window.
pub(crate) fn option_counts<R: Ruleset<Position = Cell>>(
    rules: &R,
    window: &Window,
    budget: &Budget<'_>,
) -> Result<Cells, Error> {
    let Some(positions) = window.machine_positions() else {
        return Err(Error::limit(
            "options are counted at coordinates of 64 bits only",
        ));
    };
    let mut counts = Vec::with_capacity(window.cells());
    for (i, at) in positions.enumerate() {
        counts.push(
            u32::try_from(rules.options(&at)?.len())
                .map_err(|_| Error::limit(format!("{at:?} has more options than fit 32 bits")))?,
        );
        if i % 256 == 0 {
            budget.report(i as u64, Some(window.cells() as u64))?;
        }
    }
    Ok(Cells::Small(counts))
}
