(** * b = 1: the P-positions in whole numbers

    For WYT(a, 1), with D = a^2 + 4 and isqrt the whole square root rounded down,
      x_m = floor ((m (2 - a) + isqrt (m^2 D)) / 2),        y_m = x_m + a m,
    which is floor(m alpha) and floor(m (alpha + a)) for alpha = (2 - a + sqrt D) / 2.
    No real number occurs: with q(x, m) = x^2 + (a - 2) x m - a m^2 one has q(x, m) < 0 exactly
    when x < m alpha, and the identity q(t - a j, j) = - q(t, t - j) says 1/alpha + 1/beta = 1.

    Source: [SanchezGalanXu, section 4], with the two sequences of Beatty type recalled there. *)

From Coq Require Import ZArith Lia Arith.
From Wythoff Require Import Sequence.
Local Open Scope Z_scope.

Set Default Proof Using "All".

Section Beatty.
Variable a : Z.
Hypothesis a_pos : 1 <= a.

Definition D : Z := a * a + 4.
Definition q (x m : Z) : Z := x * x + (a - 2) * x * m - a * m * m.
Definition F (m : Z) : Z := (m * (2 - a) + Z.sqrt (m * m * D)) / 2.

(** ** D m^2 is never a square *)

Lemma descent k : 0 <= k -> k * k < D < (k + 1) * (k + 1) ->
  forall m z, 1 <= m -> z * z <> D * (m * m).
Proof.
  intros k_ge [lo hi].
  enough (H : forall n m z, m <= Z.of_nat n -> 1 <= m -> 0 <= z -> z * z <> D * (m * m)).
  { intros m z hm E. rewrite <- Z.abs_square in E. revert E. apply (H (Z.to_nat m)); lia. }
  induction n as [|n IH]; intros m z le pos_m pos_z E; [lia|].
  assert (k * m < z).
  { apply Z.nle_gt. intro h.
    assert (z * z <= (k * m) * (k * m)) by (apply Z.mul_le_mono_nonneg; lia).
    assert (0 < (D - k * k) * (m * m)) by (apply Z.mul_pos_pos; nia). lia. }
  assert (z < (k + 1) * m).
  { apply Z.nle_gt. intro h.
    assert (((k + 1) * m) * ((k + 1) * m) <= z * z) by (apply Z.mul_le_mono_nonneg; nia).
    assert (0 < ((k + 1) * (k + 1) - D) * (m * m)) by (apply Z.mul_pos_pos; nia). lia. }
  apply (IH (z - k * m) (Z.abs (D * m - k * z))); try lia. rewrite Z.abs_square.
  transitivity (D * (D * (m * m)) - 2 * D * k * m * z + k * k * (z * z)); [ring|].
  transitivity (D * (z * z) - 2 * D * k * m * z + k * k * (D * (m * m))); [|ring].
  rewrite E. reflexivity.
Qed.

Lemma not_square m z : 1 <= m -> z * z <> D * (m * m).
Proof.
  unfold D. destruct (Z.eq_dec a 1) as [e|ne].
  - apply (descent 2); unfold D; rewrite ?e; lia.
  - apply (descent a); unfold D; lia.
Qed.

(** ** F m is the greatest x with q(x, m) < 0 *)

Lemma four_q x m : 4 * q x m = (2 * x + (a - 2) * m) * (2 * x + (a - 2) * m) - D * (m * m).
Proof. unfold q, D. ring. Qed.

Lemma sqrt_bounds m : 1 <= m -> let s := Z.sqrt (m * m * D) in
  0 <= s /\ a * m <= s /\ s * s < D * (m * m) /\ D * (m * m) < (s + 1) * (s + 1).
Proof.
  intros pos_m s. assert (pos_D : 0 <= m * m * D) by (unfold D; nia).
  destruct (Z.sqrt_spec (m * m * D) pos_D) as [lo hi]. fold s in lo, hi.
  assert (s_ge := Z.sqrt_nonneg (m * m * D)). fold s in s_ge.
  assert (ne := not_square m s pos_m). repeat split; [exact s_ge| |lia|lia].
  apply Z.sqrt_le_square; unfold D; nia.
Qed.

Lemma F_floor m : 1 <= m -> m <= F m /\ q (F m) m < 0 < q (F m + 1) m.
Proof.
  intro pos_m. destruct (sqrt_bounds m pos_m) as (s0 & s1 & lo & hi). unfold F.
  set (s := Z.sqrt (m * m * D)) in *. clearbody s.
  assert (h1 := Z.mul_div_le (m * (2 - a) + s) 2 ltac:(lia)).
  assert (h2 := Z.mul_succ_div_gt (m * (2 - a) + s) 2 ltac:(lia)).
  set (f := (m * (2 - a) + s) / 2) in *. clearbody f.
  assert (f_ge : m <= f) by nia. split; [exact f_ge|].
  assert (e1 := four_q f m). assert (e2 := four_q (f + 1) m).
  set (t := 2 * f + (a - 2) * m) in *.
  assert (e3 : 2 * (f + 1) + (a - 2) * m = t + 2) by (unfold t; ring). rewrite e3 in e2.
  assert (t0 : 0 <= t) by (unfold t; nia).
  assert (t1 : t <= s) by (unfold t; lia). assert (t2 : s + 1 <= t + 2) by (unfold t; lia).
  clearbody t. assert (t * t <= s * s) by (apply Z.mul_le_mono_nonneg; lia).
  assert ((s + 1) * (s + 1) <= (t + 2) * (t + 2)) by (apply Z.mul_le_mono_nonneg; lia). lia.
Qed.

Lemma q_mono_x x y m : 0 <= m -> x <= y -> m <= x + y -> q x m <= q y m.
Proof.
  intros. assert (e : q y m = q x m + (y - x) * (y + x + (a - 2) * m)) by (unfold q; ring).
  assert (0 <= (y - x) * (y + x + (a - 2) * m)) by (apply Z.mul_nonneg_nonneg; nia). lia.
Qed.

Lemma F_spec x m : 0 <= x -> 1 <= m -> (x <= F m <-> q x m < 0).
Proof.
  intros x_ge pos_m. destruct (F_floor m pos_m) as [ge [neg pos_q]]. split; intro h.
  - assert (g := q_mono_x x (F m) m). lia.
  - apply Z.nlt_ge. intro lt. assert (g := q_mono_x (F m + 1) x m). lia.
Qed.

(** A sign change in x gives F m, also below 0. *)
Lemma F_change x m : 1 <= m -> q x m < 0 < q (x + 1) m -> F m = x.
Proof.
  intros pos_m [neg pos_q]. destruct (F_floor m pos_m) as [ge [neg' pos']].
  set (f := F m) in *. clearbody f. destruct (Z.lt_trichotomy f x) as [lt|[e|gt]]; [|exact e|].
  - assert (h := q_mono_x (f + 1) x m). lia.
  - destruct (Z.eq_dec f (x + 1)) as [e|ne]; [rewrite e in *; lia|].
    assert (e : (f - x) * q (x + 1) m =
      (f - x - 1) * q x m + q f m - (f - x) * (f - x - 1)) by (unfold q; ring).
    assert (0 < (f - x) * q (x + 1) m) by (apply Z.mul_pos_pos; lia).
    assert ((f - x - 1) * q x m < 0) by (apply Z.mul_pos_neg; lia).
    assert (0 < (f - x) * (f - x - 1)) by (apply Z.mul_pos_pos; lia). lia.
Qed.

Lemma q_nonzero x m : 1 <= m -> q x m <> 0.
Proof. intros pos_m e. assert (h := four_q x m). apply (not_square m (2 * x + (a - 2) * m)); lia.
Qed.

Lemma F_step m : 1 <= m -> F m + 1 <= F (m + 1).
Proof.
  intro pos_m. destruct (F_floor m pos_m) as [ge [neg _]]. apply F_spec; try lia.
  set (x := F m) in *. clearbody x.
  assert (e : q (x + 1) (m + 1) = q x m + (a * x - (a + 2) * m - 1)) by (unfold q; ring).
  enough (a * x < (a + 2) * m) by lia. apply Z.nle_gt. intro h.
  assert (e2 : a * a * q x m = (a * x - (a + 2) * m) * (a * x + (a + 2) * m + a * (a - 2) * m)
    + D * (m * m)) by (unfold q, D; ring).
  assert (0 <= (a * x - (a + 2) * m) * (a * x + (a + 2) * m + a * (a - 2) * m)).
  { apply Z.mul_nonneg_nonneg; nia. }
  assert (0 < D * (m * m)) by (unfold D; nia). nia.
Qed.

Lemma F_0 : F 0 = 0.
Proof. reflexivity. Qed.

Lemma F_mono m n : 0 <= m -> m < n -> F m + 1 <= F n.
Proof.
  intros ge lt. replace n with (m + 1 + Z.of_nat (Z.to_nat (n - m - 1))) by lia.
  induction (Z.to_nat (n - m - 1)) as [|i IH].
  - rewrite Z.add_0_r. destruct (Z.eq_dec m 0) as [->|ne]; [|apply F_step; lia].
    destruct (F_floor 1) as [h _]; [lia|]. rewrite F_0. exact h.
  - assert (h := F_step (m + 1 + Z.of_nat i)).
    replace (m + 1 + Z.of_nat (S i)) with (m + 1 + Z.of_nat i + 1) by lia. lia.
Qed.

Lemma F_ge m : 0 <= m -> m <= F m.
Proof. intro h. destruct (Z.eq_dec m 0) as [->|ne]; [rewrite F_0; lia|]. apply F_floor. lia. Qed.

(** ** The two sequences share the positive numbers between them *)

Lemma q_dual t j : q (t - a * j) j = - q t (t - j).
Proof. unfold q. ring. Qed.

Lemma complete t : 1 <= t -> exists i, 1 <= i <= t /\ (t = F i \/ t = F i + a * i).
Proof.
  intro pos_t.
  assert (least : exists i, 1 <= i <= t /\ q t i < 0 /\ (i = 1 \/ 0 < q t (i - 1))).
  { assert (h : q t t < 0) by (apply F_spec; [lia|lia|apply F_ge; lia]).
    assert (G : forall n, Z.of_nat n < t -> q t (t - Z.of_nat n) < 0 ->
      exists i, 1 <= i <= t /\ q t i < 0 /\ (i = 1 \/ 0 < q t (i - 1))).
    { intro n. remember (Z.to_nat t - n)%nat as d eqn:hd. revert n hd.
      induction d as [|d IH]; intros n hd lt neg; [lia|].
      destruct (Z.eq_dec (t - Z.of_nat n) 1) as [e|ne].
      - exists 1. rewrite e in neg. lia.
      - destruct (Z.lt_ge_cases (q t (t - Z.of_nat n - 1)) 0) as [l|g].
        + apply (IH (S n)); try lia. now replace (t - Z.of_nat (S n)) with (t - Z.of_nat n - 1) by
            lia.
        + exists (t - Z.of_nat n). assert (nz := q_nonzero t (t - Z.of_nat n - 1)). lia. }
    apply (G 0%nat); [lia|]. now rewrite Z.sub_0_r. }
  destruct least as (i & hi & neg & prev). apply F_spec in neg; try lia.
  destruct (Z.eq_dec (F i) t) as [e|ne]; [exists i; lia|].
  exists (t + 1 - i). split; [lia|]. right.
  enough (F (t + 1 - i) = t - a * (t + 1 - i)) by lia. apply F_change; [lia|].
  replace (t - a * (t + 1 - i) + 1) with (t + 1 - a * (t + 1 - i)) by ring.
  rewrite !q_dual. replace (t - (t + 1 - i)) with (i - 1) by ring.
  replace (t + 1 - (t + 1 - i)) with i by ring. split.
  - destruct prev as [->|p]; [|lia]. replace (q t (1 - 1)) with (t * t) by (unfold q; ring). nia.
  - assert (q (t + 1) i < 0) by (apply F_spec; lia). lia.
Qed.

Lemma disjoint i j : 1 <= i -> 1 <= j -> F i <> F j + a * j.
Proof.
  intros pos_i pos_j e. set (t := F i) in *.
  destruct (F_floor j pos_j) as [ge [neg pos_q]].
  replace (F j) with (t - a * j) in neg by lia.
  replace (F j + 1) with (t + 1 - a * j) in pos_q by lia. rewrite q_dual in neg, pos_q.
  assert (t_ge : 2 * j <= t) by nia.
  assert (lt : t - j < i).
  { apply Z.nle_gt. intro h. destruct (Z.eq_dec (t - j) i) as [E|ne].
    - destruct (F_floor i pos_i) as [_ [n _]]. fold t in n. rewrite E in neg. lia.
    - assert (m := F_mono i (t - j)). fold t in m.
      assert (q t (t - j) < 0) by (apply F_spec; lia). lia. }
  assert (gt : t + 1 <= F (t + 1 - j)) by (apply F_spec; lia).
  destruct (Z.eq_dec (t + 1 - j) i) as [E|ne]; [rewrite E in gt; fold t in gt; lia|].
  assert (m := F_mono (t + 1 - j) i). fold t in m. lia.
Qed.

(** ** The P-positions *)

Lemma coordinate_cases (m : nat) (c : Z) :
  (forall i, (i < m)%nat -> Z.of_nat (X (Z.to_nat a) 1 0 i) = F (Z.of_nat i)) ->
  forall i d, (i < m)%nat -> C (Z.to_nat a) 1 0 i d ->
  Z.of_nat d = F (Z.of_nat i) \/ Z.of_nat d = F (Z.of_nat i) + a * Z.of_nat i.
Proof.
  intros IH i d lt hd. apply C_pairs in hd; try lia. unfold Y in hd. specialize (IH i lt).
  destruct hd as [->|hd]; [left; exact IH|right]. nia.
Qed.

(** The closed form of the P-positions for b = 1. *)
Theorem X_closed m : Z.of_nat (X (Z.to_nat a) 1 0 m) = F (Z.of_nat m).
Proof.
  induction m as [m IH] using (well_founded_induction lt_wf).
  destruct m as [|m]; [reflexivity|]. set (n := S m) in *.
  assert (F_n := F_ge (Z.of_nat n) ltac:(lia)).
  rewrite (X_determined (Z.to_nat a) 1 0 n (Z.to_nat (F (Z.of_nat n)))); [lia|lia| |].
  - intros i c hi hc w. assert (E : Z.of_nat c = F (Z.of_nat n)) by lia.
    destruct (coordinate_cases n 0 IH i c hi hc) as [e|e].
    + assert (h := F_mono (Z.of_nat i) (Z.of_nat n)). lia.
    + destruct (Nat.eq_dec i 0) as [->|ne]; [change (F (Z.of_nat 0)) with 0 in e; lia|].
      apply (disjoint (Z.of_nat n) (Z.of_nat i)); lia.
  - intros t lt. destruct (Nat.eq_dec t 0) as [->|ne].
    { exists 0%nat, 0%nat. cbn. lia. }
    destruct (complete (Z.of_nat t)) as (i & hi & ct); [lia|].
    assert (i_lt : i < Z.of_nat n).
    { apply Z.nle_gt. intro h. destruct (Z.eq_dec (Z.of_nat n) i) as [e|ni]; [subst i; nia|].
      assert (g := F_mono (Z.of_nat n) i). nia. }
    assert (Ei := IH (Z.to_nat i) ltac:(lia)). rewrite Z2Nat.id in Ei by lia.
    exists (Z.to_nat i), t. split; [lia|]. split; [|lia].
    apply C_pairs; try lia. unfold Y. destruct ct as [e|e]; [left; lia|right]. nia.
Qed.

Theorem Y_closed m : Z.of_nat (Y (Z.to_nat a) 1 0 m) = F (Z.of_nat m) + a * Z.of_nat m.
Proof. unfold Y. rewrite !Nat2Z.inj_add, Nat2Z.inj_mul, X_closed. lia. Qed.
End Beatty.

(** Doubles fail first at m = 102334155; whole numbers do not. *)
Example F_large : F 1 102334155 = 165580140.
Proof. vm_compute. reflexivity. Qed.
