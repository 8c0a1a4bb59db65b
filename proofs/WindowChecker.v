(* A checker of nimbers of octal codes in a sparse space, and of periods by the finite-window theorem.

   [sparse_check c mask side far vs] is a program. It recomputes from the rules that the first far + k + 1 of the
   values vs are the mexes of their heaps, where k is the last place of the code. Of each other heap it sees that it
   is common, that no common option is worth its value, and that each smaller number is worth an option that leaves
   one heap, or two of which one is at most far. That takes a time that is linear in the number of values. If it says
   true, the values are the nimbers of the first heaps (sparse_check_sound).

   [window_check c mask side far vs n0 p] compares, besides, the two windows of the theorem, and looks for a smaller
   preperiod and a smaller period. If it says true, n0 and p are the least preperiod and the least period of the code,
   for heaps of any size (window_check_sound). Nothing rests on the mask, the side and far: wrong ones make a check
   fail. *)
From Coq Require Import List NArith Arith Lia Bool.
From Grundy Require Import Mex Codes GuySmith Sets Checker FiniteWindow.
From Grundy Require SpragueGrundy.
Import ListNotations.

(* ---- the checker ---- *)

Definition places (c : code) (bit : N) : list nat := filter (fun t => N.testbit (digit c t) bit) (seq 0 (length c)).

Definition side_ok (c : code) (side : option bool) : bool :=
  match side with None => true | Some s => forallb (fun t => eqb (Nat.odd t) s) (places c 2) end.

(* [odd] says whether the heap of the first value is odd. *)
Fixpoint all_common (mask : N) (side : option bool) (odd : bool) (values : list N) : bool :=
  match values with
  | [] => true
  | v :: values =>
      xorb (odd_bits (N.land v mask)) (match side with None => false | Some s => xorb odd s end)
      && all_common mask side (negb odd) values
  end.

(* No value is that of an option: x beside the heap in the same place of [others]. *)
Fixpoint never (x : N) (others values : list N) : bool :=
  match others, values with
  | y :: others, v :: values => negb (N.eqb (N.lxor x y) v) && never x others values
  | _, [] => true
  | [], _ => false
  end.

(* What is found below v, and how many numbers are still to be found; nothing is proved of that. *)
Definition add (v z : N) (found : nat * set) : nat * set :=
  let '(todo, s) := found in if N.ltb z v && negb (mem z s) then (pred todo, insert z s) else found.

(* [small] is G(1), G(2), ...; each of [backs] is G(m - 1), G(m - 2), ..., where m tokens are left. *)
Fixpoint gather (v : N) (small : list N) (backs : list (list N)) (found : nat * set) : set :=
  match fst found, small with
  | S _, x :: small =>
      gather v small (map (@tl N) backs)
        (fold_left (fun found back => match back with y :: _ => add v (N.lxor x y) found | [] => found end) backs found)
  | _, _ => snd found
  end.

Definition near_options (singles splits : list nat) (small : list N) (v : N) (back : list N) : set :=
  gather v small (map (fun t => skipn t back) splits)
    (fold_left (fun found t => add v (nth (pred t) back 0%N) found) singles (N.to_nat v, Empty)).

Fixpoint all_witnessed (singles splits : list nat) (small rest back : list N) : bool :=
  match rest with
  | [] => true
  | v :: rest =>
      all_below (N.to_nat v) 0%N (near_options singles splits small v back)
      && all_witnessed singles splits small rest (v :: back)
  end.

(* So many values are there in both lists, and agree. *)
Fixpoint agree_for (w : nat) (l l' : list N) : bool :=
  match w, l, l' with
  | O, _, _ => true
  | S w, x :: l, y :: l' => N.eqb x y && agree_for w l l'
  | _, _, _ => false
  end.

Definition sparse_check (c : code) (mask : N) (side : option bool) (far : nat) (vs : list N) : bool :=
  let k := last_place c in
  let first := S (far + k) in
  let prefix := firstn first vs in
  let rest := skipn first vs in
  let singles := filter (fun t => 1 <=? t) (places c 1) in
  let splits := places c 2 in
  forallb (fun d => N.ltb d 8) c && side_ok c side && negb (empty (skipn (far + k) vs))
  && check_values c false (tl prefix) prefix [] []
  && all_common mask side (Nat.odd (S far)) (skipn (S far) vs)
  && forallb (fun t => never 0%N (skipn (first - t) vs) rest) singles
  && forallb (fun r => let x := nth r vs 0%N in
       common mask side r x || forallb (fun t => never x (skipn (first - (t + r)) vs) rest) splits) (seq 1 far)
  && all_witnessed singles splits (firstn far (tl vs)) rest (rev' prefix).

Definition window_check (c : code) (mask : N) (side : option bool) (far : nat) (vs : list N) (n0 p : nat) : bool :=
  let w := far + last_place c in
  let before := skipn (pred n0) vs in
  let block := tl before in
  (1 <=? far) && (w <? n0) && (1 <=? p) && (match side with None => true | Some _ => Nat.even p end)
  && agree_for w block (skipn p block)
  && negb (N.eqb (hd 0%N before) (hd 0%N (skipn p before)))
  && no_shift (p - 1) block block
  && sparse_check c mask side far vs.

(* ---- soundness ---- *)

Lemma places_spec c bit t : In t (places c bit) <-> N.testbit (digit c t) bit = true.
Proof.
  unfold places. rewrite filter_In, in_seq. split; [ tauto | ]. intros B. split; auto.
  destruct (Nat.lt_ge_cases t (length c)) as [H | H]; [ lia | ].
  unfold digit in B. now rewrite nth_overflow, N.bits_0 in B.
Qed.

Lemma all_common_spec mask side values : forall m, all_common mask side (Nat.odd m) values = true ->
  forall i, i < length values -> common mask side (m + i) (nth i values 0%N) = true.
Proof.
  induction values as [ | v values IH ]; intros m H i Hi; [ cbn in Hi; lia | ].
  cbn [all_common] in H. apply andb_true_iff in H. destruct H as [H1 H2]. destruct i as [ | i ].
  - now rewrite Nat.add_0_r.
  - replace (negb (Nat.odd m)) with (Nat.odd (S m)) in H2 by now rewrite Nat.odd_succ, <- Nat.negb_odd.
    replace (m + S i) with (S m + i) by lia. apply (IH _ H2). cbn in Hi. lia.
Qed.

Lemma never_spec x others : forall values, never x others values = true ->
  forall i, i < length values -> N.lxor x (nth i others 0%N) <> nth i values 0%N.
Proof.
  induction others as [ | y others IH ]; intros [ | v values ] H i Hi; cbn in H, Hi; try lia; try discriminate.
  apply andb_true_iff in H. destruct H as [H1 H2]. destruct i as [ | i ]; cbn [nth].
  - now apply negb_true_iff, N.eqb_neq in H1.
  - apply (IH _ H2). lia.
Qed.

Lemma agree_for_spec w : forall l l', agree_for w l l' = true ->
  w <= length l' /\ forall i, i < w -> nth i l 0%N = nth i l' 0%N.
Proof.
  induction w as [ | w IH ]; intros [ | x l ] [ | y l' ] H; cbn in H; try discriminate; try (split; intros; cbn; lia).
  apply andb_true_iff in H. destruct H as [H1 H2]. apply N.eqb_eq in H1. apply IH in H2. destruct H2 as [H2 H3].
  split; [ cbn; lia | ]. intros [ | i ] Hi; cbn [nth]; auto. apply H3. lia.
Qed.

(* What gather finds: the sum of a small heap and the one beside it, or what was there before. *)
Section Gather.
Variable P : N -> Prop.

Lemma add_spec v z found : P z -> (forall u, mem u (snd found) = true -> P u) ->
  forall u, mem u (snd (add v z found)) = true -> P u.
Proof.
  intros Z H. destruct found as [todo s]. cbn in *. destruct (_ && _); cbn; auto.
  intros u Hu. apply mem_insert in Hu. destruct Hu as [-> | Hu]; auto.
Qed.

Lemma fold_spec {A} (f : nat * set -> A -> nat * set) l :
  (forall x found, In x l -> (forall u, mem u (snd found) = true -> P u) ->
    forall u, mem u (snd (f found x)) = true -> P u) ->
  forall found, (forall u, mem u (snd found) = true -> P u) ->
  forall u, mem u (snd (fold_left f l found)) = true -> P u.
Proof.
  induction l as [ | x l IH ]; intros Step found H; cbn; auto.
  apply IH; [ intros; apply (Step x0 found0); cbn; auto | ]. apply Step; cbn; auto.
Qed.

Lemma gather_spec v small : forall backs found,
  (forall i back, i < length small -> In back backs -> i < length back ->
    P (N.lxor (nth i small 0%N) (nth i back 0%N))) ->
  (forall u, mem u (snd found) = true -> P u) ->
  forall u, mem u (gather v small backs found) = true -> P u.
Proof.
  induction small as [ | x small IH ]; intros backs found Pairs H; cbn [gather];
  destruct (fst found) as [ | todo ]; auto.
  apply IH.
  - intros i back Hi Hb Hl. apply in_map_iff in Hb. destruct Hb as (b & <- & Hb).
    destruct b as [ | y b ]; [ cbn in Hl; lia | ]. apply (Pairs (S i) (y :: b)); cbn in *; auto; lia.
  - apply fold_spec; auto. intros [ | y b ] f Hb Hf; auto. apply add_spec; auto.
    apply (Pairs 0 (y :: b)); cbn; auto; lia.
Qed.
End Gather.

Section Sound.
Variables (c : code) (vs : list N) (far : nat).
Notation k := (last_place c).
Notation first := (S (far + k)).
Notation g := (value vs).
Notation singles := (filter (fun t => 1 <=? t) (places c 1)).
Notation splits := (places c 2).

Definition near_by_values (n : nat) (v : N) : Prop := exists o, In o (options c n) /\ xor_all (map g o) = v
  /\ (length o = 1 \/ exists a b, o = [a; b] /\ a <= far).

Lemma place_at_most_k t bit : N.testbit (digit c t) bit = true -> t <= k.
Proof.
  intros B. destruct (Nat.le_gt_cases t k) as [ | H ]; auto. now rewrite last_place_spec, N.bits_0 in B.
Qed.

Lemma single_option n t : k < n -> 1 <= t -> N.testbit (digit c t) 1 = true -> In [n - t] (options c n).
Proof.
  intros K T B. pose proof (place_at_most_k _ _ B). apply options_legal. exists t. cbn.
  repeat split; auto; try lia. repeat constructor. lia.
Qed.

Lemma split_option n t a : t + a < n -> 1 <= a -> N.testbit (digit c t) 2 = true ->
  In [a; n - t - a] (options c n).
Proof.
  intros K A B. apply options_legal. exists t. cbn. repeat split; auto; try lia. repeat constructor; lia.
Qed.

Lemma near_options_spec n back v : first <= n < length vs -> is_back vs n back ->
  forall z, mem z (near_options singles splits (firstn far (tl vs)) v back) = true -> near_by_values n z.
Proof.
  intros Hn [L E]. apply gather_spec.
  - intros i b Hi Hb Hl. apply in_map_iff in Hb. destruct Hb as (t & <- & Ht). apply places_spec in Ht.
    pose proof (place_at_most_k _ _ Ht). rewrite firstn_length in Hi. rewrite skipn_length in Hl.
    exists [S i; n - t - S i]. split; [ apply split_option; auto; lia | split ].
    + unfold xor_all. cbn [map fold_right]. rewrite N.lxor_0_r. f_equal.
      * rewrite <- tail_nth. rewrite <- (firstn_skipn far (tl vs)) at 1. rewrite app_nth1; auto.
        rewrite firstn_length. lia.
      * rewrite nth_skipn_add, E by lia. f_equal. lia.
    + right. exists (S i), (n - t - S i). split; auto. lia.
  - apply fold_spec.
    + intros t found Ht Hf. apply filter_In in Ht. destruct Ht as [Ht T]. apply Nat.leb_le in T.
      apply places_spec in Ht. pose proof (place_at_most_k _ _ Ht). apply add_spec; auto.
      exists [n - t]. split; [ apply single_option; auto; lia | split; auto ].
      unfold xor_all. cbn [map fold_right]. rewrite N.lxor_0_r, E by lia. f_equal. lia.
    + intros u H. cbn in H. now rewrite mem_empty in H.
Qed.

Lemma all_witnessed_spec rest : forall m back, rest = skipn m vs -> first <= m -> is_back vs m back ->
  all_witnessed singles splits (firstn far (tl vs)) rest back = true ->
  forall n, m <= n < length vs -> forall v, (v < g n)%N -> near_by_values n v.
Proof.
  induction rest as [ | x rest IH ]; cbn [all_witnessed]; intros m back Hr Hm Hb H n Hn v Hv.
  - apply (f_equal (@length N)) in Hr. rewrite skipn_length in Hr. cbn in Hr. lia.
  - apply skipn_cons in Hr. destruct Hr as (Hl & -> & Hr). fold (value vs m) in *.
    apply andb_true_iff in H. destruct H as [H1 H2]. destruct (Nat.eq_dec n m) as [-> | D].
    + apply (near_options_spec m back (g m)); auto.
      apply (all_below_spec _ _ _ H1). rewrite N2Nat.id. lia.
    + apply (IH (S m) (g m :: back)); auto using is_back_next; lia.
Qed.

Lemma is_back_rev m : m <= length vs -> is_back vs m (rev' (firstn m vs)).
Proof.
  intros L. unfold rev'. rewrite <- rev_alt. assert (F : length (firstn m vs) = m) by (rewrite firstn_length; lia).
  split; [ now rewrite rev_length | ]. intros i Hi. rewrite rev_nth by lia. rewrite F.
  unfold value. rewrite <- (firstn_skipn m vs) at 2. rewrite app_nth1 by lia. f_equal. lia.
Qed.
End Sound.

Section Checked.
Variables (c : code) (mask : N) (side : option bool) (far : nat) (vs : list N).
Hypothesis says_true : sparse_check c mask side far vs = true.
Notation k := (last_place c).
Notation first := (S (far + k)).

Lemma two_at_most t j : N.testbit (digit c t) (N.of_nat j) = true -> j <= 2.
Proof.
  pose proof says_true as T0. unfold sparse_check in T0. rewrite !andb_true_iff in T0. destruct T0 as [[[[[[[D _] _] _] _] _] _] _].
  intros B. pose proof (bit_of_digit _ _ _ B) as I. rewrite forallb_forall in D. apply D, N.ltb_lt in I.
  pose proof (bit_below_size _ _ B) as Z. destruct (N.eq_dec (digit c t) 0) as [E | E].
  - now rewrite E, N.bits_0 in B.
  - rewrite N.size_log2 in Z by auto. assert (N.log2 (digit c t) < 3)%N by (apply N.log2_lt_pow2; cbn; lia). lia.
Qed.

Lemma sides_right : side_right c side.
Proof.
  pose proof says_true as T0. unfold sparse_check in T0. rewrite !andb_true_iff in T0. destruct T0 as [[[[[[[_ S] _] _] _] _] _] _].
  intros t s -> B. cbn in S. rewrite forallb_forall in S. apply eqb_prop, S. now apply places_spec.
Qed.

Lemma enough_values : first <= length vs.
Proof.
  pose proof says_true as T0. unfold sparse_check in T0. rewrite !andb_true_iff in T0. destruct T0 as [[[[[[[_ _] E] _] _] _] _] _].
  assert (L : length (skipn (far + k) vs) = length vs - (far + k)) by apply skipn_length.
  destruct (skipn (far + k) vs); [ discriminate | cbn in L; lia ].
Qed.

Lemma first_values n : n < first -> value vs n = nimber c n.
Proof.
  pose proof enough_values as Len. pose proof says_true as T0. unfold sparse_check in T0. rewrite !andb_true_iff in T0.
  destruct T0 as [[[[[[[D _] _] V] _] _] _] _].
  assert (D16 : forallb (fun d => N.ltb d 16) c = true).
  { rewrite forallb_forall in *. intros d Hd. apply D, N.ltb_lt in Hd. apply N.ltb_lt. lia. }
  assert (Three : any_digit c 3 = false).
  { destruct (any_digit c 3) eqn:E; auto. apply existsb_exists in E. destruct E as (d & Hd & B).
    destruct (In_nth c d 0%N Hd) as (t & _ & E). pose proof (two_at_most t 3) as T. unfold digit in T. rewrite E in T.
    specialize (T B). lia. }
  assert (LenP : length (firstn first vs) = first) by (rewrite firstn_length; lia).
  intros Hn. unfold value. rewrite <- (firstn_skipn first vs), app_nth1 by lia. revert n Hn.
  apply (nimber_unique_below c (value (firstn first vs))). intros n Hn. rewrite <- Three in V.
  apply (check_values_spec c (firstn first vs) (small_digits c D16) (firstn first vs) 0 [] []); auto; [ | | lia ].
  - split; [ reflexivity | intros; lia ].
  - intros _. split; [ reflexivity | intros; lia ].
Qed.

Lemma common_beyond n : far < n < length vs -> common mask side n (value vs n) = true.
Proof.
  pose proof says_true as T0. unfold sparse_check in T0. rewrite !andb_true_iff in T0. destruct T0 as [[[[[[[_ _] _] _] C] _] _] _].
  intros Hn. pose proof (all_common_spec _ _ _ _ C (n - S far)) as H. rewrite skipn_length, nth_skipn_add in H.
  replace (S far + (n - S far)) with n in H by lia. apply H. lia.
Qed.

Lemma smaller_near n : first <= n < length vs -> forall v, (v < value vs n)%N -> near_by_values c vs far n v.
Proof.
  pose proof enough_values as Len. pose proof says_true as T0. unfold sparse_check in T0. rewrite !andb_true_iff in T0.
  destruct T0 as [_ W]. intros Hn.
  eapply (all_witnessed_spec c vs far _ first); [ reflexivity | auto | | exact W | auto ]. now apply is_back_rev.
Qed.

Theorem sparse_check_sound n : n < length vs -> nth n vs 0%N = nimber c n.
Proof.
  pose proof enough_values as Len.
  apply (sparse_nimbers c mask side k k (last_place_spec c) two_at_most (fun t => place_at_most_k c t 2) sides_right
    (value vs) first); auto using first_values; [ lia | ].
  clear n. intros n Hn. pose proof says_true as T. unfold sparse_check in T. rewrite !andb_true_iff in T.
  destruct T as [[[_ One] Two] _]. split; [ apply common_beyond; lia | split; [ | split ] ].
  - intros h Ho. apply options_legal in Ho. destruct Ho as (t & E & _ & B & T). cbn in E, B, T.
    assert (Ht : 1 <= t) by (destruct t; [ specialize (T eq_refl) | ]; lia).
    rewrite forallb_forall in One. specialize (One t). rewrite filter_In, places_spec in One.
    pose proof (place_at_most_k c t 1 B) as K.
    assert (O : never 0 (skipn (first - t) vs) (skipn first vs) = true).
    { apply One. split; auto. now apply Nat.leb_le. }
    pose proof (never_spec _ _ _ O (n - first)) as H. rewrite skipn_length, !nth_skipn_add in H.
    replace (first - t + (n - first)) with h in H by lia. replace (first + (n - first)) with n in H by lia.
    apply H. lia.
  - intros a b Ho Ca.
    assert (Ho' : exists t, n = t + a + b /\ 1 <= a /\ 1 <= b /\ N.testbit (digit c t) 2 = true).
    { destruct Ho as [Ho | Ho]; apply options_legal in Ho; destruct Ho as (t & E & Fa & B & _); exists t;
      inversion_clear Fa as [ | ? ? F2 F3 ]; inversion_clear F3; cbn in E, B; repeat split; auto; lia. }
    destruct Ho' as (t & E & A1 & B1 & B). pose proof (place_at_most_k c t 2 B) as K.
    assert (Fa : a <= far).
    { destruct (Nat.le_gt_cases a far); auto. rewrite common_beyond in Ca by lia. discriminate. }
    rewrite forallb_forall in Two. specialize (Two a). cbv zeta in Two. unfold value in Ca. rewrite Ca in Two.
    rewrite orb_false_l, forallb_forall in Two.
    assert (O : never (nth a vs 0%N) (skipn (first - (t + a)) vs) (skipn first vs) = true).
    { apply Two; [ apply in_seq; lia | now apply places_spec ]. }
    pose proof (never_spec _ _ _ O (n - first)) as H. rewrite skipn_length, !nth_skipn_add in H.
    replace (first - (t + a) + (n - first)) with b in H by lia. replace (first + (n - first)) with n in H by lia.
    apply H. lia.
  - intros v Hv. destruct (smaller_near n Hn v Hv) as (o & Ho & E & _). eauto.
Qed.

(* Behind the first values all heaps are witnessed, with S = far. *)
Lemma heaps_witnessed n : first <= n < length vs -> witnessed c mask side far n.
Proof.
  intros Hn. split; [ rewrite <- sparse_check_sound by lia; apply common_beyond; lia | ].
  rewrite <- sparse_check_sound by lia. intros v Hv _. destruct (smaller_near n Hn v Hv) as (o & Ho & E & S).
  exists o. split; auto. split; auto. rewrite <- E. unfold worth, SpragueGrundy.worth. f_equal.
  apply map_ext_in. intros h Hh. symmetry. apply sparse_check_sound. apply options_legal in Ho.
  pose proof (legal_smaller _ _ _ _ Ho Hh). lia.
Qed.
End Checked.

Theorem window_check_sound c mask side far vs n0 p : window_check c mask side far vs n0 p = true ->
  (forall n, n < length vs -> nth n vs 0%N = nimber c n) /\ least_period (nimber c) n0 p.
Proof.
  unfold window_check. rewrite !andb_true_iff. set (k := last_place c). set (block := tl (skipn (pred n0) vs)).
  intros [[[[[[[F1 F] P] Pe] A] Pre] Sh] Chk]. apply Nat.leb_le in F1, P. apply Nat.ltb_lt in F.
  assert (Vals : forall n, n < length vs -> nth n vs 0%N = nimber c n) by now apply (sparse_check_sound c mask side far).
  assert (Blk : block = skipn n0 vs).
  { subst block. destruct n0 as [ | q ]; [ lia | ]. cbn [pred]. clear. revert q.
    induction vs as [ | x l IH ]; intros [ | q ]; cbn [skipn tl]; auto. rewrite IH. reflexivity. }
  apply agree_for_spec in A. destruct A as [Len A]. rewrite skipn_length, Blk, skipn_length in Len.
  assert (Window : forall n, n0 <= n < n0 + (far + k) -> nimber c (n + p) = nimber c n).
  { intros n Hn. specialize (A (n - n0)). rewrite Blk, !nth_skipn_add in A.
    replace (n0 + (n - n0)) with n in A by lia. replace (n0 + (p + (n - n0))) with (n + p) in A by lia.
    rewrite <- !Vals by lia. symmetry. apply A. lia. }
  assert (Per : period_from (nimber c) n0 p).
  { split; auto. refine (proj1 (finite_window c mask side far far k k (last_place_spec c)
      (two_at_most _ _ _ _ _ Chk) (fun t => place_at_most_k c t 2) (sides_right _ _ _ _ _ Chk) n0 p _ P _ _ _ _)).
    - lia.
    - destruct side; [ auto | congruence ].
    - rewrite !Nat.max_id. exact Window.
    - rewrite !Nat.max_id. intros n Hn. rewrite <- Vals by lia. apply (common_beyond _ _ _ _ _ Chk). lia.
    - rewrite !Nat.max_id. intros n Hn. apply (heaps_witnessed _ _ _ _ _ Chk). lia. }
  split; auto. apply period_is_least; auto.
  - intros q Hq. destruct (no_shift_spec _ _ _ Sh q) as (i & H1 & H2 & H3); [ lia | ].
    rewrite Blk, skipn_length in H1, H2. rewrite Blk, !nth_skipn_add, !Vals in H3 by lia.
    exists (n0 + i). split; [ lia | ]. replace (n0 + i + q) with (n0 + (q + i)) by lia. auto.
  - intros q ->. cbn [pred] in Pre. apply negb_true_iff, N.eqb_neq in Pre.
    assert (Hd : forall l : list N, hd 0%N l = nth 0 l 0%N) by now intros [ | ].
    rewrite !Hd, !nth_skipn_add, Nat.add_0_r, !Vals in Pre by lia. rewrite Nat.add_0_r in Pre. auto.
Qed.
