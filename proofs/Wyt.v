(** * Remoteness in WYT(a, b), with a terminal set x + y <= k

    From (x, y) remove (e, f) <> (0, 0), allowed when |e - f| < a or min(e, f) < b.  Positions
    with x + y <= k are terminal; k = 0 is WYT(a, b).  With X, Y, iota of Sequence.v, x <= y and
      index(x, y) = min { iota(x), floor(max(0, y - x - k) / a) },
    the P-positions are the terminal ones and (X m, Y m), m >= 1, in both orders, and
      R(x, y) = 2 index(x, y) + (0 at P-positions, else 1).

    Proved for all a, b >= 1, all k >= 0, all x, y.

    Source: [SanchezGalanXu, Lemma 3.3 and Theorem 3.4] for k = 0 (stated in those words in
    Remoteness.v); k > 0 is derived for this project. *)

From Coq Require Import List ZArith Arith Lia ZifyNat Bool.
From Wythoff Require Import Game Ladder Sequence.
Import ListNotations.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Set Default Proof Using "All".

(** ** Moves and the game *)

(** Removing (e, f) leads from (x, y) to (u, v) and is allowed. *)
Definition Move (a b x y u v : nat) : Prop := exists e f,
  x = u + e /\ y = v + f /\ 0 < e + f /\ (e < f + a /\ f < e + a \/ min e f < b).

Definition allowed (a b e f : nat) : bool :=
  (0 <? e + f) && ((e <? f + a) && (f <? e + a) || (min e f <? b)).

Definition removals (a b : nat) (s : nat * nat) : list (nat * nat) :=
  let (x, y) := s in
  filter (fun t => allowed a b (x - fst t) (y - snd t)) (list_prod (seq 0 (S x)) (seq 0 (S y))).

Lemma in_removals a b x y u v : In (u, v) (removals a b (x, y)) <-> Move a b x y u v.
Proof.
  unfold removals. rewrite filter_In, in_prod_iff, !in_seq. unfold allowed. cbn [fst snd].
  rewrite andb_true_iff, orb_true_iff, andb_true_iff, !Nat.ltb_lt. split.
  - intros [h1 [h2 h3]]. exists (x - u), (y - v). repeat split; try lia.
  - intros (e & f & -> & -> & h & r). replace (u + e - u) with e by lia.
    replace (v + f - v) with f by lia. repeat split; try lia.
Qed.

Definition options (a b k : nat) (s : nat * nat) : list (nat * nat) :=
  if fst s + snd s <=? k then [] else removals a b s.

Lemma in_options a b k x y u v :
  In (u, v) (options a b k (x, y)) <-> k < x + y /\ Move a b x y u v.
Proof.
  unfold options. cbn [fst snd]. destruct (Nat.leb_spec (x + y) k).
  - cbn. lia.
  - rewrite in_removals. tauto.
Qed.

Definition total (s : nat * nat) : nat := fst s + snd s.

Lemma options_total a b k p q : In q (options a b k p) -> total q < total p.
Proof.
  destruct p as [x y], q as [u v]. intro h. apply in_options in h as (_ & e & f & h).
  unfold total. cbn. lia.
Qed.

Definition pair_dec (p q : nat * nat) : {p = q} + {p <> q}.
Proof. decide equality; apply Nat.eq_dec. Defined.

(** WYT(a, b) ended at x + y <= k. *)
Definition wyt_until (a b k : nat) : Game := {|
  pos := nat * nat; pos_eq_dec := pair_dec; moves := options a b k;
  rank := total; rank_lt := options_total a b k |}.

Lemma Move_sym a b x y u v : Move a b x y u v -> Move a b y x v u.
Proof. intros (e & f & h). exists f, e. lia. Qed.

(** ** Index and P-positions *)

Section Wyt.
Variables a b k : nat.
Notation X := (X a b k).
Notation Y := (Y a b k).
Notation P := (P a b k).
Notation C := (C a b k).
Notation iota := (iota a b k).

Definition index (x y : nat) : nat := min (iota (min x y)) ((max x y - min x y - k) / a).

Definition isP (x y : nat) : bool :=
  match index x y with
  | 0 => x + y <=? k
  | S m => (min x y =? X (S m)) && (max x y =? Y (S m))
  end.

Definition formula (x y : nat) : nat := 2 * index x y + (if isP x y then 0 else 1).

Lemma index_sym x y : index x y = index y x.
Proof. unfold index. now rewrite (Nat.min_comm x y), (Nat.max_comm x y). Qed.

Lemma isP_sym x y : isP x y = isP y x.
Proof. unfold isP. now rewrite index_sym, (Nat.min_comm x y), (Nat.max_comm x y), (Nat.add_comm x
  y). Qed.

Lemma P_sym m x y : P m x y -> P m y x.
Proof. destruct m; cbn [Sequence.P]; lia. Qed.

Hypothesis a_pos : 1 <= a.
Hypothesis b_pos : 1 <= b.

Lemma index_sorted x y : x <= y -> index x y = min (iota x) ((y - x - k) / a).
Proof. intro h. unfold index. now rewrite (Nat.min_l x y), (Nat.max_r x y) by lia. Qed.

Lemma P_index m x y : P m x y -> index x y = m.
Proof.
  enough (W : forall x y, x <= y -> P m x y -> index x y = m).
  { intro p. destruct (Nat.le_ge_cases x y) as [h|h]; [now apply W|].
    rewrite index_sym. apply W; [exact h|]. now apply P_sym. }
  clear x y. intros x y le p. rewrite index_sorted by exact le. destruct m as [|m].
  - cbn in p. replace (iota x) with 0; [reflexivity|]. symmetry. apply iota_0; lia.
  - assert (p' : x = X (S m) /\ y = Y (S m)).
    { cbn [Sequence.P] in p. unfold Sequence.Y in *. remember (a * S m). lia. }
    destruct p' as [-> ->]. rewrite iota_X by assumption. unfold Sequence.Y.
    replace (X (S m) + k + a * S m - X (S m) - k) with (S m * a) by lia.
    rewrite Nat.div_mul by lia. lia.
Qed.

Lemma isP_spec x y : isP x y = true <-> exists m, P m x y.
Proof.
  split.
  - unfold isP. destruct (index x y) as [|m].
    + intro h. exists 0. now apply Nat.leb_le.
    + rewrite andb_true_iff, !Nat.eqb_eq. intro h. exists (S m). cbn [Sequence.P]. lia.
  - intros [m p]. unfold isP. rewrite (P_index m x y p). destruct m as [|m].
    + now apply Nat.leb_le.
    + rewrite andb_true_iff, !Nat.eqb_eq. cbn [Sequence.P] in p. unfold Sequence.Y in *. lia.
Qed.

(** ** Lemma 3.3 *)

(** A move to index m from (x, y), x <= y, forces index(x, y) <= m. *)
Lemma reach_lower m x y u v : x <= y -> Move a b x y u v -> P m u v -> index x y <= m.
Proof.
  intros le (e & f & -> & -> & pos_ef & allow) p. rewrite index_sorted by exact le.
  destruct (Nat.le_gt_cases (iota (u + e)) m) as [h|h]; [lia|].
  enough ((v + f - (u + e) - k) / a <= m) by lia.
  destruct (iota_above a b k a_pos b_pos _ _ h) as [above _].
  assert (near : forall c, C m c -> ~ c <= u + e < c + b).
  { intros c hc w. assert (g := iota_le a b k a_pos b_pos _ _ _ hc w). lia. }
  assert (step := X_step a b k a_pos b_pos m).
  apply Nat.lt_succ_r, Nat.div_lt_upper_bound; [lia|].
  destruct m as [|m].
  - cbn [Sequence.P] in p. cbn [Sequence.X] in step. rewrite X_1 in above by assumption. lia.
  - cbn [Sequence.P Sequence.C] in *. assert (hX := near (X (S m)) (or_introl eq_refl)).
    assert (hY := near (Y (S m)) (or_intror eq_refl)). unfold Sequence.Y in *.
    rewrite Nat.mul_succ_r. remember (a * S m) as am. clear - a_pos p allow hX hY step above le.
    lia.
Qed.

(** The option to move to, x <= y. *)
Definition target (x y : nat) : nat * nat :=
  let q := (y - x - k) / a in
  let j := iota x in
  if j <=? q then
    match j with
    | 0 => (min x k, 0)
    | S _ => if in_window b x (X j) then (X j, Y j) else (Y j, X j)
    end
  else
    match q with
    | 0 => (0, min k (y - x))
    | S _ => (X q, Y q)
    end.

(** From a position that is not P it is reached in one move and has exactly that index. *)
Lemma reach_min x y : x <= y -> (forall m, ~ P m x y) ->
  Move a b x y (fst (target x y)) (snd (target x y)) /\
  P (index x y) (fst (target x y)) (snd (target x y)).
Proof.
  intros le notP. rewrite index_sorted by exact le. unfold target.
  set (q := (y - x - k) / a). assert (q_le : q * a <= y - x - k).
  { rewrite Nat.mul_comm. apply Nat.mul_div_le. lia. }
  assert (q_gt : y - x - k < q * a + a).
  { assert (h := Nat.mul_succ_div_gt (y - x - k) a ltac:(lia)). fold q in h. lia. }
  clearbody q. destruct (Nat.leb_spec (iota x) q) as [h|h].
  - rewrite (Nat.min_l (iota x) q) by exact h.
    destruct (iota_spec a b k a_pos b_pos x) as (c & hc & w).
    specialize (notP (iota x)). destruct (iota x) as [|j].
    + cbn [Sequence.C Sequence.P fst snd] in *. split; [|lia].
      exists (x - min x k), y. lia.
    + assert (j_le : S j * a <= q * a) by (apply Nat.mul_le_mono_r; exact h).
      assert (j_pos : 0 < S j * a) by (apply Nat.mul_pos_pos; lia).
      cbn [Sequence.C Sequence.P] in *. unfold Sequence.Y in *.
      rewrite (Nat.mul_comm a (S j)) in *. remember (S j * a) as aj. clear - le w hc notP j_le
        j_pos q_le a_pos b_pos.
      destruct (in_window b x (X (S j))) eqn:W; cbn [fst snd].
      * apply in_window_spec in W. split; [|auto].
        exists (x - X (S j)), (y - (X (S j) + k + aj)). clear hc w.
        split; [lia|split; [lia|split; [lia|right; lia]]].
      * destruct hc as [-> | ->]; [apply in_window_spec in w; congruence|]. split; [|auto].
        exists (x - (X (S j) + k + aj)), (y - X (S j)). clear W.
        split; [lia|split; [lia|split; [lia|right; lia]]].
  - rewrite (Nat.min_r (iota x) q) by lia. destruct (iota_above a b k a_pos b_pos _ _ h) as [above
      _].
    destruct q as [|q]; cbn [fst snd].
    + rewrite X_1 in above by assumption. split.
      * exists x, (y - min k (y - x)). lia.
      * cbn [Sequence.P]. lia.
    + assert (step := X_step a b k a_pos b_pos (S q)).
      split; [|cbn [Sequence.P]; auto]. unfold Sequence.Y. rewrite (Nat.mul_comm a (S q)).
      assert (pos_q : 0 < S q * a) by (apply Nat.mul_pos_pos; lia). remember (S q * a) as aq.
      clear - le q_le q_gt above step pos_q b_pos.
      exists (x - X (S q)), (y - (X (S q) + k + aq)).
      split; [lia|split; [lia|split; [lia|left; lia]]].
Qed.

(** Every move from a P-position of index m >= 1 lowers the index. *)
Lemma P_option m x y u v : P (S m) x y -> Move a b x y u v -> index u v < S m.
Proof.
  enough (W : forall u v, Move a b (X (S m)) (Y (S m)) u v -> index u v < S m).
  { intros [[-> ->]|[-> ->]] mv; [now apply W|]. rewrite index_sym. apply W.
    now apply Move_sym. }
  clear u v. intros u v (e & f & hx & hy & pos_ef & _). unfold index.
  destruct (Nat.lt_ge_cases (min u v) (X (S m))) as [lt|ge].
  - apply (iota_below a b k a_pos b_pos) in lt. lia.
  - enough ((max u v - min u v - k) / a < S m) by lia.
    apply Nat.div_lt_upper_bound; [lia|]. unfold Sequence.Y in hy.
    assert (0 < a * S m) by nia. lia.
Qed.

Lemma P_to_P m i x y u v : P (S m) x y -> Move a b x y u v -> ~ P i u v.
Proof.
  intros p mv q. assert (lt := P_option m x y u v p mv).
  rewrite (P_index i u v q) in lt. assert (ge : index x y <= i).
  { destruct (Nat.le_ge_cases x y) as [h|h].
    - now apply (reach_lower i x y u v).
    - rewrite index_sym. apply (reach_lower i y x v u); [exact h|now apply Move_sym|].
      now apply P_sym. }
  rewrite (P_index (S m) x y p) in ge. lia.
Qed.

(** Taking one from the larger pile lowers the index by exactly one. *)
Lemma P_down m : Move a b (X (S m)) (Y (S m)) (X (S m)) (Y (S m) - 1) /\
  index (X (S m)) (Y (S m) - 1) = m.
Proof.
  assert (0 < a * S m) by nia. unfold Sequence.Y. split.
  - exists 0, 1. lia.
  - rewrite index_sorted by lia. rewrite iota_X by assumption.
    replace (X (S m) + k + a * S m - 1 - X (S m) - k) with (a - 1 + m * a) by nia.
    rewrite Nat.div_add, Nat.div_small by lia. lia.
Qed.

(** Lemma 3.3: the index is the least one that can be reached from an N-position. *)
Theorem lemma_3_3 x y : x <= y -> (forall m, ~ P m x y) ->
  (exists u v, Move a b x y u v /\ P (index x y) u v) /\
  (forall m u v, Move a b x y u v -> P m u v -> index x y <= m).
Proof.
  intros le notP. split; [do 2 eexists; now apply reach_min|]. intros m u v. now apply reach_lower.
Qed.

(** ** The remoteness *)

Lemma N_down x y : isP x y = false -> exists u v, Move a b x y u v /\ P (index x y) u v.
Proof.
  intro N. assert (notP : forall m, ~ P m x y).
  { intros m p. rewrite (proj2 (isP_spec x y)) in N; [discriminate|]. eauto. }
  destruct (Nat.le_ge_cases x y) as [h|h]; [do 2 eexists; now apply reach_min|].
  destruct (reach_min y x h) as [mv p].
  - intros m p. apply (notP m). now apply P_sym.
  - do 2 eexists. rewrite index_sym. split; [apply Move_sym, mv|apply P_sym, p].
Qed.

Lemma N_least x y u v : Move a b x y u v -> isP u v = true -> index x y <= index u v.
Proof.
  intros mv p. apply isP_spec in p as [m p]. rewrite (P_index m u v p).
  destruct (Nat.le_ge_cases x y) as [h|h].
  - now apply (reach_lower m x y u v).
  - rewrite index_sym. apply (reach_lower m y x v u); [exact h|now apply Move_sym|].
    now apply P_sym.
Qed.

Lemma not_isP x y : (forall m, ~ P m x y) -> isP x y = false.
Proof.
  intro notP. apply not_true_is_false. intro h. apply isP_spec in h as [m p].
  now apply (notP m).
Qed.

Let G := wyt_until a b k.

Lemma no_options x y : options a b k (x, y) = [] -> x + y <= k.
Proof.
  intro E. destruct (Nat.le_gt_cases (x + y) k) as [h|h]; [exact h|]. exfalso.
  assert (m : exists t, In t (options a b k (x, y))); [|destruct m as [t m]; now rewrite E in m].
  destruct y as [|y].
  - exists (x - 1, 0). apply in_options. split; [exact h|]. exists 1, 0. lia.
  - exists (x, y). apply in_options. split; [exact h|]. exists 0, 1. lia.
Qed.

Lemma isP_options x y u v : isP x y = true -> In (u, v) (options a b k (x, y)) ->
  isP u v = false /\ index u v < index x y.
Proof.
  intros p h. apply isP_spec in p as [m p]. apply in_options in h as [h mv].
  rewrite (P_index m x y p). destruct m as [|m]; [cbn in p; lia|]. split.
  - apply not_isP. intro i. now apply (P_to_P m i x y).
  - now apply (P_option m x y).
Qed.

Lemma isP_down x y : isP x y = true -> options a b k (x, y) <> [] ->
  exists u v, In (u, v) (options a b k (x, y)) /\ S (index u v) = index x y.
Proof.
  intros p ne. apply isP_spec in p as [m p]. rewrite (P_index m x y p).
  assert (h : k < x + y).
  { apply Nat.nle_gt. intro h. apply ne. unfold options. cbn [fst snd].
    now rewrite (proj2 (Nat.leb_le _ _) h). }
  destruct m as [|m]; [cbn in p; lia|]. destruct (P_down m) as [mv E].
  destruct p as [[-> ->]|[-> ->]].
  - exists (X (S m)), (Y (S m) - 1). rewrite in_options, E. auto.
  - exists (Y (S m) - 1), (X (S m)). rewrite in_options, index_sym, E.
    auto using Move_sym.
Qed.

Lemma wyt_ladder (p : pos G) : is_P Normal p = isP (fst p) (snd p) /\
  remoteness p = formula (fst p) (snd p).
Proof.
  revert p. apply (ladder G (fun p => isP (fst p) (snd p)) (fun p => index (fst p) (snd p))).
  - intros [x y] E. apply no_options in E. cbn [fst snd].
    split; [apply isP_spec; now exists 0|now apply (P_index 0)].
  - intros [x y] N. cbn [fst snd] in *. destruct (N_down x y N) as (u & v & mv & p).
    exists (u, v). cbn [fst snd]. repeat split; [|apply isP_spec; eauto|now apply P_index].
    apply in_options. split; [|exact mv]. apply Nat.nle_gt. intro h.
    rewrite (proj2 (isP_spec x y)) in N; [discriminate|]. now exists 0.
  - intros [x y] [u v] N h. cbn [fst snd] in *. apply in_options in h as [_ mv].
    now apply N_least.
  - intros [x y] [u v] p h. now apply isP_options.
  - intros [x y] p ne. destruct (isP_down x y p ne) as (u & v & h). now exists (u, v).
Qed.

(** The remoteness of every position. *)
Theorem remoteness_until x y : @remoteness G (x, y) = formula x y.
Proof. apply (wyt_ladder (x, y)). Qed.

(** The P-positions. *)
Theorem P_until x y : @is_P Normal G (x, y) = true <-> exists m, P m x y.
Proof. rewrite (proj1 (wyt_ladder (x, y))). apply isP_spec. Qed.

Theorem remoteness_at_P m x y : P m x y -> @remoteness G (x, y) = 2 * m.
Proof.
  intro p. rewrite remoteness_until. unfold formula. rewrite (P_index m x y p).
  rewrite (proj2 (isP_spec x y)); [lia|eauto].
Qed.

(** Optimal moves: from an N-position to a P-position with the position's index; from a
    P-position that is not terminal, one from the larger pile. *)
Theorem optimal_target x y : x <= y -> isP x y = false ->
  In (target x y) (options a b k (x, y)) /\
  @remoteness G (x, y) = S (@remoteness G (target x y)).
Proof.
  intros le N. assert (notP : forall m, ~ P m x y).
  { intros m p. rewrite (proj2 (isP_spec x y)) in N; [discriminate|]. eauto. }
  destruct (reach_min x y le notP) as [mv p]. destruct (target x y) as [u v].
  cbn [fst snd] in *. split.
  - apply in_options. split; [|exact mv]. apply Nat.nle_gt. intro h. now apply (notP 0).
  - rewrite (remoteness_at_P _ u v p), remoteness_until. unfold formula. rewrite N. lia.
Qed.

Theorem optimal_from_P m : Move a b (X (S m)) (Y (S m)) (X (S m)) (Y (S m) - 1) /\
  @remoteness G (X (S m), Y (S m)) = S (@remoteness G (X (S m), Y (S m) - 1)).
Proof.
  destruct (P_down m) as [mv E]. split; [exact mv|].
  assert (p : P (S m) (X (S m)) (Y (S m))) by (cbn; auto).
  rewrite (remoteness_at_P _ _ _ p), remoteness_until. unfold formula. rewrite E.
  rewrite not_isP; [lia|]. intro i. now apply (P_to_P m i _ _ _ _ p).
Qed.
End Wyt.
