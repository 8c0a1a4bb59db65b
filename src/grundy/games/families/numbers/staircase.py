"""Staircase nim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.core.nimbers import nim_sum
from grundy.games.families.numbers.number_rules import NumberRules
from grundy.runtime.messages import Message
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.solution import Solution
    from grundy.games.families.numbers.number_rules import Numbers


@dataclass(frozen=True)
class Staircase(NumberRules):
    """Move any number of tokens from a step of a staircase to the step below; tokens of the first step leave the game.

    A state is the numbers of tokens on the steps, lowest step first. Its nimber is the nim-sum of the numbers on the
    first, third, fifth, ... step. Source: Sprague, Über zwei Abarten von Nim (1937), after Ferguson, Game Theory.

    >>> Staircase()(3, 4, 5).nimber
    6
    """

    name = "staircase-nim"
    count = (1, 1_000_000)
    floor = "steps"

    def after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the states that one move leaves: first moves from the first step, then from the second, and so on."""
        for step, tokens in enumerate(state):
            for taken in range(1, tokens + 1):
                left = list(state)
                left[step] -= taken
                if step:
                    left[step - 1] += taken
                yield tuple(left)

    def move_in_words(self, state: Numbers, option: Option) -> Message:
        """Say how many tokens move down, and from which step."""
        left = option.components[0].state
        step = next(step for step in reversed(range(len(state))) if left[step] < state[step])
        about = {"taken": state[step] - left[step], "step": step + 1, "below": step}
        return Message("reduction.said.down" if step else "reduction.said.off", about)

    def reduction(self, state: Numbers, solution: Solution) -> Reduction:
        """Return the explanation, which adds up the odd steps.

        Parameters of ``reduction.staircase``: the odd ``steps`` with their ``tokens``, and their nim-sum ``nimber``.
        """
        del solution
        steps = [{"step": step + 1, "tokens": state[step]} for step in range(0, len(state), 2)]
        total = self.known(state)
        notes = [Message("reduction.note.staircase-step", step) for step in steps]
        xor = " ⊕ ".join(str(step["tokens"]) for step in steps)
        notes.append(Message("reduction.note.xor", {"xor": xor, "nimber": total}))
        return Reduction("reduction.staircase", {"steps": steps, "nimber": total}, tuple(notes))

    def known(self, state: Numbers) -> int:
        """Return the nim-sum of every other step."""
        return nim_sum(*state[::2])

    def lost_after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the states with the nim-sum 0, after moves from odd steps and after moves to odd steps."""
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
