(* Arithmetic periods: G(n + p) = G(n) + s for all heaps n >= n0, from finitely many values.

   An option of a heap n is a list of heaps. Only this is asked of the rules: an option leaves at most three
   heaps, each of them smaller than n and not empty; if one heap of an option of n gets q tokens more, the result
   is an option of n + q, and back; and some options last, which means that they are options of n + p as well.
   Codes are such rules: where digits repeat for ever, a move that takes many tokens lasts.

   A heap is low below n0, high from n0 on. Let p be even and 2^e divide s. The ceiling of an option has the last e
   bits of its worth; its other bits are those of a sum, of the nimbers of its high heaps and of the xor of its low
   ones, each without its last e bits. An option is worth at most its ceiling, and both are the same modulo
   2^(e+1). Let these hold for p heaps in a row, from L on (row):

   - apart: an option with a high heap has a ceiling that is less than G(n), or another one modulo 2^(e+1); or it
     has exactly one high heap, the others are worth less than 2^e, and it is not worth G(n);
   - reached: each v with low <= v < G(n) is the worth of an option in which the heaps beside some high one are
     worth less than 2^e;
   - kept: each v < low + s is the worth of an option that leaves two equal heaps beside a third one, which is high
     unless v < low; or of one that lasts, and is as in reached unless v < low; or v = 0, and some option leaves
     two equal heaps;
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

Definition sum_all (l : list N) : N := fold_right N.add 0%N l.

Lemma sum_cons a l : sum_all (a :: l) = (a + sum_all l)%N.
Proof. reflexivity. Qed.

Lemma sum_app l r : sum_all (l ++ r) = (sum_all l + sum_all r)%N.
Proof. induction l as [ | a l IH ]; [ reflexivity | ]. cbn [app]. rewrite !sum_cons. lia. Qed.

Lemma xor_and_sum l : exists d, (xor_all l + 2 * d = sum_all l)%N.
Proof.
  induction l as [ | a l (d & IH) ]; [ exists 0%N; reflexivity | ].
  exists (d + N.land a (xor_all l))%N. pose proof (sum_and_xor a (xor_all l)).
  rewrite xor_all_cons, sum_cons. lia.
Qed.

Lemma xor_div a b e : (N.lxor a b / 2 ^ e = N.lxor (a / 2 ^ e) (b / 2 ^ e))%N.
Proof. rewrite <- !N.shiftr_div_pow2. apply N.shiftr_lxor. Qed.

Lemma xor_mod a b e : (N.lxor a b mod 2 ^ e = N.lxor (a mod 2 ^ e) (b mod 2 ^ e))%N.
Proof.
  rewrite <- !N.land_ones. apply N.bits_inj. intros i. rewrite ?N.lxor_spec, ?N.land_spec, ?N.lxor_spec.
  now destruct (N.testbit a i), (N.testbit b i), (N.testbit (N.ones e) i).
Qed.

Lemma power_positive e : (2 ^ e <> 0)%N.
Proof. now apply N.pow_nonzero. Qed.

Lemma cancel_mod a b s w : (w <> 0 -> (a + s) mod w = (b + s) mod w -> a mod w = b mod w)%N.
Proof.
  intros P E. pose proof (N.div_mod (a + s) w P) as A. pose proof (N.div_mod (b + s) w P) as B. rewrite E in A.
  destruct (N.le_ge_cases ((a + s) / w) ((b + s) / w)) as [C | C].
  - replace b with (a + ((b + s) / w - (a + s) / w) * w)%N by nia. now rewrite N.mod_add.
  - replace a with (b + ((a + s) / w - (b + s) / w) * w)%N by nia. now rewrite N.mod_add.
Qed.

(* A multiple of 2^e leaves the last e bits as they are. *)
Lemma shifted_mod a s e : (2 ^ e | s)%N -> ((a + s) mod 2 ^ e = a mod 2 ^ e)%N.
Proof. intros [z ->]. apply N.mod_add, power_positive. Qed.

Lemma shifted_div a s e : (2 ^ e | s)%N -> ((a + s) / 2 ^ e * 2 ^ e = a / 2 ^ e * 2 ^ e + s)%N.
Proof. intros [z ->]. rewrite N.div_add by apply power_positive. lia. Qed.

Lemma parts_of a e : (a = a / 2 ^ e * 2 ^ e + a mod 2 ^ e)%N.
Proof. pose proof (N.div_mod a (2 ^ e) (power_positive e)). lia. Qed.

Lemma xor_shift a w s e : (w < 2 ^ e)%N -> (2 ^ e | s)%N -> (N.lxor (a + s) w = N.lxor a w + s)%N.
Proof.
  intros W D. rewrite (parts_of (N.lxor (a + s) w) e), (parts_of (N.lxor a w) e).
  rewrite !xor_div, !xor_mod, shifted_mod, (N.div_small w), !N.lxor_0_r, shifted_div by auto. lia.
Qed.

(* ---- the theorem ---- *)

Section Period.
Variables (option lasting : nat -> list nat -> Prop) (G : nat -> N).
Definition worth_of (o : list nat) : N := xor_all (map G o).
Variables (n0 q L : nat) (s e low M : N).
Let p := q + q.

Hypothesis at_most_three : forall n o, option n o -> length o <= 3.
Hypothesis smaller : forall n o h, option n o -> In h o -> 0 < h < n.
Hypothesis more : forall n k l h r, option n (l ++ h :: r) -> option (n + k) (l ++ (h + k) :: r).
Hypothesis fewer : forall n k l h r, 0 < h -> option (n + k) (l ++ (h + k) :: r) -> option n (l ++ h :: r).
Hypothesis lasting_option : forall n o, lasting n o -> option n o.
Hypothesis lasts : forall n o, lasting n o -> lasting (n + p) o.
Hypothesis not_reached : forall n o, option n o -> worth_of o <> G n.
Hypothesis all_below : forall n v, (v < G n)%N -> exists o, option n o /\ worth_of o = v.

Hypothesis no_empty_heap : 1 <= n0.
Hypothesis half_period : 1 <= q.
Hypothesis start : n0 <= L.
Hypothesis divides : (2 ^ e | s)%N.
Hypothesis largest : forall h, h < n0 + p -> (G h <= M)%N.
Hypothesis low_nimbers : forall h, h < n0 -> (G h < low)%N.

Definition high h := n0 <=? h.
Definition top (a : N) : N := (a / 2 ^ e * 2 ^ e)%N.
Definition highs (o : list nat) : list N := map G (filter high o).
Definition lows (o : list nat) : N := worth_of (filter (fun h => negb (high h)) o).
Definition ceiling (o : list nat) : N :=
  (sum_all (map top (highs o)) + top (lows o) + worth_of o mod 2 ^ e)%N.
Definition same (a b : N) : Prop := (a mod 2 ^ (e + 1) = b mod 2 ^ (e + 1))%N.

Definition beside_small (o : list nat) : Prop :=
  exists l h r, o = l ++ h :: r /\ high h = true /\ (worth_of (l ++ r) < 2 ^ e)%N.
Definition one_high (o : list nat) : Prop := exists l h r, o = l ++ h :: r /\ high h = true
  /\ Forall (fun x => high x = false) (l ++ r) /\ (worth_of (l ++ r) < 2 ^ e)%N.
Definition apart_from (v : N) (o : list nat) : Prop :=
  (ceiling o < v)%N \/ ~ same (ceiling o) v \/ one_high o /\ worth_of o <> v.

Definition apart n := forall o, option n o -> existsb high o = true -> apart_from (G n) o.
Definition reached n := forall v, (low <= v < G n)%N -> exists o, option n o /\ beside_small o /\ worth_of o = v.
Definition kept n := forall v, (v < low + s)%N ->
  (exists a b, option n [a; b; b] /\ G a = v /\ ((low <= v)%N -> high a = true))
  \/ (exists o, lasting n o /\ worth_of o = v /\ ((low <= v)%N -> beside_small o))
  \/ v = 0%N /\ exists b, option n [b; b].
Definition row n := apart n /\ reached n /\ kept n /\ (3 * M < G n + s)%N.

Lemma top_parts a : (a = top a + a mod 2 ^ e)%N.
Proof. apply parts_of. Qed.

Lemma worth_app l r : worth_of (l ++ r) = N.lxor (worth_of l) (worth_of r).
Proof. unfold worth_of. now rewrite map_app, xor_all_app. Qed.

Lemma worth_cons h o : worth_of (h :: o) = N.lxor (G h) (worth_of o).
Proof. reflexivity. Qed.

Lemma worth_middle l h r : worth_of (l ++ h :: r) = N.lxor (G h) (worth_of (l ++ r)).
Proof. rewrite !worth_app, worth_cons, <- !N.lxor_assoc. f_equal. apply N.lxor_comm. Qed.

Lemma highs_app l r : highs (l ++ r) = highs l ++ highs r.
Proof. unfold highs. now rewrite filter_app, map_app. Qed.

Lemma lows_app l r : lows (l ++ r) = N.lxor (lows l) (lows r).
Proof. unfold lows. now rewrite filter_app, worth_app. Qed.

Lemma highs_and_lows o : worth_of o = N.lxor (xor_all (highs o)) (lows o).
Proof.
  induction o as [ | h o IH ]; [ reflexivity | ]. rewrite worth_cons, IH. unfold highs, lows. cbn [filter].
  destruct (high h); cbn [negb map]; rewrite ?worth_cons, ?xor_all_cons, <- ?N.lxor_assoc; [ reflexivity | ].
  f_equal. apply N.lxor_comm.
Qed.

Lemma sum_of_tops l : sum_all (map top l) = (sum_all (map (fun a => a / 2 ^ e) l) * 2 ^ e)%N.
Proof. induction l as [ | a l IH ]; [ reflexivity | ]. cbn [map]. rewrite !sum_cons, IH. unfold top. lia. Qed.

Lemma xor_of_parts l : (xor_all l / 2 ^ e = xor_all (map (fun a => a / 2 ^ e) l))%N.
Proof.
  induction l as [ | a l IH ]; [ apply N.div_0_l, power_positive | ].
  cbn [map]. now rewrite !xor_all_cons, xor_div, IH.
Qed.

(* An option is worth at most its ceiling, and the same modulo 2^(e+1). *)
Lemma under_ceiling o : exists d, (worth_of o + d * 2 ^ (e + 1) = ceiling o)%N.
Proof.
  destruct (xor_and_sum (map (fun a => a / 2 ^ e)%N (highs o))) as (d & E).
  set (x := xor_all (map (fun a => a / 2 ^ e)%N (highs o))) in *.
  exists (d + N.land x (lows o / 2 ^ e))%N. unfold ceiling, top at 2.
  rewrite sum_of_tops, <- E, (parts_of (worth_of o) e) at 1.
  pose proof (sum_and_xor x (lows o / 2 ^ e)) as Both.
  assert (Top : (worth_of o / 2 ^ e = N.lxor x (lows o / 2 ^ e))%N).
  { now rewrite highs_and_lows, xor_div, xor_of_parts. }
  rewrite Top, N.pow_add_r. change (2 ^ 1)%N with 2%N. nia.
Qed.

Lemma apart_differs v o : apart_from v o -> worth_of o <> v.
Proof.
  destruct (under_ceiling o) as (d & E). unfold apart_from, same. rewrite <- E.
  rewrite N.mod_add by apply power_positive. intros [Less | [Other | [_ D]]]; [ nia | congruence | auto ].
Qed.

(* Options without a heap from n0 + p on have a ceiling of 3 M at most. *)
Lemma small_ceiling o : length o <= 3 -> Forall (fun h => h < n0 + p) o -> (ceiling o <= 3 * M)%N.
Proof.
  intros Len F. assert (S : (sum_all (map G o) <= N.of_nat (length o) * M)%N).
  { clear Len. induction o as [ | h o IH ]; [ reflexivity | ]. inversion_clear F.
    cbn [map length]. rewrite sum_cons. pose proof (largest h ltac:(auto)).
    rewrite Nat2N.inj_succ. specialize (IH ltac:(auto)). lia. }
  assert (C : (ceiling o <= sum_all (map G o))%N).
  { unfold ceiling. rewrite highs_and_lows, xor_mod.
    assert (H : (sum_all (map top (highs o)) + xor_all (highs o) mod 2 ^ e <= sum_all (highs o))%N).
    { induction (highs o) as [ | a l IH ].
      { change (xor_all []) with 0%N. rewrite N.mod_0_l by apply power_positive. reflexivity. }
      cbn [map]. rewrite xor_all_cons, xor_mod, !sum_cons.
      pose proof (sum_and_xor (a mod 2 ^ e) (xor_all l mod 2 ^ e)). pose proof (top_parts a). lia. }
    pose proof (sum_and_xor (xor_all (highs o) mod 2 ^ e) (lows o mod 2 ^ e)). pose proof (top_parts (lows o)).
    assert (Lows : (sum_all (highs o) + lows o <= sum_all (map G o))%N).
    { unfold highs, lows. clear. destruct (xor_and_sum (map G (filter (fun h => negb (high h)) o))) as (d & E).
      unfold worth_of. enough (sum_all (map G o) = sum_all (map G (filter high o))
        + sum_all (map G (filter (fun h => negb (high h)) o)))%N by lia.
      clear. induction o as [ | h o IH ]; [ reflexivity | ]. cbn [filter map]. rewrite sum_cons, IH.
      destruct (high h); cbn [negb map]; rewrite sum_cons; lia. }
    lia. }
  nia.
Qed.

Lemma high_spec h : high h = true <-> n0 <= h.
Proof. apply Nat.leb_le. Qed.

Lemma low_spec h : high h = false <-> h < n0.
Proof. apply Nat.leb_gt. Qed.

(* A high heap that is p tokens larger makes the ceiling s larger. *)
Lemma ceiling_shift l h h' r : high h = true -> high h' = true -> G h' = (G h + s)%N ->
  ceiling (l ++ h' :: r) = (ceiling (l ++ h :: r) + s)%N.
Proof.
  intros H H' E. unfold ceiling. rewrite !worth_middle, !xor_mod, !highs_app, !lows_app, E.
  rewrite shifted_mod by exact divides. unfold highs at 2 4, lows at 2 4. cbn [filter]. rewrite H, H'. cbn [negb map].
  rewrite !map_app, !sum_app. cbn [map]. rewrite E.
  rewrite !sum_cons.
  unfold top at 2. rewrite shifted_div by exact divides. unfold top. lia.
Qed.

Section Step.
Variable n : nat.
Hypothesis far : n0 <= n.
Hypothesis here : row n.
Hypothesis before : forall h, n0 <= h < n -> G (h + p) = (G h + s)%N.

(* What holds for the options of n holds for those of n + p, with the value G(n) + s in place of G(n). *)
Lemma apart_next o : option (n + p) o -> existsb high o = true -> apart_from (G n + s) o.
Proof.
  destruct here as (A & _ & _ & B). intros Ho Hh.
  destruct (existsb (fun h => n0 + p <=? h) o) eqn:X.
  - apply existsb_exists in X. destruct X as (h & Hin & X). apply Nat.leb_le in X.
    pose proof (smaller _ _ _ Ho Hin) as Small. apply in_split in Hin. destruct Hin as (l & r & ->).
    replace h with (h - p + p) in Ho by lia. pose proof (fewer n p l (h - p) r ltac:(lia) Ho) as Ho'.
    assert (Gh : G h = (G (h - p) + s)%N) by (rewrite <- before by lia; f_equal; lia).
    assert (H : high h = true) by (apply high_spec; lia).
    assert (H' : high (h - p) = true) by (apply high_spec; lia).
    pose proof (ceiling_shift l (h - p) h r H' H Gh) as Ceiling.
    destruct (A _ Ho') as [Less | [Other | [(l' & h' & r' & E & Hh' & Low & W) D]]].
    + rewrite existsb_app. cbn. now rewrite H', orb_true_r.
    + left. lia.
    + right. left. rewrite Ceiling. intros F. apply Other, (cancel_mod _ _ s); [ apply power_positive | exact F ].
    + right. right.
      (* The one high heap is the one that became smaller. *)
      assert (Same : l = l' /\ h - p = h' /\ r = r').
      { clear - E Low H' Hh'. revert l' E Low. induction l as [ | a l IH ]; intros [ | b l' ] E Low; cbn in E, Low.
        - inversion E. auto.
        - inversion E; subst. inversion_clear Low. congruence.
        - inversion E; subst. rewrite Forall_forall in Low.
          rewrite Low in H'; [ discriminate | apply in_or_app; right; now left ].
        - inversion E; subst. inversion_clear Low. destruct (IH l') as (-> & ? & ->); auto. }
      destruct Same as (<- & <- & <-). split; [ now exists l, h, r | ].
      rewrite worth_middle in *. rewrite Gh, (xor_shift _ _ _ e) by auto. lia.
  - left. assert (F : Forall (fun h => h < n0 + p) o).
    { apply Forall_forall. intros h Hin. destruct (Nat.lt_ge_cases h (n0 + p)) as [ | G1 ]; auto.
      assert (existsb (fun h => n0 + p <=? h) o = true); [ | congruence ].
      apply existsb_exists. exists h. split; auto. now apply Nat.leb_le. }
    pose proof (small_ceiling o (at_most_three _ _ Ho) F). lia.
Qed.

Lemma beside_small_next l h r : option n (l ++ h :: r) -> high h = true -> (worth_of (l ++ r) < 2 ^ e)%N ->
  option (n + p) (l ++ (h + p) :: r) /\ beside_small (l ++ (h + p) :: r)
  /\ worth_of (l ++ (h + p) :: r) = (worth_of (l ++ h :: r) + s)%N.
Proof.
  intros Ho H W. apply high_spec in H. repeat split; auto.
  - exists l, (h + p), r. repeat split; auto. apply high_spec. lia.
  - pose proof (smaller _ _ h Ho ltac:(apply in_or_app; right; now left)).
    rewrite !worth_middle, before by lia. now apply (xor_shift _ _ _ e).
Qed.

Lemma kept_next : kept (n + p).
Proof.
  destruct here as (_ & _ & K & _). intros v Hv.
  destruct (K v Hv) as [(a & b & Ho & Ga & Ha) | [(o & Ho & X) | (-> & b & Ho)]].
  - left. exists a, (b + q). split; auto.
    apply (more _ q [a] b [b]) in Ho. apply (more _ q [a; b + q] b []) in Ho.
    unfold p. now rewrite Nat.add_assoc.
  - right. left. exists o. split; auto.
  - right. right. split; auto. exists (b + q).
    apply (more _ q [] b [b]) in Ho. apply (more _ q [b + q] b []) in Ho.
    unfold p. now rewrite Nat.add_assoc.
Qed.

Lemma twins_worth a b : worth_of [a; b; b] = G a.
Proof. unfold worth_of. cbn. now rewrite N.lxor_0_r, N.lxor_nilpotent, N.lxor_0_r. Qed.

Lemma reached_next v : (low <= v < G n + s)%N ->
  exists o, option (n + p) o /\ beside_small o /\ worth_of o = v.
Proof.
  destruct here as (_ & R & _ & _). intros Hv. destruct (N.lt_ge_cases v (low + s)) as [V | V].
  - destruct (kept_next v V) as [(a & b & Ho & Ga & Ha) | [(o & Ho & X & Y) | (-> & _)]].
    + exists [a; b; b]. rewrite twins_worth. repeat split; auto. exists [], a, [b; b]. repeat split; auto.
      * apply Ha. lia.
      * unfold worth_of. cbn. rewrite N.lxor_0_r, N.lxor_nilpotent. apply N.neq_0_lt_0, power_positive.
    + exists o. repeat split; auto. apply Y. lia.
    + exfalso. pose proof (low_nimbers 0 ltac:(lia)). lia.
  - destruct (R (v - s)%N ltac:(lia)) as (o & Ho & (l & h & r & -> & H & W) & E).
    destruct (beside_small_next l h r Ho H W) as (Ho' & B & E'). eexists. repeat split; eauto. lia.
Qed.

Lemma value_next : G (n + p) = (G n + s)%N.
Proof.
  destruct here as (_ & _ & _ & B).
  destruct (N.lt_trichotomy (G (n + p)) (G n + s)) as [Less | [E | More]]; auto; exfalso.
  - destruct (N.lt_ge_cases (G (n + p)) low) as [Low | Low].
    + destruct (kept_next (G (n + p)) ltac:(lia)) as [(a & b & Ho & Ga & _) | [(o & Ho & E & _) | (Z & b & Ho)]].
      * apply not_reached in Ho. apply Ho. now rewrite twins_worth.
      * apply lasting_option, not_reached in Ho. auto.
      * apply not_reached in Ho. apply Ho. unfold worth_of. cbn. now rewrite N.lxor_0_r, N.lxor_nilpotent.
    + destruct (reached_next (G (n + p)) ltac:(lia)) as (o & Ho & _ & E). apply not_reached in Ho. auto.
  - destruct (all_below _ _ More) as (o & Ho & E).
    destruct (existsb high o) eqn:Hh.
    + apply (apart_differs _ _ (apart_next o Ho Hh) E).
    + assert (F : Forall (fun h => h < n0 + p) o).
      { apply Forall_forall. intros h Hin. destruct (high h) eqn:H.
        - assert (existsb high o = true); [ | congruence ]. apply existsb_exists. eauto.
        - apply low_spec in H. lia. }
      pose proof (small_ceiling o (at_most_three _ _ Ho) F). destruct (under_ceiling o) as (d & C). lia.
Qed.

Lemma row_next : row (n + p).
Proof.
  pose proof value_next as V. destruct here as (_ & _ & _ & B). repeat split.
  - intros o Ho Hh. rewrite V. now apply apart_next.
  - intros v Hv. rewrite V in Hv. now apply reached_next.
  - exact kept_next.
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

Definition at_most_three_heaps (d : nat -> N) : Prop := forall t, (d t < 16)%N.

Lemma three_heaps d n o : at_most_three_heaps d -> legal_by d n o -> length o <= 3.
Proof.
  intros A (t & _ & _ & B & _). specialize (A t).
  destruct (Nat.le_gt_cases (length o) 3) as [ | Four ]; auto.
  destruct (N.eq_dec (d t) 0) as [E | E]; [ now rewrite E, N.bits_0 in B | ].
  rewrite N.bits_above_log2 in B; [ discriminate | ].
  assert (N.log2 (d t) < 4)%N by (apply N.log2_lt_pow2; [ lia | exact A ]). lia.
Qed.

Lemma not_empty d n o h : legal_by d n o -> In h o -> 0 < h.
Proof. intros (t & _ & F & _) H. now apply (proj1 (Forall_forall _ _) F). Qed.

(* From digit [tail] on the digits repeat after [long] ones: 0 for codes of finitely many digits. A move that takes so
   many tokens may take [long] more. *)
Definition repeat_from (d : nat -> N) (tail long : nat) : Prop := forall t, tail <= t -> d (t + long) = d t.

Definition taking_many (d : nat -> N) (tail : nat) (n : nat) (o : list nat) : Prop :=
  exists t, tail <= t /\ 0 < t /\ n = t + list_sum o /\ Forall (lt 0) o
    /\ N.testbit (d t) (N.of_nat (length o)) = true.

Section Codes.
Variables (d : nat -> N) (G : nat -> N) (tail : nat).
Hypothesis hexadecimal : at_most_three_heaps d.
Hypothesis not_reached : forall n o, legal_by d n o -> worth_of G o <> G n.
Hypothesis all_below : forall n v, (v < G n)%N -> exists o, legal_by d n o /\ worth_of G o = v.

Theorem arithmetic_period_of_digits n0 q L s e low M : repeat_from d tail (q + q) ->
  1 <= n0 -> 1 <= q -> n0 <= L -> (2 ^ e | s)%N ->
  (forall h, h < n0 + (q + q) -> (G h <= M)%N) -> (forall h, h < n0 -> (G h < low)%N) ->
  (forall n, n0 <= n < L -> G (n + (q + q)) = (G n + s)%N) ->
  (forall n, L <= n < L + (q + q) -> row (legal_by d) (taking_many d tail) G n0 s e low M n) ->
  forall n, n0 <= n -> G (n + (q + q)) = (G n + s)%N.
Proof.
  intros Again.
  refine (arithmetic_period (legal_by d) (taking_many d tail) G n0 q L s e low M _ _ _ _ _ _ not_reached all_below).
  - intros a o Ho. exact (three_heaps d a o hexadecimal Ho).
  - intros a o h Ho H. split; [ exact (not_empty d a o h Ho H) | exact (legal_smaller d a o h Ho H) ].
  - intros a b l h r Ho. assert (0 < h).
    { apply (not_empty d a _ h Ho), in_or_app. right. now left. }
    apply (legal_replace d a (a + b) l r h (h + b)); auto; lia.
  - intros a b l h r P Ho. apply (legal_replace d (a + b) a l r (h + b) h); auto; lia.
  - intros a o (t & T & P & E & F & B). exists t. repeat split; auto. lia.
  - intros a o (t & T & P & E & F & B). exists (t + (q + q)). rewrite Again by auto. repeat split; auto; lia.
Qed.
End Codes.

Theorem arithmetic_period_of_code (c : code) n0 q L s e low M : at_most_three_heaps (digit c) ->
  1 <= n0 -> 1 <= q -> n0 <= L -> (2 ^ e | s)%N ->
  (forall h, h < n0 + (q + q) -> (nimber c h <= M)%N) -> (forall h, h < n0 -> (nimber c h < low)%N) ->
  (forall n, n0 <= n < L -> nimber c (n + (q + q)) = (nimber c n + s)%N) ->
  (forall n, L <= n < L + (q + q) -> row (legal c) (fun _ _ => False) (nimber c) n0 s e low M n) ->
  forall n, n0 <= n -> nimber c (n + (q + q)) = (nimber c n + s)%N.
Proof.
  intros A N0 Q S D H Low Known Rows.
  apply (arithmetic_period_of_digits (digit c) (nimber c) (length c)) with (L := L) (e := e) (low := low) (M := M);
    auto.
  - intros n o Ho E. destruct (nimber_mex c n) as [Out _]. apply Out, in_map_iff. exists o. split; auto.
    now apply options_legal.
  - intros n v V. destruct (nimber_mex c n) as [_ Below]. apply Below, in_map_iff in V.
    destruct V as (o & E & Ho). exists o. split; auto. now apply options_legal.
  - intros t T. unfold digit. now rewrite !nth_overflow by lia.
  - intros n Hn. destruct (Rows n Hn) as (R1 & R2 & R3 & R4). repeat split; auto.
    intros v V. destruct (R3 v V) as [X | [(o & [] & _) | X]]; auto.
Qed.
