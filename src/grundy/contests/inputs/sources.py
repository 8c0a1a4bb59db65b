"""Where the numbers of inputs that are made come from: from chance, or from the limits."""

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
    """What was made or cut cannot be made into an input that keeps all that is promised."""


class ValueSource(ABC):
    """Yields the sizes, numbers and letters of one input, which has room for so many of them."""

    room: int

    @abstractmethod
    def size(self, low: int, high: int | None, *, square: bool = False) -> int:
        """Return how many there are of something; with `square`, of rows or of columns."""

    @abstractmethod
    def numbers(self, low: int, high: int | None, count: int, *, distinct: bool = False) -> list[int]:
        """Return numbers in these bounds. Raises `Unfit` where there are no such."""

    @abstractmethod
    def rows(self, letters: str, height: int, width: int) -> tuple[str, ...]:
        """Return rows of letters."""

    @abstractmethod
    def chance(self) -> Random:
        """Return a generator for all else."""

    @abstractmethod
    def within(self, room: int) -> ValueSource:
        """Return the same source with less room."""

    def number(self, low: int, high: int | None) -> int:
        """Return one number."""
        return self.numbers(low, high, 1)[0]

    def most(self, low: int, high: int | None, *, square: bool) -> int:
        """Return the greatest size for which there is room."""
        room = max(low, isqrt(self.room) if square else self.room)
        return room if high is None else min(high, room)


class RandomSource(ValueSource):
    """From chance: sizes are at most `spread` above the least one, numbers mostly at most `reach` above it."""

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
        """Return random numbers, near the least one, or all near the greatest, or anywhere."""
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
        """Return rows of a usual letter and of others."""
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
    """From the limits: sizes are the `sizes` of ``least`` and ``most``, numbers follow one of the `PATTERNS`."""

    PATTERNS = ("most", "least", "up", "down", "random")
    SHAPES = ("first", "last", "odd one", "chessboard", "stripes", "random")

    def __init__(self, rng: Random, sizes: str, pattern: str, shape: str, room: int) -> None:
        """Take what chance is left from `rng`."""
        self.rng, self.sizes, self.pattern, self.shape, self.room = rng, sizes, pattern, shape, room

    def size(self, low: int, high: int | None, *, square: bool = False) -> int:
        """Return the least or the greatest size."""
        _check(low, high)
        return low if self.sizes == "least" else self.most(low, high, square=square)

    def numbers(self, low: int, high: int | None, count: int, *, distinct: bool = False) -> list[int]:
        """Return the least, the greatest, or numbers in a row."""
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
        """Return rows of one letter, of one but for a letter, a chessboard, or stripes."""
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
