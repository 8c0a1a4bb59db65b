"""Staircase nim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.families.numbers.rules import NumberRules
from grundy.nimbers import nim_sum

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.families.numbers.rules import Numbers


@dataclass(frozen=True)
class Staircase(NumberRules):
    """Move any number of tokens from a step of a staircase to the step below; from the first one they leave play.

    A state is the numbers of tokens on the steps, the first one first. It is worth the nim-sum of those on the first,
    third, fifth, ... step. Source: Sprague, Über zwei Abarten von Nim (1937),
    after Ferguson, Game Theory.

    >>> Staircase()(3, 4, 5).nimber
    6
    """

    name = "staircase-nim"
    floor = "steps"

    def after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield what is left after moves from the first step, then those from the second, and so on."""
        for step, tokens in enumerate(state):
            for taken in range(1, tokens + 1):
                left = list(state)
                left[step] -= taken
                if step:
                    left[step - 1] += taken
                yield tuple(left)

    def known(self, state: Numbers) -> int:
        """Return the nim-sum of every other step."""
        return nim_sum(*state[::2])

    def lost_after(self, state: Numbers) -> Iterator[Numbers]:
        """Make the nim-sum 0, by moves from the steps that count and by moves to them."""
        total = self.known(state)
        for step in range(0, len(state), 2):
            wanted = state[step] ^ total
            source = step if wanted < state[step] else step + 1
            taken = abs(wanted - state[step])
            if taken and source < len(state) and taken <= state[source]:
                left = list(state)
                left[source] -= taken
                if source:
                    left[source - 1] += taken
                yield tuple(left)
