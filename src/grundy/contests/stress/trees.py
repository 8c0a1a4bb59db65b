"""Trees, of which half are lost in green Hackenbush."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.contests.inputs.graphs import in_order, shuffled
from grundy.contests.stress.described import FormInputs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from grundy.contests.inputs.form import Case


class TreeInputs(FormInputs):
    """Makes trees, whose root is vertex 1."""

    def random(self, rng: Random) -> Iterator[Case]:
        """Yield random trees, high and low ones. Half of them get a path at the root that makes them lost."""
        bound = self.bound("N")
        while True:
            most = min(bound, rng.choice((4, 8, 8, 30, 30, 100, 1000, bound)))
            near = rng.choice((1, 2, 10, most))
            count = rng.randint(2, most)
            parents = [rng.randrange(max(0, vertex - near), vertex) for vertex in range(1, count)]
            worth = _worth(parents)
            if rng.random() < 0.5 and count + worth <= bound:
                parents += [0, *range(count, count + worth - 1)] if worth else []
            yield len(parents) + 1, shuffled(in_order(parents), rng)


def _worth(parents: Sequence[int]) -> int:
    """Return the nimber of the tree in green Hackenbush, by the colon principle."""
    worth = [0] * (len(parents) + 1)
    for vertex in range(len(parents), 0, -1):
        worth[parents[vertex - 1]] ^= worth[vertex] + 1
    return worth[0]
