"""Finite quotients: commutative monoids with a set of lost elements, and their presentations.

The docstring of `grundy.theory.quotients` has the definitions.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from grundy.runtime.messages import Message
    from grundy.theory.quotient_growth import Monoid

Exponents = tuple[int, ...]


class Presentation(NamedTuple):
    """A monoid by generators, which are numbers of games (sizes of heaps), and relations between products of them.

    A product is the tuple of the exponents of the generators. Each relation is a pair of equal products, the larger one
    first (by degree, then by exponents). No left side divides another left side. `words` has the least product of each
    element: replacing left sides by right sides turns every product into one of them.
    """

    generators: tuple[int, ...]
    relations: tuple[tuple[Exponents, Exponents], ...]
    words: tuple[Exponents, ...]

    def word(self, exponents: Exponents) -> str:
        """Return the text of a product such as ``a^2 b``, with generators a, b, c, ...; 1 for the empty product.

        >>> Presentation((1, 2), (), ()).word((2, 1))
        'a^2 b'
        """
        factors = [
            letter + (f"^{power}" if power > 1 else "")
            for letter, power in zip(map(letter_of, range(len(exponents))), exponents, strict=True)
            if power
        ]
        return " ".join(factors) or "1"


def letter_of(number: int) -> str:
    """Return the name of a generator: a to z, then a1, b1, ..."""
    round_, letter = divmod(number, 26)
    return chr(ord("a") + letter) + (str(round_) if round_ else "")


@dataclass(frozen=True, eq=False, repr=False)
class FiniteQuotient:
    """A quotient of games 0 to ``len(monoid.values) - 1``; `reason` says why it does not include more games."""

    monoid: Monoid
    reason: Message | None = None
    steps: int = 0

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.monoid.lost)

    @property
    def lost_elements(self) -> tuple[int, ...]:
        """The elements of P: the elements of lost sums."""
        return tuple(self.monoid.lost.nonzero()[0].tolist())

    def power(self, element: int, exponent: int) -> int:
        """Return a power of an element, in a number of products logarithmic in the exponent."""
        found, square = 0, element
        while exponent:
            if exponent & 1:
                found = int(self.monoid.table[found, square])
            square = int(self.monoid.table[square, square])
            exponent >>= 1
        return found

    def presentation(self) -> Presentation:
        """Return generators and relations: the reduced Gröbner basis, ordered by degree, then by exponents.

        A game is a generator if its element is no product of elements of games with smaller numbers.
        """
        generators: list[int] = []
        reached = {0}
        for heap in range(1, len(self.monoid.values)):
            if int(self.monoid.values[heap]) not in reached:
                generators.append(heap)
                self._close(reached, generators)
        elements = [int(self.monoid.values[heap]) for heap in generators]
        words: dict[int, Exponents] = {}
        relations: list[tuple[Exponents, Exponents]] = []
        start = (0,) * len(generators)
        heap_queue, seen = [(0, start, 0)], {start}
        while heap_queue:
            degree, word, element = heappop(heap_queue)
            if any(all(own >= least for own, least in zip(word, left, strict=True)) for left, _ in relations):
                continue
            if element in words:
                relations.append((word, words[element]))
                continue
            words[element] = word
            for place, generator in enumerate(elements):
                longer = (*word[:place], word[place] + 1, *word[place + 1 :])
                if longer not in seen:
                    seen.add(longer)
                    heappush(heap_queue, (degree + 1, longer, int(self.monoid.table[element, generator])))
        listed = tuple(words[element] for element in range(self.order))
        return Presentation(tuple(generators), tuple(relations), listed)

    def _close(self, reached: set[int], generators: list[int]) -> None:
        """Add to a set of elements all their products with the generators."""
        stack = list(reached)
        while stack:
            element = stack.pop()
            for heap in generators:
                product = int(self.monoid.table[element, self.monoid.values[heap]])
                if product not in reached:
                    reached.add(product)
                    stack.append(product)

    @property
    def memory_bytes(self) -> int:
        """The approximate size in bytes."""
        return int(self.monoid.table.nbytes + self.monoid.lost.nbytes + self.monoid.values.nbytes) + 1000
