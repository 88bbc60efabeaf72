(** * From indexed P-positions to remoteness

    Suppose that a set of positions is given together with an index of every position such that
    - a position outside the set has an option in the set with its own index, and no option in
      the set with a smaller one;
    - a position of the set has no option in the set, every option has a smaller index, and some
      option has the index just below.
    Then the set holds exactly the P-positions, and the remoteness is twice the index, plus one
    outside the set.  This is the induction behind [SanchezGalanXu, Theorem 3.4]; the misère
    form, where terminal positions stand apart, is the same with everything one larger.

    Source: derived for this project from [SanchezGalanXu, section 3]. *)

From Coq Require Import List ZArith Arith Lia ZifyNat Bool.
From Wythoff Require Import Game.
Import ListNotations.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Section Ladder.
Context (G : Game) (isP : pos G -> bool) (index : pos G -> nat).

Hypothesis terminal : forall p, moves p = [] -> isP p = true /\ index p = 0.
Hypothesis N_down : forall p, isP p = false ->
  exists q, In q (moves p) /\ isP q = true /\ index q = index p.
Hypothesis N_least : forall p q, isP p = false -> In q (moves p) -> isP q = true ->
  index p <= index q.
Hypothesis P_options : forall p q, isP p = true -> In q (moves p) ->
  isP q = false /\ index q < index p.
Hypothesis P_down : forall p, isP p = true -> moves p <> [] ->
  exists q, In q (moves p) /\ S (index q) = index p.

Lemma ladder_remoteness p : remoteness p = 2 * index p + (if isP p then 0 else 1).
Proof.
  set (f := fun p => 2 * index p + (if isP p then 0 else 1)).
  apply (remoteness_unique Normal f). clear p. intro p.
  destruct (isP p) eqn:E.
  - destruct (moves p) as [|q0 l] eqn:M.
    + left. unfold f. rewrite E. now destruct (terminal p M) as [_ ->].
    + right. destruct (P_down p E) as (q & hq & S_q); [congruence|].
      exists (f q). rewrite <- M. split; [|split; [now apply in_map|]].
      * destruct (P_options p q E hq) as [F _]. unfold f. rewrite E, F. lia.
      * intros v hv. apply in_map_iff in hv as (t & <- & ht). unfold f.
        destruct (P_options p q E hq) as [-> _], (P_options p t E ht) as [-> lt].
        unfold before. cbn [parity]. lia.
  - right. destruct (N_down p E) as (q & hq & Pq & same). exists (f q).
    split; [|split; [now apply in_map|]].
    + unfold f. rewrite E, Pq. lia.
    + intros v hv. apply in_map_iff in hv as (t & <- & ht). unfold f, before.
      rewrite Pq. cbn [parity]. destruct (isP t) eqn:F; [|lia].
      specialize (N_least p t E ht F). lia.
Qed.

Theorem ladder : forall p, is_P Normal p = isP p /\
  remoteness p = 2 * index p + (if isP p then 0 else 1).
Proof.
  intro p. split; [|apply ladder_remoteness].
  rewrite <- even_iff_P, ladder_remoteness.
  rewrite Nat.add_comm, Nat.even_add_mul_2. now destruct (isP p).
Qed.
End Ladder.

Section MisereLadder.
Context (G : Game) (isP : pos G -> bool) (index : pos G -> nat).

Hypothesis terminal : forall p, moves p = [] -> isP p = false.
Hypothesis N_down : forall p, isP p = false -> moves p <> [] ->
  exists q, In q (moves p) /\ isP q = true /\ index q = index p.
Hypothesis N_least : forall p q, isP p = false -> In q (moves p) -> isP q = true ->
  index p <= index q.
Hypothesis P_options : forall p q, isP p = true -> In q (moves p) ->
  isP q = false /\ (moves q = [] \/ index q < index p).
Hypothesis P_down : forall p, isP p = true -> exists q, In q (moves p) /\
  (moves q = [] /\ index p = 0 \/ moves q <> [] /\ S (index q) = index p).

Lemma misere_ladder_remoteness p : misere_remoteness p =
  match moves p with [] => 0 | _ :: _ => 2 * index p + (if isP p then 1 else 2) end.
Proof.
  set (f := fun p => match moves p with
    [] => 0 | _ :: _ => 2 * index p + (if isP p then 1 else 2) end).
  apply (remoteness_unique Misere f). clear p. intro p.
  assert (f_end : forall q, moves q = [] -> f q = 0) by (intros q M; unfold f; now rewrite M).
  assert (f_on : forall q, moves q <> [] -> f q = 2 * index q + (if isP q then 1 else 2)).
  { intros q M. unfold f. now destruct (moves q). }
  assert (dec : forall q : pos G, moves q = [] \/ moves q <> []).
  { intro q. now destruct (moves q); [left|right]. }
  clearbody f. destruct (dec p) as [M|M].
  { left. rewrite M. auto. }
  right. destruct (isP p) eqn:E.
  - destruct (P_down p E) as (q & hq & down). exists (f q).
    split; [|split; [now apply in_map|]].
    + rewrite (f_on p M), E. destruct (P_options p q E hq) as [F _].
      destruct down as [[Mq ->]|[Mq S_q]]; [now rewrite f_end|]. rewrite f_on, F by auto. lia.
    + intros v hv. apply in_map_iff in hv as (t & <- & ht). unfold before. cbn [parity].
      destruct (P_options p q E hq) as [F _], (P_options p t E ht) as [Ft lt].
      destruct down as [[Mq Z]|[Mq S_q]].
      * rewrite (f_end q Mq). destruct (dec t) as [Mt|Mt]; [rewrite (f_end t Mt); lia|].
        destruct lt as [lt|lt]; [contradiction|lia].
      * rewrite (f_on q Mq), F. destruct (dec t) as [Mt|Mt]; [rewrite (f_end t Mt); lia|].
        rewrite (f_on t Mt), Ft. destruct lt as [lt|lt]; [contradiction|lia].
  - destruct (N_down p E M) as (q & hq & Pq & same). exists (f q).
    assert (Mq : moves q <> []) by (intro h; apply terminal in h; congruence).
    split; [|split; [now apply in_map|]].
    + rewrite (f_on p M), (f_on q Mq), E, Pq. lia.
    + intros v hv. apply in_map_iff in hv as (t & <- & ht). unfold before. cbn [parity].
      rewrite (f_on q Mq), Pq. destruct (dec t) as [Mt|Mt]; [rewrite (f_end t Mt); lia|].
      rewrite (f_on t Mt). destruct (isP t) eqn:F; [|lia].
      specialize (N_least p t E ht F). lia.
Qed.

Theorem misere_ladder : forall p, is_P Misere p = isP p /\
  misere_remoteness p =
  match moves p with [] => 0 | _ :: _ => 2 * index p + (if isP p then 1 else 2) end.
Proof.
  intro p. split; [|apply misere_ladder_remoteness].
  rewrite <- odd_iff_misere_P, misere_ladder_remoteness. destruct (moves p) eqn:M.
  - now rewrite terminal.
  - rewrite Nat.add_comm, Nat.odd_add_mul_2. now destruct (isP p).
Qed.
End MisereLadder.
