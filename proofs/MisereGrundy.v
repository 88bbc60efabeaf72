(** * Misère Grundy values with terminal set x + y <= 2

    The misère Grundy value is 1 at a terminal position, else the mex of the options' values; it
    is 0 exactly at misère P-positions.  In a game whose misère P-positions are exactly the
    positions of Grundy value 1, the misère Grundy value is the Grundy value with 0 and 1
    exchanged.  So it is with Wythoff's moves and terminal set x + y <= 2.

    Source: derived for this project, from [KomakiMiyaderaMurakami2025]. *)

From Coq Require Import List Arith Lia Bool.
From Wythoff Require Import Game Sequence Grundy TerminalSet GrundyOne.
Import ListNotations.

Definition misere_mex (V : list nat) : nat := match V with [] => 1 | _ :: _ => mex V end.

Definition misere_grundy {G : Game} : pos G -> nat := by_moves G misere_mex.

Lemma misere_grundy_on {G : Game} (p : pos G) : moves p <> [] ->
  misere_grundy p = mex (map misere_grundy (moves p)).
Proof.
  intro ne. unfold misere_grundy at 1. rewrite by_moves_eq.
  destruct (moves p); [congruence|reflexivity].
Qed.

Lemma misere_grundy_end {G : Game} (p : pos G) : moves p = [] -> misere_grundy p = 1.
Proof. intro e. unfold misere_grundy. rewrite by_moves_eq, e. reflexivity. Qed.

Theorem misere_grundy_0 {G : Game} (p : pos G) : is_P Misere p = (misere_grundy p =? 0).
Proof.
  induction p as [p IH] using moves_ind. rewrite is_P_eq.
  destruct (moves p) as [|q l] eqn:M; [now rewrite misere_grundy_end|].
  assert (E := misere_grundy_on p ltac:(rewrite M; discriminate)). rewrite M in E.
  change (outcome_step Misere (map (is_P Misere) (q :: l))) with
    (forallb negb (map (@is_P Misere G) (q :: l))).
  destruct (mex_spec (map misere_grundy (q :: l))) as [free cover]. rewrite <- E in free, cover.
  destruct (Nat.eqb_spec (misere_grundy p) 0) as [z|nz].
  - apply forallb_forall. intros x hx. apply in_map_iff in hx as (t & <- & ht).
    rewrite IH by exact ht. apply negb_true_iff, Nat.eqb_neq. intro h. apply free.
    rewrite z, <- h. now apply in_map.
  - assert (h : In 0 (map misere_grundy (q :: l))) by (apply cover; lia).
    apply in_map_iff in h as (t & e & ht).
    apply (forallb_false _ _ (is_P Misere t)); [now apply in_map|].
    rewrite IH by exact ht. now rewrite e.
Qed.

(** 0 and 1 exchanged. *)
Definition exchanged (v : nat) : nat := match v with 0 => 1 | 1 => 0 | _ => v end.

Lemma exchanged_twice v : exchanged (exchanged v) = v.
Proof. now destruct v as [|[|v]]. Qed.

Theorem misere_grundy_exchanged (G : Game) :
  (forall p : pos G, grundy p = 1 <-> is_P Misere p = true) ->
  forall p : pos G, misere_grundy p = exchanged (grundy p).
Proof.
  intro same. induction p as [p IH] using moves_ind.
  destruct (moves p) as [|q l] eqn:M.
  { rewrite misere_grundy_end by exact M. rewrite grundy_eq, M. reflexivity. }
  rewrite misere_grundy_on by (rewrite M; discriminate). rewrite <- M in *.
  assert (E : map misere_grundy (moves p) = map exchanged (map grundy (moves p))).
  { rewrite map_map. apply map_ext_in. exact IH. }
  rewrite E. clear E.
  assert (value : forall t, In t (map exchanged (map grundy (moves p))) <->
    In (exchanged t) (map grundy (moves p))).
  { intro t. rewrite in_map_iff. split.
    - intros (v & <- & h). now rewrite exchanged_twice.
    - intro h. exists (exchanged t). now rewrite exchanged_twice. }
  destruct (mex_spec (map grundy (moves p))) as [free cover]. rewrite <- grundy_eq in free, cover.
  apply mex_unique.
  - rewrite value, exchanged_twice. exact free.
  - intros t lt. rewrite value. destruct (grundy p) as [|[|g]] eqn:g_p; cbn [exchanged] in lt.
    + (* a P-position with options is not misère P, so an option is, of Grundy value 1 *)
      assert (t = 0) as -> by lia. cbn [exchanged].
      assert (N : is_P Misere p = false).
      { apply not_true_is_false. intro h. apply same in h. lia. }
      rewrite is_P_eq, M in N.
      assert (h : exists t, In t (moves p) /\ is_P Misere t = true).
      { clear - N M. rewrite M. cbn [outcome_step map] in N.
        change (is_P Misere q :: map (is_P Misere) l) with (map (@is_P Misere G) (q :: l)) in N.
        clear M. induction (q :: l) as [|t k IH]; [discriminate|]. cbn [map forallb] in N.
        destruct (is_P Misere t) eqn:F; [exists t; cbn; auto|].
        destruct (IH N) as (u & hu & fu). exists u. cbn. auto. }
      destruct h as (u & hu & fu). apply same in fu. rewrite <- fu. now apply in_map.
    + lia.
    + apply cover. destruct t as [|[|t]]; cbn [exchanged]; lia.
Qed.

Theorem early_misere_grundy x y :
  @misere_grundy early (x, y) = exchanged (@grundy early (x, y)).
Proof.
  apply misere_grundy_exchanged. intros [u v]. apply grundy_1_misere.
Qed.
