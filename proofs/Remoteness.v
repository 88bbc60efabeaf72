(** * The remoteness formula for WYT(a, b), in the words of the paper

    WYT(a, b) for a, b >= 1, with x_m = mex_b { x_i, y_i : i < m }, y_m = x_m + a m and
    iota(x) = min { m : x_m or y_m lies in (x - b, x] }.  For x <= y
      R(x, y) = 2 min { iota(x), floor((y - x) / a) } + epsilon(x, y),
    with epsilon = 0 at P-positions and 1 elsewhere (Theorem 3.4); R(x_m, y_m) = 2m; Lemma 3.3;
    the optimal moves; and the winning probability with failing moves (equation (20)).

    Source: [SanchezGalanXu].  R(x_m, y_m) = 2m, which the paper takes from the literature, is
    proved here.  All is the case k = 0 of Sequence.v and Wyt.v. *)

From Coq Require Import List ZArith Arith Lia ZifyNat QArith Lqa Bool.
From Wythoff Require Import Game FailedMoves Sequence Wyt.
Import ListNotations.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.
Local Open Scope nat_scope.

Set Default Proof Using "All".

Section Paper.
Variables a b : nat.
Hypothesis a_pos : 1 <= a.
Hypothesis b_pos : 1 <= b.

Definition wyt : Game := wyt_until a b 0.
Definition x_ (m : nat) : nat := X a b 0 m.
Definition y_ (m : nat) : nat := Y a b 0 m.
Definition iota_ (x : nat) : nat := iota a b 0 x.

(** The options of WYT(a, b). *)
Theorem wyt_moves x y u v : In (u, v) (@moves wyt (x, y)) <-> Move a b x y u v.
Proof.
  cbn [moves wyt wyt_until]. rewrite in_options. split; [tauto|]. intro mv. split; [|exact mv].
  destruct mv as (e & f & h). lia.
Qed.

Lemma C_0 m c : C a b 0 m c <-> c = x_ m \/ c = y_ m.
Proof. apply C_pairs; lia. Qed.

Lemma P_0 m x y : P a b 0 m x y <-> x = x_ m /\ y = y_ m \/ x = y_ m /\ y = x_ m.
Proof. destruct m; unfold x_, y_, Y; cbn [P X]; [|tauto]. lia. Qed.

(** The recursion of the P-positions. *)
Theorem mex_recursion m :
  x_ m = mexb b (flat_map (fun i => [x_ i; y_ i]) (seq 0 m)) /\ y_ m = x_ m + a * m.
Proof.
  split; [now apply X_mexb; try lia|unfold y_, Y; fold (x_ m); lia].
Qed.

(** The local index. *)
Theorem iota_definition x :
  (x_ (iota_ x) <= x < x_ (iota_ x) + b \/ y_ (iota_ x) <= x < y_ (iota_ x) + b) /\
  (forall m, x_ m <= x < x_ m + b \/ y_ m <= x < y_ m + b -> iota_ x <= m).
Proof.
  split.
  - destruct (iota_spec a b 0 a_pos b_pos x) as (c & hc & w). apply C_0 in hc.
    unfold iota_. destruct hc as [<-|<-]; auto.
  - intros m [w|w]; [apply (iota_le a b 0 a_pos b_pos x m (x_ m))|
      apply (iota_le a b 0 a_pos b_pos x m (y_ m))]; auto; apply C_0; auto.
Qed.

(** Lemma 3.1 with implication (9), and Lemma 3.2. *)
Theorem lemma_3_1 x : exists m, x_ m <= x < x_ m + b \/ y_ m <= x < y_ m + b.
Proof. exists (iota_ x). apply iota_definition. Qed.

Theorem implication_9 x q : q < iota_ x -> x_ (S q) <= x /\ x_ q < x_ (S q).
Proof. now apply iota_above. Qed.

Theorem lemma_3_2 m : iota_ (x_ m) = m.
Proof. now apply iota_X. Qed.

(** The P-positions are the pairs of the recursion, in both orders. *)
Theorem P_positions x y : @is_P Normal wyt (x, y) = true <->
  exists m, x = x_ m /\ y = y_ m \/ x = y_ m /\ y = x_ m.
Proof.
  unfold wyt. rewrite P_until by assumption.
  split; intros [m p]; exists m; now apply P_0.
Qed.

(** A position of index m is reached from (x, y) in one move. *)
Definition M (x y m : nat) : Prop :=
  Move a b x y (x_ m) (y_ m) \/ Move a b x y (y_ m) (x_ m).

Definition k_ (x y : nat) : nat := min (iota_ x) ((y - x) / a).

Lemma k_index x y : x <= y -> index a b 0 x y = k_ x y.
Proof. intro le. rewrite index_sorted by assumption. now rewrite Nat.sub_0_r. Qed.

(** Lemma 3.3: the least element of M(x, y), x <= y, at an N-position. *)
Theorem lemma_3_3 x y : x <= y -> @is_P Normal wyt (x, y) = false ->
  M x y (k_ x y) /\ forall m, M x y m -> k_ x y <= m.
Proof.
  intros le N. destruct (lemma_3_3 a b 0 a_pos b_pos x y le) as [(u & v & mv & p) least].
  - intros m p. rewrite (proj2 (P_positions x y)) in N; [discriminate|].
    exists m. now apply P_0.
  - rewrite <- (k_index x y le). split.
    + apply P_0 in p as [[-> ->]|[-> ->]]; [now left|now right].
    + intros m [h|h]; apply (least m _ _ h), P_0; auto.
Qed.

(** Theorem 3.4. *)
Theorem theorem_3_4 x y : x <= y -> @remoteness wyt (x, y) =
  2 * min (iota_ x) ((y - x) / a) + (if @is_P Normal wyt (x, y) then 0 else 1).
Proof.
  intro le. unfold wyt. rewrite remoteness_until by assumption. unfold formula.
  rewrite k_index by exact le. now rewrite (proj1 (wyt_ladder a b 0 a_pos b_pos (x, y))).
Qed.

Theorem remoteness_P m : @remoteness wyt (x_ m, y_ m) = 2 * m.
Proof. apply remoteness_at_P; try assumption. apply P_0. auto. Qed.

(** From an N-position, x <= y, the optimal target: with j = iota(x) and q = floor((y - x)/a),
    the pair of index j placed so that its coordinate near x stays first if j <= q, else the
    pair of index q. *)
Theorem optimal_move_N x y : x <= y -> @is_P Normal wyt (x, y) = false ->
  let j := iota_ x in let q := (y - x) / a in
  let t := if j <=? q then if in_window b x (x_ j) then (x_ j, y_ j) else (y_ j, x_ j)
           else (x_ q, y_ q) in
  In t (@moves wyt (x, y)) /\ @remoteness wyt (x, y) = S (@remoteness wyt t).
Proof.
  intros le N j q t. unfold wyt in N. rewrite (proj1 (wyt_ladder a b 0 a_pos b_pos (x, y))) in N.
  destruct (optimal_target a b 0 a_pos b_pos x y le N) as [ht hr].
  enough (E : t = target a b 0 x y) by (rewrite E; auto).
  clear ht hr. unfold t, target. change (iota a b 0 x) with j. rewrite Nat.sub_0_r. fold q.
  clear t. clearbody j q. unfold x_, y_. destruct (j <=? q), j, q; try reflexivity; cbn [X];
    unfold Y; cbn [X];
    rewrite ?Nat.mul_0_r, ?Nat.min_0_r, ?Nat.min_0_l; destruct (in_window b x 0); reflexivity.
Qed.

(** From a P-position that is not terminal: one from the larger pile. *)
Theorem optimal_move_P m : 1 <= m ->
  In (x_ m, y_ m - 1) (@moves wyt (x_ m, y_ m)) /\
  @remoteness wyt (x_ m, y_ m) = S (@remoteness wyt (x_ m, y_ m - 1)).
Proof.
  intro h. destruct m as [|m]; [lia|].
  destruct (optimal_from_P a b 0 a_pos b_pos m) as [mv E].
  split; [now apply wyt_moves|exact E].
Qed.

(** Equation (20). *)
Theorem equation_20 (p : Q) (w : nat * nat -> Q) x y : (0 < p)%Q -> (p <= 1)%Q ->
  @Bellman wyt Normal p w -> x <= y ->
  (w (x, y) == if @is_P Normal wyt (x, y) then (1 - pw (lam p) (2 * k_ x y)) * (1#2)
               else (1 + pw (lam p) (2 * k_ x y + 1)) * (1#2))%Q.
Proof.
  intros p0 p1 B le. rewrite (@value_unique wyt Normal p p0 p1 w B (x, y)).
  change (remoteness_in Normal wyt (x, y)) with (@remoteness wyt (x, y)).
  rewrite theorem_3_4 by exact le. fold (k_ x y). unfold value, sign. rewrite pw_opp.
  destruct (is_P Normal _).
  - rewrite Nat.add_0_r. destruct (Nat.eqb_spec ((2 * k_ x y) mod 2) 0); [|lia]. lra.
  - destruct (Nat.eqb_spec ((2 * k_ x y + 1) mod 2) 0); [lia|]. lra.
Qed.
End Paper.
