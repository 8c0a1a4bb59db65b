"""New positions to play: not over, not soon over, and won by the player who should win."""

from __future__ import annotations

import random
import time
from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.authoring.openings import lasts, walked
from grundy.core.values import Outcome
from grundy.errors import OverBudgetError, RulesetError
from grundy.games.game import SampledReader
from grundy.games.sampling import position_of_size
from grundy.lab.fields import GAME, MISERE, SEED, SIZE, integer, one_of, share
from grundy.lab.operation import operation
from grundy.runtime import limits, progress
from grundy.runtime.costs import ASIDE_OPTIONS, EXTRA_OPTIONS, MOMENT_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.choices import Choice
    from grundy.core.position import Position
    from grundy.games import Game
    from grundy.lab.catalogue import Catalogue

_TRIES = 40  # positions of one size
_SIZES = 6  # sizes that are tried, each larger than the one before
_PLAYOUTS = 6  # random games that are played from a position
_BUDGET = {"search_options": EXTRA_OPTIONS, "shape_options": ASIDE_OPTIONS}  # for one position
_EXAMINED = 40  # winning moves
_OVER = 4  # the rank of a finished game


@operation(
    example={"game": "kayles", "size": [2, 9], "seed": 7},
    game=GAME,
    size=SIZE,
    density=share(),
    seed=SEED,
    wins=one_of(("first", "second", "either"), "Who can win the position."),
    larger=integer(0, 100, "The number that is added to each side of `size`."),
    misere=MISERE,
)
def deals(  # noqa: PLR0913 - its fields
    catalogue: Catalogue,
    *,
    game: str,
    size: list[int] | None = None,
    density: float = 0.2,
    seed: int = 0,
    wins: str = "first",
    larger: int = 0,
    misere: bool = False,
) -> dict[str, Any]:
    """Deal a position to play.

    At least four moves can be made, no move wins at once, and the player of `wins` can win. The same seed gives the
    same position if the time is long enough. If there is no such position of this size, larger ones are tried. A
    position that is too hard to solve at once is dealt as it is. After about a second, the best position so far is
    dealt: `wins` says who can win it, or is null if that is not known.
    """
    found = catalogue.find(game)
    rng = random.Random(seed)
    if isinstance(found.reader, SampledReader) and found.reader.sides:
        drawn = sampled(found, rng, size, density, larger)
    else:
        drawn = islice(walked(found, rng), _TRIES)
    position, winner = deal(drawn, rng, wins, misere=misere)
    if position is None:
        raise RulesetError("error.no-opening", game=found.name)
    return {"position": str(position), "wins": winner}


def deal(
    drawn: Iterable[Position],
    rng: random.Random,
    wins: str,
    *,
    misere: bool = False,
    seconds: float = MOMENT_SECONDS,
) -> tuple[Position | None, str | None]:
    """Return the first position of rank 0, or after some seconds the position of the least rank, and who wins it."""
    deadline = time.monotonic() + seconds
    best: tuple[int, Position | None, str | None] = (_OVER, None, None)
    for position in drawn:
        progress.check_cancelled()
        rank, winner = _rank(position, rng, wins, misere=misere)
        if rank < best[0]:
            best = (rank, position, winner)
        if rank == 0 or (best[1] is not None and time.monotonic() > deadline):
            break
    return best[1:]


def _rank(position: Position, rng: random.Random, wins: str, *, misere: bool) -> tuple[int, str | None]:
    """Return how far a position is from a good one, and who wins it.

    0: good, or too much work to decide. 1: a move wins at once. 2: the other player wins. 3: the game is soon over.
    4: the game is over.
    """
    if not position.choices():
        return _OVER, None
    if not any(lasts(position, rng) for _ in range(_PLAYOUTS)):
        return 3, None
    try:
        with limits.limited(**_BUDGET):
            play = position.misere if misere else position
            outcome = play.outcome
            won_at_once = outcome is Outcome.N and any(map(_is_last, play.winning_moves().first(_EXAMINED)[0]))
    except OverBudgetError:
        return 0, None
    winner = {Outcome.N: "first", Outcome.P: "second"}.get(outcome)
    if wins not in (winner, "either"):
        return 2, winner
    return (1 if won_at_once else 0), winner


def _is_last(choice: Choice) -> bool:
    return choice.option.ends or not choice.after.choices()


def sampled(game: Game, rng: random.Random, size: list[int] | None, density: float, larger: int) -> Iterator[Position]:
    """Yield random positions of a size, then of larger sizes."""
    sides = game.reader.sides
    wanted = size or [side.usual for side in sides]
    for growth in range(larger, larger + _SIZES):
        sized = [max(side.least, min(number + growth, side.most)) for side, number in zip(sides, wanted, strict=True)]
        for _ in range(_TRIES):
            yield position_of_size(game, rng, sized, density)
