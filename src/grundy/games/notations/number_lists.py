"""Lists of numbers, after a word if the rules have a parameter: ``13 8``, ``k=2 3 5 7``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.core.components import Component, SumTerm
from grundy.core.notation import PlainNotation
from grundy.games.game import SampledReader, Side
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from grundy.games.families.numbers.number_rules import NumberRules
    from grundy.games.text import Scanner

MOST_RANDOM = 12  # the largest random number: small, because some rules change several numbers in one move


@dataclass(frozen=True)
class NumberLists(SampledReader):
    """Reads the numbers of a state of `rules`, or of these rules with another parameter.

    A random position has `usual` numbers.
    """

    rules: NumberRules
    usual: int
    form: str = ""
    inline = True

    @property
    def kind(self) -> str:  # type: ignore[override] # one of the kinds
        """The kind of lists of heaps; that of plain text if a word stands before the numbers."""
        return "ruleset" if self.rules.example else "heaps"

    @property
    def sides(self) -> tuple[Side, ...]:
        """How many numbers there are, and how large they may be."""
        least, most = (self.usual,) * 2 if self.rules.count[0] == self.rules.count[1] else self.rules.count
        return Side("heaps", least, min(most, self.usual), self.usual), Side(
            "tokens", self.rules.least, 40, MOST_RANDOM
        )

    def read(self, scan: Scanner, game: str) -> SumTerm:
        """Read the parameter and the numbers, to the end."""
        rules = self.rules
        if rules.example:
            word = scan.take(Message("expected.parameter", {"example": rules.example}))
            try:
                rules = rules.of(word.text)
            except ValueError:
                raise scan.error(Message("expected.parameter", {"example": rules.example}), word) from None
        least, most = rules.count
        numbers: list[int] = []
        while len(numbers) < least or (scan.peek() is not None and len(numbers) < most):
            numbers.append(scan.integer(Message("expected.number"), rules.least))
        next_word = scan.peek()
        if next_word is not None:
            raise scan.error(Message("expected.numbers-most", {"most": most, "game": game}), next_word)
        return SumTerm(PlainNotation(rules), (Component(rules, rules.opening(tuple(numbers))),))

    def random_text(self, rng: Random, size: int) -> str:
        """Return random numbers whose sum is at most `size`."""
        size = max(self.rules.least * self.usual, min(size, MOST_RANDOM))
        numbers = []
        for rest in range(self.usual - 1, -1, -1):
            numbers.append(rng.randint(self.rules.least, size - self.rules.least * rest))
            size -= numbers[-1]
        return self._text(numbers)

    def text_of_size(self, rng: Random, size: Sequence[int], density: float) -> str:
        """Return random numbers; `size` is their count, and the largest value that a number may have."""
        del density  # numbers have no density
        count, most = size
        return self._text([rng.randint(self.rules.least, most) for _ in range(count)])

    def all_texts(self, size: int) -> Iterator[str]:
        """Yield the tuples of `usual` numbers whose sum is `size`."""
        yield from map(self._text, _sums(self.usual, size, self.rules.least))

    def edge_cases(self, size: int) -> Iterator[str]:
        """Yield the least numbers, equal numbers, and a single large number."""
        least, count = self.rules.least, self.usual
        for numbers in (
            [least] * count,
            [size] * count,
            [least] * (count - 1) + [size],
            [size] + [least] * (count - 1),
        ):
            yield self._text(numbers)

    def _text(self, numbers: Sequence[int]) -> str:
        return " ".join(filter(None, (self.rules.parameter, *map(str, numbers))))


def _sums(count: int, total: int, least: int) -> Iterator[tuple[int, ...]]:
    """Yield the tuples of `count` numbers, each at least `least`, whose sum is `total`."""
    if count == 1:
        yield from [(total,)] * (total >= least)
        return
    for first in range(least, total - least * (count - 1) + 1):
        yield from ((first, *rest) for rest in _sums(count - 1, total - first, least))
