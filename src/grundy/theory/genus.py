"""Genera of misère play: the nimber of a game with the misère values of its sums with heaps of two.

The misère Grundy value of X is 1 if X has no options, else the mex over its options. The genus of X is its nimber with
the misère values of X, X + ``*2``, X + ``*2`` + ``*2``, ... as superscript. Adding ``*1`` changes a misère value v to
v ^ 1 (by induction). So the value h_k of X + k ``*2`` is the mex of the values of X's options with k heaps of two, and,
for k > 0, of h_(k-1) and h_(k-1) ^ 1. If all options have period two from K on, then h_k = h_(k-2) for a single
k >= K + 2 proves period two for X, because all later values depend on the same numbers. Such a k <= K + 4 exists.

Source: Conway, On Numbers and Games, chapter 12; Winning Ways, chapter 13.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from grundy.core.nimbers import mex

if TYPE_CHECKING:
    from collections.abc import Sequence

Values = tuple[int, ...]  # misère values of a game with 0, 1, 2, ... heaps of two; the last two alternate


@dataclass(frozen=True, slots=True)
class Genus:
    """A genus: the nimber, and the misère values with 0, 1, 2, ... heaps of two added.

    The last two numbers of `superscript` alternate forever; this is proved for each genus that is returned.

    >>> print(Genus(4, (1, 4, 6)), Genus(4, (1, 4, 6)).at(3), Genus(12, (12, 14)))
    4^146 4 12^12,14
    """

    nimber: int
    superscript: Values

    def at(self, twos: int) -> int:
        """Return the misère value with `twos` heaps of two added."""
        return value_at(self.superscript, twos)

    def __str__(self) -> str:
        """Return the notation of Winning Ways in one line; commas separate the numbers if one has two digits."""
        between = "" if max(self.superscript) < 10 else ","
        return f"{self.nimber}^{between.join(map(str, self.superscript))}"


class GenusOption(NamedTuple):
    """An option: a game with these `values`, with `twos` heaps of two added, and a heap of one if `odd` is 1."""

    values: Values
    twos: int = 0
    odd: int = 0


def values_from_options(options: Sequence[GenusOption], *, over: bool) -> Values:
    """Return the values of a game from those of its options; `over` says that the game has no options."""
    since = max((len(values) - 2 - twos for values, twos, _ in options), default=0)
    found = [1] if over else []
    while len(found) < max(since, 0) + 3 or found[-1] != found[-3]:
        seen = {value_at(values, len(found) + twos) ^ odd for values, twos, odd in options}
        if found:
            seen |= {found[-1], found[-1] ^ 1}
        found.append(mex(seen))
    return shortened(found)


def value_at(values: Values, place: int) -> int:
    """Return the value at a place of the infinite sequence in which the last two values alternate."""
    return values[place] if place < len(values) else values[len(values) - 2 + (place - len(values)) % 2]


def shortened(values: list[int]) -> Values:
    """Return the shortest sequence with the same infinite continuation; `values` is changed."""
    while len(values) > 2 and values[-1] == values[-3]:
        values.pop()
    return tuple(values)
