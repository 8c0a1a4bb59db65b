"""Contest problems, and the reading of their inputs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from grundy.contests.inputs.reading import Input
from grundy.contests.outputs import Words
from grundy.core.values import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grundy.contests.problem import Sample
    from grundy.contests.stress.inputs import Inputs
    from grundy.core.position import Position


@dataclass(frozen=True, slots=True)
class OldProblem:
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

    @property
    def output(self) -> Words:
        """The words, as an output."""
        return Words(*self.outputs)

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
