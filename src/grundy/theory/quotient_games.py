"""Numbered games whose sums a misère quotient is about; the options of a game are sums of games with smaller numbers.

Game 0 has no move. The *weight* of a sum is the sum of the weights of its games. Every move lowers the weight of a sum.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SINGLE, _ONE, _TWO = 1, 2, 4


class Games(ABC):
    """Numbered games, with the facts about each that the growth of a quotient needs."""

    last: int | None = None  # the largest number; None if there is no largest one

    @abstractmethod
    def has_move(self, number: int) -> bool:
        """Return whether a game has a move."""

    @abstractmethod
    def weight(self, number: int) -> int:
        """Return the weight of a game with a move, at least 1."""

    @abstractmethod
    def option_values(self, number: int, table: NDArray[np.uint16], values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the elements of the options of a game.

        `table` is the table of products; `values` has the elements of games with smaller numbers.
        """

    @abstractmethod
    def options(self, number: int, letter: dict[int, int]) -> set[tuple[int, ...]]:
        """Return the options of a game as tuples of equal length: the letter of each part, and -1 for no letter."""


class OctalHeaps(Games):
    """The heaps of a finite octal code.

    The weight of heap h is 2h - 1: so a split that takes no token lowers the weight as well.
    """

    def __init__(self, digits: tuple[int, ...]) -> None:
        """Store the digits of the code, d0 first."""
        self._digits = digits

    def has_move(self, number: int) -> bool:
        """Return whether a heap has a move."""
        return any(
            (digit & _SINGLE and take == number)
            or (digit & _ONE and take < number)
            or (digit & _TWO and take < number - 1)
            for take, digit in enumerate(self._digits)
        )

    def weight(self, number: int) -> int:
        """Return the weight of a heap."""
        return 2 * number - 1

    def option_values(self, number: int, table: NDArray[np.uint16], values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the elements of the options of a heap."""
        marks = np.zeros(len(table), np.bool_)
        for take, digit in enumerate(self._digits[: number + 1]):
            rest = number - take
            if digit & _SINGLE and rest == 0 and take:
                marks[0] = True
            if digit & _ONE and rest > 0 and take:
                marks[values[rest]] = True
            if digit & _TWO and rest > 1:
                half = rest // 2
                marks[table[values[1 : half + 1], values[rest - half : rest][::-1]]] = True
        return np.flatnonzero(marks)

    def options(self, number: int, letter: dict[int, int]) -> set[tuple[int, ...]]:
        """Return the options of a heap as pairs of letters."""
        found: set[tuple[int, ...]] = set()
        for take, digit in enumerate(self._digits[: number + 1]):
            rest = number - take
            if digit & _SINGLE and rest == 0 and take:
                found.add((-1, -1))
            if digit & _ONE and rest > 0 and take:
                found.add((letter.get(rest, -1), -1))
            if digit & _TWO:
                for part in range(1, rest // 2 + 1):
                    letters = letter.get(part, -1), letter.get(rest - part, -1)
                    found.add((max(letters), min(letters)))
        return found


class ListedGames(Games):
    """Finitely many games, each with its options, which are sums of games with smaller numbers.

    The weight of a game is the length of its longest play.
    """

    def __init__(self, options: list[list[tuple[int, ...]]]) -> None:
        """Store the options of games 1, 2, ...; game 0 has none and is not listed."""
        self.listed = [[], *options]
        self.last = len(options)
        self._weights = [0]
        for after in options:
            self._weights.append(1 + max(sum(self._weights[part] for part in parts) for parts in after))
        self._wide = max((len(parts) for after in options for parts in after), default=0)

    def has_move(self, number: int) -> bool:
        """Return whether a game has a move."""
        return number > 0

    def weight(self, number: int) -> int:
        """Return the weight of a game."""
        return self._weights[number]

    def option_values(self, number: int, table: NDArray[np.uint16], values: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the elements of the options of a game."""
        found: set[int] = set()
        for parts in self.listed[number]:
            element = 0
            for part in parts:
                element = int(table[element, values[part]])
            found.add(element)
        return np.array(sorted(found), np.int64)

    def options(self, number: int, letter: dict[int, int]) -> set[tuple[int, ...]]:
        """Return the options of a game as letters."""
        found = set()
        for parts in self.listed[number]:
            letters = sorted((letter.get(part, -1) for part in parts), reverse=True)
            found.add((*letters, *[-1] * (self._wide - len(parts))))
        return found
