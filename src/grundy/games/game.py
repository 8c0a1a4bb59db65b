"""Games of the catalogue, the base classes of the readers of their notations, and boards of random positions."""

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

_NO_LETTERS = "+:0123456789"  # these separate the terms of a sum, end a game's name, or write numbers

Kind = Literal["letters", "grid", "piece", "heaps", "chords", "line", "ruleset"]


class Side(NamedTuple):
    """A number that describes the size of a position: its name, its bounds, and a usual value.

    The name is a single word in the plural: ``rows``, ``columns``, ``cells``, ``heaps``, ``tokens``, ``points``.
    """

    name: str
    least: int
    most: int
    usual: int


class Reader(ABC):
    """The notation of a game: it reads a term, and describes itself to programs in which positions are edited."""

    @property
    @abstractmethod
    def kind(self) -> Kind:
        """The kind of notation, from which a program chooses how positions are edited.

        ``letters``: rows of the letters of `alphabet`. ``grid``: a line ``K=3``, then rows with one piece.
        ``piece``: two distances, or rows with one piece. ``heaps``: numbers. ``chords``: a number of points, then
        chords ``1-4``. ``line``: one row of the letters of `alphabet`, or its length. ``ruleset``: any other text.
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
        """The letters in the rows of a board, the usual letter first; empty if positions are no rows of letters."""
        return ""

    @property
    def sides(self) -> tuple[Side, ...]:
        """The numbers that describe the size of a random position; empty if there are no random positions."""
        return ()

    @property
    def density(self) -> bool:
        """Whether random positions depend on a density: the share of cells that are blocked or marked."""
        return False

    def of_numbers(self, given: Sequence[int], game: str) -> SumTerm | None:
        """Return the term of these numbers without writing them as text; None if their text has to be read."""
        del given, game
        return None

    def written(self, given: Any) -> str:
        """Return the text of a Python value: of a number, or of another value that the notation takes."""
        return str(given)

    @abstractmethod
    def read(self, scan: Scanner, game: str) -> SumTerm:
        """Read a term to the end of `scan`; `game` is the name of the game, which the notation writes."""


class SampledReader(Reader):
    """A reader that also writes positions: random positions, all small positions, and edge cases.

    Each game of the catalogue has such a reader. All methods return texts that `read` accepts. Random texts depend only
    on `rng` and the other arguments. `grundy.games.sampling` makes positions of the texts.
    """

    @property
    @abstractmethod
    def sides(self) -> tuple[Side, ...]:
        """The numbers that describe the size of a random position, at least one."""

    @abstractmethod
    def random_text(self, rng: Random, size: int) -> str:
        """Return a random opening position of at most `size` cells, tokens or points; `size` is at least 3."""

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
        """Yield positions with sides near `size` for which a faulty program is likely to fail."""


class Fact(NamedTuple):
    """A position of the game whose nimber or outcome was published, or can be checked by hand."""

    position: str
    source: str
    nimber: int | None = None
    outcome: Literal["N", "P"] | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the catalogue.

    Raises `RulesetError` for an alphabet with letters that have another meaning in texts: blanks, digits, ``+`` and
    ``:``.

    A call with the text of a position, or with its numbers, returns the `Position`:

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
        """Refuse letters that have another meaning in texts: a row of them would not be read as a row."""
        wrong = [letter for letter in self.reader.alphabet if letter in _NO_LETTERS or letter.isspace()]
        if wrong:
            raise RulesetError("error.letter", game=self.name, reserved=_NO_LETTERS, found=repr(wrong[0]))

    def rules_in(self, texts: Mapping[str, str], *, drawn: bool = False) -> str:
        """Return the rules in the language of a catalogue of messages; with `drawn`, the rules for a drawn board."""
        known = texts.get(f"rules.{self.name}", self.rules)
        return texts.get(f"drawn.{self.name}", known) if drawn else known

    def parse(self, text: str, source: str = "text") -> Position:
        """Read a position. Raises `InputError`, with line and column in `source`."""
        from grundy.games import parse

        return parse(text, self, source)

    def __call__(self, *position: Any) -> Position:
        """Return the position of a text, of numbers, or of another value that the notation takes."""
        if position and all(type(number) is int for number in position):
            term = self.reader.of_numbers(position, self.name)
            if term is not None:
                return Position([term])
        return self.parse(" ".join(map(self.reader.written, position)))


def random_shape(rng: Random, size: int) -> tuple[int, int]:
    """Return the height and width of a random board of at most `size` cells."""
    height = rng.randint(1, size)
    width = rng.randint(1, max(1, size // height))
    return (height, width) if rng.random() < 0.5 else (width, height)


def shapes(size: int) -> Iterator[tuple[int, int]]:
    """Yield the heights and widths of all boards of exactly `size` cells."""
    for height in range(1, size + 1):
        if size % height == 0:
            yield height, size // height


def rows(letters: str | Sequence[str], width: int) -> str:
    """Return the text of the letters as rows of `width` letters."""
    return "\n".join("".join(letters[start : start + width]) for start in range(0, len(letters), width))
