(** * Grundy values

    The Grundy value of a position is the mex of its options' values; it is 0 exactly at
    P-positions.  Adding one token to a game, which may be taken once in place of a move
    wherever a condition allows it, covers a pass (from positions with options) and a nim heap
    of one (always).  With the heap of one, the P-positions are exactly the positions of Grundy
    value 1.

    Source: [MiyaderaManabeFukui2025, Definitions 5 to 11 and Theorem 1]. *)

From Coq Require Import List ZArith Arith Lia ZifyNat Bool.
From Wythoff Require Import Game Sequence.
Import ListNotations.

Definition mex (V : list nat) : nat := mexb 1 V.

Lemma mex_spec V : ~ In (mex V) V /\ forall t, t < mex V -> In t V.
Proof.
  destruct (mexb_spec 1 V) as [free cover]. fold (mex V) in *. split.
  - intro h. apply (free _ h). lia.
  - intros t lt. destruct (cover t lt) as (c & hc & w). now replace t with c by lia.
Qed.

Lemma mex_unique V r : ~ In r V -> (forall t, t < r -> In t V) -> mex V = r.
Proof.
  intros free cover. destruct (mex_spec V) as [free' cover'].
  destruct (Nat.lt_trichotomy (mex V) r) as [lt|[e|lt]]; auto.
  - destruct free'. auto.
  - destruct free. auto.
Qed.

Definition grundy {G : Game} : pos G -> nat := by_moves G mex.

Lemma grundy_eq {G : Game} (p : pos G) : grundy p = mex (map grundy (moves p)).
Proof. apply by_moves_eq. Qed.

Lemma grundy_option {G : Game} (p q : pos G) : In q (moves p) -> grundy q <> grundy p.
Proof.
  intros h e. destruct (mex_spec (map grundy (moves p))) as [free _]. apply free.
  rewrite <- grundy_eq, <- e. now apply in_map.
Qed.

Lemma grundy_reach {G : Game} (p : pos G) t : t < grundy p ->
  exists q, In q (moves p) /\ grundy q = t.
Proof.
  rewrite grundy_eq. intro lt. apply mex_spec, in_map_iff in lt as (q & e & h). eauto.
Qed.

Theorem grundy_0 {G : Game} (p : pos G) : is_P Normal p = (grundy p =? 0).
Proof.
  induction p as [p IH] using moves_ind. rewrite is_P_eq. cbn [outcome_step].
  destruct (Nat.eqb_spec (grundy p) 0) as [z|nz].
  - apply forallb_forall. intros c hc. apply in_map_iff in hc as (q & <- & hq).
    rewrite IH by exact hq. assert (h := grundy_option p q hq). rewrite z in h.
    now apply negb_true_iff, Nat.eqb_neq.
  - destruct (grundy_reach p 0) as (q & hq & e); [lia|].
    apply (forallb_false _ _ (is_P Normal q)); [now apply in_map|].
    rewrite IH by exact hq. now rewrite e.
Qed.

(** ** One token beside a game *)

Section Token.
Context (G : Game) (may_take : pos G -> bool).

Definition token_moves (s : pos G * bool) : list (pos G * bool) :=
  map (fun t => (t, snd s)) (moves (fst s)) ++
  (if snd s && may_take (fst s) then [(fst s, false)] else []).

Definition token_rank (s : pos G * bool) : nat := 2 * rank (fst s) + (if snd s then 1 else 0).

Lemma token_rank_lt p q : In q (token_moves p) -> token_rank q < token_rank p.
Proof.
  destruct p as [p [|]]; unfold token_moves, token_rank; cbn [fst snd andb];
    rewrite in_app_iff, in_map_iff.
  - intros [(t & <- & h)|h]; [apply rank_lt in h; cbn [fst snd]; lia|].
    destruct (may_take p); [|destruct h]. destruct h as [<-|[]]. cbn [fst snd]. lia.
  - intros [(t & <- & h)|[]]. apply rank_lt in h. cbn [fst snd]. lia.
Qed.

Definition token_eq_dec (p q : pos G * bool) : {p = q} + {p <> q}.
Proof. decide equality; [apply bool_dec|apply (pos_eq_dec G)]. Defined.

(** (s, true): the token is still there. *)
Definition with_token : Game := {|
  pos := pos G * bool; pos_eq_dec := token_eq_dec; moves := token_moves;
  rank := token_rank; rank_lt := token_rank_lt |}.

(** Without the token the game is G. *)
Lemma token_gone {A} (step : list A -> A) s : by_moves with_token step (s, false) =
  by_moves G step s.
Proof.
  induction s as [s IH] using moves_ind. rewrite !by_moves_eq. f_equal.
  cbn [moves with_token]. unfold token_moves. cbn [fst snd andb]. rewrite app_nil_r, map_map.
  apply map_ext_in. exact IH.
Qed.

Lemma forallb_map {A B} (f : B -> bool) (g : A -> B) l :
  forallb f (map g l) = forallb (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; cbn; [reflexivity|]. now rewrite IH. Qed.

(** P-positions with the token. *)
Lemma token_P s : @is_P Normal with_token (s, true) =
  negb (may_take s && is_P Normal s) &&
  forallb (fun t => negb (@is_P Normal with_token (t, true))) (moves s).
Proof.
  rewrite is_P_eq. cbn [outcome_step moves with_token]. unfold token_moves. cbn [fst snd andb].
  rewrite map_app, map_map, forallb_app, forallb_map, andb_comm. f_equal.
  destruct (may_take s); [|reflexivity]. cbn [map forallb andb]. rewrite andb_true_r.
  unfold is_P. now rewrite token_gone.
Qed.
End Token.

(** With a nim heap of one: P exactly where the Grundy value is 1. *)
Theorem stone_grundy_1 (G : Game) (s : pos G) :
  @is_P Normal (with_token G (fun _ => true)) (s, true) = (grundy s =? 1).
Proof.
  induction s as [s IH] using moves_ind. rewrite token_P. cbn [andb]. rewrite grundy_0.
  destruct (Nat.eqb_spec (grundy s) 1) as [e|ne].
  - rewrite e. cbn [Nat.eqb negb andb]. apply forallb_forall. intros t ht.
    rewrite IH by exact ht. apply negb_true_iff, Nat.eqb_neq. rewrite <- e.
    now apply grundy_option.
  - destruct (Nat.eqb_spec (grundy s) 0) as [z|nz]; [reflexivity|]. cbn [negb andb].
    destruct (grundy_reach s 1) as (t & ht & e); [lia|].
    apply (forallb_false _ _ t ht). rewrite IH by exact ht. now rewrite e.
Qed.
