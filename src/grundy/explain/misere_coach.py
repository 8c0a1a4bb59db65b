"""The coach in misère play: comments on moves, hints and replies. Nimbers say nothing about it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from grundy.core.values import Outcome
from grundy.errors import GameOverError, NoNimber, OverBudgetError
from grundy.messages import Message
from grundy.runtime import limits

if TYPE_CHECKING:
    from grundy.core.choices import Choice
    from grundy.core.position import Position

_MOST_CHOICES = 5000  # among which a move is drawn
_FEW_OPTIONS = 20_000  # of a search whether a position is tame


@dataclass(frozen=True, slots=True)
class MisereComment:
    """What a move did; `verdict` as in normal play (`grundy.explain.coach.Comment`); `last` if it was a last one."""

    verdict: Literal["won", "kept", "gave-away", "lost-anyway"]
    move: str
    better: str | None = None
    last: bool = False
    entailing: bool = False  # the same player never moves again

    @property
    def message(self) -> Message:
        """The message that says it."""
        kind = "last" if self.last and self.verdict == "lost-anyway" else self.verdict
        return Message(f"comment.misere-{kind}", {"move": self.move, "better": self.better})


@dataclass(frozen=True, slots=True)
class MisereHint:
    """A move and why it wins, or why none does."""

    move: str
    wins: bool
    message: Message


class MisereCoach:
    """An opponent in misère play: a winning move, or with the probability `errors` any; any where none wins."""

    def __init__(self, errors: float = 0.0, seed: int | None = None) -> None:
        if not 0 <= errors <= 1:
            raise ValueError(errors)
        self.errors = errors
        self._rng = random.Random(seed)

    def reply(self, position: Position) -> Choice:
        """Return the coach's move. Raises `GameOverError` where there is none."""
        choices = _some(position)
        winning = [] if self._rng.random() < self.errors else _winning(position)
        return self._rng.choice(winning or choices)


def comment(choice: Choice) -> MisereComment:
    """Return what a move did."""
    before, after = choice.position.misere.outcome, choice.after.misere.outcome
    last = not choice.option.ends and not choice.after.choices()
    if choice.option.ends:
        return MisereComment("won", choice.move)
    if after is Outcome.P:
        return MisereComment("kept", choice.move)
    if before is Outcome.P:
        return MisereComment("lost-anyway", choice.move, last=last)
    better = next(iter(choice.position.misere.winning_moves())).move
    return MisereComment("gave-away", choice.move, better, last=last)


def hint(position: Position) -> MisereHint:
    """Return a winning move, or any move where none wins, with the reason. Raises `GameOverError`."""
    choices = _some(position)
    best = next(iter(position.misere.winning_moves()), None)
    choice = best or choices[0]
    return MisereHint(choice.move, best is not None, _why_it_wins(choice) if best else _why_none_wins(choice))


def _winning(position: Position) -> list[Choice]:
    return list(islice(position.misere.winning_moves(), _MOST_CHOICES))


def _why_it_wins(choice: Choice) -> Message:
    """Say why a winning move wins: the game ends, only last moves are left, it is like nim, or each reply has one."""
    params: dict[str, Any] = {"move": choice.move}
    if choice.option.ends:
        return Message("hint.misere-ends", params)
    replies = _some(choice.after)
    if not any(reply.option.ends or reply.after.choices() for reply in replies):
        return Message("hint.misere-last", params)
    few = min(_FEW_OPTIONS, limits.budget().search_options)
    try:
        with limits.limited(search_options=few):
            if choice.after.misere.tame:
                return Message("hint.misere-nim" if choice.after.nimber == 0 else "hint.misere-ones", params)
    except (NoNimber, OverBudgetError):
        pass
    if choice.after.misere.quotient is not None:
        return Message("hint.misere-quotient", {**params, "by": choice.after.misere.reason})
    reply = next(one for one in replies if one.option.ends or one.after.choices())
    answer = next(iter(reply.after.misere.winning_moves()))
    return Message("hint.misere-answer", {**params, "reply": reply.move, "answer": answer.move})


def _why_none_wins(choice: Choice) -> Message:
    reply = None if choice.option.ends else next(iter(choice.after.misere.winning_moves()), None)
    if reply is None:
        return Message("hint.misere-lost-last", {"move": choice.move})
    return Message("hint.misere-lost", {"move": choice.move, "reply": reply.move})


def _some(position: Position) -> list[Choice]:
    choices = list(islice(position.choices(), _MOST_CHOICES))
    if not choices:
        raise GameOverError(str(position))
    return choices
