(** * Suspense numbers and the long rule

    The suspense of a position: 0 at a terminal position; else, where some option has a value of
    the good parity (even in normal play, odd in misère play), 1 + the greatest such value; else
    1 + the least value of an option.  It is the length of play when the winner delays and the
    loser hurries.
    Long rule: a player moves in every component that has not ended, and play ends when all
    have.  The suspense of the compound is the greatest suspense of its components.

    Source: [Smith1966]; classical. *)

From Coq Require Import List ZArith Arith Lia ZifyNat Bool.
From Wythoff Require Import Game Conjunctive.
Import ListNotations.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Definition suspense_step (c : Convention) (V : list nat) : nat :=
  match filter (good c) V with
  | g :: G => S (fold_right max g G)
  | [] => match V with
          | v :: W => S (fold_right min v W)
          | [] => 0
          end
  end.

Definition suspense (c : Convention) (G : Game) : pos G -> nat := by_moves G (suspense_step c).

(** The order in which the mover prefers options. *)
Definition before_long (c : Convention) (m v : nat) : Prop :=
  (m mod 2 = parity c /\ (v mod 2 = parity c -> v <= m)) \/
  (m mod 2 <> parity c /\ v mod 2 <> parity c /\ m <= v).

Lemma before_long_antisym c m v : before_long c m v -> before_long c v m -> m = v.
Proof. destruct c; unfold before_long, parity; lia. Qed.

(** The rule as a relation between the options' values and the position's value. *)
Definition Long (c : Convention) (V : list nat) (r : nat) : Prop :=
  (V = [] /\ r = 0) \/
  exists m, r = S m /\ In m V /\ forall v, In v V -> before_long c m v.

Theorem suspense_step_spec c V : Long c V (suspense_step c V).
Proof.
  unfold suspense_step. destruct (filter (good c) V) as [|g F] eqn:E.
  - destruct V as [|v W]; [left; auto|]. right. exists (fold_right min v W).
    destruct (least_in v W) as [hin hge]. repeat split; [exact hin|].
    assert (bad : forall w, In w (v :: W) -> w mod 2 <> parity c).
    { intros w hw ew. assert (h : In w (filter (good c) (v :: W))).
      { apply filter_In. split; [exact hw|]. now apply Nat.eqb_eq. }
      rewrite E in h. exact h. }
    intros w hw. right. repeat split; [now apply bad..|now apply hge].
  - right. exists (fold_right max g F). destruct (greatest_in g F) as [hin hle].
    rewrite <- E in hin, hle. apply filter_In in hin as [hin hgood].
    apply Nat.eqb_eq in hgood. repeat split; [exact hin|].
    intros v hv. left. split; [exact hgood|]. intro ev. apply hle, filter_In.
    split; [exact hv|]. now apply Nat.eqb_eq.
Qed.

Lemma Long_fun c V r s : Long c V r -> Long c V s -> r = s.
Proof.
  intros [[-> ->]|(m & -> & hm & bm)] [[E ->]|(n & -> & hn & bn)]; auto.
  - destruct hn.
  - subst. destruct hm.
  - f_equal. apply (before_long_antisym c); auto.
Qed.

Section Suspense.
Context {G : Game} (c : Convention).

Theorem suspense_spec p : Long c (map (suspense c G) (moves p)) (suspense c G p).
Proof. unfold suspense at 2. rewrite by_moves_eq. apply suspense_step_spec. Qed.

Theorem suspense_unique f :
  (forall p : pos G, Long c (map f (moves p)) (f p)) -> forall p, suspense c G p = f p.
Proof.
  intros E. induction p as [p IH] using moves_ind.
  apply (Long_fun c (map f (moves p))); [|apply E].
  rewrite <- (map_ext_in (suspense c G) f) by exact IH. apply suspense_spec.
Qed.

(** The parity tells the outcome, as for remoteness. *)
Theorem suspense_good_iff_P p : good c (suspense c G p) = is_P c p.
Proof.
  induction p as [p IH] using moves_ind. rewrite is_P_eq.
  destruct (suspense_spec p) as [[h ->]|(m & -> & hin & least)].
  - apply map_eq_nil in h as ->. now destruct c.
  - assert (E : outcome_step c (map (is_P c) (moves p)) = forallb negb (map (is_P c) (moves p))).
    { destruct c; [reflexivity|]. destruct (moves p); [destruct hin|reflexivity]. }
    rewrite E. clear E. apply in_map_iff in hin as (q & <- & hq).
    unfold good in *. destruct (Nat.eq_dec (suspense c G q mod 2) (parity c)) as [e|ne].
    + rewrite (forallb_false negb _ (is_P c q)); [|now apply in_map|].
      * apply Nat.eqb_neq. destruct c; cbn [parity] in *; lia.
      * rewrite <- IH by exact hq. now rewrite (proj2 (Nat.eqb_eq _ _) e).
    + transitivity true.
      * apply Nat.eqb_eq. destruct c; cbn [parity] in *; lia.
      * symmetry. apply forallb_forall. intros b hb. apply in_map_iff in hb as (t & <- & ht).
        rewrite <- IH by exact ht. apply negb_true_iff, Nat.eqb_neq.
        destruct (least _ (in_map _ _ _ ht)) as [[? _]|(_ & ? & _)]; congruence.
Qed.
End Suspense.

(** ** The long rule *)

Definition alone_left {A B} (l : list A) (q : B) : list (A * B) := map (fun t => (t, q)) l.
Definition alone_right {A B} (p : A) (l : list B) : list (A * B) := map (fun t => (p, t)) l.

Definition long_moves (G H : Game) (s : pos G * pos H) : list (pos G * pos H) :=
  match moves (fst s), moves (snd s) with
  | [], _ => alone_right (fst s) (moves (snd s))
  | _, [] => alone_left (moves (fst s)) (snd s)
  | _, _ => list_prod (moves (fst s)) (moves (snd s))
  end.

Definition pair_rank (G H : Game) (s : pos G * pos H) : nat := rank (fst s) + rank (snd s).

Lemma long_rank_lt (G H : Game) p q : In q (long_moves G H p) -> pair_rank G H q < pair_rank G H p.
Proof.
  destruct p as [p1 p2], q as [q1 q2]. unfold long_moves, pair_rank, alone_left, alone_right.
  cbn [fst snd]. intro h.
  assert (C : (In q1 (moves p1) \/ q1 = p1) /\ (In q2 (moves p2) \/ q2 = p2) /\
    (In q1 (moves p1) \/ In q2 (moves p2))).
  { destruct (moves p1) as [|a l] eqn:E1; [|destruct (moves p2) as [|b m] eqn:E2].
    - apply in_map_iff in h as (t & e & h). injection e as <- <-. auto.
    - apply in_map_iff in h as (t & e & h). injection e as <- <-. auto.
    - apply in_prod_iff in h as [h1 h2]. auto. }
  destruct C as ([h1| ->] & [h2| ->] & [h3|h3]); repeat match goal with
    | H : In _ (moves _) |- _ => apply rank_lt in H end; lia.
Qed.

Definition long (G H : Game) : Game := {|
  pos := pos G * pos H; pos_eq_dec := pair_eq_dec (pos_eq_dec G) (pos_eq_dec H);
  moves := long_moves G H; rank := pair_rank G H; rank_lt := long_rank_lt G H |}.

Theorem suspense_long c (G H : Game) (p : pos G) (q : pos H) :
  suspense c (long G H) (p, q) = max (suspense c G p) (suspense c H q).
Proof.
  set (f := fun s : pos (long G H) => max (suspense c G (fst s)) (suspense c H (snd s))).
  change (suspense c (long G H) (p, q) = f (p, q)).
  apply suspense_unique. clear p q. intros [p q]. unfold f. cbn [fst snd moves long].
  unfold long_moves. cbn [fst snd].
  assert (Sp := suspense_spec c p). assert (Sq := suspense_spec c q).
  destruct (moves p) as [|a l] eqn:E1; [|destruct (moves q) as [|b k] eqn:E2].
  - destruct Sp as [[_ ->]|(m & _ & [] & _)]. unfold alone_right. rewrite map_map. cbn [fst snd].
    rewrite Nat.max_0_l. rewrite (map_ext _ (suspense c H)); [exact Sq|]. intro t.
    assert (z : suspense c G p = 0); [|now rewrite z].
    destruct (suspense_spec c p) as [[_ z]|(m & _ & h & _)]; [exact z|]. rewrite E1 in h.
    destruct h.
  - destruct Sq as [[_ ->]|(m & _ & [] & _)]. unfold alone_left. rewrite map_map. cbn [fst snd].
    rewrite Nat.max_0_r. rewrite (map_ext _ (suspense c G)); [exact Sp|]. intro t.
    assert (z : suspense c H q = 0); [|now rewrite z, Nat.max_0_r].
    destruct (suspense_spec c q) as [[_ z]|(m & _ & h & _)]; [exact z|]. rewrite E2 in h.
    destruct h.
  - destruct Sp as [[h _]|(m & -> & hm & bm)]; [discriminate|].
    destruct Sq as [[h _]|(n & -> & hn & bn)]; [discriminate|].
    rewrite <- E1 in *. rewrite <- E2 in *. right. exists (max m n).
    apply in_map_iff in hm as (p' & <- & hp), hn as (q' & <- & hq).
    split; [lia|]. split.
    + apply in_map_iff. exists (p', q'). split; [reflexivity|]. now apply in_prod.
    + intros v hv. apply in_map_iff in hv as ([s t] & <- & hst). cbn [fst snd].
      apply in_prod_iff in hst as [hs ht].
      specialize (bm _ (in_map _ _ _ hs)). specialize (bn _ (in_map _ _ _ ht)).
      set (v := suspense c G s) in *. set (w := suspense c H t) in *.
      set (m := suspense c G p') in *. set (n := suspense c H q') in *.
      clearbody v w m n. destruct (Nat.max_spec m n) as [[x ->]|[x ->]],
        (Nat.max_spec v w) as [[y ->]|[y ->]];
        try assumption; unfold before_long in *; destruct c; cbn [parity] in *; lia.
Qed.
