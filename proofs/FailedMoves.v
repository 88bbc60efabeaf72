(** * Independent failed moves

    Each attempted move succeeds with probability p, 0 < p <= 1; a failed attempt leaves the
    position and passes the turn.  Put lambda = p / (2 - p).  The Bellman equation
      w(s) = (1 - p * min over options t of w(t)) / (2 - p),
    with w = 0 at terminal positions (misère: w = 1), has exactly one solution,
      w(s) = (1 - (-lambda)^R(s)) / 2      (misère: (1 + (-lambda)^R(s)) / 2),
    where R is the remoteness, and for p < 1 the options that attain the minimum are exactly the
    remoteness-optimal ones.  In normal play w > 1/2 exactly at N-positions.

    Source: [SanchezGalanXu, Theorem 5.2]; the misère form is derived for this project.
    The equation itself is justified in Probability.v. *)

From Coq Require Import List ZArith Arith Lia ZifyNat QArith Lqa Bool.
From Wythoff Require Import Game.
Import ListNotations.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.
Local Open Scope Q_scope.

Fixpoint pw (x : Q) (n : nat) : Q := match n with O => 1 | S m => x * pw x m end.

Lemma pw_pos x n : 0 < x -> 0 < pw x n.
Proof. intro h. induction n; cbn [pw]; [reflexivity|]. now apply Qmult_lt_0_compat. Qed.

Lemma pw_opp x n : pw (- x) n == if (n mod 2 =? 0)%nat then pw x n else - pw x n.
Proof.
  induction n as [|n IH]; cbn [pw]; [reflexivity|]. rewrite IH.
  destruct (Nat.eqb_spec (n mod 2) 0), (Nat.eqb_spec (S n mod 2) 0); try lia; ring.
Qed.

Lemma pw_anti x m n : 0 < x <= 1 -> (m <= n)%nat -> pw x n <= pw x m.
Proof.
  intros [h0 h1] le. induction le as [|n le IH]; [lra|]. cbn [pw].
  assert (h := pw_pos x n h0). assert (g : 0 <= (1 - x) * pw x n).
  { apply Qmult_le_0_compat; lra. } lra.
Qed.

Lemma pw_anti_strict x m n : 0 < x < 1 -> (m < n)%nat -> pw x n < pw x m.
Proof.
  intros [h0 h1] lt. apply Qle_lt_trans with (pw x (S m)); [apply pw_anti; [lra|lia]|].
  cbn [pw]. assert (h := pw_pos x m h0). assert (g : 0 < (1 - x) * pw x m).
  { apply Qmult_lt_0_compat; lra. } lra.
Qed.

Section FailedMoves.
Context {G : Game} (c : Convention) (p : Q).
Hypothesis p_pos : 0 < p.
Hypothesis p_le_1 : p <= 1.

Definition lam : Q := p / (2 - p).

(** What the player to move gets at a terminal position. *)
Definition at_end : Q := match c with Normal => 0 | Misere => 1 end.

Definition Least (w : pos G -> Q) (s t : pos G) : Prop :=
  In t (moves s) /\ forall t', In t' (moves s) -> w t <= w t'.

Definition Bellman (w : pos G -> Q) : Prop := forall s,
  (moves s = [] -> w s == at_end) /\
  (moves s <> [] -> exists t, Least w s t /\ w s == (1 - p * w t) / (2 - p)).

Definition sign : Q := match c with Normal => 1 | Misere => - (1) end.

Definition value (r : nat) : Q := (1 - sign * pw (- lam) r) * (1#2).

Lemma lam_bounds : 0 < lam <= 1.
Proof.
  unfold lam. split.
  - apply Qlt_shift_div_l; lra.
  - apply Qle_shift_div_r; lra.
Qed.

Lemma lam_lt_1 : p < 1 -> lam < 1.
Proof. intro h. unfold lam. apply Qlt_shift_div_r; lra. Qed.

Lemma value_0 : value 0 == at_end.
Proof. unfold value, at_end, sign. cbn [pw]. destruct c; lra. Qed.

Lemma value_S r : value (S r) == (1 - p * value r) / (2 - p).
Proof. unfold value, lam. cbn [pw]. field. lra. Qed.

Lemma value_before m v : before c m v -> value m <= value v.
Proof.
  intro h. assert (L := lam_bounds). destruct L as [L0 L1].
  assert (pm := pw_pos lam m L0). assert (pv := pw_pos lam v L0).
  assert (mv := pw_anti lam m v). assert (vm := pw_anti lam v m).
  unfold value. rewrite !pw_opp. unfold before, sign in *. destruct c; cbn [parity] in h;
    destruct (Nat.eqb_spec (m mod 2) 0), (Nat.eqb_spec (v mod 2) 0);
    destruct h as [[h1 h2]|(h1 & h2 & h3)]; try lia; try lra;
    try (specialize (mv (conj L0 L1)); specialize (mv (h2 ltac:(lia))); lra);
    specialize (vm (conj L0 L1) h3); lra.
Qed.

Lemma value_strict m v : p < 1 -> before c m v -> m <> v -> value m < value v.
Proof.
  intros lt1 h ne. assert (L := lam_bounds). assert (L1 := lam_lt_1 lt1). destruct L as [L0 _].
  assert (pm := pw_pos lam m L0). assert (pv := pw_pos lam v L0).
  assert (mv := pw_anti_strict lam m v (conj L0 L1)).
  assert (vm := pw_anti_strict lam v m (conj L0 L1)).
  unfold value. rewrite !pw_opp. unfold before, sign in *. destruct c; cbn [parity] in h;
    destruct (Nat.eqb_spec (m mod 2) 0), (Nat.eqb_spec (v mod 2) 0);
    destruct h as [[h1 h2]|(h1 & h2 & h3)]; try lia; try lra;
    try (specialize (mv ltac:(lia)); lra); specialize (vm ltac:(lia)); lra.
Qed.

Let R := remoteness_in c G.

(** The closed form satisfies the equation. *)
Theorem value_satisfies : Bellman (fun s => value (R s)).
Proof.
  intro s. split.
  - intro E. unfold R. rewrite (remoteness_terminal c s E). exact value_0.
  - intro ne. destruct (remoteness_lowering c s ne) as (q & hq & E). exists q. split.
    + split; [exact hq|]. intros t ht. now apply value_before, (lowering_before c s).
    + unfold R. rewrite E. apply value_S.
Qed.

(** It is the only solution. *)
Theorem value_unique w : Bellman w -> forall s, w s == value (R s).
Proof.
  intro B. induction s as [s IH] using moves_ind.
  destruct (B s) as [end_s on_s]. destruct (value_satisfies s) as [end_v on_v].
  destruct (moves s) as [|q0 l] eqn:M.
  - rewrite end_s, end_v; reflexivity.
  - destruct on_s as (t & [ht lt] & ->); [discriminate|].
    destruct on_v as (q & [hq lq] & ->); [discriminate|].
    rewrite M in *. assert (E : w t == value (R q)).
    { apply Qle_antisym.
      - rewrite <- (IH q hq). now apply lt.
      - rewrite (IH t ht). now apply lq. }
    rewrite E. reflexivity.
Qed.

(** For p < 1 the optimal attempts are exactly the remoteness-optimal moves. *)
Theorem optimal_attempts w s t : p < 1 -> Bellman w -> In t (moves s) ->
  (Least w s t <-> R s = S (R t)).
Proof.
  intros lt1 B ht. assert (W := value_unique w B). split.
  - intros [_ least]. assert (ne : moves s <> []) by (intro E; rewrite E in ht; exact ht).
    destruct (remoteness_lowering c s ne) as (q & hq & E). unfold R in *. rewrite E.
    destruct (Nat.eq_dec (remoteness_in c G q) (remoteness_in c G t)) as [e|e]; [now rewrite e|].
    assert (b := lowering_before c s q t hq E ht).
    assert (h := value_strict _ _ lt1 b e). specialize (least q hq). rewrite !W in least. lra.
  - intro E. split; [exact ht|]. intros t' ht'. rewrite !W.
    now apply value_before, (lowering_before c s).
Qed.
End FailedMoves.

(** Above 1/2 exactly at N-positions. *)
Theorem half_iff_N {G : Game} p (w : pos G -> Q) s : 0 < p -> p <= 1 -> Bellman Normal p w ->
  (is_P Normal s = false <-> 1#2 < w s).
Proof.
  intros p0 p1 B. rewrite (value_unique Normal p p0 p1 w B), <- good_iff_P.
  assert (L := lam_bounds p p0 p1). destruct L as [L0 _].
  assert (h := pw_pos (lam p) (remoteness_in Normal G s) L0).
  unfold value, sign, good. rewrite pw_opp. cbn [parity].
  destruct (_ =? 0)%nat; split; intro; try discriminate; try reflexivity; lra.
Qed.

(** With certain success, p = 1, the value is the outcome: at a P-position every move is as good
    as any, and at an N-position the good moves are all winning moves. *)
Theorem certain_success {G : Game} (w : pos G -> Q) s : Bellman Normal 1 w ->
  w s == if is_P Normal s then 0 else 1.
Proof.
  intro B. rewrite (value_unique Normal 1 ltac:(lra) ltac:(lra) w B), <- good_iff_P.
  unfold value, sign, good. rewrite pw_opp. cbn [parity].
  assert (one : forall n, pw (lam 1) n == 1).
  { induction n as [|n IH]; cbn [pw]; [reflexivity|]. rewrite IH. reflexivity. }
  destruct (_ =? 0)%nat; rewrite one; reflexivity.
Qed.

Lemma before_total c m v : before c m v \/ before c v m.
Proof. unfold before. destruct c; cbn [parity]; lia. Qed.

(** For p < 1 the winning probability gives the remoteness back. *)
Theorem remoteness_recovered {G : Game} c p (w : pos G -> Q) s t : 0 < p -> p < 1 ->
  Bellman c p w -> w s == w t -> remoteness_in c G s = remoteness_in c G t.
Proof.
  intros p0 p1 B e. assert (p1' : p <= 1) by lra.
  rewrite !(value_unique c p p0 p1' w B) in e.
  set (m := remoteness_in c G s) in *. set (v := remoteness_in c G t) in *.
  destruct (Nat.eq_dec m v) as [E|ne]; [exact E|].
  destruct (before_total c m v) as [b|b].
  - assert (h := value_strict c p p0 p1' m v p1 b ne). lra.
  - assert (h := value_strict c p p0 p1' v m p1 b (not_eq_sym ne)). lra.
Qed.
