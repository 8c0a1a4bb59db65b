"""Take-away games in which the limit of a move depends on the move before: Fibonacci nim and its relatives."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from grundy.core.values import Outcome
from grundy.explain.reasons import Reduction
from grundy.families.numbers.number_rules import NumberRules
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.components import Option
    from grundy.core.solution import Solution
    from grundy.families.numbers.number_rules import Numbers

_SHOWN = 14  # numbers of the theorem in an explanation, before the last one
_LIMIT = re.compile(r"(?:([1-9][0-9]{0,3})\*)?k(?:([+-][0-9]{1,4}))?")


@dataclass(frozen=True)
class TakeAway(NumberRules):
    """Take tokens from a heap: after k were taken, at most times * k + more the next time; all at once never first.

    A state is the size of the heap and the most that may be taken; an opening may be written as the size alone.
    Schwenk's theorem: with H(1) = 1 and H(n + 1) = H(n) + H(m), where m is the first with times * H(m) + more >= H(n),
    each size is a sum of such numbers in one way in which times * H + more is below the next larger one; and a state
    is won exactly where the least of them may be taken. Source: Schwenk, Take-away games (1970); with limit 2k,
    Fibonacci nim, they are Fibonacci's numbers (Whinihan, Fibonacci nim, 1963).

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
        if found is None or int(found[1] or 1) + int(found[2] or 0) < 1:  # one token may be answered with none
            raise ValueError(word)
        return cls(int(found[1] or 1), int(found[2] or 0))

    @property
    def parameter(self) -> str:
        """The limit in terms of k, the number that was taken."""
        return f"{self.times}*k" * (self.times > 1) + "k" * (self.times == 1) + f"{self.more:+}" * (self.more != 0)

    def opening(self, numbers: Numbers) -> Numbers:
        """Complete a size: at first all tokens but one may be taken."""
        return (numbers[0], max(0, numbers[0] - 1)) if len(numbers) == 1 else numbers

    def heaps(self, state: Numbers) -> Numbers:
        """Return the size."""
        return state[:1]

    def after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield what is left, largest first."""
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
        """Take the size apart, and compare the least part with the limit.

        Parameters of ``reduction.fibonacci`` and ``reduction.take-away``: ``limit``, the rule in terms of k;
        ``numbers``, those of the theorem up to the size; ``summands``, which add up to the size, largest first;
        ``least``, the last of them, ``most``, how many may be taken, and ``lost``.
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
        """Return the least limit that allows as much: more than all tokens cannot be taken."""
        return state[0], min(state)

    def known_outcome(self, state: Numbers) -> Outcome:
        """Say whether the least part of the size may be taken."""
        return Outcome.N if 0 < self._least(state[0]) <= state[1] else Outcome.P

    def lost_after(self, state: Numbers) -> Iterator[Numbers]:
        """Take the least part."""
        least = self._least(state[0])
        if 0 < least <= state[1]:
            yield state[0] - least, self.times * least + self.more

    def _least(self, size: int) -> int:
        """Return the least part of the size, 0 of none."""
        return self._parts(size)[-1] if size else 0

    def _parts(self, size: int) -> list[int]:
        """Return the numbers whose sum is the size, largest first."""
        parts = []
        for number in reversed(self._numbers(size)):
            if number <= size:
                size -= number
                parts.append(number)
        return parts

    def _numbers(self, size: int) -> list[int]:
        """Return the numbers H(1), H(2), ... of the theorem, until one is at least the size."""
        numbers, reach = [1], 0
        while numbers[-1] < size:
            while self.times * numbers[reach] + self.more < numbers[-1]:
                reach += 1
            numbers.append(numbers[-1] + numbers[reach])
        return numbers


@dataclass(frozen=True)
class FibonacciNim(TakeAway):
    """Take tokens from a heap, at most twice as many as were taken before.

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
