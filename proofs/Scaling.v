(** * Scaling

    The sequence of WYT(g a, g b) is g times that of WYT(a, b), and its local index at x is that
    of WYT(a, b) at floor(x / g).  So only coprime a, b need a computation.

    Source: derived for this project. *)

From Coq Require Import List Arith Lia.
From Wythoff Require Import Sequence.
Import ListNotations.

Set Default Proof Using "All".

Section Scaling.
Variables a b g : nat.
Hypothesis a_pos : 1 <= a.
Hypothesis b_pos : 1 <= b.
Hypothesis g_pos : 1 <= g.

(** A window of length g b meets a multiple of g as the window of length b meets the quotient. *)
Lemma window_scaled c x : g * c <= x < g * c + g * b <-> c <= x / g < c + b.
Proof.
  assert (h := Nat.mul_div_le x g ltac:(lia)).
  assert (k := Nat.mul_succ_div_gt x g ltac:(lia)).
  remember (x / g) as t eqn:e. clear e. split; intros [lo hi]; split.
  - apply Nat.lt_succ_r, (Nat.mul_lt_mono_pos_l g); lia.
  - apply (Nat.mul_lt_mono_pos_l g); [lia|]. rewrite Nat.mul_add_distr_l. lia.
  - apply Nat.le_trans with (g * t); [|exact h]. now apply Nat.mul_le_mono_l.
  - apply Nat.lt_le_trans with (g * S t); [exact k|]. rewrite <- Nat.mul_add_distr_l.
    apply Nat.mul_le_mono_l. lia.
Qed.

Theorem X_scaled m : X (g * a) (g * b) 0 m = g * X a b 0 m.
Proof.
  assert (ga : 1 <= g * a) by (apply Nat.mul_pos_pos; lia).
  assert (gb : 1 <= g * b) by (apply Nat.mul_pos_pos; lia).
  induction m as [m IH] using (well_founded_induction Wf_nat.lt_wf).
  destruct m as [|m]; [cbn; lia|].
  assert (coord : forall i c, i < S m ->
    (C (g * a) (g * b) 0 i c <-> exists d, c = g * d /\ C a b 0 i d)).
  { intros i c lt. rewrite C_pairs by lia. unfold Y. rewrite (IH i lt). split.
    - intros [->| ->]; [exists (X a b 0 i)|exists (Y a b 0 i)]; rewrite C_pairs by lia;
        unfold Y; split; auto; lia.
    - intros (d & -> & h). apply C_pairs in h; try lia. unfold Y in h.
      destruct h as [->| ->]; [left|right]; lia. }
  apply X_determined; [lia| |].
  - intros i c hi hc w. apply coord in hc as (d & -> & hd); [|exact hi].
    apply window_scaled in w. rewrite Nat.mul_comm, Nat.div_mul in w by lia.
    now apply (X_free a b 0 (S m) i d ltac:(lia) hi hd).
  - intros t lt. destruct (X_cover a b 0 (S m) (t / g)) as (i & d & hi & hd & w).
    { apply Nat.div_lt_upper_bound; lia. }
    exists i, (g * d). split; [exact hi|]. split; [apply coord; eauto|]. now apply window_scaled.
Qed.

Theorem iota_scaled x : iota (g * a) (g * b) 0 x = iota a b 0 (x / g).
Proof.
  assert (ga : 1 <= g * a) by (apply Nat.mul_pos_pos; lia).
  assert (gb : 1 <= g * b) by (apply Nat.mul_pos_pos; lia).
  assert (YS : forall m, Y (g * a) (g * b) 0 m = g * Y a b 0 m).
  { intro m. unfold Y. rewrite X_scaled. lia. }
  apply Nat.le_antisymm.
  - destruct (iota_spec a b 0 a_pos b_pos (x / g)) as (c & hc & w).
    apply (iota_le (g * a) (g * b) 0 ga gb x _ (g * c)); [|now apply window_scaled].
    rewrite C_pairs in * by lia. rewrite X_scaled, YS. destruct hc as [->| ->]; auto.
  - destruct (iota_spec (g * a) (g * b) 0 ga gb x) as (c & hc & w).
    set (j := iota (g * a) (g * b) 0 x) in *.
    assert (near : exists d, c = g * d /\ C a b 0 j d).
    { rewrite C_pairs, X_scaled, YS in hc by lia. destruct hc as [->| ->];
        [exists (X a b 0 j)|exists (Y a b 0 j)]; rewrite C_pairs by lia; auto. }
    destruct near as (d & -> & hd). apply window_scaled in w.
    now apply (iota_le a b 0 a_pos b_pos _ j d).
Qed.
End Scaling.
