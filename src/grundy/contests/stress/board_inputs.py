"""Boards of letters: lost boards, and boards whose outcome depends on large nimbers."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from grundy import games
from grundy.contests.inputs.sources import rows_of as cut
from grundy.contests.stress.described import FormInputs
from grundy.core.position import Position
from grundy.core.values import Outcome
from grundy.families.cutting.board import CutKind
from grundy.games.notations.letter_boards import LetterBoards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from grundy.contests.inputs.form import Case
    from grundy.contests.stress.measures import Measure

Rows = tuple[str, ...]

_FEW = 1024  # boards of a number of cells that are tried one by one
_MOST_USELESS_CHANGES = 60  # changes of one cell in a row without a gain; one more for each five cells
_STARTS = 6  # random boards, of which the best one is improved
_LEVELS = (8, 16, 32, 64)  # values of large nimbers that are aimed at
_CLIMB = 500  # most changes of one cell in the search for large nimbers
_SHARES = (0.03, 0.1, 0.2, 0.35, 0.5, 0.8)  # of the cells that do not have the usual letter


class BoardInputs(FormInputs):
    """Makes boards of the problem's game, whose inputs are two sides and the rows."""

    @cached_property
    def most(self) -> int:
        """The most rows, or columns."""
        return self.bound(self.form.group.parts[0].name)

    @cached_property
    def game(self) -> str:
        """The game that is played on them."""
        return self.problem.game

    @cached_property
    def _reader(self) -> LetterBoards:
        reader = games.find(self.game).reader
        if not isinstance(reader, LetterBoards):
            message = f"{self.game} is not played on a board of letters"
            raise TypeError(message)
        return reader

    @property
    def letters(self) -> str:
        """The letters of a board, the simplest one for a reader first."""
        return self._reader.letters

    def position(self, rows: Rows) -> Position:
        """Return the position on a board."""
        return Position([self._reader.term(self.game, rows)])

    def random(self, rng: Random) -> Iterator[Case]:
        """Yield random boards of any size, and boards near them."""
        while True:
            most = min(self.most, rng.choice((3, 5, 8, self.most)))
            yield from map(_case, self.of_size(rng, rng.randint(1, most), rng.randint(1, most)))

    def of_cells(self, cells: int) -> Iterator[Rows]:
        """Yield all boards with this number of cells."""
        for height in range(1, cells + 1):
            if cells % height == 0 and max(height, cells // height) <= self.most:
                for one in product(self.letters, repeat=cells):
                    yield rows_of("".join(one), cells // height)

    def of_size(self, rng: Random, height: int, width: int) -> Iterator[Rows]:
        """Yield a random board, lost boards near it, their turned and reflected images, and changes of one cell."""
        board = self._random(rng, height, width)
        yield board
        lost = self._lost(rng, board)
        for image in () if lost is None else self._images(rng, lost)[:3]:
            yield image
            yield self._changed(rng, image)

    def large_nimbers(self, rng: Random) -> Iterator[Case]:
        """Yield boards whose outcome depends on large nimbers: a mex that stops too early gives another outcome."""
        yield from map(_case, self.boards_of_large_nimbers(rng))

    def boards_of_large_nimbers(self, rng: Random) -> Iterator[Rows]:
        """Yield the boards of `large_nimbers`.

        A board of one component is lost, but a move leaves a sum that is then taken for 0. One of two components is
        won, for they differ; and a lost one follows, which differs in few cells.
        """
        while True:
            shape = rng.choice(((self.most, self.most), (rng.randint(1, self.most), rng.randint(1, self.most))))
            board = self._hinged(rng, *shape, rng.choice(_LEVELS))
            if self._reader.diagonal:
                yield from self._images(rng, board)[:2]
            lost = self._lost(rng, board)
            if lost is not None:
                yield from self._images(rng, lost)[:2]

    def smaller(self, rng: Random, case: Case) -> Iterator[Case]:
        """Yield all smaller boards where these are few, else boards with fewer cells that have the same outcome.

        The boards of the second kind have no longer sides. They are random, have large nimbers, or are made of this.
        """
        *sides, board = case
        cells = sides[0] * sides[1]
        if len(self.letters) ** cells <= _FEW:
            boards = (_case(one) for number in range(1, cells + 1) for one in self.of_cells(number))
            yield from sorted((one for one in boards if self.size(one) < self.size(case)), key=self.size)
            return
        height, width = max(sides), min(sides)
        shapes = [(h, w) for h in range(1, height + 1) for w in range(1, width + 1) if h * w < cells]
        wanted = self.position(board).outcome
        bound = self._measured(board).bound
        levels = [level for level in _LEVELS if level <= bound] or _LEVELS[:1]
        while shapes:
            shape = max(rng.choices(shapes, k=2), key=lambda one: one[0] * one[1])
            level = rng.choice(levels)
            for one in (
                self._part(rng, board, *shape),
                self._random(rng, *shape),
                self._hinged(rng, *shape, level),
            ):
                found = self._lost(rng, one) if wanted is Outcome.P else one
                if found is not None and (wanted is Outcome.P or self.position(found).outcome is Outcome.N):
                    yield _case(self._images(rng, found)[0])

    def _random(self, rng: Random, height: int, width: int) -> Rows:
        share = rng.choice(_SHARES)
        usual = rng.choice(self.letters)
        others = [letter for letter in self.letters if letter != usual]
        cells = [rng.choice(others) if rng.random() < share else usual for _ in range(height * width)]
        return rows_of("".join(cells), width)

    def _changed(self, rng: Random, board: Rows) -> Rows:
        """Return the board with another letter in one cell."""
        cells = "".join(board)
        place = rng.randrange(len(cells))
        letter = rng.choice([one for one in self.letters if one != cells[place]])
        return rows_of(cells[:place] + letter + cells[place + 1 :], len(board[0]))

    def _part(self, rng: Random, board: Rows, height: int, width: int) -> Rows:
        """Return some of the rows and columns of a board, which is turned where it is not high or wide enough."""
        if len(board) < height or len(board[0]) < width:
            board = tuple("".join(column) for column in zip(*board, strict=True))
        rows = sorted(rng.sample(range(len(board)), height))
        columns = sorted(rng.sample(range(len(board[0])), width))
        return tuple("".join(board[row][column] for column in columns) for row in rows)

    def _lost(self, rng: Random, board: Rows) -> Rows | None:
        """Change one cell after the other to get fewer winning moves; return the board once it has none.

        Return None after too many changes without a gain.
        """
        found, measure = self._climbed(rng, board, lambda one: (-one.winning,), lambda one: not one.winning)
        return None if measure.winning else found

    def _hinged(self, rng: Random, height: int, width: int, level: int) -> Rows:
        """Return a board whose `Measure.bound` is about `level`; with few winning moves where it is one component."""
        boards = [self._random(rng, height, width) for _ in range(_STARTS)]
        board = max(boards, key=lambda one: self._measured(one).bound)
        if self._reader.diagonal:
            return self._climbed(rng, board, lambda one: (one.bound,), lambda one: one.bound >= level)[0]
        found, _ = self._climbed(
            rng, board, lambda one: (one.bound, -one.winning), lambda one: one.bound >= level and not one.winning
        )
        return found

    def _climbed(
        self,
        rng: Random,
        board: Rows,
        worth: Callable[[Measure], tuple[int, ...]],
        enough: Callable[[Measure], bool] = lambda _: False,
    ) -> tuple[Rows, Measure]:
        """Change one cell after the other, and keep each change that does not lower the score of the board.

        Return the board and its figures once these are enough, or after too many changes without a gain.
        """
        best = self._measured(board)
        idle = 0
        for _ in range(_CLIMB):
            if enough(best) or idle > _MOST_USELESS_CHANGES + len(board) * len(board[0]) // 5:
                break
            changed = self._changed(rng, board)
            measure = self._measured(changed)
            idle = 0 if worth(measure) > worth(best) else idle + 1
            if worth(measure) >= worth(best):
                board, best = changed, measure
        return board, best

    def _measured(self, board: Rows) -> Measure:
        from grundy.contests.stress.measures import measured  # loads NumPy, which tiny boards do not need

        return measured(self.position(board))

    def _images(self, rng: Random, board: Rows) -> list[Rows]:
        """Return the different turned and reflected boards, which have the same outcome, in a random order."""
        kinds = {kind: letter for letter, kind in self._reader.kinds}
        both = kinds.get(CutKind.ROW, ""), kinds.get(CutKind.COLUMN, "")
        # A reflection exchanges the two diagonals, and so the letters that cut along them.
        swap = str.maketrans("".join(both), "".join(reversed(both)))
        turned = [board, tuple(row[::-1] for row in board[::-1])]
        turned += [tuple("".join(column) for column in zip(*one, strict=True)) for one in turned]
        images = [*turned, *(tuple(row[::-1].translate(swap) for row in one) for one in turned)]
        found = list(dict.fromkeys(images))
        rng.shuffle(found)
        return found


def rows_of(cells: str, width: int) -> Rows:
    """Return cells in rows."""
    return cut(cells, len(cells) // width, width)


def _case(board: Rows) -> Case:
    return len(board), len(board[0]), board
