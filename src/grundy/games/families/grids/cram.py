"""Cram: dominoes on a board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.core.components import Component, split
from grundy.core.nimbers import nim_sum
from grundy.games.families.grids.letter_rules import GridRules
from grundy.runtime.messages import Message
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.core.components import Split
    from grundy.core.scenes import GridScene, Place
    from grundy.core.solution import Solution


@dataclass(frozen=True)
class Cram(GridRules):
    """Place a domino on two free cells that share a side. A state is the set of free cells.

    Source: Gardner, Mathematical Games (1974); Winning Ways, chapter 15. No formula is known, except for empty boards
    with an even side: by symmetry they are lost if both sides are even, and won if one side is.

    >>> Cram(3, 4)(0b1111_1111_1111).nimber
    1
    """

    name = "cram"
    most_compiled = 64
    tokens: ClassVar[dict[str, str]] = {".": "free", "removed": "blocked"}

    def options(self, state: int) -> Iterator[Split]:
        """Yield an option for each place of a domino: first those across, then those down."""
        for cell in self.grid.cells(state & self.grid.left(state)):
            yield split(state ^ cell ^ self.grid.right(cell), move=f"{self.cell_name(cell)} across")
        for cell in self.grid.cells(state & self.grid.up(state)):
            yield split(state ^ cell ^ self.grid.down(cell), move=f"{self.cell_name(cell)} down")

    def scene(self, state: int, winning: Sequence[str]) -> GridScene | None:
        """Describe the board, with dominoes drawn on the cells that are not free."""
        scene = super().scene(state, winning)
        taken = {*map(self.place_of, self.grid.cells(self.grid.full & ~state))}
        return scene and replace(scene, dominoes=dominoes_on(taken))

    def reduction(self, state: int, solution: Solution) -> Reduction:
        """Say what the parts are worth, and who wins by symmetry.

        Parameters of ``reduction.cram``: ``symmetry``, which is ``lost`` on an empty board with two even sides, ``won``
        with one even side, else empty; ``parts_worth``, the nimbers of the connected parts; ``move``, the winning move
        of an empty board with one even side; and those of `by_symmetry`.
        """
        parts = [solution.nimber_of(Component(self, part)) for part in self.components(state)]
        even = (self.grid.rows % 2 == 0) + (self.grid.columns % 2 == 0)
        symmetry = ("", "won", "lost")[even] if state == self.grid.full else ""
        if symmetry == "won":
            middle = self.place_name(((self.rows - 1) // 2, (self.columns - 1) // 2))
            params: dict[str, Any] = {"move": f"{middle} {'down' if self.rows % 2 == 0 else 'across'}"}
            notes: tuple[Message, ...] = ()
        else:
            params, notes = self.by_symmetry(state)
        if symmetry:
            notes = (Message(f"reduction.note.cram-{symmetry}", {"rows": self.rows, "columns": self.columns}),)
        idea = notes[0] if notes else None
        if len(parts) > 1:
            xor = {"xor": " ⊕ ".join(map(str, parts)), "nimber": nim_sum(*parts)}
            notes += (Message("reduction.note.xor", xor),)
        return Reduction("reduction.cram", {**params, "symmetry": symmetry, "parts_worth": parts}, notes, idea=idea)

    def components(self, state: int) -> Iterator[int]:
        """Yield the connected parts of at least two cells: no domino touches two of them."""
        return (part for part in self.grid.regions(state) if part & part - 1)

    def canonical(self, state: int) -> int:
        """Return the least of the images of the free cells."""
        return self.grid.shape(state)


def dominoes_on(taken: set[Place]) -> tuple[tuple[Place, Place], ...]:
    """Return dominoes that may lie on these cells: a state does not say where they were placed.

    A domino is placed on the cell with the fewest neighbours first, so that few cells stay without one. Cells that
    were not free at the start may stay without a domino.

    >>> dominoes_on({(0, 0), (0, 1), (1, 1), (2, 1)})
    (((0, 0), (0, 1)), ((1, 1), (2, 1)))
    """
    bare, dominoes = set(taken), []

    def bare_neighbours(cell: Place) -> list[Place]:
        row, column = cell
        around = ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column))
        return [neighbour for neighbour in around if neighbour in bare]

    while bare:
        first = min(bare, key=lambda cell: (len(bare_neighbours(cell)) or len(taken), cell))
        neighbours = bare_neighbours(first)
        if not neighbours:
            break
        second = min(neighbours, key=lambda cell: len(bare_neighbours(cell)))
        bare -= {first, second}
        dominoes.append((min(first, second), max(first, second)))
    return tuple(sorted(dominoes))
