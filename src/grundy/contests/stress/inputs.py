"""The inputs of a problem: how they are made, and how a failing one is made smaller."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from grundy.errors import RulesetError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from hypothesis.strategies import SearchStrategy

    from grundy.contests.problem import Problem

Case = TypeVar("Case")

_RANDOM_FOR_EACH_LARGE = 8  # random inputs between two that have large nimbers


class Made(NamedTuple):
    """An input that was made: its kind (``tiny``, ``edge``, ``random`` or ``large nimbers``), and the case."""

    kind: str
    case: Any


def inputs_of(problem: Problem) -> Inputs[Any]:
    """Return the inputs of a problem: what it knows of them, or what follows from their description."""
    if not hasattr(problem, "form"):
        if problem.inputs is None:
            raise RulesetError("error.no-inputs", problem=problem.id)
        return problem.inputs()  # type: ignore[call-arg, misc] # an old one
    from grundy.contests.stress.described import FormInputs

    return FormInputs(problem) if problem.inputs is None else problem.inputs(problem)


def lowered(number: int, least: int) -> Iterator[int]:
    """Yield smaller numbers, from `least` on: each leaves half of the distance of the one before.

    >>> list(lowered(20, 3))
    [3, 12, 16, 18, 19]
    """
    distance = number - least
    while distance > 0:
        yield number - distance
        distance //= 2


def without_parts(case: tuple[Case, ...]) -> Iterator[tuple[Case, ...]]:
    """Yield a list without each half, without each quarter, and so on; never an empty one.

    >>> list(without_parts((1, 2, 3)))
    [(2, 3), (1, 3), (1, 2)]
    """
    size = len(case) // 2
    while size:
        yield from (case[:start] + case[start + size :] for start in range(0, len(case) - size + 1, size))
        size //= 2


class Inputs(ABC, Generic[Case]):
    """Makes the inputs of one problem, as cases; all keep what the statement guarantees.

    A case is immutable and hashable. The random ones depend on the generator that is given, and on nothing else: the
    same seed gives the same cases on every machine.
    """

    @abstractmethod
    def text(self, case: Case) -> str:
        """Return the input text of a case."""

    @abstractmethod
    def tiny(self) -> Iterator[Case]:
        """Yield all of the smallest cases, in the order of their size."""

    @abstractmethod
    def edges(self) -> Iterator[Case]:
        """Yield cases at the limits: thin, full, empty, as large as may be, with equal halves."""

    @abstractmethod
    def random(self, rng: Random) -> Iterator[Case]:
        """Yield random cases of all sizes and densities, without end; about half of them are lost."""

    def large_nimbers(self, rng: Random) -> Iterator[Case]:
        """Yield cases, without end, in which large nimbers decide; none where the nimbers of a problem stay small."""
        del rng
        return iter(())

    @abstractmethod
    def size(self, case: Case) -> tuple[int, ...]:
        """Return what cases are compared by: the smaller, the better for a reader."""

    @abstractmethod
    def cuts(self, case: Case) -> Iterator[Case]:
        """Yield smaller cases that leave out a part of this one, the smallest first."""

    def choices(self, case: Case) -> Sequence[int]:
        """Return the integers from which `strategy` builds this case, in the order in which it draws them."""
        raise NotImplementedError

    def strategy(self, case: Case) -> SearchStrategy[Case]:
        """Return a Hypothesis strategy of the cases of the same shape; it draws integers alone, 0 is the simplest."""
        raise NotImplementedError

    def halves(self, case: Case) -> tuple[Case, Case]:
        """Return the two halves of what `together` has returned."""
        left: Any = case
        return left[: len(left) // 2], left[len(left) // 2 :]

    def smaller(self, rng: Random, case: Case) -> Iterator[Case]:
        """Yield other cases that are smaller than this one: all, or random ones without end."""
        del rng, case
        return iter(())

    def together(self, case: Case) -> Case | None:
        """Return the case that asks about all single ones that are smaller, the smallest first; None where none can.

        Cases are tuples then, and a slice of it asks about a part of them.
        """
        del case
        return None

    def made(self, rng: Random) -> Iterator[Made]:
        """Yield cases without end: all tiny ones, then the other kinds in turn."""
        yield from (Made("tiny", case) for case in self.tiny())
        edges, random = self.edges(), self.random(rng)
        large = self.large_nimbers(rng)
        while True:
            for case in islice(random, _RANDOM_FOR_EACH_LARGE):
                yield Made("random", case)
            for case in islice(edges, 2):
                yield Made("edge", case)
            for case in islice(large, 1):
                yield Made("large nimbers", case)
