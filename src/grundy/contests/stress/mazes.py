"""Mazes, of which half can be covered by dominoes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.contests.inputs.sources import rows_of
from grundy.contests.stress.described import FormInputs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from grundy.contests.inputs.form import Case

Rows = tuple[str, ...]

_SHARES = (0.0, 0.1, 0.2, 0.35, 0.5, 0.8)  # of the cells that are blocked


_OPEN, _BLOCKED = _CELLS = ".#"


class MazeInputs(FormInputs):
    """Makes rows of open and of blocked cells."""

    def random(self, rng: Random) -> Iterator[Case]:
        """Yield random mazes. In about half of them, dominoes cover all open cells."""
        while True:
            most = min(self.bound("N"), rng.choice((3, 6, 12, self.bound("N"))))
            height, width = rng.randint(1, most), rng.randint(1, most)
            share = rng.choice(_SHARES)
            maze = tuple("".join(rng.choices(_CELLS, (1 - share, share), k=width)) for _ in range(height))
            yield height, width, _of_dominoes(rng, maze) if rng.random() < 0.5 else maze, None


def _of_dominoes(rng: Random, maze: Rows) -> Rows:
    """Return a maze whose open cells are covered by dominoes, laid at random on open cells of `maze`."""
    width = len(maze[0])
    free = {place for place, cell in enumerate("".join(maze)) if cell == _OPEN}
    covered: set[int] = set()
    for place in rng.sample(sorted(free), len(free)):
        beside = [one for one in (place - 1, place + 1) if one // width == place // width]
        others = free.intersection((*beside, place - width, place + width)) - covered
        if place not in covered and others:
            covered |= {place, rng.choice(sorted(others))}
    cells = "".join(_CELLS[place not in covered] for place in range(len(maze) * width))
    return rows_of(cells, len(maze), width)
