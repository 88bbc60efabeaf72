(** * The value of the game with failing moves

    At a position with options the player to move attempts an option of their choice, which may
    depend on all that happened before; the attempt succeeds with probability p, independently,
    and otherwise the position stays; either way the turn passes.  [prob n true] is the
    probability that the player to move wins within n attempts, [prob n false] that they lose.

    Let w(s) = (1 - (-lambda)^R(s)) / 2 (misère: with +) and let both players be able to play
    remoteness-optimal moves.  For every e > 0 there is an n_0 such that for all n >= n_0,
    whatever the opponent does, who plays remoteness-optimally wins within n attempts with
    probability at least w(s) - e when to move, and at least 1 - w(s) - e when not to move.  So
    the game has a value, it is w(s), and the Bellman equation of FailedMoves.v is justified.
    Every play ends: within n attempts with probability at least 1 - e.

    Source: [SanchezGalanXu, Lemma 5.1 and Theorem 5.2]; finite horizons in place of measures on
    infinite plays, randomised choices left out. *)

From Coq Require Import List ZArith Arith Lia ZifyNat QArith Qround Lqa Bool.
From Wythoff Require Import Game FailedMoves.
Import ListNotations.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.
Local Open Scope Q_scope.

Set Default Proof Using "All".

Section Best.
Context {G : Game} (c : Convention).
Let R := remoteness_in c G.

(** A remoteness-optimal move. *)
Definition best (s : pos G) : pos G :=
  match find (fun t => R s =? S (R t))%nat (moves s) with Some t => t | None => s end.

Lemma best_spec s : moves s <> [] -> In (best s) (moves s) /\ R s = S (R (best s)).
Proof.
  intro ne. unfold best. destruct (find _ (moves s)) as [t|] eqn:E.
  - apply find_some in E as [h e]. apply Nat.eqb_eq in e. auto.
  - destruct (remoteness_lowering c s ne) as (q & hq & e).
    assert (h := find_none _ _ E q hq). apply Nat.eqb_neq in h. fold R in e. contradiction.
Qed.
End Best.

Section Probability.
Context {G : Game} (c : Convention) (p : Q).

(** What has happened: the attempts, latest first, and whether they succeeded. *)
Definition History : Type := list (pos G * bool).
Definition Strategy : Type := History -> pos G -> pos G.
Definition Legal (play : Strategy) : Prop := forall h s, moves s <> [] -> In (play h s) (moves s).

Fixpoint prob (n : nat) (win : bool) (mine theirs : Strategy) (h : History) (s : pos G) : Q :=
  match moves s with
  | [] => if win then at_end c else 1 - at_end c
  | _ :: _ =>
      match n with
      | O => 0
      | S n' =>
          let t := mine h s in
          p * prob n' (negb win) theirs mine ((t, true) :: h) t +
          (1 - p) * prob n' (negb win) theirs mine ((t, false) :: h) s
      end
  end.

Definition unfinished n mine theirs h s : Q :=
  1 - prob n true mine theirs h s - prob n false mine theirs h s.

Hypothesis p_pos : 0 < p.
Hypothesis p_le_1 : p <= 1.

Let R := remoteness_in c G.
Definition w (s : pos G) : Q := value c p (R s).

Definition optimal : Strategy := fun _ => best c.

Theorem optimal_legal : Legal optimal.
Proof. intros h s ne. now apply best_spec. Qed.

Lemma w_bounds s : 0 <= w s <= 1.
Proof.
  unfold w, value, sign. rewrite pw_opp. assert (L := lam_bounds p p_pos p_le_1).
  assert (h0 := pw_pos (lam p) (R s) (proj1 L)).
  assert (h1 := pw_anti (lam p) 0 (R s) L ltac:(lia)). cbn [pw] in h1.
  destruct c, (_ =? 0)%nat; lra.
Qed.

Lemma w_end s : moves s = [] -> w s == at_end c.
Proof. intro e. apply (value_satisfies c p p_pos p_le_1 s). exact e. Qed.

(** One attempt: optimal moves keep the value, others do not raise it. *)
Lemma w_best s : moves s <> [] -> w s == p * (1 - w (best c s)) + (1 - p) * (1 - w s).
Proof.
  intro ne. destruct (best_spec c s ne) as [_ e]. unfold w, R. rewrite e.
  rewrite (value_S c p p_le_1 (remoteness_in c G (best c s))). field. lra.
Qed.

Lemma w_any s t : In t (moves s) -> p * (1 - w t) + (1 - p) * (1 - w s) <= w s.
Proof.
  intro ht. assert (ne : moves s <> []) by (intro e; now rewrite e in ht).
  destruct (best_spec c s ne) as [hb e].
  assert (le : w (best c s) <= w t).
  { exact (value_before c p p_pos p_le_1 _ _ (lowering_before c s _ _ hb e ht)). }
  assert (q := w_best s ne). assert (g : 0 <= p * (w t - w (best c s))).
  { apply Qmult_le_0_compat; lra. } lra.
Qed.

(** What an attempt costs: the value falls short by p times what the option is worse by. *)
Theorem attempt_costs s t : moves s <> [] ->
  p * (1 - w t) + (1 - p) * (1 - w s) == w s - p * (w t - w (best c s)).
Proof. intro ne. assert (q := w_best s ne). lra. Qed.

(** The same play, where an unfinished game pays the value of its last position. *)
Fixpoint fair (n : nat) (mine theirs : Strategy) (h : History) (s : pos G) : Q :=
  match moves s with
  | [] => at_end c
  | _ :: _ =>
      match n with
      | O => w s
      | S n' =>
          let t := mine h s in
          p * (1 - fair n' theirs mine ((t, true) :: h) t) +
          (1 - p) * (1 - fair n' theirs mine ((t, false) :: h) s)
      end
  end.

Lemma fair_optimal n : forall play h s, Legal play ->
  w s <= fair n optimal play h s /\ fair n play optimal h s <= w s.
Proof.
  induction n as [|n IH]; intros play h s legal; cbn [fair]; destruct (moves s) eqn:M.
  - rewrite (w_end s M). lra.
  - lra.
  - rewrite (w_end s M). lra.
  - assert (ne : moves s <> []) by (rewrite M; discriminate). split.
    + assert (q := w_best s ne). cbv zeta. change (optimal h s) with (best c s).
      destruct (IH play ((best c s, true) :: h) (best c s) legal) as [_ a].
      destruct (IH play ((best c s, false) :: h) s legal) as [_ b].
      assert (g1 : 0 <= p * (w (best c s) - fair n play optimal ((best c s, true) :: h) (best c
        s))).
      { apply Qmult_le_0_compat; lra. }
      assert (g2 : 0 <= (1 - p) * (w s - fair n play optimal ((best c s, false) :: h) s)).
      { apply Qmult_le_0_compat; lra. } lra.
    + cbv zeta. set (t := play h s). assert (q := w_any s t (legal h s ne)).
      destruct (IH play ((t, true) :: h) t legal) as [a _].
      destruct (IH play ((t, false) :: h) s legal) as [b _].
      assert (g1 : 0 <= p * (fair n optimal play ((t, true) :: h) t - w t)).
      { apply Qmult_le_0_compat; lra. }
      assert (g2 : 0 <= (1 - p) * (fair n optimal play ((t, false) :: h) s - w s)).
      { apply Qmult_le_0_compat; lra. } lra.
Qed.

Lemma fair_bounds n : forall mine theirs h s,
  prob n true mine theirs h s <= fair n mine theirs h s <= 1 - prob n false mine theirs h s.
Proof.
  induction n as [|n IH]; intros mine theirs h s; cbn [prob fair]; destruct (moves s) eqn:M;
    try lra.
  - assert (b := w_bounds s). lra.
  - cbv zeta. cbn [negb]. set (t := mine h s).
    destruct (IH theirs mine ((t, true) :: h) t) as [a1 a2].
    destruct (IH theirs mine ((t, false) :: h) s) as [b1 b2].
    set (u := fair n theirs mine ((t, true) :: h) t) in *.
    set (v := fair n theirs mine ((t, false) :: h) s) in *.
    set (u1 := prob n true theirs mine ((t, true) :: h) t) in *.
    set (u2 := prob n false theirs mine ((t, true) :: h) t) in *.
    set (v1 := prob n true theirs mine ((t, false) :: h) s) in *.
    set (v2 := prob n false theirs mine ((t, false) :: h) s) in *.
    assert (0 <= p * (u - u1)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= p * (1 - u2 - u)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= (1 - p) * (v - v1)) by (apply Qmult_le_0_compat; lra).
    assert (0 <= (1 - p) * (1 - v2 - v)) by (apply Qmult_le_0_compat; lra). lra.
Qed.

(** ** Every play ends *)

(** The probability of fewer than r successes in n attempts. *)
Fixpoint tail (n r : nat) : Q :=
  match r, n with
  | O, _ => 0
  | S _, O => 1
  | S r', S n' => p * tail n' r' + (1 - p) * tail n' r
  end.

Lemma tail_up n : forall r, 0 <= tail n r <= 1 /\ tail n r <= tail n (S r).
Proof.
  induction n as [|n IH]; intro r.
  - destruct r; cbn [tail]; lra.
  - destruct (IH r) as [b m]. destruct (IH (S r)) as [b' m'].
    assert (h0 : 0 <= p * tail n r) by (apply Qmult_le_0_compat; lra).
    assert (h1 : 0 <= (1 - p) * tail n (S r)) by (apply Qmult_le_0_compat; lra).
    destruct r as [|r].
    + cbn [tail] in *. lra.
    + destruct (IH r) as [b0 m0]. cbn [tail] in *.
      assert (0 <= p * tail n r) by (apply Qmult_le_0_compat; lra).
      assert (0 <= p * (1 - tail n r)) by (apply Qmult_le_0_compat; lra).
      assert (0 <= (1 - p) * (1 - tail n (S r))) by (apply Qmult_le_0_compat; lra).
      assert (0 <= p * (tail n (S r) - tail n r)) by (apply Qmult_le_0_compat; lra).
      assert (0 <= (1 - p) * (tail n (S (S r)) - tail n (S r))) by (apply Qmult_le_0_compat; lra).
      assert (0 <= (1 - p) * tail n (S r)) by (apply Qmult_le_0_compat; lra). lra.
Qed.

Lemma tail_mono n q r : (q <= r)%nat -> tail n q <= tail n r.
Proof.
  induction 1 as [|r le IH]; [lra|]. destruct (tail_up n r) as [_ m]. lra.
Qed.

Lemma unfinished_tail n : forall mine theirs h s, Legal mine -> Legal theirs ->
  unfinished n mine theirs h s <= tail n (rank s).
Proof.
  unfold unfinished. induction n as [|n IH]; intros mine theirs h s lm lt;
    cbn [prob]; destruct (moves s) eqn:M.
  - destruct (tail_up 0 (rank s)) as [b _]. lra.
  - assert (r : exists r, rank s = S r).
    { assert (q : In p0 (moves s)) by (rewrite M; now left). apply rank_lt in q.
      destruct (rank s) as [|r]; [lia|now exists r]. }
    destruct r as [r ->]. cbn [tail]. lra.
  - destruct (tail_up (S n) (rank s)) as [b _]. lra.
  - cbv zeta. cbn [negb]. set (t := mine h s).
    assert (ht : In t (moves s)) by (apply lm; rewrite M; discriminate).
    apply rank_lt in ht. destruct (rank s) as [|r] eqn:E; [lia|]. cbn [tail].
    assert (a := IH theirs mine ((t, true) :: h) t lt lm).
    assert (b := IH theirs mine ((t, false) :: h) s lt lm). rewrite E in b.
    assert (m := tail_mono n (rank t) r ltac:(lia)).
    set (u1 := prob n true theirs mine ((t, true) :: h) t) in *.
    set (u2 := prob n false theirs mine ((t, true) :: h) t) in *.
    set (v1 := prob n true theirs mine ((t, false) :: h) s) in *.
    set (v2 := prob n false theirs mine ((t, false) :: h) s) in *.
    assert (0 <= p * (tail n r - (1 - u1 - u2))) by (apply Qmult_le_0_compat; lra).
    assert (0 <= (1 - p) * (tail n (S r) - (1 - v1 - v2))) by (apply Qmult_le_0_compat; lra). lra.
Qed.

Lemma bernoulli m : 0 <= pw (1 - p) m /\ pw (1 - p) m * (1 + inject_Z (Z.of_nat m) * p) <= 1.
Proof.
  induction m as [|m [IH0 IH]]; cbn [pw].
  - split; [lra|]. change (inject_Z (Z.of_nat 0)) with 0. lra.
  - split; [apply Qmult_le_0_compat; lra|]. rewrite Nat2Z.inj_succ.
    unfold Z.succ. rewrite inject_Z_plus. change (inject_Z 1) with 1.
    assert (m_ge : 0 <= inject_Z (Z.of_nat m)).
    { change 0 with (inject_Z 0). rewrite <- Zle_Qle. lia. }
    set (i := inject_Z (Z.of_nat m)) in *. set (x := pw (1 - p) m) in *. clearbody i x.
    assert (h : 0 <= x * (p * p * (1 + i))).
    { apply Qmult_le_0_compat; [exact IH0|]. apply Qmult_le_0_compat; [|lra].
      apply Qmult_le_0_compat; lra. }
    assert (e : (1 - p) * x * (1 + (i + 1) * p) == x * (1 + i * p) - x * (p * p * (1 + i))) by ring.
    rewrite e. lra.
Qed.

Lemma pw_small e : 0 < e -> exists m, pw (1 - p) m <= e.
Proof.
  intro pos_e. exists (Z.to_nat (Qceiling (/ (e * p)))).
  set (m := Z.to_nat _). destruct (bernoulli m) as [h0 h1].
  assert (ep : 0 < e * p) by now apply Qmult_lt_0_compat.
  assert (big : / (e * p) <= inject_Z (Z.of_nat m)).
  { apply Qle_trans with (inject_Z (Qceiling (/ (e * p)))); [apply Qle_ceiling|].
    rewrite <- Zle_Qle. unfold m. lia. }
  set (i := inject_Z (Z.of_nat m)) in *. set (x := pw (1 - p) m) in *. clearbody i x.
  assert (one : 1 <= i * (e * p)).
  { rewrite <- (Qmult_inv_r (e * p)) by lra. rewrite (Qmult_comm (e * p)).
    apply Qmult_le_compat_r; lra. }
  apply Qnot_lt_le. intro lt.
  assert (i0 : 0 <= i). { apply Qle_trans with (/ (e * p)); [|exact big].
    apply Qlt_le_weak, Qinv_lt_0_compat, ep. }
  assert (0 <= (x - e) * (i * p)).
  { apply Qmult_le_0_compat; [lra|]. apply Qmult_le_0_compat; lra. }
  assert (e2 : i * (e * p) == e * (i * p)) by ring. lra.
Qed.

Lemma tail_small r : forall e, 0 < e -> exists n0, forall n, (n0 <= n)%nat -> tail n r <= e.
Proof.
  induction r as [|r IH]; intros e pos_e.
  - exists 0%nat. intros n _. destruct n; cbn [tail]; lra.
  - destruct (IH (e * (1#2))) as [n1 small]; [lra|].
    destruct (pw_small (e * (1#2))) as [m pm]; [lra|].
    assert (H : forall i n, (n1 <= n)%nat ->
      tail (n + i) (S r) <= e * (1#2) + pw (1 - p) i).
    { induction i as [|i IHi]; intros n le.
      - rewrite Nat.add_0_r. destruct (tail_up n (S r)) as [b _]. cbn [pw]. lra.
      - rewrite Nat.add_succ_r. cbn [tail pw]. assert (a := small (n + i)%nat ltac:(lia)).
        assert (b := IHi n le).
        assert (0 <= p * (e * (1#2) - tail (n + i) r)) by (apply Qmult_le_0_compat; lra).
        assert (0 <= (1 - p) * (e * (1#2) + pw (1 - p) i - tail (n + i) (S r))).
        { apply Qmult_le_0_compat; lra. } lra. }
    exists (n1 + m)%nat. intros n le. replace n with ((n - m) + m)%nat by lia.
    assert (h := H m (n - m)%nat ltac:(lia)). lra.
Qed.

(** Play ends with probability as near to 1 as wanted, whoever plays how. *)
Theorem play_ends s e : 0 < e -> exists n0, forall n mine theirs h, (n0 <= n)%nat ->
  Legal mine -> Legal theirs -> unfinished n mine theirs h s <= e.
Proof.
  intro pos_e. destruct (tail_small (rank s) e pos_e) as [n0 small]. exists n0.
  intros n mine theirs h le lm lt. assert (a := unfinished_tail n mine theirs h s lm lt).
  assert (b := small n le). lra.
Qed.

(** The value: what each player can make sure of by remoteness-optimal play. *)
Theorem value_of_the_game s e : 0 < e -> exists n0, forall n h play, (n0 <= n)%nat -> Legal play ->
  w s - e <= prob n true optimal play h s /\
  1 - w s - e <= prob n false play optimal h s.
Proof.
  intro pos_e. destruct (play_ends s e pos_e) as [n0 ends]. exists n0. intros n h play le legal.
  destruct (fair_optimal n play h s legal) as [a b].
  destruct (fair_bounds n optimal play h s) as [_ u1].
  destruct (fair_bounds n play optimal h s) as [u2 _].
  assert (e1 := ends n optimal play h le optimal_legal legal).
  assert (e2 := ends n play optimal h le legal optimal_legal).
  unfold unfinished in *. lra.
Qed.
End Probability.
