"""Positions to begin with, for rulesets whose files declare no sample."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

from grundy.core.values import Outcome
from grundy.errors import OverBudgetError, RulesetError
from grundy.runtime import limits, progress
from grundy.runtime.costs import ASIDE_OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from grundy.core.position import Position
    from grundy.games import Game

LEAST_MOVES = 4  # of a game that is long enough to play
_WALKED = 6  # random moves from an opening, at most
_MOST_CHOICES = 200  # of one position
_TEXTS = (  # that the `parse` of a ruleset may accept: sizes of boards, numbers, words, rows
    *("4x5", "3x4", "10", "3 5", "3 4 5", "all", "start", "full", "new"),
    *("....\n....\n....\n....", "....\n.#..\n....", "..........", "0" * 6, "1" * 6, "()", "[]"),
)
_LITERALS = (*("10", "12", "5", "3, 5", "(3, 5)", "2, 3, 4", "(2, 3, 4)", "(4, 4, 4)", "1, 2, 3, 4"), "'.....'", "()")


def opening(game: Game) -> str:
    """Return the text of a position of a declared ruleset that has moves, if possible of a won position.

    Texts that rulesets often accept are tried one by one. Raises `RulesetError` if none of them is a position.
    """
    second = ""
    for text in candidates(game):
        progress.check_cancelled()
        with suppress(Exception):  # the rules may raise anything for a text that they do not accept
            moves, won = _tried(game, text)
            if moves >= LEAST_MOVES and won:
                return text
            second = second or (text if moves else "")
    progress.check_cancelled()
    if not second:
        raise RulesetError("error.no-opening", game=game.name)
    return second


def walked(game: Game, rng: Random) -> Iterator[Position]:
    """Yield positions after a few random moves from an opening, without end."""
    start = game.parse(opening(game))
    while True:
        position = start
        for _ in range(rng.randint(0, _WALKED)):
            choices = list(islice(position.choices(), _MOST_CHOICES))
            if not choices:
                break
            position = rng.choice(choices).after
        yield position


def lasts(position: Position, rng: Random) -> bool:
    """Return whether a game of random moves lasts long enough."""
    for _ in range(LEAST_MOVES - 1):
        choices = list(islice(position.choices(), _MOST_CHOICES))
        if not choices:
            return False
        position = rng.choice(choices).after
    return bool(position.choices())


def candidates(game: Game) -> Iterator[str]:
    """Yield texts that may be positions of a declared ruleset, the declared sample first."""
    if game.sample:
        yield game.sample
    rules = getattr(game.reader, "rules", None)
    yield from _TEXTS if rules is not None and rules.declares("parse") else _LITERALS


def _tried(game: Game, text: str) -> tuple[int, bool]:
    """Return how many moves a position has, counted up to `LEAST_MOVES`, and whether the next player wins it."""
    position = game.parse(text)
    moves = sum(1 for _ in zip(range(LEAST_MOVES), position.choices(), strict=False))
    with limits.limited(search_options=ASIDE_OPTIONS), suppress(OverBudgetError):
        return moves, position.outcome is Outcome.N
    return 0, False
