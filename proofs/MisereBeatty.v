(** * b = 1: the P-positions of misère play in whole numbers

    With F(n) = floor(n alpha) of Beatty.v put H(m) = floor((F(a m + 1) + a - 2) / a), which is
    floor(m alpha + 1 / alpha).  The misère P-positions of WYT(a, 1), a >= 2, are the pairs
    (H(m), H(m) + a m + 1) in both orders.

    The proof is that of Beatty.v: the same duality, at the numbers a x - a + 2 and a m + 1.

    Source: derived for this project. *)

From Coq Require Import ZArith Lia Arith.
From Wythoff Require Import Game Sequence Wyt MisereWyt Beatty.
Local Open Scope Z_scope.

Set Default Proof Using "All".

Section MisereBeatty.
Variable a : Z.
Hypothesis a_pos : 1 <= a.

Notation F := (F a).
Notation q := (q a).

Definition H (m : Z) : Z := (F (a * m + 1) + a - 2) / a.

(** The number at which F is asked. *)
Definition z (x : Z) : Z := a * x - a + 2.

Lemma H_spec x m : x <= H m <-> z x <= F (a * m + 1).
Proof.
  unfold H, z. set (f := F (a * m + 1)). split; intro h.
  - assert (g := Z.mul_div_le (f + a - 2) a ltac:(lia)).
    assert (a * x <= a * ((f + a - 2) / a)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
  - apply Z.div_le_lower_bound; lia.
Qed.

(** A sign change between y and y' has F n between them. *)
Lemma F_between y y' n : 1 <= n -> y < y' -> q y n < 0 < q y' n -> y <= F n < y'.
Proof.
  intros pos_n lt [neg pos]. destruct (F_floor a a_pos n pos_n) as [ge [neg' pos']].
  set (f := F n) in *. clearbody f. split.
  - apply Z.nlt_ge. intro h. assert (g := q_mono_x a a_pos (f + 1) y n). lia.
  - apply Z.nle_gt. intro h.
    assert (e : (f - y) * q y' n =
      (f - y') * q y n + (y' - y) * q f n - (f - y) * (f - y') * (y' - y))
      by (unfold Beatty.q; ring).
    assert (0 < (f - y) * q y' n) by (apply Z.mul_pos_pos; lia).
    assert ((f - y') * q y n <= 0) by (apply Z.mul_nonneg_nonpos; lia).
    assert ((y' - y) * q f n < 0) by (apply Z.mul_pos_neg; lia).
    assert (0 <= (f - y) * (f - y') * (y' - y)).
    { apply Z.mul_nonneg_nonneg; [apply Z.mul_nonneg_nonneg|]; lia. } lia.
Qed.

Lemma F_pos y n : 0 <= y -> 1 <= n -> F n < y -> 0 < q y n.
Proof.
  intros y_ge pos_n lt. assert (nz := q_nonzero a a_pos y n pos_n).
  assert (g := F_spec a a_pos y n y_ge pos_n). lia.
Qed.

Lemma F_1 : F 1 = 1.
Proof. apply F_change; [exact a_pos|lia|]. unfold Beatty.q. lia. Qed.

Lemma H_0 : H 0 = 0.
Proof.
  unfold H. rewrite Z.mul_0_r. change (0 + 1) with 1. rewrite F_1. apply Z.div_small. lia.
Qed.

Lemma F_add n i : 1 <= n -> 0 <= i -> F n + i <= F (n + i).
Proof.
  intros pos_n i_ge. rewrite <- (Z2Nat.id i) by exact i_ge.
  induction (Z.to_nat i) as [|k IH]; [rewrite !Z.add_0_r; lia|].
  assert (g := F_step a a_pos (n + Z.of_nat k)).
  replace (n + Z.of_nat (S k)) with (n + Z.of_nat k + 1) by lia. lia.
Qed.

Lemma H_step m : 0 <= m -> H m + 1 <= H (m + 1).
Proof.
  intro m_ge. apply H_spec. assert (g := proj1 (H_spec (H m) m) (Z.le_refl _)).
  assert (am : 0 <= a * m) by (apply Z.mul_nonneg_nonneg; lia).
  assert (h := F_add (a * m + 1) a ltac:(lia) ltac:(lia)).
  replace (a * (m + 1) + 1) with (a * m + 1 + a) by ring. unfold z in *. lia.
Qed.

Lemma H_mono m n : 0 <= m -> m < n -> H m + 1 <= H n.
Proof.
  intros ge lt. replace n with (m + 1 + Z.of_nat (Z.to_nat (n - m - 1))) by lia.
  induction (Z.to_nat (n - m - 1)) as [|i IH].
  - rewrite Z.add_0_r. now apply H_step.
  - assert (h := H_step (m + 1 + Z.of_nat i)).
    replace (m + 1 + Z.of_nat (S i)) with (m + 1 + Z.of_nat i + 1) by lia. lia.
Qed.

Lemma H_ge m : 0 <= m -> m <= H m.
Proof.
  intro m_ge. apply H_spec. assert (am : 0 <= a * m) by (apply Z.mul_nonneg_nonneg; lia).
  assert (g := F_ge a a_pos (a * m + 1)). unfold z. lia.
Qed.

(** The duality: t - a j - 1 against index j is t against index t - 1 - j. *)
Lemma dual t j : q (z (t - a * j - 1)) (a * j + 1) = - q (z t) (a * (t - 1 - j) + 1).
Proof. unfold z, Beatty.q. ring. Qed.

Lemma H_complete t : 0 <= t -> exists i, 0 <= i <= t /\ (t = H i \/ t = H i + a * i + 1).
Proof.
  intro t_ge.
  assert (least : exists i, 0 <= i <= t /\ t <= H i /\ (i = 0 \/ H (i - 1) < t)).
  { assert (G : forall n, Z.of_nat n <= t -> t <= H (t - Z.of_nat n) ->
      exists i, 0 <= i <= t /\ t <= H i /\ (i = 0 \/ H (i - 1) < t)).
    { intro n. remember (Z.to_nat t - n)%nat as d eqn:hd. revert n hd.
      induction d as [|d IH]; intros n hd lt le.
      - exists 0. replace (t - Z.of_nat n) with 0 in le by lia. lia.
      - destruct (Z.lt_ge_cases (H (t - Z.of_nat n - 1)) t) as [l|g].
        + exists (t - Z.of_nat n). lia.
        + apply (IH (S n)); [lia|lia|].
          now replace (t - Z.of_nat (S n)) with (t - Z.of_nat n - 1) by lia. }
    apply (G 0%nat); [lia|]. rewrite Z.sub_0_r. now apply H_ge. }
  destruct least as (i & hi & le & prev).
  destruct (Z.eq_dec (H i) t) as [e|ne]; [exists i; lia|].
  assert (i_pos : 1 <= i).
  { destruct (Z.eq_dec i 0) as [->|nz]; [rewrite H_0 in *; lia|lia]. }
  destruct prev as [->|prev]; [lia|].
  exists (t - i). split; [lia|]. right. set (j := t - i).
  assert (aj : 0 <= a * j) by (apply Z.mul_nonneg_nonneg; unfold j; lia).
  assert (ai : 0 <= a * (i - 1)) by (apply Z.mul_nonneg_nonneg; lia).
  assert (t_pos : 1 <= t) by lia.
  assert (at_ : 0 <= a * (t - 1)) by (apply Z.mul_nonneg_nonneg; lia).
  enough (b : z (t - a * j - 1) <= F (a * j + 1) < z (t + 1 - a * j - 1)).
  { destruct b as [lo hi']. apply H_spec in lo.
    assert (~ t + 1 - a * j - 1 <= H j) by (rewrite H_spec; lia). lia. }
  apply F_between; [lia|unfold z; lia|]. rewrite !dual.
  replace (t - 1 - j) with (i - 1) by (unfold j; lia).
  replace (t + 1 - 1 - j) with i by (unfold j; lia). split.
  - enough (0 < q (z t) (a * (i - 1) + 1)) by lia. apply F_pos; [unfold z; lia|lia|].
    assert (g := H_spec t (i - 1)). lia.
  - enough (q (z (t + 1)) (a * i + 1) < 0) by lia.
    apply F_spec; [exact a_pos|unfold z; lia|lia|]. apply H_spec. lia.
Qed.

Lemma H_disjoint i j : 0 <= i -> 0 <= j -> H i <> H j + a * j + 1.
Proof.
  intros i_ge j_ge e. set (t := H i) in *.
  assert (aj : 0 <= a * j) by (apply Z.mul_nonneg_nonneg; lia).
  assert (H_ge_j := H_ge j j_ge). assert (t_gt : 1 <= t - j) by nia.
  assert (ah : 0 <= a * (t - 1)) by (apply Z.mul_nonneg_nonneg; lia).
  assert (lo := proj1 (H_spec (H j) j) (Z.le_refl _)).
  assert (hi : F (a * j + 1) < z (H j + 1)).
  { apply Z.nle_gt. intro h. apply H_spec in h. lia. }
  assert (neg : q (z (H j)) (a * j + 1) < 0).
  { destruct (Z.eq_dec (H j) 0) as [zero|nz].
    - rewrite zero. unfold z, Beatty.q. rewrite Z.mul_0_r. set (n := a * j + 1).
      assert (n_pos : 1 <= n) by (unfold n; lia).
      assert (E : (0 - a + 2) * (0 - a + 2) + (a - 2) * (0 - a + 2) * n - a * n * n =
        (a - 2) * (a - 2) * (1 - n) - a * (n * n)) by ring.
      rewrite E. assert ((a - 2) * (a - 2) * (1 - n) <= 0).
      { apply Z.mul_nonneg_nonpos; [apply Z.square_nonneg|lia]. } nia.
    - apply F_spec; [exact a_pos| |lia|exact lo]. unfold z. nia. }
  assert (pos : 0 < q (z (H j + 1)) (a * j + 1)).
  { apply F_pos; [|lia|exact hi]. unfold z. nia. }
  replace (H j) with (t - a * j - 1) in neg by lia.
  replace (H j + 1) with (t + 1 - a * j - 1) in pos by lia. rewrite dual in neg, pos.
  assert (low : H (t - 1 - j) < t).
  { apply Z.nle_gt. intro h. apply H_spec in h.
    apply F_spec in h; [lia|exact a_pos|unfold z; lia|nia]. }
  assert (high : t + 1 <= H (t - j)).
  { apply H_spec, F_spec; [exact a_pos|unfold z; lia|nia|].
    replace (t + 1 - 1 - j) with (t - j) in pos by lia. lia. }
  destruct (Z.lt_ge_cases i (t - j)) as [l|g].
  - destruct (Z.eq_dec i (t - 1 - j)) as [E|ne].
    + rewrite <- E in low. unfold t in low. lia.
    + assert (m := H_mono i (t - 1 - j)). unfold t in *. lia.
  - destruct (Z.eq_dec i (t - j)) as [E|ne].
    + rewrite <- E in high. unfold t in high. lia.
    + assert (m := H_mono (t - j) i). unfold t in *. lia.
Qed.

(** The sequence of misère play for b = 1. *)
Theorem misere_X_closed m : Z.of_nat (X (Z.to_nat a) 1 1 m) = H (Z.of_nat m).
Proof.
  induction m as [m IH] using (well_founded_induction lt_wf).
  destruct m as [|m]; [symmetry; exact H_0|]. set (n := S m) in *.
  assert (H_n := H_ge (Z.of_nat n) ltac:(lia)).
  assert (cases : forall i d, (i < n)%nat -> C (Z.to_nat a) 1 1 i d ->
    Z.of_nat d = H (Z.of_nat i) \/ Z.of_nat d = H (Z.of_nat i) + a * Z.of_nat i + 1).
  { intros i d lt hd. apply C_pairs in hd; try lia. unfold Y in hd. specialize (IH i lt).
    destruct hd as [->|hd]; [left; exact IH|right]. nia. }
  rewrite (X_determined (Z.to_nat a) 1 1 n (Z.to_nat (H (Z.of_nat n)))); [lia|lia| |].
  - intros i c hi hc w. assert (E : Z.of_nat c = H (Z.of_nat n)) by lia.
    destruct (cases i c hi hc) as [e|e].
    + assert (h := H_mono (Z.of_nat i) (Z.of_nat n)). lia.
    + apply (H_disjoint (Z.of_nat n) (Z.of_nat i)); lia.
  - intros t lt. destruct (H_complete (Z.of_nat t)) as (i & hi & ct); [lia|].
    assert (ai : 0 <= a * i) by (apply Z.mul_nonneg_nonneg; lia).
    assert (i_lt : i < Z.of_nat n).
    { apply Z.nle_gt. intro h. destruct (Z.eq_dec (Z.of_nat n) i) as [e|ni]; [subst i; lia|].
      assert (g := H_mono (Z.of_nat n) i). lia. }
    assert (Ei := IH (Z.to_nat i) ltac:(lia)). rewrite Z2Nat.id in Ei by lia.
    exists (Z.to_nat i), t. split; [lia|]. split; [|lia].
    apply C_pairs; try lia. unfold Y. destruct ct as [e|e]; [left; lia|right]. nia.
Qed.
End MisereBeatty.
