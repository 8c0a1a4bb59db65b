(* The theorem of Sprague and Grundy.

   Let no component be taken apart for ever. Then exactly one function G satisfies the mex equation,
   G(s) = mex of the xor of G over the components of each option of s (nimber_exists, nimber_unique).
   The player to move wins a sum, under normal play, if and only if the xor of the nimbers of its
   components is not 0 (Sprague_Grundy). A move wins if and only if it leaves a sum whose xor is 0
   (winning_move). *)
From Coq Require Import List NArith Arith Lia Bool Wf_nat.
From Grundy Require Import Mex Moves.
Import ListNotations.
Local Open Scope N_scope.

Section SpragueGrundy.
Variable State : Type.
Variable options : State -> list (list State).
Hypothesis ends : well_founded (part_of State options).

(* ---- definitions ---- *)

(* What a position is worth if G gives the nimbers of its components. *)
Definition worth (G : State -> N) (p : list State) : N := xor_all (map G p).

Definition mex_equation (G : State -> N) : Prop := forall s, is_mex (map (worth G) (options s)) (G s).

(* Normal play: who cannot move loses. *)
Inductive wins : list State -> Prop :=
  | by_move p q : In q (moves State options p) -> loses q -> wins p
with loses : list State -> Prop :=
  | all_moves p : (forall q, In q (moves State options p) -> wins q) -> loses p.

(* ---- the mex equation has a solution ---- *)

(* map with a proof of membership, for the recursion through lists *)
Fixpoint map_in {A B} (l : list A) : (forall x, In x l -> B) -> list B :=
  match l with
  | [] => fun _ => []
  | x :: r => fun f => f x (or_introl eq_refl) :: map_in r (fun y H => f y (or_intror H))
  end.

Lemma map_in_ext {A B} (l : list A) (f g : forall x, In x l -> B) :
  (forall x H, f x H = g x H) -> map_in l f = map_in l g.
Proof. induction l; cbn; intros E; [ reflexivity | f_equal; auto ]. Qed.

Lemma map_in_map {A B} (l : list A) (f : forall x, In x l -> B) (g : A -> B) :
  (forall x H, f x H = g x) -> map_in l f = map g l.
Proof. induction l; cbn; intros E; [ reflexivity | f_equal; auto ]. Qed.

Definition nimber_step (s : State) (known : forall h, part_of State options h s -> N) : N :=
  mex (map_in (options s) (fun o Ho => xor_all (map_in o (fun h Hh => known h (ex_intro _ o (conj Ho Hh)))))).

Definition nimber : State -> N := Fix ends (fun _ => N) nimber_step.

Theorem nimber_exists : mex_equation nimber.
Proof.
  intros s. replace (nimber s) with (mex (map (worth nimber) (options s))); [ apply mex_is_mex | ].
  unfold nimber at 2. rewrite Fix_eq.
  - unfold nimber_step. f_equal. symmetry. apply map_in_map. intros o Ho. unfold worth. f_equal. now apply map_in_map.
  - intros x f g E. unfold nimber_step. f_equal. apply map_in_ext. intros o Ho. f_equal. now apply map_in_ext.
Qed.

(* ---- and only one ---- *)

(* If G satisfies the equation at s and is right at all parts of s, it is right at s. *)
Lemma nimber_step_unique (G : State -> N) s : is_mex (map (worth G) (options s)) (G s) ->
  (forall h, part_of State options h s -> G h = nimber h) -> G s = nimber s.
Proof.
  intros E Parts. refine (mex_unique _ _ _ _ _ E (nimber_exists s)).
  intros x. rewrite (map_ext_in (worth G) (worth nimber)); [ tauto | ].
  intros o Ho. unfold worth. f_equal. apply map_ext_in. intros h Hh. apply Parts. now exists o.
Qed.

Theorem nimber_unique (G : State -> N) : mex_equation G -> forall s, G s = nimber s.
Proof.
  intros E s. induction s as [s IH] using (well_founded_ind ends). now apply nimber_step_unique.
Qed.

(* ---- the winner ---- *)

Lemma worth_app G p q : worth G (p ++ q) = N.lxor (worth G p) (worth G q).
Proof. unfold worth. now rewrite map_app, xor_all_app. Qed.

Lemma worth_cons G s p : worth G (s :: p) = N.lxor (G s) (worth G p).
Proof. reflexivity. Qed.

Lemma worth_changes p q : In q (moves State options p) -> worth nimber q <> worth nimber p.
Proof.
  rewrite moves_spec. intros (l & s & r & o & -> & Ho & ->) E.
  rewrite !worth_app, worth_cons in E. apply lxor_cancel_l, lxor_cancel_r in E.
  destruct (nimber_exists s) as [Out _]. apply Out. rewrite <- E. now apply in_map.
Qed.

Lemma zero_reached p : worth nimber p <> 0 -> exists q, In q (moves State options p) /\ worth nimber q = 0.
Proof.
  intros H. destruct (smaller_member _ H) as (a & Ha & Less).
  apply in_map_iff in Ha. destruct Ha as (s & <- & Hs). apply in_split in Hs. destruct Hs as (l & r & ->).
  destruct (nimber_exists s) as [_ Below]. apply Below, in_map_iff in Less. destruct Less as (o & Eo & Ho).
  exists (l ++ o ++ r). split; [ apply moves_spec; now exists l, s, r, o | ].
  fold (worth nimber (l ++ s :: r)) in Eo. rewrite worth_app, worth_cons in Eo. rewrite !worth_app, Eo.
  generalize (worth nimber l) as x, (worth nimber r) as y, (nimber s) as z. intros.
  apply N.bits_inj. intros i. rewrite !N.lxor_spec, N.bits_0.
  now destruct (N.testbit x i), (N.testbit y i), (N.testbit z i).
Qed.

Lemma winner p : (worth nimber p <> 0 -> wins p) /\ (worth nimber p = 0 -> loses p).
Proof.
  induction p as [p IH] using (well_founded_ind (moves_end _ _ ends)). split.
  - intros H. destruct (zero_reached p H) as (q & Hq & Z). apply (by_move p q Hq). now apply IH.
  - intros Z. constructor. intros q Hq. apply IH; auto. rewrite <- Z. now apply worth_changes.
Qed.

Lemma not_both p : wins p -> ~ loses p.
Proof.
  induction p as [p IH] using (well_founded_ind (moves_end _ _ ends)).
  intros W L. destruct W as [p q Hq Lq]. inversion_clear L as [? All]. exact (IH q Hq (All q Hq) Lq).
Qed.

Theorem Sprague_Grundy p : (wins p <-> worth nimber p <> 0) /\ (loses p <-> worth nimber p = 0).
Proof.
  destruct (winner p) as [W L]. pose proof (not_both p) as No.
  destruct (N.eq_dec (worth nimber p) 0) as [Z | Z]; split; split; tauto.
Qed.

Corollary winning_move p q : In q (moves State options p) -> (loses q <-> worth nimber q = 0).
Proof. intros _. apply Sprague_Grundy. Qed.
End SpragueGrundy.
