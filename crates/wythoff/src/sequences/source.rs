//! Where the widths of the levels come from: the table, or the binomial form.

use super::binomial::BinomialLevels;
use super::levels::Levels;
use dashu_int::UBig;
use std::sync::RwLockReadGuard;

/// A place among the levels σ^n(0), moved by [`Source::seek`].
#[derive(Debug)]
pub(super) enum Source<'s> {
    /// A table that covers every level asked for and the next.
    Table {
        levels: RwLockReadGuard<'s, Levels>,
        at: usize,
    },
    /// a = 1 and b large.
    Binomial(BinomialLevels),
}

impl Source<'_> {
    /// Goes to level n.
    pub(super) fn seek(&mut self, level: u128) {
        match self {
            Self::Table { at, .. } => *at = level as usize,
            Self::Binomial(levels) => levels.seek(level),
        }
    }

    /// width(n), the step of x over σ^n(0).
    pub(super) fn width(&self) -> &UBig {
        match self {
            Self::Table { levels, at } => levels.width(*at),
            Self::Binomial(levels) => levels.width(),
        }
    }

    /// width(n + 1), the step of y over σ^n(0).
    pub(super) fn next_width(&self) -> &UBig {
        match self {
            Self::Table { levels, at } => levels.width(*at + 1),
            Self::Binomial(levels) => levels.next_width(),
        }
    }

    /// width(0) + … + width(n − 1).
    pub(super) fn start(&self) -> UBig {
        match self {
            Self::Table { levels, at } => levels.start(*at),
            Self::Binomial(levels) => levels.start(),
        }
    }
}
