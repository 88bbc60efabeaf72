(** * Certified tables, and what a finite box says about everything outside it

    A table of values on a finite set of positions that moves do not leave is certified by
    checking the recursion at each position; that check runs inside the proof assistant.

    Transfer: let f and g be sets of positions of Wythoff's board.  Suppose that outside the
    box x, y < n both obey the same rule, s in h exactly when c(s) and no option of s is in h,
    and that in the box every row, every column and every diagonal meets f exactly when it
    meets g.  Then f and g agree at every position outside the box.

    Source: the idea of [MiyaderaManabeFukui2025, Lemmas 2 and 3 and the main theorem], in a
    form that serves [KomakiMiyaderaMurakami2025] too. *)

From Coq Require Import List ZArith Arith Lia ZifyNat Bool.
From Wythoff Require Import Game Sequence Wyt.
Import ListNotations.

(** ** Certified tables *)

Section Table.
Context {G : Game} {A : Type} (step : list A -> A) (eqb : A -> A -> bool).
Context (inside : pos G -> bool) (cells : list (pos G)) (f : pos G -> A).
Hypothesis eqb_eq : forall x y, eqb x y = true -> x = y.
Hypothesis all_cells : forall p, inside p = true -> In p cells.

Definition table_ok : bool :=
  forallb (fun p => eqb (f p) (step (map f (moves p))) && forallb inside (moves p)) cells.

Theorem table_sound : table_ok = true -> forall p, inside p = true -> f p = by_moves G step p.
Proof.
  unfold table_ok. rewrite forallb_forall. intro ok.
  apply (by_moves_unique_on G step (fun p => inside p = true)).
  - intros p q hp hq. specialize (ok p (all_cells p hp)). apply andb_true_iff in ok as [_ ok].
    rewrite forallb_forall in ok. auto.
  - intros p hp. specialize (ok p (all_cells p hp)). apply andb_true_iff in ok as [ok _]. auto.
Qed.
End Table.

Definition in_box (n : nat) (s : nat * nat) : bool := (fst s <? n) && (snd s <? n).
Definition box (n : nat) : list (nat * nat) := list_prod (seq 0 n) (seq 0 n).

Lemma in_box_cells n s : in_box n s = true -> In s (box n).
Proof.
  destruct s as [x y]. unfold in_box, box. cbn [fst snd].
  rewrite andb_true_iff, !Nat.ltb_lt, in_prod_iff, !in_seq. lia.
Qed.

(** The value at (x, y) of a table given by its rows. *)
Definition at_ {A} (zero : A) (rows : list (list A)) (s : nat * nat) : A :=
  nth (snd s) (nth (fst s) rows []) zero.

Definition mem (s : nat * nat) (l : list (nat * nat)) : bool :=
  existsb (fun t => (fst t =? fst s) && (snd t =? snd s)) l.

(** A list of pairs and their mirrors. *)
Definition mirrored (l : list (nat * nat)) (s : nat * nat) : bool :=
  mem s l || mem (snd s, fst s) l.

(** ** Transfer *)

Definition queen_options : nat * nat -> list (nat * nat) := options 1 1 0.

Lemma queen_spec x y u v : In (u, v) (queen_options (x, y)) <->
  (v = y /\ u < x) \/ (u = x /\ v < y) \/ (exists t, 0 < t /\ x = u + t /\ y = v + t).
Proof.
  unfold queen_options. rewrite in_options. split.
  - intros (_ & e & f & -> & -> & h & r). assert (e = f \/ e = 0 \/ f = 0) as [->|[->| ->]] by lia.
    + right. right. exists f. lia.
    + right. left. lia.
    + left. lia.
  - intros [[-> h]|[[-> h]|(t & h & -> & ->)]]; (split; [lia|]).
    + exists (x - u), 0. lia.
    + exists 0, (y - v). lia.
    + exists t, t. lia.
Qed.

Definition same (b c : bool) : bool := Bool.eqb b c.

Definition same_shadow (n : nat) (f g : nat * nat -> bool) : bool :=
  forallb (fun i =>
    let meets (line : nat -> nat * nat) m :=
      same (existsb (fun j => f (line j)) (seq 0 m)) (existsb (fun j => g (line j)) (seq 0 m)) in
    meets (fun j => (j, i)) n && meets (fun j => (i, j)) n &&
    meets (fun j => (j, j + i)) (n - i) && meets (fun j => (j + i, j)) (n - i)) (seq 0 n).

Lemma meets_same (f g : nat -> bool) m j :
  same (existsb f (seq 0 m)) (existsb g (seq 0 m)) = true -> j < m -> f j = true ->
  exists i, i < m /\ g i = true.
Proof.
  intros e lt h. apply eqb_prop in e.
  assert (F : existsb f (seq 0 m) = true).
  { apply existsb_exists. exists j. rewrite in_seq. split; [lia|exact h]. }
  rewrite e in F. apply existsb_exists in F as (i & hi & gi). apply in_seq in hi.
  exists i. split; [lia|exact gi].
Qed.

(** An option in the box can be exchanged for one in the other set. *)
Lemma exchange n f g s t : same_shadow n f g = true -> in_box n s = false ->
  In t (queen_options s) -> in_box n t = true -> f t = true ->
  exists t', In t' (queen_options s) /\ in_box n t' = true /\ g t' = true.
Proof.
  destruct s as [x y], t as [u v]. unfold same_shadow. rewrite forallb_forall.
  intros shadow out ht tin ft. apply queen_spec in ht.
  unfold in_box in *. cbn [fst snd] in *. apply andb_false_iff in out.
  rewrite !Nat.ltb_ge in out. apply andb_true_iff in tin. rewrite !Nat.ltb_lt in tin.
  assert (line := fun i (hi : i < n) => shadow i (proj2 (in_seq n 0 i) (conj (Nat.le_0_l i) hi))).
  cbn beta zeta in line. clear shadow.
  assert (wrap : forall u' v', u' < n -> v' < n -> g (u', v') = true ->
    (v' = y /\ u' < x) \/ (u' = x /\ v' < y) \/ (exists d, 0 < d /\ x = u' + d /\ y = v' + d) ->
    exists t', In t' (queen_options (x, y)) /\ (fst t' <? n) && (snd t' <? n) = true /\
    g t' = true).
  { intros u' v' hu hv gt h. exists (u', v'). cbn [fst snd]. rewrite queen_spec.
    repeat split; [exact h| |exact gt]. now rewrite andb_true_iff, !Nat.ltb_lt. }
  destruct ht as [[-> h]|[[-> h]|(d & h & -> & ->)]].
  - destruct (proj1 (andb_true_iff _ _) (line y ltac:(lia))) as [l _].
    apply andb_true_iff in l as [l _]. apply andb_true_iff in l as [l _].
    destruct (meets_same _ _ n u l ltac:(lia) ft) as (i & hi & gi). apply (wrap i y); auto; lia.
  - destruct (proj1 (andb_true_iff _ _) (line x ltac:(lia))) as [l _].
    apply andb_true_iff in l as [l _]. apply andb_true_iff in l as [_ l].
    destruct (meets_same _ _ n v l ltac:(lia) ft) as (i & hi & gi). apply (wrap x i); auto; lia.
  - destruct (Nat.le_ge_cases u v) as [le|le].
    + destruct (proj1 (andb_true_iff _ _) (line (v - u) ltac:(lia))) as [l _].
      apply andb_true_iff in l as [_ l].
      destruct (meets_same _ _ (n - (v - u)) u l ltac:(lia)) as (i & hi & gi).
      { now replace (u + (v - u)) with v by lia. }
      apply (wrap i (i + (v - u))); auto; try lia. right. right. exists (u + d - i). lia.
    + destruct (proj1 (andb_true_iff _ _) (line (u - v) ltac:(lia))) as [_ l].
      destruct (meets_same _ _ (n - (u - v)) v l ltac:(lia)) as (i & hi & gi).
      { now replace (v + (u - v)) with u by lia. }
      apply (wrap (i + (u - v)) i); auto; try lia. right. right. exists (v + d - i). lia.
Qed.

Lemma forallb_exists {A} (f : A -> bool) l :
  forallb (fun t => negb (f t)) l = false <-> exists t, In t l /\ f t = true.
Proof.
  split.
  - intro h. induction l as [|t l IH]; [discriminate|]. cbn in h.
    destruct (f t) eqn:E; [exists t; cbn; auto|]. destruct (IH h) as (u & hu & fu).
    exists u. cbn. auto.
  - intros (t & ht & ft). apply (forallb_false _ _ t ht). now rewrite ft.
Qed.

Definition obeys (n : nat) (c h : nat * nat -> bool) : Prop := forall s, in_box n s = false ->
  h s = c s && forallb (fun t => negb (h t)) (queen_options s).

Theorem transfer n (c f g f' g' : nat * nat -> bool) :
  obeys n c f -> obeys n c g ->
  (forall s, in_box n s = true -> f s = f' s) -> (forall s, in_box n s = true -> g s = g' s) ->
  same_shadow n f' g' = true -> same_shadow n g' f' = true ->
  forall s, in_box n s = false -> f s = g s.
Proof.
  intros obey_f obey_g box_f box_g shadow shadow'.
  enough (H : forall m s, total s < m -> in_box n s = false -> f s = g s).
  { intro s. apply (H (S (total s))). lia. }
  induction m as [|m IH]; intros s lt out; [lia|].
  rewrite (obey_f s out), (obey_g s out). f_equal.
  assert (step : forall h k h' k', (forall t, in_box n t = true -> h t = h' t) ->
    (forall t, in_box n t = true -> k t = k' t) -> same_shadow n h' k' = true ->
    (forall t, total t < m -> in_box n t = false -> h t = k t) ->
    (exists t, In t (queen_options s) /\ h t = true) ->
    exists t, In t (queen_options s) /\ k t = true).
  { intros h k h' k' box_h box_k sh IH' (t & ht & htt).
    destruct (in_box n t) eqn:tin.
    - rewrite box_h in htt by exact tin.
      destruct (exchange n h' k' s t sh out ht tin htt) as (t' & ht' & tin' & kt').
      exists t'. split; [exact ht'|]. now rewrite box_k.
    - exists t. split; [exact ht|]. rewrite <- IH'; auto.
      assert (g0 := options_total 1 1 0 s t ht). lia. }
  destruct (forallb (fun t => negb (f t)) (queen_options s)) eqn:E1,
    (forallb (fun t => negb (g t)) (queen_options s)) eqn:E2; auto.
  - apply forallb_exists in E2. apply (step g f g' f') in E2; auto.
    + apply forallb_exists in E2. congruence.
    + intros. symmetry. auto.
  - apply forallb_exists in E1. apply (step f g f' g') in E1; auto.
    apply forallb_exists in E1. congruence.
Qed.
