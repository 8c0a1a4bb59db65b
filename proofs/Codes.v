(* Take-and-break games by their code: octal codes (digits up to 7), hexadecimal codes (up to 15).

   Digit t of a code says what may be left of a heap from which t tokens are taken: bit 1 nothing, bit 2
   one heap, bit 4 two heaps, bit 8 three heaps, none of them empty. A move that takes nothing must leave
   two heaps at least. The list of options has exactly the legal ones (options_legal); nimbers of heaps
   are the only numbers that satisfy the mex equation (nimber_unique); the player to move wins some
   heaps if and only if the xor of their nimbers is not 0 (heaps_Sprague_Grundy). *)
From Coq Require Import List NArith Arith Lia Bool Wf_nat.
From Grundy Require Import Mex Moves.
From Grundy Require SpragueGrundy.
Import ListNotations.

(* ---- the rules ---- *)

Definition code := list N.                                      (* digits d0, d1, d2, ... *)
Definition digit (c : code) (t : nat) : N := nth t c 0%N.       (* 0 behind the last one *)

(* From a heap of n tokens the heaps o may be left, in this order, by the digits d: by finitely many, or by more. *)
Definition legal_by (d : nat -> N) (n : nat) (o : list nat) : Prop :=
  exists t, n = t + list_sum o /\ Forall (lt 0) o
    /\ N.testbit (d t) (N.of_nat (length o)) = true
    /\ (t = 0 -> 2 <= length o).
Definition legal (c : code) : nat -> list nat -> Prop := legal_by (digit c).

(* ---- the rules as a program ---- *)

(* All ways to write m as a sum of j positive numbers, in order. *)
Fixpoint sums_of (j m : nat) : list (list nat) :=
  match j with
  | O => if m =? 0 then [[]] else []
  | S j => flat_map (fun a => map (cons a) (sums_of j (m - a))) (seq 1 m)
  end.

Definition options_taking (d : N) (t m : nat) : list (list nat) :=
  flat_map (fun j => if N.testbit d (N.of_nat j) && ((0 <? t) || (2 <=? j)) then sums_of j m else [])
    (seq 0 (N.to_nat (N.size d))).

Definition options (c : code) (n : nat) : list (list nat) :=
  flat_map (fun t => options_taking (digit c t) t (n - t)) (seq 0 (min (length c) (S n))).

Lemma sums_of_spec j : forall m o,
  In o (sums_of j m) <-> length o = j /\ list_sum o = m /\ Forall (lt 0) o.
Proof.
  induction j as [ | j IH ]; intros m o; cbn [sums_of].
  - destruct (Nat.eqb_spec m 0) as [-> | Hm]; cbn.
    + split; [ intros [<- | []]; auto | ]. intros (H & _). left. now destruct o.
    + split; [ tauto | ]. intros (H & S & _). destruct o; [ cbn in S; lia | discriminate ].
  - rewrite in_flat_map. split.
    + intros (a & Ha & H). apply in_seq in Ha. apply in_map_iff in H. destruct H as (o' & <- & H).
      apply IH in H. destruct H as (L & S & F). unfold list_sum in *. cbn.
      repeat split; [ lia | lia | constructor; [ lia | auto ] ].
    + intros (L & S & F). destruct o as [ | a o ]; [ discriminate | ]. inversion_clear F.
      unfold list_sum in *. cbn in L, S. exists a. split; [ apply in_seq; lia | ].
      apply in_map, IH. repeat split; auto; unfold list_sum; lia.
Qed.

Lemma bit_below_size d j : N.testbit d j = true -> (j < N.size d)%N.
Proof.
  intros H. destruct (N.eq_dec d 0) as [-> | D]; [ now rewrite N.bits_0 in H | ].
  rewrite N.size_log2 by auto. destruct (N.le_gt_cases j (N.log2 d)); [ lia | ].
  now rewrite N.bits_above_log2 in H.
Qed.

Lemma options_taking_spec d t m o : In o (options_taking d t m) <->
  m = list_sum o /\ Forall (lt 0) o /\ N.testbit d (N.of_nat (length o)) = true /\ (t = 0 -> 2 <= length o).
Proof.
  unfold options_taking. rewrite in_flat_map. split.
  - intros (j & _ & H). destruct (N.testbit d (N.of_nat j)) eqn:B; [ | destruct H ].
    destruct (Nat.ltb_spec 0 t), (Nat.leb_spec 2 j); cbn in H; try contradiction;
    apply sums_of_spec in H; destruct H as (<- & S & F); repeat split; auto; lia.
  - intros (E & F & B & D). exists (length o). split.
    + apply in_seq. pose proof (bit_below_size _ _ B). lia.
    + rewrite B. destruct (Nat.ltb_spec 0 t), (Nat.leb_spec 2 (length o)); cbn; try lia;
      apply sums_of_spec; auto.
Qed.

Theorem options_legal c n o : In o (options c n) <-> legal c n o.
Proof.
  unfold options, legal, legal_by. rewrite in_flat_map. split.
  - intros (t & Ht & H). apply in_seq in Ht. apply options_taking_spec in H. exists t.
    intuition lia.
  - intros (t & E & F & B & D). exists t. split.
    + apply in_seq. destruct (Nat.lt_ge_cases t (length c)); [ lia | ].
      unfold digit in B. rewrite nth_overflow in B by auto. now rewrite N.bits_0 in B.
    + apply options_taking_spec. repeat split; auto. lia.
Qed.

(* ---- play ends ---- *)

Lemma member_le_sum o h : In h o -> h <= list_sum o.
Proof. unfold list_sum. induction o; cbn; [ tauto | ]. intros [-> | H]; [ | apply IHo in H ]; lia. Qed.

Lemma legal_smaller d n o h : legal_by d n o -> In h o -> h < n.
Proof.
  intros (t & -> & F & _ & D) H. destruct t as [ | t ]; [ | apply member_le_sum in H; lia ].
  apply in_split in H. destruct H as (l & r & ->). specialize (D eq_refl).
  rewrite app_length in D. cbn in D. rewrite list_sum_app. rewrite Forall_app, Forall_cons_iff in F.
  destruct F as (Fl & _ & Fr). unfold list_sum. cbn [fold_right].
  destruct l as [ | a l ]; [ destruct r as [ | a r ]; [ cbn in D; lia | ] | ]; cbn [fold_right].
  - inversion_clear Fr. lia.
  - inversion_clear Fl. lia.
Qed.

(* One heap of an option in place of another. *)
Lemma legal_replace d n n' l r h h' : legal_by d n (l ++ h :: r) -> 0 < h' -> n + h' = n' + h ->
  legal_by d n' (l ++ h' :: r).
Proof.
  intros (t & E & F & B & D) P N'. exists t.
  assert (L : length (l ++ h' :: r) = length (l ++ h :: r)) by now rewrite !app_length.
  rewrite L. rewrite list_sum_app in *. unfold list_sum in *. cbn [fold_right] in *.
  rewrite Forall_app, Forall_cons_iff in *. intuition lia.
Qed.

Theorem heaps_end c : well_founded (part_of nat (options c)).
Proof.
  intros n. induction n as [n IH] using lt_wf_ind. constructor. intros h (o & Ho & Hh).
  apply options_legal in Ho. apply IH. exact (legal_smaller _ _ _ _ Ho Hh).
Qed.

(* ---- nimbers and winners ---- *)

Definition nimber (c : code) : nat -> N := SpragueGrundy.nimber nat (options c) (heaps_end c).
Definition worth (c : code) : list nat -> N := SpragueGrundy.worth nat (nimber c).
Definition wins (c : code) : list nat -> Prop := SpragueGrundy.wins nat (options c).
Definition loses (c : code) : list nat -> Prop := SpragueGrundy.loses nat (options c).

Theorem nimber_mex c n : is_mex (map (worth c) (options c n)) (nimber c n).
Proof. apply SpragueGrundy.nimber_exists. Qed.

Theorem nimber_unique c (G : nat -> N) :
  (forall n, is_mex (map (fun o => xor_all (map G o)) (options c n)) (G n)) -> forall n, G n = nimber c n.
Proof. apply SpragueGrundy.nimber_unique. Qed.

(* For the heaps below some b, the equations of these heaps are enough. *)
Theorem nimber_unique_below c (G : nat -> N) b :
  (forall n, n < b -> is_mex (map (fun o => xor_all (map G o)) (options c n)) (G n)) ->
  forall n, n < b -> G n = nimber c n.
Proof.
  intros E n. induction n as [n IH] using lt_wf_ind. intros Hn.
  apply (SpragueGrundy.nimber_step_unique _ _ (heaps_end c)); [ exact (E n Hn) | ].
  intros h (o & Ho & Hh). apply options_legal in Ho. pose proof (legal_smaller _ _ _ _ Ho Hh).
  apply IH; lia.
Qed.

Theorem heaps_Sprague_Grundy c p : (wins c p <-> worth c p <> 0%N) /\ (loses c p <-> worth c p = 0%N).
Proof. apply SpragueGrundy.Sprague_Grundy. Qed.
