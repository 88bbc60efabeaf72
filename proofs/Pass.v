(** * Wythoff's game with a pass

    One pass may be used in the whole game, by either player, not from (0, 0).  Beside it stands
    Wythoff's game plus a nim heap of one.  Positions (x, y, 1) still have the pass (the heap).

    Proved: the sets A, B, C of P-positions with x, y <= 8 and the tables of figures 3, 4, 5 as
    printed; for x >= 8 or y >= 8, (x, y, 1) is P in the pass game exactly when it is P with the
    heap, exactly when G(x, y) = 1 in Wythoff's game.  The paper says 9; 8 is sharp: exactly 14
    cells differ, all below 8, and (7, 6) is one of them.

    Source: [MiyaderaManabeFukui2025, Lemma 1 and the main theorem]; the sharp 8 is derived for
    this project. *)

From Coq Require Import List Arith Lia Bool.
From Wythoff Require Import Game Sequence Wyt Remoteness Grundy Finite.
Import ListNotations.

Definition wythoff : Game := wyt 1 1.

Definition not_origin (s : nat * nat) : bool := negb ((fst s =? 0) && (snd s =? 0)).

Definition pass_game : Game := with_token wythoff not_origin.
Definition stone_game : Game := with_token wythoff (fun _ => true).

Definition wythoff_P (s : nat * nat) : bool := @is_P Normal wythoff s.
Definition pass_P (s : nat * nat) : bool := @is_P Normal pass_game (s, true).
Definition stone_P (s : nat * nat) : bool := @is_P Normal stone_game (s, true).
Definition wythoff_grundy (s : nat * nat) : nat := @grundy wythoff s.

(** ** The 9 x 9 boxes *)

Definition set_A := mirrored [(0, 0); (1, 2); (3, 5); (4, 7)].
Definition set_B := mirrored [(0, 0); (1, 3); (2, 5); (4, 8); (6, 7)].
Definition set_C := mirrored [(0, 1); (2, 2); (3, 6); (4, 8); (5, 7)].

Lemma pair_box_cells n (s : nat * nat * bool) :
  in_box n (fst s) = true -> In s (list_prod (box n) [true; false]).
Proof.
  destruct s as [s b]. cbn [fst]. intro h. apply in_prod; [now apply in_box_cells|].
  destruct b; cbn; auto.
Qed.

Theorem A_box s : in_box 9 s = true -> wythoff_P s = set_A s.
Proof.
  intro h. symmetry. unfold wythoff_P, is_P.
  refine (@table_sound wythoff bool _ Bool.eqb (in_box 9) (box 9) set_A _ _ _ s h).
  - exact eqb_prop.
  - exact (in_box_cells 9).
  - vm_compute. reflexivity.
Qed.

Theorem B_box s : in_box 9 s = true -> pass_P s = set_B s.
Proof.
  intro h. symmetry. unfold pass_P, is_P.
  refine (@table_sound pass_game bool (outcome_step Normal) Bool.eqb (fun t => in_box 9 (fst t))
    (list_prod (box 9) [true; false])
    (fun t => if snd t : bool then set_B (fst t) else set_A (fst t)) _ _ _ (s, true) h).
  - exact eqb_prop.
  - exact (pair_box_cells 9).
  - vm_compute. reflexivity.
Qed.

Theorem C_box s : in_box 9 s = true -> stone_P s = set_C s.
Proof.
  intro h. symmetry. unfold stone_P, is_P.
  refine (@table_sound stone_game bool (outcome_step Normal) Bool.eqb (fun t => in_box 9 (fst t))
    (list_prod (box 9) [true; false])
    (fun t => if snd t : bool then set_C (fst t) else set_A (fst t)) _ _ _ (s, true) h).
  - exact eqb_prop.
  - exact (pair_box_cells 9).
  - vm_compute. reflexivity.
Qed.

(** ** Figures 3, 4, 5 *)

Definition figure_3 : list (list nat) := [
   [0; 1; 2; 3; 4; 5; 6; 7; 8];
   [1; 2; 0; 4; 5; 3; 7; 8; 6];
   [2; 0; 1; 5; 3; 4; 8; 6; 7];
   [3; 4; 5; 6; 2; 0; 1; 9; 10];
   [4; 5; 3; 2; 7; 6; 9; 0; 1];
   [5; 3; 4; 0; 6; 8; 10; 1; 2];
   [6; 7; 8; 1; 9; 10; 3; 4; 5];
   [7; 8; 6; 9; 0; 1; 4; 5; 3];
   [8; 6; 7; 10; 1; 2; 5; 3; 4]].

Definition figure_4 : list (list nat) := [
   [0; 2; 1; 4; 3; 6; 5; 8; 7];
   [2; 1; 3; 0; 6; 4; 8; 7; 5];
   [1; 3; 2; 6; 4; 0; 7; 5; 8];
   [4; 0; 6; 3; 1; 2; 9; 10; 11];
   [3; 6; 4; 1; 5; 7; 10; 2; 0];
   [6; 4; 0; 2; 7; 9; 11; 3; 1];
   [5; 8; 7; 9; 10; 11; 4; 0; 6];
   [8; 7; 5; 10; 2; 3; 0; 6; 4];
   [7; 5; 8; 11; 0; 1; 6; 4; 10]].

Definition figure_5 : list (list nat) := [
   [1; 0; 3; 2; 5; 4; 7; 6; 9];
   [0; 3; 1; 5; 4; 2; 6; 9; 7];
   [3; 1; 0; 4; 2; 5; 9; 7; 6];
   [2; 5; 4; 7; 3; 1; 0; 8; 11];
   [5; 4; 2; 3; 6; 7; 8; 1; 0];
   [4; 2; 5; 1; 7; 9; 11; 0; 3];
   [7; 6; 9; 0; 8; 11; 2; 5; 4];
   [6; 9; 7; 8; 1; 0; 5; 4; 2];
   [9; 7; 6; 11; 0; 3; 4; 2; 5]].

Lemma eqb_nat_eq x y : Nat.eqb x y = true -> x = y.
Proof. apply Nat.eqb_eq. Qed.

Theorem figure_3_grundy s : in_box 9 s = true -> wythoff_grundy s = at_ 0 figure_3 s.
Proof.
  intro h. symmetry. unfold wythoff_grundy, grundy.
  refine (@table_sound wythoff nat mex Nat.eqb (in_box 9) (box 9) (at_ 0 figure_3)
    eqb_nat_eq (in_box_cells 9) _ s h).
  vm_compute. reflexivity.
Qed.

Theorem figures_3_4_grundy s (p : bool) : in_box 9 s = true ->
  @grundy pass_game (s, p) = at_ 0 (if p then figure_4 else figure_3) s.
Proof.
  intro h. symmetry. unfold grundy.
  refine (@table_sound pass_game nat mex Nat.eqb (fun t => in_box 9 (fst t))
    (list_prod (box 9) [true; false])
    (fun t => at_ 0 (if snd t : bool then figure_4 else figure_3) (fst t))
    eqb_nat_eq (pair_box_cells 9) _ (s, p) h).
  vm_compute. reflexivity.
Qed.

Theorem figures_3_5_grundy s (p : bool) : in_box 9 s = true ->
  @grundy stone_game (s, p) = at_ 0 (if p then figure_5 else figure_3) s.
Proof.
  intro h. symmetry. unfold grundy.
  refine (@table_sound stone_game nat mex Nat.eqb (fun t => in_box 9 (fst t))
    (list_prod (box 9) [true; false])
    (fun t => at_ 0 (if snd t : bool then figure_5 else figure_3) (fst t))
    eqb_nat_eq (pair_box_cells 9) _ (s, p) h).
  vm_compute. reflexivity.
Qed.

(** ** Outside the box *)

Lemma smaller_box n m s : n <= m -> in_box n s = true -> in_box m s = true.
Proof. unfold in_box. rewrite !andb_true_iff, !Nat.ltb_lt. lia. Qed.

Lemma out_not_origin n s : 1 <= n -> in_box n s = false -> not_origin s = true.
Proof.
  unfold in_box, not_origin. intros h out. apply negb_true_iff, andb_false_iff.
  apply andb_false_iff in out. rewrite !Nat.ltb_ge in out. rewrite !Nat.eqb_neq. lia.
Qed.

Lemma pass_obeys : obeys 8 (fun s => negb (wythoff_P s)) pass_P.
Proof.
  intros s out. unfold pass_P, pass_game. rewrite token_P.
  rewrite (out_not_origin 8 s) by (assumption || lia). reflexivity.
Qed.

Lemma stone_obeys : obeys 8 (fun s => negb (wythoff_P s)) stone_P.
Proof. intros s _. unfold stone_P, stone_game. now rewrite token_P. Qed.

Lemma out_8 x y : 8 <= x \/ 8 <= y -> in_box 8 (x, y) = false.
Proof. unfold in_box. cbn. rewrite andb_false_iff, !Nat.leb_gt. cbn. lia. Qed.

Theorem pass_stone x y : 8 <= x \/ 8 <= y -> pass_P (x, y) = stone_P (x, y).
Proof.
  intro h. apply (transfer 8 (fun s => negb (wythoff_P s)) pass_P stone_P set_B set_C).
  - exact pass_obeys.
  - exact stone_obeys.
  - intros s hs. apply B_box. now apply (smaller_box 8 9); [lia|].
  - intros s hs. apply C_box. now apply (smaller_box 8 9); [lia|].
  - vm_compute. reflexivity.
  - vm_compute. reflexivity.
  - now apply out_8.
Qed.

(** The main theorem, from 8 on. *)
Theorem pass_theorem x y : 8 <= x \/ 8 <= y ->
  (@is_P Normal pass_game ((x, y), true) = true <-> @grundy wythoff (x, y) = 1).
Proof.
  intro h. change (@is_P Normal pass_game (x, y, true)) with (pass_P (x, y)).
  rewrite (pass_stone x y h). unfold stone_P, stone_game. rewrite stone_grundy_1.
  apply Nat.eqb_eq.
Qed.

Theorem stone_theorem s : @is_P Normal stone_game (s, true) = true <-> @grundy wythoff s = 1.
Proof. unfold stone_game. rewrite stone_grundy_1. apply Nat.eqb_eq. Qed.

(** The cells that differ: exactly 14, in the box below 8, and 8 is sharp. *)
Definition differing : list (nat * nat) :=
  filter (fun s => negb (Bool.eqb (pass_P s) (stone_P s))) (box 8).

Theorem differing_cells : differing =
  [(0, 0); (0, 1); (1, 0); (1, 3); (2, 2); (2, 5); (3, 1); (3, 6); (5, 2); (5, 7); (6, 3);
   (6, 7); (7, 5); (7, 6)] /\ length differing = 14.
Proof.
  assert (E : differing = filter (fun s => negb (Bool.eqb (set_B s) (set_C s))) (box 8)).
  { apply filter_ext_in. intros [x y] h. apply in_prod_iff in h as [hx hy].
    apply in_seq in hx, hy. assert (hs : in_box 9 (x, y) = true).
    { unfold in_box. cbn [fst snd]. rewrite andb_true_iff, !Nat.ltb_lt. lia. }
    now rewrite B_box, C_box. }
  rewrite E. split; vm_compute; reflexivity.
Qed.

Theorem sharp : pass_P (7, 6) = true /\ @grundy wythoff (7, 6) <> 1.
Proof.
  split; [now rewrite B_box|]. rewrite <- stone_theorem.
  change (@is_P Normal stone_game (7, 6, true)) with (stone_P (7, 6)). now rewrite C_box.
Qed.

(** The cells of the 9 x 9 box that reach B along x, along y, and diagonally: 36, 36 and 26;
    outside B only (1, 2) and (2, 1) reach it in none of the three ways. *)
Definition reaches (line : nat * nat -> nat -> nat * nat) (len : nat * nat -> nat)
  (s : nat * nat) : bool := existsb (fun t => set_B (line s t)) (seq 1 (len s)).
Definition along_x := reaches (fun s t => (fst s - t, snd s)) fst.
Definition along_y := reaches (fun s t => (fst s, snd s - t)) snd.
Definition along_d := reaches (fun s t => (fst s - t, snd s - t)) (fun s => min (fst s) (snd s)).
Definition outside_B (f : nat * nat -> bool) : list (nat * nat) :=
  filter (fun s => negb (set_B s) && f s) (box 9).

Theorem lines_into_B :
  (length (outside_B along_x), length (outside_B along_y), length (outside_B along_d)) =
    (36, 36, 26) /\
  outside_B (fun s => negb (along_x s || along_y s || along_d s)) = [(1, 2); (2, 1)].
Proof. split; vm_compute; reflexivity. Qed.
