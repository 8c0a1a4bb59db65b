"""Inputs that are mazes: rows of open and blocked cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.contests.stress.rows import RowInputs, Rows, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

_SHARES = (0.0, 0.1, 0.2, 0.35, 0.5, 0.8)  # of the cells that are blocked


@dataclass(frozen=True)
class MazeInputs(RowInputs):
    """Makes mazes; `letters` are an open and a blocked cell."""

    letters: str
    most: int

    def random(self, rng: Random) -> Iterator[Rows]:
        """Yield random mazes; about half of them are open where dominoes lie, so that all cells can be matched."""
        while True:
            most = min(self.most, rng.choice((3, 6, 12, self.most)))
            height, width = rng.randint(1, most), rng.randint(1, most)
            share = rng.choice(_SHARES)
            cells = ["".join(rng.choices(self.letters, (1 - share, share), k=width)) for _ in range(height)]
            yield self._of_dominoes(rng, tuple(cells)) if rng.random() < 0.5 else tuple(cells)

    def _of_dominoes(self, rng: Random, maze: Rows) -> Rows:
        """Return a maze whose open cells are those of dominoes that lie, at random, on open cells of `maze`."""
        width = len(maze[0])
        free = {place for place, cell in enumerate("".join(maze)) if cell == self.letters[0]}
        covered: set[int] = set()
        for place in rng.sample(sorted(free), len(free)):
            beside = [one for one in (place - 1, place + 1) if one // width == place // width]
            others = free.intersection((*beside, place - width, place + width)) - covered
            if place not in covered and others:
                covered |= {place, rng.choice(sorted(others))}
        cells = "".join(self.letters[place not in covered] for place in range(len(maze) * width))
        return rows_of(cells, width)
