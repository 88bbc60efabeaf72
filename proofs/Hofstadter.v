(** * Terminal set x + y <= 2: the P-positions by g

    Let x_n = floor(n phi), y_n = x_n + n be the P-positions of Wythoff's game, and
      g(0) = 1, g(1) = 0,  g(n) = 1 - g(m) if x_n = y_m + 1 for some m,  else g(n) = 1.
    With Wythoff's moves and terminal set x + y <= 2 the P-positions are
      (x_n + g(n) - 1, y_n + g(n)), n >= 0, in both orders, and (0, 0), (1, 1).
    GrundyOne.v gives g by Hofstadter's G.

    Source: [KomakiMiyaderaMurakami2025, Theorem 1]; its union omits (1, 1). *)

From Coq Require Import List ZArith Arith Lia ZifyNat Bool.
From Wythoff Require Import Game Sequence Wyt Remoteness Beatty Grundy Finite Pass TerminalSet.
Import ListNotations.

(** ** The two sequences of Wythoff's game *)

Definition xw (n : nat) : nat := X 1 1 0 n.
Definition yw (n : nat) : nat := xw n + n.

Theorem xw_floor n : Z.of_nat (xw n) = F 1 (Z.of_nat n).
Proof. exact (X_closed 1 ltac:(lia) n). Qed.

Lemma yw_Y n : Y 1 1 0 n = yw n.
Proof. unfold Y, yw, xw. lia. Qed.

Lemma xw_mono m n : m < n -> xw m < xw n.
Proof. intro h. apply (X_mono 1 1 0 (le_n 1) (le_n 1)) in h. unfold xw. lia. Qed.

Lemma xw_lt m n : xw m < xw n -> m < n.
Proof.
  intro h. apply Nat.nle_gt. intro le. destruct (Nat.eq_dec n m) as [->|ne]; [lia|].
  assert (g := xw_mono n m ltac:(lia)). lia.
Qed.

Lemma xw_inj m n : xw m = xw n -> m = n.
Proof. apply (X_inj 1 1 0 (le_n 1) (le_n 1)). Qed.

Lemma yw_mono m n : m < n -> yw m + 2 <= yw n.
Proof. intro h. assert (g := xw_mono m n h). unfold yw. lia. Qed.

Lemma yw_inj m n : yw m = yw n -> m = n.
Proof.
  intro e. destruct (Nat.lt_trichotomy m n) as [h|[h|h]]; auto; apply yw_mono in h; lia.
Qed.

Lemma xw_ge n : n <= xw n.
Proof. apply (X_ge 1 1 0 (le_n 1) (le_n 1)). Qed.

Lemma xw_first : xw 0 = 0 /\ xw 1 = 1 /\ xw 2 = 3 /\ xw 3 = 4.
Proof. repeat split; vm_compute; reflexivity. Qed.

(** Every positive number is in exactly one of the sequences. *)
Lemma complete_w t : 1 <= t -> exists j, 1 <= j /\ (t = xw j \/ t = yw j).
Proof.
  intro pos_t. destruct (iota_spec 1 1 0 (le_n 1) (le_n 1) t) as (c & hc & w).
  exists (iota 1 1 0 t). apply C_pairs in hc; try lia. rewrite yw_Y in hc.
  fold (xw (iota 1 1 0 t)) in hc.
  assert (c = t) by lia. subst c. split; [|exact hc].
  destruct (iota 1 1 0 t); [|lia]. unfold yw in hc. cbn in hc. lia.
Qed.

Lemma disjoint_w n m : 1 <= n -> 1 <= m -> xw n <> yw m.
Proof.
  intros pos_n pos_m e. destruct (Nat.lt_ge_cases m n) as [lt|ge].
  - apply (X_free 1 1 0 n m (yw m) pos_n lt); [|fold (xw n); lia].
    apply C_pairs; try lia. right. now rewrite yw_Y.
  - assert (xw n <= xw m). { destruct (Nat.eq_dec n m) as [->|ne]; [lia|].
    apply Nat.lt_le_incl, xw_mono. lia. }
    unfold yw in e. lia.
Qed.

(** The number after an upper one is a lower one. *)
Lemma after_upper m : 1 <= m -> exists n, 2 <= n /\ m < n /\ xw n = yw m + 1.
Proof.
  intro pos_m. destruct (complete_w (yw m + 1)) as (n & pos_n & [e|e]); [lia| |].
  - exists n. assert (m < n). { apply xw_lt. unfold yw in e. lia. } lia.
  - destruct (Nat.lt_trichotomy m n) as [h|[->|h]]; [apply yw_mono in h|..]; try lia.
    apply yw_mono in h. lia.
Qed.

(** ** The function g *)

Definition after (n m : nat) : bool := xw n =? yw m + 1.

Fixpoint g_upto (fuel n : nat) : nat :=
  match fuel with
  | 0 => 1
  | S fuel' =>
      match n with
      | 0 => 1
      | 1 => 0
      | _ => match find (after n) (seq 0 n) with Some m => 1 - g_upto fuel' m | None => 1 end
      end
  end.
Definition g (n : nat) : nat := g_upto (S n) n.

Lemma after_unique n m m' : after n m = true -> after n m' = true -> m = m'.
Proof. unfold after. rewrite !Nat.eqb_eq. intros. apply yw_inj. lia. Qed.

Lemma after_lt n m : after n m = true -> m < n.
Proof. unfold after, yw. rewrite Nat.eqb_eq. intro. apply xw_lt. lia. Qed.

Lemma g_step fuel n : g_upto (S fuel) (S (S n)) =
  match find (after (S (S n))) (seq 0 (S (S n))) with
  | Some m => 1 - g_upto fuel m
  | None => 1
  end.
Proof. reflexivity. Qed.

Lemma g_fuel fuel : forall n, n < fuel -> g_upto fuel n = g n.
Proof.
  unfold g. enough (H : forall n f f', n < f -> n < f' -> g_upto f n = g_upto f' n).
  { intros n lt. apply H; lia. }
  induction n as [n IH] using (well_founded_induction lt_wf). intros [|f] [|f'] lf lf'; try lia.
  destruct n as [|[|n]]; [reflexivity..|]. rewrite !g_step.
  destruct (find (after (S (S n))) (seq 0 (S (S n)))) as [m|] eqn:E; [|reflexivity].
  apply find_some in E as [hm _]. apply in_seq in hm. f_equal. apply IH; lia.
Qed.

Theorem g_0 : g 0 = 1. Proof. reflexivity. Qed.
Theorem g_1 : g 1 = 0. Proof. reflexivity. Qed.

Theorem g_after n m : 2 <= n -> xw n = yw m + 1 -> g n = 1 - g m.
Proof.
  intros h e. unfold g at 1. destruct n as [|[|n]]; try lia. rewrite g_step.
  assert (A : after (S (S n)) m = true) by now apply Nat.eqb_eq.
  destruct (find (after (S (S n))) (seq 0 (S (S n)))) as [m'|] eqn:E.
  - apply find_some in E as [hm A']. apply in_seq in hm. rewrite (after_unique _ _ _ A A').
    f_equal. apply g_fuel. lia.
  - rewrite (find_none _ _ E m) in A; [discriminate|]. apply in_seq. apply after_lt in A. lia.
Qed.

Theorem g_else n : 2 <= n -> (forall m, xw n <> yw m + 1) -> g n = 1.
Proof.
  intros h ne. unfold g. destruct n as [|[|n]]; try lia. rewrite g_step.
  destruct (find (after (S (S n))) (seq 0 (S (S n)))) as [m|] eqn:E; [|reflexivity].
  apply find_some in E as [_ A]. apply Nat.eqb_eq in A. now apply ne in A.
Qed.

Lemma g_cases n : 2 <= n ->
  (exists m, 1 <= m /\ xw n = yw m + 1 /\ g n = 1 - g m) \/
  (g n = 1 /\ forall m, xw n <> yw m + 1).
Proof.
  intro h. destruct (complete_w (xw n - 1)) as (m & pos_m & e).
  { assert (g0 := xw_ge n). lia. }
  assert (big : 3 <= xw n).
  { destruct xw_first as (_ & _ & e2 & _). destruct (Nat.eq_dec n 2) as [->|ne]; [lia|].
    assert (l := xw_mono 2 n ltac:(lia)). lia. }
  destruct e as [e|e].
  - right. assert (ne : forall m', xw n <> yw m' + 1).
    { intros m' e'. destruct (Nat.eq_dec m' 0) as [->|nz]; [cbn in e'; lia|].
      apply (disjoint_w m m'); lia. }
    split; [now apply g_else|exact ne].
  - left. exists m. assert (E : xw n = yw m + 1) by lia. repeat split; [exact pos_m|exact E|].
    now apply g_after.
Qed.

Lemma g_01 n : g n = 0 \/ g n = 1.
Proof.
  destruct n as [|[|n]]; [now right|now left|].
  destruct (g_cases (S (S n))) as [(m & _ & _ & e)|[e _]]; lia.
Qed.

(** ** The P-positions *)

Definition An (n : nat) : nat := xw n + g n - 1.
Definition Bn (n : nat) : nat := yw n + g n.

Lemma An_mono j n : 2 <= j -> j < n -> An j < An n.
Proof.
  intros hj lt. assert (x_lt := xw_mono j n lt). unfold An.
  destruct (g_cases n ltac:(lia)) as [(m & pos_m & e & _)|[gn _]].
  - assert (h := disjoint_w j m ltac:(lia) pos_m).
    destruct (g_01 j), (g_01 n); lia.
  - destruct (g_01 j); lia.
Qed.

Lemma An_not_Bn n j : 2 <= n -> 2 <= j -> An n <> Bn j.
Proof.
  intros hn hj e. unfold An, Bn in e. assert (x_ge := xw_ge n).
  destruct (g_cases n hn) as [(m & pos_m & en & gn)|[gn ne]].
  - destruct (g_01 m) as [gm|gm], (g_01 j) as [gj|gj].
    + apply (disjoint_w n j); lia.
    + assert (m = j) by (apply yw_inj; lia). subst. lia.
    + assert (m = j) by (apply yw_inj; lia). subst. lia.
    + destruct (Nat.lt_trichotomy m j) as [l|[->|l]]; try lia.
      * apply yw_mono in l. lia.
      * apply yw_mono in l. lia.
  - destruct (g_01 j) as [gj|gj].
    + apply (disjoint_w n j); lia.
    + apply (ne j). lia.
Qed.

Lemma AB_cover n t : 2 <= n -> 3 <= t -> t < An n ->
  exists j, 2 <= j < n /\ (t = An j \/ t = Bn j).
Proof.
  intros hn ht lt. destruct xw_first as (x0 & x1 & x2 & x3).
  assert (An_le : An n <= xw n) by (unfold An; destruct (g_01 n); lia).
  destruct (complete_w t) as (j & pos_j & [e|e]); [lia| |].
  - assert (hj : 2 <= j). { destruct (Nat.eq_dec j 1) as [->|ne]; lia. }
    destruct (g_cases j hj) as [(m & pos_m & ej & gj)|[gj _]].
    + destruct (g_01 m) as [gm|gm].
      * exists j. split; [split; [exact hj|apply xw_lt; lia]|]. left. unfold An. lia.
      * assert (m_lt : m < j) by (apply xw_lt; unfold yw in ej; lia).
        assert (m <> 1) by (intros ->; rewrite g_1 in gm; lia).
        exists m. split; [split; [lia|apply xw_lt; unfold yw in ej; lia]|]. right. unfold Bn. lia.
    + exists j. split; [split; [exact hj|apply xw_lt; lia]|]. left. unfold An. lia.
  - assert (hj : 2 <= j). { destruct (Nat.eq_dec j 1) as [->|ne]; [unfold yw in e; lia|lia]. }
    destruct (g_01 j) as [gj|gj].
    + exists j. split; [split; [exact hj|apply xw_lt; unfold yw in e; lia]|]. right. unfold Bn. lia.
    + destruct (after_upper j pos_j) as (l & hl & jl & el).
      assert (gl := g_after l j hl el).
      assert (El : t = An l) by (unfold An; lia).
      exists l. split; [|left; exact El]. split; [exact hl|].
      destruct (Nat.lt_trichotomy l n) as [q|[->|q]]; [exact q|lia|].
      assert (r := An_mono n l hn q). lia.
Qed.

(** The sequence with terminal set x + y <= 2 is the one given by g. *)
Theorem X_by_g n : 2 <= n -> X 1 1 2 (n - 1) = An n.
Proof.
  induction n as [n IH] using (well_founded_induction lt_wf). intro hn.
  destruct xw_first as (x0 & x1 & x2 & x3).
  assert (big : 3 <= An n).
  { destruct (Nat.eq_dec n 2) as [->|ne]; [vm_compute; lia|].
    assert (h := An_mono 2 n (le_n 2) ltac:(lia)). assert (An 2 = 3) by (vm_compute; reflexivity).
    lia. }
  assert (Y_by_g : forall j, 2 <= j < n -> Y 1 1 2 (j - 1) = Bn j).
  { intros j hj. unfold Y. rewrite IH by lia. unfold An, Bn, yw. assert (h := xw_ge j). lia. }
  apply X_determined; [lia| |].
  - intros i c hi hc w. assert (c = An n) by lia. subst c. clear w.
    destruct i as [|i]; cbn [C] in hc; [lia|].
    replace (S i) with (S (S i) - 1) in hc by lia.
    rewrite IH, Y_by_g in hc by lia. destruct hc as [e|e].
    + assert (h := An_mono (S (S i)) n ltac:(lia) ltac:(lia)). lia.
    + now apply (An_not_Bn n (S (S i)) hn ltac:(lia)).
  - intros t lt. destruct (Nat.le_gt_cases t 2) as [h|h].
    + exists 0, t. cbn. lia.
    + destruct (AB_cover n t hn h lt) as (j & hj & e). exists (j - 1), t.
      split; [lia|]. split; [|lia]. destruct j as [|[|j]]; try lia. cbn [Nat.sub].
      change (C 1 1 2 (S j) t) with (t = X 1 1 2 (S (S j) - 1) \/ t = Y 1 1 2 (S (S j) - 1)).
      rewrite IH, Y_by_g by lia. exact e.
Qed.

Lemma Y_by_g n : 2 <= n -> Y 1 1 2 (n - 1) = Bn n.
Proof. intro hn. unfold Y. rewrite X_by_g by exact hn. unfold An, Bn, yw. assert (h := xw_ge n).
  lia. Qed.

(** The P-positions, with the (1, 1) that the source's union omits. *)
Theorem P_by_g x y : @is_P Normal early (x, y) = true <->
  (x = 0 /\ y = 0) \/ (x = 1 /\ y = 1) \/
  exists n, (x = xw n + g n - 1 /\ y = yw n + g n) \/ (x = yw n + g n /\ y = xw n + g n - 1).
Proof.
  destruct xw_first as (x0 & x1 & x2 & x3).
  unfold early. rewrite P_until by lia. split.
  - intros [m p]. destruct m as [|m].
    + cbn in p. assert (cases : x = 0 /\ y = 0 \/ x = 1 /\ y = 1 \/
        (x = 0 /\ y = 1 \/ x = 1 /\ y = 0) \/ (x = 0 /\ y = 2 \/ x = 2 /\ y = 0)) by lia.
      destruct cases as [h|[h|[h|h]]]; [now left|now right; left|right; right; exists 0|
        right; right; exists 1]; unfold yw; rewrite ?g_0, ?g_1, ?x0, ?x1; cbn; lia.
    + right. right. exists (S (S m)). cbn [P] in p.
      replace (S m) with (S (S m) - 1) in p by lia. rewrite X_by_g, Y_by_g in p by lia. exact p.
  - intros [[-> ->]|[[-> ->]|[n h]]]; [exists 0; cbn; lia|exists 0; cbn; lia|].
    destruct n as [|[|n]].
    + exists 0. unfold yw in h. rewrite g_0, x0 in h. cbn in *. lia.
    + exists 0. unfold yw in h. rewrite g_1, x1 in h. cbn in *. lia.
    + exists (S n). cbn [P]. replace (S n) with (S (S n) - 1) by lia.
      rewrite X_by_g, Y_by_g by lia. exact h.
Qed.
