"""Games of the catalogue, each a named way from text to a position, and the readers of their notations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from grundy.core.position import Position
from grundy.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from grundy.core.components import SumTerm
    from grundy.games.text import Scanner

_MANY = 1000  # numbers
_NO_LETTERS = "+:0123456789"  # a plus between the terms of a sum, a colon after a game's name, and numbers

Kind = Literal["letters", "grid", "piece", "heaps", "chords", "line", "ruleset"]


class Side(NamedTuple):
    """A number that says how large a position is: its name, its bounds, and a usual value.

    The name is one word, a plural: ``rows``, ``columns``, ``cells``, ``heaps``, ``tokens``, ``points``.
    """

    name: str
    least: int
    most: int
    usual: int


class Reader(ABC):
    """The notation of a game: reads one term of it, and describes it to programs that edit positions."""

    @property
    @abstractmethod
    def kind(self) -> Kind:
        """The kind of notation, by which a program chooses how positions are edited.

        ``letters``: rows of the letters of `alphabet`. ``grid``: a line ``K=3``, then rows with one piece.
        ``piece``: two distances, or rows with one piece. ``heaps``: numbers. ``chords``: a number of points, then
        chords ``1-4``. ``line``: one row of these letters, or its length. ``ruleset``: any other text.
        """

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
        """The letters of which its boards are rows, the usual one first; empty where a position is no such board."""
        return ""

    @property
    def sides(self) -> tuple[Side, ...]:
        """The numbers that say how large a random position is; empty where there are no random positions."""
        return ()

    @property
    def density(self) -> bool:
        """Whether random positions depend on a density: the share of cells that are blocked or marked."""
        return False

    def of_numbers(self, given: Sequence[int], game: str) -> SumTerm | None:
        """Return the term that numbers are, without a text of them; None where the text has to be read."""
        del given, game
        return None

    def written(self, given: Any) -> str:
        """Return the text of what was given in Python: of numbers, or of what else the notation takes."""
        return str(given)

    @abstractmethod
    def read(self, scan: Scanner, game: str) -> SumTerm:
        """Read a term to the end of `scan`, written as the notation of `game`."""


class SampledReader(Reader):
    """A notation that can write positions too: random ones, all small ones, and edge cases.

    Each game of the catalogue has one. All methods return texts that `read` accepts; random ones depend on
    `rng` alone. `grundy.sampling` makes positions of them.
    """

    @property
    @abstractmethod
    def sides(self) -> tuple[Side, ...]:
        """The numbers that say how large a random position is, at least one."""

    @abstractmethod
    def random_text(self, rng: Random, size: int) -> str:
        """Return a random opening position of at most `size` (3 or more) cells, tokens or points."""

    @abstractmethod
    def text_of_size(self, rng: Random, size: Sequence[int], density: float) -> str:
        """Return a random opening position with exactly these `sides`, which are within their bounds.

        `density`, from 0 to 1, is the share of cells that are blocked or marked, or of points with a chord.
        """

    @abstractmethod
    def all_texts(self, size: int) -> Iterator[str]:
        """Yield each opening position of exactly `size` cells, tokens in one heap, or points, once."""

    @abstractmethod
    def edge_cases(self, size: int) -> Iterator[str]:
        """Yield positions with sides near `size` that a wrong program is likely to get wrong."""


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

    Raises `RulesetError` for letters of boards that a text uses otherwise: blanks, digits, ``+`` and ``:``.

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

    def __post_init__(self) -> None:
        """Refuse letters of boards that texts use otherwise: a row of them would not be read as one."""
        wrong = [letter for letter in self.reader.alphabet if letter in _NO_LETTERS or letter.isspace()]
        if wrong:
            raise RulesetError("error.letter", game=self.name, reserved=_NO_LETTERS, found=repr(wrong[0]))

    def rules_in(self, texts: Mapping[str, str], *, drawn: bool = False) -> str:
        """Return the rules in the words of a catalogue of messages; with `drawn`, those for a drawn board."""
        known = texts.get(f"rules.{self.name}", self.rules)
        return texts.get(f"drawn.{self.name}", known) if drawn else known

    def parse(self, text: str, source: str = "text") -> Position:
        """Read a position. Raises `InputError`, with line and column in `source`."""
        from grundy.games import parse

        return parse(text, self, source)

    def __call__(self, *position: Any) -> Position:
        """Read a position from a text, from the numbers of its notation, or from what else this takes."""
        if len(position) >= _MANY and all(type(number) is int for number in position):
            term = self.reader.of_numbers(position, self.name)
            if term is not None:
                return Position([term])
        return self.parse(" ".join(map(self.reader.written, position)))
