"""Makes a failing case smaller: parts are left out, and Hypothesis simplifies what is left."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from grundy.runtime.packages import available

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from grundy.contests.stress.inputs import Inputs

Case = TypeVar("Case")

_TRIES = 600


class OutOfTime(Exception):
    """There is no time for another run."""


def shrunk(inputs: Inputs[Case], case: Case, fails: Callable[[Case], bool], rng: Random) -> Case:
    """Return the smallest case to which this one can be shrunk so that it still fails.

    Parts are left out as long as that fails (`Inputs.cuts`); then Hypothesis lowers the integers that the case is made
    of (`Inputs.strategy`), which is begun again where that makes further parts superfluous. Where neither helps, random
    smaller cases are tried (`Inputs.smaller`), some hundred in vain at most: a board that fails is often surrounded by
    boards that do not. `Inputs.size` says which case is smaller. `fails` may raise `OutOfTime`: the smallest case
    so far is the answer then. A case is tried once. Without the package `hypothesis`, integers are not lowered.
    """
    tried = {case: True}
    best = case

    def still(other: Case) -> bool:
        nonlocal best
        if other not in tried:
            tried[other] = fails(other)
        if tried[other] and inputs.size(other) < inputs.size(best):
            best = other
        return tried[other]

    try:
        before = None
        while best != before:
            before = best
            while any(inputs.size(cut) < inputs.size(best) and still(cut) for cut in inputs.cuts(best)):
                pass
            if available("hypothesis"):
                _simplified(inputs, best, still)
            if best == before:
                tries = islice(inputs.smaller(rng, best), _TRIES)
                any(inputs.size(other) < inputs.size(before) and still(other) for other in tries)
    except OutOfTime:
        pass
    return best


def _simplified(inputs: Inputs[Case], case: Case, fails: Callable[[Case], bool]) -> None:
    """Have Hypothesis shrink a failing case, which it finds in its database, among those of the same shape."""
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis.database import InMemoryExampleDatabase, choices_to_bytes
    from hypothesis.errors import NoSuchExample

    database = InMemoryExampleDatabase()
    database.save(b"case", choices_to_bytes([int(choice) for choice in inputs.choices(case)]))
    how = settings(
        database=database,
        phases=(Phase.reuse, Phase.shrink),
        max_examples=1,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    try:
        find(inputs.strategy(case), fails, settings=how, database_key=b"case")
    except NoSuchExample:  # a program that fails by chance has not failed again
        return
