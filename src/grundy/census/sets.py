"""What a census solves: described sets of positions, which fall into parts of known cost.

A set is numbered from 0 on; a part is a range of these numbers. How a set falls into parts depends on the set alone, so
that a census is the same on each machine and on each number of processes.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any, ClassVar

from grundy import games
from grundy.errors import RulesetError
from grundy.families.cutting.cells import MOST_DIAGONAL_CELLS, MOST_WORD_CELLS, MOST_WORD_COLUMNS, fits_words
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.census.parts import SolvedPart
    from grundy.games.notations.letter_boards import LetterBoards

_SECONDS = 1.0  # of a part
_MOST_PARTS = 4000
_MOST_IN_A_PART = 2**21
_LISTED_IN_A_PART = 100
# Measured on one core of a server of 2023; they only say how large parts are, and what a user is told beforehand.
_PER_WORD = 1.2e-7  # seconds: to look whether a board is the least of its symmetries, and to solve it if it is
_PER_DIAGONAL = 1.5e-6  # the same, for a board that cuts along diagonals
_PER_OPTION = 5e-10  # of a table of rectangles
_PER_RECTANGLE = 2e-8
_PER_PAIR = 5e-11  # of heaps, where a code is looked at to the end
_PER_POSITION = 1e-3  # of those that are solved one by one: a guess, for their cost is not known
_MOST_SAMPLES = 10**10
_MOST_LENGTH = 10**8


@dataclass(frozen=True)
class PositionSet(ABC):
    """Positions to solve, described by a few numbers. Equal descriptions give equal censuses."""

    kind: ClassVar[str]

    @property
    @abstractmethod
    def size(self) -> int:
        """How many things are looked at; of boards up to symmetry, fewer are solved."""

    @property
    @abstractmethod
    def seconds_each(self) -> float:
        """About how long one takes on one core."""

    @abstractmethod
    def part(self, start: int, stop: int) -> Callable[[], SolvedPart]:
        """Return what solves numbers start to stop - 1: a pure function that can be sent to another process."""

    @property
    def seconds(self) -> float:
        """About how long all of them take on one core."""
        return self.size * self.seconds_each

    @property
    def part_size(self) -> int:
        """How many belong to a part: a second's work, more where there would be thousands of parts."""
        seconds = max(_SECONDS, self.seconds / _MOST_PARTS)
        return max(1, min(_MOST_IN_A_PART, int(seconds / self.seconds_each)))

    @property
    def sampled(self) -> bool:
        """Whether these are random ones of a larger set, so that shares have an uncertainty."""
        return False

    def data(self) -> dict[str, Any]:
        """Return the description for the manifest of a census."""
        return {"kind": self.kind, **asdict(self)}


@dataclass(frozen=True)
class AllBoards(PositionSet):
    """All boards of `rows` x `columns` of a game of boards: Wall Making, the Diagonal Game, the Card Game.

    Of boards that are equal up to a symmetry of the rectangle (four, eight for a square) one is solved; its `weight` is
    how many there are. Raises `RulesetError` for other games, and for larger boards.

    Boards whose cells are crosses or blocked have up to 62 cells and 20 columns. With `marks`, they are those with so
    many blocked cells. Where (rows - 1)(columns - 1) is at most 25, a board takes one look at each of its cells, in a
    table of all smaller boards of 2^((rows - 1)(columns - 1)) bytes; larger boards are solved one by one.

    Boards whose cells cut along diagonals, in one of three ways, have up to 33 cells. They are sums of two halves, each
    of which is solved once in a part. There, reflections in a middle line exchange the two diagonals.

    >>> AllBoards("wall-making", 4, 5).size
    1048576
    """

    game: str
    rows: int
    columns: int
    marks: int | None = None
    kind = "boards"

    def __post_init__(self) -> None:
        """Check the game and the size."""
        reader = board_reader(self.game)
        most = MOST_DIAGONAL_CELLS if reader.diagonal else MOST_WORD_CELLS
        _check("rows", self.rows, 1, most)
        _check("columns", self.columns, 1, MOST_WORD_COLUMNS)
        _check("cells", self.rows * self.columns, 1, most)
        if self.marks is not None:
            _check("marks", self.marks, 0, self.rows * self.columns)
        if not cut_upright(reader) and (self.marks is not None or not reader.diagonal):
            raise RulesetError("error.census-crosses", game=self.game)

    @property
    def size(self) -> int:
        """The number of boards, before symmetry."""
        cells = self.rows * self.columns
        return int(self._letters**cells) if self.marks is None else comb(cells, self.marks)

    @property
    def _letters(self) -> int:
        """How many kinds of cells there are."""
        return len(board_reader(self.game).kinds)

    @property
    def seconds_each(self) -> float:
        """About how long one takes on one core."""
        if board_reader(self.game).diagonal:
            return _PER_DIAGONAL
        if fits_words(self.rows, self.columns):
            return _PER_WORD
        return _seconds_of_board(self.rows, self.columns) / 4

    def part(self, start: int, stop: int) -> Callable[[], SolvedPart]:
        """Return what solves the boards start to stop - 1."""
        from grundy.census.board_batches import solve_all

        return partial(solve_all, self, start, stop)


@dataclass(frozen=True)
class RandomBoards(PositionSet):
    """`count` random boards of `rows` x `columns`; each cell is blocked with probability `density`.

    Of games that have no blocked cells, all letters are equally likely. The boards depend on `seed` and on the other
    figures alone. Raises `RulesetError` for figures out of bounds and for games of no boards.

    >>> RandomBoards("wall-making", 20, 20, 0.2, 100_000, seed=1).sampled
    True
    """

    game: str
    rows: int
    columns: int
    density: float
    count: int
    seed: int = 0
    kind = "random boards"

    def __post_init__(self) -> None:
        """Check the game and the figures."""
        board_reader(self.game)
        for name, least, most in (("rows", 1, 1000), ("columns", 1, 1000), ("count", 1, _MOST_SAMPLES)):
            _check(name, getattr(self, name), least, most)
        _check("seed", self.seed, 0, 2**63 - 1)
        if not 0 <= self.density <= 1:
            raise RulesetError(
                "error.census-figure", name=Message("census.density"), low=0, high=1, found=repr(self.density)
            )

    @property
    def size(self) -> int:
        """The number of boards."""
        return self.count

    @property
    def sampled(self) -> bool:
        """True."""
        return True

    @property
    def seconds_each(self) -> float:
        """About how long one takes on one core."""
        kernel = cut_upright(board_reader(self.game))
        return _seconds_of_board(self.rows, self.columns) if kernel else _PER_POSITION

    def part(self, start: int, stop: int) -> Callable[[], SolvedPart]:
        """Return what solves the boards start to stop - 1."""
        from grundy.census.board_batches import solve_random

        return partial(solve_random, self, start, stop)


@dataclass(frozen=True)
class OctalCodes(PositionSet):
    """All octal codes 0.d1 d2 ... of up to `digits` digits: the period of each, looked for in `length` nimbers.

    A period is proved where the theorem of Guy and Smith allows it within these nimbers, else observed or unknown.

    >>> OctalCodes(3, 10**6).size
    512
    """

    digits: int
    length: int = 10**6
    kind = "octal codes"

    def __post_init__(self) -> None:
        """Check the figures."""
        _check("digits", self.digits, 1, 8)
        _check("length", self.length, 3, _MOST_LENGTH)

    @property
    def size(self) -> int:
        """The number of codes, 0.0 among them."""
        return int(8**self.digits)

    @property
    def seconds_each(self) -> float:
        """About how long one takes on one core, at most: most codes with a period are ready sooner."""
        return 1e-3 + _PER_PAIR * self.length**2 / 4

    def part(self, start: int, stop: int) -> Callable[[], SolvedPart]:
        """Return what looks for the periods of codes start to stop - 1, as octal numbers."""
        from grundy.census.codes import solve_codes

        return partial(solve_codes, self.digits, self.length, start, stop)


@dataclass(frozen=True)
class ListedPositions(PositionSet):
    """Positions of `game` given by their texts, as lines of a file have them; solved one by one.

    The game may be a ruleset in a file, ``mygames.py:cram``. Raises `RulesetError` where there is none.
    """

    game: str
    texts: tuple[str, ...]
    kind = "listed"

    def __post_init__(self) -> None:
        """Refuse an empty list."""
        if not self.texts:
            raise RulesetError("error.census-empty", game=self.game)

    @property
    def size(self) -> int:
        """The number of texts."""
        return len(self.texts)

    @property
    def seconds_each(self) -> float:
        """A guess."""
        return _PER_POSITION

    @property
    def part_size(self) -> int:
        """How many belong to a part; what they cost is not known."""
        return _LISTED_IN_A_PART

    def part(self, start: int, stop: int) -> Callable[[], SolvedPart]:
        """Return what solves the positions start to stop - 1."""
        from grundy.census.listed import solve_listed

        return partial(solve_listed, self.game, self.texts[start:stop])

    def data(self) -> dict[str, Any]:
        """Return the description for the manifest: of the texts, their number and a digest."""
        digest = hashlib.sha256("\0".join(self.texts).encode()).hexdigest()
        return {"kind": self.kind, "game": self.game, "count": len(self.texts), "texts": digest}


def board_reader(name: str) -> LetterBoards:
    """Return the reader of a game of boards. Raises `RulesetError` for another game."""
    from grundy.games.notations.letter_boards import LetterBoards

    reader = games.find(name).reader
    if not isinstance(reader, LetterBoards):
        boards = [one.name for one in games.all_games() if isinstance(one.reader, LetterBoards)]
        raise RulesetError("error.census-game", game=name, games=", ".join(boards))
    return reader


def cut_upright(reader: LetterBoards) -> bool:
    """Say whether all cells of boards are crosses or blocked, and cut along rows and columns."""
    from grundy.families.cutting.board import CutKind

    return not reader.diagonal and {kind for _, kind in reader.kinds} == {CutKind.CROSS, CutKind.BLOCKED}


def _seconds_of_board(rows: int, columns: int) -> float:
    rectangles = rows * (rows + 1) // 2 * (columns * (columns + 1) // 2)
    options = rows * (rows + 1) * (rows + 2) // 6 * (columns * (columns + 1) * (columns + 2) // 6)
    return rectangles * _PER_RECTANGLE + options * _PER_OPTION / 4


def _check(name: str, value: Any, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        what = Message(f"census.{name}")
        raise RulesetError("error.census-figure", name=what, low=least, high=most, found=repr(value))
