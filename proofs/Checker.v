(* A checker of periods of octal and hexadecimal codes.

   [check c vs n0 p] is a program. It recomputes from the rules that each of the values vs is the mex of
   its heap, compares the window of the theorem of Guy and Smith, and looks for a smaller preperiod and a
   smaller period. If it says true, the values are the nimbers of the first heaps, and n0 and p are the
   least preperiod and the least period of the code, for heaps of any size (check_sound). The nimber of
   every heap, and the winner of every position, follow from the values (table_sound, winner_sound). *)
From Coq Require Import List NArith Arith Lia Bool.
From Grundy Require Import Mex Codes GuySmith Sets.
From Grundy Require SpragueGrundy.
Import ListNotations.

(* ---- what is claimed ---- *)

Definition period_from (G : nat -> N) (n0 p : nat) : Prop :=
  1 <= p /\ forall n, n0 <= n -> G (n + p) = G n.

Definition least_period (G : nat -> N) (n0 p : nat) : Prop :=
  period_from G n0 p /\ forall n1 p1, period_from G n1 p1 -> n0 <= n1 /\ p <= p1.

(* ---- the checker ----
   [tail] is G(1), G(2), ...; [back] is G(m - 1), ..., G(0), where m tokens are left; [pairs] has, for
   m - 1, ..., 0 tokens, what they are worth in two heaps, and is empty for a code without three heaps. *)

(* Inserts G(1) xor G(m - 1), G(2) xor G(m - 2), ...: one of each two, as [count] is [back]. *)
Fixpoint two_heaps (tail back count : list N) (s : set) {struct count} : set :=
  match count with
  | _ :: _ :: count =>
      match tail, back with
      | x :: tail, y :: back => two_heaps tail back count (insert (N.lxor x y) s)
      | _, _ => s
      end
  | _ => s
  end.

Fixpoint insert_all (x : N) (ys : list N) (s : set) : set :=
  match ys with [] => s | y :: ys => insert_all x ys (insert (N.lxor x y) s) end.

Fixpoint three_heaps (tail : list N) (pairs : list (list N)) (s : set) : set :=
  match tail, pairs with
  | x :: tail, ys :: pairs => three_heaps tail pairs (insert_all x ys s)
  | _, _ => s
  end.

Definition empty {A} (l : list A) : bool := match l with [] => true | _ => false end.

(* What the moves of one place leave; [whole] is G(m), and [take] says that tokens are taken. *)
Definition at_place (d : N) (take : bool) (whole : N) (tail back : list N) (pairs : list (list N)) (s : set) : set :=
  let s := if take && N.testbit d 0 && empty back then insert 0%N s else s in
  let s := if take && N.testbit d 1 && negb (empty back) then insert whole s else s in
  let s := if N.testbit d 2 then two_heaps tail back back s else s in
  if N.testbit d 3 then three_heaps tail pairs s else s.

Fixpoint options_worth (ds : code) (take : bool) (whole : N) (tail back : list N) (pairs : list (list N)) (s : set) : set :=
  match ds with
  | [] => s
  | d :: ds =>
      let s := at_place d take whole tail back pairs s in
      match back with
      | [] => s
      | x :: back => options_worth ds true x tail back (tl pairs) s
      end
  end.

Fixpoint all_below (v : nat) (i : N) (s : set) : bool :=
  match v with O => true | S v => mem i s && all_below v (N.succ i) s end.

Definition mex_of_set (v : N) (s : set) : bool := negb (mem v s) && all_below (N.to_nat v) 0%N s.

Fixpoint check_values (c : code) (three : bool) (tail rest back : list N) (pairs : list (list N)) : bool :=
  match rest with
  | [] => true
  | v :: rest =>
      mex_of_set v (options_worth c false 0%N tail back pairs Empty)
      && check_values c three tail rest (v :: back)
           (if three then elements (two_heaps tail back back Empty) :: pairs else [])
  end.

Fixpoint agree (l l' : list N) : bool :=
  match l, l' with
  | x :: l, y :: l' => N.eqb x y && agree l l'
  | _, _ => true
  end.

(* No shift of [values] by 1, 2, ..., [shifts] begins with the block. *)
Fixpoint no_shift (shifts : nat) (block values : list N) : bool :=
  match shifts, values with
  | O, _ => true
  | S shifts, _ :: values => negb (agree block values) && no_shift shifts block values
  | S _, [] => false
  end.

(* The values do not repeat one heap earlier, nor after fewer heaps. *)
Definition least (vs : list N) (n0 p : nat) : bool :=
  match n0 with O => true | S q => negb (N.eqb (nth q vs 0%N) (nth (q + p) vs 0%N)) end
  && no_shift (p - 1) (firstn p (skipn n0 vs)) (skipn n0 vs).

Definition any_digit (c : code) (bit : N) : bool := existsb (fun d => N.testbit d bit) c.
Definition most_heaps (c : code) : nat := if any_digit c 3 then 3 else if any_digit c 2 then 2 else 1.

Fixpoint last_place (c : code) : nat :=
  match c with
  | [] => 0
  | _ :: c => if forallb (N.eqb 0) c then 0 else S (last_place c)
  end.

Definition check (c : code) (vs : list N) (n0 p : nat) : bool :=
  let m := most_heaps c in
  forallb (fun d => N.ltb d 16) c && (1 <=? p)
  && (m * max 1 n0 + m * p + last_place c + 1 <=? m + length vs)
  && (n0 + p <? length vs)
  && agree (skipn n0 vs) (skipn (n0 + p) vs)
  && least vs n0 p
  && check_values c (any_digit c 3) (tl vs) vs [] [].

(* ---- soundness: what the moves of a heap are worth ---- *)

Section Worth.
Variables (c : code) (vs : list N).
Definition value (i : nat) : N := nth i vs 0%N.
Definition worth_of_values (o : list nat) : N := xor_all (map value o).

Definition is_back (m : nat) (back : list N) : Prop :=
  length back = m /\ forall i, i < m -> nth i back 0%N = value (m - 1 - i).

Definition in_two_heaps (m : nat) (z : N) : Prop :=
  exists a b, 0 < a /\ 0 < b /\ m = a + b /\ z = N.lxor (value a) (value b).

Definition is_pairs (m : nat) (pairs : list (list N)) : Prop :=
  length pairs = m /\ forall i z, i < m -> In z (nth i pairs []) <-> in_two_heaps (m - 1 - i) z.

Lemma is_back_cons m x back : is_back (S m) (x :: back) -> x = value m /\ is_back m back.
Proof.
  intros [L E]. split; [ | split ].
  - specialize (E 0). cbn [nth] in E. rewrite E by lia. f_equal. lia.
  - cbn in L. lia.
  - intros i Hi. specialize (E (S i)). cbn [nth] in E. rewrite E by lia. f_equal. lia.
Qed.

Lemma is_back_next m back : is_back m back -> is_back (S m) (value m :: back).
Proof.
  intros [L E]. split; [ cbn; lia | ]. intros [ | i ] Hi; cbn [nth]; [ f_equal; lia | ].
  rewrite E by lia. f_equal. lia.
Qed.

Lemma is_pairs_tl m pairs : is_pairs (S m) pairs -> is_pairs m (tl pairs).
Proof.
  destruct pairs as [ | ys pairs ]; intros [L E]; [ discriminate | ]. split; [ cbn in *; lia | ].
  intros i z Hi. specialize (E (S i) z). cbn [nth tl] in *.
  replace (S m - 1 - S i) with (m - 1 - i) in E by lia. apply E. lia.
Qed.

Lemma tail_nth i : nth i (tl vs) 0%N = value (S i).
Proof. unfold value. destruct vs; [ now destruct i | reflexivity ]. Qed.

Lemma two_heaps_nth z : forall bound count tail back s, length count <= bound ->
  length count <= length back -> length count <= 2 * length tail + 1 ->
  mem z (two_heaps tail back count s) = true <->
  mem z s = true \/ exists i, 2 * i + 2 <= length count /\ z = N.lxor (nth i tail 0%N) (nth i back 0%N).
Proof.
  induction bound as [ | bound IH ]; intros [ | x [ | y count ]] tail back s; cbn [length two_heaps]; intros Hb Hl Ht;
  try lia; try (split; [ auto | intros [H | (i & H & _)]; [ auto | lia ] ]).
  destruct tail as [ | f tail ]; cbn [length] in Ht; [ lia | ].
  destruct back as [ | r back ]; cbn [length] in Hl; [ lia | ].
  rewrite IH, mem_insert by lia. split.
  - intros [[-> | H] | (i & Hi & ->)]; auto.
    + right. exists 0. split; [ lia | reflexivity ].
    + right. exists (S i). split; [ lia | reflexivity ].
  - intros [H | ([ | i ] & Hi & ->)]; auto. right. exists i. split; [ lia | reflexivity ].
Qed.

Lemma two_heaps_spec z m back s : m <= length vs -> is_back m back ->
  mem z (two_heaps (tl vs) back back s) = true <-> mem z s = true \/ in_two_heaps m z.
Proof.
  intros Hm [L E]. assert (T : length (tl vs) = length vs - 1) by (destruct vs; cbn; lia).
  rewrite (two_heaps_nth z m) by lia. rewrite L. split.
  - intros [H | (i & Hi & ->)]; auto. right. exists (S i), (m - 1 - i).
    rewrite tail_nth, E by lia. repeat split; lia.
  - intros [H | (a & b & Ha & Hb & S & ->)]; auto. right. destruct (Nat.le_gt_cases a b).
    + exists (a - 1). rewrite tail_nth, E by lia. split; [ lia | ]. f_equal; f_equal; lia.
    + exists (b - 1). rewrite tail_nth, E by lia. split; [ lia | ]. rewrite N.lxor_comm. f_equal; f_equal; lia.
Qed.

Lemma insert_all_spec z x ys : forall s,
  mem z (insert_all x ys s) = true <-> mem z s = true \/ exists y, In y ys /\ z = N.lxor x y.
Proof.
  induction ys as [ | y ys IH ]; intros s; cbn [insert_all].
  - split; [ auto | intros [H | (y & [] & _)]; auto ].
  - rewrite IH, mem_insert. split.
    + intros [[-> | H] | (y' & H & ->)]; auto; right; [ exists y | exists y' ]; cbn; auto.
    + intros [H | (y' & [-> | H] & ->)]; auto. right. eauto.
Qed.

Lemma three_heaps_nth z tail : forall pairs s, length pairs <= length tail ->
  mem z (three_heaps tail pairs s) = true <-> mem z s = true \/
  exists i y, i < length pairs /\ In y (nth i pairs []) /\ z = N.lxor (nth i tail 0%N) y.
Proof.
  induction tail as [ | x tail IH ]; intros [ | ys pairs ] s; cbn [length three_heaps]; intros L; try lia;
  try (split; [ auto | intros [H | (i & y & H & _)]; [ auto | lia ] ]).
  rewrite IH, insert_all_spec by lia. split.
  - intros [[H | (y & H & ->)] | (i & y & Hi & H & ->)]; auto; right.
    + exists 0, y. cbn. repeat split; auto; lia.
    + exists (S i), y. cbn. repeat split; auto; lia.
  - intros [H | ([ | i ] & y & Hi & H & ->)]; auto; cbn in H; [ left; right; eauto | right ].
    exists i, y. repeat split; auto. lia.
Qed.

Lemma three_heaps_spec z m pairs s : m < length vs -> is_pairs m pairs ->
  mem z (three_heaps (tl vs) pairs s) = true <-> mem z s = true \/
  exists a b, 0 < a /\ m = a + b /\ exists y, in_two_heaps b y /\ z = N.lxor (value a) y.
Proof.
  intros Hm [L E]. assert (T : length (tl vs) = length vs - 1) by (destruct vs; cbn; lia).
  rewrite three_heaps_nth by lia. rewrite L. split.
  - intros [H | (i & y & Hi & H & ->)]; auto. right. apply E in H; auto. exists (S i), (m - 1 - i).
    rewrite tail_nth. repeat split; try lia. exists y. auto.
  - intros [H | (a & b & Ha & Hb & y & H & ->)]; auto. right.
    assert (0 < b) by (destruct H as (? & ? & ? & ? & ? & _); lia).
    exists (a - 1), y. rewrite tail_nth. replace (S (a - 1)) with a by lia. repeat split; try lia.
    apply E; [ lia | ]. replace (m - 1 - (a - 1)) with b by lia. exact H.
Qed.

(* What may be left, by one digit, of m tokens. *)
Definition left_by (d : N) (take : bool) (m : nat) (o : list nat) : Prop :=
  m = list_sum o /\ Forall (lt 0) o /\ N.testbit d (N.of_nat (length o)) = true
  /\ length o <= 3 /\ (take = false -> 2 <= length o).

Lemma at_place_spec z d take m whole back pairs s : m < length vs -> is_back m back ->
  (take = true -> whole = value m) -> (N.testbit d 3 = true -> is_pairs m pairs) ->
  mem z (at_place d take whole (tl vs) back pairs s) = true
  <-> mem z s = true \/ exists o, left_by d take m o /\ z = worth_of_values o.
Proof.
  intros Hm Hb Hw Hp. assert (E : empty back = (m =? 0)).
  { destruct Hb as [L _]. destruct back; cbn in L; subst m; reflexivity. }
  unfold at_place. cbv zeta. rewrite E.
  set (s0 := if _ && _ && (m =? 0) then _ else s).
  set (s1 := if _ && _ && negb _ then _ else s0).
  set (s2 := if N.testbit d 2 then _ else s1).
  assert (A0 : mem z s0 = true <-> mem z s = true \/ take = true /\ N.testbit d 0 = true /\ m = 0 /\ z = 0%N).
  { subst s0. destruct take, (N.testbit d 0), (Nat.eqb_spec m 0); cbn [andb]; rewrite ?mem_insert; intuition congruence. }
  assert (A1 : mem z s1 = true <-> mem z s0 = true \/ take = true /\ N.testbit d 1 = true /\ 0 < m /\ z = value m).
  { subst s1. destruct take, (N.testbit d 1), (Nat.eqb_spec m 0); cbn [andb negb]; rewrite ?mem_insert, ?Hw by auto;
    intuition (try congruence; try lia). }
  assert (A2 : mem z s2 = true <-> mem z s1 = true \/ N.testbit d 2 = true /\ in_two_heaps m z).
  { subst s2. destruct (N.testbit d 2).
    - rewrite (two_heaps_spec z m) by (auto; lia). tauto.
    - intuition congruence. }
  assert (A3 : mem z (if N.testbit d 3 then three_heaps (tl vs) pairs s2 else s2) = true <-> mem z s2 = true \/
    N.testbit d 3 = true /\ exists a b, 0 < a /\ m = a + b /\ exists y, in_two_heaps b y /\ z = N.lxor (value a) y).
  { destruct (N.testbit d 3).
    - rewrite (three_heaps_spec z m) by auto. tauto.
    - intuition congruence. }
  rewrite A3, A2, A1, A0. clear A0 A1 A2 A3. clearbody s0 s1 s2. clear - s. split.
  - intros [[[[H | (-> & B & -> & ->)] | (-> & B & M & ->)] | (B & a & b & Ha & Hb & -> & ->)]
      | (B & a & b & Ha & -> & y & (b1 & b2 & H1 & H2 & -> & ->) & ->)]; auto; right.
    + exists []. repeat split; auto; cbn; lia.
    + exists [m]. unfold left_by, worth_of_values. cbn. rewrite N.lxor_0_r. repeat split; auto; try lia; easy.
    + exists [a; b]. unfold left_by, worth_of_values, list_sum, xor_all. cbn [length map fold_right]. rewrite N.lxor_0_r.
      repeat split; auto; lia.
    + exists [a; b1; b2]. unfold left_by, worth_of_values, list_sum, xor_all. cbn [length map fold_right]. rewrite N.lxor_0_r.
      repeat split; auto; lia.
  - intros [H | (o & (-> & F & B & L & K) & ->)]; [ auto | ].
    unfold worth_of_values, list_sum, xor_all in *.
    destruct o as [ | a [ | b [ | e [ | ? ? ]]]]; cbn [length map fold_right] in *; try lia.
    + left. left. left. right. destruct take; [ auto | specialize (K eq_refl); lia ].
    + left. left. right. inversion_clear F. rewrite N.lxor_0_r, Nat.add_0_r.
      destruct take; [ auto | specialize (K eq_refl); lia ].
    + left. right. inversion_clear F as [ | ? ? Fa Fr ]. inversion_clear Fr. split; auto. exists a, b.
      rewrite N.lxor_0_r. repeat split; auto; lia.
    + right. inversion_clear F as [ | ? ? Fa Fr ]. inversion_clear Fr as [ | ? ? Fb Fr' ]. inversion_clear Fr'.
      split; auto. exists a, (b + e). rewrite N.lxor_0_r. repeat split; auto; try lia.
      exists (N.lxor (value b) (value e)). split; auto. exists b, e. auto.
Qed.

Lemma options_worth_spec z ds : forall take m whole back pairs s, m < length vs -> is_back m back ->
  (take = true -> whole = value m) -> (any_digit ds 3 = true -> is_pairs m pairs) ->
  mem z (options_worth ds take whole (tl vs) back pairs s) = true <-> mem z s = true \/
  exists t o, t <= m /\ left_by (digit ds t) (take || (0 <? t)) (m - t) o /\ z = worth_of_values o.
Proof.
  induction ds as [ | d ds IH ]; intros take m whole back pairs s Hm Hb Hw Hp; cbn [options_worth].
  - split; [ auto | ]. intros [H | (t & o & _ & (_ & _ & B & _) & _)]; auto. exfalso.
    unfold digit in B. destruct t; cbn in B; discriminate.
  - cbn [any_digit existsb] in Hp.
    assert (P : mem z (at_place d take whole (tl vs) back pairs s) = true
      <-> mem z s = true \/ exists o, left_by d take m o /\ z = worth_of_values o).
    { apply at_place_spec; auto. intros B. apply Hp. now rewrite B. }
    cbv zeta. destruct m as [ | m ]; destruct back as [ | x back ]; try (destruct Hb; discriminate).
    + rewrite P. split.
      * intros [H | (o & H & ->)]; auto. right. exists 0, o. now rewrite orb_false_r.
      * intros [H | (t & o & Ht & H & ->)]; auto. right. exists o.
        replace t with 0 in H by lia. rewrite orb_false_r in H. auto.
    + apply is_back_cons in Hb. destruct Hb as [-> Hb].
      rewrite (IH true m); auto; [ | lia | ].
      2: { intros H. apply is_pairs_tl, Hp. unfold any_digit in H. rewrite H. apply orb_true_r. }
      rewrite P. split.
      * intros [[H | (o & H & ->)] | (t & o & Ht & H & ->)]; auto; right.
        -- exists 0, o. rewrite orb_false_r. repeat split; try apply H; lia.
        -- exists (S t), o. rewrite orb_true_r. repeat split; try apply H; lia.
      * intros [H | (t & o & Ht & H & ->)]; auto. destruct t as [ | t ].
        -- left. right. exists o. rewrite orb_false_r in H. auto.
        -- right. exists t, o. rewrite orb_true_r in H. repeat split; try apply H; lia.
Qed.

Hypothesis three_at_most : forall t j, N.testbit (digit c t) (N.of_nat j) = true -> j <= 3.

Lemma options_worth_options z n back pairs : n < length vs -> is_back n back ->
  (any_digit c 3 = true -> is_pairs n pairs) ->
  mem z (options_worth c false 0%N (tl vs) back pairs Empty) = true
  <-> In z (map worth_of_values (options c n)).
Proof.
  intros Hn Hb Hp. rewrite (options_worth_spec z c false n) by easy. rewrite in_map_iff. split.
  - intros [H | (t & o & Ht & (S & F & B & _ & D) & ->)]; [ now rewrite mem_empty in H | ].
    exists o. split; auto. apply options_legal. exists t. repeat split; auto; [ lia | ].
    intros ->. now apply D.
  - intros (o & <- & Ho). right. apply options_legal in Ho. destruct Ho as (t & -> & F & B & D).
    exists t, o. repeat split; auto; [ lia | lia | eauto | ].
    destruct t; [ auto | discriminate ].
Qed.

Lemma all_below_spec v : forall i s, all_below v i s = true ->
  forall u, (i <= u < i + N.of_nat v)%N -> mem u s = true.
Proof.
  induction v as [ | v IH ]; cbn [all_below]; intros i s H u Hu; [ lia | ].
  apply andb_true_iff in H. destruct H as [H1 H2].
  destruct (N.eq_dec u i) as [-> | ]; auto. apply (IH _ _ H2). lia.
Qed.

Lemma mex_of_set_spec v s l : (forall z, mem z s = true <-> In z l) -> mex_of_set v s = true -> is_mex l v.
Proof.
  intros E H. apply andb_true_iff in H. destruct H as [H1 H2]. apply negb_true_iff in H1. split.
  - intros H. apply E in H. congruence.
  - intros u Hu. apply E. apply (all_below_spec _ _ _ H2). rewrite N2Nat.id. lia.
Qed.

Lemma skipn_cons (l : list N) : forall m v rest, v :: rest = skipn m l ->
  m < length l /\ v = nth m l 0%N /\ rest = skipn (S m) l.
Proof.
  induction l as [ | x l IH ]; intros [ | m ] v rest E; cbn in E; try discriminate.
  - injection E as -> ->. cbn. repeat split. lia.
  - apply IH in E. cbn. intuition lia.
Qed.

Lemma check_values_spec rest : forall m back pairs, rest = skipn m vs -> is_back m back ->
  (any_digit c 3 = true -> is_pairs m pairs) ->
  check_values c (any_digit c 3) (tl vs) rest back pairs = true ->
  forall n, m <= n < length vs -> is_mex (map worth_of_values (options c n)) (value n).
Proof.
  induction rest as [ | v rest IH ]; cbn [check_values]; intros m back pairs Hr Hb Hp H n Hn.
  - apply (f_equal (@length N)) in Hr. rewrite skipn_length in Hr. cbn in Hr. lia.
  - apply skipn_cons in Hr. destruct Hr as (Hm & -> & Hr). fold (value m) in *.
    apply andb_true_iff in H. destruct H as [H1 H2]. destruct (Nat.eq_dec n m) as [-> | Hne].
    + apply (mex_of_set_spec _ _ _ (fun z => options_worth_options z m back pairs Hm Hb Hp) H1).
    + eapply (IH (S m)); [ exact Hr | apply is_back_next, Hb | | exact H2 | lia ].
      intros B. specialize (Hp B). rewrite B. destruct Hp as [L E]. split; [ cbn; lia | ].
      intros [ | i ] z Hi; cbn [nth].
      * rewrite elements_mem, (two_heaps_spec z m) by (auto; lia). rewrite mem_empty.
        replace (S m - 1 - 0) with m by lia. intuition congruence.
      * rewrite E by lia. replace (S m - 1 - S i) with (m - 1 - i) by lia. reflexivity.
Qed.
End Worth.

(* ---- soundness: the period ---- *)

Lemma agree_spec l : forall l', agree l l' = true ->
  forall i, i < length l -> i < length l' -> nth i l 0%N = nth i l' 0%N.
Proof.
  induction l as [ | x l IH ]; intros [ | y l' ]; cbn; intros H i Hi Hj; try lia.
  apply andb_true_iff in H. destruct H as [H1 H2]. apply N.eqb_eq in H1.
  destruct i; auto. apply IH; auto; lia.
Qed.

Lemma agree_false l : forall l', agree l l' = false ->
  exists i, i < length l /\ i < length l' /\ nth i l 0%N <> nth i l' 0%N.
Proof.
  induction l as [ | x l IH ]; intros [ | y l' ]; cbn; intros H; try discriminate.
  apply andb_false_iff in H. destruct H as [H | H].
  - apply N.eqb_neq in H. exists 0. repeat split; auto; lia.
  - apply IH in H. destruct H as (i & H1 & H2 & H3). exists (S i). repeat split; auto; lia.
Qed.

Lemma nth_skipn_add (l : list N) n i : nth i (skipn n l) 0%N = nth (n + i) l 0%N.
Proof. revert l. induction n; intros [ | x l ]; cbn; auto. now destruct i. Qed.

Lemma no_shift_spec block : forall shifts values, no_shift shifts block values = true ->
  forall q, 1 <= q <= shifts -> exists i, i < length block /\ q + i < length values
    /\ nth i block 0%N <> nth (q + i) values 0%N.
Proof.
  induction shifts as [ | shifts IH ]; intros [ | v values ]; cbn [no_shift]; intros H q Hq; try lia; try discriminate.
  apply andb_true_iff in H. destruct H as [H1 H2]. destruct q as [ | [ | q ] ]; [ lia | | ].
  - apply negb_true_iff, agree_false in H1. destruct H1 as (i & ? & ? & ?). exists i. cbn. repeat split; auto; lia.
  - destruct (IH _ H2 (S q)) as (i & ? & ? & ?); [ lia | ]. exists i. cbn in *. repeat split; auto; lia.
Qed.

Lemma period_times (G : nat -> N) n0 p : period_from G n0 p ->
  forall q n, n0 <= n -> G (n + q * p) = G n.
Proof.
  intros [_ E] q. induction q as [ | q IH ]; intros n Hn; [ f_equal; lia | ].
  replace (n + S q * p) with (n + q * p + p) by lia. rewrite E by lia. auto.
Qed.

(* A period of which a shift by less fails inside the block, and which fails one heap earlier, is least. *)
Lemma period_is_least (G : nat -> N) n0 p : period_from G n0 p ->
  (forall q, 1 <= q < p -> exists n, n0 <= n /\ G (n + q) <> G n) ->
  (forall q, n0 = S q -> G (q + p) <> G q) ->
  least_period G n0 p.
Proof.
  intros H Shorter Earlier. split; auto. intros n1 p1 H1. destruct H as [P E] eqn:K, H1 as [P1 E1] eqn:K1.
  pose proof (period_times _ _ _ H) as T. pose proof (period_times _ _ _ H1) as T1. split.
  - destruct n0 as [ | q ]; [ lia | ]. destruct (Nat.le_gt_cases (S q) n1) as [ | L ]; auto. exfalso.
    apply (Earlier q); auto. rewrite <- (T1 p q) by lia. rewrite <- (T (p1 - 1) (q + p)) by lia.
    f_equal. destruct p1; [ lia | ]. cbn. lia.
  - destruct (Nat.le_gt_cases p p1) as [ | L ]; auto. exfalso.
    destruct (Shorter p1) as (n & Hn & D); [ lia | ]. apply D.
    rewrite <- (T n1 (n + p1)), <- (T n1 n) by lia.
    replace (n + p1 + n1 * p) with (n + n1 * p + p1) by lia. apply E1. nia.
Qed.

Lemma least_spec (G : nat -> N) vs n0 p : (forall n, n < length vs -> nth n vs 0%N = G n) ->
  n0 + p < length vs -> least vs n0 p = true -> period_from G n0 p -> least_period G n0 p.
Proof.
  intros Vals Enough L H. apply andb_true_iff in L. destruct L as [E0 S]. apply period_is_least; auto.
  - intros q Hq. destruct (no_shift_spec _ _ _ S q) as (i & H1 & H2 & H3); [ lia | ].
    rewrite firstn_length in H1. rewrite skipn_length in *.
    assert (B : nth i (firstn p (skipn n0 vs)) 0%N = nth (n0 + i) vs 0%N).
    { rewrite <- nth_skipn_add. rewrite <- (firstn_skipn p (skipn n0 vs)) at 2.
      rewrite app_nth1; auto. rewrite firstn_length, skipn_length. lia. }
    rewrite B, nth_skipn_add, !Vals in H3 by lia. exists (n0 + i). split; [ lia | ].
    replace (n0 + i + q) with (n0 + (q + i)) by lia. auto.
  - intros q ->. apply negb_true_iff, N.eqb_neq in E0. rewrite !Vals in E0 by lia. auto.
Qed.

Lemma digit_in c t d : digit c t = d -> d <> 0%N -> In d c.
Proof.
  intros <- D. unfold digit in *. destruct (Nat.lt_ge_cases t (length c)) as [L | L]; [ now apply nth_In | ].
  now rewrite nth_overflow in D.
Qed.

Lemma bit_of_digit c t j : N.testbit (digit c t) j = true -> In (digit c t) c.
Proof. intros B. apply (digit_in c t); auto. intros E. now rewrite E, N.bits_0 in B. Qed.

Lemma any_digit_bit c t j : N.testbit (digit c t) j = true -> any_digit c j = true.
Proof. intros B. apply existsb_exists. exists (digit c t). split; auto. eapply bit_of_digit, B. Qed.

Lemma small_digits c : forallb (fun d => N.ltb d 16) c = true ->
  forall t j, N.testbit (digit c t) (N.of_nat j) = true -> j <= 3.
Proof.
  intros H t j B. pose proof (bit_of_digit _ _ _ B) as I.
  rewrite forallb_forall in H. apply H, N.ltb_lt in I.
  destruct (Nat.le_gt_cases j 3) as [ | J ]; auto.
  destruct (N.eq_dec (digit c t) 0) as [E | E]; [ now rewrite E, N.bits_0 in B | ].
  rewrite N.bits_above_log2 in B; [ discriminate | ].
  assert (N.log2 (digit c t) < 4)%N by (apply N.log2_lt_pow2; cbn; lia). lia.
Qed.

Lemma most_heaps_spec c : forallb (fun d => N.ltb d 16) c = true ->
  forall t j, N.testbit (digit c t) (N.of_nat j) = true -> j <= most_heaps c.
Proof.
  intros H t j B. pose proof (small_digits c H t j B). unfold most_heaps.
  pose proof (any_digit_bit _ _ _ B) as A.
  destruct j as [ | [ | [ | [ | ] ] ] ]; try lia; cbn in A.
  - destruct (any_digit c 3), (any_digit c 2); lia.
  - rewrite A. destruct (any_digit c 3); lia.
  - rewrite A. lia.
Qed.

Lemma last_place_spec c : forall t, last_place c < t -> digit c t = 0%N.
Proof.
  unfold digit. induction c as [ | d c IH ]; intros [ | t ] H; cbn in *; auto; try lia.
  destruct (forallb (N.eqb 0) c) eqn:Z; [ | apply IH; lia ].
  rewrite forallb_forall in Z. destruct (Nat.lt_ge_cases t (length c)); [ | now apply nth_overflow ].
  symmetry. apply N.eqb_eq, Z. now apply nth_In.
Qed.

Theorem check_sound c vs n0 p : check c vs n0 p = true ->
  (forall n, n < length vs -> nth n vs 0%N = nimber c n) /\ least_period (nimber c) n0 p.
Proof.
  unfold check. rewrite !andb_true_iff. intros [[[[[[D P] L] Enough] A] S] V].
  apply Nat.leb_le in P, L. apply Nat.ltb_lt in Enough.
  assert (Vals : forall n, n < length vs -> nth n vs 0%N = nimber c n).
  { apply nimber_unique_below. intros n Hn.
    apply (check_values_spec c vs (small_digits c D) vs 0 [] []); auto; [ | | lia ].
    - split; [ reflexivity | intros; lia ].
    - intros _. split; [ reflexivity | intros; lia ]. }
  split; auto.
  assert (M : 1 <= most_heaps c) by (unfold most_heaps; destruct (any_digit c 3), (any_digit c 2); lia).
  assert (Window : forall n, n0 <= n -> n + p < length vs -> nimber c (n + p) = nimber c n).
  { intros n H1 H2. rewrite <- !Vals by lia. pose proof (agree_spec _ _ A (n - n0)) as E.
    rewrite !nth_skipn_add, !skipn_length in E.
    replace (n0 + (n - n0)) with n in E by lia. replace (n0 + p + (n - n0)) with (n + p) in E by lia.
    symmetry. apply E; lia. }
  apply (least_spec _ vs); auto. split; auto. intros n Hn.
  destruct (Nat.eq_dec n 0) as [-> | N0]; [ apply Window; lia | ].
  apply (Guy_Smith c (most_heaps c) (last_place c) (max 1 n0) p); auto; try lia.
  - apply last_place_spec.
  - apply most_heaps_spec, D.
  - intros i H1 H2. apply Window; [ lia | ]. clear - L M H2.
    assert (E : most_heaps c * p = (most_heaps c - 1) * p + p).
    { revert M. destruct (most_heaps c) as [ | m ]; intros; [ lia | ]. replace (S m - 1) with m by lia. cbn. lia. }
    lia.
Qed.

(* ---- all values, and all winners ---- *)

Definition table (vs : list N) (n0 p n : nat) : N :=
  nth (if n <? n0 then n else n0 + (n - n0) mod p) vs 0%N.

Theorem table_sound c vs n0 p : check c vs n0 p = true -> forall n, nimber c n = table vs n0 p n.
Proof.
  intros H n. destruct (check_sound _ _ _ _ H) as [Vals [Per _]]. pose proof Per as [P _].
  assert (L : n0 + p < length vs).
  { unfold check in H. rewrite !andb_true_iff in H. destruct H as [[[[_ L] _] _] _].
    now apply Nat.ltb_lt. }
  unfold table. destruct (Nat.ltb_spec n n0).
  - symmetry. apply Vals. lia.
  - pose proof (Nat.mod_upper_bound (n - n0) p). rewrite Vals by lia.
    rewrite <- (period_times _ _ _ Per ((n - n0) / p) (n0 + (n - n0) mod p)) by lia. f_equal.
    pose proof (Nat.div_mod (n - n0) p). lia.
Qed.

Theorem winner_sound c vs n0 p heaps : check c vs n0 p = true ->
  (wins c heaps <-> xor_all (map (table vs n0 p) heaps) <> 0%N).
Proof.
  intros H. destruct (heaps_Sprague_Grundy c heaps) as [W _].
  rewrite W. unfold worth, SpragueGrundy.worth.
  now rewrite (map_ext (nimber c) (table vs n0 p)) by now apply table_sound.
Qed.
