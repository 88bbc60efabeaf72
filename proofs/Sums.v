(** * Disjunctive sums

    In a disjunctive sum a player moves in one component.  In normal play the Grundy value of
    the sum of two games is the nim sum (bitwise exclusive or) of their Grundy values, so the
    P-positions of the sum are the pairs of equal value.

    Source: [MiyaderaManabeFukui2025, Definition 3 and Theorem 1]; classical. *)

From Coq Require Import List Arith Lia Bool.
From Wythoff Require Import Game Sequence Grundy Conjunctive.
Import ListNotations.

(** ** The nim sum *)

(** Where x and y first differ from above, y has the larger digit exactly when x < y. *)
Lemma top_bit x y k : Nat.testbit x k = false -> Nat.testbit y k = true ->
  (forall i, k < i -> Nat.testbit x i = Nat.testbit y i) -> x < y.
Proof.
  intros hx hy above.
  assert (E : Nat.shiftr x (S k) = Nat.shiftr y (S k)).
  { apply Nat.bits_inj. intro i. rewrite !Nat.shiftr_spec by lia. apply above. lia. }
  assert (Ex : Nat.shiftr x k = 2 * Nat.shiftr x (S k)).
  { rewrite (Nat.div2_odd (Nat.shiftr x k)) at 1. rewrite <- Nat.bit0_odd, Nat.shiftr_spec by lia.
    cbn [Nat.add]. rewrite hx. cbn [Nat.b2n].
    rewrite Nat.add_0_r. reflexivity. }
  assert (Ey : Nat.shiftr y k = 2 * Nat.shiftr y (S k) + 1).
  { rewrite (Nat.div2_odd (Nat.shiftr y k)) at 1. rewrite <- Nat.bit0_odd, Nat.shiftr_spec by lia.
    cbn [Nat.add]. rewrite hy. cbn [Nat.b2n]. reflexivity. }
  assert (lt : Nat.shiftr x k < Nat.shiftr y k) by lia.
  rewrite !Nat.shiftr_div_pow2 in lt.
  apply Nat.nle_gt. intro le. apply (Nat.div_le_mono _ _ (2 ^ k)) in le; [lia|].
  apply Nat.pow_nonzero. lia.
Qed.

(** Changing a number by a nim sum whose highest digit it has makes it smaller. *)
Lemma lxor_lt x d : d <> 0 -> Nat.testbit x (Nat.log2 d) = true -> Nat.lxor x d < x.
Proof.
  intros nz h. apply (top_bit _ _ (Nat.log2 d)).
  - now rewrite Nat.lxor_spec, h, Nat.bit_log2 by exact nz.
  - exact h.
  - intros i lt. now rewrite Nat.lxor_spec, (Nat.bits_above_log2 d i lt), xorb_false_r.
Qed.

Lemma lxor_below x y t : t < Nat.lxor x y ->
  Nat.lxor t y < x \/ Nat.lxor t x < y.
Proof.
  intro lt. set (d := Nat.lxor (Nat.lxor x y) t).
  assert (nz : d <> 0). { intro z. apply Nat.lxor_eq in z. lia. }
  assert (top := Nat.bit_log2 d nz).
  assert (E1 : Nat.lxor t y = Nat.lxor x d).
  { unfold d. rewrite (Nat.lxor_assoc x y t), <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l.
    apply Nat.lxor_comm. }
  assert (E2 : Nat.lxor t x = Nat.lxor y d).
  { unfold d. rewrite (Nat.lxor_comm x y), (Nat.lxor_assoc y x t), <- Nat.lxor_assoc,
      Nat.lxor_nilpotent, Nat.lxor_0_l. apply Nat.lxor_comm. }
  rewrite E1, E2.
  destruct (Nat.testbit x (Nat.log2 d)) eqn:hx; [left; now apply lxor_lt|].
  destruct (Nat.testbit y (Nat.log2 d)) eqn:hy; [right; now apply lxor_lt|]. exfalso.
  assert (ht : Nat.testbit t (Nat.log2 d) = true).
  { unfold d in top at 1. rewrite !Nat.lxor_spec, hx, hy in top.
    now destruct (Nat.testbit t (Nat.log2 d)). }
  assert (g := lxor_lt t d nz ht). revert g. unfold d at 1.
  rewrite (Nat.lxor_comm (Nat.lxor x y) t), <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l.
  lia.
Qed.

(** ** The sum of two games *)

Definition sum_moves (G H : Game) (p : pos G * pos H) : list (pos G * pos H) :=
  map (fun q => (q, snd p)) (moves (fst p)) ++ map (fun q => (fst p, q)) (moves (snd p)).

Definition sum_rank (G H : Game) (p : pos G * pos H) : nat := rank (fst p) + rank (snd p).

Lemma sum_rank_lt (G H : Game) p q : In q (sum_moves G H p) -> sum_rank G H q < sum_rank G H p.
Proof.
  unfold sum_moves, sum_rank. rewrite in_app_iff, !in_map_iff.
  intros [(t & <- & h)|(t & <- & h)]; apply rank_lt in h; cbn [fst snd]; lia.
Qed.

Definition sum (G H : Game) : Game := {|
  pos := pos G * pos H; pos_eq_dec := pair_eq_dec (pos_eq_dec G) (pos_eq_dec H);
  moves := sum_moves G H; rank := sum_rank G H; rank_lt := sum_rank_lt G H |}.

Theorem grundy_sum (G H : Game) (p : pos G) (q : pos H) :
  @grundy (sum G H) (p, q) = Nat.lxor (grundy p) (grundy q).
Proof.
  remember (rank p + rank q) as n eqn:hn. revert p q hn.
  induction n as [n IH] using (well_founded_induction lt_wf). intros p q hn.
  rewrite grundy_eq. apply mex_unique.
  - intro h. apply in_map_iff in h as ([p' q'] & e & h). cbn [moves sum] in h.
    unfold sum_moves in h. cbn [fst snd] in h.
    apply in_app_iff in h as [h|h]; apply in_map_iff in h as (t & e' & ht);
      injection e' as <- <-; assert (lt := rank_lt _ _ _ ht).
    + rewrite (IH (rank t + rank q)) in e by (lia || reflexivity).
      apply (grundy_option p t ht). rewrite <- (Nat.lxor_0_r (grundy t)), <- (Nat.lxor_nilpotent
        (grundy q)),
        <- Nat.lxor_assoc, e, Nat.lxor_assoc, Nat.lxor_nilpotent. apply Nat.lxor_0_r.
    + rewrite (IH (rank p + rank t)) in e by (lia || reflexivity).
      apply (grundy_option q t ht). rewrite <- (Nat.lxor_0_l (grundy t)), <- (Nat.lxor_nilpotent
        (grundy p)),
        Nat.lxor_assoc, e, <- Nat.lxor_assoc, Nat.lxor_nilpotent. apply Nat.lxor_0_l.
  - intros t lt. apply in_map_iff. destruct (lxor_below _ _ _ lt) as [l|l].
    + destruct (grundy_reach p _ l) as (p' & h & e). exists (p', q).
      assert (r := rank_lt _ _ _ h). split.
      * rewrite (IH (rank p' + rank q)) by (lia || reflexivity).
        rewrite e, Nat.lxor_assoc, Nat.lxor_nilpotent. apply Nat.lxor_0_r.
      * cbn [moves sum]. unfold sum_moves. cbn [fst snd]. apply in_app_iff. left.
        apply in_map_iff. eauto.
    + destruct (grundy_reach q _ l) as (q' & h & e). exists (p, q').
      assert (r := rank_lt _ _ _ h). split.
      * rewrite (IH (rank p + rank q')) by (lia || reflexivity).
        rewrite e, Nat.lxor_comm, Nat.lxor_assoc, Nat.lxor_nilpotent. apply Nat.lxor_0_r.
      * cbn [moves sum]. unfold sum_moves. cbn [fst snd]. apply in_app_iff. right.
        apply in_map_iff. eauto.
Qed.

Corollary sum_P (G H : Game) (p : pos G) (q : pos H) :
  @is_P Normal (sum G H) (p, q) = true <-> grundy p = grundy q.
Proof.
  rewrite grundy_0, grundy_sum, Nat.eqb_eq. split; intro h.
  - now apply Nat.lxor_eq.
  - rewrite h. apply Nat.lxor_nilpotent.
Qed.
