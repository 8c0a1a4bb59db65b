"""The inputs of a problem: how they are made, and how a failing one is made smaller."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from grundy.contests.problem import Problem
    from grundy.contests.stress.described import FormInputs

Case = TypeVar("Case")

_FIRST = 60  # tiny inputs before all others


class MadeInput(NamedTuple):
    """An input that was made: its kind (``tiny``, ``edge``, ``random`` or ``large nimbers``), and the case."""

    kind: str
    case: Any


def inputs_of(problem: Problem) -> FormInputs:
    """Return the maker of a problem's inputs: its own (`Problem.inputs`), or one from the description."""
    from grundy.contests.stress.described import FormInputs

    return FormInputs(problem) if problem.inputs is None else problem.inputs(problem)


class Inputs(ABC, Generic[Case]):
    """Makes the inputs of one problem, as cases. All keep the guarantees of the statement.

    A case is immutable and hashable. Random cases depend on the given generator alone: the same seed gives the same
    cases on every machine.
    """

    @abstractmethod
    def text(self, case: Case) -> str:
        """Return the input text of a case."""

    @abstractmethod
    def tiny(self) -> Iterator[Case]:
        """Yield all of the smallest cases, in the order of their size."""

    @abstractmethod
    def edges(self) -> Iterator[Case]:
        """Yield cases at the limits: thin, full, empty, of the greatest size, with equal halves."""

    @abstractmethod
    def random(self, rng: Random) -> Iterator[Case]:
        """Yield random cases of all sizes and densities, without end; about half of them are lost."""

    def large_nimbers(self, rng: Random) -> Iterator[Case]:
        """Yield cases without end whose outcome depends on large nimbers; none where all nimbers are small."""
        del rng
        return iter(())

    @abstractmethod
    def size(self, case: Case) -> tuple[int, ...]:
        """Return the key by which cases are compared: a smaller case is simpler for a reader."""

    @abstractmethod
    def cuts(self, case: Case) -> Iterator[Case]:
        """Yield smaller cases, each without a part of this one, the smallest first."""

    def beginnings(self, case: Case) -> Iterator[Case]:
        """Yield cases with only the first 1, 2, 4, ... of many things."""
        del case
        return iter(())

    def halves(self, case: Case) -> tuple[Case, Case]:
        """Return the two halves of a case that `together` has yielded, empty where that asks about one thing."""
        raise NotImplementedError

    def smaller(self, rng: Random, case: Case) -> Iterator[Case]:
        """Yield other cases that are smaller than this one: all, or random ones without end."""
        del rng, case
        return iter(())

    def together(self, case: Case) -> Iterator[Case]:
        """Yield cases each of which asks about many smaller ones, the smallest first; none where no case can."""
        del case
        return iter(())

    def made(self, rng: Random) -> Iterator[MadeInput]:
        """Yield cases without end: some tiny ones, then all kinds in turn."""
        tiny, edges, random = self.tiny(), self.edges(), self.random(rng)
        large = self.large_nimbers(rng)
        yield from (MadeInput("tiny", case) for case in islice(tiny, _FIRST))
        while True:
            for kind, cases, number in (
                ("random", random, 8),
                ("edge", edges, 2),
                ("large nimbers", large, 1),
                ("tiny", tiny, 8),
            ):
                yield from (MadeInput(kind, case) for case in islice(cases, number))
