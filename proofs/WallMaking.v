(* Wall Making, and a checker of solved boards: an instance of the theorem of Sprague and Grundy.

   A board has rows of cells, some of them marked. A pick takes an unmarked cell of a rectangle, and what is left
   are the four rectangles around its row and its column, each of which may be empty. The list of options has
   exactly these (picks_legal). [board_check] is a program. It is told a board, the nimbers of all rectangles in
   it, the nimber of the board, and which cells win. It compares each nimber with its options. If it says true,
   all of that is right: the nimbers (nimbers_right), who wins (board_right), and which picks win, these and no
   others (picks_right). *)
From Coq Require Import List NArith Arith Lia Bool.
From Grundy Require Import Mex Moves Sets Arrays Checker MisereChecker.
From Grundy Require SpragueGrundy.
Import ListNotations.

(* ---- the rules ---- *)

Definition board := list (list bool).                          (* rows; true: the cell may be picked *)
Definition rectangle := ((nat * nat) * (nat * nat))%type.      (* rows t to b - 1, columns l to r - 1 *)

Definition free (B : board) (i j : nat) : Prop := nth j (nth i B []) false = true.

Definition around (i j : nat) (x : rectangle) : list rectangle :=
  let '((t, b), (l, r)) := x in [((t, i), (l, j)); ((t, i), (S j, r)); ((S i, b), (l, j)); ((S i, b), (S j, r))].

Definition inside (i j : nat) (x : rectangle) : Prop :=
  let '((t, b), (l, r)) := x in t <= i < b /\ l <= j < r.

Definition pick_legal (B : board) (x : rectangle) (o : list rectangle) : Prop :=
  exists i j, inside i j x /\ free B i j /\ o = around i j x.

(* ---- the rules as a program ---- *)

Definition picks (B : board) (x : rectangle) : list (list rectangle) :=
  let '((t, b), (l, r)) := x in
  flat_map (fun i => let row := nth i B [] in
    flat_map (fun j => if nth j row false then [around i j x] else []) (seq l (r - l))) (seq t (b - t)).

Theorem picks_legal B x o : In o (picks B x) <-> pick_legal B x o.
Proof.
  destruct x as [[t b] [l r]]. unfold picks, pick_legal, free, inside. cbv zeta. rewrite in_flat_map. split.
  - intros (i & Hi & H). apply in_seq in Hi. apply in_flat_map in H. destruct H as (j & Hj & H). apply in_seq in Hj.
    destruct (nth j (nth i B []) false) eqn:F; [ | destruct H ]. destruct H as [<- | []]. exists i, j.
    repeat split; auto; lia.
  - intros (i & j & [Hi Hj] & F & ->). exists i. split; [ apply in_seq; lia | ]. apply in_flat_map.
    exists j. split; [ apply in_seq; lia | ]. rewrite F. now left.
Qed.

Definition size (x : rectangle) : nat := let '((t, b), (l, r)) := x in (b - t) + (r - l).

Lemma smaller B x h : part_of rectangle (picks B) h x -> size h < size x.
Proof.
  intros (o & Ho & Hh). apply picks_legal in Ho. destruct x as [[t b] [l r]].
  destruct Ho as (i & j & [Hi Hj] & _ & ->). cbn in Hh.
  destruct Hh as [<- | [<- | [<- | [<- | []]]]]; cbn; lia.
Qed.

Theorem boards_end B : well_founded (part_of rectangle (picks B)).
Proof.
  intros x. remember (size x) as n eqn:E. revert x E. induction n as [n IH] using lt_wf_ind.
  intros x ->. constructor. intros h H. now apply (IH (size h)); [ apply smaller in H | ].
Qed.

Definition nimber (B : board) : rectangle -> N := SpragueGrundy.nimber rectangle (picks B) (boards_end B).
Definition wins (B : board) : list rectangle -> Prop := SpragueGrundy.wins rectangle (picks B).
Definition loses (B : board) : list rectangle -> Prop := SpragueGrundy.loses rectangle (picks B).

Definition height (B : board) : nat := length B.
Definition width (B : board) : nat := length (hd [] B).
Definition whole (B : board) : rectangle := ((0, height B), (0, width B)).

(* ---- the checker ---- *)

Definition intervals (n : nat) : list (nat * nat) :=
  flat_map (fun a => map (fun e => (a, e)) (seq (S a) (n - a))) (seq 0 n).

Definition rectangles (B : board) : list rectangle :=
  flat_map (fun rows => map (fun columns => (rows, columns)) (intervals (width B))) (intervals (height B)).

Definition key (B : board) (x : rectangle) : N :=
  let '((t, b), (l, r)) := x in
  let w := N.of_nat (S (width B)) in
  (((N.of_nat t * N.of_nat (S (height B)) + N.of_nat b) * w + N.of_nat l) * w + N.of_nat r)%N.

Definition from_table (B : board) (T : array N) (x : rectangle) : N :=
  let '((t, b), (l, r)) := x in if (t <? b) && (l <? r) then get 0%N T (key B x) else 0%N.

Definition board_check (B : board) (table : list N) (claimed : N) (winning : list (nat * nat)) : bool :=
  let all := rectangles B in
  let T := fold_left (fun T '(x, v) => put (key B x) v T) (combine all table) nothing in
  let G := from_table B T in
  let worth := fun o => xor_all (map G o) in
  forallb (fun row => length row =? width B) B
  && (length all =? length table)
  && forallb (fun '(x, v) => N.eqb (G x) v) (combine all table)
  && forallb (fun x => mex_of_set (G x) (set_of (map worth (picks B x)))) all
  && N.eqb (G (whole B)) claimed
  && forallb (fun '(i, j) => (i <? height B) && (j <? width B) && nth j (nth i B []) false) winning
  && forallb (fun i => forallb (fun j => if nth j (nth i B []) false then
       Bool.eqb (N.eqb (worth (around i j (whole B))) 0) (existsb (fun '(a, b) => (a =? i) && (b =? j)) winning)
       else true) (seq 0 (width B))) (seq 0 (height B)).

(* ---- soundness ---- *)

Definition on_board (B : board) (x : rectangle) : Prop := let '((t, b), (l, r)) := x in b <= height B /\ r <= width B.

Lemma in_intervals n a e : In (a, e) (intervals n) <-> a < e <= n.
Proof.
  unfold intervals. rewrite in_flat_map. split.
  - intros (x & Hx & H). apply in_map_iff in H. destruct H as (y & [= -> ->] & Hy). apply in_seq in Hy. lia.
  - intros H. exists a. split; [ apply in_seq; lia | ]. apply in_map_iff. exists e. split; auto. apply in_seq. lia.
Qed.

Lemma in_rectangles B t b l r : In ((t, b), (l, r)) (rectangles B) <-> t < b <= height B /\ l < r <= width B.
Proof.
  unfold rectangles. rewrite in_flat_map. split.
  - intros (x & Hx & H). apply in_map_iff in H. destruct H as (y & [= -> ->] & Hy).
    now rewrite in_intervals in *.
  - intros [H1 H2]. exists (t, b). split; [ now apply in_intervals | ]. apply in_map. now apply in_intervals.
Qed.

Section Sound.
Variables (B : board) (T : array N).
Notation G := (from_table B T).
Hypothesis checked : forallb (fun x => mex_of_set (G x) (set_of (map (fun o => xor_all (map G o)) (picks B x)))) (rectangles B) = true.

Lemma no_picks t b l r : b <= t \/ r <= l ->
  is_mex (map (SpragueGrundy.worth rectangle G) (picks B ((t, b), (l, r)))) (G ((t, b), (l, r))).
Proof.
  intros H. assert (E : picks B ((t, b), (l, r)) = []).
  { destruct (picks B ((t, b), (l, r))) as [ | o os ] eqn:P; auto.
    assert (I : In o (picks B ((t, b), (l, r)))) by (rewrite P; now left).
    apply picks_legal in I. destruct I as (i & j & [Hi Hj] & _). lia. }
  rewrite E. assert (Z : G ((t, b), (l, r)) = 0%N).
  { unfold from_table. destruct (Nat.ltb_spec t b), (Nat.ltb_spec l r); auto. lia. }
  rewrite Z. split; [ intros [] | lia ].
Qed.

Lemma table_right x : on_board B x -> G x = nimber B x.
Proof.
  induction x as [x IH] using (well_founded_ind (boards_end B)). intros On.
  apply (SpragueGrundy.nimber_step_unique _ _ (boards_end B)).
  - destruct x as [[t b] [l r]]. cbn in On. destruct (Nat.ltb_spec t b) as [Lt | Ge], (Nat.ltb_spec l r) as [Ll | Gl].
    + rewrite forallb_forall in checked. specialize (checked ((t, b), (l, r))).
      eapply mex_of_set_spec; [ | apply checked, in_rectangles; lia ]. intros z. apply mem_set_of.
    + apply no_picks. lia.
    + apply no_picks. lia.
    + apply no_picks. lia.
  - intros h Hh. apply IH; auto. destruct Hh as (o & Ho & Hh). apply picks_legal in Ho.
    destruct x as [[t b] [l r]]. destruct Ho as (i & j & [Hi Hj] & _ & ->). cbn in Hh, On.
    destruct Hh as [<- | [<- | [<- | [<- | []]]]]; cbn; lia.
Qed.
End Sound.

Ltac parts H := unfold board_check in H; cbv zeta in H; rewrite !andb_true_iff in H;
  destruct H as [[[[[[Rows Len] Told] Mex] Whole] Picked] Won].

Theorem nimbers_right B table claimed winning : board_check B table claimed winning = true ->
  length table = length (rectangles B)
  /\ forall x v, In (x, v) (combine (rectangles B) table) -> nimber B x = v.
Proof.
  intros H. parts H. apply Nat.eqb_eq in Len. split; [ auto | ]. intros [[t b] [l r]] v I.
  rewrite <- (table_right B _ Mex).
  - rewrite forallb_forall in Told. apply Told in I. now apply N.eqb_eq in I.
  - apply in_combine_l, in_rectangles in I. cbn. lia.
Qed.

Theorem board_right B table claimed winning : board_check B table claimed winning = true ->
  nimber B (whole B) = claimed /\ (wins B [whole B] <-> claimed <> 0%N) /\ (loses B [whole B] <-> claimed = 0%N).
Proof.
  intros H. parts H. apply N.eqb_eq in Whole. rewrite (table_right B _ Mex) in Whole by (cbn; lia).
  split; auto. pose proof (SpragueGrundy.Sprague_Grundy rectangle (picks B) (boards_end B) [whole B]) as S.
  unfold SpragueGrundy.worth, xor_all in S. cbn [map fold_right] in S. rewrite N.lxor_0_r in S.
  fold (nimber B (whole B)) in S. now rewrite Whole in S.
Qed.

(* The winning picks of the board are those of the claim. *)
Theorem picks_right B table claimed winning : board_check B table claimed winning = true ->
  forall i j, In (i, j) winning <->
    i < height B /\ j < width B /\ free B i j /\ loses B (around i j (whole B)).
Proof.
  intros H i j. parts H. rewrite forallb_forall in Picked, Won.
  assert (Key : i < height B -> j < width B -> free B i j ->
    (In (i, j) winning <-> loses B (around i j (whole B)))).
  { intros Hi Hj F. specialize (Won i). rewrite forallb_forall in Won.
    assert (W := Won (proj2 (in_seq _ _ _) (conj (Nat.le_0_l i) Hi)) j (proj2 (in_seq _ _ _) (conj (Nat.le_0_l j) Hj))).
    unfold free in F. rewrite F in W. apply eqb_prop in W.
    destruct (SpragueGrundy.Sprague_Grundy rectangle (picks B) (boards_end B) (around i j (whole B))) as [_ S].
    unfold loses. rewrite S. unfold SpragueGrundy.worth.
    rewrite (map_ext_in _ (from_table B (fold_left (fun T '(x, v) => put (key B x) v T) (combine (rectangles B) table) nothing))).
    - rewrite <- N.eqb_eq, W, existsb_exists. split.
      + intros I. exists (i, j). split; auto. now rewrite !Nat.eqb_refl.
      + intros ([a b] & I & E). apply andb_true_iff in E. rewrite !Nat.eqb_eq in E. now destruct E as [-> ->].
    - intros x Hx. symmetry. apply (table_right B _ Mex). cbn in Hx.
      destruct Hx as [<- | [<- | [<- | [<- | []]]]]; cbn; lia. }
  split.
  - intros I. pose proof (Picked _ I) as P. cbv beta iota in P. rewrite !andb_true_iff, !Nat.ltb_lt in P.
    destruct P as [[Hi Hj] F]. split; [ exact Hi | ]. split; [ exact Hj | ]. split; [ exact F | ]. now apply (Key Hi Hj F).
  - intros (Hi & Hj & F & L). now apply (Key Hi Hj F).
Qed.
