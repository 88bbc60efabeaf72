//! Coordinates as a user counts them: from 0 at the corner where play ends, unless said otherwise.
//!
//! `--one-based` counts piles from 1, as boards are numbered; `--from-far-corner 8x8` counts them from the
//! opposite corner of a board. Passes and vertices are never recounted. What comes in is translated once,
//! what goes out is translated back, and the output says how it counts.

use clap::Args;
use dashu_int::UBig;
use wythoff::Error;
use wythoff::notation::parse_number;
use wythoff::report::{AnalysisReport, PositionsReport};
use wythoff::rules::{Axis, Rules};

/// How coordinates are counted.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct CoordinateArguments {
    /// Count piles from 1, as boards are numbered
    #[arg(long)]
    one_based: bool,
}

/// How coordinates are counted, by commands that take and give positions.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct CornerArguments {
    #[command(flatten)]
    from_one: CoordinateArguments,
    /// Count piles from the opposite corner of a board of this size, such as 8x8
    #[arg(long, value_name = "WxH")]
    from_far_corner: Option<String>,
}

/// How the coordinates of a ruleset are counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coordinates {
    names: Vec<String>,
    /// Which coordinates are counted otherwise than from 0: the piles.
    recounted: Vec<bool>,
    one_based: bool,
    /// The sides of the board, one a coordinate.
    sides: Option<Vec<UBig>>,
}

impl CoordinateArguments {
    pub(crate) fn of(&self, rules: &Rules) -> Coordinates {
        Coordinates {
            names: rules.game().coordinate_names().to_vec(),
            recounted: rules
                .axes()
                .iter()
                .map(|axis| *axis == Axis::Pile)
                .collect(),
            one_based: self.one_based,
            sides: None,
        }
    }
}

impl CornerArguments {
    pub(crate) fn of(&self, rules: &Rules) -> Result<Coordinates, Error> {
        let mut coordinates = self.from_one.of(rules);
        let Some(text) = &self.from_far_corner else {
            return Ok(coordinates);
        };
        let named = |error: Error| {
            Error::new(
                error.kind(),
                format!("--from-far-corner {text}: {}", error.message()),
            )
        };
        let sides: Result<Vec<UBig>, Error> = text
            .split(['x', '×'])
            .map(|side| parse_number(side).map_err(named))
            .collect();
        let sides = sides?;
        let piles = coordinates.recounted.iter().filter(|&&pile| pile).count();
        if sides.len() != piles || sides.contains(&UBig::ZERO) {
            return Err(Error::input(format!(
                "found --from-far-corner {text}, expected the {piles} sides of the board, such as {}",
                vec!["8"; piles.max(1)].join("x")
            )));
        }
        let mut sides = sides.into_iter();
        let of_axes = coordinates.recounted.iter().map(|&pile| {
            let side = if pile { sides.next() } else { None };
            side.unwrap_or(UBig::ZERO)
        });
        coordinates.sides = Some(of_axes.collect());
        Ok(coordinates)
    }
}

impl Coordinates {
    /// Whether everything is counted from 0 at the corner where play ends.
    pub(crate) fn is_usual(&self) -> bool {
        !self.one_based && self.sides.is_none()
    }

    /// Whether piles are counted from 1.
    pub(crate) fn is_one_based(&self) -> bool {
        self.one_based
    }

    /// How piles are counted, where that is unusual.
    pub(crate) fn said(&self) -> Option<String> {
        let sides = self.sides.as_ref().map(|sides| {
            let texts: Vec<String> = sides
                .iter()
                .zip(&self.recounted)
                .filter(|(_, recounted)| **recounted)
                .map(|(side, _)| side.to_string())
                .collect();
            format!("from the far corner of a board of {}", texts.join("x"))
        });
        match (self.one_based, sides) {
            (false, None) => None,
            (true, None) => Some("counted from 1".into()),
            (false, Some(corner)) => Some(format!("counted from 0 {corner}")),
            (true, Some(corner)) => Some(format!("counted from 1 {corner}")),
        }
    }

    fn first(&self) -> UBig {
        UBig::from(u8::from(self.one_based))
    }

    /// A coordinate as the rules count it.
    pub(crate) fn inward(&self, axis: usize, given: &UBig) -> Result<UBig, Error> {
        if self.is_usual() || !self.recounted[axis] {
            return Ok(given.clone());
        }
        let name = &self.names[axis];
        if *given < self.first() {
            return Err(Error::input(format!(
                "coordinate {name} = {given}: with --one-based the first is 1"
            )));
        }
        let from_first = given - self.first();
        match &self.sides {
            None => Ok(from_first),
            Some(sides) if from_first < sides[axis] => Ok(&sides[axis] - UBig::ONE - from_first),
            Some(_) => Err(Error::input(format!(
                "coordinate {name} = {given} lies outside of the board"
            ))),
        }
    }

    /// A position as the rules count it.
    pub(crate) fn position_inward(&self, given: &[UBig]) -> Result<Vec<UBig>, Error> {
        given
            .iter()
            .enumerate()
            .map(|(axis, x)| self.inward(axis, x))
            .collect()
    }

    /// A coordinate as the user counts it.
    pub(crate) fn outward(&self, axis: usize, x: &UBig) -> Result<UBig, Error> {
        if self.is_usual() || !self.recounted[axis] {
            return Ok(x.clone());
        }
        match &self.sides {
            None => Ok(x + self.first()),
            Some(sides) if *x < sides[axis] => Ok(&sides[axis] - UBig::ONE - x + self.first()),
            Some(_) => Err(Error::input(format!(
                "the coordinate {} = {x}, counted from the corner where play ends, lies outside of the board",
                self.names[axis]
            ))),
        }
    }

    fn texts_outward(
        &self,
        axes: impl Iterator<Item = usize>,
        texts: &mut [String],
    ) -> Result<(), Error> {
        for (axis, text) in axes.zip(texts) {
            if self.recounted[axis] {
                let digits = text.len().max(1);
                let x = wythoff::notation::parse_number_within(text, digits)?;
                *text = self.outward(axis, &x)?.to_string();
            }
        }
        Ok(())
    }

    /// Recounts every position of an analysis.
    pub(crate) fn recount_analysis(&self, report: &mut AnalysisReport) -> Result<(), Error> {
        if self.is_usual() {
            return Ok(());
        }
        let axes = self.names.len();
        self.texts_outward(0..axes, &mut report.position)?;
        let moves = [&mut report.optimal_moves, &mut report.winning_moves];
        for target in moves.into_iter().flatten().flatten() {
            self.texts_outward(0..axes, target)?;
        }
        for part in report
            .winning_moves_by_component
            .iter_mut()
            .flatten()
            .flatten()
        {
            let first = part.first_coordinate;
            self.texts_outward(first..axes, &mut part.from)?;
            self.texts_outward(first..axes, &mut part.to)?;
        }
        report.coordinates = self.said();
        Ok(())
    }

    /// Recounts every position of a list.
    pub(crate) fn recount_positions(&self, report: &mut PositionsReport) -> Result<(), Error> {
        if self.is_usual() {
            return Ok(());
        }
        for at in &mut report.positions {
            self.texts_outward(0..self.names.len(), at)?;
        }
        report.coordinates = self.said();
        Ok(())
    }
}
