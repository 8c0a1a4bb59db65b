"""Finds the reasons for an explanation: why a component has its nimber, what a move does, how the opponent replies.

The numbers of components, moves and values in an explanation are bounded; those left out are counted. An option with a
given smaller value is found by `moves_worth`, so that a heap with a formula or a table need not list its moves.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from grundy.core.choices import Choice
from grundy.core.engines import known_outcome
from grundy.core.nimbers import mex
from grundy.core.search.entailing import entails as entailing_rules
from grundy.core.values import LOONY, WIN, Loopy, Outcome, Win, outcome_of, value_of_sum
from grundy.errors import OverBudgetError, RulesetError
from grundy.runtime import limits
from grundy.runtime.costs import EXTRA_OPTIONS
from grundy.runtime.messages import Message
from grundy.theory.explain.endings import best, is_entailing, moves_left
from grundy.theory.explain.reasons import Effect, ExplainedPart, Explanation, LoopyEnding, Reply, Result, Verdict, Why

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from grundy.core.components import Component, Option
    from grundy.core.notation import Notation
    from grundy.core.position import Position
    from grundy.core.values import Value
    from grundy.theory.explain.reductions import Reduction

# how much an explanation shows
MOST_PARTS = 24  # components of the sum
MOST_VALUES = 16  # smaller values, each with an option; if there are more of them, only `FEW_VALUES` are shown
FEW_VALUES = 8
MOST_WINNING = 24  # winning moves
MOST_REPLIES = 12  # moves of a lost position, each with a reply; if there are more, only `SOME_REPLIES` are shown
SOME_REPLIES = 6
FEW_REPLIES = 3  # where all replies are opposite moves, or the same moves in equal components
MOST_REDUCTIONS = 6  # terms whose theory is shown
MOST_COUNTED = 1000  # moves that are counted


_VERDICTS: dict[tuple[Outcome, Outcome], Verdict] = {
    (Outcome.N, Outcome.P): "wins",
    (Outcome.N, Outcome.N): "gives-away",
    (Outcome.N, Outcome.D): "draws",
    (Outcome.D, Outcome.D): "keeps-draw",
    (Outcome.D, Outcome.N): "gives-draw-away",
    (Outcome.P, Outcome.N): "loses",
}


def explain(position: Position, move: Choice | str | None, component: int | None) -> Explanation:
    """Return the explanation of a position: see `grundy.core.position.Position.explain`."""
    chosen = None if move is None else position.choice(move)
    if chosen is None and component is None and _only_outcome(position):
        return _by_formula(position)
    return _Explainer(position).explanation(chosen, component)


def _only_outcome(position: Position) -> bool:
    """Return whether a formula says who wins, while the nimber of the only component would take much work."""
    if len(position.components) != 1:
        return False
    rules, state = position.components[0]
    if known_outcome(rules, state) is None:
        return False
    with suppress(OverBudgetError), limits.limited(search_options=min(EXTRA_OPTIONS, limits.budget().search_options)):
        _ = position.solution.component_values
        return False
    return True


def _by_formula(position: Position) -> Explanation:
    """Return an explanation without nimbers: the outcome, the theory of the game, and winning moves."""
    outcome = position.outcome
    found, complete = position.winning_moves().first(MOST_WINNING) if outcome is Outcome.N else ([], True)
    said = {choice.move: words for choice in found for words in [_in_words(choice)] if words is not None}
    reductions = _reductions_of(position)
    idea = reductions[0].idea if reductions else None
    return Explanation(
        position=str(position),
        outcome=str(outcome),
        value=None,
        parts=(),
        parts_left_out=1,
        rest=0,
        why=None,
        move=None,
        winning=tuple(dict.fromkeys(choice.move for choice in found)),
        winning_left_out=0 if complete else None,
        replies=(),
        replies_left_out=None,
        reductions=reductions,
        reductions_left_out=0,
        said=said,
        idea=() if idea is None else (idea,),
    )


def _in_words(choice: Choice) -> Message | None:
    """Return words for a choice; None if its text is plain enough."""
    return choice.said.words


def _reductions_of(position: Position) -> tuple[Reduction, ...]:
    """Return the theory of each of the first terms that has one."""
    found = []
    for number, term in enumerate(position.terms[:MOST_REDUCTIONS], start=1):
        reduction = term.notation.reduction(term.components, position.solution)
        if reduction is not None:
            parts = position.part_numbers(number - 1)
            reduction = replace(reduction, term=number, game=term.notation.game, parts=parts)
            found.append(replace(reduction, among_others=len(position.terms) > 1))
    return tuple(found)


class _Explainer:
    """The reasons of one position. A *place* is the number of a component, counted from 0 through all terms."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._has_several_games = len({term.notation.game for term in position.terms}) > 1
        self._places = [
            (number, index) for number, term in enumerate(position.terms) for index in range(len(term.components))
        ]  # the number of the term, and the index in the term, of each place
        self._numbers = {place: number for number, place in enumerate(self._places)}
        self._solution = position.solution
        self._values = self._solution.component_values
        self._total = self._solution.value
        self._outcome = outcome_of(self._total)
        self._entailing = is_entailing(position)
        self._moves_left = moves_left(position) if position.is_loopy else None
        self._known: Mapping[str, Any] = {}  # parameters of the theory of a single game
        self._theory: Message | None = None  # its idea
        self._equals = self._equal_pairs() if self._outcome is Outcome.P and not self._entailing else set()
        self._said: dict[str, Message] = {}  # words for moves, by the texts of the moves

    def explanation(self, move: Choice | None, component: int | None) -> Explanation:
        """Return the explanation, with the effect of `move` and the reasons for the value of `component`."""
        if component is not None and not 0 <= component < len(self._places):
            if not self._places:
                raise RulesetError("error.component-none", found=component)
            raise RulesetError("error.component", last=len(self._places) - 1, found=component)
        lost = self._outcome is Outcome.P
        reductions = _reductions_of(self._position)
        if len(reductions) == 1 == len(self._position.terms):
            self._known, self._theory = reductions[0].params, reductions[0].idea
        winning, complete = self._position.winning_moves().first(MOST_COUNTED)
        texts = list(dict.fromkeys(choice.move for choice in winning))  # equal heaps have moves with equal texts
        self._add_words(winning[:MOST_WINNING])
        drawing, drawing_complete = self._position.drawing_moves().first(MOST_COUNTED)
        draws = list(dict.fromkeys(choice.move for choice in drawing))
        ending = None  # a winning move that brings the end nearer
        if self._position.is_loopy and self._outcome is Outcome.N:
            ending = best(self._position, hurries=self._moves_left is not None)
        best_move = ending or self._instructive(winning)
        chosen = move or best_move or next(iter(drawing), None)
        parts = [self._part(place) for place in range(min(MOST_PARTS, len(self._places)))]
        if component is None and self._places:
            component = self._simplest() if chosen is None else self._place(chosen)
        replies, replies_left = self._replies() if lost else ([], 0)
        return Explanation(
            position=str(self._position),
            outcome=str(self._outcome),
            value=self._total,
            parts=tuple(parts),
            parts_left_out=len(self._places) - len(parts),
            rest=value_of_sum(self._values[len(parts) :]),
            why=None if component is None else self._why(component),
            move=None if chosen is None else self._effect(chosen),
            winning=tuple(texts[:MOST_WINNING]),
            winning_left_out=max(0, len(texts) - MOST_WINNING) if complete else None,
            drawing=tuple(draws[:MOST_WINNING]),
            drawing_left_out=max(0, len(draws) - MOST_WINNING) if drawing_complete else None,
            replies=tuple(replies),
            replies_left_out=replies_left,
            ending=self._ending(ending),
            entailing=self._entailing,
            reductions=reductions,
            reductions_left_out=max(0, len(self._position.terms) - MOST_REDUCTIONS),
            said=self._said,
            idea=tuple(self._idea(best_move, only=complete and len(texts) == 1, over=lost and not replies)),
            best=None if best_move is None else best_move.move,
        )

    def _idea(self, best_move: Choice | None, *, only: bool, over: bool) -> Iterator[Message]:
        """Yield the sentences to begin with: a winning move and what it leaves, or why each move loses."""
        several = len(self._places) > 1
        if best_move is not None:
            if self._theory is not None and best_move.move == self._known.get("move"):
                yield self._theory
                return
            yield Message(f"explain.{'only' if only else 'a'}-winning-move", {"move": best_move.said})
            if best_move.option.ends or best_move.option.again:
                yield Message("explain.ends" if best_move.option.ends else "explain.again-wins")
                return
            yield Message("explain.makes-sum" if several else "explain.makes", {} if several else {"value": 0})
            yield Message("explain.from-0")
        elif self._outcome is Outcome.P and not over and not self._entailing:
            kind = "-pairs" if self._equals else "-sum" if several else ""
            yield self._theory or Message(f"explain.answered{kind}")

    def _equal_pairs(self) -> set[Component]:
        """Return the components if each is there an even number of times, else an empty set."""
        odd: set[Component] = set()
        for place in range(len(self._places)):
            odd ^= {self._component(place)}
        return set() if odd else {self._component(place) for place in range(len(self._places))}

    def _copied(self, move: Choice) -> Choice:
        """Return the same move in an equal component, after a move."""
        component = self._component(self._place(move))
        return next(
            Choice(move.after, number, index, move.option)
            for number, term in enumerate(move.after.terms)
            for index, part in enumerate(term.components)
            if part == component
        )

    def _add_words(self, choices: Iterable[Choice]) -> None:
        """Add words for these choices to the explanation, for those whose texts are not plain enough."""
        for choice in choices:
            words = _in_words(choice)
            if words is not None:
                self._said[choice.move] = words

    def _component(self, place: int) -> Component:
        number, index = self._places[place]
        return self._position.terms[number].components[index]

    def _notation(self, place: int) -> Notation:
        return self._position.terms[self._places[place][0]].notation

    def _place(self, move: Choice) -> int:
        return self._numbers[move.term, move.index]

    def _part(self, place: int) -> ExplainedPart:
        return self._named(self._places[place][0], self._notation(place), self._component(place), self._values[place])

    def _named(
        self, number: int, notation: Notation, component: Component, value: Value, within: str = ""
    ) -> ExplainedPart:
        """Return a component for the explanation, with the name of its game if the game is not clear otherwise."""
        game, label, text = notation.game, notation.label(component), notation.component_text(component)
        clear = game == within if within else not self._has_several_games
        clear = clear or (notation.named and label is not None and label.params.get("text") == text)
        return ExplainedPart(number + 1, game, text, label, value, names_game=not clear)

    def _ending(self, choice: Choice | None) -> LoopyEnding | None:
        """Return how play with loopy components ends; `choice` is a winning move that brings the end nearer."""
        if not self._position.is_loopy or self._outcome is Outcome.D:
            return None
        return LoopyEnding(None if choice is None else choice.move, self._moves_left)

    def _instructive(self, winning: Sequence[Choice]) -> Choice | None:
        """Return the winning move of the theory, or one that ends the game or lowers its component's value, or any."""
        known = next((choice for choice in winning if choice.move == self._known.get("move")), None)

        def lowers(move: Choice) -> bool:
            value = self._values[self._place(move)]
            if move.option.again:
                return False
            if isinstance(value, int) and isinstance(self._total, int):
                return move.option.ends or value ^ self._total < value
            return move.option.ends

        return known or next(filter(lowers, winning), next(iter(winning), None))

    def _simplest(self) -> int:
        """Return the component with the largest nimber of which all smaller values can be shown."""
        small = [(value, -place) for place, value in enumerate(self._values)
                 if isinstance(value, int) and value <= MOST_VALUES]  # fmt: skip
        return -max(small, default=(0, 0))[1]

    def _why(self, place: int) -> Why:
        """Return the reasons for the value of a component."""
        value = self._values[place]
        rules, state = self._component(place).ruleset, self._component(place).state
        results: list[Result] = []
        beyond = None
        entails: Literal["", "worth", "two", "plain", "on"] = ""
        if entailing_rules(rules) and value is not WIN:
            entails, results = self._entails(place)
        if entails:
            pass
        elif isinstance(value, Loopy):
            results = [self._worth(place, wanted) for wanted in sorted(value.reach)[:MOST_VALUES]]
            beyond = self._not_undone(place, value)
        elif isinstance(value, Win):
            ends = islice((option for option in rules.moves(state) if option.ends), MOST_VALUES)
            results = [self._result(place, option, WIN) for option in ends]
        else:
            for wanted in range(value if value <= MOST_VALUES else FEW_VALUES):
                with suppress(OverBudgetError):  # there are millions of moves to check
                    first = islice(rules.moves_worth(state, wanted), 1)
                    results += [self._result(place, option, wanted) for option in first]
        counted = sum(1 for _ in islice(rules.options(state), MOST_COUNTED + 1))
        return Why(
            component=place,
            part=self._part(place),
            results=tuple(results),
            left_out=0 if entails or isinstance(value, Win) else self._smaller(value) - len(results),
            moves=counted if counted <= MOST_COUNTED else None,
            counted=min(counted, MOST_COUNTED),
            beyond=beyond,
            undone=isinstance(value, int) and rules.loopy and self._leads_to_infinity(place),
            entails=entails,
        )

    def _entails(self, place: int) -> tuple[Literal["", "worth", "two", "plain", "on"], list[Result]]:
        """Return why moves after which the same player moves again decide the value of a component, and such moves.

        The first value is one of the kinds of `Why.entails`; it is empty if the component has no such moves.
        """
        rules, state = self._component(place)
        options = list(rules.moves(state))
        again = [self._result(place, option) for option in options if option.again]
        for result in again:
            if isinstance(result.value, Win):
                return "on", [result]
        for result in again:
            if result.value != again[0].value:
                return "two", [again[0], result]
        if again and self._values[place] is LOONY:
            plain = (self._result(place, option) for option in options if not option.again)
            return "plain", [again[0], next(result for result in plain if result.value == again[0].value)]
        return ("worth", again[:1]) if again else ("", [])

    def _leads_to_infinity(self, place: int) -> bool:
        """Return whether one of the first options of a component is worth infinity."""
        rules, state = self._component(place)
        options = islice(rules.moves(state), MOST_COUNTED)
        return any(isinstance(self._solution.value_of(option.components[0]), Loopy) for option in options)

    def _smaller(self, value: int | Loopy) -> int:
        """Return how many nimbers of options the reason for a value has; the value is not `WIN`."""
        return value if isinstance(value, int) else len(value.reach)

    def _worth(self, place: int, nimber: int) -> Result:
        """Return an option of a component that is worth this nimber."""
        rules, state = self._component(place)
        return self._result(place, next(iter(rules.moves_worth(state, nimber))), nimber)

    def _not_undone(self, place: int, value: Loopy) -> Result:
        """Return an option that is worth infinity, from which no move leads to n, the least nimber outside the set.

        Such an option exists: otherwise the nimber of the component would be n.
        """
        rules, state = self._component(place)
        least = mex(value.reach)
        for option in rules.moves(state):
            after = self._solution.value_of(option.components[0])
            if isinstance(after, Loopy) and least not in after.reach:
                return self._result(place, option, after)
        raise AssertionError(value)

    def _result(self, place: int, option: Option, value: Value | None = None) -> Result:
        """Return what an option leads to. If its value is given, the value of its last part follows from the others."""
        number, notation, component = self._places[place][0], self._notation(place), self._component(place)
        move_text = notation.move_text(component, option.move)
        choice = Choice(self._position, *self._places[place], option)
        self._add_words((choice,))
        move = choice.said
        if option.ends:
            return Result(move, (), WIN, ends=True)
        values = list(map(self._solution.value_of, option.components[: None if value is None else -1]))
        if value is not None and option.components:
            values.append(value_of_sum([*values, value]))
        notations = {part: term.notation for term in option.terms for part in term.components}
        parts = [
            self._named(
                number,
                notation if part.ruleset == component.ruleset else notations.get(part) or part.ruleset.notation(),
                part,
                part_value,
                notation.game,
            )
            for part, part_value in zip(option.components, values, strict=True)
        ]
        parts = [part for part in parts if part.label is not None]
        names_result = [part.text for part in parts] == [move_text]
        return Result(move, tuple(parts), value_of_sum(values), move_names_result=names_result, again=option.again)

    def _effect(self, move: Choice) -> Effect:
        """Return what a move does to the sum."""
        place = self._place(move)
        result = self._result(place, move.option)
        after = self._solution.value_after(move)
        verdict: Verdict = "ends" if result.ends else _VERDICTS[self._outcome, self._solution.outcome_after(move)]
        has_answer = not move.option.again and verdict in ("gives-away", "loses", "gives-draw-away")
        answer = self._reply(move, after) if has_answer else None
        return Effect(
            component=place,
            part=self._part(place),
            result=result,
            before=self._total,
            after=after,
            verdict=verdict,
            position=str(move.after),
            answer=answer,
        )

    def _reply(self, move: Choice, value: Value) -> Reply:
        """Return a winning answer to a move that leaves the sum worth `value`, which is not 0."""
        opposite = self._known.get("replies", {}).get(move.move)
        answer: Choice | None
        if opposite is not None:
            answer = move.after.choice(opposite)
        elif self._equals:
            answer = self._copied(move)
        else:
            answer = None if move.option.again else best(move.after, hurries=self._moves_left is not None)
        self._add_words((move,))
        if answer is None:
            return Reply(move.move, value, "", str(move.after), "none")
        return Reply(
            move=move.move,
            value=value,
            reply=answer.move,
            position=str(answer.after),
            how="ends" if answer.option.ends else "again" if answer.option.again else "zero",
            renumbered=move.after.parts != self._position.parts,
            said=_in_words(answer),
        )

    def _replies(self) -> tuple[list[Reply], int | None]:
        """Return replies to the first moves, and the number of the other moves, or None if they were not counted."""
        moves = list(islice(self._position.choices(), MOST_COUNTED + 1))
        distinct: dict[str, Choice] = {}  # moves by their texts: equal heaps have equal moves, and equal replies
        for move in moves:
            distinct.setdefault(move.move, move)
        found: list[Reply] = []
        alike = self._known.get("replies") or self._equals
        most = FEW_REPLIES if alike else MOST_REPLIES if len(distinct) <= MOST_REPLIES else SOME_REPLIES
        with suppress(OverBudgetError):  # the position is solved, but positions after a move may take more work
            found.extend(
                self._reply(move, self._solution.value_after(move)) for move in islice(distinct.values(), most)
            )
        return found, len(distinct) - len(found) if len(moves) <= MOST_COUNTED else None
