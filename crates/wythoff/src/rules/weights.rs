//! Positive weights under which every vector counts as positive.
//!
//! A game whose moves take away the given vectors ends when some weighted number of stones falls
//! with every move. Such weights exist exactly when the linear program below has a solution; it is
//! solved exactly, over rationals, by the simplex method with Bland's rule, so that it always ends.
//! Source of the rule: R. G. Bland, New finite pivoting rules for the simplex method (1977).

use dashu_int::UBig;
use dashu_ratio::RBig;

/// Whole weights `w ≥ 1` with `w·v ≥ 1` for every vector, or `None` when there are none.
/// All vectors have the same length.
///
/// ```
/// use wythoff::rules::positive_weights;
/// assert_eq!(positive_weights(&[vec![1, 0], vec![1, 1]]), Some(vec![1, 1]));
/// // A knight that may step aside.
/// assert!(positive_weights(&[vec![1, 2], vec![2, -1], vec![-1, 2]]).is_some());
/// // Back and forth: endless play.
/// assert_eq!(positive_weights(&[vec![1, -1], vec![-1, 1]]), None);
/// ```
#[must_use]
pub fn positive_weights(vectors: &[Vec<i64>]) -> Option<Vec<u64>> {
    let n = vectors.first()?.len();
    if vectors
        .iter()
        .all(|v| v.iter().map(|&e| i128::from(e)).sum::<i128>() > 0)
    {
        return Some(vec![1; n]);
    }
    let solution = feasible(vectors, n)?;
    // Scaling by a common denominator keeps w·v ≥ 1 and w ≥ 1.
    let mut common = UBig::ONE;
    for w in &solution {
        let denominator = w.denominator();
        let shared = gcd(&common, denominator);
        common = common * denominator / shared;
    }
    solution
        .iter()
        .map(|w| {
            let scaled = w * RBig::from(common.clone());
            u64::try_from(scaled.numerator().clone()).ok()
        })
        .collect()
}

fn gcd(a: &UBig, b: &UBig) -> UBig {
    use dashu_base::Gcd;
    a.gcd(b)
}

/// Some rational `w ≥ 1` with `w·v ≥ 1` for all v, by phase one of the simplex method.
///
/// With w = 1 + u, u ≥ 0, the condition is v·u − s = 1 − Σv. Rows with a positive right side get an
/// artificial variable, whose sum is driven to 0.
fn feasible(vectors: &[Vec<i64>], n: usize) -> Option<Vec<RBig>> {
    let m = vectors.len();
    let columns = n + m;
    let number = |k: i64| RBig::from(k);
    let mut rows: Vec<Vec<RBig>> = Vec::with_capacity(m);
    let mut right: Vec<RBig> = Vec::with_capacity(m);
    let mut basis: Vec<Option<usize>> = Vec::with_capacity(m);
    for (j, v) in vectors.iter().enumerate() {
        let needed = v.iter().fold(number(1), |sum, &e| sum - number(e));
        let mut row: Vec<RBig> = v.iter().map(|&e| number(e)).collect();
        row.extend((0..m).map(|k| if k == j { number(-1) } else { RBig::ZERO }));
        if needed > RBig::ZERO {
            rows.push(row);
            right.push(needed);
            basis.push(None); // an artificial variable
        } else {
            rows.push(row.iter().map(|e| -e.clone()).collect());
            right.push(-needed);
            basis.push(Some(n + j));
        }
    }
    loop {
        // Entering column: the first that lowers the sum of the artificial variables.
        let gain = |c: usize| {
            (0..m)
                .filter(|&r| basis[r].is_none())
                .fold(RBig::ZERO, |sum, r| sum + &rows[r][c])
        };
        if (0..m).all(|r| basis[r].is_some() || right[r] == RBig::ZERO) {
            break;
        }
        let entering = (0..columns).find(|&c| gain(c) > RBig::ZERO)?;
        let leaving = (0..m)
            .filter(|&r| rows[r][entering] > RBig::ZERO)
            .min_by(|&p, &q| {
                let (a, b) = (
                    &right[p] / &rows[p][entering],
                    &right[q] / &rows[q][entering],
                );
                // Ties: artificial variables leave first, then the least index (Bland).
                a.cmp(&b).then(basis[p].cmp(&basis[q]))
            })?;
        pivot(&mut rows, &mut right, leaving, entering);
        basis[leaving] = Some(entering);
    }
    let mut u = vec![number(1); n];
    for (r, b) in basis.iter().enumerate() {
        if let Some(c) = b
            && *c < n
        {
            u[*c] = number(1) + &right[r];
        }
    }
    Some(u)
}

fn pivot(rows: &mut [Vec<RBig>], right: &mut [RBig], r: usize, c: usize) {
    let by = rows[r][c].clone();
    for e in &mut rows[r] {
        *e = &*e / &by;
    }
    right[r] = &right[r] / &by;
    let (pivot_row, pivot_right) = (rows[r].clone(), right[r].clone());
    for (k, row) in rows.iter_mut().enumerate() {
        if k == r || row[c] == RBig::ZERO {
            continue;
        }
        let factor = row[c].clone();
        for (e, p) in row.iter_mut().zip(&pivot_row) {
            *e = &*e - &factor * p;
        }
        right[k] = &right[k] - &factor * &pivot_right;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights up to 12 by trying them all.
    fn exist(vectors: &[Vec<i64>]) -> bool {
        (1..=12i64).any(|p| (1..=12i64).any(|q| vectors.iter().all(|v| p * v[0] + q * v[1] > 0)))
    }

    #[test]
    fn agrees_with_trying_on_small_vectors() {
        let entries = [-2i64, -1, 0, 1, 3];
        let all: Vec<Vec<i64>> = entries
            .iter()
            .flat_map(|&p| entries.iter().map(move |&q| vec![p, q]))
            .collect();
        for u in &all {
            for v in &all {
                for w in &all {
                    let vectors = [u.clone(), v.clone(), w.clone()];
                    let found = positive_weights(&vectors);
                    assert_eq!(found.is_some(), exist(&vectors), "{vectors:?}");
                    if let Some(weights) = found {
                        for v in &vectors {
                            let total: i64 = v
                                .iter()
                                .zip(&weights)
                                .map(|(e, w)| e * i64::try_from(*w).unwrap())
                                .sum();
                            assert!(total > 0 && weights.iter().all(|w| *w > 0), "{vectors:?}");
                        }
                    }
                }
            }
        }
    }
}
