"""Sets of positions that a census solves: each is described by a few figures, and divided into parts of known cost.

The positions of a set are numbered from 0 on, and a part is a range of these numbers. The division depends on the set
alone, so a census is the same on each machine and with any number of processes.
"""

from __future__ import annotations

import hashlib
import pickle
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, field
from functools import cached_property, partial
from math import comb
from typing import TYPE_CHECKING, Any, ClassVar

from grundy import games
from grundy.errors import RulesetError
from grundy.games.families.cutting.cells import MOST_DIAGONAL_CELLS, MOST_WORD_CELLS, MOST_WORD_COLUMNS, fits_words
from grundy.research.census.listed import MORE, ListedPart, file_of, is_closed, keep_values, solve_listed
from grundy.runtime import files
from grundy.runtime.costs import STEP_OPTIONS
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from grundy.games.notations.letter_boards import LetterBoards
    from grundy.research.census.listed import RulesFile

_PART_OPTIONS = 4 * STEP_OPTIONS  # about a second of work
_MOST_PARTS = 4000
_MOST_IN_A_PART = 2**21  # positions
_LISTED_IN_A_PART, _MOST_LISTED_IN_A_PART = 100, 2**15  # listed positions
_LISTED_PARTS = 64  # of a list that is long enough
QUOTIENT = "quotient"  # further columns of codes
_MOST_SAMPLES = 10**10  # random boards
_MOST_LENGTH = 10**8  # nimbers of a code


@dataclass(frozen=True)
class PositionSet(ABC):
    """A set of positions to solve, described by a few figures. Equal descriptions give equal censuses."""

    kind: ClassVar[str]

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of positions to examine. Of boards up to symmetry, fewer are solved."""

    @property
    @abstractmethod
    def options_each(self) -> int:
        """About how many options a position has in all, at most; 1 if that is not known."""

    @abstractmethod
    def part(self, start: int, stop: int) -> Callable[[], Any]:
        """Return a function that returns the rows of the positions start to stop - 1, an Arrow table.

        It is pure, so any process can call it.
        """

    @property
    def options(self) -> int:
        """About how many options the whole set has, at most."""
        return self.size * self.options_each

    @property
    def part_size(self) -> int:
        """The number of positions in a part: about a second of work, or more if there would be thousands of parts."""
        options = max(_PART_OPTIONS, self.options // _MOST_PARTS)
        return max(1, min(_MOST_IN_A_PART, options // self.options_each))

    @property
    def sampled(self) -> bool:
        """Whether the positions are a random sample of a larger set, so that shares are uncertain."""
        return False

    @property
    def closed(self) -> bool:
        """Whether the values of each part are found from those of others, so that one process solves all of them."""
        return False

    def remember(self, start: int, rows: Any) -> None:
        """Keep what the rows of a finished part say for the other parts of a closed set; `start` is its first one."""
        del start, rows

    def data(self) -> dict[str, Any]:
        """Return the description for the manifest of a census."""
        return {"kind": self.kind, **asdict(self)}


@dataclass(frozen=True)
class AllBoards(PositionSet):
    """All boards of `rows` x `columns` of a game of boards: Wall Making, the Diagonal Game, the Card Game.

    Of boards that are equal up to a symmetry of the rectangle (four symmetries, eight for a square), one is solved. Its
    `weight` is the number of these boards. Raises `RulesetError` for other games, and for larger boards.

    Boards whose cells are crosses or blocked have up to 62 cells and 20 columns. With `marks`, only the boards with
    this number of blocked cells are solved. If (rows - 1)(columns - 1) is at most 25, a board takes one lookup for each
    of its cells, in a table of all smaller boards of 2^((rows - 1)(columns - 1)) bytes. Larger boards are solved one by
    one.

    Boards whose cells cut along diagonals, in one of three ways, have up to 33 cells. Such a board is the sum of two
    halves, and each half is solved once in a part. A reflection in a middle line exchanges the two diagonals.

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
        """The number of kinds of cells."""
        return len(board_reader(self.game).kinds)

    @property
    def options_each(self) -> int:
        """About how many options a board has in all: a lookup for each cell if all smaller boards are in a table."""
        if board_reader(self.game).diagonal or fits_words(self.rows, self.columns):
            return self.rows * self.columns
        return _options_of_board(self.rows, self.columns)

    def part(self, start: int, stop: int) -> Callable[[], Any]:
        """Return a function that solves the boards start to stop - 1."""
        from grundy.research.census.board_batches import solve_all

        return partial(solve_all, self, start, stop)


@dataclass(frozen=True)
class RandomBoards(PositionSet):
    """`count` random boards of `rows` x `columns`; each cell is blocked with probability `density`.

    In games without blocked cells, all letters are equally likely. The boards depend only on `seed` and the other
    figures. Raises `RulesetError` for figures out of bounds and for games without boards.

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
        """True: the boards are a sample."""
        return True

    @property
    def options_each(self) -> int:
        """How many options all rectangles of a board have together, if no cell is blocked."""
        return _options_of_board(self.rows, self.columns)

    def part(self, start: int, stop: int) -> Callable[[], Any]:
        """Return a function that solves the boards start to stop - 1."""
        from grundy.research.census.board_batches import solve_random

        return partial(solve_random, self, start, stop)


@dataclass(frozen=True)
class OctalCodes(PositionSet):
    """All octal codes 0.d1 d2 ... of up to `digits` digits: the period of each, searched in its first `length` nimbers.

    A period is proved if these nimbers suffice for the theorem of Guy and Smith; otherwise it is observed or unknown.
    With ``quotient`` in `more`, further columns say what 20 million steps find of the misère quotient: the numbers of
    its elements and of the lost ones, its preperiod and period, null if none is proved, the heap up to which it is
    proved, and the first heap there that is not tame.

    >>> OctalCodes(3, 10**6).size
    512
    """

    digits: int
    length: int = 10**6
    more: tuple[str, ...] = ()
    kind = "octal codes"

    def __post_init__(self) -> None:
        """Check the figures."""
        _check("digits", self.digits, 1, 8)
        _check("length", self.length, 3, _MOST_LENGTH)
        _check_columns(self.more, (QUOTIENT,))

    @property
    def size(self) -> int:
        """The number of codes, including 0.0."""
        return int(8**self.digits)

    @property
    def options_each(self) -> int:
        """How many options a code has at most. Most codes with a period need fewer."""
        return max(_PART_OPTIONS if self.more else 1, self.length**2 // 4)

    def part(self, start: int, stop: int) -> Callable[[], Any]:
        """Return a function that searches the periods of the codes start to stop - 1."""
        from grundy.research.census.codes import solve_codes, solve_quotients

        return partial(solve_quotients if self.more else solve_codes, self.digits, self.length, start, stop)

    def data(self) -> dict[str, Any]:
        """Return the description for the manifest; without further columns it is that of earlier versions."""
        described = super().data()
        return described if self.more else {key: described[key] for key in described if key != "more"}


@dataclass(frozen=True)
class ListedPositions(PositionSet):
    """Positions of `game` that are given by their texts, as in the lines of a file.

    The game may be a ruleset in a file, ``mygames.py:cram``; the file then travels with the work, and its digest is in
    the description. With `states`, those of the texts under a ruleset in a file, the texts are not parsed. `more` names
    further columns: ``misere``, the outcome of misère play, and ``remoteness``. Raises `RulesetError` if there are no
    texts, and for other columns.
    """

    game: str
    texts: tuple[str, ...]
    more: tuple[str, ...] = ()
    states: tuple[Any, ...] = field(default=(), repr=False, compare=False)
    kind = "listed"

    def __post_init__(self) -> None:
        """Refuse an empty list, and columns that there are not."""
        if not self.texts:
            raise RulesetError("error.census-empty", game=self.game)
        _check_columns(self.more, MORE)

    @property
    def size(self) -> int:
        """The number of texts."""
        return len(self.texts)

    @property
    def options_each(self) -> int:
        """1, because the options are not known."""
        return 1

    @property
    def part_size(self) -> int:
        """The number of positions in a part; it does not depend on their cost, which is not known."""
        return max(_LISTED_IN_A_PART, min(_MOST_LISTED_IN_A_PART, self.size // _LISTED_PARTS))

    @cached_property
    def closed(self) -> bool:
        """Whether most options of its states are among them."""
        return bool(self.states) and is_closed(self.game, self.states)

    def remember(self, start: int, rows: Any) -> None:
        """Keep the values of a finished part of a closed set, whose first state has the number `start`."""
        keep_values(self.game, self.states[start : start + rows.num_rows], rows["nimber"].to_pylist())

    @cached_property
    def _file(self) -> RulesFile | None:
        """The file of the rules, as it is when it is first needed."""
        return file_of(self.game)

    def part(self, start: int, stop: int) -> Callable[[], Any]:
        """Return a function that solves the positions start to stop - 1."""
        states = pickle.dumps(self.states[start:stop]) if self.states else None
        return partial(solve_listed, ListedPart(self.game, self.texts[start:stop], self.more, self._file, states))

    def data(self) -> dict[str, Any]:
        """Return the description for the manifest: the game, the number of texts, digests of texts and rules."""
        digest = hashlib.sha256("\0".join(self.texts).encode()).hexdigest()
        described = {"kind": self.kind, "game": self.game, "count": len(self.texts), "texts": digest}
        more: dict[str, Any] = {"columns": list(self.more)} if self.more else {}
        return described | more | ({"rules": files.digest(self._file.text)} if self._file else {})


def board_reader(name: str) -> LetterBoards:
    """Return the reader of a game of boards. Raises `RulesetError` for another game."""
    from grundy.games.notations.letter_boards import LetterBoards

    reader = games.find(name).reader
    if not isinstance(reader, LetterBoards):
        boards = [game.name for game in games.all_games() if isinstance(game.reader, LetterBoards)]
        raise RulesetError("error.census-game", game=name, games=", ".join(boards))
    return reader


def cut_upright(reader: LetterBoards) -> bool:
    """Return whether all cells of the boards are crosses or blocked, and cut along rows and columns."""
    from grundy.games.families.cutting.board import CutKind

    return not reader.diagonal and {kind for _, kind in reader.kinds} == {CutKind.CROSS, CutKind.BLOCKED}


def _options_of_board(rows: int, columns: int) -> int:
    """Return the number of options of all rectangles of a board without blocked cells."""
    return comb(rows + 2, 3) * comb(columns + 2, 3)


def _check_columns(names: Iterable[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            raise RulesetError("error.census-column", names=", ".join(known), found=repr(name))


def _check(name: str, value: Any, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        what = Message(f"census.{name}")
        raise RulesetError("error.census-figure", name=what, low=least, high=most, found=repr(value))
