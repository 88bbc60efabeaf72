//! From lines to a shape: two coordinates are the axes, all the others number the layers.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::Unsuited;
use super::shape::{Ends, LayerMove, MAX_ENTRY, Ray, Shape, Vector};
use crate::error::Error;
use crate::rules::{Condition, Convention, Family, Lines, Placed, Rules};

/// Most layers; each costs as much as a table.
const MAX_LAYERS: u64 = 256;

/// A shape, and which of its layers is the slice that was asked for.
#[derive(Clone, Debug)]
pub struct Slab {
    /// The rules as the dense engine sees them.
    pub shape: Shape,
    /// The layer whose other coordinates are the ones given.
    pub layer: usize,
}

/// The shape of rules whose coordinates `axes.0` and `axes.1` vary and whose others are at most, in
/// the slice exactly, as in `at`.
///
/// Blocking is not part of a shape: it is [`Value::Blocked`](super::Value::Blocked).
///
/// ```
/// use wythoff::grid::slab;
/// let rules = wythoff::notation::parse_rules("wythoff.pass")?;
/// let slab = slab(&rules, (0, 1), &[0, 0, 1]).unwrap();
/// assert_eq!((slab.shape.layers.len(), slab.layer), (2, 1));
/// # Ok::<(), wythoff::Error>(())
/// ```
///
/// # Errors
/// [`Unsuited`] when the rules are not lines with non-negative entries, move from one layer to
/// infinitely many cells of another, or silence families one by one in a way that layers cannot say.
pub fn slab(rules: &Rules, axes: (usize, usize), at: &[u64]) -> Result<Slab, Unsuited> {
    let lines = rules
        .lines()
        .ok_or_else(|| Unsuited::new("the rules are not lines"))?;
    let count = lines.axes().len();
    if at.len() != count || axes.0 >= count || axes.1 >= count || axes.0 == axes.1 {
        return Err(Unsuited::new("a table needs two of the coordinates"));
    }
    if lines.boards().iter().next().is_some() {
        return Err(Unsuited::new("a bounded board"));
    }
    let lowering = Lowering::new(lines, axes, at)?;
    let (rays, steps) = lowering.moves_inside()?;
    let shape = Shape {
        rays,
        steps,
        layers: lowering.layer_moves()?,
        ends: lowering.ends(axes == (0, 1) && rules.is_symmetric()),
        misere: rules.convention() == Convention::Misere,
    };
    let layer = lowering.number(at);
    Ok(Slab { shape, layer })
}

struct Lowering<'a> {
    lines: &'a Lines,
    axes: (usize, usize),
    at: Vec<u64>,
    /// Numbers of the families that stay in their layer.
    inside: Vec<usize>,
    /// Numbers of the end conditions that silence all of those.
    ends: BTreeSet<usize>,
    layers: u64,
}

impl<'a> Lowering<'a> {
    fn new(lines: &'a Lines, axes: (usize, usize), at: &[u64]) -> Result<Self, Unsuited> {
        let mut lowering = Lowering {
            lines,
            axes,
            at: at.to_vec(),
            inside: Vec::new(),
            ends: BTreeSet::new(),
            layers: 1,
        };
        for coordinate in lowering.others() {
            lowering.layers = lowering
                .layers
                .saturating_mul(at[coordinate].saturating_add(1));
        }
        if lowering.layers > MAX_LAYERS {
            return Err(Unsuited::new(format!("more than {MAX_LAYERS} layers")));
        }
        if !lines.never_grows() {
            return Err(Unsuited::new("a move that makes a coordinate larger"));
        }
        lowering.inside = (0..lines.families().len())
            .filter(|&family| lowering.stays(&lines.families()[family]))
            .collect();
        let mut sets = lowering
            .inside
            .iter()
            .map(|&family| lowering.ends_of(&lines.families()[family]));
        let first = sets.next().transpose()?.unwrap_or_default();
        for set in sets {
            if set? != first {
                return Err(Unsuited::new("ends that silence only some of the moves"));
            }
        }
        lowering.ends = first;
        Ok(lowering)
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let (axes, count) = (self.axes, self.at.len());
        (0..count).filter(move |&c| c != axes.0 && c != axes.1)
    }

    /// Layers in an order in which no move leads upward.
    fn number(&self, at: &[u64]) -> usize {
        self.others()
            .fold(0, |number, c| number * (self.at[c] + 1) + at[c]) as usize
    }

    /// The coordinates of a layer, zero on the axes.
    fn coordinates(&self, mut layer: u64) -> Vec<u64> {
        let mut at = vec![0; self.at.len()];
        let others: Vec<usize> = self.others().collect();
        for c in others.into_iter().rev() {
            at[c] = layer % (self.at[c] + 1);
            layer /= self.at[c] + 1;
        }
        at
    }

    /// Whether a family never leaves its layer.
    fn stays(&self, family: &Family) -> bool {
        self.others()
            .all(|c| family.base[c] == 0 && family.ray.as_ref().is_none_or(|ray| ray[c] == 0))
    }

    fn ends_of(&self, family: &Family) -> Result<BTreeSet<usize>, Unsuited> {
        let is_end = |&&c: &&usize| matches!(self.lines.conditions()[c], Condition::Ends(_));
        if self.stays(family) && !family.silent.iter().all(|c| is_end(&c)) {
            return Err(Unsuited::new(
                "a move on the axes that waits for others to end",
            ));
        }
        Ok(family.silent.iter().filter(is_end).copied().collect())
    }

    fn vector(&self, v: &[i64]) -> Result<Vector, Unsuited> {
        let entry = |c: usize| {
            u32::try_from(v[c])
                .ok()
                .filter(|&e| e <= MAX_ENTRY)
                .ok_or_else(|| Unsuited::new(format!("a vector with an entry above {MAX_ENTRY}")))
        };
        Ok((entry(self.axes.0)?, entry(self.axes.1)?))
    }

    fn moves_inside(&self) -> Result<(Vec<Ray>, Vec<Vector>), Unsuited> {
        let (mut rays, mut steps) = (Vec::new(), Vec::new());
        for &family in &self.inside {
            let family = &self.lines.families()[family];
            let base = self.vector(&family.base)?;
            match &family.ray {
                Some(ray) => rays.push(Ray {
                    vector: self.vector(ray)?,
                    bases: vec![base],
                }),
                None => steps.push(base),
            }
        }
        Ok((rays, steps))
    }

    fn layer_moves(&self) -> Result<Vec<Vec<LayerMove>>, Unsuited> {
        (0..self.layers)
            .map(|layer| self.moves_from(&self.coordinates(layer)))
            .collect()
    }

    /// The moves of one layer to others.
    fn moves_from(&self, from: &[u64]) -> Result<Vec<LayerMove>, Unsuited> {
        let mut moves: Vec<LayerMove> = Vec::new();
        for (number, family) in self.lines.families().iter().enumerate() {
            if self.stays(family) {
                continue;
            }
            let ends = self.ends_of(family)?;
            if !ends.is_empty() && ends != self.ends {
                return Err(Unsuited::new("ends that silence only some of the moves"));
            }
            let waits = self.waits_for(family)?;
            let unless_stuck = match waits {
                Some(range) if self.inside.iter().all(|inside| range.contains(inside)) => {
                    Some(range)
                }
                // It waits only for moves between layers: whether one is there is the same all over.
                Some(range) if !self.inside.iter().any(|inside| range.contains(inside)) => {
                    let of_range = moves.iter().filter(|m| range.contains(&m.family));
                    if of_range
                        .clone()
                        .any(|m| m.shift != (0, 0) || m.unless_end || m.unless_stuck.is_some())
                    {
                        return Err(Unsuited::new("a pass that waits for some of the moves"));
                    }
                    if of_range.count() == 0 {
                        continue;
                    }
                    None
                }
                Some(_) => return Err(Unsuited::new("a pass that waits for some of the moves")),
                None => None,
            };
            for (to, shift) in self.targets(family, from)? {
                moves.push(LayerMove {
                    to,
                    shift,
                    family: number,
                    unless_end: !ends.is_empty(),
                    unless_stuck: unless_stuck.clone(),
                });
            }
        }
        Ok(moves)
    }

    fn waits_for(&self, family: &Family) -> Result<Option<Range<usize>>, Unsuited> {
        let mut ranges = family
            .silent
            .iter()
            .filter_map(|&c| match &self.lines.conditions()[c] {
                Condition::Stuck(range) => Some(range.clone()),
                Condition::Ends(_) => None,
            });
        let first = ranges.next();
        if ranges.next().is_some() {
            return Err(Unsuited::new("a move that waits twice"));
        }
        Ok(first)
    }

    /// The layers that a family leads to, and what it removes on the axes.
    fn targets(&self, family: &Family, from: &[u64]) -> Result<Vec<(usize, Vector)>, Unsuited> {
        let still = vec![0; from.len()];
        let ray = family.ray.as_ref().unwrap_or(&still);
        let leaves = |v: &[i64]| self.others().any(|c| v[c] != 0);
        if family.ray.is_some() && !leaves(ray) {
            return Err(Unsuited::new("a ray in another layer"));
        }
        if !leaves(&family.base) {
            return Err(Unsuited::new(
                "a ray that starts in its layer and leaves it",
            ));
        }
        let mut targets = Vec::new();
        let mut removed = family.base.clone();
        while self.others().all(|c| removed[c].unsigned_abs() <= from[c]) {
            let mut to = from.to_vec();
            for c in self.others() {
                to[c] -= removed[c].unsigned_abs();
            }
            targets.push((self.number(&to), self.vector(&removed)?));
            if family.ray.is_none() {
                break;
            }
            for (sum, &step) in removed.iter_mut().zip(ray) {
                *sum = sum.saturating_add(step);
            }
        }
        Ok(targets)
    }

    fn ends(&self, symmetric: bool) -> Option<Ends> {
        if self.ends.is_empty() {
            return None;
        }
        let placed: Vec<Placed> = self
            .ends
            .iter()
            .filter_map(|&c| match &self.lines.conditions()[c] {
                Condition::Ends(placed) => Some(placed.clone()),
                Condition::Stuck(_) => None,
            })
            .collect();
        let bound = placed.iter().try_fold((0, 0), |(right, top), placed| {
            let (x, y) = (
                bound_on(placed, self.axes.0)?,
                bound_on(placed, self.axes.1)?,
            );
            Some((x.max(right), y.max(top)))
        });
        let axes = self.axes;
        let layers: Vec<Vec<u64>> = (0..self.layers)
            .map(|layer| self.coordinates(layer))
            .collect();
        let is_end = move |layer: usize, x: u64, y: u64| -> Result<bool, Error> {
            let mut at = layers[layer].clone();
            (at[axes.0], at[axes.1]) = (x, y);
            for placed in &placed {
                if placed.holds(&at)? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        Some(Ends {
            is_end: Arc::new(is_end),
            bound,
            symmetric,
        })
    }
}

/// The largest value of a coordinate at which the condition can hold, if it is seen to have one.
fn bound_on(placed: &Placed, coordinate: usize) -> Option<u64> {
    let (factors, most) = placed.predicate.as_linear_bound()?;
    let factor = *factors.get(coordinate.checked_sub(placed.offset)?)?;
    if factor <= 0 || factors.iter().any(|&factor| factor < 0) {
        return None;
    }
    Some(u64::try_from(most / factor).unwrap_or(0))
}
