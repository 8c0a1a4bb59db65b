"""The coach: an opponent that plays perfectly or errs at a given rate; comments on moves; hints.

Comments and hints are messages (`grundy.runtime.messages`): data for JSON, and a text in each language. A position with large
heaps has too many moves to list. So at most `MOST_CHOICES` moves are considered, taken in turn from each component.
Winning moves are found separately, so none is missed because of that limit.

>>> import grundy
>>> heaps = grundy.games.nim(3, 5)
>>> print(hint(heaps))
“take 2 from the heap of 5” (2:5 -> 3) wins. The components are worth 3 and 5, and their nim-sum is 6. The move turns 5 into 3, so that the nim-sum is 0.
>>> played = next(choice for choice in heaps.choices() if choice.move == "2:5 -> 4")
>>> print(comment(played))
“take 1 from the heap of 5” (2:5 -> 4) gives the win away. It leaves nimber 7, which the opponent can make 0; “take 2 from the heap of 5” (2:5 -> 3) would have left 0.
"""  # noqa: E501 - an output

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any, Literal

from grundy.core.choices import Choice
from grundy.core.scenes import GridScene
from grundy.core.values import Loopy, Outcome
from grundy.errors import GameOverError
from grundy.runtime.messages import Message
from grundy.theory.explain.endings import (
    MOST_CHOICES,
    best,
    explore,
    is_entailing,
    little_work,
    moves_left,
    remoteness_after,
    shortest,
    winning,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Component
    from grundy.core.position import Position
    from grundy.core.values import Value

__all__ = ["MOST_CHOICES", "Coach", "Comment", "Hint", "comment", "hint", "some_choices", "steps"]

_MOST_RESISTING = 48  # moves whose winning replies are counted
_MOST_REPLIES = 100  # winning replies to one move that are counted
_SHOWN_NIMBERS = 8  # nimbers of components that a sentence lists

Nimber = int | None  # None stands for WIN and for infinity, which are no nimbers


class Coach:
    """An opponent in any game: perfect, or with a known rate of errors.

    If it can win, it errs with the probability `errors`: it makes a move that gives the win away, if there is one; each
    such move among those considered has the same probability. Otherwise it makes a winning move, and prefers a move
    that ends the game. If it cannot win, it considers at most 48 moves, and makes the one that leaves the opponent the
    fewest winning replies. Ties are broken at random; the same `seed` and the same calls give the same replies. With
    `fast` it wins in as few moves as possible, and resists as long as possible (`Position.remoteness`), if that is not
    too much work.

    With components of loopy rulesets it always plays as with `fast`, because other winning moves could lead back to
    earlier positions. If that is too much work, it makes winning moves that still bring play to an end, possibly later.
    In a drawn position it keeps the draw, except for its errors; each move that keeps it has the same probability.

    Raises `ValueError` for a rate that is not from 0 to 1.

    >>> import grundy
    >>> print(Coach().reply(grundy.games.nim(3, 5)))
    2:5 -> 3
    >>> position = grundy.games.nim(3, 5)
    >>> position.play(Coach(errors=1, seed=1).reply(position)).outcome.value
    'N'
    """

    def __init__(self, errors: float = 0.0, seed: int | None = None, *, fast: bool = False) -> None:
        """Make an opponent; without a seed, its random choices differ from run to run."""
        if not 0 <= errors <= 1:
            message = f"expected a rate of errors from 0 to 1, found {errors!r}"
            raise ValueError(message)
        self.errors = errors
        self.fast = fast
        self._random = random.Random(seed)

    def reply(self, position: Position) -> Choice:
        """Return the move that the coach makes.

        The cost is that of the values of the position and of the moves that are considered; in lost positions, also of
        the replies to at most 48 moves. Raises `GameOverError` if there is no move.
        """
        _check(position)
        errs = self._random.random() < self.errors
        fast = self.fast or position.is_loopy
        if position.outcome is Outcome.P:
            longest = _longest(position) if fast else None
            return longest or self._random.choice(_most_stubborn(position)[0])
        error = self._error(position) if errs else None
        if position.outcome is Outcome.D:
            return error or self._random.choice(position.drawing_moves().first(MOST_CHOICES)[0])
        if error or position.is_loopy:
            return error or best(position)
        return (shortest(position) if fast else None) or self._random.choice(winning(position))

    def _error(self, position: Position) -> Choice | None:
        """Return a move that gives the win or the draw away, or None if no move that is considered does."""
        choices = some_choices(position)
        self._random.shuffle(choices)
        best_outcome = Outcome.P if position.outcome is Outcome.N else Outcome.D
        outcome_after = position.solution.outcome_after
        return next((choice for choice in choices if outcome_after(choice) is not best_outcome), None)


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a move.

    `verdict` says what the move did:

    - ``won``: it was the last move, or a move that ends the game (`ends`);
    - ``kept``: it leads from an N-position to a P-position;
    - ``gave-away``: it leads to an N-position, while `better` would have won;
    - ``lost-anyway``: there was no winning move;
    - ``kept-draw``: it leads from a D-position to a D-position;
    - ``gave-draw-away``: it leads from a D-position to an N-position, while `better` would have kept the draw;
    - ``drew``: it leads from an N-position to a D-position, while `better` would have won.

    The last three occur with loopy components only. If the opponent can win now, `reply` is a winning move. With
    `better_ends`, `better` would have ended the game. Nimbers are those of the whole position, or None if its value is
    `WIN`, `LOONY` or infinity. With `entailing` the same player may move again after some moves of the game. If this is
    such a move, `again` is the kind of the message that says so. Its `outcome_after` is still that for the opponent, P
    if the move wins, but there is no `reply`. Moves are texts: `move` and `better` in the position before the move,
    `reply` in the position after it.
    """

    verdict: Literal["won", "kept", "gave-away", "lost-anyway", "kept-draw", "gave-draw-away", "drew"]
    move: str
    ends: bool
    outcome_before: Outcome
    outcome_after: Outcome
    nimber_before: Nimber
    nimber_after: Nimber
    better: str | None = None
    reply: str | None = None
    better_ends: bool = False
    loopy: bool = False
    entailing: bool = False
    again: str | None = None

    @property
    def message(self) -> Message:
        """The comment as a message."""
        if self.verdict == "won":
            kind = "-ends" if self.ends else ""
        elif self.entailing:
            kind = "-turn" if self.again else "-entailing"
        elif self.verdict not in ("gave-away", "lost-anyway"):
            kind = ""
        elif self.loopy:
            kind = "-entailing" if self.better_ends else "-loopy"
        elif self.better_ends:
            kind = "-both" if self.nimber_after is None else "-at-once"
        else:
            kind = "-ends" if self.nimber_after is None else ""
        params = {"move": self.move, "nimber": self.nimber_after, "reply": self.reply, "better": self.better}
        because = {} if self.again is None else {"because": Message(self.again)}
        return Message(f"comment.{self.verdict}{kind}", {**params, **because})

    def data(self) -> dict[str, object]:
        """Return the kind of the message, its parameters, and the fields, for JSON; outcomes are letters."""
        outcomes = {"outcome_before": str(self.outcome_before), "outcome_after": str(self.outcome_after)}
        return {**self.message.data(), **asdict(self), **outcomes}

    def __str__(self) -> str:
        """Return the comment in English."""
        return str(self.message)


@dataclass(frozen=True, slots=True)
class Hint:
    """A good move, and the reason why it is good.

    `wins` says whether the move wins. If no move wins, `move` is the best defence among the examined moves; with
    `draws`, it is a move that keeps a draw, and `drawing` is the number of such moves (None: too many to count).

    `nimbers` are those of the components, term by term (None for a value that is no nimber), and `nimber` is their
    nim-sum. The move is in component `component` (counted from 0) of term `term` (from 1), and turns it into components
    with the nimbers `into`. `ends` says that it ends the whole game, `last` that no move is left after it.

    In a lost position, the opponent has `replies` winning replies (None: too many to count), and `reply` is one of
    them. With loopy components, `moves` is the number of moves, this move included, if the winner wins as fast as
    possible; it is None if it is much work to find. With `entailing` the same player may move again after some moves,
    and `again` says that this is such a move; a hint for a lost position has no replies then.
    """

    wins: bool
    move: str
    ends: bool
    last: bool
    nimber: Nimber
    nimbers: tuple[tuple[Nimber, ...], ...]
    term: int
    component: int
    into: tuple[Nimber, ...]
    replies: int | None = 0
    reply: str | None = None
    draws: bool = False
    drawing: int | None = 0
    moves: int | None = None
    entailing: bool = False
    again: bool = False

    @property
    def message(self) -> Message:
        """The hint as a message."""
        if not self.wins and not self.entailing:
            count = self.drawing if self.draws else self.replies
            many = {None: "many", 1: "one"}.get(count, "some")
            counted = {"move": self.move, "reply": self.reply, "replies": self.replies, "drawing": count}
            return Message(f"hint.draw-{many}" if self.draws else f"hint.lost-{many}", counted)
        if self.wins and (self.ends or self.last):
            return Message("hint.ends" if self.ends else "hint.last", {"move": self.move})
        if self.moves is not None or self.entailing:
            entailing = "again" if self.again else "entailing"
            kind = "lost-entailing" if not self.wins else entailing if self.entailing else "loopy"
            return Message(f"hint.{kind}", {"move": self.move, "moves": self.moves})
        nimbers = [nimber for term in self.nimbers for nimber in term]
        if len(nimbers) == 1 or None in nimbers:
            return Message("hint.alone", {"move": self.move})
        total = 0
        for nimber in self.into:
            total ^= nimber or 0
        after = Message("hint.together", {"parts": list(self.into), "total": total}) if len(self.into) > 1 else total
        params = {"move": self.move, "nimber": self.nimber, "after": after}
        params["before"] = self.nimbers[self.term - 1][self.component]
        if len(nimbers) > _SHOWN_NIMBERS:
            return Message("hint.sum-many", params)
        return Message("hint.sum", {**params, "listed": nimbers})

    def data(self) -> dict[str, object]:
        """Return the kind of the message, its parameters, and the fields, for JSON."""
        return {**self.message.data(), **asdict(self)}

    def __str__(self) -> str:
        """Return the hint in English."""
        return str(self.message)


def steps(found: Hint, position: Position) -> list[Message]:
    r"""Return a hint in steps: that a move wins, in which component, in which row of a board, and the move itself.

    Without a winning move, there is one step.

    >>> import grundy
    >>> board = grundy.games.wall_making("X..\n...")
    >>> for step in steps(hint(board), board):
    ...     print(step)
    1 move wins.
    One is in row 1.
    “walls from r1c2” wins. It leaves nimber 0: every move from there leads away from 0, and has a reply that wins.
    """
    last = found.message
    if not found.wins:
        return [last]
    winning, are_all = position.winning_moves().first(MOST_CHOICES)
    some = Message("hint.step-wins", {"number": len(winning)}) if are_all else Message("hint.step-wins-some")
    nimber = found.nimbers[found.term - 1][found.component]
    where = [Message("hint.step-component", {"nimber": nimber})] if len(position.components) > 1 and nimber else []
    choice = position.choice(found.move)
    term, scene = position.terms[choice.term], position.scenes([])[choice.term]
    places = term.notation.places(term.components, choice.index, choice.option.move)
    if isinstance(scene, GridScene) and len(scene.rows) > 1 and places and isinstance(places[0], tuple):
        where.append(Message("hint.step-row", {"row": scene.row_number(places[0][0])}))
    return [some, *where, last]


def comment(choice: Choice) -> Comment:
    r"""Return what a move did to the outcome, a better move if there was one, and how the opponent wins now.

    The cost is that of the values of the positions before and after the move, and of one winning move in each. Raises
    `OverBudgetError` if a value is more work than the budget allows.

    >>> import grundy
    >>> board = grundy.games.wall_making("X.\n..")
    >>> print(comment(board.choice("r1c2")))  # doctest: +NORMALIZE_WHITESPACE
    “walls from r1c2” gives the win away. It leaves nimber 1, which the opponent can make 0;
    “walls from r2c2” would have left 0.
    """
    before, after = choice.position, choice.after
    values = _nimber(before.value), _nimber(after.value)
    outcomes = before.outcome, after.outcome
    if Outcome.D in outcomes:
        return _comment_on_draw(choice, outcomes, values)
    if is_entailing(before):
        return _comment_entailing(choice, values)
    if outcomes[1] is Outcome.P:
        over = choice.option.ends or not after.choices()
        return Comment("won" if over else "kept", choice.said, choice.option.ends, *outcomes, *values)
    reply = best(after).said
    loopy = isinstance(after.value, Loopy)
    if outcomes[0] is Outcome.P:
        return Comment("lost-anyway", choice.said, choice.option.ends, *outcomes, *values, reply=reply, loopy=loopy)
    better = best(before)
    moves, ends = (better.said, reply), better.option.ends
    return Comment("gave-away", choice.said, choice.option.ends, *outcomes, *values, *moves, ends, loopy=loopy)


def _comment_entailing(choice: Choice, values: tuple[Nimber, Nimber]) -> Comment:
    """Return a comment for a game in which the same player moves again after some moves."""
    before, again = choice.position, choice.option.again
    outcomes = before.outcome, before.solution.outcome_after(choice)
    verdict: Literal["won", "kept", "lost-anyway", "gave-away"] = "gave-away"
    better, reply = None, None
    if outcomes[1] is Outcome.P:
        over = choice.option.ends or not (again or choice.after.choices())
        verdict = "won" if over else "kept"
    else:
        reply = None if again else best(choice.after).said
        if outcomes[0] is Outcome.P:
            verdict = "lost-anyway"
        else:
            better = best(before).said
    says = choice.component.ruleset.entailing or "turn.again" if again else None
    return Comment(
        verdict, choice.said, choice.option.ends, *outcomes, *values, better, reply, entailing=True, again=says
    )


def _comment_on_draw(choice: Choice, outcomes: tuple[Outcome, Outcome], values: tuple[Nimber, Nimber]) -> Comment:
    """Return a comment on a move from a D-position, or to a D-position."""
    verdict: Literal["kept-draw", "gave-draw-away", "drew"] = "kept-draw"
    better, reply = None, None
    if outcomes[0] is Outcome.N:
        verdict, better = "drew", best(choice.position).said
    elif outcomes[1] is Outcome.N:
        verdict, reply = "gave-draw-away", best(choice.after).said
        better = next(iter(choice.position.drawing_moves())).said  # a D-position has such a move
    return Comment(verdict, choice.said, choice.option.ends, *outcomes, *values, better, reply, loopy=True)


def hint(position: Position, *, fast: bool = False) -> Hint:
    r"""Return a winning move and why it wins; in a lost position, the best defence.

    With `fast` it is a move that wins in as few moves as possible, if that is not too much work.

    The cost is that of the values of the components, and of one winning move; in lost positions, of the replies to at
    most 48 moves. Raises `GameOverError` if there is no move.

    >>> import grundy
    >>> print(hint(grundy.games.wall_making("..\n..")))
    There is no winning move: the nimber is 0, and every move leads away from 0. The best defence is “walls from r1c1”, which leaves the opponent one winning reply, “walls from r2c2”.
    """  # noqa: E501 - an output
    _check(position)
    if position.outcome is Outcome.N:
        return _hint((shortest(position) if fast else None) or best(position), wins=True)
    if position.outcome is Outcome.D:
        drawing, complete = position.drawing_moves().first(MOST_CHOICES)
        return _hint(drawing[0], wins=False, draws=True, drawing=len(drawing) if complete else None)
    choices, replies = _most_stubborn(position)
    if is_entailing(position):
        return _hint(choices[0], wins=False, replies=None)
    return _hint(choices[0], wins=False, replies=replies, reply=best(choices[0].after).said)


def _hint(choice: Choice, *, wins: bool, **fields: Any) -> Hint:
    """Return a hint with the fields that every hint has, and `fields`."""
    position = choice.position
    return Hint(
        wins=wins,
        move=choice.said,
        ends=choice.option.ends,
        last=choice.option.ends or not (choice.option.again or choice.after.choices()),
        nimber=_nimber(position.value),
        nimbers=tuple(tuple(_worth(position, part) for part in term.components) for term in position.terms),
        term=choice.term + 1,
        component=choice.index,
        into=tuple(_worth(position, part) for part in choice.option.components),
        moves=moves_left(position) if wins and position.is_loopy else None,
        entailing=is_entailing(position),
        again=choice.option.again,
        **fields,
    )


def _check(position: Position) -> None:
    """Raise `GameOverError` if there is no move."""
    if not position.choices():
        raise GameOverError(str(position))


def some_choices(position: Position) -> list[Choice]:
    """Return up to `MOST_CHOICES` choices, taken in turn from each component."""

    def choices_in(number: int, index: int, component: Component) -> Iterator[Choice]:
        for option in component.ruleset.moves(component.state):
            yield Choice(position, number, index, option)

    streams = [
        choices_in(number, index, component)
        for number, term in enumerate(position.terms)
        for index, component in enumerate(term.components)
    ]
    choices = (choice for turn in zip_longest(*streams) for choice in turn if choice is not None)
    return list(islice(choices, MOST_CHOICES))


def _longest(position: Position) -> Choice | None:
    """Return a move of a P-position after which the game lasts longest; None if that is much work to find."""
    if is_entailing(position):
        return None
    with little_work():
        explore(position)
        return max(some_choices(position), key=remoteness_after)
    return None


def _most_stubborn(position: Position) -> tuple[list[Choice], int | None]:
    """Return the moves with the fewest winning replies, and their number of replies; None stands for many."""
    choices = some_choices(position)
    choices = choices[:: -(-len(choices) // _MOST_RESISTING)]  # spread evenly over all choices
    fewest = _MOST_REPLIES
    found: list[Choice] = []
    for choice in choices:
        replies = 0 if choice.option.again else _replies(choice.after, fewest + 1)
        if replies < fewest:
            fewest, found = replies, []
        if replies == fewest:
            found.append(choice)
    return (found, fewest) if found else (choices, None)


def _replies(position: Position, most: int) -> int:
    """Return the number of winning moves, at most `most`; also `most` if not all moves can be checked."""
    found, complete = position.winning_moves().first(most)
    return len(found) if complete else most


def _worth(position: Position, component: Component) -> Nimber:
    return _nimber(position.solution.value_of(component))


def _nimber(value: Value) -> Nimber:
    return value if isinstance(value, int) else None
