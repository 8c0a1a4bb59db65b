"""Random positions of a game, all small positions, and edge cases: for tests, the lab and `grundy play`.

The notation of each game writes them (`grundy.games.game.SampledReader`). Random positions depend only on the
`random.Random` and the other arguments.

>>> import random
>>> import grundy
>>> print(random_position(grundy.games.wall_making, random.Random(1), 6))
..
.X
..
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.errors import RulesetError
from grundy.games.game import SampledReader
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from grundy.core.position import Position
    from grundy.games.game import Game

__all__ = ["edge_cases", "every_position", "played_position", "position_of_size", "random_position"]


def random_position(game: Game, rng: Random, size: int) -> Position:
    """Return a random opening position of at most `size` cells, tokens or points (at least 3).

    Boards of the Grid Game follow the guarantees of its statement: the last cell is open, and it can be reached from
    every open cell. Raises `RulesetError` for a ruleset of a file, which has no random positions.
    """
    return game.parse(_reader(game).random_text(rng, max(3, size)))


def position_of_size(game: Game, rng: Random, size: Sequence[int], density: float) -> Position:
    """Return a random opening position of exactly this size: a number for each of ``game.reader.sides``.

    `density`, from 0 to 1, is the share of cells that are blocked or marked, or of points with a chord;
    it has no effect if ``game.reader.density`` is false. For heaps, the size is the number of heaps and the most tokens
    of a heap. Raises `RulesetError` for another size or density.

    >>> import random
    >>> import grundy
    >>> [side.name for side in grundy.games.kayles.reader.sides]
    ['heaps', 'tokens']
    >>> position_of_size(grundy.games.kayles, random.Random(4), (3, 10), 0)
    <Position kayles 4 5 2>
    """
    reader = _reader(game)
    if len(size) != len(reader.sides):
        sides = [Message(f"size.{side.name}") for side in reader.sides]
        raise RulesetError("error.sample-sides", game=game.name, sides=sides, found=str(list(size)))
    for number, side in zip(size, reader.sides, strict=True):
        if not side.least <= number <= side.most:
            bounds = {"least": side.least, "most": side.most, "found": number}
            raise RulesetError("error.sample-side", side=Message(f"size.{side.name}"), **bounds)
    if not 0 <= density <= 1:
        raise RulesetError("error.expected", expected=Message("expected.density"), found=str(density))
    return game.parse(reader.text_of_size(rng, size, density))


def played_position(game: Game, rng: Random, size: int, moves: int) -> Position:
    """Return the position after up to `moves` random moves from a `random_position`."""
    position = random_position(game, rng, size)
    for _ in range(moves):
        choices = position.choices()
        if not choices:
            break
        position = rng.choice(list(choices)).after
    return position


def every_position(game: Game, size: int) -> Iterator[Position]:
    """Yield all opening positions of exactly `size` cells, tokens in one heap, or points.

    For a piece: all places on all boards of this size, with each choice of blocked cells.
    """
    for text in _reader(game).all_texts(size):
        yield game.parse(text)


def edge_cases(game: Game, size: int) -> Iterator[Position]:
    """Yield positions with sides or sizes near `size` for which a faulty program is likely to fail.

    They are single rows and columns; boards of one letter, of two letters in turn, and with one different cell; empty
    heaps and equal heaps; the smallest diagrams; and a piece on the goal and in dead ends.
    """
    for text in _reader(game).edge_cases(size):
        yield game.parse(text)


def _reader(game: Game) -> SampledReader:
    if not isinstance(game.reader, SampledReader):
        raise RulesetError("error.sample-none", game=game.name)
    return game.reader
