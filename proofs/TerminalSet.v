(** * Wythoff's moves with terminal set x + y <= 2: the finite part and misère play

    Proved: the table of Grundy values on 9 x 9; the P-positions with x, y <= 8; the misère
    P-positions with x, y <= 7, which are the cells of Grundy value 1; for x >= 8 or y >= 8 the
    misère P-positions are exactly the P-positions of Wythoff's game; and the list of all cells
    below 8 where this fails.

    Source: [KomakiMiyaderaMurakami2025], with the list of exceptions derived for this project.
    The formula for the P-positions and the theorem on Grundy value 1 are in Hofstadter.v. *)

From Coq Require Import List Arith Lia Bool.
From Wythoff Require Import Game Sequence Wyt Remoteness Grundy Finite Pass.
Import ListNotations.

Definition early : Game := wyt_until 1 1 2.

Definition early_P (s : nat * nat) : bool := @is_P Normal early s.
Definition early_misere_P (s : nat * nat) : bool := @is_P Misere early s.
Definition early_grundy (s : nat * nat) : nat := @grundy early s.

Definition early_table : list (list nat) := [
   [0; 0; 0; 1; 2; 3; 4; 5; 6];
   [0; 0; 1; 2; 3; 4; 5; 6; 7];
   [0; 1; 2; 3; 4; 5; 6; 7; 8];
   [1; 2; 3; 4; 5; 6; 0; 8; 9];
   [2; 3; 4; 5; 1; 7; 8; 9; 0];
   [3; 4; 5; 6; 7; 8; 2; 1; 10];
   [4; 5; 6; 0; 8; 2; 3; 10; 11];
   [5; 6; 7; 8; 9; 1; 10; 11; 4];
   [6; 7; 8; 9; 0; 10; 11; 4; 5]].

Theorem early_table_grundy s : in_box 9 s = true -> early_grundy s = at_ 0 early_table s.
Proof.
  intro h. symmetry. unfold early_grundy, grundy.
  refine (@table_sound early nat mex Nat.eqb (in_box 9) (box 9) (at_ 0 early_table)
    eqb_nat_eq (in_box_cells 9) _ s h).
  vm_compute. reflexivity.
Qed.

(** The P-positions of the box: set A of the source, and (1, 1), which its union omits. *)
Theorem early_P_box s : in_box 9 s = true ->
  early_P s = mirrored [(0, 0); (0, 1); (0, 2); (1, 1); (3, 6); (4, 8)] s.
Proof.
  intro h. symmetry. unfold early_P, is_P.
  refine (@table_sound early bool (outcome_step Normal) Bool.eqb (in_box 9) (box 9)
    _ eqb_prop (in_box_cells 9) _ s h).
  vm_compute. reflexivity.
Qed.

(** Set B of the source: misère P-positions, and cells of Grundy value 1. *)
Definition early_B := mirrored [(0, 3); (1, 2); (4, 4); (5, 7)].

Theorem early_misere_box s : in_box 8 s = true -> early_misere_P s = early_B s.
Proof.
  intro h. symmetry. unfold early_misere_P, is_P.
  refine (@table_sound early bool (outcome_step Misere) Bool.eqb (in_box 8) (box 8)
    _ eqb_prop (in_box_cells 8) _ s h).
  vm_compute. reflexivity.
Qed.

Lemma box_all n (f : nat * nat -> bool) :
  forallb f (box n) = true -> forall s, in_box n s = true -> f s = true.
Proof. rewrite forallb_forall. intros h s hs. now apply h, in_box_cells. Qed.

Theorem grundy_1_box s : in_box 8 s = true -> (early_grundy s =? 1) = early_B s.
Proof.
  intro h. rewrite early_table_grundy by now apply (smaller_box 8 9); [lia|].
  apply eqb_prop. revert s h. apply box_all. vm_compute. reflexivity.
Qed.

(** ** Misère play outside the box *)

Lemma early_moves s : 2 < total s -> @moves early s = queen_options s.
Proof.
  intro h. cbn [moves early wyt_until]. unfold queen_options, options. unfold total in h.
  destruct (Nat.leb_spec (fst s + snd s) 2), (Nat.leb_spec (fst s + snd s) 0); auto; lia.
Qed.

Lemma out_total s : in_box 8 s = false -> 2 < total s.
Proof.
  unfold in_box, total. intro out. apply andb_false_iff in out. rewrite !Nat.ltb_ge in out. lia.
Qed.

Lemma misere_obeys : obeys 8 (fun _ => true) early_misere_P.
Proof.
  intros [x y] out. assert (big := out_total _ out). unfold early_misere_P. rewrite is_P_eq.
  rewrite early_moves by exact big. cbn [andb]. unfold outcome_step.
  destruct (queen_options (x, y)) as [|t l] eqn:E.
  - unfold queen_options in E. apply no_options in E; try lia. unfold total in big. cbn in *. lia.
  - cbn [map]. change (negb (is_P Misere t) :: map negb (map (is_P Misere) l)) with
      (map negb (map (is_P Misere) (t :: l))) || idtac.
    change (@is_P Misere early t :: map (@is_P Misere early) l) with
      (map (@is_P Misere early) (t :: l)).
    apply forallb_map.
Qed.

Lemma wythoff_obeys n : obeys n (fun _ => true) wythoff_P.
Proof.
  intros s _. unfold wythoff_P at 1. rewrite is_P_eq. cbn [outcome_step andb]. apply forallb_map.
Qed.

Theorem misere_theorem x y : 8 <= x \/ 8 <= y ->
  @is_P Misere early (x, y) = @is_P Normal wythoff (x, y).
Proof.
  intro h. apply (transfer 8 (fun _ => true) early_misere_P wythoff_P early_B set_A).
  - exact misere_obeys.
  - exact (wythoff_obeys 8).
  - exact early_misere_box.
  - intros s hs. apply A_box. now apply (smaller_box 8 9); [lia|].
  - vm_compute. reflexivity.
  - vm_compute. reflexivity.
  - now apply out_8.
Qed.

(** All exceptions below 8. *)
Theorem exceptions_box :
  filter (fun s => (fst s <=? snd s) && negb (Bool.eqb (early_misere_P s) (wythoff_P s))) (box 8) =
  [(0, 0); (0, 3); (3, 5); (4, 4); (4, 7); (5, 7)].
Proof.
  transitivity (filter (fun s => (fst s <=? snd s) && negb (Bool.eqb (early_B s) (set_A s))) (box
    8)).
  - apply filter_ext_in. intros [x y] h. apply in_prod_iff in h as [hx hy].
    apply in_seq in hx, hy. assert (hs : in_box 8 (x, y) = true).
    { unfold in_box. cbn [fst snd]. rewrite andb_true_iff, !Nat.ltb_lt. lia. }
    rewrite early_misere_box, A_box; auto. now apply (smaller_box 8 9); [lia|].
  - vm_compute. reflexivity.
Qed.
