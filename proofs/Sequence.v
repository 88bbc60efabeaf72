(** * The P-position sequence of WYT(a, b)

    mex_b(S) is the least t >= 0 with no element of S in (t - b, t].  Fix a, b >= 1 and k >= 0.
    The game is WYT(a, b), ended at all positions with x + y <= k; k = 0 is WYT(a, b) itself.
    Index 0 stands for the terminal positions, with coordinates 0, ..., k.  For m >= 1
      X m = mex_b of all coordinates of smaller index,    Y m = X m + k + a m.
    The local index iota(x) is the least index with a coordinate in the window (x - b, x].

    Proved: every window holds a coordinate, at most one X and at most one Y (Lemma 3.1);
    iota(x) > q implies x >= X (q+1) > X q (implication (9)); iota(X m) = m (Lemma 3.2).

    Source: [SanchezGalanXu, sections 2 and 3] for k = 0; k > 0 is derived for this project. *)

From Coq Require Import List ZArith Arith Lia ZifyNat Bool.
Import ListNotations.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

(** The least t < n with T t, else n. *)
Fixpoint first (T : nat -> bool) (n : nat) : nat :=
  match n with
  | 0 => 0
  | S n' => if T 0 then 0 else S (first (fun t => T (S t)) n')
  end.

Lemma first_below T n t : t < first T n -> T t = false.
Proof.
  revert T t. induction n as [|n IH]; intros T t; cbn; [lia|].
  destruct (T 0) eqn:E; [lia|]. destruct t as [|t]; [auto|].
  intro lt. apply (IH (fun t => T (S t))). lia.
Qed.

Lemma first_found T n i : i <= n -> T i = true -> T (first T n) = true /\ first T n <= i.
Proof.
  revert T i. induction n as [|n IH]; intros T i le Ti; cbn.
  - assert (i = 0) by lia. subst. auto.
  - destruct (T 0) eqn:E; [split; [exact E|lia]|]. destruct i as [|i]; [congruence|].
    destruct (IH (fun t => T (S t)) i ltac:(lia) Ti) as [h1 h2]. split; [exact h1|lia].
Qed.

(** c lies in the window (t - b, t]. *)
Definition in_window (b t c : nat) : bool := (c <=? t) && (t <? c + b).

Definition mexb (b : nat) (V : list nat) : nat :=
  first (fun t => forallb (fun c => negb (in_window b t c)) V) (list_max V + b).

Lemma in_window_spec b t c : in_window b t c = true <-> c <= t < c + b.
Proof. unfold in_window. rewrite andb_true_iff, Nat.leb_le, Nat.ltb_lt. tauto. Qed.

Lemma mexb_spec b V :
  (forall c, In c V -> ~ c <= mexb b V < c + b) /\
  (forall t, t < mexb b V -> exists c, In c V /\ c <= t < c + b).
Proof.
  unfold mexb. set (T := fun t => _).
  assert (free : T (list_max V + b) = true).
  { apply forallb_forall. intros c hc. apply negb_true_iff, not_true_is_false.
    rewrite in_window_spec. assert (c <= list_max V); [|lia].
    assert (h := proj1 (list_max_le V _) (le_n _)). rewrite Forall_forall in h. auto. }
  split.
  - intros c hc. destruct (first_found T _ _ (le_n _) free) as [top _]. unfold T at 1 in top.
    rewrite forallb_forall in top. specialize (top c hc).
    rewrite <- in_window_spec. destruct (in_window b _ c); [discriminate|congruence].
  - intros t lt. assert (below := first_below T _ t lt). unfold T in below.
    assert (h : exists c, In c V /\ negb (in_window b t c) = false).
    { clear - below. induction V as [|c V IH]; [discriminate|]. cbn in below.
      destruct (negb (in_window b t c)) eqn:E; [|exists c; cbn; auto].
      destruct (IH below) as (d & h & F). exists d. cbn. auto. }
    destruct h as (c & hc & E). exists c. split; [exact hc|].
    apply negb_false_iff in E. now apply in_window_spec.
Qed.

Set Default Proof Using "All".

Section Sequence.
Variables a b k : nat.

(** All coordinates of index below m. *)
Fixpoint coords (m : nat) : list nat :=
  match m with
  | 0 => []
  | 1 => seq 0 (S k)
  | S i => coords i ++ [mexb b (coords i); mexb b (coords i) + k + a * i]
  end.

Definition X (m : nat) : nat := match m with 0 => 0 | S _ => mexb b (coords m) end.
Definition Y (m : nat) : nat := X m + k + a * m.

(** c is a coordinate of index m; (x, y) is a P-position of index m. *)
Definition C (m c : nat) : Prop := match m with 0 => c <= k | S _ => c = X m \/ c = Y m end.
Definition P (m x y : nat) : Prop :=
  match m with 0 => x + y <= k | S _ => x = X m /\ y = Y m \/ x = Y m /\ y = X m end.

Lemma coords_spec m c : In c (coords m) <-> exists i, i < m /\ C i c.
Proof.
  induction m as [|[|m] IH].
  - cbn. split; [tauto|]. intros (i & h & _). lia.
  - change (coords 1) with (seq 0 (S k)). rewrite in_seq. split.
    + intro h. exists 0. cbn. lia.
    + intros (i & hi & hc). assert (i = 0) by lia. subst. cbn in hc. lia.
  - change (coords (S (S m))) with (coords (S m) ++ [X (S m); Y (S m)]).
    rewrite in_app_iff, IH. cbn [In]. split.
    + intros [(i & hi & hc)|[<-|[<-|[]]]]; [exists i|exists (S m)..]; cbn [C]; auto with arith.
    + intros (i & hi & hc). destruct (Nat.eq_dec i (S m)) as [->|ne].
      * cbn [C] in hc. intuition.
      * left. exists i. split; [lia|exact hc].
Qed.

(** The two halves of the recursion; only these are used from here on. *)
Lemma X_free m i c : 1 <= m -> i < m -> C i c -> ~ c <= X m < c + b.
Proof.
  intros pos_m lt hc. destruct m as [|m]; [lia|]. apply (proj1 (mexb_spec b (coords (S m)))).
  apply coords_spec. eauto.
Qed.

Lemma X_cover m t : t < X m -> exists i c, i < m /\ C i c /\ c <= t < c + b.
Proof.
  intro lt. destruct m as [|m]; [cbn in lt; lia|].
  destruct (proj2 (mexb_spec b (coords (S m))) t lt) as (c & hc & w).
  apply coords_spec in hc as (i & hi & hc). exists i, c. auto.
Qed.

(** The recursion determines the sequence. *)
Lemma X_determined m z : 1 <= m -> (forall i c, i < m -> C i c -> ~ c <= z < c + b) ->
  (forall t, t < z -> exists i c, i < m /\ C i c /\ c <= t < c + b) -> X m = z.
Proof.
  intros pos_m free cover. destruct (Nat.lt_trichotomy (X m) z) as [lt|[e|lt]]; [|exact e|].
  - destruct (cover (X m) lt) as (i & c & hi & hc & w). destruct (X_free m i c pos_m hi hc w).
  - destruct (X_cover m z lt) as (i & c & hi & hc & w). destruct (free i c hi hc w).
Qed.

Hypothesis a_pos : 1 <= a.
Hypothesis b_pos : 1 <= b.

Lemma C_X m : C m (X m).
Proof. destruct m; cbn [C]; [cbn; lia|auto]. Qed.

Lemma X_1 : X 1 = k + b.
Proof.
  apply X_determined; [lia| |].
  - intros i c hi hc. assert (i = 0) by lia. subst. cbn in hc. lia.
  - intros t lt. exists 0, (min t k). cbn. lia.
Qed.

Lemma X_step m : X m + b <= X (S m).
Proof.
  destruct m as [|m]; [rewrite X_1; cbn; lia|].
  assert (h := X_free (S (S m)) (S m) (X (S m)) ltac:(lia) ltac:(lia) (C_X (S m))).
  destruct (Nat.lt_ge_cases (X (S (S m))) (X (S m))) as [lt|ge]; [|lia].
  destruct (X_cover (S m) _ lt) as (i & c & hi & hc & w).
  destruct (X_free (S (S m)) i c ltac:(lia) ltac:(lia) hc w).
Qed.

Lemma X_mono m n : m < n -> X m + b <= X n.
Proof.
  induction n as [|n IH]; intro lt; [lia|]. assert (h := X_step n).
  destruct (Nat.eq_dec m n) as [->|ne]; [exact h|]. specialize (IH ltac:(lia)). lia.
Qed.

Lemma X_ge m : m <= X m.
Proof. induction m as [|m IH]; [lia|]. assert (h := X_step m). lia. Qed.

Lemma Y_mono m n : m < n -> Y m + b + a <= Y n.
Proof. intro lt. assert (h := X_mono m n lt). unfold Y. nia. Qed.

Lemma X_inj m n : X m = X n -> m = n.
Proof.
  intro e. destruct (Nat.lt_trichotomy m n) as [h|[h|h]]; auto; apply X_mono in h; lia.
Qed.

(** ** The local index *)

Definition meets (x m : nat) : bool :=
  match m with
  | 0 => x <? k + b
  | S _ => in_window b x (X m) || in_window b x (Y m)
  end.

Lemma meets_spec x m : meets x m = true <-> exists c, C m c /\ c <= x < c + b.
Proof.
  destruct m as [|m]; cbn [meets].
  - rewrite Nat.ltb_lt. split.
    + intro h. exists (min x k). cbn. lia.
    + intros (c & hc & h). cbn in hc. lia.
  - rewrite orb_true_iff, !in_window_spec. split.
    + intros [h|h]; [exists (X (S m))|exists (Y (S m))]; cbn [C]; auto.
    + intros (c & [->| ->] & h); auto.
Qed.

Definition iota (x : nat) : nat := first (meets x) x.

(** Lemma 3.1: every window below X m holds a coordinate of index below m. *)
Theorem window_holds m x : x < X m -> exists i c, i < m /\ C i c /\ c <= x < c + b.
Proof. apply X_cover. Qed.

(** ... and at most one X and at most one Y of index >= 1. *)
Theorem window_holds_one_X x i j :
  X i <= x < X i + b -> X j <= x < X j + b -> i = j.
Proof.
  intros hi hj. destruct (Nat.lt_trichotomy i j) as [h|[h|h]]; auto; apply X_mono in h; lia.
Qed.

Theorem window_holds_one_Y x i j :
  Y i <= x < Y i + b -> Y j <= x < Y j + b -> i = j.
Proof.
  intros hi hj. destruct (Nat.lt_trichotomy i j) as [h|[h|h]]; auto; apply Y_mono in h; lia.
Qed.

Lemma iota_least x m : meets x m = true -> meets x (iota x) = true /\ iota x <= m.
Proof.
  assert (lt : x < X (S x)) by (assert (h := X_ge (S x)); lia).
  destruct (X_cover (S x) x lt) as (i & c & hi & hc & w). intro M. unfold iota.
  assert (N : meets x i = true) by (apply meets_spec; eauto).
  destruct (first_found (meets x) x i ltac:(lia) N) as [h1 h2]. split; [exact h1|].
  destruct (Nat.le_gt_cases m x) as [h|h]; [now apply first_found|lia].
Qed.

Lemma iota_spec x : exists c, C (iota x) c /\ c <= x < c + b.
Proof.
  assert (lt : x < X (S x)) by (assert (h := X_ge (S x)); lia).
  destruct (X_cover (S x) x lt) as (i & c & hi & hc & w).
  apply meets_spec, (iota_least x i), meets_spec. eauto.
Qed.

Lemma iota_le x m c : C m c -> c <= x < c + b -> iota x <= m.
Proof. intros hc w. apply iota_least, meets_spec. eauto. Qed.

Lemma iota_below x m : x < X m -> iota x < m.
Proof.
  intro lt. destruct (X_cover m x lt) as (i & c & hi & hc & w).
  assert (h := iota_le x i c hc w). lia.
Qed.

(** Implication (9). *)
Theorem iota_above x q : q < iota x -> X (S q) <= x /\ X q < X (S q).
Proof.
  intro lt. split.
  - destruct (Nat.lt_ge_cases x (X (S q))) as [h|h]; [|exact h]. apply iota_below in h. lia.
  - assert (h := X_step q). lia.
Qed.

(** Lemma 3.2. *)
Theorem iota_X m : iota (X m) = m.
Proof.
  assert (le := iota_le (X m) m (X m) (C_X m) ltac:(lia)).
  destruct (Nat.eq_dec (iota (X m)) m) as [e|ne]; [exact e|].
  destruct (iota_spec (X m)) as (c & hc & w).
  destruct (X_free m (iota (X m)) c ltac:(lia) ltac:(lia) hc w).
Qed.

(** For k <= 1 the terminal positions other than a (0, 0) with k = 1 are (X 0, Y 0) too, and the
    recursion is the one of the papers. *)
Lemma C_pairs m c : k <= 1 -> (C m c <-> c = X m \/ c = Y m).
Proof. intro h. destruct m; unfold Y; cbn [C X]; [|tauto]. lia. Qed.

Theorem X_mexb m : k <= 1 -> X m = mexb b (flat_map (fun i => [X i; Y i]) (seq 0 m)).
Proof.
  intro k_le. destruct m as [|m].
  - unfold mexb. cbn. destruct b; [lia|reflexivity].
  - set (V := flat_map _ _). assert (hV : forall c, In c V <-> exists i, i < S m /\ C i c).
    { intro c. unfold V. rewrite in_flat_map. split.
      - intros (i & hi & hc). apply in_seq in hi. exists i. split; [lia|]. apply C_pairs; [lia|].
        cbn [In] in hc. intuition.
      - intros (i & hi & hc). exists i. rewrite in_seq. split; [lia|].
        apply C_pairs in hc; [|lia]. cbn [In]. intuition. }
    destruct (mexb_spec b V) as [free cover]. apply X_determined; [lia| |].
    + intros i c hi hc. apply free, hV. eauto.
    + intros t lt. destruct (cover t lt) as (c & hc & w). apply hV in hc as (i & hi & hc).
      eauto.
Qed.

(** Index 0 is found exactly below k + b. *)
Lemma iota_0 x : iota x = 0 <-> x < k + b.
Proof.
  split; intro h.
  - destruct (iota_spec x) as (c & hc & w). rewrite h in hc. cbn in hc. lia.
  - rewrite <- X_1 in h. apply iota_below in h. lia.
Qed.
End Sequence.
