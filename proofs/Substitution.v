(** * The P-position sequence as a fixed point of a substitution

    For s >= 1 let block(s) be ceil(s / b) - 1 zeros followed by the rest of s, a letter of
    1, ..., b; and let sigma(d) = block(d + a).  For WYT(a, b) ended at x + y <= k, with x_0 = 0
    and d_m = x_{m+1} - x_m - b,
      d_0 d_1 d_2 ... = k sigma(d_0) sigma(d_1) sigma(d_2) ....
    Normal play on WYT(a, b) is k = 0, misère play with a >= 2 is k = 1.
    The word determines the sequence: x_m = b m + d_0 + ... + d_{m-1}.

    Source: derived for this project; for coprime a, b the limit of x_m / m agrees with the one
    published for this family. *)

From Coq Require Import List ZArith Arith Lia ZifyNat Bool.
From Wythoff Require Import Sequence.
Import ListNotations.

Set Default Proof Using "All".

Section Substitution.
Variables a b k : nat.

Notation X := (X a b k).
Notation Y := (Y a b k).
Notation C := (C a b k).

Definition zeros (s : nat) : nat := (s - 1) / b.
Definition block (s : nat) : list nat := repeat 0 (zeros s) ++ [s - b * zeros s].
Definition sigma (d : nat) : list nat := block (d + a).
Definition substitute (word : list nat) : list nat := flat_map sigma word.

(** The first n letters of a sequence. *)
Definition prefix (u : nat -> nat) (n : nat) : list nat := map u (seq 0 n).

Definition letter (m : nat) : nat := X (S m) - X m - b.
Definition letter_1 (j : nat) : nat := letter (S j).

Hypothesis a_pos : 1 <= a.
Hypothesis b_pos : 1 <= b.

Lemma zeros_spec s : 1 <= s -> b * zeros s < s <= b * zeros s + b.
Proof.
  intro pos_s. unfold zeros. assert (h := Nat.div_mod_eq (s - 1) b).
  assert (lt := Nat.mod_upper_bound (s - 1) b). lia.
Qed.

(** A window that ends before X n + b is covered by an index up to n. *)
Lemma covered n t : 1 <= n -> t < X n + b -> exists i c, i < S n /\ C i c /\ c <= t < c + b.
Proof.
  intros pos_n lt. destruct (Nat.lt_ge_cases t (X n)) as [l|g].
  - destruct (X_cover a b k n t l) as (i & c & hi & hc & w). exists i, c. auto.
  - exists n, (X n). split; [lia|]. split; [now apply C_X|lia].
Qed.

(** Coordinates of index j <= i end before z, and those of index > i start after it. *)
Lemma free_of n i z : 1 <= n -> X n + b <= z -> Y i + b <= z -> (forall j, i < j -> z < Y j) ->
  forall j c, j < S n -> C j c -> ~ c <= z < c + b.
Proof.
  intros pos_n ge_X ge_Y above j c hj hc w.
  assert (hX : X j <= X n).
  { destruct (Nat.eq_dec j n) as [->|ne]; [lia|].
    assert (h := X_mono a b k a_pos b_pos j n ltac:(lia)). lia. }
  destruct j as [|j].
  - cbn [Sequence.C] in hc. assert (h := X_mono a b k a_pos b_pos 0 n ltac:(lia)).
    assert (k + b <= X n); [|lia].
    rewrite <- (X_1 a b k a_pos b_pos). destruct (Nat.eq_dec n 1) as [->|ne]; [lia|].
    assert (h1 := X_mono a b k a_pos b_pos 1 n ltac:(lia)). lia.
  - cbn [Sequence.C] in hc. destruct hc as [->| ->]; [lia|].
    destruct (Nat.le_gt_cases (S j) i) as [le|gt]; [|specialize (above (S j) gt); lia].
    destruct (Nat.eq_dec (S j) i) as [<-|ne]; [lia|].
    assert (h := Y_mono a b k a_pos b_pos (S j) i ltac:(lia)). lia.
Qed.

Lemma Y_above i j z : z < Y (S i) -> i < j -> z < Y j.
Proof.
  intros lt h. destruct (Nat.eq_dec j (S i)) as [->|ne]; [exact lt|].
  assert (g := Y_mono a b k a_pos b_pos (S i) j ltac:(lia)). lia.
Qed.

(** Walking right from X n, with the next Y at distance K b + r, 1 <= r <= b. *)
Lemma run K : forall n i r, 1 <= n -> Y i + b <= X n -> 1 <= r <= b ->
  Y (S i) = X n + K * b + r ->
  map letter (seq n (K + 1)) = repeat 0 K ++ [r] /\ X (n + K + 1) = Y (S i) + b.
Proof.
  induction K as [|K IH]; intros n i r pos_n before hr E.
  - cbn [Nat.add repeat app seq map]. rewrite Nat.add_0_r, Nat.add_1_r.
    assert (next : X (S n) = Y (S i) + b).
    { apply X_determined; [lia| |].
      - apply (free_of n (S i)); try lia. intros j hj.
        assert (h := Y_mono a b k a_pos b_pos (S i) j hj). lia.
      - intros t lt. destruct (Nat.lt_ge_cases t (X n + b)) as [l|g]; [now apply covered|].
        exists (S i), (Y (S i)). split; [|split; [cbn; auto|lia]].
        destruct (Nat.lt_ge_cases (S i) (S n)) as [l|g']; [exact l|].
        assert (h := X_mono a b k a_pos b_pos n (S i) ltac:(lia)).
        unfold Sequence.Y in E. nia. }
    split; [|exact next]. unfold letter. rewrite next. f_equal. lia.
  - assert (next : X (S n) = X n + b).
    { apply X_determined; [lia| |].
      - apply (free_of n i); try lia. intros j hj. apply (Y_above i); [nia|exact hj].
      - intros t lt. now apply covered. }
    destruct (IH (S n) i r) as [word last]; try lia.
    cbn [Nat.add repeat app seq map]. split.
    + rewrite word. f_equal. unfold letter. lia.
    + rewrite <- last. f_equal. lia.
Qed.

Lemma run_block n i : 1 <= n -> Y i + b <= X n -> X n < Y (S i) ->
  let w := block (Y (S i) - X n) in
  map letter (seq n (length w)) = w /\ X (n + length w) = Y (S i) + b.
Proof.
  intros pos_n before lt w. assert (z := zeros_spec (Y (S i) - X n) ltac:(lia)).
  assert (len : length w = zeros (Y (S i) - X n) + 1).
  { unfold w, block. now rewrite app_length, repeat_length. }
  destruct (run (zeros (Y (S i) - X n)) n i (Y (S i) - X n - b * zeros (Y (S i) - X n))) as
    [word last]; try lia.
  rewrite len, word, Nat.add_assoc. split; [reflexivity|exact last].
Qed.

(** The word from index 1 on, in steps of one P-position. *)
Definition word_1 (i : nat) : list nat := block (k + a) ++ substitute (prefix letter_1 i).

Lemma letters_1 n m : map letter (seq (S n) m) = map letter_1 (seq n m).
Proof. rewrite <- seq_shift, map_map. reflexivity. Qed.

Theorem substitution_until i :
  prefix letter_1 (length (word_1 i)) = word_1 i /\
  X (1 + length (word_1 i)) = Y (S i) + b.
Proof.
  induction i as [|i [word last]].
  - destruct (run_block 1 0) as [word last]; try lia.
    + rewrite X_1 by assumption. unfold Sequence.Y. cbn [Sequence.X]. lia.
    + unfold Sequence.Y. lia.
    + assert (start : word_1 0 = block (k + a)) by (unfold word_1; cbn; apply app_nil_r).
      rewrite start.
      replace (Y 1 - X 1) with (k + a) in * by (unfold Sequence.Y; lia).
      split; [|exact last]. unfold prefix. rewrite <- letters_1. exact word.
  - assert (grow : word_1 (S i) = word_1 i ++ sigma (letter_1 i)).
    { unfold word_1, substitute, prefix. rewrite seq_S, map_app, flat_map_app, app_assoc.
      cbn [Nat.add map flat_map]. now rewrite app_nil_r. }
    assert (step := X_step a b k a_pos b_pos (S i)).
    assert (E : Y (S (S i)) - X (1 + length (word_1 i)) = letter_1 i + a).
    { rewrite last. unfold letter_1, letter, Sequence.Y. lia. }
    assert (lt := Y_mono a b k a_pos b_pos (S i) (S (S i)) ltac:(lia)).
    destruct (run_block (1 + length (word_1 i)) (S i)) as [word' last']; try lia.
    rewrite E in word', last'. fold (sigma (letter_1 i)) in word', last'.
    rewrite grow, app_length, Nat.add_assoc. split; [|exact last'].
    unfold prefix. rewrite seq_app, map_app. fold (prefix letter_1 (length (word_1 i))).
    rewrite word. f_equal. rewrite <- letters_1. exact word'.
Qed.

(** The word from index 0 on. *)
Theorem substitution n :
  let w := k :: substitute (prefix letter n) in prefix letter (length w) = w.
Proof.
  assert (first : letter 0 = k).
  { unfold letter. rewrite X_1 by assumption. cbn [Sequence.X]. lia. }
  enough (H : forall i, let w := k :: substitute (prefix letter (S i)) in
    prefix letter (length w) = w).
  { destruct n as [|n]; [|apply H]. unfold substitute, prefix.
    cbn [seq map flat_map length]. now rewrite first. }
  intros i w. assert (E : w = k :: word_1 i).
  { unfold w, word_1, substitute, prefix. cbn [seq map flat_map]. rewrite first.
    now rewrite <- seq_shift, map_map. }
  rewrite E. unfold prefix. cbn [length seq map]. rewrite first, letters_1.
  f_equal. apply substitution_until.
Qed.

(** The sequence from the word. *)
Lemma X_sum n m : X (n + m) = X n + b * m + list_sum (map letter (seq n m)).
Proof.
  revert n. induction m as [|m IH]; intro n.
  - rewrite Nat.add_0_r. cbn. lia.
  - rewrite Nat.add_succ_r, <- Nat.add_succ_l, IH. cbn [seq map list_sum fold_right].
    assert (step := X_step a b k a_pos b_pos n). unfold letter at 2.
    change (fold_right Nat.add 0) with list_sum. lia.
Qed.

Theorem X_of_word m : X m = b * m + list_sum (prefix letter m).
Proof. apply (X_sum 0 m). Qed.
End Substitution.

(** The opening of the word for WYT(1, 2): 0 1 2 0 1 1 2 ... *)
Example word_1_2 : sigma 1 2 0 = [1] /\ sigma 1 2 1 = [2] /\ sigma 1 2 2 = [0; 1].
Proof. repeat split; reflexivity. Qed.
