//! Which machine-checked theorem stands behind which answer.
//!
//! The theorems are in the folder `proofs/`, for the Rocq prover; `docs/trust.md` says in words what each
//! covers. A test compares this list with the list that the prover's check reads.

/// A theorem of `proofs/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Its name.
    pub theorem: &'static str,
    /// The file that holds it.
    pub file: &'static str,
}

impl std::fmt::Display for Proof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "proofs/{}, {}", self.file, self.theorem)
    }
}

macro_rules! proofs {
    ($($(#[$doc:meta])* $name:ident = $theorem:literal in $file:literal;)*) => {
        $($(#[$doc])* pub const $name: Proof = Proof { theorem: $theorem, file: $file };)*

        /// All theorems that answers cite.
        pub const CITED: &[Proof] = &[$($name),*];
    };
}

proofs! {
    /// P-positions of WYT(a, b) by the recursion mex_b.
    P_POSITIONS = "P_positions" in "Remoteness.v";
    /// The same for b = 1 in closed form.
    X_CLOSED = "X_closed" in "Beatty.v";
    /// Remoteness of WYT(a, b).
    THEOREM_3_4 = "theorem_3_4" in "Remoteness.v";
    /// The stated optimal moves.
    OPTIMAL_MOVE = "optimal_move_N" in "Remoteness.v";
    /// P-positions with terminal set x + y ≤ k.
    P_UNTIL = "P_until" in "Wyt.v";
    /// Remoteness with terminal set x + y ≤ k.
    REMOTENESS_UNTIL = "remoteness_until" in "Wyt.v";
    /// Misère P-positions, a ≥ 2.
    MISERE_P_POSITIONS = "misere_P_positions" in "MisereWyt.v";
    /// Misère remoteness, a ≥ 2.
    MISERE_REMOTENESS = "misere_remoteness_wyt" in "MisereWyt.v";
    /// Misère P-positions, a = 1.
    MISERE_P_POSITIONS_1 = "misere_P_positions_1" in "MisereWythoff.v";
    /// Misère remoteness, a = 1.
    MISERE_REMOTENESS_1 = "misere_remoteness_1" in "MisereWythoff.v";
    /// Grundy value 0 exactly at P-positions.
    GRUNDY_0 = "grundy_0" in "Grundy.v";
    /// Grundy value of a disjunctive sum.
    GRUNDY_SUM = "grundy_sum" in "Sums.v";
    /// Remoteness of a conjunctive compound, short rule.
    CONJUNCTIVE = "remoteness_conjunctive" in "Conjunctive.v";
    /// Suspense of a conjunctive compound, long rule.
    CONJUNCTIVE_LONG = "suspense_long" in "Suspense.v";
    /// Outcome of a selective compound.
    SELECTIVE = "selective_P" in "Selective.v";
}
