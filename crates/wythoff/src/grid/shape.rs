//! What the dense engine needs to know of a ruleset: rays, steps, layers, ends.
//!
//! A position is `(x, y)` on two long axes, in a layer: a pass flag or a small heap. All vectors have
//! non-negative entries, so that a position depends only on positions that are nowhere larger.

use std::fmt;
use std::sync::Arc;

use super::GridError;

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
            let t = if p > 0 { e / p } else { f / q };
            e == t * p && f == t * q
        })
    }
}

/// When a move to another layer is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Always: a heap beside the game.
    Always,
    /// Except at an end: a move of the game that ends there.
    BeforeEnd,
    /// When the position has another option: a pass.
    OtherMoves,
}

/// A move to a lower layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerMove {
    /// The layer it leads to, lower than the layer it starts from.
    pub to: usize,
    /// What it removes from `x` and `y`.
    pub shift: Vector,
    /// When it is there.
    pub when: When,
}

/// Whether the position of a layer is an end.
pub type IsEnd = dyn Fn(usize, u64, u64) -> bool + Send + Sync;

/// Positions at which the moves inside a layer are silent, besides those without any.
#[derive(Clone)]
pub struct Ends {
    /// Whether `(layer, x, y)` is an end.
    pub is_end: Arc<IsEnd>,
    /// Beyond this `x`, and beyond this `y`, there is none; `None` when there is no bound.
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
            let pass = LayerMove {
                to: layer,
                shift: (0, 0),
                when: When::OtherMoves,
            };
            self.layers.push(vec![pass]);
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
                when: When::Always,
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
                moves.iter().all(|&m| {
                    moves.contains(&LayerMove {
                        shift: swap(m.shift),
                        ..m
                    })
                })
            })
    }

    /// The same set of options with fewer families: rays of one vector joined, and bases and steps
    /// that another ray already covers left out.
    ///
    /// # Errors
    /// [`GridError::Unsupported`] for a vector that removes nothing or more than [`MAX_ENTRY`], and
    /// for a layer that is not lower.
    pub fn normalised(&self) -> Result<Self, GridError> {
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

    fn check(&self) -> Result<(), GridError> {
        let unsupported = |why: &str| Err(GridError::Unsupported(why.to_owned()));
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

    /// Whether `(layer, x, y)` is an end in the sense of [`Ends`].
    pub(super) fn is_end(&self, layer: usize, x: u64, y: u64) -> bool {
        self.ends.as_ref().is_some_and(|ends| {
            ends.bound.is_none_or(|(right, top)| x <= right && y <= top)
                && (ends.is_end)(layer, x, y)
        })
    }

    /// Whether a cell at or beyond `(x, y)` in both axes may be an end.
    pub(super) fn may_end_beyond(&self, x: u64, y: u64) -> bool {
        self.ends
            .as_ref()
            .is_some_and(|ends| ends.bound.is_none_or(|(right, top)| x <= right && y <= top))
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

    /// Whether rays and steps are silent at `(layer, x, y)`: an end, or nothing fits.
    pub(super) fn is_still(&self, layer: usize, x: u64, y: u64) -> bool {
        !self.has_move(x, y) || self.is_end(layer, x, y)
    }

    /// The moves to lower layers from a cell where rays and steps are silent; empty when the
    /// position is terminal.
    pub(super) fn layer_moves_at_still(
        &self,
        layer: usize,
        x: u64,
        y: u64,
    ) -> impl Iterator<Item = LayerMove> {
        let ended = self.is_end(layer, x, y);
        let fits = move |m: &&LayerMove| u64::from(m.shift.0) <= x && u64::from(m.shift.1) <= y;
        let own = move |m: &&LayerMove| match m.when {
            When::Always => true,
            When::BeforeEnd => !ended,
            When::OtherMoves => false,
        };
        let moves = &self.layers[layer];
        let any = moves.iter().filter(fits).any(|m| own(&m));
        moves
            .iter()
            .filter(fits)
            .filter(move |m| any && (own(m) || m.when == When::OtherMoves))
            .copied()
    }

    /// No value of any kind exceeds this on the box: every move lowers `x + y` or the layer.
    pub(super) fn bound(&self, width: u64, height: u64) -> u64 {
        // One more for misère Grundy values, which start from 1.
        width + height + self.layers.len() as u64
    }
}

/// Whether the second vector is a positive multiple of the first.
fn divides((p, q): Vector, (e, f): Vector) -> bool {
    let t = if p > 0 { e / p } else { f / q };
    t > 0 && (p * t, q * t) == (e, f)
}
