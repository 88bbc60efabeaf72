(** * Selective compounds

    A player moves in any of the components, at least one.  In normal play the compound is P
    exactly when every component is.  In misère play, where one component has ended the other
    decides, as it does alone; else the compound is P exactly when both components are P in
    normal play.

    Source: [Smith1966]; classical. *)

From Coq Require Import List Arith Lia Bool.
From Wythoff Require Import Game Conjunctive Suspense.
Import ListNotations.

Section Outcomes.
Context {G : Game}.

Lemma P_options_N (p : pos G) : is_P Normal p = true ->
  forall t, In t (moves p) -> is_P Normal t = false.
Proof.
  intros E t ht. rewrite is_P_eq in E. cbn [outcome_step] in E.
  rewrite forallb_forall in E. apply negb_true_iff, E, in_map, ht.
Qed.

Lemma some_true (f : pos G -> bool) l :
  forallb negb (map f l) = false -> exists t, In t l /\ f t = true.
Proof.
  induction l as [|t l IH]; cbn [map forallb]; intro E; [discriminate|].
  destruct (f t) eqn:F; [exists t; cbn; auto|].
  destruct (IH E) as (u & hu & fu). exists u. cbn. auto.
Qed.

Lemma N_option_P (p : pos G) : is_P Normal p = false ->
  exists t, In t (moves p) /\ is_P Normal t = true.
Proof. rewrite is_P_eq. apply some_true. Qed.

Lemma terminal_P (p : pos G) : moves p = [] -> is_P Normal p = true.
Proof. intro e. now rewrite is_P_eq, e. Qed.

Lemma terminal_misere (p : pos G) : moves p = [] -> is_P Misere p = false.
Proof. intro e. now rewrite is_P_eq, e. Qed.

Lemma misere_on (p : pos G) : moves p <> [] ->
  is_P Misere p = forallb negb (map (is_P Misere) (moves p)).
Proof. intro ne. rewrite is_P_eq. now destruct (moves p). Qed.

Lemma misere_P_options_N (p : pos G) : is_P Misere p = true ->
  forall t, In t (moves p) -> is_P Misere t = false.
Proof.
  intros E t ht. rewrite misere_on in E by (intro e; now rewrite e in ht).
  rewrite forallb_forall in E. apply negb_true_iff, E, in_map, ht.
Qed.

Lemma misere_N_option_P (p : pos G) : moves p <> [] -> is_P Misere p = false ->
  exists t, In t (moves p) /\ is_P Misere t = true.
Proof. intros ne E. rewrite misere_on in E by exact ne. now apply some_true. Qed.

(** A set with the defining properties of P-positions is that set. *)
Lemma normal_rule (V : pos G -> bool) :
  (forall p t, V p = true -> In t (moves p) -> V t = false) ->
  (forall p, V p = false -> exists t, In t (moves p) /\ V t = true) ->
  forall p, is_P Normal p = V p.
Proof.
  intros kept down. induction p as [p IH] using moves_ind. rewrite is_P_eq. cbn [outcome_step].
  destruct (V p) eqn:E.
  - apply forallb_forall. intros x hx. apply in_map_iff in hx as (t & <- & ht).
    rewrite IH by exact ht. now rewrite (kept p t E ht).
  - destruct (down p E) as (t & ht & Vt).
    apply (forallb_false _ _ (is_P Normal t)); [now apply in_map|].
    rewrite IH by exact ht. now rewrite Vt.
Qed.

(** The same for misère play. *)
Lemma misere_rule (V : pos G -> bool) :
  (forall p, moves p = [] -> V p = false) ->
  (forall p t, V p = true -> In t (moves p) -> V t = false) ->
  (forall p, V p = false -> moves p <> [] -> exists t, In t (moves p) /\ V t = true) ->
  forall p, is_P Misere p = V p.
Proof.
  intros last kept down. induction p as [p IH] using moves_ind.
  destruct (list_eq_dec (pos_eq_dec G) (moves p) []) as [e|ne].
  - now rewrite terminal_misere, last.
  - rewrite misere_on by exact ne. destruct (V p) eqn:E.
    + apply forallb_forall. intros x hx. apply in_map_iff in hx as (t & <- & ht).
      rewrite IH by exact ht. now rewrite (kept p t E ht).
    + destruct (down p E ne) as (t & ht & Vt).
      apply (forallb_false _ _ (is_P Misere t)); [now apply in_map|].
      rewrite IH by exact ht. now rewrite Vt.
Qed.

Lemma ends_soon (p : pos G) : (exists t, In t (moves p) /\ moves t = []) \/
  (forall t, In t (moves p) -> moves t <> []).
Proof.
  induction (moves p) as [|t l IH]; [right; intros t []|].
  destruct (list_eq_dec (pos_eq_dec G) (moves t) []) as [e|ne]; [left; exists t; cbn; auto|].
  destruct IH as [(u & hu & e)|h]; [left; exists u; cbn; auto|].
  right. intros u [<-|hu]; auto.
Qed.
End Outcomes.

Definition selective_moves (G H : Game) (s : pos G * pos H) : list (pos G * pos H) :=
  alone_left (moves (fst s)) (snd s) ++ alone_right (fst s) (moves (snd s)) ++
  list_prod (moves (fst s)) (moves (snd s)).

Lemma selective_rank_lt (G H : Game) p q :
  In q (selective_moves G H p) -> pair_rank G H q < pair_rank G H p.
Proof.
  destruct p as [p1 p2], q as [q1 q2]. unfold selective_moves, pair_rank, alone_left, alone_right.
  cbn [fst snd]. rewrite !in_app_iff, !in_map_iff, in_prod_iff.
  intros [(t & e & h)|[(t & e & h)|[h1 h2]]].
  - injection e as <- <-. apply rank_lt in h. lia.
  - injection e as <- <-. apply rank_lt in h. lia.
  - apply rank_lt in h1, h2. lia.
Qed.

Definition selective (G H : Game) : Game := {|
  pos := pos G * pos H; pos_eq_dec := pair_eq_dec (pos_eq_dec G) (pos_eq_dec H);
  moves := selective_moves G H; rank := pair_rank G H; rank_lt := selective_rank_lt G H |}.

Section Selective.
Context (G H : Game).

Lemma in_selective p q s t : In (s, t) (@moves (selective G H) (p, q)) <->
  (In s (moves p) /\ t = q) \/ (s = p /\ In t (moves q)) \/ (In s (moves p) /\ In t (moves q)).
Proof.
  cbn [moves selective]. unfold selective_moves, alone_left, alone_right. cbn [fst snd].
  rewrite !in_app_iff, !in_map_iff. split.
  - intros [(u & e & h)|[(u & e & h)|h]].
    + injection e as <- <-. auto.
    + injection e as <- <-. auto.
    + apply in_prod_iff in h. auto.
  - intros [[h ->]|[[-> h]|[h1 h2]]]; [left; eauto|right; left; eauto|right; right].
    now apply in_prod.
Qed.

(** Normal play. *)
Theorem selective_P p q :
  @is_P Normal (selective G H) (p, q) = is_P Normal p && is_P Normal q.
Proof.
  apply (@normal_rule (selective G H) (fun s => is_P Normal (fst s) && is_P Normal (snd s)));
    clear p q; intros [p q]; cbn [fst snd].
  - intros [s t] E h. cbn [fst snd]. apply in_selective in h.
    apply andb_true_iff in E as [Pp Pq].
    destruct h as [[h _]|[[_ h]|[h _]]].
    + now rewrite (P_options_N p Pp s h).
    + rewrite (P_options_N q Pq t h). apply andb_false_r.
    + now rewrite (P_options_N p Pp s h).
  - intro E. destruct (is_P Normal p) eqn:Pp, (is_P Normal q) eqn:Pq; [discriminate| | |].
    + destruct (N_option_P q Pq) as (u & hu & Pu). exists (p, u). cbn [fst snd].
      rewrite in_selective, Pp, Pu. auto.
    + destruct (N_option_P p Pp) as (t & ht & Pt). exists (t, q). cbn [fst snd].
      rewrite in_selective, Pq, Pt. auto.
    + destruct (N_option_P p Pp) as (t & ht & Pt), (N_option_P q Pq) as (u & hu & Pu).
      exists (t, u). cbn [fst snd]. rewrite in_selective, Pt, Pu. auto.
Qed.

(** Misère play: what decides. *)
Definition verdict (s : pos G * pos H) : bool :=
  match moves (fst s), moves (snd s) with
  | [], _ => is_P Misere (snd s)
  | _, [] => is_P Misere (fst s)
  | _, _ => is_P Normal (fst s) && is_P Normal (snd s)
  end.

Lemma verdict_left p q : moves p = [] -> verdict (p, q) = is_P Misere q.
Proof. intro e. unfold verdict. cbn [fst snd]. now rewrite e. Qed.

Lemma verdict_right p q : moves q = [] -> verdict (p, q) = is_P Misere p.
Proof.
  intro e. unfold verdict. cbn [fst snd]. destruct (moves p) eqn:E.
  - now rewrite (terminal_misere q e), (terminal_misere p E).
  - now rewrite e.
Qed.

Lemma verdict_both p q : moves p <> [] -> moves q <> [] ->
  verdict (p, q) = is_P Normal p && is_P Normal q.
Proof.
  unfold verdict. cbn [fst snd]. destruct (moves p), (moves q); intros; congruence.
Qed.

Lemma N_not_terminal {K : Game} (p : pos K) : is_P Normal p = false -> moves p <> [].
Proof. intros E e. now rewrite (terminal_P p e) in E. Qed.

Lemma misere_P_not_terminal {K : Game} (p : pos K) : is_P Misere p = true -> moves p <> [].
Proof. intros E e. now rewrite (terminal_misere p e) in E. Qed.

Theorem selective_misere_P p q : @is_P Misere (selective G H) (p, q) = verdict (p, q).
Proof.
  apply misere_rule; clear p q.
  - intros [p q] e. destruct (list_eq_dec (pos_eq_dec G) (moves p) []) as [ep|np].
    + rewrite verdict_left by exact ep. apply terminal_misere.
      destruct (moves q) as [|t l] eqn:M; [reflexivity|]. exfalso.
      assert (h : In (p, t) (@moves (selective G H) (p, q))).
      { apply in_selective. right. left. rewrite M. cbn. auto. }
      rewrite e in h. exact h.
    + exfalso. destruct (moves p) as [|t l] eqn:M; [congruence|].
      assert (h : In (t, q) (@moves (selective G H) (p, q))).
      { apply in_selective. left. rewrite M. cbn. auto. }
      rewrite e in h. exact h.
  - intros [p q] [s t] E h. apply in_selective in h.
    destruct (list_eq_dec (pos_eq_dec G) (moves p) []) as [ep|np].
    { rewrite verdict_left in E by exact ep. rewrite ep in h.
      destruct h as [[[] _]|[[-> h]|[[] _]]]. rewrite verdict_left by exact ep.
      now apply (misere_P_options_N q). }
    destruct (list_eq_dec (pos_eq_dec H) (moves q) []) as [eq|nq].
    { rewrite verdict_right in E by exact eq. rewrite eq in h.
      destruct h as [[h ->]|[[_ []]|[_ []]]]. rewrite verdict_right by exact eq.
      now apply (misere_P_options_N p). }
    rewrite verdict_both in E by assumption. apply andb_true_iff in E as [Pp Pq].
    assert (Ns : In s (moves p) -> is_P Normal s = false) by (apply P_options_N, Pp).
    assert (Nt : In t (moves q) -> is_P Normal t = false) by (apply P_options_N, Pq).
    destruct h as [[h ->]|[[-> h]|[h1 h2]]].
    + rewrite verdict_both by auto using N_not_terminal. now rewrite (Ns h).
    + rewrite verdict_both by auto using N_not_terminal. rewrite (Nt h). apply andb_false_r.
    + rewrite verdict_both by auto using N_not_terminal. now rewrite (Ns h1).
  - intros [p q] E ne.
    destruct (list_eq_dec (pos_eq_dec G) (moves p) []) as [ep|np].
    { rewrite verdict_left in E by exact ep. destruct (misere_N_option_P q) as (u & hu & Pu).
      - intro e. apply ne. cbn [moves selective]. unfold selective_moves, alone_left, alone_right.
        cbn [fst snd]. now rewrite ep, e.
      - exact E.
      - exists (p, u). rewrite verdict_left by exact ep. rewrite in_selective. auto. }
    destruct (list_eq_dec (pos_eq_dec H) (moves q) []) as [eq|nq].
    { rewrite verdict_right in E by exact eq.
      destruct (misere_N_option_P p np E) as (t & ht & Pt). exists (t, q).
      rewrite verdict_right by exact eq. rewrite in_selective. auto. }
    rewrite verdict_both in E by assumption.
    destruct (ends_soon p) as [(t & ht & et)|alive_p].
    { destruct (is_P Misere q) eqn:Pq.
      - exists (t, q). rewrite verdict_left by exact et. rewrite in_selective. auto.
      - destruct (misere_N_option_P q nq Pq) as (u & hu & Pu). exists (t, u).
        rewrite verdict_left by exact et. rewrite in_selective. auto. }
    destruct (ends_soon q) as [(u & hu & eu)|alive_q].
    { destruct (is_P Misere p) eqn:Pp.
      - exists (p, u). rewrite verdict_right by exact eu. rewrite in_selective. auto.
      - destruct (misere_N_option_P p np Pp) as (t & ht & Pt). exists (t, u).
        rewrite verdict_right by exact eu. rewrite in_selective. auto. }
    destruct (is_P Normal p) eqn:Pp, (is_P Normal q) eqn:Pq; [discriminate| | |].
    + destruct (N_option_P q Pq) as (u & hu & Pu). exists (p, u).
      rewrite verdict_both, in_selective, Pp, Pu by auto. auto.
    + destruct (N_option_P p Pp) as (t & ht & Pt). exists (t, q).
      rewrite verdict_both, in_selective, Pq, Pt by auto. auto.
    + destruct (N_option_P p Pp) as (t & ht & Pt), (N_option_P q Pq) as (u & hu & Pu).
      exists (t, u). rewrite verdict_both, in_selective, Pt, Pu by auto. auto.
Qed.
End Selective.
