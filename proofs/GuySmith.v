(* The theorem of Guy and Smith about periods, for moves that leave at most m heaps.

   Let no digit behind place k of a code be other than 0, let its moves leave at most m heaps, and let
   n0, p >= 1. If G(n + p) = G(n) for all n from n0 on with n <= m n0 + (m - 1) p + k - m, then for all
   n >= n0 (Guy_Smith). The theorem as it is printed for m = 2 asks for m - 1 comparisons more
   (Guy_Smith_classical): with n0 known, m n0 + m p + k - m + 1 values prove a period. *)
From Coq Require Import List NArith Arith Lia Bool.
From Grundy Require Import Mex Codes.
From Grundy Require SpragueGrundy.
Import ListNotations.

(* ---- a large heap of an option ---- *)

Lemma large_heap o m q : length o <= m -> m * q < list_sum o -> exists h, In h o /\ q < h.
Proof.
  intros L S. destruct (existsb (fun h => q <? h) o) eqn:E.
  - apply existsb_exists in E. destruct E as (h & Hh & H). apply Nat.ltb_lt in H. eauto.
  - exfalso. assert (A : list_sum o <= length o * q); [ | nia ].
    clear L S. unfold list_sum. induction o as [ | a o IH ]; cbn in *; [ lia | ].
    apply orb_false_iff in E. destruct E as [E1 E2]. apply Nat.ltb_ge in E1. apply IH in E2. lia.
Qed.

Lemma worth_replace c l r h h' : nimber c h = nimber c h' -> worth c (l ++ h :: r) = worth c (l ++ h' :: r).
Proof. intros E. unfold worth, SpragueGrundy.worth. rewrite !map_app. cbn. now rewrite E. Qed.

(* ---- the theorem ---- *)

Section Period.
Variables (c : code) (m k n0 p : nat).
Hypothesis some_heap : 1 <= m.
Hypothesis no_empty_heap : 1 <= n0.
Hypothesis period_positive : 1 <= p.
Hypothesis last_place : forall t, k < t -> digit c t = 0%N.
Hypothesis at_most_m_heaps : forall t j, N.testbit (digit c t) (N.of_nat j) = true -> j <= m.

(* An option of a heap beyond m b + k has a heap larger than b, and smaller than the whole one. *)
Lemma option_with_large_heap n b o : m * b + k < n -> In o (options c n) ->
  exists l h r, o = l ++ h :: r /\ b < h < n.
Proof.
  intros Large Ho. apply options_legal in Ho. pose proof Ho as (t & E & _ & B & _).
  assert (t <= k).
  { destruct (Nat.le_gt_cases t k) as [ | K ]; auto. rewrite last_place, N.bits_0 in B; easy. }
  destruct (large_heap o m b) as (h & Hh & Q); [ eauto | lia | ].
  pose proof (legal_smaller _ _ _ _ Ho Hh). apply in_split in Hh. destruct Hh as (l & r & ->).
  now exists l, h, r.
Qed.

(* Beyond the window the options of n + p are worth what those of n are worth, by any f that does not tell a
   heap h < n from h + p. *)
Lemma same_worths {A} (f : list nat -> A) n : m * n0 + (m - 1) * p + k < n + m ->
  (forall l h r, n0 <= h < n -> f (l ++ (h + p) :: r) = f (l ++ h :: r)) ->
  forall x, In x (map f (options c (n + p))) <-> In x (map f (options c n)).
Proof.
  intros W Known x.
  assert (W1 : m * (n0 + p - 1) + k < n + p).
  { clear - W some_heap no_empty_heap period_positive. destruct m; [ lia | nia ]. }
  assert (W2 : m * (n0 - 1) + k < n).
  { clear - W some_heap no_empty_heap period_positive. destruct m; [ lia | nia ]. }
  rewrite !in_map_iff. split; intros (o & <- & Ho).
  - destruct (option_with_large_heap _ _ _ W1 Ho) as (l & h & r & -> & H).
    exists (l ++ (h - p) :: r). split.
    + rewrite <- Known by lia. do 3 f_equal. lia.
    + apply options_legal in Ho. apply options_legal. apply (legal_replace _ _ _ _ _ _ _ Ho); lia.
  - destruct (option_with_large_heap _ _ _ W2 Ho) as (l & h & r & -> & H).
    exists (l ++ (h + p) :: r). split.
    + apply Known. lia.
    + apply options_legal in Ho. apply options_legal. apply (legal_replace _ _ _ _ _ _ _ Ho); lia.
Qed.

Theorem Guy_Smith :
  (forall n, n0 <= n -> n + m <= m * n0 + (m - 1) * p + k -> nimber c (n + p) = nimber c n) ->
  forall n, n0 <= n -> nimber c (n + p) = nimber c n.
Proof.
  intros Window n. induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (Nat.le_gt_cases (n + m) (m * n0 + (m - 1) * p + k)) as [W | W]; [ auto | ].
  refine (mex_unique _ _ _ _ _ (nimber_mex c (n + p)) (nimber_mex c n)).
  apply same_worths; auto. intros l h r [H1 H2]. apply worth_replace. auto.
Qed.

Corollary Guy_Smith_classical :
  (forall n, n0 <= n < m * n0 + (m - 1) * p + k -> nimber c (n + p) = nimber c n) ->
  forall n, n0 <= n -> nimber c (n + p) = nimber c n.
Proof. intros Window. apply Guy_Smith. intros. apply Window. lia. Qed.
End Period.
