//! What the dense engine needs to know of a ruleset: rays, steps, layers, ends.
//!
//! A position is `(x, y)` on two long axes, in a layer: a pass flag or a small heap. All vectors have
//! non-negative entries, so that a position depends only on positions that are nowhere larger.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::Unsuited;
use crate::error::Error;

/// Amounts removed from `x` and `y`.
pub type Vector = (u32, u32);

/// Largest entry of a vector: what lies this far back must be kept at hand.
pub const MAX_ENTRY: u32 = 1024;

/// Options `p − base − t·vector`, `t ≥ 0`, for each of the bases.
///
/// Any positive multiple of a vector is the base that equals the vector. WYT(a, b) has the rays
/// (1,0), (0,1), (1,1) with shifted bases besides: its windows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ray {
    /// Direction and distance of one step of the ray.
    pub vector: Vector,
    /// Where the ray begins, as an amount removed.
    pub bases: Vec<Vector>,
}

impl Ray {
    /// Any positive multiple of the vector.
    #[must_use]
    pub fn multiples(vector: Vector) -> Self {
        Ray {
            vector,
            bases: vec![vector],
        }
    }

    /// Whether the ray removes exactly this amount at some `t`.
    #[must_use]
    pub fn removes(&self, (e, f): Vector) -> bool {
        let (p, q) = self.vector;
        self.bases.iter().any(|&(b, c)| {
            let (Some(e), Some(f)) = (e.checked_sub(b), f.checked_sub(c)) else {
                return false;
            };
            let t = e.checked_div(p).unwrap_or_else(|| f / q);
            e == t * p && f == t * q
        })
    }
}

/// A move to a lower layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerMove {
    /// The layer it leads to, lower than the layer it starts from.
    pub to: usize,
    /// What it removes from `x` and `y`.
    pub shift: Vector,
    /// A number that [`LayerMove::unless_stuck`] refers to.
    pub family: usize,
    /// Not from an end.
    pub unless_end: bool,
    /// Not where neither a ray or step nor a layer move of these families starts: a pass.
    pub unless_stuck: Option<Range<usize>>,
}

/// Whether the position of a layer is an end.
pub type IsEnd = dyn Fn(usize, u64, u64) -> Result<bool, Error> + Send + Sync;

/// Positions at which the moves inside a layer are silent, besides those without any.
#[derive(Clone)]
pub struct Ends {
    /// Whether `(layer, x, y)` is an end.
    pub is_end: Arc<IsEnd>,
    /// Beyond this `x`, and beyond this `y`, there is none; `None` when no bound is known.
    pub bound: Option<(u64, u64)>,
    /// Whether `(x, y)` is an end exactly when `(y, x)` is.
    pub symmetric: bool,
}

impl fmt::Debug for Ends {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Ends")
            .field("bound", &self.bound)
            .finish_non_exhaustive()
    }
}

/// A ruleset as the dense engine sees it.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Rays inside each layer.
    pub rays: Vec<Ray>,
    /// Single steps inside each layer.
    pub steps: Vec<Vector>,
    /// For each layer, lowest first, its moves to lower layers. At least one layer.
    pub layers: Vec<Vec<LayerMove>>,
    /// Ends besides the positions without options.
    pub ends: Option<Ends>,
    /// Misère play: who cannot move wins.
    pub misere: bool,
}

impl Shape {
    /// One layer with any positive multiples of the vectors.
    #[must_use]
    pub fn rays(vectors: &[Vector]) -> Self {
        Shape {
            rays: vectors
                .iter()
                .map(|&vector| Ray::multiples(vector))
                .collect(),
            steps: Vec::new(),
            layers: vec![Vec::new()],
            ends: None,
            misere: false,
        }
    }

    /// WYT(a, b): `(e, f)` with `|e − f| < a` or `min(e, f) < b`.
    ///
    /// ```
    /// use wythoff::grid::Shape;
    /// assert_eq!(Shape::wyt(1, 1).rays.len(), 3);
    /// ```
    #[must_use]
    pub fn wyt(a: u32, b: u32) -> Self {
        let mut along_x = Ray::multiples((1, 0));
        let mut along_y = Ray::multiples((0, 1));
        let mut along_both = Ray::multiples((1, 1));
        for t in 1..b {
            along_x.bases.push((0, t));
            along_y.bases.push((t, 0));
        }
        for t in 1..a {
            along_both.bases.push((t, 0));
            along_both.bases.push((0, t));
        }
        Shape {
            rays: vec![along_x, along_y, along_both],
            ..Shape::rays(&[])
        }
    }

    /// The same rules with a pass that may be used `passes` times in the whole game.
    ///
    /// Only for one layer.
    #[must_use]
    pub fn with_passes(mut self, passes: usize) -> Self {
        for layer in 0..passes {
            self.layers.push(vec![LayerMove {
                to: layer,
                shift: (0, 0),
                family: 0,
                unless_end: true,
                unless_stuck: Some(0..0),
            }]);
        }
        self
    }

    /// The disjunctive sum with a heap of up to `stones` stones, one layer for each number of them.
    ///
    /// Only for one layer.
    #[must_use]
    pub fn with_heap(mut self, stones: usize) -> Self {
        for layer in 1..=stones {
            let take = |to| LayerMove {
                to,
                shift: (0, 0),
                family: 0,
                unless_end: false,
                unless_stuck: None,
            };
            self.layers.push((0..layer).map(take).collect());
        }
        self
    }

    /// Exchanging `x` and `y` changes nothing.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        let swap = |(e, f): Vector| (f, e);
        self.ends.as_ref().is_none_or(|ends| ends.symmetric)
            && self.rays.iter().all(|ray| {
                self.rays.iter().any(|other| {
                    other.vector == swap(ray.vector)
                        && ray.bases.len() == other.bases.len()
                        && ray
                            .bases
                            .iter()
                            .all(|&base| other.bases.contains(&swap(base)))
                })
            })
            && self
                .steps
                .iter()
                .all(|&step| self.steps.contains(&swap(step)))
            && self.layers.iter().all(|moves| {
                moves.iter().all(|m| {
                    let mirror = LayerMove {
                        shift: swap(m.shift),
                        ..m.clone()
                    };
                    moves.contains(&mirror)
                })
            })
    }

    /// The same set of options with fewer families: rays of one vector joined, bases and steps that
    /// another ray already covers left out, and rays that begin in a row or a column begun later where
    /// another ray covers that.
    ///
    /// # Errors
    /// [`Unsuited`] for a vector that removes nothing or more than [`MAX_ENTRY`], and
    /// for a layer that is not lower.
    pub fn normalised(&self) -> Result<Self, Unsuited> {
        self.check()?;
        let mut rays: Vec<Ray> = Vec::new();
        for ray in &self.rays {
            match rays.iter_mut().find(|known| known.vector == ray.vector) {
                Some(known) => known.bases.extend(&ray.bases),
                None => rays.push(ray.clone()),
            }
        }
        // Short vectors first: a ray of a multiple lies in the ray of the vector.
        rays.sort_by_key(|ray| (ray.vector.0 + ray.vector.1, ray.vector));
        let mut kept: Vec<Ray> = Vec::new();
        for mut ray in rays {
            ray.bases.sort_by_key(|&(b, c)| (b + c, b));
            let mut bases: Vec<Vector> = Vec::new();
            for base in ray.bases {
                let known = Ray {
                    vector: ray.vector,
                    bases: bases.clone(),
                };
                let covers = |other: &Ray| divides(other.vector, ray.vector) && other.removes(base);
                if !known.removes(base) && !kept.iter().any(covers) {
                    bases.push(base);
                }
            }
            if !bases.is_empty() {
                kept.push(Ray {
                    vector: ray.vector,
                    bases,
                });
            }
        }
        let straight: Vec<Ray> = kept
            .iter()
            .filter(|ray| ray.vector.0 == 0 || ray.vector.1 == 0)
            .cloned()
            .collect();
        for ray in &mut kept {
            leave_axes(ray, &straight);
        }
        let mut steps = self.steps.clone();
        steps.sort_unstable();
        steps.dedup();
        steps.retain(|&step| !kept.iter().any(|ray| ray.removes(step)));
        Ok(Shape {
            rays: kept,
            steps,
            ..self.clone()
        })
    }

    fn check(&self) -> Result<(), Unsuited> {
        let unsupported = |why: &str| Err(Unsuited::new(why));
        let shifts = self.layers.iter().flatten().map(|m| m.shift);
        let bases = self.rays.iter().flat_map(|ray| ray.bases.iter().copied());
        let vectors = self.rays.iter().map(|ray| ray.vector);
        if vectors
            .clone()
            .chain(bases.clone())
            .chain(self.steps.iter().copied())
            .any(|v| v == (0, 0))
        {
            return unsupported("a move that removes nothing");
        }
        let far = |(e, f): Vector| e.max(f) > MAX_ENTRY;
        if vectors
            .chain(bases)
            .chain(self.steps.iter().copied())
            .chain(shifts)
            .any(far)
        {
            return unsupported("a vector with an entry above 1024");
        }
        if self.layers.is_empty() {
            return unsupported("no layer");
        }
        if self
            .layers
            .iter()
            .enumerate()
            .any(|(at, moves)| moves.iter().any(|m| m.to >= at))
        {
            return unsupported("a move to a layer that is not lower");
        }
        Ok(())
    }

    /// Whether some ray or step starts from `(x, y)` when no end silences it.
    pub(super) fn has_move(&self, x: u64, y: u64) -> bool {
        let fits = |&(e, f): &Vector| u64::from(e) <= x && u64::from(f) <= y;
        self.rays.iter().flat_map(|ray| &ray.bases).any(fits) || self.steps.iter().any(fits)
    }

    /// How far back a value is read directly: bases, steps and shifts, but not a ray's own vector,
    /// which its line remembers.
    pub(super) fn reach(&self) -> u32 {
        let bases = self
            .rays
            .iter()
            .flat_map(|ray| ray.bases.iter().filter(move |&&base| base != ray.vector));
        let shifts = self.layers.iter().flatten().map(|m| &m.shift);
        bases
            .chain(&self.steps)
            .chain(shifts)
            .map(|&(e, f)| e.max(f))
            .max()
            .unwrap_or(0)
    }

    /// No value of any kind exceeds this on the box: every move lowers `x + y` or the layer.
    pub(super) fn bound(&self, width: u64, height: u64) -> u64 {
        // One more for misère Grundy values, which start from 1.
        width + height + self.layers.len() as u64
    }

    /// No Grundy value exceeds this on the box: nor does any exceed the number of options.
    pub(super) fn grundy_bound(&self, width: u64, height: u64) -> u64 {
        let bound = self.bound(width, height);
        if !self.rays.is_empty() {
            return bound;
        }
        let moves = self.layers.iter().map(Vec::len).max().unwrap_or(0);
        bound.min((self.steps.len() + moves) as u64 + 1)
    }
}

/// Begins a ray one step later where its first option stays in the row or the column and another ray,
/// along that row or column, has it: the windows of WYT(a, b) begin so.
///
/// Then only the rays along a row have options in it, and a sweep of rows need not go cell by cell.
fn leave_axes(ray: &mut Ray, straight: &[Ray]) {
    let (dx, dy) = ray.vector;
    for base in &mut ray.bases {
        let along = |other: &Ray| {
            base.0 == 0 && dx > 0 && other.vector.0 == 0
                || base.1 == 0 && dy > 0 && other.vector.1 == 0
        };
        let covers = |other: &Ray| along(other) && other.removes(*base);
        if *base != ray.vector && straight.iter().any(covers) {
            *base = (base.0 + dx, base.1 + dy);
        }
    }
}

/// Whether the second vector is a positive multiple of the first.
fn divides((p, q): Vector, (e, f): Vector) -> bool {
    let t = e.checked_div(p).unwrap_or_else(|| f / q);
    t > 0 && (p * t, q * t) == (e, f)
}
