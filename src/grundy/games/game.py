"""What a game of the catalogue is: a named way from text to a position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from grundy.core.components import Term
    from grundy.core.position import Position
    from grundy.games.text import Scanner


class Reader(ABC):
    """Reads one term of a game's notation; the same object says how the game is sampled."""

    @property
    @abstractmethod
    def inline(self) -> bool:
        """Whether a term may be a few words rather than a board of several lines."""

    @property
    @abstractmethod
    def form(self) -> str:
        """The notation in words."""

    @property
    def alphabet(self) -> str:
        """The letters of which its boards are rows, the usual one first; none where a position is no such board."""
        return ""

    @abstractmethod
    def read(self, scan: Scanner, game: str) -> Term:
        """Read a term to the end of `scan`, written as the notation of `game`."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A position of the game whose nimber or outcome somebody published or a reader can check."""

    position: str
    source: str
    nimber: int | None = None
    outcome: Literal["N", "P"] | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the catalogue.

    Calling it with the text of a position, or with its numbers, gives the `Position`:

    >>> import grundy
    >>> grundy.games.kayles(10, 7) == grundy.games.kayles("10 7")
    True
    """

    name: str
    title: str
    rules: str  # one line
    source: str
    reader: Reader
    sample: str
    facts: tuple[Fact, ...]

    def parse(self, text: str, source: str = "text") -> Position:
        """Read a position. Raises `InputError`, with line and column in `source`."""
        from grundy.games import parse

        return parse(text, self, source)

    def __call__(self, *position: str | int) -> Position:
        """Read a position from a text, or from the numbers of its notation."""
        return self.parse(" ".join(map(str, position)))
