"""Finds the reasons: why a component is worth its nimber, what a move does, which reply there is.

It asks a position for its components, moves and values, and looks at a bounded number of each; what it
leaves out it counts. A smaller value's option is found by `moves_worth`, so that a heap with a formula or a
table need not list its moves.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from grundy.core.entailing import entails as entailing_rules
from grundy.core.values import LOONY, WIN, Loopy, Outcome, Win, outcome_of, value_of_sum
from grundy.errors import OverBudgetError, RulesetError
from grundy.explain.endings import best, is_entailing, moves_left
from grundy.explain.reasons import (
    Effect,
    ExplainedPart,
    Explanation,
    LoopyEnding,
    Reduction,
    Reply,
    Result,
    Verdict,
    Why,
)
from grundy.nimbers import mex
from grundy.runtime import limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grundy.core.choices import Choice
    from grundy.core.components import Component, Option
    from grundy.core.notation import Notation
    from grundy.core.position import Position
    from grundy.core.values import Value
    from grundy.messages import Message

MOST_PARTS = 24  # components in the sum
MOST_VALUES = 16  # smaller values with an option each
FEW_VALUES = 8  # where there are more than that
MOST_WINNING = 24
MOST_REPLIES = 12
MOST_REDUCTIONS = 6
MOST_COUNTED = 10_000  # moves
_MOST_SEARCHED = 100_000  # options, for a nimber where a formula says who wins


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
    """Say whether a formula knows who wins, and the nimber of the one component would take much work."""
    if len(position.components) != 1:
        return False
    rules, state = position.components[0]
    if rules.known_outcome(state) is None:
        return False
    with suppress(OverBudgetError), limits.limited(search_options=min(_MOST_SEARCHED, limits.budget().search_options)):
        _ = position.solution.component_values
        return False
    return True


def _by_formula(position: Position) -> Explanation:
    """Explain who wins, without nimbers: by what the game comes down to, and a winning move."""
    outcome = position.outcome
    found, complete = position.winning_moves().first(MOST_WINNING) if outcome is Outcome.N else ([], True)
    said = {one.move: words for one in found for words in [_in_words(one)] if words is not None}
    return Explanation(
        position=str(position),
        outcome=str(outcome),
        value=None,
        parts=(),
        parts_left_out=1,
        rest=0,
        why=None,
        move=None,
        winning=tuple(dict.fromkeys(one.move for one in found)),
        winning_left_out=0 if complete else None,
        replies=(),
        replies_left_out=None,
        reductions=_reductions_of(position),
        reductions_left_out=0,
        said=said,
    )


def _in_words(choice: Choice) -> Message | None:
    """Say a choice in words, where its text needs some."""
    return choice.position.terms[choice.term].notation.move_in_words(choice.component, choice.option)


def _reductions_of(position: Position) -> tuple[Reduction, ...]:
    """Return what the first terms come down to."""
    found = []
    for number, term in enumerate(position.terms[:MOST_REDUCTIONS], start=1):
        reduction = term.notation.reduction(term.components, position.solution)
        if reduction is not None:
            parts = position.part_numbers(number - 1)
            found.append(replace(reduction, term=number, game=term.notation.game, parts=parts))
    return tuple(found)


class _Explainer:
    """One position, and the values of its components."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._unlike = len({term.notation.game for term in position.terms}) > 1
        self._places = [
            (number, index) for number, term in enumerate(position.terms) for index in range(len(term.components))
        ]
        self._numbers = {place: number for number, place in enumerate(self._places)}
        self._solution = position.solution
        self._values = self._solution.component_values
        self._total = self._solution.value
        self._outcome = outcome_of(self._total)
        self._entailing = is_entailing(position)
        self._moves_left = moves_left(position) if position.is_loopy else None
        self._said: dict[str, Message] = {}  # moves in words

    def explanation(self, move: Choice | None, component: int | None) -> Explanation:
        if component is not None and not 0 <= component < len(self._places):
            if not self._places:
                raise RulesetError("error.component-none", found=component)
            raise RulesetError("error.component", last=len(self._places) - 1, found=component)
        lost = self._outcome is Outcome.P
        winning, complete = self._position.winning_moves().first(MOST_COUNTED)
        texts = list(dict.fromkeys(one.move for one in winning))  # equal heaps have equal moves
        self._say(winning[:MOST_WINNING])
        drawing, drawing_complete = self._position.drawing_moves().first(MOST_COUNTED)
        draws = list(dict.fromkeys(one.move for one in drawing))
        nearest = None
        if self._position.is_loopy and self._outcome is Outcome.N:
            nearest = best(self._position, hurries=self._moves_left is not None)
        chosen = move or nearest or self._instructive(winning) or next(iter(drawing), None)
        parts = [self._part(place) for place in range(min(MOST_PARTS, len(self._places)))]
        if component is None and self._places:
            component = self._simplest() if chosen is None else self._place(chosen)
        replies, replies_left = self._replies() if lost else ([], 0)
        reductions = _reductions_of(self._position)
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
            ending=self._ending(nearest),
            entailing=self._entailing,
            reductions=reductions,
            reductions_left_out=max(0, len(self._position.terms) - MOST_REDUCTIONS),
            said=self._said,
        )

    def _say(self, choices: Iterable[Choice]) -> None:
        """Keep these choices in words, where their texts need some."""
        for choice in choices:
            said = _in_words(choice)
            if said is not None:
                self._said[choice.move] = said

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
        """Name a component, with its game where that is not clear."""
        game, label, text = notation.game, notation.label(component), notation.component_text(component)
        clear = not self._unlike and game == (within or game)
        clear = clear or (notation.named and label is not None and label.params.get("text") == text)
        return ExplainedPart(number + 1, game, text, label, value, names_game=not clear)

    def _ending(self, nearest: Choice | None) -> LoopyEnding | None:
        """Say how play that may go on for ever comes to an end; `nearest` is a winning move that brings it nearer."""
        if not self._position.is_loopy or self._outcome is Outcome.D:
            return None
        return LoopyEnding(None if nearest is None else nearest.move, self._moves_left)

    def _instructive(self, winning: Sequence[Choice]) -> Choice | None:
        """Return a winning move that ends the game, or makes its component worth less; else any."""

        def lowers(move: Choice) -> bool:
            value = self._values[self._place(move)]
            if move.option.again:
                return False
            if isinstance(value, int) and isinstance(self._total, int):
                return move.option.ends or value ^ self._total < value
            return move.option.ends

        return next(filter(lowers, winning), next(iter(winning), None))

    def _simplest(self) -> int:
        """Return the component of the largest nimber whose smaller values can all be shown."""
        small = [(value, -place) for place, value in enumerate(self._values)
                 if isinstance(value, int) and value <= MOST_VALUES]  # fmt: skip
        return -max(small, default=(0, 0))[1]

    def _why(self, place: int) -> Why:
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
                with suppress(OverBudgetError):  # where there are millions of moves to look at
                    results += [self._result(place, one, wanted) for one in islice(rules.moves_worth(state, wanted), 1)]
        counted = sum(1 for _ in islice(rules.moves(state), MOST_COUNTED + 1))
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
        """Return why a component is worth what it is, and the moves that show it, if it has moves that entail."""
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
        """Say whether one of the first options of a component has no nimber."""
        rules, state = self._component(place)
        options = islice(rules.moves(state), MOST_COUNTED)
        return any(isinstance(self._solution.value_of(option.components[0]), Loopy) for option in options)

    def _smaller(self, value: int | Loopy) -> int:
        """Return how many nimbers are those of options that belong to the reason for a value, which is not WIN."""
        return value if isinstance(value, int) else len(value.reach)

    def _worth(self, place: int, nimber: int) -> Result:
        """Return an option of a component that has this nimber."""
        rules, state = self._component(place)
        return self._result(place, next(iter(rules.moves_worth(state, nimber))), nimber)

    def _not_undone(self, place: int, value: Loopy) -> Result:
        """Return an option that has no nimber, and from which no move leads to the least one that is not in the set.

        There is one, else that were the nimber of the component.
        """
        rules, state = self._component(place)
        least = mex(value.reach)
        for option in rules.moves(state):
            after = self._solution.value_of(option.components[0])
            if isinstance(after, Loopy) and least not in after.reach:
                return self._result(place, option, after)
        raise AssertionError(value)

    def _result(self, place: int, option: Option, value: Value | None = None) -> Result:
        """Say what an option leads to. Where its value is known, that of the last part follows from the others."""
        number, notation, component = self._places[place][0], self._notation(place), self._component(place)
        written = notation.move_text(component, option.move)
        move = self._position.part_prefix(*self._places[place]) + written
        said = notation.move_in_words(component, option)
        if said is not None:
            self._said[move] = said
        if option.ends:
            return Result(move, (), WIN, ends=True)
        values = list(map(self._solution.value_of, option.components[: None if value is None else -1]))
        if value is not None and option.components:
            values.append(value_of_sum([*values, value]))
        notations = {part: term.notation for term in option.terms for part in term.components}
        parts = [
            self._named(
                number,
                notation if part.ruleset == component.ruleset else _own(part, notations),
                part,
                worth,
                notation.game,
            )
            for part, worth in zip(option.components, values, strict=True)
        ]
        parts = [part for part in parts if part.label is not None]
        told = [part.text for part in parts] == [written]
        return Result(move, tuple(parts), value_of_sum(values), told=told, again=option.again)

    def _effect(self, move: Choice) -> Effect:
        place = self._place(move)
        result = self._result(place, move.option)
        after = self._solution.value_after(move)
        verdict: Verdict = "ends" if result.ends else _VERDICTS[self._outcome, self._solution.outcome_after(move)]
        told = not move.option.again
        answer = self._reply(move, after) if told and verdict in ("gives-away", "loses", "gives-draw-away") else None
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
        if move.option.again:
            self._say((move,))
            return Reply(move.move, value, "", str(move.after))
        answer = best(move.after, hurries=self._moves_left is not None)
        self._say((move,))
        return Reply(
            move=move.move,
            value=value,
            reply=answer.move,
            position=str(answer.after),
            ends=answer.option.ends,
            renumbered=move.after.parts != self._position.parts,
            said=_in_words(answer),
        )

    def _replies(self) -> tuple[list[Reply], int | None]:
        """Return replies to the first moves, and how many more moves there are, if these were counted."""
        moves = list(islice(self._position.choices(), MOST_COUNTED + 1))
        distinct = {move.move: move for move in reversed(moves)}  # equal heaps have equal moves, and equal replies
        first = dict.fromkeys(move.move for move in moves)
        found: list[Reply] = []
        with suppress(OverBudgetError):  # the position is solved, but what a move leads to may take more
            found.extend(
                self._reply(distinct[text], self._solution.value_after(distinct[text]))
                for text in islice(first, MOST_REPLIES)
            )
        return found, len(first) - len(found) if len(moves) <= MOST_COUNTED else None


def _own(part: Component, written: dict[Any, Notation]) -> Notation:
    return written.get(part) or part.ruleset.notation()
