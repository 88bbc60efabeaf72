(** * Smith's remoteness on finite impartial games

    A game is a set of positions, a finite set of options for each, and a rank that every move
    lowers.  A value of positions is any function computed from the values of the options; here
    the outcome and the remoteness, each in normal play (who cannot move loses) and in misère
    play (who cannot move wins).

    Remoteness: 0 at a terminal position; else, where some option has a value of the good parity
    (even in normal play, odd in misère play), 1 + the least such value; else 1 + the greatest
    value of an option.

    Proved: the recursion, uniqueness, terminals, the parity that tells P-positions, and that
    every position with options has one whose remoteness is less by exactly one.

    Source: [Smith1966], and its formal version (a structure with positions, decidable equality,
    moves, rank, and the remoteness by well-founded recursion); misère by the same recursion. *)

From Coq Require Import List ZArith Arith Lia ZifyNat Bool Wellfounded.
Import ListNotations.
Ltac Zify.zify_post_hook ::= Z.div_mod_to_equations.

Record Game := {
  pos : Type;
  pos_eq_dec : forall p q : pos, {p = q} + {p <> q};
  moves : pos -> list pos;
  rank : pos -> nat;
  rank_lt : forall p q, In q (moves p) -> rank q < rank p
}.
Arguments moves {g}.
Arguments rank {g}.

Inductive Convention := Normal | Misere.

(** ** Values computed along moves *)

Section Values.
Context {G : Game} {A : Type}.

(** [map] that hands the proof of membership to the function. *)
Fixpoint map_in {B : Type} (l : list B) : (forall q, In q l -> A) -> list A :=
  match l with
  | [] => fun _ => []
  | q :: l' => fun f => f q (or_introl eq_refl) :: map_in l' (fun r h => f r (or_intror h))
  end.

Lemma map_in_ext {B} (l : list B) (f g : forall q, In q l -> A) :
  (forall q h, f q h = g q h) -> map_in l f = map_in l g.
Proof.
  induction l as [|q l IH]; intro E; cbn; [reflexivity|].
  rewrite E. f_equal. now apply IH.
Qed.

Lemma map_in_map {B} (l : list B) (f : B -> A) : map_in l (fun q _ => f q) = map f l.
Proof. induction l as [|q l IH]; cbn; [reflexivity|]. now rewrite IH. Qed.

Definition lower (q p : pos G) : Prop := rank q < rank p.

Lemma lower_wf : well_founded lower.
Proof. exact (well_founded_ltof (pos G) rank). Qed.

Variable step : list A -> A.

Definition by_moves : pos G -> A :=
  Fix lower_wf (fun _ => A)
    (fun p value => step (map_in (moves p) (fun q h => value q (rank_lt G p q h)))).

Theorem by_moves_eq p : by_moves p = step (map by_moves (moves p)).
Proof.
  unfold by_moves at 1. rewrite Fix_eq.
  - now rewrite map_in_map.
  - intros x f g E. f_equal. apply map_in_ext. intros. apply E.
Qed.
End Values.
Arguments by_moves G {A}.

Lemma moves_ind (G : Game) (T : pos G -> Prop) :
  (forall p, (forall q, In q (moves p) -> T q) -> T p) -> forall p, T p.
Proof.
  intros step p. induction p as [p IH] using (well_founded_ind lower_wf).
  apply step. intros q h. apply IH. now apply (rank_lt G).
Qed.

(** A function that satisfies the recursion on a set closed under moves is the value there. *)
Theorem by_moves_unique_on (G : Game) {A} (step : list A -> A) (inside : pos G -> Prop) f :
  (forall p q, inside p -> In q (moves p) -> inside q) ->
  (forall p, inside p -> f p = step (map f (moves p))) ->
  forall p, inside p -> f p = by_moves G step p.
Proof.
  intros closed E. induction p as [p IH] using moves_ind. intro h.
  rewrite E by exact h. rewrite by_moves_eq. f_equal.
  apply map_ext_in. intros q hq. apply IH; [exact hq|]. now apply closed with p.
Qed.

(** ** Remoteness *)

Definition parity (c : Convention) : nat := match c with Normal => 0 | Misere => 1 end.

Definition good (c : Convention) (r : nat) : bool := r mod 2 =? parity c.

Definition smith_step (c : Convention) (V : list nat) : nat :=
  match filter (good c) V with
  | g :: G => S (fold_right min g G)
  | [] => match V with
          | v :: W => S (fold_right max v W)
          | [] => 0
          end
  end.

Definition remoteness_in (c : Convention) (G : Game) : pos G -> nat := by_moves G (smith_step c).

Definition remoteness {G : Game} : pos G -> nat := remoteness_in Normal G.
Definition misere_remoteness {G : Game} : pos G -> nat := remoteness_in Misere G.

(** The order in which the mover prefers options: in normal play 0, 2, 4, ..., 5, 3, 1. *)
Definition before (c : Convention) (m v : nat) : Prop :=
  (m mod 2 = parity c /\ (v mod 2 = parity c -> m <= v)) \/
  (m mod 2 <> parity c /\ v mod 2 <> parity c /\ v <= m).

Lemma before_antisym c m v : before c m v -> before c v m -> m = v.
Proof. destruct c; unfold before, parity; lia. Qed.

(** Smith's rule as a relation between the options' values and the position's value. *)
Definition Smith (c : Convention) (V : list nat) (r : nat) : Prop :=
  (V = [] /\ r = 0) \/
  exists m, r = S m /\ In m V /\ forall v, In v V -> before c m v.

Lemma least_in g G : In (fold_right min g G) (g :: G) /\
  forall v, In v (g :: G) -> fold_right min g G <= v.
Proof.
  induction G as [|h G [IHin IHle]]; cbn.
  - split; [auto|]. intros v [->|[]]; lia.
  - split.
    + destruct (Nat.min_spec h (fold_right min g G)) as [[_ ->]|[_ ->]]; [auto|].
      destruct IHin; auto.
    + intros v [<-|[<-|h']].
      * assert (H := IHle g (or_introl eq_refl)). lia.
      * lia.
      * assert (H := IHle v (or_intror h')). lia.
Qed.

Lemma greatest_in g G : In (fold_right max g G) (g :: G) /\
  forall v, In v (g :: G) -> v <= fold_right max g G.
Proof.
  induction G as [|h G [IHin IHle]]; cbn.
  - split; [auto|]. intros v [->|[]]; lia.
  - split.
    + destruct (Nat.max_spec h (fold_right max g G)) as [[_ ->]|[_ ->]]; [|auto].
      destruct IHin; auto.
    + intros v [<-|[<-|h']].
      * assert (H := IHle g (or_introl eq_refl)). lia.
      * lia.
      * assert (H := IHle v (or_intror h')). lia.
Qed.

Theorem smith_step_spec c V : Smith c V (smith_step c V).
Proof.
  unfold smith_step. destruct (filter (good c) V) as [|g F] eqn:E.
  - destruct V as [|v W]; [left; auto|]. right. exists (fold_right max v W).
    destruct (greatest_in v W) as [hin hge]. repeat split; [exact hin|].
    assert (bad : forall w, In w (v :: W) -> w mod 2 <> parity c).
    { intros w hw ew. assert (h : In w (filter (good c) (v :: W))).
      { apply filter_In. split; [exact hw|]. now apply Nat.eqb_eq. }
      rewrite E in h. exact h. }
    intros w hw. right. repeat split; [now apply bad..|now apply hge].
  - right. exists (fold_right min g F). destruct (least_in g F) as [hin hle].
    rewrite <- E in hin, hle. apply filter_In in hin as [hin hgood].
    apply Nat.eqb_eq in hgood. repeat split; [exact hin|].
    intros v hv. left. split; [exact hgood|]. intro ev. apply hle, filter_In.
    split; [exact hv|]. now apply Nat.eqb_eq.
Qed.

Lemma Smith_fun c V r s : Smith c V r -> Smith c V s -> r = s.
Proof.
  intros [[-> ->]|(m & -> & hm & bm)] [[E ->]|(n & -> & hn & bn)]; auto.
  - destruct hn.
  - subst. destruct hm.
  - f_equal. apply (before_antisym c); auto.
Qed.

Section Remoteness.
Context {G : Game} (c : Convention).
Let R := remoteness_in c G.

(** The recursion. *)
Theorem remoteness_eq p : R p = smith_step c (map R (moves p)).
Proof. apply by_moves_eq. Qed.

Theorem remoteness_spec p : Smith c (map R (moves p)) (R p).
Proof. rewrite remoteness_eq. apply smith_step_spec. Qed.

Theorem remoteness_terminal p : moves p = [] -> R p = 0.
Proof. intro E. now rewrite remoteness_eq, E. Qed.

Lemma remoteness_zero p : R p = 0 -> moves p = [].
Proof.
  intro E. destruct (remoteness_spec p) as [[h _]|(m & h & _)]; [|lia].
  now apply map_eq_nil in h.
Qed.

(** Every formula for the remoteness is proved through this theorem. *)
Theorem remoteness_unique f :
  (forall p, Smith c (map f (moves p)) (f p)) -> forall p, R p = f p.
Proof.
  intros E. induction p as [p IH] using moves_ind.
  apply (Smith_fun c (map f (moves p))); [|apply E].
  rewrite <- (map_ext_in R f) by exact IH. apply remoteness_spec.
Qed.

(** A remoteness-optimal move exists, and no option comes before it. *)
Theorem remoteness_lowering p : moves p <> [] -> exists q, In q (moves p) /\ R p = S (R q).
Proof.
  intro ne. destruct (remoteness_spec p) as [[h _]|(m & h & hin & _)].
  - now apply map_eq_nil in h.
  - apply in_map_iff in hin as (q & <- & hq). eauto.
Qed.

Lemma lowering_before p q t :
  In q (moves p) -> R p = S (R q) -> In t (moves p) -> before c (R q) (R t).
Proof.
  intros hq E ht. destruct (remoteness_spec p) as [[_ h]|(m & h & _ & least)]; [lia|].
  replace (R q) with m by lia. apply least, in_map, ht.
Qed.
End Remoteness.

(** ** Outcome *)

(** P: the previous player wins.  A terminal position is P in normal play, N in misère play;
    any other is P when no option is. *)
Definition outcome_step (c : Convention) (V : list bool) : bool :=
  match c, V with
  | Misere, [] => false
  | _, _ => forallb negb V
  end.

Definition is_P (c : Convention) {G : Game} : pos G -> bool := by_moves G (outcome_step c).

Lemma is_P_eq c {G} (p : pos G) : is_P c p = outcome_step c (map (is_P c) (moves p)).
Proof. apply by_moves_eq. Qed.

Lemma forallb_false {A} (f : A -> bool) l x : In x l -> f x = false -> forallb f l = false.
Proof.
  intros hx E. apply not_true_is_false. intro h.
  rewrite forallb_forall in h. rewrite (h x hx) in E. discriminate.
Qed.

(** The parity of the remoteness tells the outcome. *)
Theorem good_iff_P c {G} (p : pos G) : good c (remoteness_in c G p) = is_P c p.
Proof.
  induction p as [p IH] using moves_ind. rewrite is_P_eq.
  destruct (remoteness_spec c p) as [[h ->]|(m & -> & hin & least)].
  - apply map_eq_nil in h as ->. now destruct c.
  - assert (E : outcome_step c (map (is_P c) (moves p)) = forallb negb (map (is_P c) (moves p))).
    { destruct c; [reflexivity|]. destruct (moves p); [destruct hin|reflexivity]. }
    rewrite E. clear E. apply in_map_iff in hin as (q & <- & hq).
    unfold good in *. destruct (Nat.eq_dec (remoteness_in c G q mod 2) (parity c)) as [e|ne].
    + rewrite (forallb_false negb _ (is_P c q)); [|now apply in_map|].
      * apply Nat.eqb_neq. destruct c; cbn [parity] in *; lia.
      * rewrite <- IH by exact hq. now rewrite (proj2 (Nat.eqb_eq _ _) e).
    + transitivity true.
      * apply Nat.eqb_eq. destruct c; cbn [parity] in *; lia.
      * symmetry. apply forallb_forall. intros b hb. apply in_map_iff in hb as (t & <- & ht).
        rewrite <- IH by exact ht. apply negb_true_iff, Nat.eqb_neq.
        destruct (least _ (in_map _ _ _ ht)) as [[? _]|(_ & ? & _)]; congruence.
Qed.

(** In normal play: even exactly at P-positions.  In misère play: odd exactly at P-positions. *)
Theorem even_iff_P {G} (p : pos G) : Nat.even (remoteness p) = is_P Normal p.
Proof.
  rewrite <- good_iff_P. unfold remoteness, good. set (r := remoteness_in _ _ _). clearbody r.
  destruct (Nat.even r) eqn:E; symmetry.
  - apply Nat.eqb_eq. apply Nat.even_spec in E as [k ->]. cbn [parity]. lia.
  - apply Nat.eqb_neq. assert (O : Nat.odd r = true) by now rewrite <- Nat.negb_even, E.
    apply Nat.odd_spec in O as [k ->]. cbn [parity]. lia.
Qed.

Theorem odd_iff_misere_P {G} (p : pos G) : Nat.odd (misere_remoteness p) = is_P Misere p.
Proof.
  rewrite <- good_iff_P. unfold misere_remoteness, good.
  set (r := remoteness_in _ _ _). clearbody r.
  destruct (Nat.odd r) eqn:E; symmetry.
  - apply Nat.eqb_eq. apply Nat.odd_spec in E as [k ->]. cbn [parity]. lia.
  - apply Nat.eqb_neq. assert (O : Nat.even r = true) by now rewrite <- Nat.negb_odd, E.
    apply Nat.even_spec in O as [k ->]. cbn [parity]. lia.
Qed.
