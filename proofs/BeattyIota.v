(** * b = 1: the local index in whole numbers

    For WYT(a, 1), with D = a^2 + 4, put
      L(x) = floor (((x + 1)(a - 2) + isqrt ((x + 1)^2 D)) / (2 a)),    U(x) = x - L(x).
    Then L(x) is the greatest m with x_m <= x, U(x) the greatest m with y_m <= x, and
    iota(x) = L(x) if x is some x_m, else U(x).  With Theorem 3.4 the remoteness of any position
    of WYT(a, 1) is an expression in whole numbers.

    Source: [SanchezGalanXu, section 4]; U(x) = x - L(x) is derived for this project. *)

From Coq Require Import ZArith Lia Arith Bool.
From Wythoff Require Import Game Sequence Wyt Remoteness Beatty.
Local Open Scope Z_scope.

Set Default Proof Using "All".

Section BeattyIota.
Variable a : Z.
Hypothesis a_pos : 1 <= a.

Notation F := (F a).
Notation q := (q a).
Notation D := (D a).

Definition L (x : Z) : Z := ((x + 1) * (a - 2) + Z.sqrt ((x + 1) * (x + 1) * D)) / (2 * a).
Definition U (x : Z) : Z := x - L x.

Lemma L_change y l : 1 <= y -> l = (y * (a - 2) + Z.sqrt (y * y * D)) / (2 * a) ->
  0 <= l /\ a * y <= a * (l + 1) + y - 1 /\ l < y /\ q y (l + 1) < 0 < q y l.
Proof.
  intros pos_y E. destruct (sqrt_bounds a a_pos y pos_y) as (s0 & s1 & lo & hi).
  set (s := Z.sqrt (y * y * D)) in *. clearbody s.
  assert (h1 := Z.mul_div_le (y * (a - 2) + s) (2 * a) ltac:(lia)).
  assert (h2 := Z.mul_succ_div_gt (y * (a - 2) + s) (2 * a) ltac:(lia)).
  rewrite <- E in h1, h2. clear E.
  assert (l_ge : 0 <= l). { apply Z.lt_succ_r, (Z.mul_pos_cancel_l (2 * a)); nia. }
  assert (s2 : s < (a + 2) * y).
  { apply Z.nle_gt. intro h. assert (((a + 2) * y) * ((a + 2) * y) <= s * s).
    { apply Z.mul_le_mono_nonneg; nia. }
    assert (0 < a * (y * y)) by (apply Z.mul_pos_pos; nia). unfold Beatty.D in *. nia. }
  assert (4 * a * q y l = D * (y * y) - (2 * a * l - (a - 2) * y) * (2 * a * l - (a - 2) * y)) as e1
    by (unfold Beatty.q, Beatty.D; ring).
  assert (4 * a * q y (l + 1) =
    D * (y * y) - (2 * a * (l + 1) - (a - 2) * y) * (2 * a * (l + 1) - (a - 2) * y)) as e2
    by (unfold Beatty.q, Beatty.D; ring).
  assert (al : 0 <= a * l) by (apply Z.mul_nonneg_nonneg; lia).
  set (t := 2 * a * l - (a - 2) * y) in *.
  replace (2 * a * (l + 1) - (a - 2) * y) with (t + 2 * a) in e2 by (unfold t; ring).
  assert (t1 : t <= s) by (unfold t; lia). assert (t2 : s + 1 <= t + 2 * a) by (unfold t; lia).
  assert (t3 : - s <= t) by (unfold t; clear - al s1 pos_y; lia).
  assert (l_lt : l < y).
  { apply (Z.mul_lt_mono_pos_l (2 * a)); [lia|]. unfold t in t1. lia. }
  assert (2 * (a * y) <= 2 * (a * (l + 1)) + 2 * y - 1) by (unfold t in t2; lia).
  clearbody t. repeat split; try lia.
  - assert ((s + 1) * (s + 1) <= (t + 2 * a) * (t + 2 * a)) by (apply Z.mul_le_mono_nonneg; lia).
    nia.
  - assert (t * t <= s * s) by nia. nia.
Qed.

Lemma L_U x : 0 <= x -> 0 <= L x <= x /\ F (L x) <= x < F (L x + 1) /\
  F (U x) + a * U x <= x < F (U x + 1) + a * (U x + 1).
Proof.
  intro x_ge. destruct (L_change (x + 1) (L x)) as (l0 & l1 & l2 & neg & pos_q); [lia|reflexivity|].
  assert (lo : F (L x) <= x).
  { destruct (Z.eq_dec (L x) 0) as [->|ne]; [exact x_ge|]. apply Z.lt_succ_r, Z.nle_gt. intro h.
    apply (F_spec a a_pos) in h; unfold Z.succ in *; lia. }
  assert (hi : x < F (L x + 1)).
  { assert (x + 1 <= F (L x + 1)) by (apply F_spec; lia). lia. }
  repeat split; try lia.
  - unfold U. set (u := x - L x). assert (u_ge : 0 <= u) by lia.
    destruct (Z.eq_dec u 0) as [->|ne]; [change (F 0) with 0; lia|].
    enough (h : ~ x + 1 - a * u <= F u) by lia. intro h.
    apply (F_spec a a_pos) in h; [| |lia].
    + rewrite q_dual in h by exact a_pos. replace (x + 1 - u) with (L x + 1) in h by lia. lia.
    + unfold u. lia.
  - unfold U. set (u := x - L x). assert (u_ge : 0 <= u) by lia.
    enough (h : x + 1 - a * (u + 1) <= F (u + 1)) by lia.
    destruct (Z.lt_ge_cases (x + 1 - a * (u + 1)) 0) as [n|p].
    + assert (h := F_ge a a_pos (u + 1)). lia.
    + apply F_spec; try lia. rewrite q_dual by exact a_pos.
      replace (x + 1 - (u + 1)) with (L x) by lia. lia.
Qed.

Notation xs := (x_ (Z.to_nat a) 1).
Notation ys := (y_ (Z.to_nat a) 1).
Notation iotas := (iota_ (Z.to_nat a) 1).

Let a_nat : (1 <= Z.to_nat a)%nat.
Proof. lia. Qed.

(** L(x) and U(x) count the coordinates up to x. *)
Theorem L_greatest (x m : nat) : (xs m <= x <-> m <= Z.to_nat (L (Z.of_nat x)))%nat.
Proof.
  destruct (L_U (Z.of_nat x)) as (l & lo & _); [lia|].
  assert (E := X_closed a a_pos m). fold (xs m) in E. split; intro h.
  - apply Nat.nlt_ge. intro lt.
    assert (g := F_mono a a_pos (L (Z.of_nat x)) (Z.of_nat m)).
    destruct (Z.eq_dec (Z.of_nat m) (L (Z.of_nat x) + 1)) as [e|ne]; [rewrite e in E; lia|].
    assert (g' := F_mono a a_pos (L (Z.of_nat x) + 1) (Z.of_nat m)). lia.
  - destruct (Z.eq_dec (Z.of_nat m) (L (Z.of_nat x))) as [e|ne]; [rewrite e in E; lia|].
    assert (g := F_mono a a_pos (Z.of_nat m) (L (Z.of_nat x))). lia.
Qed.

Theorem U_greatest (x m : nat) : (ys m <= x <-> m <= Z.to_nat (U (Z.of_nat x)))%nat.
Proof.
  destruct (L_U (Z.of_nat x)) as (l & _ & lo); [lia|].
  assert (u_ge : 0 <= U (Z.of_nat x)) by (unfold U; lia).
  set (u := U (Z.of_nat x)) in *. clearbody u.
  assert (E := Y_closed a a_pos m). fold (ys m) in E. split; intro h.
  - apply Nat.nlt_ge. intro lt.
    destruct (Z.eq_dec (Z.of_nat m) (u + 1)) as [e|ne]; [rewrite e in E; lia|].
    assert (g := F_mono a a_pos (u + 1) (Z.of_nat m)). nia.
  - destruct (Z.eq_dec (Z.of_nat m) u) as [e|ne]; [rewrite e in E; lia|].
    assert (g := F_mono a a_pos (Z.of_nat m) u). nia.
Qed.

(** The local index. *)
Theorem iota_closed (x : nat) : Z.of_nat (iotas x) =
  if F (L (Z.of_nat x)) =? Z.of_nat x then L (Z.of_nat x) else U (Z.of_nat x).
Proof.
  destruct (L_U (Z.of_nat x)) as (l & _); [lia|].
  assert (u_ge : 0 <= U (Z.of_nat x)) by (unfold U; lia).
  set (n := Z.to_nat (L (Z.of_nat x))). assert (n_id : Z.of_nat n = L (Z.of_nat x)) by lia.
  assert (E := X_closed a a_pos n). rewrite n_id in E. fold (xs n) in E.
  assert (top := L_greatest x). fold n in top.
  destruct (Z.eqb_spec (F (L (Z.of_nat x))) (Z.of_nat x)) as [e|ne].
  - rewrite <- n_id. f_equal. replace x with (xs n) by lia.
    apply lemma_3_2; [exact a_nat|lia].
  - destruct (iota_definition (Z.to_nat a) 1 a_nat ltac:(lia) x) as [[w|w] _].
    + exfalso. apply ne. rewrite <- E. f_equal. set (i := iotas x) in *.
      assert (hi := proj1 (top i) ltac:(lia)).
      assert (hn := proj2 (top n) ltac:(lia)).
      destruct (Nat.eq_dec i n) as [->|ni]; [lia|].
      assert (g := X_mono (Z.to_nat a) 1 0 a_nat ltac:(lia) i n ltac:(lia)).
      unfold x_ in *. lia.
    + set (i := iotas x) in *. assert (top' := U_greatest x).
      assert (hi := proj1 (top' i) ltac:(lia)).
      assert (hu := proj2 (top' (Z.to_nat (U (Z.of_nat x)))) ltac:(lia)).
      destruct (Nat.eq_dec i (Z.to_nat (U (Z.of_nat x)))) as [e|ni]; [lia|].
      assert (g := Y_mono (Z.to_nat a) 1 0 a_nat ltac:(lia) i _ ltac:(apply Nat.le_neq; split;
        [exact hi|exact ni])).
      unfold y_ in *. lia.
Qed.
End BeattyIota.
