(* The finite window: a period of a code in a sparse space, proved by two equal windows of its values.

   Let the moves of a code leave at most two heaps. A mask, and perhaps the parity of the heap, makes each number
   common or rare at each heap (common), so that of two heaps that are left, what they are worth is common exactly
   if one of them has a common nimber and the other a rare one (common_split). Few heaps have rare nimbers where
   the mask is a good one; the theorems are true of any.

   Let all heaps beyond L have common nimbers. A heap n beyond some prefix has nimber g if g is common, no option
   is worth g among those that leave one heap, or a rare heap and another one, and each smaller number is worth an
   option (sparse_nimbers).

   Let t be the last place that allows two heaps, k the last place, and S such that each rare number below G(n) is
   worth an option of n that leaves at most one heap, or two of which one is at most S: n is witnessed. Let
   w = max(L, S) + max(t, k). If G(n + p) = G(n) for w heaps n from n0 on, and the p heaps behind these are
   witnessed, then for all n >= n0 (finite_window). It takes n0 + p + w values, where the theorem of Guy and Smith
   takes 2 n0 + 2 p + k - 1. *)
From Coq Require Import List NArith Arith Lia Bool.
From Grundy Require Import Mex Codes GuySmith.
From Grundy Require SpragueGrundy.
Import ListNotations.

(* ---- rare and common numbers ---- *)

(* Whether a number has an odd number of binary digits 1. *)
Fixpoint odd_ones (i : positive) : bool :=
  match i with xH => true | xO i => odd_ones i | xI i => negb (odd_ones i) end.

Definition odd_bits (v : N) : bool := match v with N0 => false | Npos i => odd_ones i end.

(* With Some s the parity of the heap counts, and s says whether the places that allow two heaps are odd. *)
Definition common (mask : N) (side : option bool) (n : nat) (v : N) : bool :=
  xorb (odd_bits (N.land v mask)) (match side with None => false | Some s => xorb (Nat.odd n) s end).

Definition side_right (c : code) (side : option bool) : Prop :=
  forall t s, side = Some s -> N.testbit (digit c t) 2 = true -> Nat.odd t = s.

Lemma odd_bits_double v : odd_bits (N.double v) = odd_bits v.
Proof. now destruct v. Qed.

Lemma odd_bits_succ_double v : odd_bits (N.succ_double v) = negb (odd_bits v).
Proof. now destruct v. Qed.

Lemma odd_ones_lxor i : forall j, odd_bits (Pos.lxor i j) = xorb (odd_ones i) (odd_ones j).
Proof.
  induction i as [i IH | i IH | ]; intros [j | j | ]; cbn [Pos.lxor odd_ones odd_bits];
  rewrite ?odd_bits_double, ?odd_bits_succ_double, ?IH; cbn [odd_ones odd_bits];
  repeat match goal with |- context [odd_ones ?x] => destruct (odd_ones x) end; reflexivity.
Qed.

Lemma odd_bits_lxor x y : odd_bits (N.lxor x y) = xorb (odd_bits x) (odd_bits y).
Proof.
  destruct x as [ | i ], y as [ | j ]; cbn [N.lxor odd_bits]; rewrite ?xorb_false_r, ?xorb_false_l; auto.
  apply odd_ones_lxor.
Qed.

Lemma land_lxor x y m : N.land (N.lxor x y) m = N.lxor (N.land x m) (N.land y m).
Proof.
  apply N.bits_inj. intros i. rewrite N.land_spec, !N.lxor_spec, !N.land_spec.
  now destruct (N.testbit x i), (N.testbit y i), (N.testbit m i).
Qed.

(* Two heaps are worth a common number exactly if one of them is common and the other rare. *)
Theorem common_split c mask side t a b x y : side_right c side -> N.testbit (digit c t) 2 = true ->
  common mask side (t + a + b) (N.lxor x y) = xorb (common mask side a x) (common mask side b y).
Proof.
  intros R B. unfold common. rewrite land_lxor, odd_bits_lxor. destruct side as [s | ].
  - rewrite !Nat.odd_add, (R t s) by auto.
    destruct (odd_bits (N.land x mask)), (odd_bits (N.land y mask)), (Nat.odd a), (Nat.odd b), s; reflexivity.
  - now rewrite !xorb_false_r.
Qed.

Lemma common_period mask side n p v : (side <> None -> Nat.even p = true) ->
  common mask side (n + p) v = common mask side n v.
Proof.
  intros E. unfold common. destruct side; auto. rewrite Nat.odd_add.
  rewrite <- (Nat.negb_even p), E by easy. now rewrite xorb_false_r.
Qed.

(* ---- options of at most two heaps ---- *)

Section Window.
Variables (c : code) (mask : N) (side : option bool) (L S t k : nat).
Hypothesis last_place : forall t', k < t' -> digit c t' = 0%N.
Hypothesis at_most_two_heaps : forall t' j, N.testbit (digit c t') (N.of_nat j) = true -> j <= 2.
Hypothesis last_split : forall t', N.testbit (digit c t') 2 = true -> t' <= t.
Hypothesis sides : side_right c side.

Notation Common := (common mask side).

(* An option of a heap beyond k leaves one heap, or two. *)
Lemma one_or_two n o : k < n -> In o (options c n) ->
  (exists t' h, o = [h] /\ n = t' + h /\ 1 <= h /\ 1 <= t' <= k)
  \/ (exists t' a b, o = [a; b] /\ n = t' + a + b /\ 1 <= a /\ 1 <= b /\ t' <= t /\ N.testbit (digit c t') 2 = true).
Proof.
  intros K Ho. apply options_legal in Ho. destruct Ho as (t' & E & F & B & D).
  assert (T : t' <= k).
  { destruct (Nat.le_gt_cases t' k) as [ | H ]; auto. rewrite last_place, N.bits_0 in B; easy. }
  pose proof (at_most_two_heaps _ _ B) as Two. unfold list_sum in E.
  destruct o as [ | a [ | b [ | ? ? ]]]; cbn in *; try lia.
  - left. exists t', a. inversion_clear F. repeat split; lia.
  - right. exists t', a, b. inversion_clear F as [ | ? ? Fa Fr ]. inversion_clear Fr.
    repeat split; auto; lia.
Qed.

(* ---- nimbers of common heaps ---- *)

(* What the check of one heap says of a function g, which claims to be the nimbers. *)
Definition checked (g : nat -> N) (n : nat) : Prop :=
  Common n (g n) = true
  /\ (forall h, In [h] (options c n) -> g h <> g n)
  /\ (forall a b, In [a; b] (options c n) \/ In [b; a] (options c n) -> Common a (g a) = false ->
      N.lxor (g a) (g b) <> g n)
  /\ (forall v, (v < g n)%N -> exists o, In o (options c n) /\ xor_all (map g o) = v).

Theorem sparse_nimbers (g : nat -> N) first length : k < first ->
  (forall n, n < first -> g n = nimber c n) ->
  (forall n, first <= n < length -> checked g n) ->
  forall n, n < length -> g n = nimber c n.
Proof.
  intros K Prefix Check. apply nimber_unique_below. intros n Hn. destruct (Nat.lt_ge_cases n first) as [P | P].
  - rewrite Prefix by auto. replace (map (fun o => xor_all (map g o)) (options c n)) with (map (worth c) (options c n)).
    + apply nimber_mex.
    + apply map_ext_in. intros o Ho. unfold worth, SpragueGrundy.worth. f_equal. apply map_ext_in. intros h Hh.
      symmetry. apply Prefix. apply options_legal in Ho. pose proof (legal_smaller _ _ _ _ Ho Hh). lia.
  - destruct (Check n) as (Com & One & Two & Below); [ lia | ]. split.
    + intros H. apply in_map_iff in H. destruct H as (o & E & Ho).
      destruct (one_or_two n o) as [(t' & h & -> & _) | (t' & a & b & -> & N' & A1 & B1 & T & B)]; auto; [ lia | | ].
      * apply (One h Ho). rewrite <- E. cbn. now rewrite N.lxor_0_r.
      * unfold xor_all in E. cbn in E. rewrite N.lxor_0_r in E. rewrite <- E, N', (common_split c _ _ t') in Com by auto.
        destruct (Common a (g a)) eqn:Ca; cbn in Com.
        -- apply (Two b a); auto; [ now destruct (Common b (g b)) | ]. now rewrite N.lxor_comm.
        -- apply (Two a b); auto.
    + intros v Hv. apply in_map_iff. destruct (Below v Hv) as (o & Ho & E). eauto.
Qed.

(* ---- the theorem ---- *)

(* Number v is worth an option of heap n that leaves one heap, or two of which the first is at most some size. *)
Definition near (size n : nat) (v : N) : Prop := exists o, In o (options c n) /\ worth c o = v
  /\ (length o = 1 \/ exists a b, o = [a; b] /\ a <= size).

Definition witnessed (n : nat) : Prop :=
  Common n (nimber c n) = true
  /\ forall v, (v < nimber c n)%N -> Common n v = false -> near S n v.

Variables n0 p : nat.
Hypothesis no_empty_heap : 1 <= n0.
Hypothesis period_positive : 1 <= p.
Hypothesis even_period : side <> None -> Nat.even p = true.
Let w := max L S + max t k.

Lemma worth_two a b : worth c [a; b] = N.lxor (nimber c a) (nimber c b).
Proof. unfold worth, SpragueGrundy.worth, xor_all. cbn. now rewrite N.lxor_0_r. Qed.

(* Common options of a heap beyond k are near ones. *)
Lemma common_near n o : k < n -> (forall h, L < h < n -> Common h (nimber c h) = true) ->
  In o (options c n) -> Common n (worth c o) = true -> near L n (worth c o).
Proof.
  intros K Rare Ho Com.
  destruct (one_or_two n o) as [(t' & h & -> & _) | (t' & a & b & -> & N' & A1 & B1 & T & B)]; auto.
  - exists [h]. auto.
  - rewrite worth_two, N', (common_split c _ _ t') in Com by auto.
    destruct (Nat.le_gt_cases a L) as [H | H]; [ exists [a; b]; repeat split; auto; right; now exists a, b | ].
    destruct (Nat.le_gt_cases b L) as [H' | H'].
    + exists [b; a]. split; [ | split; [ | right; now exists b, a ] ].
      * apply options_legal. apply options_legal in Ho. clear - Ho. destruct Ho as (t' & E & F & B & D).
        exists t'. unfold list_sum in *. cbn in *. inversion_clear F as [ | ? ? Fa Fr ]. inversion_clear Fr.
        repeat split; auto; lia.
      * rewrite !worth_two. apply N.lxor_comm.
    + rewrite !Rare in Com by lia. discriminate.
Qed.

(* An option that is near is worth the same where the other heap is p larger, or smaller. *)
Lemma near_up size n v : size <= max L S -> n0 + w <= n ->
  (forall h, n0 <= h < n -> nimber c (h + p) = nimber c h) -> near size n v -> near size (n + p) v.
Proof.
  intros Z N' Same (o & Ho & <- & Near).
  destruct (one_or_two n o) as [(t' & h & -> & E & H & T) | (t' & a & b & -> & E & A1 & B1 & T & B)]; auto; [ lia | | ].
  - exists [h + p]. split; [ | split; [ | auto ] ].
    + apply options_legal in Ho. apply options_legal. apply (legal_replace (digit c) n _ [] [] h); auto; lia.
    + apply (worth_replace c [] []). apply Same. lia.
  - destruct Near as [Near | (a' & b' & Eo & Ha)]; [ discriminate | ]. injection Eo as <- <-.
    exists [a; b + p]. split; [ | split; [ | right; now exists a, (b + p) ] ].
    + apply options_legal in Ho. apply options_legal. apply (legal_replace (digit c) n _ [a] [] b); auto; lia.
    + apply (worth_replace c [a] []). apply Same. lia.
Qed.

Lemma near_down size n v : size <= max L S -> n0 + w <= n ->
  (forall h, n0 <= h < n -> nimber c (h + p) = nimber c h) -> near size (n + p) v -> near size n v.
Proof.
  intros Z N' Same (o & Ho & <- & Near).
  destruct (one_or_two (n + p) o) as [(t' & h & -> & E & H & T) | (t' & a & b & -> & E & A1 & B1 & T & B)]; auto; [ lia | | ].
  - exists [h - p]. split; [ | split; [ | auto ] ].
    + apply options_legal in Ho. apply options_legal. apply (legal_replace (digit c) (n + p) _ [] [] h); auto; lia.
    + apply (worth_replace c [] []). rewrite <- Same by lia. f_equal. lia.
  - destruct Near as [Near | (a' & b' & Eo & Ha)]; [ discriminate | ]. injection Eo as <- <-.
    exists [a; b - p]. split; [ | split; [ | right; now exists a, (b - p) ] ].
    + apply options_legal in Ho. apply options_legal. apply (legal_replace (digit c) (n + p) _ [a] [] b); auto; lia.
    + apply (worth_replace c [a] []). rewrite <- Same by lia. f_equal. lia.
Qed.

(* One step: heap n is witnessed, so heap n + p has the same nimber, and is witnessed. *)
Lemma next_heap n : n0 + w <= n -> (forall h, n0 <= h < n -> nimber c (h + p) = nimber c h) ->
  (forall h, L < h < n + p -> Common h (nimber c h) = true) -> witnessed n ->
  nimber c (n + p) = nimber c n /\ witnessed (n + p).
Proof.
  intros N' Same Rare [Com Wit]. destruct (nimber_mex c n) as [Out Below].
  assert (K : k < n) by lia.
  assert (E : nimber c (n + p) = nimber c n).
  { refine (mex_unique _ _ _ _ (fun x => iff_refl _) (nimber_mex c (n + p)) _). split.
    - intros H. apply in_map_iff in H. destruct H as (o & E & Ho).
      assert (Near : near L (n + p) (worth c o)).
      { apply common_near; auto; [ lia | ]. now rewrite E, common_period. }
      rewrite E in Near. apply near_down in Near; auto; [ | lia ].
      destruct Near as (o' & Ho' & E' & _). apply Out, in_map_iff. eauto.
    - intros v Hv. assert (Near : near L n v \/ near S n v).
      { destruct (Common n v) eqn:Cv; [ left | right; auto ].
        specialize (Below v Hv). apply in_map_iff in Below. destruct Below as (o & <- & Ho).
        apply common_near; auto. intros h Hh. apply Rare. lia. }
      apply in_map_iff. destruct Near as [H | H]; apply near_up in H; auto; try lia;
      destruct H as (o & Ho & E & _); eauto. }
  split; auto. split.
  - now rewrite common_period, E.
  - rewrite E. intros v Hv Cv. rewrite common_period in Cv by auto. apply near_up; auto. lia.
Qed.

Theorem finite_window :
  (forall n, n0 <= n < n0 + w -> nimber c (n + p) = nimber c n) ->
  (forall n, L < n < n0 + w -> Common n (nimber c n) = true) ->
  (forall n, n0 + w <= n < n0 + w + p -> witnessed n) ->
  (forall n, n0 <= n -> nimber c (n + p) = nimber c n)
  /\ (forall n, n0 + w <= n -> witnessed n).
Proof.
  intros Window Rare Wit.
  assert (A : forall n, (n0 <= n -> nimber c (n + p) = nimber c n) /\ (n0 + w <= n -> witnessed (n + p))).
  { intros n. induction n as [n IH] using lt_wf_ind.
    assert (Wit' : forall h, n0 + w <= h < n + p -> witnessed h).
    { intros h Hh. destruct (Nat.lt_ge_cases h (n0 + w + p)) as [H | H]; [ apply Wit; lia | ].
      replace h with (h - p + p) by lia. apply IH; lia. }
    destruct (Nat.lt_ge_cases n (n0 + w)) as [H | H]; [ split; [ intros; apply Window | ]; lia | ].
    destruct (next_heap n) as [E W]; auto.
    - intros h Hh. apply IH; lia.
    - intros h Hh. destruct (Nat.lt_ge_cases h (n0 + w)) as [H' | H']; [ apply Rare; lia | ]. apply Wit'. lia.
    - apply Wit'. lia. }
  split; intros n Hn; [ now apply A | ].
  destruct (Nat.lt_ge_cases n (n0 + w + p)) as [H | H]; [ apply Wit; lia | ].
  replace n with (n - p + p) by lia. apply A. lia.
Qed.
End Window.
