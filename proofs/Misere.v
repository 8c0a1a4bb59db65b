(* Misère play: the last mover loses.

   Let no component be taken apart for ever. Let a product be given to each sum of some components, and a set P
   of products, such that for each sum of them (P) if its product is in P, the sum has a move, and no option's
   product is in P; (N) if it is not, the sum has no move, or the product of some option is in P. Then the player
   to move loses exactly the sums whose product is in P (finite_check). If sums have equal products only where
   these stay in P or out of P together, whatever is added, sums have equal products if and only if no sum tells
   them apart (products_are_classes): the products are the misère quotient (Plambeck, 2005). *)
From Coq Require Import List Arith Lia Bool Wf_nat.
From Grundy Require Import Moves.
Import ListNotations.

Section Misere.
Variable State : Type.
Variable options : State -> list (list State).
Hypothesis ends : well_founded (part_of State options).

(* ---- definitions ---- *)

Inductive wins : list State -> Prop :=
  | no_move p : moves State options p = [] -> wins p
  | by_move p q : In q (moves State options p) -> loses q -> wins p
with loses : list State -> Prop :=
  | all_moves p : moves State options p <> [] -> (forall q, In q (moves State options p) -> wins q) -> loses p.

(* No sum of components in D tells p and q apart. *)
Definition alike (D : State -> Prop) (p q : list State) : Prop :=
  forall r, Forall D r -> (loses (p ++ r) <-> loses (q ++ r)).

(* ---- one of the players wins ---- *)

Lemma not_both p : wins p -> ~ loses p.
Proof.
  induction p as [p IH] using (well_founded_ind (moves_end _ _ ends)).
  intros W L. inversion_clear L as [? Some All]. inversion_clear W as [? E | ? q Hq Lq]; [ now apply Some | ].
  exact (IH q Hq (All q Hq) Lq).
Qed.

(* ---- the finite check ---- *)

Section FiniteCheck.
Variable D : State -> Prop.                       (* the components in question *)
Hypothesis parts_in : forall s h, D s -> part_of State options h s -> D h.
Variable Product : Type.
Variable product : list State -> Product.
Variable in_P : Product -> bool.
Hypothesis condition_P : forall p, Forall D p -> in_P (product p) = true ->
  moves State options p <> [] /\ forall q, In q (moves State options p) -> in_P (product q) = false.
Hypothesis condition_N : forall p, Forall D p -> in_P (product p) = false ->
  moves State options p = [] \/ exists q, In q (moves State options p) /\ in_P (product q) = true.

Lemma after_in p q : Forall D p -> In q (moves State options p) -> Forall D q.
Proof.
  rewrite moves_spec. intros F (l & s & r & o & -> & Ho & ->).
  rewrite Forall_app, Forall_cons_iff in F. destruct F as (Fl & Fs & Fr).
  rewrite !Forall_app. repeat split; auto. apply Forall_forall. intros h Hh. apply (parts_in s); auto. now exists o.
Qed.

Lemma outcome p : Forall D p -> if in_P (product p) then loses p else wins p.
Proof.
  induction p as [p IH] using (well_founded_ind (moves_end _ _ ends)). intros F.
  assert (IHq : forall q, In q (moves State options p) -> if in_P (product q) then loses q else wins q).
  { intros q Hq. apply IH; auto. now apply (after_in p). }
  destruct (in_P (product p)) eqn:E.
  - destruct (condition_P p F E) as [Some All]. constructor; auto. intros q Hq. specialize (IHq q Hq).
    now rewrite (All q Hq) in IHq.
  - destruct (condition_N p F E) as [None | (q & Hq & Pq)]; [ now apply no_move | ].
    apply (by_move p q Hq). specialize (IHq q Hq). now rewrite Pq in IHq.
Qed.

Theorem finite_check p : Forall D p -> (loses p <-> in_P (product p) = true).
Proof.
  intros F. pose proof (outcome p F) as O. pose proof (not_both p). destruct (in_P (product p)); split; auto; try tauto.
  discriminate.
Qed.

Theorem products_are_classes : forall p q, Forall D p -> Forall D q ->
  (forall r, product p = product q -> product (p ++ r) = product (q ++ r)) ->
  ((forall r, Forall D r -> in_P (product (p ++ r)) = in_P (product (q ++ r))) -> product p = product q) ->
  (product p = product q <-> alike D p q).
Proof.
  intros p q Fp Fq Adds Reduced. split.
  - intros E r Fr. rewrite !finite_check by now apply Forall_app. now rewrite (Adds r E).
  - intros A. apply Reduced. intros r Fr. specialize (A r Fr). rewrite !finite_check in A by now apply Forall_app.
    destruct (in_P (product (p ++ r))), (in_P (product (q ++ r))); auto; [ symmetry | ]; now apply A.
Qed.
End FiniteCheck.
End Misere.
