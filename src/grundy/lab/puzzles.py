"""Puzzles: random positions that the player who moves can win, by levels."""

from __future__ import annotations

import math
import random
import time
from functools import reduce
from itertools import islice
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.authoring.openings import lasts, walked
from grundy.core.values import Outcome
from grundy.drawing.export.answers import plain
from grundy.errors import NoNimber, OverBudgetError
from grundy.games.game import SampledReader
from grundy.games.sampling import position_of_size
from grundy.lab.fields import GAME, SEED, SIZE, one_of
from grundy.lab.operation import operation
from grundy.runtime.costs import MOMENT_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.core.position import Position
    from grundy.games import Game
    from grundy.lab.catalogue import Catalogue

LEVELS = ("ten", "one", "large", "sum")
_TRIES = 120  # positions
_TEN = 10
_LEAST, _MOST = 0.6, 1.2  # times the usual size
_DENSITY = 0.2  # the share of blocked cells
_PASSED = 12  # one of this many positions from which a game is soon over is accepted
_MANY = 40  # winning moves that are counted


class Puzzle(NamedTuple):
    """A position, as the parts of a sum, and how many moves win, counted up to a limit."""

    parts: list[Position]
    winning: int

    @property
    def position(self) -> Position:
        """The sum of the parts."""
        return reduce(add, self.parts)


@operation(
    example={"game": "kayles", "level": "one", "seed": 7},
    game=GAME,
    level=one_of(LEVELS, "At most ten winning moves; one; one and a large nimber; a sum of two positions."),
    size=SIZE,
    seed=SEED,
)
def puzzles(
    catalogue: Catalogue,
    *,
    game: str,
    level: str = "one",
    size: list[int] | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """Make a puzzle: a position that the player who moves can win.

    Answer with its `parts`, how many moves are `winning`, and the nimber. If no position of the level is found in about
    a second, the answer is the hardest position that was found. For rulesets without random positions, it is a position
    that random moves from an opening reach.
    """
    found = catalogue.find(game)
    rng = random.Random(seed)
    puzzle = draw_puzzle(found, rng, level, size, seconds=MOMENT_SECONDS)
    if puzzle is None:  # no position can be won, as with empty heaps
        puzzle = Puzzle([next(_drawn_alone(found, rng, size))], 0)
    texts = [{"game": found.name, "position": str(part)} for part in puzzle.parts]
    return {"parts": texts, "winning": puzzle.winning, "nimber": nimber_of(puzzle.position)}


def draw_puzzle(  # noqa: PLR0913 - the wishes for a puzzle, and its limits
    game: Game,
    rng: random.Random,
    level: str,
    size: list[int] | None = None,
    *,
    tries: int = _TRIES,
    seconds: float = math.inf,
    fits: Callable[[Position], bool] = lambda _: True,
) -> Puzzle | None:
    """Return a position of a level, or the one nearest to the level that was found; None if none that fits can be won.

    At most `tries` positions are drawn, for at most `seconds`. Without `seconds`, the same `rng` draws the same puzzle.
    """
    best: tuple[tuple[int, ...], Puzzle] | None = None
    deadline = time.monotonic() + seconds
    for parts in _drawn(game, rng, size, 2 if level == "sum" else 1, tries):
        rank, winning = _rank(parts, level)
        puzzle = Puzzle(parts, winning)
        if winning and (best is None or rank < best[0]) and fits(puzzle.position):
            best = (rank, puzzle)
        if best is not None and (best[0][0] == 0 or time.monotonic() > deadline):
            break
    return None if best is None else best[1]


def _drawn(game: Game, rng: random.Random, size: list[int] | None, count: int, tries: int) -> Iterator[list[Position]]:
    alone = _drawn_alone(game, rng, size)
    for _ in range(tries):
        yield list(islice(alone, count))


def _drawn_alone(game: Game, rng: random.Random, size: list[int] | None) -> Iterator[Position]:
    """Yield random positions without end; for rulesets without random positions, those after random moves."""
    if not (isinstance(game.reader, SampledReader) and game.reader.sides):
        for number, position in enumerate(walked(game, rng)):
            if lasts(position, rng) or number % _PASSED == 0:
                yield position
    while True:
        yield _sampled(game, rng, size)


def _sampled(game: Game, rng: random.Random, size: list[int] | None) -> Position:
    """Draw a position of a size, by default near the usual size; a piece stands on a board without blocked cells."""
    near = ((side, round(side.usual * _LEAST), round(side.usual * _MOST)) for side in game.reader.sides)
    drawn = [rng.randint(max(side.least, low), min(side.most, high)) for side, low, high in near]
    return position_of_size(game, rng, size or drawn, 0 if game.reader.kind == "piece" else _DENSITY)


def _rank(parts: list[Position], level: str) -> tuple[tuple[int, ...], int]:
    """Return how far a position is from a level, 0 at the level, and how many moves win; 0 if that is much work."""
    position = reduce(add, parts)
    try:
        if position.outcome is not Outcome.N or (level == "sum" and not all(part.nimber for part in parts)):
            return (_MANY,), 0
        winning = len(position.winning_moves().first(_MANY)[0])
        nimber = nimber_of(position) or 0
    except (OverBudgetError, NoNimber):
        return (_MANY,), 0
    ranks: dict[str, Callable[[], tuple[int, ...]]] = {
        "ten": lambda: (0 if 1 < winning <= _TEN else winning,),
        "one": lambda: (winning - 1,),
        "large": lambda: (1, -nimber, winning),  # never 0: the search goes on for a larger nimber
        "sum": lambda: (max(0, winning - 3), winning),
    }
    return ranks[level](), winning


def nimber_of(position: Position) -> Any:
    """Return the nimber of a position; None if its value is not a nimber."""
    try:
        return plain(position.nimber)
    except NoNimber:
        return None
