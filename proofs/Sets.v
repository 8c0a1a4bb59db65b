(* Finite sets of numbers as binary tries, for the checkers: mem, insert, elements, union and subset. *)
From Coq Require Import List NArith Lia Bool.
Import ListNotations.

Inductive set := Empty | Node (here : bool) (even odd : set).

Fixpoint mem_pos (i : positive) (s : set) : bool :=
  match s with
  | Empty => false
  | Node here even odd => match i with xH => here | xO i => mem_pos i even | xI i => mem_pos i odd end
  end.

Fixpoint insert_pos (i : positive) (s : set) : set :=
  match i with
  | xH => match s with Empty => Node true Empty Empty | Node _ even odd => Node true even odd end
  | xO i => match s with
            | Empty => Node false (insert_pos i Empty) Empty
            | Node here even odd => Node here (insert_pos i even) odd
            end
  | xI i => match s with
            | Empty => Node false Empty (insert_pos i Empty)
            | Node here even odd => Node here even (insert_pos i odd)
            end
  end.

Fixpoint elements_pos (s : set) : list positive :=
  match s with
  | Empty => []
  | Node here even odd =>
      (if here then [xH] else []) ++ map xO (elements_pos even) ++ map xI (elements_pos odd)
  end.

Definition mem (v : N) (s : set) : bool := mem_pos (N.succ_pos v) s.
Definition insert (v : N) (s : set) : set := if mem v s then s else insert_pos (N.succ_pos v) s.
Definition elements (s : set) : list N := map Pos.pred_N (elements_pos s).

Fixpoint union (s t : set) : set :=
  match s, t with
  | Empty, _ => t
  | _, Empty => s
  | Node here even odd, Node here' even' odd' => Node (here || here') (union even even') (union odd odd')
  end.

Fixpoint subset (s t : set) : bool :=
  match s, t with
  | Empty, _ => true
  | Node here even odd, Empty => negb here && subset even Empty && subset odd Empty
  | Node here even odd, Node here' even' odd' => (negb here || here') && subset even even' && subset odd odd'
  end.

Lemma mem_insert_pos j : forall i s, mem_pos i (insert_pos j s) = (i =? j)%positive || mem_pos i s.
Proof.
  assert (E : forall i, mem_pos i Empty = false) by (intros []; reflexivity).
  induction j; intros [i | i | ] [ | here even odd ]; cbn; rewrite ?IHj, ?E, ?orb_false_r; reflexivity.
Qed.

Lemma mem_empty v : mem v Empty = false.
Proof. unfold mem. now destruct (N.succ_pos v). Qed.

Lemma mem_insert u v s : mem u (insert v s) = true <-> u = v \/ mem u s = true.
Proof.
  unfold insert. destruct (mem v s) eqn:E.
  - split; [ auto | ]. now intros [-> | H].
  - unfold mem in *. rewrite mem_insert_pos, orb_true_iff, Pos.eqb_eq.
    split; intros [H | H]; auto; left; [ | now subst ].
    apply (f_equal N.pos) in H. rewrite !N.succ_pos_spec in H. lia.
Qed.

Lemma elements_pos_mem s : forall i, In i (elements_pos s) <-> mem_pos i s = true.
Proof.
  induction s as [ | here even IHe odd IHo ]; intros i; cbn; [ destruct i; easy | ].
  rewrite !in_app_iff, !in_map_iff. split.
  - intros [H | [(j & <- & H) | (j & <- & H)]]; [ | now apply IHe | now apply IHo ].
    destruct here; [ destruct H as [<- | []]; reflexivity | destruct H ].
  - destruct i as [i | i | ]; intros H.
    + right. right. exists i. split; auto. now apply IHo.
    + right. left. exists i. split; auto. now apply IHe.
    + left. cbn in H. rewrite H. now left.
Qed.

Lemma elements_mem v s : In v (elements s) <-> mem v s = true.
Proof.
  unfold elements, mem. rewrite in_map_iff. setoid_rewrite elements_pos_mem. split.
  - intros (i & <- & H). replace (N.succ_pos (Pos.pred_N i)) with i; auto.
    destruct i; cbn; auto. now rewrite Pos.succ_pred_double.
  - intros H. exists (N.succ_pos v). split; auto. apply N.pos_pred_succ.
Qed.

Lemma mem_union v s t : mem v (union s t) = mem v s || mem v t.
Proof.
  unfold mem. generalize (N.succ_pos v) as i. clear v. revert t.
  induction s as [ | here even IHe odd IHo ]; intros [ | here' even' odd' ] [i | i | ]; cbn [union mem_pos]; auto;
  now rewrite orb_false_r.
Qed.

Lemma mem_subset v s t : subset s t = true -> mem v s = true -> mem v t = true.
Proof.
  unfold mem. generalize (N.succ_pos v) as i. clear v. revert t.
  induction s as [ | here even IHe odd IHo ]; intros t i H M; [ destruct i; discriminate | ].
  destruct t as [ | here' even' odd' ]; cbn in H; rewrite !andb_true_iff in H; destruct H as [[H1 H2] H3];
  destruct i as [i | i | ]; cbn [mem_pos] in *.
  - specialize (IHo _ i H3 M). destruct i; discriminate.
  - specialize (IHe _ i H2 M). destruct i; discriminate.
  - subst here. discriminate.
  - now apply (IHo odd').
  - now apply (IHe even').
  - subst here. exact H1.
Qed.
