(* Misère Kayles, solved and proved inside Coq.

   Whoever moves last loses. The data are those of the certificate that grundy misere 0.77 writes; nothing is
   trusted of them, for the checker checks them. The player to move loses exactly the sums of rows whose product
   is among the 9 lost ones of 40 elements (misere_kayles), and of single rows, of any length, exactly those of 1, 4,
   9, 12 and 20 pins (misere_kayles_lost_rows). *)
From Coq Require Import List NArith Arith Bool Lia.
From Grundy Require Import Codes Sets Arrays Checker Examples MisereChecker.
Import ListNotations.

Definition kayles_elements : list N := [
  0; 1; 2; 3; 1; 6; 3; 2; 5; 12; 2; 8; 16; 5; 2; 9; 5; 18; 3; 2; 22; 10; 8; 9;
  10; 24; 2; 26; 11; 10; 9; 2; 5; 26; 8; 9; 10; 5; 2; 3; 5; 10; 9; 2; 5; 26; 2; 9;
  10; 5; 2; 26; 5; 10; 9; 2; 5; 10; 2; 9; 10; 5; 2; 26; 5; 10; 9; 2; 5; 26; 8; 9;
  10; 5; 2; 26; 5; 10; 9; 2; 5; 26; 2; 9; 10; 5; 2; 26; 5; 10; 9; 2; 5; 26; 2; 9;
  10; 5; 2; 26; 5; 10; 9; 2; 5; 26; 2; 9; 10; 5; 2; 26; 5; 10; 9; 2; 5; 26; 2; 9;
  10; 5; 2; 26; 5; 10; 9; 2; 5; 26; 2; 9; 10; 5; 2; 26; 5; 10; 9; 2; 5; 26; 2; 9;
  10; 5; 2; 26; 5; 10; 9; 2; 5; 26; 2; 9; 10; 5; 2; 26; 5; 10; 9; 2; 5; 26; 2; 9;
  10]%N.
Definition kayles_lost : list N := [1; 4; 7; 12; 15; 16; 21; 22; 35]%N.
Definition kayles_generators : list nat := [1; 2; 5; 9; 12; 25; 27].
Definition kayles_action : list (list N) := [
  [1; 2; 6; 12; 16; 24; 26]; [0; 3; 7; 14; 17; 25; 27]; [3; 4; 8; 8; 8; 3; 28]; [2; 5; 9; 9; 9; 2; 29];
  [5; 2; 10; 10; 10; 5; 26]; [4; 3; 11; 11; 11; 4; 27]; [7; 8; 13; 4; 4; 11; 30]; [6; 9; 15; 5; 5; 10; 31];
  [9; 10; 2; 2; 2; 9; 32]; [8; 11; 3; 3; 3; 8; 33]; [11; 8; 4; 4; 4; 11; 30]; [10; 9; 5; 5; 5; 10; 31];
  [14; 8; 4; 19; 23; 34; 30]; [15; 2; 6; 10; 10; 5; 26]; [12; 9; 5; 21; 22; 35; 31]; [13; 3; 7; 11; 11; 4; 27];
  [17; 8; 4; 23; 23; 36; 30]; [16; 9; 5; 22; 22; 37; 31]; [20; 8; 4; 23; 23; 36; 30]; [21; 2; 10; 12; 18; 24; 26];
  [18; 9; 5; 22; 22; 37; 31]; [19; 3; 11; 14; 20; 25; 27]; [23; 3; 11; 20; 20; 38; 27]; [22; 2; 10; 18; 18; 39; 26];
  [25; 3; 11; 34; 36; 4; 27]; [24; 2; 10; 35; 37; 5; 26]; [27; 28; 30; 30; 30; 27; 4]; [26; 29; 31; 31; 31; 26; 5];
  [29; 26; 32; 32; 32; 29; 2]; [28; 27; 33; 33; 33; 28; 3]; [31; 32; 26; 26; 26; 31; 10]; [30; 33; 27; 27; 27; 30; 11];
  [33; 30; 28; 28; 28; 33; 8]; [32; 31; 29; 29; 29; 32; 9]; [35; 9; 5; 24; 39; 10; 31]; [34; 8; 4; 25; 38; 11; 30];
  [37; 9; 5; 39; 39; 10; 31]; [36; 8; 4; 38; 38; 11; 30]; [39; 2; 10; 37; 37; 5; 26]; [38; 3; 11; 36; 36; 4; 27]]%N.
Definition kayles_product : list nat -> N := Eval vm_compute in product_of (Some (71, 12)) kayles_elements kayles_action.

Lemma misere_kayles_checked :
  misere_check kayles (Some (71, 12)) kayles_elements kayles_lost kayles_generators kayles_action = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem misere_kayles heaps : misere_loses kayles heaps <-> In (kayles_product heaps) kayles_lost.
Proof. apply (misere_sound _ _ _ _ _ _ misere_kayles_checked). now apply Forall_forall. Qed.

Theorem misere_kayles_lost_rows n : misere_loses kayles [n] <-> In n [1; 4; 9; 12; 20].
Proof.
  rewrite misere_kayles, <- mem_set_of.
  assert (A : forall i, i < 83 -> mem (kayles_product [i]) (set_of kayles_lost) = existsb (Nat.eqb i) [1; 4; 9; 12; 20]).
  { assert (B : forallb (fun i => Bool.eqb (mem (kayles_product [i]) (set_of kayles_lost)) (existsb (Nat.eqb i) [1; 4; 9; 12; 20]))
      (seq 0 83) = true) by (vm_compute; reflexivity).
    intros i Hi. rewrite forallb_forall in B. apply eqb_prop, B, in_seq. lia. }
  assert (E : In n [1; 4; 9; 12; 20] <-> existsb (Nat.eqb n) [1; 4; 9; 12; 20] = true).
  { rewrite existsb_exists. split; [ intros H; exists n; now rewrite Nat.eqb_refl | ].
    intros (x & Hx & F). apply Nat.eqb_eq in F. now subst. }
  rewrite E. destruct (Nat.lt_ge_cases n 83) as [L | L]; [ now rewrite A | ].
  set (i := standing_for (Some (71, 12)) n).
  assert (I : 71 <= i < 83).
  { subst i. cbn [standing_for]. destruct (Nat.ltb_spec n 71); [ lia | ].
    pose proof (Nat.mod_upper_bound (n - 71) 12). lia. }
  assert (S : kayles_product [n] = kayles_product [i]).
  { change kayles_product with (product_of (Some (71, 12)) kayles_elements kayles_action).
    unfold product_of, product. cbn [fold_right]. f_equal. unfold element. do 2 f_equal. fold i.
    unfold standing_for. destruct (Nat.ltb_spec i 71); [ lia | ]. rewrite Nat.mod_small by lia. lia. }
  rewrite S, A by lia. destruct (existsb (Nat.eqb n) _) eqn:F.
  - apply existsb_exists in F. destruct F as (x & [<- | [<- | [<- | [<- | [<- | []]]]]] & F); apply Nat.eqb_eq in F; lia.
  - destruct (existsb (Nat.eqb i) _) eqn:G; [ | tauto ]. apply existsb_exists in G.
    destruct G as (x & [<- | [<- | [<- | [<- | [<- | []]]]]] & G); apply Nat.eqb_eq in G; lia.
Qed.
