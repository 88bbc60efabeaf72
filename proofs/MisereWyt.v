(** * Misère WYT(a, b), a >= 2

    Who makes the last move loses.  For a >= 2 put
      x_m = mex_b { x_i, y_i : i < m },    y_m = x_m + a m + 1
    (so x_0 = 0, y_0 = 1), and let iota(x) be the least m with x_m or y_m in (x - b, x].
    The P-positions are the (x_m, y_m) in both orders; R(0, 0) = 0, and elsewhere, for x <= y,
      R(x, y) = 2 min { iota(x), floor(max(0, y - x - 1) / a) } + 1 + epsilon(x, y),
    epsilon = 0 at P-positions, else 1.

    The reason: misère play on WYT(a, b) is normal play to the end set x + y <= 1, one move
    longer, because for a >= 2 who can move to (0, 0) can also move to (0, 1) or (1, 0).

    Source: derived for this project. *)

From Coq Require Import List ZArith Arith Lia ZifyNat Bool.
From Wythoff Require Import Game Ladder Sequence Wyt.
Import ListNotations.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Set Default Proof Using "All".

Section MisereWyt.
Variables a b : nat.
Hypothesis a_ge_2 : 2 <= a.
Hypothesis b_pos : 1 <= b.

Definition mx (m : nat) : nat := X a b 1 m.
Definition my (m : nat) : nat := Y a b 1 m.

Let a_pos : 1 <= a.
Proof. lia. Qed.

Theorem misere_recursion m :
  mx m = mexb b (flat_map (fun i => [mx i; my i]) (seq 0 m)) /\ my m = mx m + 1 + a * m.
Proof. split; [now apply X_mexb|reflexivity]. Qed.

Theorem misere_iota x :
  (mx (iota a b 1 x) <= x < mx (iota a b 1 x) + b \/
   my (iota a b 1 x) <= x < my (iota a b 1 x) + b) /\
  (forall m, mx m <= x < mx m + b \/ my m <= x < my m + b -> iota a b 1 x <= m).
Proof.
  split.
  - destruct (iota_spec a b 1 a_pos b_pos x) as (c & hc & w).
    apply C_pairs in hc; try lia. unfold mx, my. destruct hc as [<-|<-]; auto.
  - intros m [w|w]; [apply (iota_le a b 1 a_pos b_pos x m (mx m))|
      apply (iota_le a b 1 a_pos b_pos x m (my m))]; auto; apply C_pairs; auto.
Qed.

Definition misere_P (m x y : nat) : Prop := x = mx m /\ y = my m \/ x = my m /\ y = mx m.

Lemma misere_P_iff m x y : misere_P m x y <-> P a b 1 m x y /\ 0 < x + y.
Proof.
  unfold misere_P, mx, my. destruct m as [|m]; cbn [P].
  - unfold Y. cbn [X]. lia.
  - assert (h : 1 <= Y a b 1 (S m)) by (unfold Y; nia). lia.
Qed.

Definition is_misere_P (s : nat * nat) : bool :=
  isP a b 1 (fst s) (snd s) && (0 <? fst s + snd s).

Lemma is_misere_P_spec x y : is_misere_P (x, y) = true <-> exists m, misere_P m x y.
Proof.
  unfold is_misere_P. cbn [fst snd]. rewrite andb_true_iff, Nat.ltb_lt, isP_spec by assumption.
  split; [intros [[m p] h]|intros [m p]; split]; try (exists m); apply misere_P_iff in p ||
    apply misere_P_iff; tauto.
Qed.

(** Who can move to (0, 0) can stop one short of it. *)
Lemma short_of_origin x y : 2 <= x + y -> Move a b x y 0 0 ->
  Move a b x y 0 1 \/ Move a b x y 1 0.
Proof.
  intros h (e & f & -> & -> & _ & r). destruct (Nat.le_gt_cases e f).
  - left. exists e, (f - 1). lia.
  - right. exists (e - 1), f. lia.
Qed.

Lemma wyt_moves_nil x y : options a b 0 (x, y) = [] <-> x + y = 0.
Proof.
  split; intro h.
  - apply no_options in h; lia.
  - unfold options. cbn [fst snd]. now rewrite h.
Qed.

Let G := wyt_until a b 0.

Theorem misere_ladder_wyt (p : pos G) : is_P Misere p = is_misere_P p /\
  misere_remoteness p = match moves p with
    [] => 0 | _ :: _ => 2 * index a b 1 (fst p) (snd p) + (if is_misere_P p then 1 else 2) end.
Proof.
  revert p. apply (misere_ladder G is_misere_P (fun p => index a b 1 (fst p) (snd p))).
  - intros [x y] E. apply wyt_moves_nil in E. unfold is_misere_P. cbn [fst snd]. rewrite E.
    apply andb_false_r.
  - intros [x y] N ne. cbn [fst snd].
    assert (pos_xy : 0 < x + y).
    { apply Nat.neq_0_lt_0. intro h. now apply ne, wyt_moves_nil. }
    assert (N1 : isP a b 1 x y = false).
    { unfold is_misere_P in N. cbn [fst snd] in N.
      rewrite (proj2 (Nat.ltb_lt _ _) pos_xy), andb_true_r in N. exact N. }
    assert (big : 2 <= x + y).
    { destruct (Nat.le_gt_cases 2 (x + y)); [assumption|].
      rewrite (proj2 (isP_spec a b 1 a_pos b_pos x y)) in N1; [discriminate|].
      exists 0. cbn. lia. }
    enough (D : exists u v, Move a b x y u v /\ P a b 1 (index a b 1 x y) u v /\ 0 < u + v).
    { destruct D as (u & v & mv & p & h). exists (u, v). cbn [fst snd]. split; [|split].
      - apply in_options. split; [lia|exact mv].
      - apply is_misere_P_spec. exists (index a b 1 x y). now apply misere_P_iff.
      - now apply P_index. }
    destruct (Wyt.N_down a b 1 a_pos b_pos x y N1) as (u & v & mv & p).
    destruct (Nat.eq_dec (u + v) 0) as [z|nz]; [|exists u, v; repeat split; auto; lia].
    assert (u = 0) as -> by lia. assert (v = 0) as -> by lia.
    assert (z0 : index a b 1 x y = 0).
    { rewrite <- (P_index a b 1 a_pos b_pos _ 0 0 p). apply P_index; auto. cbn. lia. }
    destruct (short_of_origin x y big mv) as [mv'|mv'].
    + exists 0, 1. rewrite z0. repeat split; [exact mv'|cbn; lia|lia].
    + exists 1, 0. rewrite z0. repeat split; [exact mv'|cbn; lia|lia].
  - intros [x y] [u v] N h p. cbn [fst snd] in *. apply in_options in h as [_ mv].
    apply andb_true_iff in p as [p _]. now apply Wyt.N_least.
  - intros [x y] [u v] p h. cbn [fst snd moves G wyt_until] in *.
    apply in_options in h as [_ mv]. apply is_misere_P_spec in p as [m p].
    apply misere_P_iff in p as [p pos_xy]. rewrite (P_index a b 1 a_pos b_pos m x y p).
    destruct m as [|m].
    + cbn in p. destruct mv as (e & f & mv). split; [|left; apply wyt_moves_nil; lia].
      unfold is_misere_P. cbn [fst snd]. replace (u + v) with 0 by lia. apply andb_false_r.
    + split; [|right; now apply (P_option a b 1 a_pos b_pos m x y)].
      unfold is_misere_P. cbn [fst snd]. rewrite not_isP; auto.
      intro i. now apply (P_to_P a b 1 a_pos b_pos m i x y).
  - intros [x y] p. cbn [fst snd moves G wyt_until]. apply is_misere_P_spec in p as [m p].
    apply misere_P_iff in p as [p pos_xy]. rewrite (P_index a b 1 a_pos b_pos m x y p).
    destruct m as [|m].
    + exists (0, 0). cbn in p. split; [|left; split; auto; now apply wyt_moves_nil].
      apply in_options. split; [lia|]. exists x, y. lia.
    + assert (big : 1 <= X a b 1 (S m)).
      { assert (h := X_ge a b 1 a_pos b_pos (S m)). lia. }
      destruct (Wyt.P_down a b 1 a_pos b_pos m) as [mv E].
      destruct p as [[-> ->]|[-> ->]].
      * exists (X a b 1 (S m), Y a b 1 (S m) - 1). cbn [fst snd]. rewrite E.
        split; [apply in_options; split; [lia|exact mv]|]. right.
        split; [intro z; apply wyt_moves_nil in z; lia|auto].
      * exists (Y a b 1 (S m) - 1, X a b 1 (S m)). cbn [fst snd].
        rewrite (index_sym a b 1), E.
        split; [apply in_options; split; [lia|now apply Move_sym]|]. right.
        split; [intro z; apply wyt_moves_nil in z; lia|auto].
Qed.

(** The P-positions of misère play. *)
Theorem misere_P_positions x y : @is_P Misere G (x, y) = true <-> exists m, misere_P m x y.
Proof. rewrite (proj1 (misere_ladder_wyt (x, y))). apply is_misere_P_spec. Qed.

(** The misère remoteness. *)
Theorem misere_remoteness_wyt x y : x <= y -> 0 < y ->
  @misere_remoteness G (x, y) =
  2 * min (iota a b 1 x) ((y - x - 1) / a) + 1 + (if @is_P Misere G (x, y) then 0 else 1).
Proof.
  intros le pos_y. destruct (misere_ladder_wyt (x, y)) as [-> ->].
  cbn [fst snd moves G wyt_until]. rewrite index_sorted by assumption.
  destruct (options a b 0 (x, y)) eqn:E; [apply wyt_moves_nil in E; lia|].
  destruct (is_misere_P (x, y)); lia.
Qed.
End MisereWyt.
