"""Sources of numbers and letters for generated inputs: random ones, and ones at the limits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random


_UNBOUNDED = 10**9  # the greatest number made where a statement has no limit
_SHARES = (0.03, 0.1, 0.2, 0.35, 0.5, 0.8)  # of the letters that are not the usual one


class Unfit(Exception):
    """A generated or shortened value cannot become an input that keeps the limits and the promises."""


class ValueSource(ABC):
    """Returns the sizes, numbers and letters of one input. `room` is the most numbers and letters that it may have."""

    room: int

    @abstractmethod
    def size(self, low: int, high: int | None, *, square: bool = False) -> int:
        """Return a length from `low` to `high`; with `square`, the number of rows or of columns of a board."""

    @abstractmethod
    def numbers(self, low: int, high: int | None, count: int, *, distinct: bool = False) -> list[int]:
        """Return `count` numbers from `low` to `high`. Raises `Unfit` where there are not enough of them."""

    @abstractmethod
    def rows(self, letters: str, height: int, width: int) -> tuple[str, ...]:
        """Return rows of letters."""

    @abstractmethod
    def chance(self) -> Random:
        """Return the random generator for all other choices."""

    @abstractmethod
    def within(self, room: int) -> ValueSource:
        """Return the same source with less room."""

    def number(self, low: int, high: int | None) -> int:
        """Return one number."""
        return self.numbers(low, high, 1)[0]

    def most(self, low: int, high: int | None, *, square: bool) -> int:
        """Return the greatest length that `high` and `room` allow."""
        room = max(low, isqrt(self.room) if square else self.room)
        return room if high is None else min(high, room)


class RandomSource(ValueSource):
    """A random source: lengths are at most `spread` above the least one, most numbers at most `reach` above it."""

    def __init__(self, rng: Random, spread: int, reach: int | None, room: int) -> None:
        self.rng, self.spread, self.reach, self.room = rng, spread, reach, room

    @classmethod
    def of(cls, rng: Random, room: int = 20_000) -> RandomSource:
        """Return a source of a random scale."""
        return cls(rng, rng.choice((2, 4, 9, 30, room)), rng.choice((2, 5, 20, 1000, None)), room)

    def size(self, low: int, high: int | None, *, square: bool = False) -> int:
        """Return a random size."""
        _check(low, high)
        return self.rng.randint(low, min(self.most(low, high, square=square), low + self.spread))

    def numbers(self, low: int, high: int | None, count: int, *, distinct: bool = False) -> list[int]:
        """Return random numbers: all near `low`, all near `high`, or anywhere between."""
        _check(low, high)
        high = low + _UNBOUNDED if high is None else high
        if distinct and high - low + 1 < count:
            raise Unfit
        if self.reach is not None and self.reach < high - low:
            reach = max(self.reach, count) if distinct else self.reach
            low, high = (max(low, high - reach), high) if self.rng.random() < 0.1 else (low, min(high, low + reach))
        if distinct:
            return self.rng.sample(range(low, high + 1), count)
        return [self.rng.randint(low, high) for _ in range(count)]

    def rows(self, letters: str, height: int, width: int) -> tuple[str, ...]:
        """Return rows of one letter that is frequent and of other letters."""
        some = letters if len(letters) < 5 or self.reach is None else letters[:3]
        usual = self.rng.choice(some)
        others = [letter for letter in some if letter != usual] or [usual]
        share = self.rng.choice(_SHARES)
        cells = [self.rng.choice(others) if self.rng.random() < share else usual for _ in range(height * width)]
        return rows_of("".join(cells), height, width)

    def chance(self) -> Random:
        """Return the generator."""
        return self.rng

    def within(self, room: int) -> RandomSource:
        """Return the same source with less room."""
        return RandomSource(self.rng, self.spread, self.reach, max(1, min(room, self.room)))


class EdgeSource(ValueSource):
    """A source at the limits: `sizes` is ``least`` or ``most``, numbers follow a pattern, letters a shape."""

    PATTERNS = ("most", "least", "up", "down", "random")
    SHAPES = ("first", "last", "odd one", "chessboard", "stripes", "random")

    def __init__(self, rng: Random, sizes: str, pattern: str, shape: str, room: int) -> None:
        """Set the pattern of `PATTERNS` and the shape of `SHAPES`; `rng` makes all other choices."""
        self.rng, self.sizes, self.pattern, self.shape, self.room = rng, sizes, pattern, shape, room

    def size(self, low: int, high: int | None, *, square: bool = False) -> int:
        """Return the least or the greatest size."""
        _check(low, high)
        return low if self.sizes == "least" else self.most(low, high, square=square)

    def numbers(self, low: int, high: int | None, count: int, *, distinct: bool = False) -> list[int]:
        """Return the least number, the greatest number, consecutive numbers, or random ones."""
        _check(low, high)
        high = low + _UNBOUNDED if high is None else high
        if distinct and high - low + 1 < count:
            raise Unfit
        if self.pattern == "random":
            if distinct:
                return self.rng.sample(range(low, high + 1), count)
            return [self.rng.randint(low, high) for _ in range(count)]
        if self.pattern in {"least", "most"} and not distinct:
            return [low if self.pattern == "least" else high] * count
        if self.pattern in {"least", "up"}:
            return [low + place % (high - low + 1) for place in range(count)]
        return [high - place % (high - low + 1) for place in range(count)]

    def rows(self, letters: str, height: int, width: int) -> tuple[str, ...]:
        """Return rows of one letter, rows with one different letter, a chessboard, stripes, or random letters."""
        first, last = letters[0], letters[-1]
        size = height * width
        if self.shape == "random":
            return rows_of("".join(self.rng.choices(letters, k=size)), height, width)
        if self.shape in {"chessboard", "stripes"}:
            turned = self.shape == "chessboard"
            return tuple("".join((first, last)[(c + row * turned) % 2] for c in range(width)) for row in range(height))
        usual, odd = (first, last) if self.shape != "last" else (last, last)
        place = size // 2
        cells = usual * place + (odd if self.shape == "odd one" else usual) + usual * (size - place - 1)
        return rows_of(cells[:size], height, width)

    def chance(self) -> Random:
        """Return the generator."""
        return self.rng

    def within(self, room: int) -> EdgeSource:
        """Return the same source with less room."""
        return EdgeSource(self.rng, self.sizes, self.pattern, self.shape, max(1, min(room, self.room)))


def rows_of(cells: Sequence[str] | str, height: int, width: int) -> tuple[str, ...]:
    """Return cells in rows."""
    return tuple("".join(cells[start : start + width]) for start in range(0, height * width, width))


def _check(low: int, high: int | None) -> None:
    if high is not None and low > high:
        raise Unfit
