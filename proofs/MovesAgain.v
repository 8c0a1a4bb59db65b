(* Moves after which the same player moves again, anywhere in a sum, and moves that end the game.

   A component has plain options, options after which the same player moves again, and perhaps a move that
   ends the whole game, which its player has won. Who cannot move loses, also after a move of one's own. Let
   no component be taken apart for ever. A value is a nimber, or none. Let A be the values of the plain
   options of a component and C those of the options after which the same player moves again; an option is
   worth the xor of its components, or none if one of them has none. Without C the component is worth mex A.
   If all of C is the same nimber, and that is not in A, it is worth that. Otherwise, and if it can end the
   game, it has none. Exactly one function satisfies this (value_exists, value_unique). The player to move
   wins a sum if and only if it is not worth the nimber 0 (moves_again); so components without a nimber win
   every sum. A plain move wins if it leaves a sum worth 0, one after which the same player moves again if it
   leaves another one (winning_plain_move, winning_move_again). Winning Ways, chapters 12 and 16. *)
From Coq Require Import List NArith Arith Lia Bool Wf_nat.
From Grundy Require Import Mex Moves.
From Grundy Require SpragueGrundy.
Import ListNotations.
Local Open Scope N_scope.

(* ---- values ---- *)

Definition value := option N.            (* Some x: the nimber x. None: it wins in every sum. *)

Definition plus (a b : value) : value :=
  match a, b with Some x, Some y => Some (N.lxor x y) | _, _ => None end.
Definition total (l : list value) : value := fold_right plus (Some 0) l.

Fixpoint nimbers (l : list value) : list N :=
  match l with [] => [] | Some x :: l => x :: nimbers l | None :: l => nimbers l end.

Definition is_nimber (x : N) (a : value) : bool := match a with Some y => x =? y | None => false end.

(* The value of a component: [over] says whether it can end the game. *)
Definition rule (over : bool) (A C : list value) : value :=
  if over then None else
  match C with
  | [] => Some (mex (nimbers A))
  | None :: _ => None
  | Some x :: _ => if forallb (is_nimber x) C && negb (has x (nimbers A)) then Some x else None
  end.

Section MovesAgain.
Variable State : Type.
Variables plain again : State -> list (list State).
Variable over : State -> bool.

Definition options (s : State) : list (list State) := plain s ++ again s.
Hypothesis ends : well_founded (part_of State options).

(* ---- play ---- *)

Inductive wins : list State -> Prop :=
  | by_end p s : In s p -> over s = true -> wins p
  | by_plain p q : In q (moves State plain p) -> loses q -> wins p
  | by_again p q : In q (moves State again p) -> wins q -> wins p
with loses : list State -> Prop :=
  | all_moves p : (forall s, In s p -> over s = false) ->
      (forall q, In q (moves State plain p) -> wins q) ->
      (forall q, In q (moves State again p) -> loses q) -> loses p.

Definition worth (V : State -> value) (p : list State) : value := total (map V p).

Definition value_equation (V : State -> value) : Prop :=
  forall s, V s = rule (over s) (map (worth V) (plain s)) (map (worth V) (again s)).

(* ---- exactly one function satisfies the equation ---- *)

Definition value_step (s : State) (known : forall h, part_of State options h s -> value) : value :=
  rule (over s)
    (SpragueGrundy.map_in (plain s) (fun o Ho => total (SpragueGrundy.map_in o (fun h Hh =>
      known h (ex_intro _ o (conj (in_or_app _ _ _ (or_introl Ho)) Hh))))))
    (SpragueGrundy.map_in (again s) (fun o Ho => total (SpragueGrundy.map_in o (fun h Hh =>
      known h (ex_intro _ o (conj (in_or_app _ _ _ (or_intror Ho)) Hh)))))).

Definition value_of : State -> value := Fix ends (fun _ => value) value_step.

Theorem value_exists : value_equation value_of.
Proof.
  intros s. unfold value_of at 1. rewrite Fix_eq.
  - unfold value_step. f_equal; apply SpragueGrundy.map_in_map; intros o Ho;
    unfold worth; f_equal; now apply SpragueGrundy.map_in_map.
  - intros x f g E. unfold value_step. f_equal; apply SpragueGrundy.map_in_ext; intros o Ho; f_equal;
    now apply SpragueGrundy.map_in_ext.
Qed.

Theorem value_unique (V : State -> value) : value_equation V -> forall s, V s = value_of s.
Proof.
  intros E s. induction s as [s IH] using (well_founded_ind ends). rewrite (E s), (value_exists s).
  f_equal; apply map_ext_in; intros o Ho; unfold worth; f_equal; apply map_ext_in; intros h Hh; apply IH;
  exists o; split; auto; apply in_or_app; auto.
Qed.

(* ---- what the rule says ---- *)

Lemma nimbers_In l x : In x (nimbers l) <-> In (Some x) l.
Proof.
  induction l as [ | [ y | ] l IH ]; cbn; [ tauto | | ]; rewrite IH.
  - split; intros [H | H]; auto; left; congruence.
  - split; [ auto | intros [H | H]; [ discriminate | auto ] ].
Qed.

Lemma rule_nimber e A C x : rule e A C = Some x -> e = false /\
  ((C = [] /\ is_mex (nimbers A) x) \/ ((forall y, In y C -> y = Some x) /\ ~ In (Some x) A /\ C <> [])).
Proof.
  destruct e, C as [ | [ y | ] C ]; unfold rule; try discriminate.
  - intros [= <-]. split; auto. left. split; auto. apply mex_is_mex.
  - destruct (forallb _ _) eqn:F; [ | discriminate ]. destruct (has _ _) eqn:M; [ discriminate | ].
    intros [= ->]. split; auto. right. repeat split; [ | | discriminate ].
    + intros z Hz. rewrite forallb_forall in F. apply F in Hz. destruct z; [ | discriminate ].
      apply N.eqb_eq in Hz. now subst.
    + intros H. apply nimbers_In, has_In in H. congruence.
Qed.

(* Without a nimber, there is an answer to each nimber r of the rest. *)
Lemma rule_none A C r : rule false A C = None -> (exists y, In y C /\ y <> Some r) \/ In (Some r) A.
Proof.
  intros E. destruct (forallb (is_nimber r) C) eqn:F.
  - right. rewrite forallb_forall in F. destruct C as [ | [ x | ] C ]; [ discriminate | | ].
    + assert (X : r = x) by (apply N.eqb_eq, (F (Some x)); now left). subst x. apply nimbers_In, has_In.
      apply forallb_forall in F. unfold rule in E. rewrite F in E. cbn [andb] in E.
      destruct (has r (nimbers A)); [ reflexivity | discriminate ].
    + discriminate (F None (or_introl eq_refl)).
  - left. clear E. induction C as [ | y C IH ]; [ discriminate | ]. cbn in F. apply andb_false_iff in F.
    destruct F as [F | F].
    + exists y. split; [ now left | ]. intros ->. cbn in F. now rewrite N.eqb_refl in F.
    + destruct (IH F) as (z & Hz & D). exists z. split; [ now right | exact D ].
Qed.

Lemma rule_none_again A C : rule false A C = None -> C <> [].
Proof. intros H ->. discriminate. Qed.

(* ---- a sum, seen from one of its components ---- *)

Lemma plus_assoc a b c : plus a (plus b c) = plus (plus a b) c.
Proof. destruct a, b, c; cbn; auto. now rewrite N.lxor_assoc. Qed.

Lemma plus_comm a b : plus a b = plus b a.
Proof. destruct a, b; cbn; auto. now rewrite N.lxor_comm. Qed.

Lemma plus_nothing a : plus (Some 0) a = a.
Proof. now destruct a. Qed.

Lemma worth_app V p q : worth V (p ++ q) = plus (worth V p) (worth V q).
Proof.
  unfold worth. induction p as [ | s p IH ]; cbn.
  - symmetry. apply plus_nothing.
  - change (total (map V p)) with (worth V p) in *. unfold worth, total in *. now rewrite IH, plus_assoc.
Qed.

Lemma worth_around V l s r :
  worth V (l ++ s :: r) = plus (V s) (worth V (l ++ r))
  /\ forall o, worth V (l ++ o ++ r) = plus (worth V o) (worth V (l ++ r)).
Proof.
  split; intros; rewrite !worth_app.
  - change (worth V (s :: r)) with (plus (V s) (worth V r)).
    now rewrite !plus_assoc, (plus_comm (V s)).
  - now rewrite !plus_assoc, (plus_comm (worth V o)).
Qed.

Lemma none_in_total l : total l = None -> In None l.
Proof.
  induction l as [ | [ x | ] l IH ]; cbn; [ discriminate | | auto ].
  destruct (total l) eqn:E; [ unfold total in *; rewrite E; discriminate | auto ].
Qed.

Lemma total_nimbers l z : total l = Some z -> l = map Some (nimbers l) /\ xor_all (nimbers l) = z.
Proof.
  revert z. induction l as [ | [ x | ] l IH ]; cbn; intros z E; try discriminate.
  - injection E as <-. auto.
  - destruct (fold_right plus (Some 0) l) as [ y | ] eqn:T; [ | discriminate ]. injection E as <-.
    destruct (IH y T) as [E <-]. split; [ f_equal; exact E | reflexivity ].
Qed.

(* ---- the winner ---- *)

Notation V := value_of.

Lemma none_of_ended s : over s = true -> V s = None.
Proof. intros H. rewrite value_exists, H. reflexivity. Qed.

Lemma worth_none l s r : V s = None -> worth V (l ++ s :: r) = None.
Proof. intros H. destruct (worth_around V l s r) as [-> _]. now rewrite H. Qed.

Definition has_again (s : State) : bool := match again s with [] => false | _ => true end.

Lemma winner p : (worth V p <> Some 0 -> wins p) /\ (worth V p = Some 0 -> loses p).
Proof.
  assert (Finite : well_founded (after State options)) by (apply moves_end, ends).
  induction p as [p IH] using (well_founded_ind Finite).
  assert (Plain : forall l s r o, p = l ++ s :: r -> In o (plain s) -> In (l ++ o ++ r) (moves State plain p)
    /\ after State options (l ++ o ++ r) p).
  { intros l s r o -> Ho. split; apply moves_spec; exists l, s, r, o; repeat split; auto. apply in_or_app. auto. }
  assert (Again : forall l s r o, p = l ++ s :: r -> In o (again s) -> In (l ++ o ++ r) (moves State again p)
    /\ after State options (l ++ o ++ r) p).
  { intros l s r o -> Ho. split; apply moves_spec; exists l, s, r, o; repeat split; auto. apply in_or_app. auto. }
  split.
  - (* There is a winning move. *)
    intros W. destruct (worth V p) as [ v | ] eqn:Wp.
    + destruct (existsb has_again p) eqn:Ex.
      * (* a component with moves again keeps the value *)
        apply existsb_exists in Ex. destruct Ex as (s & Hs & As). apply in_split in Hs. destruct Hs as (l & r & E).
        unfold has_again in As. destruct (again s) as [ | o os ] eqn:Ea; [ discriminate | ].
        destruct (worth_around V l s r) as [W1 W2].
        destruct (Again l s r o E) as [M A]; [ rewrite Ea; now left | ].
        apply (by_again p _ M). apply IH; auto. rewrite W2. rewrite E, W1 in Wp.
        destruct (V s) as [ x | ] eqn:Vs; [ | discriminate ]. rewrite value_exists, Ea in Vs.
        apply rule_nimber in Vs. destruct Vs as [_ [[Vs _] | (Vs & _)]]; [ discriminate | ].
        rewrite (Vs (worth V o)) by (now left). now rewrite Wp.
      * (* no move again: as in the theorem of Sprague and Grundy *)
        destruct (total_nimbers _ _ Wp) as [En Ev].
        destruct (smaller_member (nimbers (map V p))) as (x & Hx & Less); [ congruence | ].
        rewrite Ev in Less. apply nimbers_In, in_map_iff in Hx. destruct Hx as (s & Vs & Hs).
        assert (Na : again s = []).
        { destruct (again s) eqn:Ea; auto. exfalso. apply Bool.not_true_iff_false in Ex. apply Ex, existsb_exists.
          exists s. split; auto. unfold has_again. now rewrite Ea. }
        apply in_split in Hs. destruct Hs as (l & r & E). pose proof Vs as Vs'. rewrite value_exists, Na in Vs'.
        apply rule_nimber in Vs'. destruct Vs' as [_ [[_ [_ Below]] | (_ & _ & Vs')]]; [ | now elim Vs' ].
        apply Below, nimbers_In, in_map_iff in Less. destruct Less as (o & Vo & Ho).
        destruct (Plain l s r o E Ho) as [M A]. apply (by_plain p _ M). apply IH; auto.
        destruct (worth_around V l s r) as [W1 W2]. rewrite W2, Vo. rewrite E, W1, Vs in Wp.
        destruct (worth V (l ++ r)) as [ y | ]; [ | discriminate ]. cbn in *. injection Wp as <-. f_equal.
        apply N.bits_inj. intros i. rewrite !N.lxor_spec, N.bits_0.
        now destruct (N.testbit x i), (N.testbit y i).
    + (* a component without a nimber *)
      apply none_in_total, in_map_iff in Wp. destruct Wp as (s & Vs & Hs).
      destruct (over s) eqn:Os; [ now apply (by_end p s) | ].
      rewrite value_exists, Os in Vs. apply in_split in Hs. destruct Hs as (l & r & E).
      destruct (worth_around V l s r) as [_ W2]. destruct (worth V (l ++ r)) as [ y | ] eqn:Rest.
      * destruct (rule_none _ _ y Vs) as [(z & Hz & D) | Hz]; apply in_map_iff in Hz; destruct Hz as (o & Vo & Ho).
        -- destruct (Again l s r o E Ho) as [M A]. apply (by_again p _ M). apply IH; auto.
           rewrite W2, Vo. destruct z as [ z | ]; [ | discriminate ]. cbn. intros [= Z]. apply N.lxor_eq in Z. congruence.
        -- destruct (Plain l s r o E Ho) as [M A]. apply (by_plain p _ M). apply IH; auto.
           rewrite W2, Vo. cbn. now rewrite N.lxor_nilpotent.
      * apply rule_none_again in Vs. destruct (again s) as [ | o os ] eqn:Ea; [ now elim Vs | ].
        destruct (Again l s r o E) as [M A]; [ rewrite Ea; now left | ]. apply (by_again p _ M). apply IH; auto.
        rewrite W2. now destruct (worth V o).
  - (* No move wins. *)
    intros Z. constructor.
    + intros s Hs. destruct (over s) eqn:Os; auto. apply none_of_ended in Os. apply in_split in Hs.
      destruct Hs as (l & r & E). rewrite E, worth_none in Z by auto. discriminate.
    + intros q Hq. apply moves_spec in Hq. destruct Hq as (l & s & r & o & E & Ho & ->).
      destruct (Plain l s r o E Ho) as [M A]. apply IH; auto. intros Zq.
      destruct (worth_around V l s r) as [W1 W2]. rewrite E, W1 in Z. rewrite W2 in Zq.
      destruct (V s) as [ x | ] eqn:Vs; [ | discriminate ]. destruct (worth V (l ++ r)) as [ y | ]; [ | discriminate ].
      destruct (worth V o) as [ z | ] eqn:Vo; [ | discriminate ]. cbn in Z, Zq.
      injection Z as Z. injection Zq as Zq. rewrite <- Zq in Z. apply lxor_cancel_r in Z. subst z.
      rewrite value_exists in Vs. apply (in_map (worth V)) in Ho. rewrite Vo in Ho.
      apply rule_nimber in Vs. destruct Vs as [_ [[_ [Out _]] | (_ & Out & _)]]; auto. apply Out, nimbers_In, Ho.
    + intros q Hq. apply moves_spec in Hq. destruct Hq as (l & s & r & o & E & Ho & ->).
      destruct (Again l s r o E Ho) as [M A]. apply IH; auto.
      destruct (worth_around V l s r) as [W1 W2]. rewrite E, W1 in Z. rewrite W2, <- Z. f_equal.
      destruct (V s) as [ x | ] eqn:Vs; [ | discriminate ]. rewrite value_exists in Vs.
      apply (in_map (worth V)) in Ho. apply rule_nimber in Vs. destruct Vs as [_ [[N _] | (All & _)]]; auto.
      rewrite N in Ho. destruct Ho.
Qed.

Lemma not_both p : wins p -> ~ loses p.
Proof.
  assert (Finite : well_founded (after State options)) by (apply moves_end, ends).
  assert (Below : forall o p q, (forall s, incl (o s) (options s)) -> In q (moves State o p) -> after State options q p).
  { intros o p' q Incl H. apply moves_spec in H. apply moves_spec. destruct H as (l & s & r & x & E & Hx & Eq).
    exists l, s, r, x. repeat split; auto. now apply Incl. }
  induction p as [p IH] using (well_founded_ind Finite). intros W L.
  inversion_clear L as [? NoEnd AllPlain AllAgain]. inversion_clear W as [? s Hs E | ? q Hq Lq | ? q Hq Wq].
  - apply NoEnd in Hs. congruence.
  - apply (IH q); auto. apply (Below plain); auto. intros s. now apply incl_appl.
  - apply (IH q); auto. apply (Below again); auto. intros s. now apply incl_appr.
Qed.

Theorem moves_again p : (wins p <-> worth V p <> Some 0) /\ (loses p <-> worth V p = Some 0).
Proof.
  destruct (winner p) as [W L]. pose proof (not_both p) as No.
  assert (D : worth V p = Some 0 \/ worth V p <> Some 0) by (destruct (worth V p) as [ [ | v ] | ]; auto; right; discriminate).
  split; split; tauto.
Qed.
Corollary winning_plain_move p q : In q (moves State plain p) -> (loses q <-> worth V q = Some 0).
Proof. intros _. apply moves_again. Qed.

Corollary winning_move_again p q : In q (moves State again p) -> (wins q <-> worth V q <> Some 0).
Proof. intros _. apply moves_again. Qed.

(* A component that is worth x is lost beside what is worth x alone, and one without a nimber beside nothing. *)
Corollary lost_beside s r : loses (s :: r) <-> exists x, V s = Some x /\ worth V r = Some x.
Proof.
  destruct (moves_again (s :: r)) as [_ ->]. change (worth V (s :: r)) with (plus (V s) (worth V r)).
  destruct (V s) as [ x | ], (worth V r) as [ y | ]; cbn; split; try discriminate.
  - intros [= E]. apply N.lxor_eq in E. subst y. now exists x.
  - intros (z & [= ->] & [= ->]). now rewrite N.lxor_nilpotent.
  - intros (z & _ & [=]).
  - intros (z & [=] & _).
  - intros (z & [=] & _).
Qed.
End MovesAgain.
