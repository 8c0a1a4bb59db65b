"""Where the numbers and letters of generated inputs come from: at random, or from patterns at the limits."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


_UNBOUNDED = 10**9  # the greatest number made where a statement has no limit
_SHARES = (0.03, 0.1, 0.2, 0.35, 0.5, 0.8)  # of the letters that are not the usual one

PATTERNS = ("most", "least", "up", "down", "random")
SHAPES = ("first", "last", "odd one", "chessboard", "stripes", "random")


class Unfit(Exception):
    """A generated or shortened value cannot become an input that keeps the limits and the promises."""


class ValueSource:
    """Returns the sizes, numbers and letters of one input, which has at most `room` numbers and letters.

    `sizes` is ``least``, ``most``, or how far a random length may be above the least one. `pattern` is one of
    `PATTERNS` for numbers, `shape` one of `SHAPES` for letters. Most random numbers are at most `reach` above the
    least one.
    """

    def __init__(
        self, rng: Random, room: int, sizes: int | str, *,
        pattern: str = "random", shape: str = "random", reach: int | None = None,
    ) -> None:  # fmt: skip
        self.rng, self.room, self.sizes = rng, room, sizes
        self.pattern, self.shape, self.reach = pattern, shape, reach

    @classmethod
    def of_some_scale(cls, rng: Random, room: int) -> ValueSource:
        """Return a random source of a random scale."""
        return cls(rng, room, rng.choice((2, 4, 9, 30, room)), reach=rng.choice((2, 5, 20, 1000, None)))

    def within(self, room: int) -> ValueSource:
        """Return the same source with less room."""
        room = max(1, min(room, self.room))
        return ValueSource(self.rng, room, self.sizes, pattern=self.pattern, shape=self.shape, reach=self.reach)

    def size(self, low: int, high: int | None, *, square: bool = False) -> int:
        """Return a length from `low` to `high`; with `square`, the number of rows or of columns of a board."""
        _check(low, high)
        if self.sizes == "least":
            return low
        room = max(low, isqrt(self.room) if square else self.room)
        most = room if high is None else min(high, room)
        return most if isinstance(self.sizes, str) else self.rng.randint(low, min(most, low + self.sizes))

    def number(self, low: int, high: int | None) -> int:
        """Return one number from `low` to `high`."""
        return self.numbers(low, high, 1)[0]

    def numbers(self, low: int, high: int | None, count: int, *, distinct: bool = False) -> list[int]:
        """Return `count` numbers from `low` to `high`. Raises `Unfit` where there are not enough of them."""
        _check(low, high)
        high = low + _UNBOUNDED if high is None else high
        if distinct and high - low + 1 < count:
            raise Unfit
        if self.pattern == "random":
            return self._random_numbers(low, high, count, distinct=distinct)
        if self.pattern in {"least", "most"} and not distinct:
            return [low if self.pattern == "least" else high] * count
        if self.pattern in {"least", "up"}:
            return [low + place % (high - low + 1) for place in range(count)]
        return [high - place % (high - low + 1) for place in range(count)]

    def _random_numbers(self, low: int, high: int, count: int, *, distinct: bool) -> list[int]:
        if self.reach is not None and self.reach < high - low:
            reach = max(self.reach, count) if distinct else self.reach
            low, high = (max(low, high - reach), high) if self.rng.random() < 0.1 else (low, min(high, low + reach))
        if distinct:
            return self.rng.sample(range(low, high + 1), count)
        return [self.rng.randint(low, high) for _ in range(count)]

    def rows(self, letters: str, height: int, width: int) -> tuple[str, ...]:
        """Return rows of letters: of one, of one with a different one, a chessboard, stripes, or random letters."""
        first, last = letters[0], letters[-1]
        size = height * width
        if self.shape == "random":
            return rows_of(self._random_letters(letters, size), height, width)
        if self.shape in {"chessboard", "stripes"}:
            turned = self.shape == "chessboard"
            return tuple("".join((first, last)[(c + row * turned) % 2] for c in range(width)) for row in range(height))
        usual, odd = (last, last) if self.shape == "last" else (first, last if self.shape == "odd one" else first)
        place = size // 2
        return rows_of((usual * place + odd + usual * place)[:size], height, width)

    def _random_letters(self, letters: str, size: int) -> list[str]:
        """Return letters of which one is frequent."""
        some = letters if len(letters) < 5 or self.reach is None else letters[:3]
        usual = self.rng.choice(some)
        others = [letter for letter in some if letter != usual] or [usual]
        share = self.rng.choice(_SHARES)
        return [self.rng.choice(others) if self.rng.random() < share else usual for _ in range(size)]


def rows_of(cells: Sequence[str] | str, height: int, width: int) -> tuple[str, ...]:
    """Return cells in rows."""
    return tuple("".join(cells[start : start + width]) for start in range(0, height * width, width))


def _check(low: int, high: int | None) -> None:
    if high is not None and low > high:
        raise Unfit
