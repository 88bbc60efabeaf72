(** * Conjunctive compounds under the short rule

    A player moves in every component, and play ends when the first component ends.  The
    remoteness of the compound is the least remoteness of its components, in normal and in
    misère play.

    Source: [Smith1966] (the short rule), as recalled in [SanchezGalanXu, section 1]. *)

From Coq Require Import List ZArith Arith Lia ZifyNat.
From Wythoff Require Import Game.
Import ListNotations.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Definition pair_eq_dec {A B : Type} (a : forall x y : A, {x = y} + {x <> y})
  (b : forall x y : B, {x = y} + {x <> y}) (p q : A * B) : {p = q} + {p <> q}.
Proof. decide equality. Defined.

Lemma conjunctive_rank_lt (G H : Game) (p q : pos G * pos H) :
  In q (list_prod (moves (fst p)) (moves (snd p))) -> rank (fst q) < rank (fst p).
Proof.
  destruct p as [p1 p2], q as [q1 q2]. cbn. intro h. apply in_prod_iff in h as [h _].
  now apply (rank_lt G).
Qed.

Definition conjunctive (G H : Game) : Game := {|
  pos := pos G * pos H;
  pos_eq_dec := pair_eq_dec (pos_eq_dec G) (pos_eq_dec H);
  moves := fun p => list_prod (moves (fst p)) (moves (snd p));
  rank := fun p => rank (fst p);
  rank_lt := conjunctive_rank_lt G H
|}.

Theorem remoteness_conjunctive c (G H : Game) (p : pos G) (q : pos H) :
  remoteness_in c (conjunctive G H) (p, q) = min (remoteness_in c G p) (remoteness_in c H q).
Proof.
  set (f := fun s : pos (conjunctive G H) =>
    min (remoteness_in c G (fst s)) (remoteness_in c H (snd s))).
  change (remoteness_in c (conjunctive G H) (p, q) = f (p, q)).
  apply remoteness_unique. clear p q. intros [p q]. unfold f. cbn [fst snd moves conjunctive].
  destruct (remoteness_spec c p) as [[E ->]|(m & -> & hm & bm)].
  { left. apply map_eq_nil in E as ->. auto. }
  destruct (remoteness_spec c q) as [[E ->]|(n & -> & hn & bn)].
  { left. apply map_eq_nil in E as ->. split; [|lia].
    clear. induction (moves p) as [|x l IH]; cbn in *; auto. }
  right. exists (min m n). apply in_map_iff in hm as (p' & <- & hp), hn as (q' & <- & hq).
  split; [lia|]. split.
  - apply in_map_iff. exists (p', q'). split; [reflexivity|]. now apply in_prod.
  - intros v hv. apply in_map_iff in hv as ([s t] & <- & hst). cbn [fst snd].
    apply in_prod_iff in hst as [hs ht].
    specialize (bm _ (in_map _ _ _ hs)). specialize (bn _ (in_map _ _ _ ht)).
    set (v := remoteness_in c G s) in *. set (w := remoteness_in c H t) in *.
    set (m := remoteness_in c G p') in *. set (n := remoteness_in c H q') in *.
    clearbody v w m n. destruct (Nat.min_spec m n) as [[l ->]|[l ->]],
      (Nat.min_spec v w) as [[k ->]|[k ->]];
      try assumption; unfold before in *; destruct c; cbn [parity] in *; lia.
Qed.

(** Three components; any number is the same by repetition. *)
Corollary remoteness_conjunctive_3 c (G H K : Game) (p : pos G) (q : pos H) (r : pos K) :
  remoteness_in c (conjunctive G (conjunctive H K)) (p, (q, r)) =
  min (remoteness_in c G p) (min (remoteness_in c H q) (remoteness_in c K r)).
Proof. rewrite !remoteness_conjunctive. reflexivity. Qed.
