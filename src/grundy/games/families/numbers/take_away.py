"""Take-away games in which the limit of a move depends on the move before: Fibonacci nim and its relatives."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from grundy.core.values import Outcome
from grundy.games.families.numbers.number_rules import NumberRules
from grundy.runtime.messages import Message
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.solution import Solution
    from grundy.games.families.numbers.number_rules import Numbers

_SHOWN = 14  # numbers of the theorem in an explanation, before the last number
_LIMIT = re.compile(r"(?:([1-9][0-9]{0,3})\*)?k(?:([+-][0-9]{1,4}))?")


@dataclass(frozen=True)
class TakeAway(NumberRules):
    """Take tokens from a heap: after a move that takes k, the next move takes at most times * k + more.

    The first move may not take all tokens. A state is the size of the heap and the largest number that may be taken. An
    opening may be written as the size alone. Schwenk's theorem: let H(1) = 1 and H(n + 1) = H(n) + H(m), where m is the
    first number with times * H(m) + more >= H(n). Then each size is in exactly one way a sum of such numbers in which
    times * H + more is below the next larger summand. A state is won exactly if the least summand may be taken. Source:
    Schwenk, Take-away games (1970). With the limit 2k, Fibonacci nim, the numbers are Fibonacci's numbers (Whinihan,
    Fibonacci nim, 1963).

    >>> TakeAway(2, 0)(13).outcome.value, TakeAway(2, 0)(20).outcome.value, TakeAway(3, 1)(10**18).outcome.value
    ('P', 'N', 'N')
    """

    times: int
    more: int
    name = "take-away"
    theory: ClassVar[str] = "reduction.take-away"
    count = (1, 2)
    example = "3*k+1"

    @classmethod
    def of(cls, word: str) -> Self:
        """Return the ruleset of a limit such as ``2*k``, ``3*k+1`` or ``k``."""
        found = _LIMIT.fullmatch(word)
        if found is None or int(found[1] or 1) + int(found[2] or 0) < 1:  # after one token, no token may be taken
            raise ValueError(word)
        return cls(int(found[1] or 1), int(found[2] or 0))

    @property
    def parameter(self) -> str:
        """The limit in terms of k, the number that was taken."""
        return f"{self.times}*k" * (self.times > 1) + "k" * (self.times == 1) + f"{self.more:+}" * (self.more != 0)

    def opening(self, numbers: Numbers) -> Numbers:
        """Return the state of a size and perhaps a limit; the first move may take all tokens except one."""
        return (numbers[0], max(0, numbers[0] - 1)) if len(numbers) == 1 else numbers

    def heaps(self, state: Numbers) -> Numbers:
        """Return the size."""
        return state[:1]

    def after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the states that one move leaves, largest heaps first."""
        size, most = state
        for taken in range(1, min(size, most) + 1):
            yield size - taken, self.times * taken + self.more

    def in_words(self, state: Numbers) -> Message:
        """Name the size and the limit."""
        return Message("label.at-most", {"size": state[0], "most": min(state)})

    def move_in_words(self, state: Numbers, option: Option) -> Message:
        """Say how many tokens are taken, and how many the next player may take."""
        left, most = option.components[0].state
        if not left:
            return Message("reduction.said.take-all", {"taken": state[0]})
        return Message("reduction.said.take-most", {"taken": state[0] - left, "left": left, "most": min(left, most)})

    def reduction(self, state: Numbers, solution: Solution) -> Reduction:
        """Return the explanation, which writes the size as a sum and compares the least summand with the limit.

        Parameters of ``reduction.fibonacci`` and ``reduction.take-away``: the ``limit`` in terms of k; the ``numbers``
        of the theorem up to the size; the ``summands`` of the size, largest first; the ``least`` summand; ``most``, the
        largest number that may be taken; and whether the state is ``lost``.
        """
        del solution
        size, most = state[0], min(state)
        numbers, parts = self._numbers(size), self._parts(size)
        least = parts[-1] if parts else 0
        lost = not 0 < least <= most
        params = {"limit": TakeAway.parameter.fget(self), "numbers": numbers, "summands": parts}  # type: ignore[attr-defined]
        params |= {"least": least, "most": most, "lost": lost}
        shown = [*numbers[:_SHOWN], *(["...", numbers[-1]] if len(numbers) > _SHOWN else [])]
        notes = [Message("reduction.note.numbers", {"numbers": shown})]
        if parts:
            notes.append(Message("reduction.note.parts", {"size": size, "parts": " + ".join(map(str, parts))}))
            about = {"least": least, "most": most, "left": size - least, "next": self.times * least + self.more}
            kind = "lost" if lost else "all" if size == least else "move"
            notes.append(Message(f"reduction.note.parts-{kind}", {**about, "part": parts[-2] if len(parts) > 1 else 0}))
        return Reduction(self.theory, params, tuple(notes))

    def canonical(self, state: Numbers) -> Numbers:
        """Return the state with a limit of at most the size, because no move takes more than all tokens."""
        return state[0], min(state)

    def known_outcome(self, state: Numbers) -> Outcome:
        """Return the outcome: a state is won if the least summand of the size may be taken."""
        return Outcome.N if 0 < self._least(state[0]) <= state[1] else Outcome.P

    def lost_after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the state after taking the least summand."""
        least = self._least(state[0])
        if 0 < least <= state[1]:
            yield state[0] - least, self.times * least + self.more

    def _least(self, size: int) -> int:
        """Return the least summand of the size, or 0 for an empty heap."""
        return self._parts(size)[-1] if size else 0

    def _parts(self, size: int) -> list[int]:
        """Return the summands of the size, largest first."""
        parts = []
        for number in reversed(self._numbers(size)):
            if number <= size:
                size -= number
                parts.append(number)
        return parts

    def _numbers(self, size: int) -> list[int]:
        """Return the numbers H(1), H(2), ... of the theorem, up to the first number of at least the size."""
        numbers, reach = [1], 0
        while numbers[-1] < size:
            while self.times * numbers[reach] + self.more < numbers[-1]:
                reach += 1
            numbers.append(numbers[-1] + numbers[reach])
        return numbers


@dataclass(frozen=True)
class FibonacciNim(TakeAway):
    """Take tokens from a heap, at most twice as many as the move before.

    >>> FibonacciNim()(13).outcome.value, FibonacciNim()(10**18).outcome.value
    ('P', 'N')
    """

    times: int = 2
    more: int = 0
    name = "fibonacci-nim"
    theory = "reduction.fibonacci"
    token = "seed"
    example = ""
    parameter = ""
