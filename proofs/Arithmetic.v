(* Arithmetic periods: G(n + p) = G(n) + s for all heaps n >= n0, from finitely many values.

   An option of a heap n is a list of heaps. Only this is asked of the rules: an option leaves at most three
   heaps, each of them smaller than n and not empty; and if one heap of an option of n gets q tokens more, the
   result is an option of n + q, and back. Codes are such rules, those with endless tails of digits as well.

   A heap is low below n0, high from n0 on. The ceiling of an option is the sum of the nimbers of its high
   heaps and of the xor of its low ones: its worth is at most that, and of the same parity. Let p be even, let
   2^e divide s, and let these hold for p heaps in a row, from L on (row):

   - apart: an option with a high heap has a ceiling that is less than G(n) or of the other parity; or it has
     exactly one high heap, the others are worth less than 2^e, and it is not worth G(n);
   - reached: each v with low <= v < G(n) is the worth of an option in which the heaps beside some high one are
     worth less than 2^e;
   - twins: each v < low + s is the worth of an option that leaves two equal heaps beside a heap of nimber v,
     which is high unless v < low; for v = 0 also of one that leaves two equal heaps alone;
   - beyond: 3 M < G(n) + s, where no heap below n0 + p has a nimber above M.

   If also G(n + p) = G(n) + s for n0 <= n < L, then for all n >= n0 (arithmetic_period). *)
From Coq Require Import List NArith Arith Lia Bool.
From Grundy Require Import Mex Codes.
Import ListNotations.

(* ---- sum and xor ---- *)

Lemma sum_and_xor a b : (N.lxor a b + 2 * N.land a b = a + b)%N.
Proof.
  destruct a as [ | a ], b as [ | b ]; cbn [N.lxor N.land]; try lia.
  revert b. induction a as [ a IH | a IH | ]; intros [ b | b | ]; cbn [Pos.lxor Pos.land]; try lia;
    try specialize (IH b); destruct (Pos.lxor a b), (Pos.land a b); cbn [Pos.Nsucc_double Pos.Ndouble] in *; lia.
Qed.

Lemma xor_parity a b : N.odd (N.lxor a b) = xorb (N.odd a) (N.odd b).
Proof. rewrite <- !N.bit0_odd. apply N.lxor_spec. Qed.

(* A multiple of 2^e leaves the last e bits as they are. *)
Lemma xor_shift a w s e : (w < 2 ^ e)%N -> (2 ^ e | s)%N -> (N.lxor (a + s) w = N.lxor a w + s)%N.
Proof.
  intros W [z ->].
  assert (Split : forall x, (N.lxor x w = N.lxor (x mod 2 ^ e) w + x / 2 ^ e * 2 ^ e)%N).
  { intros x. assert (P : (2 ^ e <> 0)%N) by (apply N.pow_nonzero; lia).
    assert (Small : (N.lxor (x mod 2 ^ e) w < 2 ^ e)%N).
    { pose proof (N.mod_lt x _ P) as X. revert X W. generalize (x mod 2 ^ e)%N as y. intros y X W.
      destruct (N.eq_dec (N.lxor y w) 0) as [-> | D]; [ lia | ].
      apply N.log2_lt_pow2; [ lia | ]. pose proof (N.log2_lxor y w) as B.
      assert (N.log2 y < e \/ y = 0)%N.
      { destruct (N.eq_dec y 0); auto. left. apply N.log2_lt_pow2; auto; lia. }
      assert (N.log2 w < e \/ w = 0)%N.
      { destruct (N.eq_dec w 0); auto. left. apply N.log2_lt_pow2; auto; lia. }
      assert (0 < e)%N.
      { destruct (N.eq_dec e 0) as [-> | ]; [ | lia ].
        cbn in X, W. assert (y = 0%N) by lia. assert (w = 0%N) by lia. subst. now cbn in D. }
      destruct H as [H | ->], H0 as [H0 | ->]; cbn [N.log2] in *; lia. }
    apply N.bits_inj. intros i. rewrite N.lxor_spec.
    rewrite <- N.shiftl_mul_pow2.
    assert (Z : N.land (N.lxor (x mod 2 ^ e) w) (N.shiftl (x / 2 ^ e) e) = 0%N).
    { apply N.bits_inj. intros j. rewrite N.land_spec, N.bits_0. destruct (N.lt_ge_cases j e).
      - now rewrite N.shiftl_spec_low, andb_false_r.
      - rewrite <- (N.mod_small _ _ Small), N.mod_pow2_bits_high; auto. }
    rewrite N.add_nocarry_lxor by exact Z. rewrite !N.lxor_spec.
    destruct (N.lt_ge_cases i e) as [I | I].
    - rewrite N.shiftl_spec_low by auto. rewrite N.mod_pow2_bits_low by auto. now rewrite xorb_false_r.
    - rewrite N.shiftl_spec_high' by auto. rewrite N.mod_pow2_bits_high by auto.
      rewrite <- N.shiftr_div_pow2, N.shiftr_spec'.
      replace (i - e + e)%N with i by lia.
      rewrite <- (N.mod_small _ _ W), N.mod_pow2_bits_high by auto. now destruct (N.testbit x i). }
  rewrite (Split (a + z * 2 ^ e)%N), (Split a).
  rewrite N.mod_add, N.div_add by (apply N.pow_nonzero; lia). lia.
Qed.

(* ---- the theorem ---- *)

Section Period.
Variables (option : nat -> list nat -> Prop) (G : nat -> N).
Definition worth_of (o : list nat) : N := xor_all (map G o).

Hypothesis at_most_three : forall n o, option n o -> length o <= 3.
Hypothesis smaller : forall n o h, option n o -> In h o -> 0 < h < n.
Hypothesis more : forall n q l h r, option n (l ++ h :: r) -> option (n + q) (l ++ (h + q) :: r).
Hypothesis fewer : forall n q l h r, 0 < h -> option (n + q) (l ++ (h + q) :: r) -> option n (l ++ h :: r).
Hypothesis not_reached : forall n o, option n o -> worth_of o <> G n.
Hypothesis all_below : forall n v, (v < G n)%N -> exists o, option n o /\ worth_of o = v.

Variables (n0 q L : nat) (s e low M : N).
Let p := q + q.
Hypothesis no_empty_heap : 1 <= n0.
Hypothesis half_period : 1 <= q.
Hypothesis start : n0 <= L.
Hypothesis divides : (2 ^ e | s)%N.
Hypothesis largest : forall h, h < n0 + p -> (G h <= M)%N.
Hypothesis low_nimbers : forall h, h < n0 -> (G h < low)%N.

Definition high h := n0 <=? h.
Definition sum_of (o : list nat) : N := fold_right N.add 0%N (map G o).
Definition ceiling (o : list nat) : N :=
  (sum_of (filter high o) + worth_of (filter (fun h => negb (high h)) o))%N.

Definition parity_apart n o := (ceiling o < G n)%N \/ N.odd (ceiling o) <> N.odd (G n).
Definition exactly_apart n o := exists l h r, o = l ++ h :: r /\ high h = true
  /\ Forall (fun x => high x = false) (l ++ r) /\ (worth_of (l ++ r) < 2 ^ e)%N /\ worth_of o <> G n.
Definition apart n := forall o, option n o -> existsb high o = true -> parity_apart n o \/ exactly_apart n o.

Definition reached n := forall v, (low <= v < G n)%N -> exists l h r, option n (l ++ h :: r) /\ high h = true
  /\ (worth_of (l ++ r) < 2 ^ e)%N /\ N.lxor (G h) (worth_of (l ++ r)) = v.

Definition twins n := forall v, (v < low + s)%N ->
  (exists a b, option n [a; b; b] /\ G a = v /\ ((low <= v)%N -> high a = true)) \/ v = 0%N /\ exists b, option n [b; b].

Definition row n := apart n /\ reached n /\ twins n /\ (3 * M < G n + s)%N.

Lemma worth_app l r : worth_of (l ++ r) = N.lxor (worth_of l) (worth_of r).
Proof. unfold worth_of. now rewrite map_app, xor_all_app. Qed.

Lemma worth_cons h o : worth_of (h :: o) = N.lxor (G h) (worth_of o).
Proof. reflexivity. Qed.

Lemma worth_middle l h r : worth_of (l ++ h :: r) = N.lxor (G h) (worth_of (l ++ r)).
Proof. rewrite !worth_app, worth_cons, <- !N.lxor_assoc. f_equal. apply N.lxor_comm. Qed.

Lemma sum_app l r : sum_of (l ++ r) = (sum_of l + sum_of r)%N.
Proof. unfold sum_of. rewrite map_app. induction (map G l); cbn; lia. Qed.

Lemma ceiling_high l h r : high h = true -> ceiling (l ++ h :: r) = (G h + ceiling (l ++ r))%N.
Proof.
  intros H. unfold ceiling. rewrite !filter_app. cbn [filter]. rewrite H. cbn [negb].
  rewrite !sum_app. change (sum_of (h :: filter high r)) with (G h + sum_of (filter high r))%N. lia.
Qed.

Lemma high_and_low o :
  worth_of o = N.lxor (worth_of (filter high o)) (worth_of (filter (fun h => negb (high h)) o)).
Proof.
  induction o as [ | h o IH ]; [ reflexivity | ]. cbn [filter]. rewrite worth_cons, IH.
  destruct (high h); cbn [negb]; rewrite worth_cons, <- ?N.lxor_assoc; [ reflexivity | ].
  f_equal. apply N.lxor_comm.
Qed.

Lemma worth_and_sum o : exists d, (worth_of o + 2 * d = sum_of o)%N.
Proof.
  induction o as [ | h o (d & IH) ]; [ exists 0%N; reflexivity | ].
  exists (d + N.land (G h) (worth_of o))%N. pose proof (sum_and_xor (G h) (worth_of o)) as E.
  rewrite worth_cons. change (sum_of (h :: o)) with (G h + sum_of o)%N. lia.
Qed.

(* An option is worth at most its ceiling, and is of the same parity. *)
Lemma under_ceiling o : exists d, (worth_of o + 2 * d = ceiling o)%N.
Proof.
  rewrite high_and_low. unfold ceiling. destruct (worth_and_sum (filter high o)) as (d & E).
  remember (worth_of (filter high o)) as x. remember (worth_of (filter (fun h => negb (high h)) o)) as y.
  exists (d + N.land x y)%N. pose proof (sum_and_xor x y). lia.
Qed.

Lemma parity_apart_differs n o : parity_apart n o -> worth_of o <> G n.
Proof.
  destruct (under_ceiling o) as (d & E). unfold parity_apart. rewrite <- E, N.odd_add_mul_2. intros [Less | Parity]; [ lia | congruence ].
Qed.

Lemma apart_differs n o : apart n -> option n o -> existsb high o = true -> worth_of o <> G n.
Proof.
  intros A Ho H. destruct (A o Ho H) as [P | (l & h & r & E)]; [ now apply parity_apart_differs | tauto ].
Qed.

(* Options without a heap from n0 + p on have a ceiling of 3 M at most. *)
Lemma small_ceiling o : length o <= 3 -> Forall (fun h => h < n0 + p) o -> (ceiling o <= 3 * M)%N.
Proof.
  intros Len F. assert (S : (sum_of o <= N.of_nat (length o) * M)%N).
  { clear Len. induction o as [ | h o IH ]; [ reflexivity | ]. inversion_clear F.
    change (sum_of (h :: o)) with (G h + sum_of o)%N. pose proof (largest h ltac:(auto)).
    cbn [length]. rewrite Nat2N.inj_succ. specialize (IH ltac:(auto)). lia. }
  assert (C : (ceiling o <= sum_of o)%N).
  { unfold ceiling. destruct (worth_and_sum (filter (fun h => negb (high h)) o)) as (d & E).
    enough (sum_of o = sum_of (filter high o) + sum_of (filter (fun h => negb (high h)) o))%N by lia.
    clear. induction o as [ | h o IH ]; [ reflexivity | ]. cbn [filter].
    change (sum_of (h :: o)) with (G h + sum_of o)%N. rewrite IH.
    destruct (high h); cbn [negb]; unfold sum_of; cbn [map fold_right]; lia. }
  nia.
Qed.

Lemma high_spec h : high h = true <-> n0 <= h.
Proof. apply Nat.leb_le. Qed.

Lemma low_spec h : high h = false <-> h < n0.
Proof. apply Nat.leb_gt. Qed.

Section Step.
Variable n : nat.
Hypothesis far : n0 <= n.
Hypothesis here : row n.
Hypothesis before : forall h, n0 <= h < n -> G (h + p) = (G h + s)%N.

(* What holds for the options of n holds for those of n + p, with the value G(n) + s in place of G(n). *)
Lemma apart_next o : option (n + p) o -> existsb high o = true ->
  ((ceiling o < G n + s)%N \/ N.odd (ceiling o) <> N.odd (G n + s))
  \/ (exists l h r, o = l ++ h :: r /\ high h = true /\ Forall (fun x => high x = false) (l ++ r)
      /\ (worth_of (l ++ r) < 2 ^ e)%N /\ worth_of o <> (G n + s)%N).
Proof.
  destruct here as (A & _ & _ & B). intros Ho Hh.
  destruct (existsb (fun h => n0 + p <=? h) o) eqn:X.
  - apply existsb_exists in X. destruct X as (h & Hin & X). apply Nat.leb_le in X.
    pose proof (smaller _ _ _ Ho Hin) as Small. apply in_split in Hin. destruct Hin as (l & r & ->).
    replace h with (h - p + p) in Ho by lia. pose proof (fewer n p l (h - p) r ltac:(lia) Ho) as Ho'.
    assert (Gh : G h = (G (h - p) + s)%N) by (rewrite <- before by lia; f_equal; lia).
    assert (H : high h = true) by (apply high_spec; lia).
    assert (H' : high (h - p) = true) by (apply high_spec; lia).
    assert (Ceiling : (ceiling (l ++ h :: r) = ceiling (l ++ (h - p)%nat :: r) + s)%N).
    { rewrite !ceiling_high, Gh by auto. lia. }
    destruct (A _ Ho') as [[Less | Parity] | (l' & h' & r' & E & Hh' & Low & W & D)].
    + rewrite existsb_app. cbn. now rewrite H', orb_true_r.
    + left. left. lia.
    + left. right. rewrite Ceiling, !N.odd_add. intros F. apply Parity.
      destruct (N.odd (ceiling (l ++ (h - p) :: r))), (N.odd (G n)), (N.odd s); cbn in F; congruence.
    + right.
      (* The one high heap is the one that became smaller. *)
      assert (Same : l = l' /\ h - p = h' /\ r = r').
      { clear - E Low H' Hh'. revert l' E Low. induction l as [ | a l IH ]; intros [ | b l' ] E Low; cbn in E, Low.
        - inversion E. auto.
        - inversion E; subst. inversion_clear Low. congruence.
        - inversion E; subst. rewrite Forall_forall in Low.
          rewrite Low in H'; [ discriminate | apply in_or_app; right; now left ].
        - inversion E; subst. inversion_clear Low. destruct (IH _ ltac:(eassumption) ltac:(eassumption)) as (-> & ? & ->). auto. }
      destruct Same as (<- & <- & <-). exists l, h, r. repeat split; auto.
      rewrite worth_middle in *. rewrite Gh, (xor_shift _ _ _ e) by auto. lia.
  - left. left. assert (F : Forall (fun h => h < n0 + p) o).
    { apply Forall_forall. intros h Hin. destruct (Nat.lt_ge_cases h (n0 + p)) as [ | G1 ]; auto.
      assert (existsb (fun h => n0 + p <=? h) o = true); [ | congruence ].
      apply existsb_exists. exists h. split; auto. now apply Nat.leb_le. }
    pose proof (small_ceiling o (at_most_three _ _ Ho) F). lia.
Qed.

Lemma twins_next : twins (n + p).
Proof.
  destruct here as (_ & _ & T & _). intros v Hv. destruct (T v Hv) as [(a & b & Ho & Ga & Ha) | (-> & b & Ho)].
  - left. exists a, (b + q). split; auto.
    apply (more _ q [a] b [b]) in Ho. apply (more _ q [a; b + q] b []) in Ho.
    unfold p. now rewrite Nat.add_assoc.
  - right. split; auto. exists (b + q). apply (more _ q [] b [b]) in Ho. apply (more _ q [b + q] b []) in Ho.
    unfold p. now rewrite Nat.add_assoc.
Qed.

Lemma reached_next v : (low <= v < G n + s)%N -> exists l h r, option (n + p) (l ++ h :: r) /\ high h = true
  /\ (worth_of (l ++ r) < 2 ^ e)%N /\ N.lxor (G h) (worth_of (l ++ r)) = v.
Proof.
  destruct here as (_ & R & _ & _). intros Hv. destruct (N.lt_ge_cases v (low + s)) as [V | V].
  - destruct (twins_next v V) as [(a & b & Ho & Ga & Ha) | (-> & b & Ho)].
    + exists [], a, [b; b]. repeat split; auto; [ apply Ha; lia | | ];
        cbn [app]; unfold worth_of; cbn; rewrite N.lxor_0_r, N.lxor_nilpotent.
      * apply N.neq_0_lt_0. now apply N.pow_nonzero.
      * now rewrite N.lxor_0_r.
    + exfalso. assert (low <> 0)%N; [ | lia ]. pose proof (low_nimbers 0 ltac:(lia)). lia.
  - destruct (R (v - s)%N ltac:(lia)) as (l & h & r & Ho & H & W & E).
    exists l, (h + p), r. apply high_spec in H. repeat split; auto.
    + now apply high_spec; lia.
    + pose proof (smaller _ _ h Ho ltac:(apply in_or_app; right; now left)).
      rewrite before by lia. rewrite (xor_shift _ _ _ e) by auto. lia.
Qed.

Lemma value_next : G (n + p) = (G n + s)%N.
Proof.
  destruct here as (_ & _ & _ & B).
  destruct (N.lt_trichotomy (G (n + p)) (G n + s)) as [Less | [E | More]]; auto; exfalso.
  - destruct (N.lt_ge_cases (G (n + p)) low) as [Low | Low].
    + destruct (twins_next (G (n + p)) ltac:(lia)) as [(a & b & Ho & Ga & _) | (Z & b & Ho)];
        apply not_reached in Ho; apply Ho; unfold worth_of; cbn.
      * now rewrite N.lxor_0_r, N.lxor_nilpotent, N.lxor_0_r.
      * now rewrite N.lxor_0_r, N.lxor_nilpotent.
    + destruct (reached_next (G (n + p)) ltac:(lia)) as (l & h & r & Ho & _ & _ & E).
      apply not_reached in Ho. apply Ho. now rewrite worth_middle.
  - destruct (all_below _ _ More) as (o & Ho & E).
    destruct (existsb high o) eqn:Hh.
    + destruct (apart_next o Ho Hh) as [P | (l & h & r & X)]; [ | tauto ].
      destruct (under_ceiling o) as (d & C). rewrite <- C, N.odd_add_mul_2 in P. destruct P as [Less | Parity]; [ lia | congruence ].
    + assert (F : Forall (fun h => h < n0 + p) o).
      { apply Forall_forall. intros h Hin. destruct (high h) eqn:H.
        - assert (existsb high o = true); [ | congruence ]. apply existsb_exists. eauto.
        - apply low_spec in H. lia. }
      pose proof (small_ceiling o (at_most_three _ _ Ho) F). destruct (under_ceiling o) as (d & C). lia.
Qed.

Lemma row_next : row (n + p).
Proof.
  pose proof value_next as V. destruct here as (_ & _ & _ & B). repeat split.
  - intros o Ho Hh. unfold parity_apart, exactly_apart. rewrite V. now apply apart_next.
  - intros v Hv. rewrite V in Hv. now apply reached_next.
  - exact twins_next.
  - rewrite V. lia.
Qed.
End Step.

Theorem arithmetic_period :
  (forall n, n0 <= n < L -> G (n + p) = (G n + s)%N) -> (forall n, L <= n < L + p -> row n) ->
  forall n, n0 <= n -> G (n + p) = (G n + s)%N.
Proof.
  intros Known Rows.
  enough (All : forall n, n0 <= n -> G (n + p) = (G n + s)%N /\ (L <= n -> row n)) by (intros; now apply All).
  intros n. induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (Nat.lt_ge_cases n L) as [Before | Far]; [ split; [ now apply Known | lia ] | ].
  assert (R : row n).
  { destruct (Nat.lt_ge_cases n (L + p)) as [ | Further ]; [ now apply Rows | ].
    replace n with (n - p + p) by lia. apply row_next; [ lia | apply IH; unfold p in *; lia | ].
    intros h Hh. apply IH; lia. }
  split; auto. apply value_next; auto. intros h Hh. now apply IH.
Qed.
End Period.

(* ---- codes, of finitely or infinitely many digits ---- *)

Definition legal_by (d : nat -> N) (n : nat) (o : list nat) : Prop :=
  exists t, n = t + list_sum o /\ Forall (lt 0) o
    /\ N.testbit (d t) (N.of_nat (length o)) = true
    /\ (t = 0 -> 2 <= length o).

Definition at_most_three_heaps (d : nat -> N) : Prop := forall t, (d t < 16)%N.

Lemma three_heaps d n o : at_most_three_heaps d -> legal_by d n o -> length o <= 3.
Proof.
  intros A (t & _ & _ & B & _). specialize (A t).
  destruct (Nat.le_gt_cases (length o) 3) as [ | Four ]; auto.
  destruct (N.eq_dec (d t) 0) as [E | E]; [ now rewrite E, N.bits_0 in B | ].
  rewrite N.bits_above_log2 in B; [ discriminate | ].
  assert (N.log2 (d t) < 4)%N by (apply N.log2_lt_pow2; [ lia | exact A ]). lia.
Qed.

Lemma smaller_by d n o h : legal_by d n o -> In h o -> 0 < h < n.
Proof.
  intros (t & -> & F & _ & D) H. split; [ now apply (proj1 (Forall_forall _ _) F) | ].
  apply in_split in H. destruct H as (l & r & ->). rewrite app_length in D. cbn [length] in D.
  rewrite Forall_app, Forall_cons_iff in F. destruct F as (Fl & _ & Fr).
  rewrite list_sum_app. unfold list_sum. cbn [fold_right].
  destruct t as [ | t ]; [ specialize (D eq_refl) | lia ].
  destruct l as [ | a l ]; [ destruct r as [ | a r ]; [ cbn in D; lia | ] | ]; cbn [fold_right].
  - inversion_clear Fr. lia.
  - inversion_clear Fl. lia.
Qed.

Lemma replace_by d n n' l r h h' : legal_by d n (l ++ h :: r) -> 0 < h' -> n + h' = n' + h ->
  legal_by d n' (l ++ h' :: r).
Proof.
  intros (t & E & F & B & D) P N'. exists t.
  assert (Len : length (l ++ h' :: r) = length (l ++ h :: r)) by now rewrite !app_length.
  rewrite Len. rewrite list_sum_app in *. unfold list_sum in *. cbn [fold_right] in *.
  rewrite Forall_app, Forall_cons_iff in *. intuition lia.
Qed.

Section Codes.
Variables (d : nat -> N) (G : nat -> N).
Hypothesis hexadecimal : at_most_three_heaps d.
Hypothesis not_reached : forall n o, legal_by d n o -> worth_of G o <> G n.
Hypothesis all_below : forall n v, (v < G n)%N -> exists o, legal_by d n o /\ worth_of G o = v.

Theorem arithmetic_period_of_digits n0 q L s e low M : 1 <= n0 -> 1 <= q -> n0 <= L -> (2 ^ e | s)%N ->
  (forall h, h < n0 + (q + q) -> (G h <= M)%N) -> (forall h, h < n0 -> (G h < low)%N) ->
  (forall n, n0 <= n < L -> G (n + (q + q)) = (G n + s)%N) ->
  (forall n, L <= n < L + (q + q) -> row (legal_by d) G n0 s e low M n) ->
  forall n, n0 <= n -> G (n + (q + q)) = (G n + s)%N.
Proof.
  refine (arithmetic_period (legal_by d) G _ _ _ _ not_reached all_below n0 q L s e low M).
  - intros a o Ho. exact (three_heaps d a o hexadecimal Ho).
  - intros a o h Ho. exact (smaller_by d a o h Ho).
  - intros a b l h r Ho. assert (0 < h).
    { apply (smaller_by d a _ h Ho), in_or_app. right. now left. }
    apply (replace_by d a (a + b) l r h (h + b)); auto; lia.
  - intros a b l h r P Ho. apply (replace_by d (a + b) a l r (h + b) h); auto; lia.
Qed.
End Codes.

Theorem arithmetic_period_of_code (c : code) n0 q L s e low M : at_most_three_heaps (digit c) ->
  1 <= n0 -> 1 <= q -> n0 <= L -> (2 ^ e | s)%N ->
  (forall h, h < n0 + (q + q) -> (nimber c h <= M)%N) -> (forall h, h < n0 -> (nimber c h < low)%N) ->
  (forall n, n0 <= n < L -> nimber c (n + (q + q)) = (nimber c n + s)%N) ->
  (forall n, L <= n < L + (q + q) -> row (legal c) (nimber c) n0 s e low M n) ->
  forall n, n0 <= n -> nimber c (n + (q + q)) = (nimber c n + s)%N.
Proof.
  intros A. apply arithmetic_period_of_digits; auto; intros n.
  - intros o Ho E. destruct (nimber_mex c n) as [Out _]. apply Out, in_map_iff. exists o. split; auto.
    now apply options_legal.
  - intros v V. destruct (nimber_mex c n) as [_ Below]. apply Below, in_map_iff in V.
    destruct V as (o & E & Ho). exists o. split; auto. now apply options_legal.
Qed.
