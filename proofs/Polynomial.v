(** * The polynomial algorithm for the P-position sequence

    With sigma of Substitution.v, write |sigma^n(d)| for the number of letters of the n-th image
    of a letter, and more generally size_f for the sum of a weight f over its letters; both come
    from tables: size_f(n + 1, d) = zeros * size_f(n, 0) + size_f(n, last letter).  The word of
    the P-positions is k sigma(k) sigma^2(k) ..., where k is 0 in normal play, 1 in misère play
    with a >= 2, and k for the terminal set x + y <= k.  Walking it by whole images, then down
    inside one image, finds the longest prefix whose weight stays within a bound; the number of
    steps is the number of levels.

    Proved, for every k: the walk is right; so x_m, L(x) = max { m : x_m <= x },
    U(x) = max { m : y_m <= x } and iota(x) are what the algorithm returns.  Its cost is not
    stated here.

    Source: derived for this project. *)

From Coq Require Import List ZArith Arith Lia ZifyNat Bool.
From Wythoff Require Import Sequence Substitution.
Import ListNotations.

Set Default Proof Using "Type".

(** ** The longest prefix within a bound *)

Definition weight (f : nat -> nat) (w : list nat) : nat := list_sum (map f w).

Lemma weight_app f w v : weight f (w ++ v) = weight f w + weight f v.
Proof. unfold weight. now rewrite map_app, list_sum_app. Qed.

Lemma weight_cons f d w : weight f (d :: w) = f d + weight f w.
Proof. reflexivity. Qed.

Fixpoint take (f : nat -> nat) (bound : nat) (w : list nat) : list nat :=
  match w with
  | [] => []
  | d :: v => if f d <=? bound then d :: take f (bound - f d) v else []
  end.

Lemma take_app f w v bound : take f bound (w ++ v) =
  if weight f w <=? bound then w ++ take f (bound - weight f w) v else take f bound w.
Proof.
  revert bound. induction w as [|d w IH]; intro bound.
  - cbn. now rewrite Nat.sub_0_r.
  - cbn [app take]. rewrite weight_cons. destruct (Nat.leb_spec (f d) bound) as [h|h].
    + rewrite IH. destruct (Nat.leb_spec (weight f w) (bound - f d)),
        (Nat.leb_spec (f d + weight f w) bound); try lia; [|reflexivity].
      cbn [app]. now rewrite Nat.sub_add_distr.
    + destruct (Nat.leb_spec (f d + weight f w) bound); [lia|reflexivity].
Qed.

Lemma take_spec f bound w : bound < weight f w -> let p := take f bound w in
  p = firstn (length p) w /\ length p < length w /\
  weight f p <= bound < weight f (firstn (S (length p)) w).
Proof.
  revert bound. induction w as [|d w IH]; intros bound lt.
  - cbn in lt. lia.
  - rewrite weight_cons in lt. cbn [take]. destruct (Nat.leb_spec (f d) bound) as [h|h].
    + destruct (IH (bound - f d)) as (e & len & lo & hi); [lia|]. cbn [length firstn].
      rewrite weight_cons. repeat split; [now rewrite <- e|lia|lia|].
      change (d :: match w with [] => [] | a :: l => a :: firstn (length (take f (bound - f d) w))
        l end)
        with (d :: firstn (S (length (take f (bound - f d) w))) w).
      rewrite weight_cons. lia.
    + cbn [length firstn]. rewrite (weight_cons f d []). change (weight f []) with 0.
      repeat split; lia.
Qed.

Section Polynomial.
Variables a b k : nat.

Notation zeros := (zeros b).
Notation sigma := (sigma a b).
Notation substitute := (substitute a b).
Notation letter := (letter a b k).

(** The last letter of sigma(d). *)
Definition last_letter (d : nat) : nat := d + a - b * zeros (d + a).

Fixpoint image (n : nat) (w : list nat) : list nat :=
  match n with 0 => w | S m => image m (substitute w) end.

(** Tables: f = 1 counts letters, f = identity sums them. *)
Fixpoint size (f : nat -> nat) (n d : nat) : nat :=
  match n with
  | 0 => f d
  | S m => zeros (d + a) * size f m 0 + size f m (last_letter d)
  end.

Definition one (d : nat) : nat := 1.
Definition itself (d : nat) : nat := d.

(** Number and sum of the letters of the longest prefix of sigma^n(d) of weight <= bound. *)
Fixpoint descend (f : nat -> nat) (n d bound : nat) : nat * nat :=
  match n with
  | 0 => if f d <=? bound then (1, d) else (0, 0)
  | S m =>
      let q := min (zeros (d + a)) (bound / size f m 0) in
      let (c, s) := descend f m (if q <? zeros (d + a) then 0 else last_letter d)
                      (bound - q * size f m 0) in
      (q * size one m 0 + c, q * size itself m 0 + s)
  end.

(** The same for sigma^n(k) sigma^(n+1)(k) ...; [fuel] bounds the number of levels. *)
Fixpoint climb (f : nat -> nat) (fuel n bound : nat) : nat * nat :=
  match fuel with
  | 0 => (0, 0)
  | S fuel' =>
      if size f n k <=? bound then
        let (c, s) := climb f fuel' (S n) (bound - size f n k) in
        (size one n k + c, size itself n k + s)
      else descend f n k bound
  end.

Lemma substitute_app w v : substitute (w ++ v) = substitute w ++ substitute v.
Proof. apply flat_map_app. Qed.

Lemma image_app n w v : image n (w ++ v) = image n w ++ image n v.
Proof.
  revert w v. induction n as [|n IH]; intros; cbn; [reflexivity|]. now rewrite substitute_app, IH.
Qed.

Lemma image_S n w : image (S n) w = substitute (image n w).
Proof. revert w. induction n as [|n IH]; intro w; [reflexivity|]. cbn in *. now rewrite IH. Qed.

Fixpoint copies (q : nat) (w : list nat) : list nat :=
  match q with 0 => [] | S q => w ++ copies q w end.

Lemma image_letter n d : image (S n) [d] =
  copies (zeros (d + a)) (image n [0]) ++ image n [last_letter d].
Proof.
  cbn [image]. unfold Substitution.substitute. cbn [flat_map]. rewrite app_nil_r.
  unfold Substitution.sigma, block. fold (last_letter d). rewrite image_app. f_equal.
  induction (zeros (d + a)) as [|q IH]; cbn [repeat copies].
  - clear. induction n as [|n IH]; [reflexivity|exact IH].
  - change (0 :: repeat 0 q) with ([0] ++ repeat 0 q). now rewrite image_app, IH.
Qed.

Lemma weight_copies f q w : weight f (copies q w) = q * weight f w.
Proof. induction q as [|q IH]; cbn [copies]; [reflexivity|]. rewrite weight_app, IH. lia. Qed.

Theorem size_spec f n d : size f n d = weight f (image n [d]).
Proof.
  revert d. induction n as [|n IH]; intro d.
  - unfold weight. cbn. lia.
  - rewrite image_letter, weight_app, weight_copies, <- !IH. reflexivity.
Qed.

Lemma weight_one w : weight one w = length w.
Proof. induction w as [|d w IH]; [reflexivity|]. rewrite weight_cons, IH. reflexivity. Qed.

Lemma weight_itself w : weight itself w = list_sum w.
Proof. unfold weight, itself. now rewrite map_id. Qed.

Set Default Proof Using "All".

Section Walk.
Variable f : nat -> nat.
Hypothesis f_pos : forall d, 1 <= f d.

Lemma weight_pos w : w <> [] -> 1 <= weight f w.
Proof.
  destruct w as [|d w]; [congruence|]. intros _. rewrite weight_cons. specialize (f_pos d). lia.
Qed.

Lemma image_not_nil n w : w <> [] -> image n w <> [].
Proof.
  revert w. induction n as [|n IH]; intros w ne; [exact ne|]. apply IH.
  destruct w as [|d w]; [congruence|]. unfold Substitution.substitute. cbn [flat_map].
  unfold Substitution.sigma, block. destruct (repeat 0 _); discriminate.
Qed.

Lemma size_pos n d : 1 <= size f n d.
Proof. rewrite size_spec. apply weight_pos, image_not_nil. discriminate. Qed.

Lemma take_copies K w v bound : 1 <= weight f w -> let q := min K (bound / weight f w) in
  take f bound (copies K w ++ v) = copies q w ++
    take f (bound - q * weight f w) (if q <? K then w else v).
Proof.
  intro pos_w. revert bound. induction K as [|K IH]; intro bound.
  - cbn [Nat.min copies app Nat.ltb Nat.leb]. cbn. now rewrite Nat.sub_0_r.
  - cbn [copies]. rewrite <- app_assoc, take_app.
    destruct (Nat.leb_spec (weight f w) bound) as [h|h].
    + rewrite IH. assert (E : bound / weight f w = S ((bound - weight f w) / weight f w)).
      { replace bound with (bound - weight f w + 1 * weight f w) at 1 by lia.
        rewrite Nat.div_add by lia. lia. }
      rewrite E. cbn [Nat.min]. set (q := min K ((bound - weight f w) / weight f w)).
      cbn [copies]. rewrite <- app_assoc. f_equal. f_equal.
      replace (S q <? S K) with (q <? K) by reflexivity.
      f_equal. cbn [Nat.mul]. lia.
    + rewrite Nat.div_small by exact h. cbn [Nat.min copies app Nat.mul Nat.ltb Nat.leb].
      now rewrite Nat.sub_0_r.
Qed.

Theorem descend_spec n : forall d bound, descend f n d bound =
  (length (take f bound (image n [d])), list_sum (take f bound (image n [d]))).
Proof.
  induction n as [|n IH]; intros d bound.
  - cbn. destruct (f d <=? bound); cbn; [f_equal; lia|reflexivity].
  - rewrite image_letter, take_copies by (rewrite <- size_spec; apply size_pos).
    cbn [descend]. rewrite <- (size_spec f n 0).
    set (q := min (zeros (d + a)) (bound / size f n 0)). rewrite IH.
    assert (E : (if q <? zeros (d + a) then image n [0] else image n [last_letter d]) =
      image n [if q <? zeros (d + a) then 0 else last_letter d]) by now destruct (q <? _).
    rewrite E, app_length, list_sum_app, <- (weight_one (copies q (image n [0]))),
      <- (weight_itself (copies q (image n [0]))), !weight_copies, <- !size_spec. reflexivity.
Qed.

(** The images sigma^n(k), ..., N of them. *)
Definition images (n N : nat) : list nat := flat_map (fun i => image i [k]) (seq n N).

Lemma climb_spec fuel : forall n bound, bound < fuel -> exists N,
  bound < weight f (images n N) /\
  climb f fuel n bound =
    (length (take f bound (images n N)), list_sum (take f bound (images n N))).
Proof.
  induction fuel as [|fuel IH]; intros n bound lt; [lia|]. cbn [climb].
  assert (pos_s := size_pos n k). destruct (Nat.leb_spec (size f n k) bound) as [h|h].
  - destruct (IH (S n) (bound - size f n k)) as (N & big & E); [lia|]. exists (S N).
    unfold images in *. cbn [seq flat_map]. rewrite weight_app, <- size_spec.
    split; [lia|]. rewrite E, take_app, <- size_spec.
    rewrite (proj2 (Nat.leb_le _ _) h), app_length, list_sum_app, <- (weight_one (image n [k])),
      <- (weight_itself (image n [k])), <- !size_spec. reflexivity.
  - exists 1. unfold images. cbn [seq flat_map]. rewrite app_nil_r, <- size_spec.
    split; [exact h|]. apply descend_spec.
Qed.
End Walk.

Hypothesis a_pos : 1 <= a.
Hypothesis b_pos : 1 <= b.

Lemma images_word N : prefix letter (length (images 0 N)) = images 0 N.
Proof.
  induction N as [|N IH]; [reflexivity|].
  assert (E : images 0 (S N) = k :: substitute (images 0 N)).
  { unfold images. cbn [seq flat_map image app]. f_equal. rewrite <- seq_shift.
    induction (seq 0 N) as [|i l IHl]; [reflexivity|]. cbn [map flat_map].
    now rewrite substitute_app, IHl, <- image_S. }
  assert (H := substitution a b k a_pos b_pos (length (images 0 N))).
  cbn zeta in H. rewrite IH, <- E in H. exact H.
Qed.

Lemma firstn_prefix u n m : m <= n -> firstn m (prefix u n) = prefix u m.
Proof.
  intro le. unfold prefix. rewrite firstn_map. f_equal.
  replace n with (m + (n - m)) by lia. rewrite seq_app, firstn_app, seq_length, Nat.sub_diag.
  cbn [firstn]. now rewrite app_nil_r, firstn_all2 by now rewrite seq_length.
Qed.

(** The walk on the whole word. *)
Theorem walk f bound : (forall d, 1 <= f d) -> let (m, s) := climb f (S bound) 0 bound in
  weight f (prefix letter m) <= bound < weight f (prefix letter (S m)) /\
  s = list_sum (prefix letter m).
Proof.
  intro f_pos. destruct (climb_spec f f_pos (S bound) 0 bound) as (N & big & ->); [lia|].
  destruct (take_spec f bound _ big) as (e & len & lo & hi).
  set (p := take f bound (images 0 N)) in *. rewrite <- (images_word N) in e, hi.
  rewrite firstn_prefix in e, hi by lia. rewrite <- e. auto.
Qed.

(** ** The three queries *)

Definition x_query (m : nat) : nat := b * m + snd (climb one (S m) 0 m).

(** The greatest m with x_m + w m <= x. *)
Definition search (w x : nat) : nat := fst (climb (fun d => d + (b + w)) (S x) 0 x).

Lemma prefix_length (u : nat -> nat) n : length (prefix u n) = n.
Proof. unfold prefix. now rewrite map_length, seq_length. Qed.

Theorem x_query_spec m : x_query m = X a b k m.
Proof.
  unfold x_query. assert (H := walk one m (fun _ => le_n 1)).
  destruct (climb one (S m) 0 m) as [n s]. rewrite !weight_one, !prefix_length in H.
  destruct H as [H ->]. assert (n = m) as -> by lia. cbn [snd].
  symmetry. now apply X_of_word.
Qed.

Theorem search_spec w x : let m := search w x in
  X a b k m + w * m <= x < X a b k (S m) + w * S m.
Proof.
  unfold search. assert (H := walk (fun d => d + (b + w)) x ltac:(intro; cbn; lia)).
  destruct (climb _ (S x) 0 x) as [m s]. destruct H as [H _]. cbn [fst].
  assert (E : forall n, weight (fun d => d + (b + w)) (prefix letter n) = X a b k n + w * n).
  { intro n. rewrite (X_of_word a b k a_pos b_pos n).
    assert (G : forall l, weight (fun d => d + (b + w)) l = list_sum l + (b + w) * length l).
    { induction l as [|d l IH]; [cbn; lia|]. rewrite weight_cons, IH.
      cbn [length list_sum fold_right].
      change (fold_right Nat.add 0) with list_sum. lia. }
    rewrite G, prefix_length. lia. }
  now rewrite !E in H.
Qed.
End Polynomial.

(** The local index by two searches. *)
Theorem iota_query a b k x : 1 <= a -> 1 <= b ->
  let u := search a b k a (x - k) in
  iota a b k x = if x <? k + b then 0 else if x <? Y a b k u + b then u else search a b k 0 x.
Proof.
  intros a_pos b_pos u. destruct (Nat.ltb_spec x (k + b)) as [low|high]; [now apply iota_0|].
  destruct (search_spec a b k a_pos b_pos a (x - k)) as [u_lo u_hi]. fold u in u_lo, u_hi.
  destruct (search_spec a b k a_pos b_pos 0 x) as [l_lo l_hi].
  set (l := search a b k 0 x) in *.
  destruct (iota_spec a b k a_pos b_pos x) as (c & hc & w).
  assert (nz : iota a b k x <> 0) by (rewrite iota_0 by assumption; lia).
  set (j := iota a b k x) in *. assert (hc' : c = X a b k j \/ c = Y a b k j).
  { destruct j; [lia|exact hc]. }
  assert (Xm := X_mono a b k a_pos b_pos). assert (Ym := Y_mono a b k a_pos b_pos).
  assert (Yu : Y a b k u <= x) by (unfold Y; lia).
  assert (Ysu : x < Y a b k (S u)) by (unfold Y; lia).
  destruct (Nat.ltb_spec x (Y a b k u + b)) as [near|far].
  - apply Nat.le_antisymm.
    + apply (iota_le a b k a_pos b_pos x u (Y a b k u)); [|lia].
      destruct u; [|cbn; auto]. unfold Y in near. cbn in near. lia.
    + apply Nat.nlt_ge. intro lt. specialize (Xm j u lt). specialize (Ym j u lt).
      unfold Y in *. destruct hc' as [->| ->]; lia.
  - assert (hX : c = X a b k j).
    { destruct hc' as [h|h]; [exact h|]. exfalso. destruct (Nat.lt_trichotomy j u) as [q|[q|q]].
      - specialize (Ym j u q). lia.
      - rewrite q in h. lia.
      - destruct (Nat.eq_dec j (S u)) as [e|ne]; [rewrite e in h; lia|].
        specialize (Ym (S u) j ltac:(lia)). lia. }
    destruct (Nat.lt_trichotomy j l) as [q|[q|q]]; [|exact q|].
    + specialize (Xm j l q). lia.
    + destruct (Nat.eq_dec j (S l)) as [e|ne]; [rewrite e in hX; lia|].
      specialize (Xm (S l) j ltac:(lia)). lia.
Qed.
