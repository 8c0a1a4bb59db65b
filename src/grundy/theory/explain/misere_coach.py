"""The coach in misère play: comments on moves, hints and replies. Nimbers do not decide misère play."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from grundy.core.values import Outcome
from grundy.errors import GameOverError, NoNimber, OverBudgetError
from grundy.runtime import limits
from grundy.runtime.costs import ASIDE_OPTIONS
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from grundy.core.choices import Choice
    from grundy.core.position import Position

_MOST_CHOICES = 5000  # moves among which one is drawn at random


@dataclass(frozen=True, slots=True)
class MisereComment:
    """A comment on a move; `verdict` is as in normal play (`coach.Comment`); `last`: no move is left."""

    verdict: Literal["won", "kept", "gave-away", "lost-anyway"]
    move: str
    better: str | None = None
    last: bool = False
    entailing: bool = (
        False  # as in `grundy.theory.explain.coach.Comment`; always False, since misère play refuses such games
    )

    @property
    def message(self) -> Message:
        """The comment as a message."""
        kind = "last" if self.last and self.verdict == "lost-anyway" else self.verdict
        return Message(f"comment.misere-{kind}", {"move": self.move, "better": self.better})


@dataclass(frozen=True, slots=True)
class MisereHint:
    """A move, and the reason why it wins or why no move wins."""

    move: str
    wins: bool
    message: Message


class MisereCoach:
    """An opponent in misère play.

    It makes a winning move; with the probability `errors`, and in lost positions, it makes any move.
    """

    def __init__(self, errors: float = 0.0, seed: int | None = None) -> None:
        if not 0 <= errors <= 1:
            raise ValueError(errors)
        self.errors = errors
        self._rng = random.Random(seed)

    def reply(self, position: Position) -> Choice:
        """Return the coach's move. Raises `GameOverError` if there is none."""
        choices = _first_choices(position)
        winning = [] if self._rng.random() < self.errors else _winning(position)
        return self._rng.choice(winning or choices)


def comment(choice: Choice) -> MisereComment:
    """Return a comment on a move."""
    before, after = choice.position.misere.outcome, choice.after.misere.outcome
    last = not choice.option.ends and not choice.after.choices()
    if choice.option.ends:
        return MisereComment("won", choice.said)
    if after is Outcome.P:
        return MisereComment("kept", choice.said)
    if before is Outcome.P:
        return MisereComment("lost-anyway", choice.said, last=last)
    better = next(iter(choice.position.misere.winning_moves())).said
    return MisereComment("gave-away", choice.said, better, last=last)


def hint(position: Position) -> MisereHint:
    """Return a winning move, or any move if none wins, with the reason. Raises `GameOverError` if there is none."""
    choices = _first_choices(position)
    best = next(iter(position.misere.winning_moves()), None)
    choice = best or choices[0]
    return MisereHint(choice.said, best is not None, _why_it_wins(choice) if best else _why_none_wins(choice))


def _winning(position: Position) -> list[Choice]:
    return list(islice(position.misere.winning_moves(), _MOST_CHOICES))


def _why_it_wins(choice: Choice) -> Message:
    """Return why a winning move wins.

    The reasons are: it ends the game; each reply is the last move; play is as in nim; the misère quotient; or each
    reply has a winning answer.
    """
    params: dict[str, Any] = {"move": choice.said}
    if choice.option.ends:
        return Message("hint.misere-ends", params)
    replies = _first_choices(choice.after)
    if not any(reply.option.ends or reply.after.choices() for reply in replies):
        return Message("hint.misere-last", params)
    few = min(ASIDE_OPTIONS, limits.budget().search_options)
    try:
        with limits.limited(search_options=few):
            if choice.after.misere.tame:
                return Message("hint.misere-nim" if choice.after.nimber == 0 else "hint.misere-ones", params)
    except (NoNimber, OverBudgetError):
        pass
    if choice.after.misere.quotient is not None:
        return Message("hint.misere-quotient", {**params, "by": choice.after.misere.reason})
    reply = next(choice for choice in replies if choice.option.ends or choice.after.choices())
    answer = next(iter(reply.after.misere.winning_moves()))
    return Message("hint.misere-answer", {**params, "reply": reply.said, "answer": answer.said})


def _why_none_wins(choice: Choice) -> Message:
    reply = None if choice.option.ends else next(iter(choice.after.misere.winning_moves()), None)
    if reply is None:
        return Message("hint.misere-lost-last", {"move": choice.said})
    return Message("hint.misere-lost", {"move": choice.said, "reply": reply.said})


def _first_choices(position: Position) -> list[Choice]:
    """Return the first `_MOST_CHOICES` choices. Raises `GameOverError` if there are none."""
    choices = list(islice(position.choices(), _MOST_CHOICES))
    if not choices:
        raise GameOverError(str(position))
    return choices
