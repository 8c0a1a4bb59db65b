(* Tame components in misère play: their sums are like sums of nim heaps (Conway, ONAG, chapter 12).

   The kind of a component is its nimber and whether it is firm. The kind of a sum has the xor of the nimbers, and is
   firm if a component is. Let each component be tame: its kind follows from the kinds of its options as [tame] says.
   Then the player to move loses a sum exactly if its kind is (0, firm) or (1, fickle) (tame_outcome), and the kinds of
   sums are the misère quotient (kinds_are_classes).

   Heaps of a code whose moves take at most k tokens and leave at most m heaps: let heaps up to N = m (n0 + p - 1) + k
   be tame, and the kinds of n and n + p be equal for all n from n0 >= 1 on with n + p <= N. With the kinds that
   continue this, all heaps are tame (tame_for_ever). *)
From Coq Require Import List NArith Arith Lia Bool.
From Grundy Require Import Mex Moves Misere.
From Grundy Require Codes GuySmith.
Import ListNotations.
Local Open Scope N_scope.

Definition kind := (N * bool)%type.                             (* nimber, firm *)
Definition plus (x y : kind) : kind := (N.lxor (fst x) (fst y), snd x || snd y).
Definition lost (x : kind) : bool := fst x =? (if snd x then 0 else 1).

(* A component whose options have the kinds S is tame, with the kind x. *)
Definition tame (S : list kind) (x : kind) : Prop :=
  is_mex (map fst S) (fst x) /\
  if snd x then
    (fst x < 2 -> S <> [] /\ ~ In (1 - fst x, false) S) /\
    (2 <= fst x -> (In (0, true) S \/ In (1, false) S) /\ (In (1, true) S \/ In (0, false) S))
  else fst x < 2 /\ (S = [] \/ In (1 - fst x, false) S /\ ~ In (1 - fst x, true) S).

(* ---- single kinds ---- *)

Definition proper (x : kind) : Prop := snd x = false -> fst x < 2.

Lemma two n : n < 2 -> n = 0 \/ n = 1.
Proof. lia. Qed.

Lemma lxor_move x y z : N.lxor x y = z -> x = N.lxor z y.
Proof. intros <-. now rewrite N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_r. Qed.

Lemma plus_proper x y : proper x -> proper y -> proper (plus x y).
Proof.
  destruct x as [g [|]], y as [y [|]]; unfold proper, plus; cbn; try discriminate. intros X Y _.
  destruct (two g (X eq_refl)) as [-> | ->], (two y (Y eq_refl)) as [-> | ->]; cbn; lia.
Qed.

Lemma lost_to_won S x a b : tame S x -> In a S -> proper b -> lost (plus x b) = true -> lost (plus a b) = false.
Proof.
  destruct x as [g f], a as [h e], b as [y c]. unfold tame, proper, lost, plus. cbn [fst snd].
  intros [[Out _] T] Ha B L.
  assert (H : h <> g). { intros ->. apply Out. apply in_map_iff. exists (g, e). auto. }
  apply N.eqb_eq in L. apply lxor_move in L. apply N.eqb_neq. intros E. apply lxor_move in E.
  destruct c; [ rewrite !orb_true_r in *; congruence | ]. rewrite !orb_false_r in *.
  specialize (B eq_refl). destruct f, e; try congruence.
  - rewrite N.lxor_0_l in L. subst y. destruct (two g B) as [-> | ->]; cbn in E; subst h;
    destruct T as [T _]; destruct (T B) as [_ No]; now apply No.
  - rewrite N.lxor_0_l in E. subst y. destruct T as [G [-> | [_ T]]]; [ destruct Ha | ]. apply T.
    destruct (two h B) as [-> | ->]; cbn in L; now subst g.
Qed.

Lemma firm_to_lost S x b : tame S x -> proper b -> fst b < fst x -> snd x = true \/ snd b = true ->
  exists a, In a S /\ lost (plus a b) = true.
Proof.
  destruct x as [g f], b as [y c]. unfold tame, proper, lost, plus. cbn [fst snd]. intros [[_ Below] T] B Less Firm.
  pose proof (Below y Less) as R. apply in_map_iff in R. destruct R as ([y' e] & E & R). cbn in E. subst y'.
  destruct (e || c) eqn:EC; [ exists (y, e); cbn; now rewrite EC, N.lxor_nilpotent | ].
  apply orb_false_iff in EC. destruct EC as [-> ->]. destruct Firm as [-> | ]; [ | discriminate ].
  destruct T as [Small Large]. specialize (B eq_refl).
  destruct (N.lt_ge_cases g 2) as [G | G].
  - exfalso. destruct (Small G) as [_ No]. apply No. now replace (1 - g) with y by lia.
  - destruct (Large G) as [C0 C1].
    destruct (two y B) as [-> | ->]; [ destruct C0 as [I | I] | destruct C1 as [I | I] ];
    (eexists; split; [ exact I | reflexivity ]).
Qed.

Lemma fickle_to_lost S x b : tame S x -> snd x = false -> S <> [] -> fst x = fst b -> snd b = false ->
  exists a, In a S /\ lost (plus a b) = true.
Proof.
  destruct x as [g f], b as [y c]. unfold tame. cbn [fst snd]. intros [_ T] -> Some <- ->.
  destruct T as [G [ | [I _]]]; [ easy | ]. exists (1 - g, false). split; auto.
  now destruct (two g G) as [-> | ->].
Qed.

Lemma tame_same S S' x : (forall a, In a S <-> In a S') -> tame S x -> tame S' x.
Proof.
  intros Same. assert (Empty : S = [] <-> S' = []).
  { split; intros ->; [ destruct S' as [ | a ] | destruct S as [ | a ] ]; auto; exfalso; apply (Same a); now left. }
  assert (Nimbers : forall v, In v (map fst S) <-> In v (map fst S')).
  { intros v. rewrite !in_map_iff. split; intros (a & E & I); exists a; split; auto; now apply Same. }
  unfold tame, is_mex. intros [[Out Below] T]. split.
  - split; [ now rewrite <- Nimbers | ]. intros u Hu. now apply Nimbers, Below.
  - destruct (snd x); rewrite <- !Same, <- Empty; exact T.
Qed.

(* ---- sums ---- *)

Section Tame.
Variable State : Type.
Variable options : State -> list (list State).
Hypothesis ends : well_founded (part_of State options).
Variable nimber : State -> N.
Variable firm : State -> bool.

Definition kind_of (p : list State) : kind := (xor_all (map nimber p), existsb firm p).

Variable D : State -> Prop.                       (* the components in question *)
Hypothesis parts_in : forall s h, D s -> part_of State options h s -> D h.
Hypothesis all_tame : forall s, D s -> tame (map kind_of (options s)) (nimber s, firm s).

Lemma kind_between l p r : kind_of (l ++ p ++ r) = plus (kind_of p) (kind_of (l ++ r)).
Proof.
  unfold kind_of, plus. cbn. f_equal.
  - rewrite !map_app, !xor_all_app, <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
  - rewrite !existsb_app, !orb_assoc. f_equal. apply orb_comm.
Qed.

Lemma kind_of_one s : kind_of [s] = (nimber s, firm s).
Proof. unfold kind_of. cbn. now rewrite N.lxor_0_r, orb_false_r. Qed.

Lemma kind_proper p : Forall D p -> proper (kind_of p).
Proof.
  induction 1 as [ | s p Ds _ IH ]; [ unfold proper; cbn; lia | ].
  pose proof (kind_between [] [s] p) as E. cbn [app] in E. rewrite E, kind_of_one. apply plus_proper; auto.
  destruct (all_tame s Ds) as [_ T]. unfold proper. cbn. intros F. rewrite F in T. apply T.
Qed.

Lemma only_moves p q : In q (moves State options p) -> Forall D p -> exists s b a,
  D s /\ proper b /\ In a (map kind_of (options s)) /\ kind_of p = plus (nimber s, firm s) b /\ kind_of q = plus a b.
Proof.
  rewrite moves_spec. intros (l & s & r & o & -> & Ho & ->) F.
  rewrite Forall_app, Forall_cons_iff in F. destruct F as (Fl & Fs & Fr).
  exists s, (kind_of (l ++ r)), (kind_of o). repeat split; auto.
  - apply kind_proper. now apply Forall_app.
  - now apply in_map.
  - pose proof (kind_between l [s] r) as E. now rewrite kind_of_one in E.
  - apply kind_between.
Qed.

Lemma move_to l s r a : In a (map kind_of (options s)) ->
  exists q, In q (moves State options (l ++ s :: r)) /\ kind_of q = plus a (kind_of (l ++ r)).
Proof.
  intros Ha. apply in_map_iff in Ha. destruct Ha as (o & <- & Ho). exists (l ++ o ++ r).
  split; [ apply moves_spec; now exists l, s, r, o | apply kind_between ].
Qed.

Lemma split_kind l s r : kind_of (l ++ s :: r) = plus (nimber s, firm s) (kind_of (l ++ r)).
Proof. rewrite <- kind_of_one. apply (kind_between l [s] r). Qed.

Lemma no_options_zero p : Forall D p -> moves State options p = [] -> kind_of p = (0, false).
Proof.
  induction 1 as [ | s p Ds _ IH ]; [ reflexivity | ]. cbn [moves]. intros E. apply app_eq_nil in E.
  destruct E as [E1 E2]. apply map_eq_nil in E1, E2. specialize (IH E2).
  pose proof (split_kind [] s p) as K. cbn [app] in K. rewrite K, IH.
  destruct (all_tame s Ds) as [[_ Below] T]. rewrite E1 in *. cbn [map] in *. cbn in Below, T.
  assert (Z : nimber s = 0). { destruct (N.eq_0_gt_0_cases (nimber s)) as [ | P ]; auto. destruct (Below 0 P). }
  rewrite Z in *. destruct (firm s); [ | reflexivity ]. destruct T as [T _]. destruct T; [ lia | easy ].
Qed.

Theorem tame_outcome p : Forall D p -> (loses State options p <-> lost (kind_of p) = true).
Proof.
  apply (finite_check State options ends D parts_in kind kind_of lost); clear p; intros p F L.
  - split.
    + intros E. now rewrite (no_options_zero p F E) in L.
    + intros q Hq. destruct (only_moves p q Hq F) as (s & b & a & Ds & B & Ha & Ep & Eq).
      rewrite Eq. apply (lost_to_won _ _ _ _ (all_tame s Ds)); auto. now rewrite <- Ep.
  - destruct (moves State options p) as [ | q0 rest ] eqn:M; [ now left | right ]. rewrite <- M.
    destruct (existsb firm p) eqn:Firm.
    + unfold lost, kind_of in L. cbn in L. rewrite Firm in L. apply N.eqb_neq in L.
      destruct (smaller_member _ L) as (g & Hg & Less). apply in_map_iff in Hg. destruct Hg as (s & <- & Hs).
      apply in_split in Hs. destruct Hs as (l & r & ->).
      pose proof F as F'. rewrite Forall_app, Forall_cons_iff in F'. destruct F' as (Fl & Ds & Fr).
      pose proof (split_kind l s r) as K.
      assert (Kn := f_equal fst K). assert (Kf := f_equal snd K). cbn in Kn, Kf. rewrite Kn in Less.
      rewrite <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in Less. rewrite Firm in Kf.
      destruct (firm_to_lost _ (nimber s, firm s) (kind_of (l ++ r)) (all_tame s Ds)) as (a & Ha & La); auto.
      * apply kind_proper. now apply Forall_app.
      * cbn. symmetry in Kf. now apply orb_true_iff in Kf.
      * destruct (move_to l s r a Ha) as (q & Hq & Eq). exists q. rewrite Eq. auto.
    + assert (Hq0 : In q0 (moves State options p)) by (rewrite M; now left).
      apply moves_spec in Hq0. destruct Hq0 as (l & s & r & o & -> & Ho & _).
      pose proof (kind_proper _ F) as PP. pose proof F as F'. rewrite Forall_app, Forall_cons_iff in F'.
      destruct F' as (Fl & Ds & Fr). pose proof (split_kind l s r) as K.
      assert (Kn := f_equal fst K). assert (Kf := f_equal snd K). cbn in Kn, Kf. rewrite Firm in Kf.
      symmetry in Kf. apply orb_false_iff in Kf. destruct Kf as [Fs Fb].
      assert (Z : fst (kind_of (l ++ s :: r)) = 0).
      { unfold lost in L. specialize (PP Firm). cbn [snd kind_of] in L. rewrite Firm in L. apply N.eqb_neq in L. lia. }
      cbn [fst kind_of] in Z. rewrite Z in Kn. symmetry in Kn. apply N.lxor_eq in Kn.
      destruct (fickle_to_lost _ (nimber s, firm s) (kind_of (l ++ r)) (all_tame s Ds)) as (a & Ha & La); auto.
      * intros E. apply map_eq_nil in E. now rewrite E in Ho.
      * destruct (move_to l s r a Ha) as (q & Hq & Eq). exists q. rewrite Eq. auto.
Qed.
Lemma kind_app p r : kind_of (p ++ r) = plus (kind_of p) (kind_of r).
Proof. pose proof (kind_between [] p r) as E. exact E. Qed.

(* The kinds of sums are the misère quotient: no sum tells p and q apart exactly if they have one kind. *)
Theorem kinds_are_classes p q : Forall D p -> Forall D q ->
  (kind_of p = kind_of q <-> alike State options D p q).
Proof.
  intros Fp Fq. split.
  - intros E r Fr. rewrite !tame_outcome, !kind_app, E by (apply Forall_app; auto). tauto.
  - intros A.
    assert (Same : forall r, Forall D r -> lost (plus (kind_of p) (kind_of r)) = lost (plus (kind_of q) (kind_of r))).
    { intros r Fr. specialize (A r Fr). rewrite !tame_outcome, !kind_app in A by (apply Forall_app; auto).
      destruct (lost (plus (kind_of p) (kind_of r))), (lost (plus (kind_of q) (kind_of r))); intuition. }
    pose proof (Same [] (Forall_nil _)) as S0. pose proof (Same p Fp) as Sp. pose proof (Same q Fq) as Sq.
    pose proof (Same (p ++ p) ltac:(apply Forall_app; auto)) as Spp.
    pose proof (Same (q ++ q) ltac:(apply Forall_app; auto)) as Sqq. rewrite !kind_app in *.
    pose proof (kind_proper p Fp) as Pp. pose proof (kind_proper q Fq) as Pq. unfold proper in *.
    change (kind_of []) with (0, false) in S0.
    destruct (kind_of p) as [x [|]], (kind_of q) as [y [|]]; unfold lost, plus in *; cbn [fst snd orb] in *;
    rewrite ?N.lxor_nilpotent, ?N.lxor_0_r in *.
    + symmetry in Sp. apply N.eqb_eq in Sp. apply N.lxor_eq in Sp. now subst.
    + destruct (two y (Pq eq_refl)) as [-> | ->], (N.eqb_spec x 0); cbn in *; discriminate.
    + destruct (two x (Pp eq_refl)) as [-> | ->], (N.eqb_spec y 0); cbn in *; discriminate.
    + destruct (two x (Pp eq_refl)) as [-> | ->], (two y (Pq eq_refl)) as [-> | ->]; cbn in *; congruence.
Qed.
End Tame.

(* ---- heaps of a code ---- *)

Section Period.
Variables (c : Codes.code) (m k n0 p : nat) (firm : nat -> bool).
Hypothesis some_heap : (1 <= m)%nat.
Hypothesis no_empty_heap : (1 <= n0)%nat.
Hypothesis period_positive : (1 <= p)%nat.
Hypothesis last_place : forall t, (k < t)%nat -> Codes.digit c t = 0.
Hypothesis at_most_m_heaps : forall t j, N.testbit (Codes.digit c t) (N.of_nat j) = true -> (j <= m)%nat.

Definition tame_heap n := tame (map (kind_of nat (Codes.nimber c) firm) (Codes.options c n)) (Codes.nimber c n, firm n).

Theorem tame_for_ever :
  (forall n, n + m <= m * (n0 + p) + k -> tame_heap n)%nat ->
  (forall n, n0 <= n -> n + m <= m * n0 + (m - 1) * p + k -> Codes.nimber c (n + p) = Codes.nimber c n)%nat ->
  (forall n, n0 <= n -> firm (n + p) = firm n)%nat ->
  forall n, tame_heap n.
Proof.
  intros Known Window Firm.
  pose proof (GuySmith.Guy_Smith c m k n0 p some_heap no_empty_heap period_positive last_place at_most_m_heaps Window)
    as G.
  intros n. induction n as [n IH] using lt_wf_ind.
  destruct (Nat.le_gt_cases (n + m) (m * (n0 + p) + k)) as [W | W]; [ auto | ].
  assert (P : (n0 + p <= n)%nat) by (clear - W some_heap; nia).
  pose proof (IH (n - p)%nat ltac:(lia)) as T. unfold tame_heap in *.
  replace n with (n - p + p)%nat by lia. set (i := (n - p)%nat) in *.
  rewrite G, Firm by lia. revert T. apply tame_same. intros x. symmetry.
  apply (GuySmith.same_worths c m k n0 p some_heap no_empty_heap period_positive last_place at_most_m_heaps).
  - subst i. clear - W P some_heap. destruct m; [ lia | ]. cbn [Nat.sub]. nia.
  - intros l h r H. unfold kind_of. rewrite !map_app, !existsb_app. cbn. now rewrite G, Firm by lia.
Qed.

Theorem tame_code : (forall n, tame_heap n) -> forall heaps,
  Misere.loses nat (Codes.options c) heaps <-> lost (kind_of nat (Codes.nimber c) firm heaps) = true.
Proof.
  intros T heaps.
  refine (tame_outcome nat (Codes.options c) (Codes.heaps_end c) (Codes.nimber c) firm (fun _ => True) _ _ heaps _).
  - auto.
  - intros s _. apply T.
  - induction heaps; auto.
Qed.
End Period.
