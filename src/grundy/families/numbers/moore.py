"""Moore's nim."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from grundy.core.values import Outcome
from grundy.families.numbers.rules import NumberRules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.families.numbers.rules import Numbers


@dataclass(frozen=True)
class Moore(NumberRules):
    """Take any number of tokens from each of up to k heaps, at least one in all. A state is the sizes of the heaps.

    It is lost exactly where, for each binary place, the number of heaps with a 1 there is a multiple of k + 1.
    Source: Moore, A generalization of the game called nim (1910).

    >>> Moore(2)(5, 5, 5).outcome.value, Moore(2)(10**18, 3, 7).outcome.value
    ('P', 'N')
    """

    k: int
    name = "moores-nim"
    example = "k=2"

    def after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield what is left after moves in one heap, then those in two, and so on."""
        for count in range(1, min(self.k, len(state)) + 1):
            for chosen in combinations(range(len(state)), count):
                for sizes in _smaller([state[heap] for heap in chosen]):
                    changed = dict(zip(chosen, sizes, strict=True))
                    yield tuple(changed.get(heap, size) for heap, size in enumerate(state))

    def canonical(self, state: Numbers) -> Numbers:
        """Return the heaps in order: play is the same in any."""
        return tuple(sorted(state))

    def known_outcome(self, state: Numbers) -> Outcome:
        """Count the 1s of each binary place."""
        places = range(max(state).bit_length())
        lost = all(sum(size >> place & 1 for size in state) % (self.k + 1) == 0 for place in places)
        return Outcome.P if lost else Outcome.N


def _smaller(sizes: Sequence[int]) -> Iterator[Numbers]:
    """Yield the sizes of which each is smaller; `itertools.product` would hold all of them."""
    if not sizes:
        yield ()
    for first in range(sizes[0] if sizes else 0):
        yield from ((first, *rest) for rest in _smaller(sizes[1:]))
