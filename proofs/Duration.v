(** * How long play with failing moves lasts

    When both players play remoteness-optimal moves from a position of remoteness r >= 1, play
    lasts exactly n attempts with probability
      C(n - 1, r - 1) p^r (1 - p)^(n - r),
    which is 0 for n < r.

    Source: [SanchezGalanXu, equation (19)]. *)

From Coq Require Import List ZArith Arith Lia QArith Lqa Bool.
From Wythoff Require Import Game FailedMoves Probability.
Import ListNotations.
Local Open Scope Q_scope.

(** Pascal's triangle. *)
Fixpoint binomial (n k : nat) : nat :=
  match n, k with
  | _, O => 1
  | O, S _ => 0
  | S n', S k' => binomial n' k' + binomial n' k
  end.

Lemma binomial_above n : forall k, (n < k)%nat -> binomial n k = 0%nat.
Proof.
  induction n as [|n IH]; intros [|k] lt; cbn; try lia. now rewrite !IH by lia.
Qed.

Section Duration.
Context {G : Game} (c : Convention) (p : Q).

(** The probability that play lasts exactly n attempts, both players choosing [best]. *)
Fixpoint lasts (n : nat) (s : pos G) : Q :=
  match moves s, n with
  | [], O => 1
  | [], S _ => 0
  | _ :: _, O => 0
  | _ :: _, S m => p * lasts m (best c s) + (1 - p) * lasts m s
  end.

Let R := remoteness_in c G.

Definition chance (n r : nat) : Q := inject_Z (Z.of_nat (binomial n r)).

Lemma chance_S n r : chance (S n) (S r) == chance n r + chance n (S r).
Proof. unfold chance. cbn [binomial]. now rewrite Nat2Z.inj_add, inject_Z_plus. Qed.

Theorem duration n : forall s r, R s = S r ->
  lasts (S n) s == chance n r * pw p (S r) * pw (1 - p) (n - r).
Proof.
  induction n as [|n IH]; intros s r E.
  - assert (ne : moves s <> []).
    { intro h. apply (remoteness_terminal c) in h. unfold R in E. lia. }
    destruct (best_spec c s ne) as [_ e]. fold R in e. cbn [lasts].
    destruct (moves s) as [|q l] eqn:M; [congruence|]. destruct r as [|r].
    + rewrite E in e. injection e as e. symmetry in e.
      apply (remoteness_zero c) in e. rewrite e. unfold chance. cbn. ring.
    + destruct (moves (best c s)) eqn:B.
      * apply (remoteness_terminal c) in B. fold R in B. lia.
      * unfold chance. cbn. ring.
  - assert (ne : moves s <> []).
    { intro h. apply (remoteness_terminal c) in h. unfold R in E. lia. }
    destruct (best_spec c s ne) as [_ e]. fold R in e.
    assert (step : lasts (S (S n)) s == p * lasts (S n) (best c s) + (1 - p) * lasts (S n) s).
    { change (lasts (S (S n)) s) with (match moves s with [] => 0 | _ :: _ =>
        p * lasts (S n) (best c s) + (1 - p) * lasts (S n) s end).
      destruct (moves s); [congruence|reflexivity]. }
    rewrite step, (IH s r E). destruct r as [|r].
    + rewrite E in e. injection e as e. symmetry in e. apply (remoteness_zero c) in e.
      assert (z : lasts (S n) (best c s) == 0) by (cbn [lasts]; now rewrite e).
      rewrite z, !Nat.sub_0_r. unfold chance. destruct n; cbn; ring.
    + rewrite (IH (best c s) r) by (rewrite E in e; lia). rewrite chance_S.
      destruct (Nat.lt_ge_cases n (S r)) as [lt|ge].
      * assert (z : chance n (S r) == 0) by (unfold chance; rewrite binomial_above by lia;
          reflexivity).
        rewrite z. replace (S n - S r)%nat with (n - r)%nat by lia. cbn [pw]. ring.
      * replace (S n - S r)%nat with (S (n - S r))%nat by lia.
        replace (n - r)%nat with (S (n - S r)) by lia. cbn [pw]. ring.
Qed.
End Duration.
