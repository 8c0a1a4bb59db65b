"""Inputs that are a circle and the steps of two players."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from grundy.contests.stress.inputs import Inputs, lowered, without_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from hypothesis.strategies import DrawFn, SearchStrategy

_TINY = 4  # places


class Circle(NamedTuple):
    """The number of places, and the steps of each player in the order in which they are written."""

    places: int
    steps: tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class StepInputs(Inputs[Circle]):
    """Makes circles of two to `most` places, and one to all of the steps to another place for each player."""

    most: int

    def text(self, case: Circle) -> str:
        """Return the input text: the places, and for each player the number of steps and the steps."""
        lines = (" ".join(map(str, (len(steps), *steps))) for steps in case.steps)
        return "\n".join([str(case.places), *lines, ""])

    def tiny(self) -> Iterator[Circle]:
        """Yield all circles of up to four places, with all sets of steps."""
        for places in range(2, _TINY + 1):
            every = range(1, places)
            sets = [tuple(step for step in every if chosen >> step & 1) for chosen in range(2, 1 << places, 2)]
            yield from sorted((Circle(places, (one, two)) for one in sets for two in sets), key=self.size)

    def edges(self) -> Iterator[Circle]:
        """Yield the largest circle with one step, all steps, and the first or the last half of them."""
        most = self.most
        every = tuple(range(1, most))
        some = (every, every[:1], every[-1:], every[: most // 2], every[most // 2 :], tuple(reversed(every)))
        for first, second in product(some, repeat=2):
            yield Circle(most, (first, second))

    def random(self, rng: Random) -> Iterator[Circle]:
        """Yield random circles, of few and of many steps."""
        while True:
            places = rng.randint(2, min(self.most, rng.choice((5, 9, 30, 300, self.most))))
            counts = [rng.randint(1, min(places - 1, rng.choice((2, 4, places)))) for _ in range(2)]
            first, second = (tuple(rng.sample(range(1, places), count)) for count in counts)
            yield Circle(places, (first, second))

    def size(self, case: Circle) -> tuple[int, ...]:
        """Return the number of places and of steps, and the steps."""
        return case.places, sum(map(len, case.steps)), *case.steps[0], *case.steps[1]

    def cuts(self, case: Circle) -> Iterator[Circle]:
        """Yield smaller circles, without the steps that are too large, and fewer steps of a player."""
        for places in lowered(case.places, 2):
            first, second = (tuple(step for step in steps if step < places) for steps in case.steps)
            if first and second:
                yield Circle(places, (first, second))
        first, second = case.steps
        yield from (Circle(case.places, (fewer, second)) for fewer in without_parts(first))
        yield from (Circle(case.places, (first, fewer)) for fewer in without_parts(second))

    def choices(self, case: Circle) -> Sequence[int]:
        """Return 1 for each step of a player, and 0 for what is none."""
        return [step in steps for steps in map(set, case.steps) for step in range(1, case.places)]

    def strategy(self, case: Circle) -> SearchStrategy[Circle]:
        """Return circles of as many places, with the steps in order."""
        from hypothesis import assume
        from hypothesis import strategies as st

        @st.composite
        def circles(draw: DrawFn) -> Circle:
            first, second = (
                tuple([step for step in range(1, case.places) if draw(st.integers(0, 1))]) for _ in range(2)
            )
            assume(first and second)
            return Circle(case.places, (first, second))

        return circles()
