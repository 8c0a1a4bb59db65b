"""Moore's nim."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from grundy.core.values import Outcome
from grundy.games.families.numbers.number_rules import NumberRules
from grundy.runtime.messages import Message
from grundy.theory.explain.reductions import Reduction, first_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.core.solution import Solution
    from grundy.games.families.numbers.number_rules import Numbers

_MOST_COLUMNS = 16  # in an explanation


@dataclass(frozen=True)
class Moore(NumberRules):
    """Take any number of tokens from each of up to k heaps, at least one token in all.

    A state is the sizes of the heaps. It is lost exactly if, for each binary place, the number of heaps with a 1 there
    is a multiple of k + 1.
    Source: Moore, A generalization of the game called nim (1910).

    >>> Moore(2)(5, 5, 5).outcome.value, Moore(2)(10**18, 3, 7).outcome.value
    ('P', 'N')
    """

    k: int
    name = "moores-nim"
    example = "k=2"

    def after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the states that one move leaves: first moves in one heap, then moves in two heaps, and so on."""
        for count in range(1, min(self.k, len(state)) + 1):
            for chosen in combinations(range(len(state)), count):
                for sizes in _smaller([state[heap] for heap in chosen]):
                    changed = dict(zip(chosen, sizes, strict=True))
                    yield tuple(changed.get(heap, size) for heap, size in enumerate(state))

    def canonical(self, state: Numbers) -> Numbers:
        """Return the heaps in increasing order, because their order does not matter."""
        return tuple(sorted(state))

    def known_outcome(self, state: Numbers) -> Outcome:
        """Return the outcome, by the number of 1s in each binary place."""
        places = range(max(state).bit_length())
        lost = all(sum(size >> place & 1 for size in state) % (self.k + 1) == 0 for place in places)
        return Outcome.P if lost else Outcome.N

    def reduction(self, state: Numbers, solution: Solution) -> Reduction:
        """Return the explanation: the number of 1s in each binary column, and a move to a lost state.

        Parameters of ``reduction.moore``: ``k``, the ``modulus`` k + 1, and ``columns``, highest first. Each column has
        the power of 2 of its ``place``, the number of ``ones``, and their ``rest`` modulo k + 1. ``lost`` says that
        each rest is 0. ``to`` is a lost state that a move leaves; it is null if no such move exists.
        """
        del solution
        modulus = self.k + 1
        columns = []
        for place in reversed(range(max(state).bit_length())):
            ones = sum(size >> place & 1 for size in state)
            columns.append({"place": 1 << place, "ones": ones, "modulus": modulus, "rest": ones % modulus})
        to = next(self.lost_after(state), None)
        lost = not any(column["rest"] for column in columns)
        notes = [Message("reduction.note.moore-column", column) for column in columns]
        last = "reduction.note.moore-lost" if to is None else "reduction.note.moore-move"
        about = {"k": self.k, "modulus": modulus}
        shown = (*first_of(notes, _MOST_COLUMNS), Message(last, {**about, "to": list(to or ())}))
        return Reduction("reduction.moore", {**about, "columns": columns, "lost": lost, "to": to and list(to)}, shown)

    def lost_after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield some lost states that a move leaves: one for each heap with which `_lost_below` can begin."""
        heaps = range(len(state))
        found = {self._lost_below(state, (*heaps[first:], *heaps[:first])) for first in heaps}
        yield from sorted(found - {state})

    def _lost_below(self, state: Numbers, order: Sequence[int]) -> Numbers:
        """Return a lost state that a move leaves, by Moore's proof; for a lost state, the state itself.

        Binary places are visited from the highest down. Heaps that are lowered already may get any digit there. If
        there are enough of them, some get a 1, so that the number of 1s is a multiple of k + 1. If there are not
        enough, the heaps with an excess 1 are lowered too; then at most k heaps are lowered.
        """
        sizes = list(state)
        lowered: list[int] = []
        for place in reversed(range(max(state).bit_length())):
            ones = [heap for heap in order if heap not in lowered and sizes[heap] >> place & 1]
            excess = len(ones) % (self.k + 1)
            missing = (self.k + 1 - excess) % (self.k + 1)
            if excess and missing > len(lowered):
                missing = 0
                lowered += ones[:excess]
                for heap in lowered[-excess:]:
                    sizes[heap] &= -1 << place + 1
            for number, heap in enumerate(lowered):
                sizes[heap] |= (number < missing) << place
        return tuple(sizes)


def _smaller(sizes: Sequence[int]) -> Iterator[Numbers]:
    """Yield the tuples in which each size is smaller. `itertools.product` would keep all sizes in memory."""
    if not sizes:
        yield ()
    for first in range(sizes[0] if sizes else 0):
        yield from ((first, *rest) for rest in _smaller(sizes[1:]))
