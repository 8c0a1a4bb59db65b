(* A checker of misère quotients of codes.

   A claim has numbers 0, 1, ... as elements; which of them are lost; an element for each of the heaps 0, 1, ...;
   some heaps as generators, and the product of each element with each of them. [misere_check] is a program. It
   recomputes the products of all elements and sees that they are a commutative monoid that the generators
   generate, and goes through the options of each heap and through what larger sums can be (condition_P and
   condition_N of Misere.v). If it says true, the player to move loses exactly the sums of heaps whose product is
   lost (misere_sound), and two sums have the same product if and only if no sum tells them apart
   (quotient_sound): the elements are the misère quotient. This is about the heaps of the claim; or, with a
   preperiod n0 and a period p of the elements, about heaps of any size, if the claim has 2 n0 + 2 p + k - 1 of
   them, for moves that take at most k tokens and leave at most two heaps: two fewer than in the theorem as it is
   printed (Plambeck, 2005). Then n0 >= 1 and p are the least ones (elements_repeat). *)
From Coq Require Import List NArith Arith Lia Bool.
From Grundy Require Import Codes Moves GuySmith Sets Arrays Checker.
From Grundy Require Misere.
Import ListNotations.

(* ---- what is claimed ---- *)

Definition misere_wins (c : code) : list nat -> Prop := Misere.wins nat (options c).
Definition misere_loses (c : code) : list nat -> Prop := Misere.loses nat (options c).

(* With Some (n0, p) heaps from n0 on have the elements of those p smaller, and the claim is about all heaps. *)
Definition repeats := option (nat * nat).

Definition standing_for (r : repeats) (h : nat) : nat :=
  match r with
  | Some (n0, p) => if h <? n0 then h else n0 + (h - n0) mod p
  | None => h
  end.

Definition about (r : repeats) (values : list N) (h : nat) : Prop :=
  match r with Some _ => True | None => h < length values end.

Definition element (r : repeats) (values : array N) (h : nat) : N := get 0%N values (N.of_nat (standing_for r h)).

Definition table := array (array N).
Definition times (T : table) (x y : N) : N := get 0%N (get nothing T x) y.

Definition product (T : table) (r : repeats) (values : array N) (heaps : list nat) : N :=
  fold_right (fun h x => times T (element r values h) x) 0%N heaps.

(* ---- the products of all elements; nothing is proved of this, for the table is checked ---- *)

Fixpoint grow (steps : nat) (columns : list N) (A : table) (waiting : list (N * list N)) (known : set) (T : table) : table :=
  match steps, waiting with
  | S steps, (x, row) :: waiting =>
      let '(waiting, known, T) := fold_left (fun '(waiting, known, T) i =>
        let y := times A x i in
        if mem y known then (waiting, known, T)
        else let made := map (fun v => times A v i) row in ((y, made) :: waiting, insert y known, put y (array_of made) T))
        columns (waiting, known, T) in
      grow steps columns A waiting known T
  | _, _ => T
  end.

Definition numbers (size : nat) : list N := map N.of_nat (seq 0 size).

Definition products (action : list (list N)) : table :=
  let all := numbers (length action) in
  let A := array_of (map array_of action) in
  grow (length action) (numbers (length (hd [] action))) A [(0%N, all)] (insert 0%N Empty) (put 0%N (array_of all) nothing).

(* ---- the transition pairs; nothing is proved of these two, for what they find is checked ---- *)

Definition pair := (N * set)%type.       (* the element of a sum, and {z : z times that of an option is lost} *)

Definition same_but_more (a b : pair) : bool := (fst a =? fst b)%N && subset (snd a) (snd b).

Definition add_letter (letters : list pair) (a : pair) : list pair :=
  if existsb (fun b => same_but_more b a) letters then letters
  else a :: filter (fun b => negb (same_but_more a b)) letters.

Definition kept_below (kept : array (list set)) (x : N) (s : set) : bool :=
  existsb (fun t => subset t s) (get [] kept x).

Fixpoint close (steps : nat) (plus : pair -> pair -> pair) (letters : list pair) (kept : array (list set))
  (waiting later : list pair) : array (list set) :=
  match steps with
  | O => kept
  | S steps =>
      match waiting with
      | [] => match later with [] => kept | _ => close steps plus letters kept (rev later) [] end
      | (x, s) :: waiting =>
          if existsb (fun t => subset s t && subset t s) (get [] kept x) then
            let '(kept, later) := fold_left (fun '(kept, later) a =>
              let '(y, t) := plus a (x, s) in
              if kept_below kept y t then (kept, later)
              else (put y (t :: filter (fun u => negb (subset t u)) (get [] kept y)) kept, (y, t) :: later))
              letters (kept, later) in
            close steps plus letters kept waiting later
          else close steps plus letters kept waiting later
      end
  end.

(* ---- the checker ---- *)

Definition set_of (l : list N) : set := fold_right insert Empty l.
Definition collect (all : list N) (f : N -> bool) : set := set_of (filter f all).

Fixpoint reach (steps : nat) (T : table) (generators waiting : list N) (known : set) : set :=
  match steps, waiting with
  | S steps, y :: waiting =>
      let new := filter (fun x => negb (mem x known)) (map (fun g => times T g y) generators) in
      reach steps T generators (new ++ waiting) (fold_right insert known new)
  | _, _ => known
  end.

Definition monoid_ok (T : table) (size : N) (all generators : list N) : bool :=
  (0 <? size)%N
  && forallb (fun x => (times T 0 x =? x)%N && forallb (fun y =>
       (times T x y <? size)%N && (times T x y =? times T y x)%N
       && forallb (fun g => (times T x (times T g y) =? times T g (times T x y))%N) generators) all) all
  && (let known := reach (length all * S (length generators)) T generators [0%N] (insert 0%N Empty) in
      forallb (fun x => mem x known) all).

Definition reduced_ok (T : table) (P : set) (all : list N) : bool :=
  forallb (fun x => forallb (fun y =>
    if (x =? y)%N then true else existsb (fun z => xorb (mem (times T x z) P) (mem (times T y z) P)) all) all) all.

(* {z : z times the product of some option of h is lost}; [rows] has {z : x z is lost} for each x *)
Definition option_set (c : code) (T : table) (r : repeats) (values : array N) (rows : array set) (h : nat) : set :=
  fold_right (fun v s => union (get Empty rows v) s) Empty (elements (set_of (map (product T r values) (options c h)))).

Definition heap_pair c T r values rows (h : nat) : N * option set :=
  (element r values h, if empty (options c h) then None else Some (option_set c T r values rows h)).

Definition heap_ok (T : table) (P : set) (all : list N) (letters : list pair) (a : N * option set) : bool :=
  match snd a with
  | None => (fst a =? 0)%N
  | Some s =>
      forallb (fun z => negb (mem (times T (fst a) z) P && mem z s)) all
      && existsb (fun b => same_but_more b (fst a, s)) letters
  end.

Definition moved (T : table) (all : list N) (x : N) (s : set) : set := collect all (fun z => mem (times T x z) s).

Definition add_pairs T all (a b : pair) : pair :=
  (times T (fst a) (fst b), union (moved T all (fst a) (snd b)) (moved T all (fst b) (snd a))).

Definition element_ok (T : table) (P : set) (all : list N) (letters : list pair) (kept : array (list set)) (x : N) : bool :=
  let beside := map (fun a => (fst a, moved T all x (snd a))) letters in
  forallb (fun s => (mem x P || mem 0 s)
    && forallb (fun a => kept_below kept (times T (fst a) x) (union (moved T all (fst a) s) (snd a))) beside)
    (get [] kept x).

(* The heaps whose options have to be looked at. *)
Definition heaps_needed (c : code) (r : repeats) (known : nat) : nat :=
  match r with
  | Some (n0, p) => most_heaps c * n0 + most_heaps c * p + last_place c + 1 - most_heaps c
  | None => known
  end.

Definition repeats_ok (r : repeats) (values : list N) : bool :=
  match r with
  | Some (n0, p) => (1 <=? n0) && (1 <=? p) && (n0 + p <? length values) && least (tl values) (n0 - 1) p
  | None => true
  end.

Definition pairs_ok (T : table) (P : set) (all : list N) (kinds : list (N * option set)) (letters : list pair)
  (kept : array (list set)) : bool :=
  forallb (heap_ok T P all letters) kinds
  && forallb (fun a => (mem (fst a) (set_of all)) && kept_below kept (fst a) (snd a)) letters
  && forallb (element_ok T P all letters kept) all.

Definition misere_check (c : code) (r : repeats) (values lost : list N) (generators : list nat) (action : list (list N)) : bool :=
  let size := length action in
  let all := numbers size in
  let T := products action in
  let P := set_of lost in
  let vs := array_of values in
  let gs := map (element r vs) generators in
  let bound := heaps_needed c r (length values) in
  forallb (fun d => N.ltb d 16) c && (bound <=? length values) && repeats_ok r values
  && forallb (fun v => N.ltb v (N.of_nat size)) values
  && forallb (fun h => N.eqb (element r vs h) (get 0%N vs (N.of_nat h))) (seq 0 (length values))
  && forallb (fun g => g <? length values) generators
  && monoid_ok T (N.of_nat size) all gs && negb (mem 0 P) && forallb (fun x => N.ltb x (N.of_nat size)) lost
  && forallb (fun x => forallb (fun '(g, i) => N.eqb (times T g x) (times (array_of (map array_of action)) x i))
       (combine gs (numbers (length (hd [] action))))) all
  && (length gs =? length (hd [] action))
  && reduced_ok T P all
  && (let rows := array_of (map (fun x => collect all (fun z => mem (times T x z) P)) all) in
      let kinds := map (heap_pair c T r vs rows) (seq 0 bound) in
      let letters := fold_left (fun ls a => match snd a with Some s => add_letter ls (fst a, s) | None => ls end) kinds [] in
      let start := fold_left (fun k a => put (fst a) (snd a :: get [] k (fst a)) k) letters nothing in
      let kept := close (N.to_nat 300000) (add_pairs T all) letters start letters [] in
      pairs_ok T P all kinds letters kept).

(* ---- soundness: numbers and sets ---- *)

Lemma in_numbers size x : In x (numbers size) <-> (x < N.of_nat size)%N.
Proof.
  unfold numbers. rewrite in_map_iff. split.
  - intros (i & <- & H). apply in_seq in H. lia.
  - intros H. exists (N.to_nat x). rewrite N2Nat.id. split; auto. apply in_seq. lia.
Qed.

Lemma mem_set_of v l : mem v (set_of l) = true <-> In v l.
Proof.
  unfold set_of. induction l as [ | x l IH ]; cbn [fold_right].
  - rewrite mem_empty. cbn. split; [ discriminate | tauto ].
  - rewrite mem_insert, IH. cbn. split; intros [H | H]; auto.
Qed.

Lemma mem_collect v l f : mem v (collect l f) = true <-> In v l /\ f v = true.
Proof. unfold collect. now rewrite mem_set_of, filter_In. Qed.

Lemma kept_below_spec kept x s : kept_below kept x s = true ->
  exists t, In t (get [] kept x) /\ forall z, mem z t = true -> mem z s = true.
Proof.
  unfold kept_below. rewrite existsb_exists. intros (t & Ht & H). exists t. split; auto.
  intros z. now apply mem_subset.
Qed.

Lemma same_but_more_spec a b : same_but_more a b = true ->
  fst a = fst b /\ forall z, mem z (snd a) = true -> mem z (snd b) = true.
Proof.
  unfold same_but_more. rewrite andb_true_iff. intros [E S]. apply N.eqb_eq in E. split; auto.
  intros z. now apply mem_subset.
Qed.

Lemma reach_spec (Q : N -> Prop) T generators : (forall g x, In g generators -> Q x -> Q (times T g x)) ->
  forall steps waiting known, (forall x, In x waiting -> Q x) -> (forall x, mem x known = true -> Q x) ->
  forall x, mem x (reach steps T generators waiting known) = true -> Q x.
Proof.
  intros Closed steps. induction steps as [ | steps IH ]; intros [ | y waiting ] known W K x; cbn [reach]; auto.
  set (new := filter _ _). assert (New : forall z, In z new -> Q z).
  { intros z Hz. apply filter_In in Hz. destruct Hz as [Hz _]. apply in_map_iff in Hz.
    destruct Hz as (g & <- & Hg). apply Closed; auto. apply W. now left. }
  apply IH.
  - intros z Hz. apply in_app_or in Hz. destruct Hz as [Hz | Hz]; [ auto | apply W; now right ].
  - intros z. clearbody new. clear - K New. revert New. induction new as [ | v new IHn ]; cbn [fold_right]; intros New; [ apply K | ].
    rewrite mem_insert. intros [-> | H]; [ apply New; now left | ]. apply IHn; auto. intros; apply New. now right.
Qed.

(* ---- soundness: the elements are a commutative monoid ---- *)

Section Monoid.
Variables (T : table) (size : N) (all gs : list N).
Hypothesis all_spec : forall x, In x all <-> (x < size)%N.
Hypothesis gs_in : forall g, In g gs -> (g < size)%N.
Hypothesis ok : monoid_ok T size all gs = true.
Notation "x ** y" := (times T x y) (at level 40, left associativity).

Lemma monoid_parts : (0 < size)%N
  /\ (forall x, (x < size)%N -> 0 ** x = x)
  /\ (forall x y, (x < size)%N -> (y < size)%N -> (x ** y < size)%N)
  /\ (forall x y, (x < size)%N -> (y < size)%N -> x ** y = y ** x)
  /\ (forall x y g, (x < size)%N -> (y < size)%N -> In g gs -> x ** (g ** y) = g ** (x ** y))
  /\ (forall Q : N -> Prop, Q 0%N -> (forall g x, In g gs -> Q x -> Q (g ** x)) -> forall x, (x < size)%N -> Q x).
Proof.
  unfold monoid_ok in ok. rewrite !andb_true_iff in ok. destruct ok as [[O A] R]. rewrite forallb_forall in A.
  apply N.ltb_lt in O.
  assert (B : forall x, (x < size)%N -> 0 ** x = x /\ forall y, (y < size)%N -> (x ** y < size)%N /\ x ** y = y ** x
    /\ forall g, In g gs -> x ** (g ** y) = g ** (x ** y)).
  { intros x Hx. apply all_spec, A in Hx. rewrite andb_true_iff, forallb_forall in Hx. destruct Hx as [E Hx].
    apply N.eqb_eq in E. split; auto. intros y Hy. apply all_spec, Hx in Hy.
    rewrite !andb_true_iff, forallb_forall in Hy. destruct Hy as [[L C] G]. apply N.ltb_lt in L. apply N.eqb_eq in C.
    repeat split; auto. intros g Hg. now apply N.eqb_eq, G. }
  split; auto. split; [ intros; now apply B | ]. split; [ intros; now apply B | ]. split; [ intros; now apply B | ].
  split; [ intros; now apply B | ]. intros Q Q0 QS x Hx. cbv zeta in R. rewrite forallb_forall in R.
  refine (reach_spec Q T gs QS _ [0%N] (insert 0%N Empty) _ _ x (R x (proj2 (all_spec x) Hx))).
  - intros y [<- | []]. exact Q0.
  - intros y. rewrite mem_insert, mem_empty. intros [-> | ?]; [ exact Q0 | discriminate ].
Qed.

(* Light's test: what holds of the generators holds of all elements. *)
Lemma times_swap x y z : (x < size)%N -> (y < size)%N -> (z < size)%N -> x ** (y ** z) = y ** (x ** z).
Proof.
  destruct monoid_parts as (O & One & In_size & Comm & Light & Gen). intros Hx Hy Hz. revert y Hy.
  assert (S : forall y, (y < size)%N -> (y < size)%N /\ x ** (y ** z) = y ** (x ** z)); [ | intros; now apply S ].
  apply (Gen (fun y => (y < size)%N /\ x ** (y ** z) = y ** (x ** z))).
  - split; auto. rewrite !One; auto.
  - intros g y Hg [Hy E]. pose proof (gs_in g Hg) as Lg. split; auto.
    assert (F : forall w, (w < size)%N -> (g ** y) ** w = g ** (y ** w)).
    { intros w Hw. rewrite (Comm _ w), Light, (Comm w) by auto. reflexivity. }
    rewrite !F by auto. rewrite Light by auto. now rewrite E.
Qed.

Lemma times_assoc x y z : (x < size)%N -> (y < size)%N -> (z < size)%N -> (x ** y) ** z = x ** (y ** z).
Proof.
  destruct monoid_parts as (O & One & In_size & Comm & _ & _). intros Hx Hy Hz.
  rewrite (Comm (x ** y) z), times_swap, (Comm z y) by auto. reflexivity.
Qed.
End Monoid.

(* ---- soundness: the sums of the heaps of a claim ---- *)

Section Sums.
Variables (c : code) (r : repeats) (T : table) (P : set) (values : list N) (size : nat) (gs : list N).
Variables (generators : list nat) (letters : list pair) (kept : array (list set)).
Notation vs := (array_of values).
Notation phi := (element r vs).
Notation prod := (product T r vs).
Notation all := (numbers size).
Notation bound := (heaps_needed c r (length values)).
Notation inP x := (mem x P).
Notation "x ** y" := (times T x y) (at level 40, left associativity).
Local Open Scope N_scope.

Hypothesis digits_ok : forallb (fun d => N.ltb d 16) c = true.
Hypothesis enough : (bound <= length values)%nat.
Hypothesis repeats_are_ok : repeats_ok r values = true.
Hypothesis values_ok : forallb (fun v => N.ltb v (N.of_nat size)) values = true.
Hypothesis gs_are : gs = map phi generators.
Hypothesis generators_ok : forallb (fun g => Nat.ltb g (length values)) generators = true.
Hypothesis monoid_is_ok : monoid_ok T (N.of_nat size) all gs = true.
Hypothesis not_lost : mem 0 P = false.
Definition lost_beside (x : N) : set := collect all (fun z => inP (x ** z)).
Notation rows := (array_of (map lost_beside all)).
Hypothesis pairs_are_ok : pairs_ok T P all (map (heap_pair c T r vs rows) (seq 0 bound)) letters kept = true.

Lemma phi_in h : phi h < N.of_nat size.
Proof.
  destruct (monoid_parts _ _ _ _ (in_numbers size) monoid_is_ok) as [O _].
  unfold element. rewrite get_array_of. destruct (nth_in_or_default (N.to_nat (N.of_nat (standing_for r h))) values 0) as [I | E].
  - rewrite forallb_forall in values_ok. now apply N.ltb_lt, values_ok.
  - now rewrite E.
Qed.

Lemma gs_in g : In g gs -> g < N.of_nat size.
Proof. rewrite gs_are. intros H. apply in_map_iff in H. destruct H as (h & <- & _). apply phi_in. Qed.

Lemma laws : 0 < N.of_nat size /\ (forall x, x < N.of_nat size -> 0 ** x = x)
  /\ (forall x y, x < N.of_nat size -> y < N.of_nat size -> x ** y < N.of_nat size)
  /\ (forall x y, x < N.of_nat size -> y < N.of_nat size -> x ** y = y ** x)
  /\ (forall x y z, x < N.of_nat size -> y < N.of_nat size -> z < N.of_nat size -> (x ** y) ** z = x ** (y ** z)).
Proof.
  destruct (monoid_parts _ _ _ _ (in_numbers size) monoid_is_ok) as (O & One & Into & Comm & _).
  repeat split; auto. apply (times_assoc _ _ all gs); auto using in_numbers, gs_in.
Qed.

Lemma prod_in X : prod X < N.of_nat size.
Proof.
  destruct laws as (O & _ & Into & _). induction X as [ | h X IH ]; [ exact O | ].
  change (phi h ** prod X < N.of_nat size). auto using phi_in.
Qed.

Lemma prod_cons h X : prod (h :: X) = phi h ** prod X.
Proof. reflexivity. Qed.

Lemma prod_app X Y : prod (X ++ Y) = prod X ** prod Y.
Proof.
  destruct laws as (O & One & Into & Comm & Assoc). induction X as [ | h X IH ].
  - symmetry. apply One, prod_in.
  - rewrite <- app_comm_cons, !prod_cons, IH, Assoc; auto using phi_in, prod_in.
Qed.

(* Each heap of the claim has the element of one that was looked at, and options of the same products. *)

Lemma repeats_from n0 p h : r = Some (n0, p) -> (n0 <= h)%nat -> phi (h + p)%nat = phi h.
Proof.
  intros R Hh. pose proof repeats_are_ok as Ok. rewrite R in Ok. cbn [repeats_ok] in Ok. rewrite !andb_true_iff, !Nat.leb_le in Ok.
  unfold element. rewrite R. cbn [standing_for]. destruct (Nat.ltb_spec (h + p) n0), (Nat.ltb_spec h n0); try lia.
  do 3 f_equal. replace (h + p - n0)%nat with (h - n0 + 1 * p)%nat by lia. now rewrite Nat.mod_add by lia.
Qed.

Lemma stands_for h : about r values h -> exists h', (h' < bound)%nat /\ phi h = phi h' /\
  forall x, In x (map prod (options c h)) <-> In x (map prod (options c h')).
Proof.
  assert (R : r = None \/ exists n0 p, r = Some (n0, p)) by (destruct r as [ [n0 p] | ]; eauto).
  destruct R as [R | (n0 & p & R)].
  - intros H. unfold about in H. rewrite R in H. exists h.
    assert (B : bound = length values) by now rewrite R. rewrite B. repeat split; auto.
  - intros _. assert (B : bound = (most_heaps c * n0 + most_heaps c * p + last_place c + 1 - most_heaps c)%nat) by now rewrite R.
    pose proof repeats_are_ok as Ok. rewrite R in Ok. cbn [repeats_ok] in Ok. rewrite !andb_true_iff, !Nat.leb_le in Ok.
    assert (M : (1 <= most_heaps c)%nat) by (unfold most_heaps; destruct (any_digit c 3), (any_digit c 2); lia).
    assert (E : (most_heaps c * p = (most_heaps c - 1) * p + p)%nat).
    { revert M. destruct (most_heaps c) as [ | m ]; intros; [ lia | ]. replace (S m - 1)%nat with m by lia. cbn. lia. }
    induction h as [h IH] using lt_wf_ind.
    destruct (Nat.lt_ge_cases h bound) as [L | L]; [ exists h; repeat split; auto | ].
    assert (Big : (n0 + p <= h)%nat).
    { rewrite B in L. clear - L Ok M. destruct (most_heaps c) as [ | m ]; [ lia | nia ]. }
    destruct (IH (h - p)%nat) as (h' & B' & E' & O); [ lia | ].
    exists h'. split; auto. replace h with (h - p + p)%nat by lia.
    split; [ now rewrite (repeats_from n0 p) by (auto; lia) | ].
    intros x. rewrite <- O. apply (same_worths c (most_heaps c) (last_place c) n0 p); try lia.
    + apply last_place_spec.
    + apply most_heaps_spec, digits_ok.
    + intros l k s [K _]. now rewrite !prod_app, !prod_cons, (repeats_from n0 p).
Qed.

(* Option sets: z is in the set of h if z times the product of some option of h is lost. *)
Definition reaches_lost (h : nat) (z : N) : Prop := exists o, In o (options c h) /\ inP (prod o ** z) = true.

Lemma option_set_spec h z : z < N.of_nat size ->
  (mem z (option_set c T r vs rows h) = true <-> reaches_lost h z).
Proof.
  intros Hz. unfold option_set.
  assert (U : forall l, (forall v, In v l -> v < N.of_nat size) ->
    (mem z (fold_right (fun v s => union (get Empty rows v) s) Empty l) = true <-> exists v, In v l /\ inP (v ** z) = true)).
  { intros l. induction l as [ | v l IH ]; intros H; cbn [fold_right].
    - rewrite mem_empty. split; [ discriminate | intros (v & [] & _) ].
    - rewrite mem_union, orb_true_iff, IH by (intros; apply H; now right).
      assert (G : get Empty rows v = lost_beside v).
      { rewrite get_array_of. assert (Hv : v < N.of_nat size) by (apply H; now left).
        rewrite (nth_indep _ Empty (lost_beside 0)) by (unfold numbers; rewrite !map_length, seq_length; lia).
        rewrite map_nth. f_equal. unfold numbers. change 0 with (N.of_nat 0). rewrite map_nth, seq_nth by lia. lia. }
      rewrite G. unfold lost_beside. rewrite mem_collect, in_numbers. split.
      + intros [[_ H1] | (u & Hu & H1)]; [ exists v | exists u ]; cbn; auto.
      + intros (u & [<- | Hu] & H1); auto. right. eauto. }
  rewrite U.
  - unfold reaches_lost. split.
    + intros (v & Hv & H). rewrite elements_mem, mem_set_of, in_map_iff in Hv. destruct Hv as (o & <- & Ho). eauto.
    + intros (o & Ho & H). exists (prod o). split; auto. rewrite elements_mem, mem_set_of. now apply in_map.
  - intros v Hv. rewrite elements_mem, mem_set_of, in_map_iff in Hv. destruct Hv as (o & <- & _). apply prod_in.
Qed.

Lemma dead_or_letter h : about r values h -> (options c h = [] /\ phi h = 0) \/
  (options c h <> []
   /\ (forall z, z < N.of_nat size -> reaches_lost h z -> inP (phi h ** z) = false)
   /\ exists s, In (phi h, s) letters /\ forall z, z < N.of_nat size -> mem z s = true -> reaches_lost h z).
Proof.
  intros A. destruct (stands_for h A) as (h' & B & E & O).
  assert (RL : forall z, reaches_lost h z <-> reaches_lost h' z).
  { intros z. unfold reaches_lost. split; intros (o & Ho & H); apply (in_map prod) in Ho; apply O in Ho;
    apply in_map_iff in Ho; destruct Ho as (o' & Eo & Ho); exists o'; rewrite Eo; auto. }
  pose proof pairs_are_ok as Ok. unfold pairs_ok in Ok. rewrite !andb_true_iff in Ok. destruct Ok as [[K _] _].
  rewrite forallb_forall in K. specialize (K (heap_pair c T r vs rows h')).
  assert (I : In (heap_pair c T r vs rows h') (map (heap_pair c T r vs rows) (seq 0 bound))).
  { apply in_map, in_seq. lia. }
  specialize (K I). unfold heap_ok, heap_pair in K. cbn [fst snd] in K.
  destruct (options c h') as [ | o' os ] eqn:Eo; cbn [empty] in K.
  - left. apply N.eqb_eq in K. split; [ | congruence ].
    destruct (options c h) as [ | o l ] eqn:Eh; auto.
    assert (X : In (prod o) (map prod [])) by (apply O; now left). destruct X.
  - right. rewrite andb_true_iff, forallb_forall, existsb_exists in K. destruct K as [KP (b & Hb & KL)]. split; [ | split ].
    + intros Z. assert (X : In (prod o') (map prod (options c h))) by (apply O; now left).
      rewrite Z in X. destruct X.
    + intros z Hz R. specialize (KP z (proj2 (in_numbers size z) Hz)). apply RL in R. rewrite <- E in KP.
      apply option_set_spec in R; auto. rewrite R, andb_true_r in KP. now apply negb_true_iff in KP.
    + apply same_but_more_spec in KL. destruct KL as [F S]. cbn [fst snd] in F, S. destruct b as [x s]. cbn in F, S, Hb. subst x.
      exists s. rewrite E. split; auto. intros z Hz H. apply RL, option_set_spec; auto.
Qed.

Notation moves := (Moves.moves nat (options c)).

Lemma no_moves_one X : Forall (about r values) X -> moves X = [] -> prod X = 0.
Proof.
  induction 1 as [ | h X A F IH ]; [ reflexivity | ]. cbn [Moves.moves]. intros E. apply app_eq_nil in E.
  destruct E as [E1 E2]. apply map_eq_nil in E1. apply map_eq_nil in E2.
  rewrite prod_cons, (IH E2). destruct (dead_or_letter h A) as [[_ ->] | [Nd _]]; [ | contradiction ].
  destruct laws as (O & One & _). now apply One.
Qed.

Lemma condition_P X : Forall (about r values) X -> inP (prod X) = true ->
  moves X <> [] /\ forall q, In q (moves X) -> inP (prod q) = false.
Proof.
  intros F H. split.
  - intros E. rewrite (no_moves_one X F E) in H. congruence.
  - intros q Hq. apply moves_spec in Hq. destruct Hq as (l & h & s & o & -> & Ho & ->).
    rewrite Forall_app, Forall_cons_iff in F. destruct F as (_ & A & _).
    destruct (dead_or_letter h A) as [[D _] | (_ & HP & _)]; [ rewrite D in Ho; destruct Ho | ].
    destruct laws as (L0 & L1 & L2 & L3 & L4).
    set (y := prod l ** prod s). assert (By : y < N.of_nat size) by (apply L2; apply prod_in).
    assert (Around : forall x, x < N.of_nat size -> prod l ** (x ** prod s) = x ** y).
    { intros x Hx. unfold y. rewrite <- !L4, (L3 _ x); auto using prod_in. }
    rewrite prod_app, prod_cons, Around in H by apply phi_in. rewrite !prod_app, Around by apply prod_in.
    destruct (inP (prod o ** y)) eqn:G; auto. rewrite HP in H; auto. now exists o.
Qed.

(* Each sum with a move has a kept pair below its own. *)
Definition covered (X : list nat) : Prop := exists s, In s (get [] kept (prod X)) /\
  forall z, z < N.of_nat size -> mem z s = true -> exists q, In q (moves X) /\ inP (prod q ** z) = true.

Lemma cover X : Forall (about r values) X -> moves X = [] \/ covered X.
Proof.
  pose proof pairs_are_ok as Ok. unfold pairs_ok in Ok. rewrite !andb_true_iff, !forallb_forall in Ok.
  destruct Ok as [[_ Base] Step]. destruct laws as (L0 & L1 & L2 & L3 & L4).
  induction 1 as [ | h X A F IH ]; [ left; reflexivity | ].
  pose proof (phi_in h) as Bh. pose proof (prod_in X) as BX.
  destruct (dead_or_letter h A) as [[D E0] | (_ & _ & a & Ha & Ta)].
  - destruct IH as [IH | (s & Hs & Cs)]; [ left; cbn; now rewrite D, IH | right ].
    exists s. rewrite prod_cons, E0, L1 by auto. split; auto.
    intros z Hz M. destruct (Cs z Hz M) as (q & Hq & Q). exists (h :: q). split.
    + cbn. apply in_or_app. right. now apply in_map.
    + rewrite prod_cons, E0, L1; auto using prod_in.
  - right. destruct IH as [IH | (s & Hs & Cs)].
    + pose proof (no_moves_one X F IH) as PX. specialize (Base _ Ha). rewrite andb_true_iff in Base.
      destruct Base as [_ Base]. apply kept_below_spec in Base. cbn [fst snd] in Base. destruct Base as (t & Ht & S).
      exists t. rewrite prod_cons, PX, L3, L1 by auto. split; auto.
      intros z Hz M. apply S in M. apply Ta in M; auto. destruct M as (o & Ho & Q). exists (o ++ X). split.
      * cbn. apply in_or_app. left. apply in_map_iff. eauto.
      * rewrite prod_app, PX, (L3 _ 0), L1; auto using prod_in.
    + specialize (Step (prod X) (proj2 (in_numbers size _) BX)). unfold element_ok in Step. cbv zeta in Step.
      rewrite forallb_forall in Step. specialize (Step s Hs). rewrite andb_true_iff, forallb_forall in Step.
      destruct Step as [_ Step]. specialize (Step (phi h, moved T all (prod X) a)).
      assert (I : In (phi h, moved T all (prod X) a) (map (fun a => (fst a, moved T all (prod X) (snd a))) letters)).
      { apply in_map_iff. now exists (phi h, a). }
      apply Step, kept_below_spec in I. cbn [fst snd] in I. destruct I as (t & Ht & S).
      exists t. rewrite prod_cons. split; auto. intros z Hz M. apply S in M. rewrite mem_union, orb_true_iff in M.
      unfold moved in M. rewrite !mem_collect in M. destruct M as [[_ M] | [_ M]].
      * destruct (Cs (phi h ** z)) as (q & Hq & Q); auto. exists (h :: q). split.
        -- cbn. apply in_or_app. right. now apply in_map.
        -- pose proof (prod_in q). rewrite prod_cons, (L3 (phi h)), L4; auto.
      * apply Ta in M; auto. destruct M as (o & Ho & Q). exists (o ++ X). split.
        -- cbn. apply in_or_app. left. apply in_map_iff. eauto.
        -- pose proof (prod_in o). rewrite prod_app, L4; auto.
Qed.

Lemma condition_N X : Forall (about r values) X -> inP (prod X) = false ->
  moves X = [] \/ exists q, In q (moves X) /\ inP (prod q) = true.
Proof.
  intros F H. destruct (cover X F) as [ | (s & Hs & Cs)]; auto. right.
  pose proof pairs_are_ok as Ok. unfold pairs_ok in Ok. rewrite !andb_true_iff, !forallb_forall in Ok.
  destruct Ok as [_ Step]. specialize (Step (prod X) (proj2 (in_numbers size _) (prod_in X))).
  unfold element_ok in Step. cbv zeta in Step. rewrite forallb_forall in Step. specialize (Step s Hs).
  rewrite andb_true_iff, H in Step. destruct Step as [Step _]. cbn [orb] in Step.
  destruct laws as (L0 & L1 & L2 & L3 & L4). destruct (Cs 0 L0 Step) as (q & Hq & Q). exists q. split; auto.
  pose proof (prod_in q). rewrite L3, L1 in Q; auto.
Qed.

Lemma parts_about s h : about r values s -> part_of nat (options c) h s -> about r values h.
Proof.
  unfold about. destruct r; auto. intros L (o & Ho & Hh). apply options_legal in Ho.
  pose proof (legal_smaller _ _ _ _ Ho Hh). lia.
Qed.

Lemma sums_lost X : Forall (about r values) X -> (misere_loses c X <-> inP (prod X) = true).
Proof.
  apply (Misere.finite_check nat (options c) (heaps_end c) (about r values) parts_about N prod (fun x => inP x)).
  - exact condition_P.
  - exact condition_N.
Qed.

Lemma onto x : x < N.of_nat size -> exists X, Forall (about r values) X /\ prod X = x.
Proof.
  destruct (monoid_parts _ _ _ _ (in_numbers size) monoid_is_ok) as (_ & _ & _ & _ & _ & Gen).
  apply (Gen (fun x => exists X, Forall (about r values) X /\ prod X = x)).
  - exists []. auto.
  - intros g y Hg (X & F & <-). rewrite gs_are in Hg. apply in_map_iff in Hg. destruct Hg as (h & <- & Hh).
    exists (h :: X). split; [ | reflexivity ]. constructor; auto. unfold about. destruct r; auto.
    rewrite forallb_forall in generators_ok. now apply Nat.ltb_lt, generators_ok.
Qed.

Hypothesis reduced : reduced_ok T P all = true.

Lemma classes X Y : Forall (about r values) X -> Forall (about r values) Y ->
  (prod X = prod Y <-> Misere.alike nat (options c) (about r values) X Y).
Proof.
  intros FX FY. apply (Misere.products_are_classes nat (options c) (heaps_end c) (about r values) parts_about N prod (fun x => inP x));
  auto using condition_P, condition_N.
  - intros Z E. now rewrite !prod_app, E.
  - intros Same. destruct (N.eq_dec (prod X) (prod Y)) as [ | D ]; auto. exfalso.
    unfold reduced_ok in reduced. rewrite forallb_forall in reduced.
    specialize (reduced _ (proj2 (in_numbers size _) (prod_in X))). rewrite forallb_forall in reduced.
    specialize (reduced _ (proj2 (in_numbers size _) (prod_in Y))).
    destruct (N.eqb_spec (prod X) (prod Y)); [ contradiction | ]. apply existsb_exists in reduced.
    destruct reduced as (z & Hz & Differ). apply in_numbers, onto in Hz. destruct Hz as (Z & FZ & <-).
    rewrite <- !prod_app, (Same Z FZ), xorb_nilpotent in Differ. discriminate.
Qed.
End Sums.

(* ---- soundness: the claim ---- *)

Definition product_of (r : repeats) (values : list N) (action : list (list N)) : list nat -> N :=
  product (products action) r (array_of values).

Ltac parts H := unfold misere_check in H; cbv zeta in H; rewrite !andb_true_iff in H;
  destruct H as [[[[[[[[[[[[D Enough] Rep] Vals] Same] Gens] Mon] NoP] LostOk] Act] Len] Red] Pairs].

Theorem misere_sound c r values lost generators action : misere_check c r values lost generators action = true ->
  forall heaps, Forall (about r values) heaps ->
  (misere_loses c heaps <-> In (product_of r values action heaps) lost).
Proof.
  intros H heaps F. parts H. apply Nat.leb_le in Enough. apply negb_true_iff in NoP. rewrite <- mem_set_of.
  eapply sums_lost; eauto.
Qed.

Theorem quotient_sound c r values lost generators action : misere_check c r values lost generators action = true ->
  forall X Y, Forall (about r values) X -> Forall (about r values) Y ->
  (product_of r values action X = product_of r values action Y <-> Misere.alike nat (options c) (about r values) X Y).
Proof.
  intros H X Y FX FY. parts H. apply Nat.leb_le in Enough. apply negb_true_iff in NoP.
  eapply classes; eauto.
Qed.

(* Heap 0 is no heap, so the elements of heaps 1, 2, ... repeat from place n0 - 1 on. *)
Theorem elements_repeat c n0 p values lost generators action :
  misere_check c (Some (n0, p)) values lost generators action = true ->
  1 <= n0 /\ least_period (fun n => element (Some (n0, p)) (array_of values) (S n)) (n0 - 1) p.
Proof.
  intros H. parts H. pose proof Rep as R. cbn [repeats_ok] in R. rewrite !andb_true_iff, !Nat.leb_le, Nat.ltb_lt in R.
  destruct R as [[[N0 P1] Many] L]. split; auto. apply (least_spec _ (tl values)); auto.
  - intros n Hn. rewrite forallb_forall in Same. specialize (Same (S n)).
    assert (T : length (tl values) = length values - 1) by (destruct values; cbn; lia).
    rewrite N.eqb_eq, get_array_of, Nnat.Nat2N.id in Same. rewrite Same by (apply in_seq; lia).
    now destruct values.
  - assert (T : length (tl values) = length values - 1) by (destruct values; cbn; lia). lia.
  - split; auto. intros n Hn. change (S (n + p)) with (S n + p). apply Nat.leb_le in Enough. eapply repeats_from; eauto. lia.
Qed.
