(* Kayles and Dawson's Kayles, solved and proved inside Coq.

   The values come from a program about which nothing is proved (values_of); the checker checks them.
   Kayles, 0.77: least preperiod 71, least period 12, and the first player wins every single row.
   Dawson's Kayles, 0.07: least preperiod 53, least period 34. The theorem of Guy and Smith cannot do
   with one comparison less, and not with n0 = 0 (0.4: 0 0 0 1 ...). *)
From Coq Require Import List NArith Arith Bool Lia.
From Grundy Require Import Mex Codes Sets Checker.
From Grundy Require SpragueGrundy.
Import ListNotations.

Fixpoint least_absent (steps : nat) (i : N) (s : set) : N :=
  match steps with O => i | S steps => if mem i s then least_absent steps (N.succ i) s else i end.

Fixpoint values_from (steps : nat) (c : code) (vs back : list N) (pairs : list (list N)) : list N :=
  match steps with
  | O => vs
  | S steps =>
      let v := least_absent 1000 0%N (options_worth c false 0%N (tl vs) back pairs Empty) in
      values_from steps c (vs ++ [v]) (v :: back) (elements (two_heaps (tl vs) back back Empty) :: pairs)
  end.

Definition values_of (c : code) (length : nat) : list N := values_from length c [] [] [].

Definition kayles : code := [0; 7; 7]%N.             (* 0.77 *)
Definition dawsons_kayles : code := [0; 0; 7]%N.     (* 0.07 *)
Definition dot_four : code := [0; 4]%N.              (* 0.4 *)

Definition kayles_values := Eval vm_compute in values_of kayles 167.
Definition dawsons_values := Eval vm_compute in values_of dawsons_kayles 175.
Definition dot_four_values := Eval vm_compute in values_of dot_four 176.

Lemma kayles_checked : check kayles kayles_values 71 12 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma dawsons_checked : check dawsons_kayles dawsons_values 53 34 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma dot_four_checked : check dot_four dot_four_values 54 34 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem kayles_period : least_period (nimber kayles) 71 12.
Proof. apply (check_sound _ _ _ _ kayles_checked). Qed.

Theorem dawsons_kayles_period : least_period (nimber dawsons_kayles) 53 34.
Proof. apply (check_sound _ _ _ _ dawsons_checked). Qed.

Theorem kayles_first_player_wins n : 1 <= n -> wins kayles [n].
Proof.
  intros H. rewrite (winner_sound _ _ _ _ [n] kayles_checked). unfold xor_all. cbn [map fold_right].
  rewrite N.lxor_0_r. unfold table. set (i := if n <? 71 then n else 71 + (n - 71) mod 12).
  assert (A : forallb (fun i => negb (N.eqb (nth i kayles_values 0%N) 0)) (seq 1 82) = true) by reflexivity.
  rewrite forallb_forall in A. apply N.eqb_neq, negb_true_iff, (A i). apply in_seq. subst i.
  pose proof (Nat.mod_upper_bound (n - 71) 12). destruct (Nat.ltb_spec n 71); lia.
Qed.

(* m = 2 and n0 = p = k = 1: the theorem asks for n <= 2, and n = 1 alone is not enough. *)
Theorem one_comparison_less_is_false :
  (forall n, 1 <= n <= 1 -> nimber dot_four (n + 1) = nimber dot_four n)
  /\ nimber dot_four (2 + 1) <> nimber dot_four 2.
Proof.
  split; [ intros n H; replace n with 1 by lia | ];
  rewrite !(table_sound _ _ _ _ dot_four_checked); vm_compute; [ reflexivity | discriminate ].
Qed.

(* m = 2, n0 = 0, p = k = 1: the classical window is 0 <= n < 2. *)
Theorem preperiod_zero_is_false :
  (forall n, 0 <= n < 2 -> nimber dot_four (n + 1) = nimber dot_four n)
  /\ nimber dot_four (2 + 1) <> nimber dot_four 2.
Proof.
  split; [ | apply one_comparison_less_is_false ].
  intros [ | [ | n ]] H; [ | | lia ]; rewrite !(table_sound _ _ _ _ dot_four_checked); vm_compute; reflexivity.
Qed.
