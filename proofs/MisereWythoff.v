(** * Misère WYT(1, b)

    Who makes the last move loses; a = 1, b >= 1; b = 1 is misère Wythoff.  With (x_m, y_m) the
    P-positions of normal play, the P-positions of misère play, numbered from 0, are
      (0, 1), (b + 1, b + 1), (x_2, y_2), (x_3, y_3), ...   in both orders:
    those of normal play with (0, 0), (b, b + 1) replaced.  Put iota'(x) = 0 for x <= b and
    iota(x) otherwise, which is the least number with a coordinate in (x - b, x], and
    q(d) = 1, 0, d for d = 0, d = 1, d >= 2.  Then R(0, 0) = 0, and elsewhere, for x <= y,
      R(x, y) = 2 min { iota'(x), q(y - x) } + 1 + (0 at P-positions, else 1).

    Source: derived for this project. *)

From Coq Require Import List ZArith Arith Lia ZifyNat Bool.
From Wythoff Require Import Game Ladder Sequence Wyt.
Import ListNotations.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Set Default Proof Using "All".

Section MisereWythoff.
Variable b : nat.
Hypothesis b_pos : 1 <= b.

Notation X := (X 1 b 0).
Notation Y := (Y 1 b 0).
Notation iota := (iota 1 b 0).

Let one_pos : 1 <= 1 := le_n 1.

(** (x, y) is P-position number m. *)
Definition misere_P1 (m x y : nat) : Prop :=
  match m with
  | 0 => x + y = 1
  | 1 => x = b + 1 /\ y = b + 1
  | _ => x = X m /\ y = Y m \/ x = Y m /\ y = X m
  end.

Definition iota1 (x : nat) : nat := if x <=? b then 0 else iota x.
Definition gap (d : nat) : nat := match d with 0 => 1 | 1 => 0 | _ => d end.
Definition index1 (x y : nat) : nat := min (iota1 (min x y)) (gap (max x y - min x y)).

Lemma index1_sym x y : index1 x y = index1 y x.
Proof. unfold index1. now rewrite (Nat.min_comm x y), (Nat.max_comm x y). Qed.

Lemma index1_sorted x y : x <= y -> index1 x y = min (iota1 x) (gap (y - x)).
Proof. intro h. unfold index1. now rewrite (Nat.min_l x y), (Nat.max_r x y) by lia. Qed.

Lemma misere_P1_sym m x y : misere_P1 m x y -> misere_P1 m y x.
Proof. destruct m as [|[|m]]; cbn [misere_P1]; lia. Qed.

Lemma X_1' : X 1 = b. Proof. apply (X_1 1 b 0); lia. Qed.
Lemma Y_1' : Y 1 = b + 1. Proof. unfold Sequence.Y. rewrite X_1'. lia. Qed.

Lemma X_2 : X 2 = 2 * b + 1.
Proof.
  assert (h := X_step 1 b 0 one_pos b_pos 1). rewrite X_1' in h.
  apply X_determined; [lia| |].
  - intros i c hi hc. destruct i as [|[|i]]; [| |lia]; cbn [C] in hc; rewrite ?X_1', ?Y_1' in hc;
      lia.
  - intros t lt. destruct (Nat.lt_ge_cases t b) as [l|l]; [exists 0, 0; cbn; lia|].
    destruct (Nat.lt_ge_cases t (2 * b)) as [l'|l'].
    + exists 1, (X 1). cbn [C]. rewrite X_1'. lia.
    + exists 1, (Y 1). cbn [C]. rewrite Y_1'. lia.
Qed.

Lemma X_big m : 2 * b + 1 <= X (S (S m)).
Proof.
  rewrite <- X_2. destruct m as [|m]; [lia|].
  assert (h := X_mono 1 b 0 one_pos b_pos 2 (S (S (S m)))). lia.
Qed.

Lemma iota_1 x : iota x <= 1 <-> x <= 2 * b.
Proof.
  split; intro h.
  - apply Nat.lt_succ_r, Nat.nle_gt. intro g.
    destruct (iota_spec 1 b 0 one_pos b_pos x) as (c & hc & w).
    destruct (iota x) as [|[|m]]; [| |lia]; cbn [C] in hc; rewrite ?X_1', ?Y_1' in hc; lia.
  - apply Nat.lt_succ_r, (iota_below 1 b 0 one_pos b_pos). rewrite X_2. lia.
Qed.

Lemma iota_zero x : iota x = 0 <-> x < b.
Proof. rewrite iota_0 by lia. lia. Qed.

(** iota' is the least number with a coordinate in the window. *)
Theorem iota1_definition x :
  (match iota1 x with
   | 0 => x <= b
   | 1 => b + 1 <= x < b + 1 + b
   | m => X m <= x < X m + b \/ Y m <= x < Y m + b
   end) /\
  (b + 1 <= x < b + 1 + b -> iota1 x <= 1) /\
  (forall m, 2 <= m -> X m <= x < X m + b \/ Y m <= x < Y m + b -> iota1 x <= m).
Proof.
  assert (le : iota1 x <= iota x) by (unfold iota1; destruct (x <=? b); lia).
  repeat split.
  - unfold iota1 in *. destruct (Nat.leb_spec x b) as [h|h]; [exact h|].
    assert (i0 := iota_zero x). assert (i1 := iota_1 x).
    destruct (iota_spec 1 b 0 one_pos b_pos x) as (c & hc & w).
    destruct (iota x) as [|[|m]]; [lia|lia|]. cbn [C] in hc. destruct hc as [<-|<-]; auto.
  - intro h. assert (i1 := iota_1 x). lia.
  - intros m h [w|w]; assert (g := iota_le 1 b 0 one_pos b_pos x m);
      [specialize (g (X m))|specialize (g (Y m))]; rewrite C_pairs in g by lia; lia.
Qed.

Lemma misere_P1_index m x y : misere_P1 m x y -> index1 x y = m.
Proof.
  enough (W : forall x y, x <= y -> misere_P1 m x y -> index1 x y = m).
  { intro p. destruct (Nat.le_ge_cases x y) as [h|h]; [now apply W|].
    rewrite index1_sym. apply W; [exact h|]. now apply misere_P1_sym. }
  clear x y. intros x y le p. rewrite index1_sorted by exact le. unfold iota1.
  destruct m as [|[|m]].
  - cbn [misere_P1] in p. destruct (Nat.leb_spec x b); [reflexivity|lia].
  - cbn [misere_P1] in p. destruct p as [-> ->]. rewrite Nat.sub_diag. cbn [gap].
    destruct (Nat.leb_spec (b + 1) b); [lia|].
    assert (i0 := iota_zero (b + 1)). assert (i1 := iota_1 (b + 1)). lia.
  - assert (big := X_big m). assert (p' : x = X (S (S m)) /\ y = Y (S (S m))).
    { cbn [misere_P1] in p. unfold Sequence.Y in *. lia. }
    destruct p' as [-> ->]. destruct (Nat.leb_spec (X (S (S m))) b); [lia|].
    rewrite iota_X by assumption. unfold Sequence.Y.
    replace (X (S (S m)) + 0 + 1 * S (S m) - X (S (S m))) with (S (S m)) by lia.
    cbn [gap]. lia.
Qed.

Definition is_misere_P1 (s : nat * nat) : bool :=
  let (x, y) := s in
  match index1 x y with
  | 0 => x + y =? 1
  | 1 => (x =? b + 1) && (y =? b + 1)
  | m => (min x y =? X m) && (max x y =? Y m)
  end.

Lemma is_misere_P1_spec x y : is_misere_P1 (x, y) = true <-> exists m, misere_P1 m x y.
Proof.
  unfold is_misere_P1. split.
  - destruct (index1 x y) as [|[|m]]; rewrite ?andb_true_iff, ?Nat.eqb_eq; intro h.
    + now exists 0.
    + now exists 1.
    + exists (S (S m)). cbn [misere_P1]. lia.
  - intros [m p]. rewrite (misere_P1_index m x y p).
    destruct m as [|[|m]]; rewrite ?andb_true_iff, ?Nat.eqb_eq; cbn [misere_P1] in p;
      unfold Sequence.Y in *; lia.
Qed.

(** A move to number m from (x, y), x <= y, forces index <= m. *)
Lemma reach_lower1 m x y u v : x <= y -> Move 1 b x y u v -> misere_P1 m u v -> index1 x y <= m.
Proof.
  intros le mv p. rewrite index1_sorted by exact le. unfold iota1.
  destruct (Nat.leb_spec x b) as [h|h]; [lia|].
  destruct m as [|[|m]].
  - cbn [misere_P1] in p. destruct mv as (e & f & -> & -> & _ & r).
    assert (v + f - (u + e) = 1) as -> by lia. cbn [gap]. lia.
  - cbn [misere_P1] in p. destruct mv as (e & f & -> & -> & _ & r). assert (i1 := iota_1 (u + e)).
    destruct (Nat.le_gt_cases (u + e) (2 * b)) as [s|s]; [lia|].
    assert (v + f - (u + e) = 0) as -> by lia. cbn [gap]. lia.
  - assert (g := reach_lower 1 b 0 one_pos b_pos (S (S m)) x y u v le mv p).
    rewrite index_sorted in g by assumption. rewrite Nat.sub_0_r, Nat.div_1_r in g.
    destruct (y - x) as [|[|d]]; cbn [gap]; lia.
Qed.

Lemma reach_lower1' m x y u v : Move 1 b x y u v -> misere_P1 m u v -> index1 x y <= m.
Proof.
  intros mv p. destruct (Nat.le_ge_cases x y) as [h|h]; [now apply (reach_lower1 m x y u v)|].
  rewrite index1_sym. apply (reach_lower1 m y x v u); [exact h|now apply Move_sym|].
  now apply misere_P1_sym.
Qed.

(** From any other position with a move, a P-position with its index is reached. *)
Lemma reach_min1 x y : x <= y -> 0 < y -> (forall m, ~ misere_P1 m x y) ->
  exists u v, Move 1 b x y u v /\ misere_P1 (index1 x y) u v.
Proof.
  intros le pos_y notP. rewrite index1_sorted by exact le.
  assert (p0 := notP 0). assert (p1 := notP 1). cbn [misere_P1] in p0, p1.
  destruct (Nat.eq_dec (y - x) 1) as [d1|d1].
  { rewrite d1. cbn [gap]. rewrite Nat.min_0_r. exists 0, 1. split; [|reflexivity].
    exists x, x. lia. }
  unfold iota1. destruct (Nat.leb_spec x b) as [h|h].
  { cbn [Nat.min]. destruct x as [|x].
    - exists 0, 1. split; [|reflexivity]. exists 0, (y - 1). lia.
    - exists 1, 0. split; [|reflexivity]. exists x, y. lia. }
  assert (i0 := iota_zero x). assert (i1 := iota_1 x).
  destruct (Nat.eq_dec (y - x) 0) as [d0|d0].
  { rewrite d0. cbn [gap]. replace (min (iota x) 1) with 1 by lia.
    exists (b + 1), (b + 1). split; [|cbn; auto]. exists (x - (b + 1)), (y - (b + 1)). lia. }
  assert (G : gap (y - x) = y - x) by (destruct (y - x) as [|[|d]]; cbn [gap]; lia).
  rewrite G. destruct (Nat.le_gt_cases (iota x) 1) as [s|s].
  - replace (min (iota x) (y - x)) with 1 by lia. exists (b + 1), (b + 1). split; [|cbn; auto].
    exists (x - (b + 1)), (y - (b + 1)). lia.
  - destruct (reach_min 1 b 0 one_pos b_pos x y le) as [mv p].
    + intros [|[|m]] p; cbn [P] in p; [lia|rewrite X_1', Y_1' in p; lia|].
      now apply (notP (S (S m))).
    + rewrite index_sorted in p by assumption. rewrite Nat.sub_0_r, Nat.div_1_r in p.
      do 2 eexists. split; [exact mv|].
      destruct (min (iota x) (y - x)) as [|[|m]] eqn:E; [lia|lia|exact p].
Qed.

Lemma P1_option m x y u v : misere_P1 (S m) x y -> Move 1 b x y u v -> index1 u v < S m.
Proof.
  intros p mv. unfold index1. destruct m as [|m].
  - cbn [misere_P1] in p. destruct mv as (e & f & hx & hy & pos_ef & r).
    unfold iota1. destruct (Nat.leb_spec (min u v) b) as [h|h]; lia.
  - assert (g := P_option 1 b 0 one_pos b_pos (S m) x y u v p mv). unfold index in g.
    rewrite Nat.sub_0_r, Nat.div_1_r in g. unfold iota1.
    destruct (max u v - min u v) as [|[|d]], (min u v <=? b); cbn [gap]; lia.
Qed.

Let G := wyt_until 1 b 0.

Lemma misere_ladder_wythoff (p : pos G) : is_P Misere p = is_misere_P1 p /\
  misere_remoteness p = match moves p with
    [] => 0 | _ :: _ => 2 * index1 (fst p) (snd p) + (if is_misere_P1 p then 1 else 2) end.
Proof.
  assert (nil : forall x y, options 1 b 0 (x, y) = [] <-> x + y = 0).
  { intros x y. split; intro h; [apply no_options in h; lia|].
    unfold options. cbn [fst snd]. now rewrite h. }
  revert p. apply (misere_ladder G is_misere_P1 (fun p => index1 (fst p) (snd p))).
  - intros [x y] E. apply nil in E. apply not_true_is_false. intro h.
    apply is_misere_P1_spec in h as [m p]. assert (big := X_big).
    destruct m as [|[|m]]; cbn [misere_P1] in p; [lia|lia|specialize (big m); lia].
  - intros [x y] N ne. cbn [fst snd].
    assert (pos_xy : 0 < x + y).
    { apply Nat.neq_0_lt_0. intro h. now apply ne, nil. }
    assert (notP : forall m, ~ misere_P1 m x y).
    { intros m p. rewrite (proj2 (is_misere_P1_spec x y)) in N; [discriminate|]. eauto. }
    enough (D : exists u v, Move 1 b x y u v /\ misere_P1 (index1 x y) u v).
    { destruct D as (u & v & mv & p). exists (u, v). cbn [fst snd].
      repeat split; [|apply is_misere_P1_spec; eauto|now apply misere_P1_index].
      apply in_options. split; [lia|exact mv]. }
    destruct (Nat.le_ge_cases x y) as [h|h]; [apply reach_min1; auto; lia|].
    destruct (reach_min1 y x h) as (u & v & mv & p); [lia| |].
    + intros m p. apply (notP m). now apply misere_P1_sym.
    + exists v, u. rewrite index1_sym. split; [now apply Move_sym|now apply misere_P1_sym].
  - intros [x y] [u v] _ h p. cbn [fst snd] in *. apply in_options in h as [_ mv].
    apply is_misere_P1_spec in p as [m p]. rewrite (misere_P1_index m u v p).
    now apply (reach_lower1' m x y u v).
  - intros [x y] [u v] p h. cbn [fst snd moves G wyt_until] in *.
    apply in_options in h as [_ mv]. apply is_misere_P1_spec in p as [m p].
    assert (E := misere_P1_index m x y p). rewrite E. split.
    + apply not_true_is_false. intro q. apply is_misere_P1_spec in q as [i q].
      assert (le := reach_lower1' i x y u v mv q). rewrite E in le.
      destruct m as [|m].
      * cbn [misere_P1] in p. destruct mv as (e & f & mv). assert (big := X_big).
        destruct i as [|[|i]]; cbn [misere_P1] in q; [lia|lia|specialize (big i); lia].
      * assert (lt := P1_option m x y u v p mv). rewrite (misere_P1_index i u v q) in lt. lia.
    + destruct m as [|m].
      * left. apply nil. cbn [misere_P1] in p. destruct mv as (e & f & mv). lia.
      * right. now apply (P1_option m x y u v).
  - intros [x y] p. cbn [fst snd moves G wyt_until]. apply is_misere_P1_spec in p as [m p].
    rewrite (misere_P1_index m x y p).
    enough (D : exists u v, Move 1 b x y u v /\
      (u + v = 0 /\ m = 0 \/ u + v <> 0 /\ S (index1 u v) = m)).
    { destruct D as (u & v & mv & d). exists (u, v). cbn [fst snd]. split.
      - apply in_options. split; [|exact mv]. destruct mv as (e & f & mv). lia.
      - destruct d as [[z ->]|[nz e]]; [left|right]; split; auto.
        + now apply nil.
        + intro z. now apply nil in z. }
    destruct m as [|[|m]].
    + exists 0, 0. cbn [misere_P1] in p. split; [exists x, y; lia|auto].
    + exists (b + 1), b. cbn [misere_P1] in p. split; [exists 0, 1; lia|]. right. split; [lia|].
      unfold index1, iota1. destruct (Nat.leb_spec (min (b + 1) b) b); lia.
    + assert (big := X_big m).
      assert (D : exists v, v < Y (S (S m)) /\ index1 (X (S (S m))) v = S m /\ 0 < v).
      { assert (i := iota_X 1 b 0 one_pos b_pos (S (S m))). destruct m as [|m].
        - exists (X 2). unfold Sequence.Y. rewrite index1_sorted, Nat.sub_diag by lia.
          unfold iota1. destruct (Nat.leb_spec (X 2) b); [lia|]. rewrite i. cbn [gap]. lia.
        - exists (X (S (S (S m))) + S (S m)). unfold Sequence.Y.
          rewrite index1_sorted by lia. unfold iota1.
          destruct (Nat.leb_spec (X (S (S (S m)))) b); [lia|]. rewrite i.
          replace (X (S (S (S m))) + S (S m) - X (S (S (S m)))) with (S (S m)) by lia.
          cbn [gap]. lia. }
      destruct D as (v & lt & E & pos_v). destruct p as [[-> ->]|[-> ->]].
      * exists (X (S (S m))), v. split; [exists 0, (Y (S (S m)) - v); lia|]. right. lia.
      * exists v, (X (S (S m))). rewrite index1_sym.
        split; [exists (Y (S (S m)) - v), 0; lia|]. right. lia.
Qed.

(** The P-positions of misère play. *)
Theorem misere_P_positions_1 x y : @is_P Misere G (x, y) = true <-> exists m, misere_P1 m x y.
Proof. rewrite (proj1 (misere_ladder_wythoff (x, y))). apply is_misere_P1_spec. Qed.

(** The misère remoteness. *)
Theorem misere_remoteness_1 x y : x <= y -> 0 < y ->
  @misere_remoteness G (x, y) =
  2 * min (iota1 x) (gap (y - x)) + 1 + (if @is_P Misere G (x, y) then 0 else 1).
Proof.
  intros le pos_y. destruct (misere_ladder_wythoff (x, y)) as [-> ->].
  cbn [fst snd moves G wyt_until]. rewrite index1_sorted by assumption.
  destruct (options 1 b 0 (x, y)) eqn:E; [apply no_options in E; lia|].
  destruct (is_misere_P1 (x, y)); lia.
Qed.
End MisereWythoff.
