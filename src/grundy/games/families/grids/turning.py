"""Codes of coin-turning games on a row: which coins a move may turn, and what each coin is worth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations
from operator import xor
from typing import TYPE_CHECKING

from grundy.core.nimbers import mex

if TYPE_CHECKING:
    from collections.abc import Iterator

_COUNTS = re.compile(r"([1-9])(?:-([1-9]))?")
_DISTANCES = re.compile(r"/[0-9]{1,3}(?:\.[0-9]{1,3})*(?:/[0-9]{1,3}(?:\.[0-9]{1,3})*){0,15}")
_RUN = "run"


@dataclass(frozen=True)
class TurnRule:
    """Which coins of a row, counted from 0, a move may turn; the last of these coins goes from heads to tails.

    ``1-3``: any one to three coins; ``2``: exactly two; ``run``: any number of neighbours; ``/0/0.1.3``: the coins at
    these distances before the last coin. Raises `ValueError` for another text.

    A row of coins is worth the nim-sum of its heads, each alone on a row of its own (Lenstra; Winning Ways, chapter
    14). So `worth` determines all nimbers.
    """

    text: str

    def __post_init__(self) -> None:
        """Check the text."""
        counts = _COUNTS.fullmatch(self.text)
        if counts and counts[2] and counts[1] > counts[2]:
            raise ValueError(self.text)
        if not (counts or self.text == _RUN or _DISTANCES.fullmatch(self.text)):
            raise ValueError(self.text)

    def sets(self, last: int) -> Iterator[tuple[int, ...]]:
        """Yield the sets of coins that may be turned with `last` as the last coin, each in falling order."""
        counts = _COUNTS.fullmatch(self.text)
        if counts:
            for count in range(int(counts[1]), int(counts[2] or counts[1]) + 1):
                yield from ((last, *others) for others in combinations(range(last - 1, -1, -1), count - 1))
        elif self.text == _RUN:
            yield from (tuple(range(last, first - 1, -1)) for first in range(last, -1, -1))
        else:
            for word in self.text[1:].split("/"):
                coins = tuple(last - distance for distance in sorted({0, *map(int, word.split("."))}))
                if coins[-1] >= 0:
                    yield coins

    def sets_worth(self, last: int, worth: int, place: dict[int, int]) -> Iterator[tuple[int, ...] | None]:
        """Yield the sets of `sets` whose coins have the nim-sum `worth`, and None for each other set that is checked.

        `place` maps values to the coins of the row that have them. With it a pair takes one check, and the triples of
        `last` one check for each least coin.
        """
        counts = _COUNTS.fullmatch(self.text)
        if not counts or int(counts[2] or counts[1]) > 3:
            for turned in self.sets(last):
                yield turned if reduce(xor, map(self.worth, turned)) == worth else None
            return
        rest = worth ^ self.worth(last)
        sizes = range(int(counts[1]), int(counts[2] or counts[1]) + 1)
        if 1 in sizes and not rest:
            yield (last,)
        if 2 in sizes and place.get(rest, last) < last:
            yield last, place[rest]
        if 3 in sizes:
            for least in range(last - 1):
                middle = place.get(rest ^ self.worth(least), last)
                yield (last, middle, least) if least < middle < last else None

    def worth(self, coin: int) -> int:
        """Return what a coin is worth if it alone shows heads.

        Formulas, for coins counted from 0: ``1-2``, Turning Turtles, coin + 1; ``2``, Twins, the coin; ``1-3``, Mock
        Turtles, the coin-th odious number (an odd number of binary 1s); ``run``, Ruler, the largest power of 2 that
        divides coin + 1. Source: Winning Ways, chapter 14. Other rules follow the definition, from the coins before.
        """
        if self.text == "1-2":
            return coin + 1
        if self.text == "2":
            return coin
        if self.text == "1-3":
            return 2 * coin + (coin.bit_count() % 2 == 0)
        if self.text == _RUN:
            return coin + 1 & -coin - 1
        return _worths(self.text, coin + 1)[coin]


@lru_cache(maxsize=64)
def _worths(text: str, count: int) -> tuple[int, ...]:
    """Return what the first `count` coins are worth: each the mex over the sets with that coin as the last."""
    rule, worths = TurnRule(text), list[int]()
    for coin in range(count):
        options = set()
        for turned in rule.sets(coin):
            total = 0
            for other in turned[1:]:
                total ^= worths[other]
            options.add(total)
        worths.append(mex(options))
    return tuple(worths)
