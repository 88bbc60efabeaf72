/-
Statements of the main theorems for readers of mathlib, in the style of the formal version of
[Smith1966]. UNCHECKED here: these are statements only, no proofs; the checked proofs are the Rocq
files in this folder, and TABLE.md gives the file and line of each.
-/
import Mathlib

namespace Wythoff

structure ImpartialGame where
  Pos : Type
  eqDec : DecidableEq Pos
  moves : Pos → Finset Pos
  rank : Pos → ℕ
  rank_lt : ∀ p q, q ∈ moves p → rank q < rank p

attribute [instance] ImpartialGame.eqDec

variable (G : ImpartialGame)

theorem wfRel : WellFounded (fun a b => a ∈ G.moves b) := by sorry

/-- Smith's rule on the finite set of the options' values; `good` is `Even` or `Odd`. -/
noncomputable def smithStep (good : ℕ → Prop) [DecidablePred good] (V : Finset ℕ) : ℕ :=
  if hG : (V.filter good).Nonempty then 1 + (V.filter good).min' hG
  else if hV : V.Nonempty then 1 + V.max' hV
  else 0

noncomputable def remoteness : G.Pos → ℕ :=
  (wfRel G).fix fun p ih => smithStep Even ((G.moves p).attach.image fun q => ih q.1 q.2)

noncomputable def misereRemoteness : G.Pos → ℕ :=
  (wfRel G).fix fun p ih => smithStep Odd ((G.moves p).attach.image fun q => ih q.1 q.2)

/-- Normal play: a position is P when no option is. -/
def IsP : G.Pos → Prop := (wfRel G).fix fun p ih => ∀ q : G.moves p, ¬ ih q.1 q.2

/-- Misère play: a terminal position is not P. -/
def IsMisereP : G.Pos → Prop :=
  (wfRel G).fix fun p ih => (G.moves p).Nonempty ∧ ∀ q : G.moves p, ¬ ih q.1 q.2

theorem remoteness_eq (p : G.Pos) :
    remoteness G p = smithStep Even ((G.moves p).image (remoteness G)) := by sorry

theorem remoteness_unique (f : G.Pos → ℕ)
    (h : ∀ p, f p = smithStep Even ((G.moves p).image f)) : f = remoteness G := by sorry

theorem remoteness_terminal (p : G.Pos) (h : G.moves p = ∅) : remoteness G p = 0 := by sorry

theorem remoteness_lowering (p : G.Pos) (h : (G.moves p).Nonempty) :
    ∃ q ∈ G.moves p, remoteness G p = remoteness G q + 1 := by sorry

theorem even_iff_P (p : G.Pos) : Even (remoteness G p) ↔ IsP G p := by sorry

theorem odd_iff_misere_P (p : G.Pos) : Odd (misereRemoteness G p) ↔ IsMisereP G p := by sorry

/-! ### Failing moves [SanchezGalanXu, Theorem 5.2] -/

/-- Bellman's equation, success probability `p`. -/
def Bellman (p : ℚ) (w : G.Pos → ℚ) : Prop := ∀ s,
  (G.moves s = ∅ → w s = 0) ∧
  (∀ h : (G.moves s).Nonempty, w s = (1 - p * (G.moves s).inf' h w) / (2 - p))

theorem bellman_value (p : ℚ) (h0 : 0 < p) (h1 : p ≤ 1) (w : G.Pos → ℚ) :
    Bellman G p w ↔ ∀ s, w s = (1 - (-(p / (2 - p))) ^ remoteness G s) / 2 := by sorry

theorem optimal_attempts (p : ℚ) (h0 : 0 < p) (h1 : p < 1) (w : G.Pos → ℚ) (hw : Bellman G p w)
    (s t : G.Pos) (ht : t ∈ G.moves s) :
    (∀ t' ∈ G.moves s, w t ≤ w t') ↔ remoteness G s = remoteness G t + 1 := by sorry

/-! ### WYT(a, b), ended at x + y ≤ k [SanchezGalanXu for k = 0] -/

/-- Removing (e, f) ≠ (0, 0) with |e − f| < a or min(e, f) < b. -/
def wytMoves (a b k : ℕ) (s : ℕ × ℕ) : Finset (ℕ × ℕ) :=
  if s.1 + s.2 ≤ k then ∅
  else (Finset.range (s.1 + 1) ×ˢ Finset.range (s.2 + 1)).filter fun t =>
    let e := s.1 - t.1
    let f := s.2 - t.2
    0 < e + f ∧ ((e < f + a ∧ f < e + a) ∨ min e f < b)

theorem wyt_rank_lt (a b k : ℕ) (p q : ℕ × ℕ) (h : q ∈ wytMoves a b k p) :
    q.1 + q.2 < p.1 + p.2 := by sorry

def wyt (a b k : ℕ) : ImpartialGame where
  Pos := ℕ × ℕ
  eqDec := inferInstance
  moves := wytMoves a b k
  rank s := s.1 + s.2
  rank_lt := wyt_rank_lt a b k

/-- mex_b. -/
noncomputable def mexb (b : ℕ) (S : Set ℕ) : ℕ := sInf {t | ∀ c ∈ S, ¬ (c ≤ t ∧ t < c + b)}

variable (a b : ℕ)

/-- The smaller coordinates: the recursion has one solution. -/
def IsSequence (x : ℕ → ℕ) : Prop :=
  ∀ m, x m = mexb b {c | ∃ i < m, c = x i ∨ c = x i + a * i}

/-- The local index. -/
noncomputable def iota (x : ℕ → ℕ) (t : ℕ) : ℕ :=
  sInf {m | (x m ≤ t ∧ t < x m + b) ∨ (x m + a * m ≤ t ∧ t < x m + a * m + b)}

open Classical in
/-- Theorem 3.4. -/
theorem theorem_3_4 (ha : 1 ≤ a) (hb : 1 ≤ b) (x : ℕ → ℕ) (hx : IsSequence a b x)
    (u v : ℕ) (h : u ≤ v) :
    remoteness (wyt a b 0) (u, v) =
      2 * min (iota a b x u) ((v - u) / a) + if IsP (wyt a b 0) (u, v) then 0 else 1 := by sorry

theorem P_positions (ha : 1 ≤ a) (hb : 1 ≤ b) (x : ℕ → ℕ) (hx : IsSequence a b x) (u v : ℕ) :
    IsP (wyt a b 0) (u, v) ↔
      ∃ m, (u, v) = (x m, x m + a * m) ∨ (u, v) = (x m + a * m, x m) := by sorry

theorem remoteness_P (ha : 1 ≤ a) (hb : 1 ≤ b) (x : ℕ → ℕ) (hx : IsSequence a b x) (m : ℕ) :
    remoteness (wyt a b 0) (x m, x m + a * m) = 2 * m := by sorry

/-- b = 1 in whole numbers. -/
theorem closed_form (ha : 1 ≤ a) (x : ℕ → ℕ) (hx : IsSequence a 1 x) (m : ℕ) :
    (x m : ℤ) = ((m : ℤ) * (2 - a) + Nat.sqrt (m ^ 2 * (a ^ 2 + 4))) / 2 := by sorry

/-- With terminal set x + y ≤ k: index 0 is the terminal set. -/
def IsSequenceUntil (k : ℕ) (x : ℕ → ℕ) : Prop :=
  x 0 = 0 ∧ ∀ m ≥ 1, x m = mexb b
    ({c | c ≤ k} ∪ {c | ∃ i, 1 ≤ i ∧ i < m ∧ (c = x i ∨ c = x i + k + a * i)})

theorem P_until (k : ℕ) (ha : 1 ≤ a) (hb : 1 ≤ b) (x : ℕ → ℕ) (hx : IsSequenceUntil a b k x)
    (u v : ℕ) :
    IsP (wyt a b k) (u, v) ↔ u + v ≤ k ∨
      ∃ m ≥ 1, (u, v) = (x m, x m + k + a * m) ∨ (u, v) = (x m + k + a * m, x m) := by sorry

/-- Misère play, a ≥ 2. -/
theorem misere_P_positions (ha : 2 ≤ a) (hb : 1 ≤ b) (x : ℕ → ℕ)
    (hx : ∀ m, x m = mexb b {c | ∃ i < m, c = x i ∨ c = x i + a * i + 1}) (u v : ℕ) :
    IsMisereP (wyt a b 0) (u, v) ↔
      ∃ m, (u, v) = (x m, x m + a * m + 1) ∨ (u, v) = (x m + a * m + 1, x m) := by sorry

/-! ### Grundy values, terminal set x + y ≤ 2 [KomakiMiyaderaMurakami2025] -/

noncomputable def grundy : G.Pos → ℕ :=
  (wfRel G).fix fun p ih => sInf {t | ∀ q : G.moves p, ih q.1 q.2 ≠ t}

theorem grundy_1_theorem (x y : ℕ) (h : 8 ≤ x ∨ 8 ≤ y) :
    grundy (wyt 1 1 2) (x, y) = 1 ↔ IsP (wyt 1 1 0) (x, y) := by sorry

theorem misere_theorem (x y : ℕ) (h : 8 ≤ x ∨ 8 ≤ y) :
    IsMisereP (wyt 1 1 2) (x, y) ↔ IsP (wyt 1 1 0) (x, y) := by sorry

/-! ### Wythoff with a pass [MiyaderaManabeFukui2025] -/

def passMoves (s : (ℕ × ℕ) × Bool) : Finset ((ℕ × ℕ) × Bool) :=
  (wytMoves 1 1 0 s.1).image (fun t => (t, s.2)) ∪
    if s.2 ∧ s.1 ≠ (0, 0) then {(s.1, false)} else ∅

theorem pass_rank_lt (p q : (ℕ × ℕ) × Bool) (h : q ∈ passMoves p) :
    2 * (q.1.1 + q.1.2) + q.2.toNat < 2 * (p.1.1 + p.1.2) + p.2.toNat := by sorry

def passGame : ImpartialGame where
  Pos := (ℕ × ℕ) × Bool
  eqDec := inferInstance
  moves := passMoves
  rank s := 2 * (s.1.1 + s.1.2) + s.2.toNat
  rank_lt := pass_rank_lt

theorem pass_theorem (x y : ℕ) (h : 8 ≤ x ∨ 8 ≤ y) :
    IsP passGame ((x, y), true) ↔ grundy (wyt 1 1 0) (x, y) = 1 := by sorry

end Wythoff
