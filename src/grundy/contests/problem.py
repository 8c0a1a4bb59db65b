"""Contest problems, and the reading of their inputs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from grundy.core.values import Outcome
from grundy.games.text import Scanner
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grundy.contests.stress.inputs import Inputs
    from grundy.core.position import Position


@dataclass(frozen=True, slots=True)
class Sample:
    """A published input and its output."""

    input: str
    output: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A contest problem: a game, and this contest's input and output text.

    `game` is the name of the game in the catalogue, empty where it is not there. `positions` reads an `Input` to its
    end and returns the positions that it asks about, in order; `outputs` are the words for a win and for a loss of
    the player who moves first. A subclass with an `answer` of its own has the words of that. Where lines follow them
    that name some of the positions, `named` is what names one. `limits` says in words
    what the contest promises. `inputs` returns what makes inputs to test programs with, if there is such; it
    is loaded when it is asked for.
    """

    id: str
    title: str
    source: str
    game: str
    limits: str
    positions: Callable[[Input], Iterable[Position]]
    outputs: tuple[str, ...]
    samples: tuple[Sample, ...]
    aliases: tuple[str, ...] = ()
    inputs: Callable[[], Inputs[Any]] | None = None
    named: Callable[[Position], str] | None = None

    def answer(self, text: str, *, limits: bool = True, source: str = "input") -> str:
        """Return the output for an input; see `grundy.contests.answer`."""
        wins, loses = self.outputs
        positions = self.read(text, limits=limits, source=source)
        return "".join(f"{wins if position.outcome is Outcome.N else loses}\n" for position in positions)

    def mistaken(self, text: str, own: str) -> Position | None:
        """Return the position about which `own`, a wrong output for an input, is wrong first.

        It is the first one where the output does not say, and None where the input asks about none.
        """
        positions = list(self.read(text, limits=False))
        right = self.answer(text, limits=False)
        number = first_wrong(own, right)
        if self.named is not None:
            listed, others = ({" ".join(line.split()) for line in output.splitlines()} for output in (own, right))
            names = map(self.named, positions)
            number = next((at for at, name in enumerate(names) if (name in listed) != (name in others)), 0)
        return positions[min(number, len(positions) - 1)] if positions else None

    def read(self, text: str, *, limits: bool = True, source: str = "input") -> Iterable[Position]:
        """Return the positions that an input asks about, in order. Raises `InputError`, as `answer` does."""
        return self.positions(Input(text, source, limits=limits))


def first_wrong(own: str, right: str) -> int:
    """Return the number of the first word of an output that differs from the right one; 0 where none does.

    >>> first_wrong("WIN WIN", "WIN LOSE")
    1
    """
    words = zip_longest(own.split(), right.split())
    return next((number for number, (one, other) in enumerate(words) if one != other), 0)


class Input(Scanner):
    """A scanner that knows whether the contest's upper limits hold."""

    powers = False

    def __init__(self, text: str, source: str, *, limits: bool) -> None:
        """Read `text`; errors name `source`."""
        super().__init__(text, source)
        self.limits = limits

    def size(self, what: str, low: int, high: int) -> int:
        """Take an integer from `low` to `high`, or at least `low` if limits are lifted."""
        return self.integer(what, low, high if self.limits else None)

    def rows(self, height: int, width: int, letters: str) -> list[str]:
        """Take `height` rows of `width` letters each."""
        return [self.row(width, letters, Message("expected.row-number", {"number": n})) for n in range(1, height + 1)]
