(* Moves in sums.

   A position is a list of components; an option of a component is the list of components that it
   leaves. A move puts an option of one component in its place. If no component can be taken apart
   for ever, no play of a sum is endless (moves_end). *)
From Coq Require Import List Arith Lia Bool.
Import ListNotations.

Section Moves.
Variable State : Type.
Variable options : State -> list (list State).

(* ---- definitions ---- *)

Definition part_of (h s : State) : Prop := exists o, In o (options s) /\ In h o.

Fixpoint moves (p : list State) : list (list State) :=
  match p with
  | [] => []
  | s :: r => map (fun o => o ++ r) (options s) ++ map (cons s) (moves r)
  end.

Definition after (q p : list State) : Prop := In q (moves p).

(* ---- a move is what it is said to be ---- *)

Theorem moves_spec p q : In q (moves p) <->
  exists l s r o, p = l ++ s :: r /\ In o (options s) /\ q = l ++ o ++ r.
Proof.
  revert q. induction p as [ | s p IH ]; intros q; cbn.
  - split; [ tauto | ]. intros ([ | ] & ? & ? & ? & H & _); discriminate.
  - rewrite in_app_iff, !in_map_iff. split.
    + intros [(o & <- & Ho) | (q' & <- & Hq)].
      * now exists [], s, p, o.
      * apply IH in Hq. destruct Hq as (l & s' & r & o & -> & Ho & ->). now exists (s :: l), s', r, o.
    + intros ([ | s1 l ] & s' & r & o & E & Ho & ->); injection E as <- E.
      * subst r. left. now exists o.
      * right. exists (l ++ o ++ r). split; [ reflexivity | ]. apply IH. now exists l, s', r, o.
Qed.

Lemma moves_app p q : moves (p ++ q) = map (fun x => x ++ q) (moves p) ++ map (app p) (moves q).
Proof.
  induction p as [ | s p IH ]; cbn; [ now rewrite map_id | ].
  rewrite IH, !map_app, !map_map, <- app_assoc. f_equal.
  apply map_ext. intros. now rewrite app_assoc.
Qed.

(* ---- play ends ---- *)

Lemma sum_ends p : Acc after p -> forall q, Acc after q -> Acc after (p ++ q).
Proof.
  induction 1 as [p Hp IHp]. intros q Hq. pose proof Hq as Hq0.
  induction Hq as [q Hq IHq]. constructor. intros x. unfold after at 1.
  rewrite moves_app, in_app_iff, !in_map_iff.
  intros [(y & <- & Hy) | (y & <- & Hy)]; [ now apply IHp | apply IHq; auto ].
Qed.

Lemma components_end p : (forall s, In s p -> Acc after [s]) -> Acc after p.
Proof.
  induction p as [ | s p IH ]; intros H.
  - constructor. intros q [].
  - apply (sum_ends [s]); [ apply H; now left | apply IH; intros; apply H; now right ].
Qed.

Theorem moves_end : well_founded part_of -> well_founded after.
Proof.
  intros wf p. apply components_end. intros s _. induction s as [s IH] using (well_founded_ind wf).
  constructor. intros q Hq. unfold after in Hq. cbn in Hq. rewrite app_nil_r in Hq.
  apply in_map_iff in Hq. destruct Hq as (o & <- & Ho). rewrite app_nil_r.
  apply components_end. intros h Hh. apply IH. now exists o.
Qed.
End Moves.
