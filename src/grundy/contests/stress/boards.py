"""Inputs of problems on boards of letters: two sizes, and the rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from grundy import games
from grundy.contests.stress.inputs import Inputs
from grundy.core.position import Position
from grundy.core.values import Outcome
from grundy.families.cutting.board import Kind
from grundy.games.notations.letter_boards import LetterBoards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from hypothesis.strategies import DrawFn, SearchStrategy

Rows = tuple[str, ...]

_TINY = 4  # cells
_TRIES = 400  # changes of one cell in the search for a lost board
_CLIMB = 60  # changes of one cell in the search for a large nimber
_VARIANTS = 6  # lost boards that are made of one with large nimbers
_SHARES = (0.03, 0.1, 0.2, 0.35, 0.5, 0.8)  # of the cells that do not have the usual letter


@dataclass(frozen=True)
class BoardInputs(Inputs[Rows]):
    """Makes the boards of a game with at most `most` rows and columns; the first letter is the usual one."""

    game: str
    most: int

    @cached_property
    def _reader(self) -> LetterBoards:
        reader = games.find(self.game).reader
        if not isinstance(reader, LetterBoards):
            message = f"{self.game} is not played on a board of letters"
            raise TypeError(message)
        return reader

    @property
    def letters(self) -> str:
        """The letters of a board, from the simplest to a reader on."""
        return self._reader.letters

    def position(self, rows: Rows) -> Position:
        """Return the position on a board."""
        return Position([self._reader.term(self.game, rows)])

    def text(self, case: Rows) -> str:
        """Return the input text: the sizes, and the rows."""
        return "\n".join([f"{len(case)} {len(case[0])}", *case, ""])

    def tiny(self) -> Iterator[Rows]:
        """Yield all boards of up to four cells."""
        for cells in range(1, _TINY + 1):
            for height in range(1, cells + 1):
                if cells % height == 0 and max(height, cells // height) <= self.most:
                    for letters in product(self.letters, repeat=cells):
                        yield _rows("".join(letters), cells // height)

    def edges(self) -> Iterator[Rows]:
        """Yield boards of one letter, of one letter but for a cell, with equal halves, at the limits of size."""
        most = self.most
        shapes = [(1, most), (most, 1), (most, most), (1, 1), (2, most), (most, 2), (most, most - 1), (3, 3)]
        for height, width in shapes:
            for letter in self.letters:
                yield (letter * width,) * height
            for usual, other in product(self.letters, repeat=2):
                if usual != other:
                    for place in (0, height // 2 * width + width // 2, height * width - 1):
                        yield _rows(usual * place + other + usual * (height * width - place - 1), width)
            for first, second in product(self.letters, repeat=2):  # chessboards, and stripes in both directions
                if first != second:
                    yield tuple("".join((first, second)[(row + c) % 2] for c in range(width)) for row in range(height))
                    yield tuple("".join((first, second)[c % 2] for c in range(width)) for _ in range(height))
                    yield tuple((first, second)[row % 2] * width for row in range(height))

    def random(self, rng: Random) -> Iterator[Rows]:
        """Yield random boards of any size: as they come, lost ones turned and reflected, those with a cell changed."""
        while True:
            most = min(self.most, rng.choice((3, 5, 8, self.most)))
            board = self._random(rng, rng.randint(1, most), rng.randint(1, most))
            yield board
            lost = self._lost(rng, board)
            for image in () if lost is None else self._images(rng, lost)[:3]:
                yield image
                yield self._changed(rng, image)

    def large_nimbers(self, rng: Random) -> Iterator[Rows]:
        """Yield lost boards, as large as may be, whose components and parts are worth much."""
        while True:
            board = self._climbed(rng, self._random(rng, self.most, self.most))
            for _ in range(_VARIANTS):
                lost = self._lost(rng, board)
                if lost is None:
                    break
                yield from self._images(rng, lost)
                board = self._changed(rng, lost)

    def size(self, case: Rows) -> tuple[int, ...]:
        """Return the number of cells, the longer side, and how far the letters are from the simplest ones."""
        height, width = len(case), len(case[0])
        return height * width, max(height, width), height, *map(self.letters.index, "".join(case))

    def cuts(self, case: Rows) -> Iterator[Rows]:
        """Yield boards without some rows or columns that lie together: half of them, a quarter, ..., one."""
        height, width = len(case), len(case[0])
        step = max(height, width) // 2
        while step:
            if step < height:
                yield from (case[:top] + case[top + step :] for top in range(height - step + 1))
            if step < width:
                for left in range(width - step + 1):
                    yield tuple(row[:left] + row[left + step :] for row in case)
            step //= 2

    def smaller(self, rng: Random, case: Rows) -> Iterator[Rows]:
        """Yield random boards with fewer cells, and no longer sides, that have the same outcome."""
        height, width = max(len(case), len(case[0])), min(len(case), len(case[0]))
        shapes = [(h, w) for h in range(1, height + 1) for w in range(1, width + 1) if h * w < len(case) * len(case[0])]
        wanted = self.position(case).outcome
        while shapes:
            shape = max(rng.choices(shapes, k=3), key=lambda one: one[0] * one[1])
            board: Rows | None = self._random(rng, *shape)
            if wanted is Outcome.P:
                board = self._lost(rng, board or case)
            if board is not None:
                yield from self._images(rng, board)[:2]

    def choices(self, case: Rows) -> Sequence[int]:
        """Return the letters by their numbers."""
        return [self.letters.index(letter) for letter in "".join(case)]

    def strategy(self, case: Rows) -> SearchStrategy[Rows]:
        """Return the boards of the same size."""
        from hypothesis import strategies as st

        letters, cells, width = self.letters, len(case) * len(case[0]), len(case[0])

        @st.composite
        def boards(draw: DrawFn) -> Rows:
            return _rows("".join(letters[draw(st.integers(0, len(letters) - 1))] for _ in range(cells)), width)

        return boards()

    def _random(self, rng: Random, height: int, width: int) -> Rows:
        share = rng.choice(_SHARES)
        usual = rng.choice(self.letters)
        others = [letter for letter in self.letters if letter != usual]
        cells = [rng.choice(others) if rng.random() < share else usual for _ in range(height * width)]
        return _rows("".join(cells), width)

    def _changed(self, rng: Random, board: Rows) -> Rows:
        """Return the board with another letter in one cell."""
        cells = "".join(board)
        place = rng.randrange(len(cells))
        letter = rng.choice([one for one in self.letters if one != cells[place]])
        return _rows(cells[:place] + letter + cells[place + 1 :], len(board[0]))

    def _lost(self, rng: Random, board: Rows) -> Rows | None:
        """Change one cell after the other until the board is lost; None where that takes too long."""
        for _ in range(_TRIES):
            if self.position(board).outcome is Outcome.P:
                return board
            board = self._changed(rng, board)
        return None

    def _images(self, rng: Random, board: Rows) -> list[Rows]:
        """Return the different turned and reflected boards, which have the same outcome, in a random order."""
        kinds = {kind: letter for letter, kind in self._reader.kinds}
        both = kinds.get(Kind.ROW, ""), kinds.get(Kind.COLUMN, "")
        # A reflection exchanges the two diagonals, and so the letters that cut along them.
        swap = str.maketrans("".join(both), "".join(reversed(both)))
        turned = [board, tuple(row[::-1] for row in board[::-1])]
        turned += [tuple("".join(column) for column in zip(*one, strict=True)) for one in turned]
        images = [*turned, *(tuple(row[::-1].translate(swap) for row in one) for one in turned)]
        found = list(dict.fromkeys(images))
        rng.shuffle(found)
        return found

    def _climbed(self, rng: Random, board: Rows) -> Rows:
        """Change cells for some time, and keep each change that does not lower the least nimber of a component."""
        best = self._least(board)
        for _ in range(_CLIMB):
            changed = self._changed(rng, board)
            least = self._least(changed)
            if least >= best:
                board, best = changed, least
        return board

    def _least(self, board: Rows) -> int:
        values = [part.ruleset.value(part.state) for part in self.position(board).components]
        return min((value if isinstance(value, int) else 0 for value in values), default=0)


def _rows(cells: str, width: int) -> Rows:
    return tuple(cells[start : start + width] for start in range(0, len(cells), width))
