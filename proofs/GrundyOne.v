(** * Terminal set x + y <= 2: Grundy value 1, and Hofstadter's G

    For x >= 8 or y >= 8 the Grundy value is 1 exactly at the P-positions of Wythoff's game;
    everywhere it is 1 exactly at the misère P-positions.
    Hofstadter's G, h(0) = 0, h(n) = n - h(h(n - 1)), is h(n) = max { m : x_m <= n }, and for
    n >= 2: g(n) = 1 - g(h(n - 1)) if h(n - 2) < h(n - 1), else 1.

    Source: [KomakiMiyaderaMurakami2025]. *)

From Coq Require Import List ZArith Arith Lia ZifyNat Bool.
From Wythoff Require Import Game Sequence Wyt Remoteness Grundy Finite Pass TerminalSet Hofstadter.
Import ListNotations.

(** ** Grundy value 1 *)

(** In any game: value 1 means N, with no option of value 1. *)
Lemma grundy_1_rule {G : Game} (p : pos G) : (grundy p =? 1) =
  negb (is_P Normal p) && forallb (fun t => negb (grundy t =? 1)) (moves p).
Proof.
  rewrite grundy_0. destruct (Nat.eqb_spec (grundy p) 1) as [e|ne].
  - rewrite e. cbn [Nat.eqb negb andb]. symmetry. apply forallb_forall. intros t ht.
    apply negb_true_iff, Nat.eqb_neq. rewrite <- e. now apply grundy_option.
  - destruct (Nat.eqb_spec (grundy p) 0) as [z|nz]; [reflexivity|]. cbn [negb andb]. symmetry.
    destruct (grundy_reach p 1) as (t & ht & e); [lia|]. apply (forallb_false _ _ t ht).
    now rewrite e.
Qed.

Lemma early_obeys : obeys 8 (fun s => negb (early_P s)) (fun s => early_grundy s =? 1).
Proof.
  intros s out. unfold early_grundy at 1. rewrite grundy_1_rule.
  rewrite early_moves by now apply out_total. reflexivity.
Qed.

(** Outside the box no P-position of Wythoff's game is one of the game that ends early. *)
Lemma wythoff_P_not_early s : in_box 8 s = false -> wythoff_P s = true -> early_P s = false.
Proof.
  destruct s as [x y]. intros out w. apply not_true_is_false. intro e.
  unfold in_box in out. cbn [fst snd] in out. apply andb_false_iff in out.
  rewrite !Nat.ltb_ge in out. unfold early_P in e. apply P_by_g in e.
  unfold wythoff_P, wythoff in w. apply P_positions in w; [|lia..]. destruct w as [m w].
  change (x_ 1 1 m) with (xw m) in w. unfold y_ in w. rewrite yw_Y in w.
  destruct e as [e|[e|[n e]]]; [lia..|].
  assert (xn := xw_ge n). assert (xm := xw_ge m). assert (mono := xw_mono n m).
  unfold yw in *. assert (g01 := g_01 n).
  destruct (Nat.eq_dec n 0) as [->|nz]; [change (xw 0) with 0 in *; lia|].
  assert (m = S n) by lia. lia.
Qed.

Lemma wythoff_obeys_early : obeys 8 (fun s => negb (early_P s)) wythoff_P.
Proof.
  intros s out. assert (rule := wythoff_obeys 8 s out). cbn [andb] in rule.
  destruct (wythoff_P s) eqn:w.
  - rewrite (wythoff_P_not_early s out w). exact rule.
  - rewrite <- rule. now rewrite andb_false_r.
Qed.

Theorem grundy_1_theorem x y : 8 <= x \/ 8 <= y ->
  (@grundy early (x, y) = 1 <-> @is_P Normal wythoff (x, y) = true).
Proof.
  intro h. assert (E : (early_grundy (x, y) =? 1) = wythoff_P (x, y)).
  { apply (transfer 8 (fun s => negb (early_P s)) (fun s => early_grundy s =? 1) wythoff_P
      early_B set_A).
    - exact early_obeys.
    - exact wythoff_obeys_early.
    - exact grundy_1_box.
    - intros s hs. apply A_box. now apply (smaller_box 8 9); [lia|].
    - vm_compute. reflexivity.
    - vm_compute. reflexivity.
    - now apply out_8. }
  rewrite <- Nat.eqb_eq. change (@grundy early (x, y)) with (early_grundy (x, y)).
  now rewrite E.
Qed.

(** Everywhere: Grundy value 1 exactly at the misère P-positions. *)
Theorem grundy_1_misere x y : @grundy early (x, y) = 1 <-> @is_P Misere early (x, y) = true.
Proof.
  destruct (in_box 8 (x, y)) eqn:b.
  - rewrite <- Nat.eqb_eq. change (@grundy early (x, y)) with (early_grundy (x, y)).
    rewrite (grundy_1_box _ b).
    change (@is_P Misere early (x, y)) with (early_misere_P (x, y)).
    now rewrite (early_misere_box _ b).
  - assert (h : 8 <= x \/ 8 <= y).
    { unfold in_box in b. cbn [fst snd] in b. apply andb_false_iff in b.
      rewrite !Nat.ltb_ge in b. lia. }
    now rewrite (grundy_1_theorem x y h), (misere_theorem x y h).
Qed.

(** ** Hofstadter's G *)

(** The number of lower coordinates up to n. *)
Definition lower_count (n : nat) : nat := first (fun m => n <? xw (S m)) n.

Lemma lower_count_spec n : xw (lower_count n) <= n < xw (S (lower_count n)).
Proof.
  unfold lower_count. set (T := fun m => n <? xw (S m)).
  destruct (first_found T n n (le_n n)) as [found _].
  { apply Nat.ltb_lt. assert (h := xw_ge (S n)). lia. }
  split; [|now apply Nat.ltb_lt].
  destruct (first T n) as [|m] eqn:E; [cbn; lia|].
  assert (h := first_below T n m ltac:(lia)). unfold T in h. now apply Nat.ltb_ge in h.
Qed.

Lemma lower_count_unique n m : xw m <= n < xw (S m) -> lower_count n = m.
Proof.
  intro h. assert (g := lower_count_spec n).
  assert (lower_count n < S m) by (apply xw_lt; lia).
  assert (m < S (lower_count n)) by (apply xw_lt; lia). lia.
Qed.

Lemma lower_count_le m n : m <= lower_count n <-> xw m <= n.
Proof.
  assert (g := lower_count_spec n). split; intro h.
  - destruct (Nat.eq_dec m (lower_count n)) as [->|ne]; [lia|].
    assert (l := xw_mono m (lower_count n) ltac:(lia)). lia.
  - apply Nat.lt_succ_r, xw_lt. lia.
Qed.

(** The rest are upper ones. *)
Lemma upper_count n : yw (n - lower_count n) <= n < yw (S (n - lower_count n)).
Proof.
  induction n as [|n IH].
  - cbn. lia.
  - assert (s := lower_count_spec n). assert (le : lower_count n <= n).
    { assert (h := xw_ge (lower_count n)). lia. }
    destruct (complete_w (S n)) as (j & pos_j & [e|e]); [lia| |].
    + assert (E : lower_count (S n) = S (lower_count n)).
      { apply lower_count_unique. assert (j = S (lower_count n)) as ->.
        { assert (lower_count n < j) by (apply xw_lt; lia).
          destruct (Nat.eq_dec j (S (lower_count n))) as [|ne]; [assumption|].
          assert (l := xw_mono (S (lower_count n)) j ltac:(lia)). lia. }
        assert (l := xw_mono (S (lower_count n)) (S (S (lower_count n)))). lia. }
      rewrite E. cbn [Nat.sub]. assert (d := disjoint_w j (S (n - lower_count n))). lia.
    + assert (E : lower_count (S n) = lower_count n).
      { apply lower_count_unique. assert (d := disjoint_w (S (lower_count n)) j). lia. }
      rewrite E. replace (S n - lower_count n) with (S (n - lower_count n)) by lia.
      assert (j = S (n - lower_count n)) as ->.
      { set (u := n - lower_count n) in *. destruct (Nat.lt_trichotomy j (S u)) as [l|[l|l]]; auto.
        - destruct (Nat.eq_dec j u) as [->|ne]; [lia|]. assert (q := yw_mono j u). lia.
        - assert (q := yw_mono (S u) j l). lia. }
      assert (q := yw_mono (S (n - lower_count n)) (S (S (n - lower_count n)))). lia.
Qed.

(** The number before an upper coordinate: y_m - 1 = x_{x_m}. *)
Lemma before_upper m : 1 <= m -> xw (xw m) + 1 = yw m.
Proof.
  intro pos_m. assert (x_ge := xw_ge m). remember (yw m - 1) as t eqn:ht.
  assert (t_pos : 1 <= t) by (unfold yw in ht; lia).
  assert (u := upper_count t). assert (le : lower_count t <= t).
  { assert (h := lower_count_spec t). assert (h' := xw_ge (lower_count t)). lia. }
  assert (count : t - lower_count t = m - 1).
  { set (v := t - lower_count t) in *. destruct (Nat.lt_trichotomy v (m - 1)) as [l|[l|l]]; auto.
    - destruct (Nat.eq_dec (S v) (m - 1)) as [e|ne].
      + rewrite e in u. assert (q := yw_mono (m - 1) m ltac:(lia)). lia.
      + assert (q := yw_mono (S v) (m - 1) ltac:(lia)).
        assert (q' := yw_mono (m - 1) m ltac:(lia)). lia.
    - destruct (Nat.eq_dec v m) as [e|ne]; [rewrite e in u; unfold yw in *; lia|].
      assert (q := yw_mono m v ltac:(lia)). lia. }
  assert (E : lower_count t = xw m) by (unfold yw in *; lia).
  assert (s := lower_count_spec t). rewrite E in s.
  destruct (complete_w t t_pos) as (j & pos_j & [e|e]).
  - enough (j = xw m) by (subst j; unfold yw in *; lia).
    rewrite <- E. symmetry. apply lower_count_unique. rewrite <- e.
    assert (q := xw_mono j (S j) ltac:(lia)). lia.
  - exfalso. destruct (Nat.lt_trichotomy j m) as [l|[l|l]].
    + apply yw_mono in l. lia.
    + subst. unfold yw in *. lia.
    + apply yw_mono in l. lia.
Qed.

Theorem lower_count_hofstadter n :
  lower_count (S n) = S n - lower_count (lower_count n).
Proof.
  assert (u := upper_count (S n)). assert (le : lower_count (S n) <= S n).
  { assert (h := lower_count_spec (S n)). assert (h' := xw_ge (lower_count (S n))). lia. }
  enough (E : lower_count (lower_count n) = S n - lower_count (S n)) by lia.
  set (v := S n - lower_count (S n)) in *. apply Nat.le_antisymm.
  - apply Nat.nlt_ge. intro h. apply Nat.le_succ_l in h.
    rewrite !lower_count_le in h.
    assert (b := before_upper (S v) ltac:(lia)). lia.
  - rewrite !lower_count_le. destruct (Nat.eq_dec v 0) as [->|ne]; [cbn; lia|].
    assert (b := before_upper v ltac:(lia)). lia.
Qed.

(** Hofstadter's recursion has this function as its only solution. *)
Theorem hofstadter h : h 0 = 0 -> (forall n, h (S n) = S n - h (h n)) ->
  forall n, h n = lower_count n.
Proof.
  intros h0 hS. induction n as [n IH] using (well_founded_induction lt_wf).
  destruct n as [|n]; [exact h0|]. rewrite hS, lower_count_hofstadter, (IH n) by lia.
  f_equal. apply IH. assert (s := lower_count_spec n). assert (x := xw_ge (lower_count n)). lia.
Qed.

(** g by Hofstadter's G. *)
Theorem g_by_hofstadter n : 2 <= n -> g n =
  if lower_count (n - 2) <? lower_count (n - 1) then 1 - g (lower_count (n - 1)) else 1.
Proof.
  intro hn. set (l := lower_count (n - 1)).
  assert (s := lower_count_spec (n - 1)). fold l in s.
  assert (s' := lower_count_spec (n - 2)).
  destruct (Nat.ltb_spec (lower_count (n - 2)) l) as [lt|ge].
  - assert (e : xw l = n - 1).
    { assert (q : ~ xw l <= n - 2) by (rewrite <- lower_count_le; lia). lia. }
    assert (pos_l : 1 <= l) by lia.
    assert (b := before_upper l pos_l). rewrite e in b.
    apply g_after; [exact hn|].
    destruct (after_upper l pos_l) as (n' & _ & _ & e'). rewrite <- e'. f_equal.
    destruct (Nat.lt_trichotomy n n') as [q|[q|q]]; [|exact q|].
    + exfalso. assert (q1 := xw_mono (n - 1) n ltac:(lia)). assert (q2 := xw_mono n n' q).
      assert (d := disjoint_w n l ltac:(lia) pos_l). lia.
    + exfalso. assert (q1 : n' < n) by exact q.
      destruct (Nat.eq_dec n' (n - 1)) as [e2|ne]; [rewrite e2 in e'; lia|].
      assert (q2 := xw_mono n' (n - 1) ltac:(lia)). lia.
  - apply g_else; [exact hn|]. intros m e.
    destruct (Nat.eq_dec m 0) as [->|nz].
    { destruct xw_first as (_ & _ & x2 & _). cbn in e.
      destruct (Nat.eq_dec n 2) as [->|ne]; [lia|]. assert (q := xw_mono 2 n ltac:(lia)). lia. }
    assert (b := before_upper m ltac:(lia)). assert (q : xw m < n) by (apply xw_lt; lia).
    assert (q' : ~ xw m < n - 1).
    { intro r. assert (r1 := xw_mono (xw m) (n - 1) r). assert (r2 := xw_mono (n - 1) n ltac:(lia)).
      assert (d := disjoint_w (n - 1) m ltac:(lia) ltac:(lia)). lia. }
    assert (E : xw m = n - 1) by lia.
    assert (c1 : m <= l) by (apply lower_count_le; lia).
    assert (c2 : ~ m <= lower_count (n - 2)) by (rewrite lower_count_le; lia). lia.
Qed.

(** First values of g. *)
Example g_values : map g (seq 0 9) = [1; 0; 1; 1; 0; 0; 1; 1; 1].
Proof. vm_compute. reflexivity. Qed.
