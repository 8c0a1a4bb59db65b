"""Toppling Dominoes with green dominoes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from grundy.core.nimbers import nim_sum
from grundy.games.families.grids.letter_rules import GridRules
from grundy.runtime.messages import Message
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.scenes import Place
    from grundy.core.solution import Solution


@dataclass(frozen=True)
class Toppling(GridRules):
    """Topple a domino to one side, and with it all dominoes up to the next gap. Both players may topple all dominoes.

    A state is the set of places with a domino. The n dominoes between two gaps are worth n: a move leaves 0, 1, ...,
    n - 1 of them, each number in two ways. Source of the game: Albert, Nowakowski and Wolfe, Lessons in Play (2007);
    Fink, Nowakowski, Siegel and Wolfe, Toppling Conjectures (2015).

    >>> Toppling(1, 9)(0b111_0_11111).nimber
    6
    """

    letters = "|."
    tokens: ClassVar[dict[str, str]] = {"|": "topple", ".": "gap"}
    floor = "line"
    name = "toppling-dominoes"

    def options(self, state: int) -> Iterator[Option]:
        """Yield an option for each domino and side."""
        for cell in self.grid.cells(state):
            place = self.place_name(self.place_of(cell))
            for side, step in (("left", self.grid.left), ("right", self.grid.right)):
                standing, falling = state, cell
                while falling & state:
                    standing ^= falling
                    falling = step(falling)
                yield self.option(standing, f"{place} {side}")

    def places_of(self, before: str, option: Option) -> tuple[Place, ...]:
        """Return the dominoes that fall, in the order in which they fall."""
        places = super().places_of(before, option)
        return places[::-1] if str(option.move).endswith("left") else places

    def reduction(self, state: int, solution: Solution) -> Reduction:
        """Say how many dominoes stand between gaps.

        Parameters of ``reduction.toppling``: ``rows``, the numbers of dominoes between gaps, from left to right; and
        ``nimber``, their nim-sum.
        """
        del solution
        rows = [len(row) for row in self.letters_of(state).split(".") if row]
        total = nim_sum(*rows)
        xor = " ⊕ ".join(map(str, rows or [0]))
        note = Message("reduction.note.toppling", {"rows": rows or [0], "xor": xor, "nimber": total})
        return Reduction("reduction.toppling", {"rows": rows, "nimber": total}, (note,))

    def known(self, state: int) -> int:
        """Return the nim-sum of the numbers of dominoes between gaps."""
        return nim_sum(*(part.bit_count() for part in self.grid.regions(state)))
