"""Inputs of problems on points of a circle: numbers of points, one of them or a list with its length."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from grundy.contests.stress.inputs import Inputs, lowered, without_parts
from grundy.families.chords import DAWSONS_KAYLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from hypothesis.strategies import DrawFn, SearchStrategy

Sizes = tuple[int, ...]

_TINY = 40


@dataclass(frozen=True)
class CircleInputs(Inputs[Sizes]):
    """Makes numbers of points from `least` to `most`; lists of up to `cases` of them, headed by their length.

    Without `cases`, an input is one number.
    """

    least: int
    most: int
    cases: int = 0

    def text(self, case: Sizes) -> str:
        """Return the input text."""
        return "".join(f"{number}\n" for number in ((len(case), *case) if self.cases else case))

    def tiny(self) -> Iterator[Sizes]:
        """Yield the smallest circles one by one."""
        yield from ((points,) for points in range(self.least, min(self.most, self.least + _TINY) + 1))

    def edges(self) -> Iterator[Sizes]:
        """Yield the limits; where lists are asked for, all circles, up, down and as often as may be."""
        everything = range(self.least, self.most + 1)
        yield (self.most,)
        yield (self.most - 1,)
        if self.cases:
            yield tuple(everything)[: self.cases]
            yield tuple(reversed(everything))[: self.cases]
            yield (self.most,) * self.cases
            yield (self.least,) * self.cases

    def random(self, rng: Random) -> Iterator[Sizes]:
        """Yield random circles, or lists of such; half of them are lost, about as many are large as small."""
        while True:
            yield tuple(
                self._one(rng) for _ in range(rng.choice((1, 2, 10, min(300, self.cases))) if self.cases else 1)
            )

    def size(self, case: Sizes) -> tuple[int, ...]:
        """Return the length of the list, and its numbers."""
        return len(case), *case

    def cuts(self, case: Sizes) -> Iterator[Sizes]:
        """Yield lists without some circles; or a smaller circle."""
        yield from without_parts(case)
        if len(case) == 1:
            yield from ((lower,) for lower in lowered(case[0], self.least))

    def smaller(self, rng: Random, case: Sizes) -> Iterator[Sizes]:
        """Yield all single circles that are smaller; any one is smaller than a list."""
        del rng
        yield from ((points,) for points in range(self.least, case[0] if len(case) == 1 else self.most + 1))

    def together(self, case: Sizes) -> Sizes | None:
        """Return the list of all circles that are smaller than a single one, as far as lists are long enough."""
        return tuple(range(self.least, case[0]))[: self.cases] or None if len(case) == 1 else None

    def choices(self, case: Sizes) -> Sequence[int]:
        """Return the numbers, from `least` on."""
        return [points - self.least for points in case]

    def strategy(self, case: Sizes) -> SearchStrategy[Sizes]:
        """Return lists of the same length."""
        from hypothesis import strategies as st

        @st.composite
        def circles(draw: DrawFn) -> Sizes:
            return tuple(draw(st.integers(0, self.most - self.least)) + self.least for _ in case)

        return circles()

    def _one(self, rng: Random) -> int:
        """Return a number of points; a lost one half of the time."""
        most = rng.choice((min(self.most, 10 * self.least), self.most))
        if rng.random() < 0.5:
            return rng.randint(self.least, most)
        return rng.choice([points for points in self._lost if points <= most])

    @cached_property
    def _lost(self) -> list[int]:
        """The numbers of points with which the first player loses: those of nimber 0 in Dawson's Kayles."""
        nimbers = DAWSONS_KAYLES.nimbers(self.most + 1)
        return [points for points in range(self.least, self.most + 1) if not nimbers[points]]
