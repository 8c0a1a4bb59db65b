(* Mex and xor.

   mex: every list of numbers has exactly one mex, the least number that is not in it.
   xor: if the xor x of a list is not 0, some member a of the list has a xor x < a (Bouton, 1901). *)
From Coq Require Import List NArith Lia Bool.
Import ListNotations.
Local Open Scope N_scope.

(* ---- definitions ---- *)

Definition is_mex (l : list N) (v : N) : Prop := ~ In v l /\ forall u, u < v -> In u l.

Definition xor_all (l : list N) : N := fold_right N.lxor 0 l.

Definition has (v : N) (l : list N) : bool := existsb (N.eqb v) l.

(* The first number from i on that is not in l, after [steps] steps at most. *)
Fixpoint mex_from (steps : nat) (i : N) (l : list N) : N :=
  match steps with
  | O => i
  | S steps => if has i l then mex_from steps (i + 1) l else i
  end.

Definition maximum (l : list N) : N := fold_right N.max 0 l.
Definition mex (l : list N) : N := mex_from (S (N.to_nat (maximum l))) 0 l.

(* ---- mex ---- *)

Lemma has_In v l : has v l = true <-> In v l.
Proof.
  unfold has. rewrite existsb_exists. split.
  - intros (x & H & E). apply N.eqb_eq in E. now subst.
  - intros H. exists v. now rewrite N.eqb_refl.
Qed.

Lemma maximum_ge l v : In v l -> v <= maximum l.
Proof. induction l; cbn; [ tauto | ]. intros [-> | H]; [ | apply IHl in H ]; unfold maximum in *; lia. Qed.

Lemma mex_from_is_mex l : forall steps i,
  (forall u, u < i -> In u l) -> maximum l < i + N.of_nat steps -> is_mex l (mex_from steps i l).
Proof.
  induction steps; cbn [mex_from]; intros i Below Enough.
  - split; auto. intros H. apply maximum_ge in H. lia.
  - destruct (has i l) eqn:E.
    + apply IHsteps; [ | lia ]. intros u Hu.
      destruct (N.eq_dec u i) as [-> | ]; [ now apply has_In | apply Below; lia ].
    + split; auto. intros H. apply has_In in H. congruence.
Qed.

Theorem mex_is_mex l : is_mex l (mex l).
Proof. apply mex_from_is_mex; intros; lia. Qed.

(* The mex depends on the members alone, not on their order or number. *)
Theorem mex_unique l l' v v' : (forall x, In x l <-> In x l') -> is_mex l v -> is_mex l' v' -> v = v'.
Proof.
  intros Same [Out Below] [Out' Below'].
  destruct (N.lt_trichotomy v v') as [L | [L | L]]; auto; exfalso.
  - apply Out, Same, Below', L.
  - apply Out', Same, Below, L.
Qed.

(* ---- xor ---- *)

Lemma xor_all_cons a l : xor_all (a :: l) = N.lxor a (xor_all l).
Proof. reflexivity. Qed.

Lemma xor_all_app l l' : xor_all (l ++ l') = N.lxor (xor_all l) (xor_all l').
Proof. induction l as [ | a l IH ]; [ reflexivity | ]. cbn [app]. now rewrite !xor_all_cons, IH, N.lxor_assoc. Qed.

Lemma lxor_cancel_r a b c : N.lxor a c = N.lxor b c -> a = b.
Proof.
  intros H. apply (f_equal (fun x => N.lxor x c)) in H.
  now rewrite !N.lxor_assoc, !N.lxor_nilpotent, !N.lxor_0_r in H.
Qed.

Lemma lxor_cancel_l a b c : N.lxor c a = N.lxor c b -> a = b.
Proof. rewrite !(N.lxor_comm c). apply lxor_cancel_r. Qed.

Lemma member_with_bit l d : N.testbit (xor_all l) d = true -> exists a, In a l /\ N.testbit a d = true.
Proof.
  induction l as [ | a l IH ]; [ destruct d; discriminate | ].
  rewrite xor_all_cons, N.lxor_spec. destruct (N.testbit a d) eqn:E.
  - exists a. cbn. auto.
  - rewrite xorb_false_l. intros H. destruct (IH H) as (b & ? & ?). exists b. cbn. auto.
Qed.

(* A number without bit d that agrees with a above bit d is smaller than a, which has it. *)
Lemma less_by_bit y a d : N.testbit a d = true -> N.testbit y d = false ->
  (forall i, d < i -> N.testbit y i = N.testbit a i) -> y < a.
Proof.
  intros A Y Above.
  assert (Q : N.shiftr y d + 1 = N.shiftr a d).
  { assert (E : N.shiftr a d = N.setbit (N.shiftr y d) 0).
    { apply N.bits_inj. intros i. rewrite N.setbit_eqb, !N.shiftr_spec'.
      destruct (N.eqb_spec 0 i) as [<- | I]; cbn [orb]; [ exact A | ]. symmetry. apply Above. lia. }
    rewrite E, N.setbit_spec', N.lor_comm. change (2 ^ 0) with 1.
    assert (B : N.testbit (N.shiftr y d) 0 = false) by now rewrite N.shiftr_spec'.
    destruct (N.shiftr y d) as [ | [ q | q | ] ]; cbn in *; try discriminate; reflexivity. }
  rewrite !N.shiftr_div_pow2 in Q.
  assert (P : 2 ^ d <> 0) by (apply N.pow_nonzero; lia).
  pose proof (N.div_mod' y (2 ^ d)) as Dy. pose proof (N.mod_lt y (2 ^ d) P) as My.
  pose proof (N.div_mod' a (2 ^ d)) as Da. rewrite <- Q, N.mul_add_distr_l, N.mul_1_r in Da.
  set (whole := 2 ^ d * (y / 2 ^ d)) in *. set (r := y mod 2 ^ d) in *. set (r' := a mod 2 ^ d) in *.
  clearbody whole r r'. lia.
Qed.

Theorem smaller_member l : xor_all l <> 0 -> exists a, In a l /\ N.lxor a (xor_all l) < a.
Proof.
  intros X. set (x := xor_all l) in *.
  destruct (member_with_bit l (N.log2 x)) as (a & Ha & B); [ now apply N.bit_log2 | ].
  exists a. split; auto. apply (less_by_bit _ _ (N.log2 x)); auto.
  - now rewrite N.lxor_spec, B, N.bit_log2.
  - intros i I. now rewrite N.lxor_spec, (N.bits_above_log2 x i I), xorb_false_r.
Qed.
