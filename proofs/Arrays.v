(* Arrays as binary tries, for the checkers: get i (array_of l) is the entry i of l. *)
From Coq Require Import List NArith Lia FMapPositive.
Import ListNotations.

Definition array (A : Type) := PositiveMap.t A.

Definition get {A} (default : A) (a : array A) (i : N) : A :=
  match PositiveMap.find (N.succ_pos i) a with Some x => x | None => default end.

Definition put {A} (i : N) (x : A) (a : array A) : array A := PositiveMap.add (N.succ_pos i) x a.

Definition nothing {A} : array A := PositiveMap.empty A.

Fixpoint fill {A} (i : N) (l : list A) (a : array A) : array A :=
  match l with [] => a | x :: l => fill (N.succ i) l (put i x a) end.

Definition array_of {A} (l : list A) : array A := fill 0 l nothing.

Lemma succ_pos_injective i j : N.succ_pos i = N.succ_pos j -> i = j.
Proof. intros E. apply (f_equal N.pos) in E. rewrite !N.succ_pos_spec in E. lia. Qed.

Lemma get_put {A} (d : A) i j x a : get d (put j x a) i = if N.eqb i j then x else get d a i.
Proof.
  unfold get, put. destruct (N.eqb_spec i j) as [-> | D].
  - now rewrite PositiveMap.gss.
  - rewrite PositiveMap.gso; auto. intros E. now apply succ_pos_injective in E.
Qed.

Lemma get_fill {A} (d : A) l : forall i j a, get d (fill j l a) i =
  if (i <? j)%N then get d a i else nth (N.to_nat (i - j)) l (get d a i).
Proof.
  induction l as [ | x l IH ]; intros i j a; cbn [fill].
  - destruct (i <? j)%N; [ reflexivity | now destruct (N.to_nat (i - j)) ].
  - rewrite IH, get_put. destruct (N.ltb_spec i (N.succ j)), (N.ltb_spec i j), (N.eqb_spec i j); try lia; auto.
    + subst. now rewrite N.sub_diag.
    + replace (N.to_nat (i - j)) with (S (N.to_nat (i - N.succ j))) by lia. reflexivity.
Qed.

Theorem get_array_of {A} (d : A) l i : get d (array_of l) i = nth (N.to_nat i) l d.
Proof.
  unfold array_of. rewrite get_fill. destruct (N.ltb_spec i 0); [ lia | ]. rewrite N.sub_0_r.
  unfold get, nothing. now rewrite PositiveMap.gempty.
Qed.
