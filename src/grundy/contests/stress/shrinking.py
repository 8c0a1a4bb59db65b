"""Makes a failing case smaller: parts are left out, and other small cases are tried."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grundy.contests.stress.inputs import Inputs

Case = TypeVar("Case")


class OutOfTime(Exception):
    """No time remains for another run."""


def shrunk(
    inputs: Inputs[Case],
    case: Case,
    fails: Callable[[Case], bool],
    passed: Iterable[Case] = (),
    check_time: Callable[[], None] = lambda: None,
) -> Case:
    """Return a smaller case, the smallest one found, that still fails. The cases in `passed` do not fail.

    Parts are left out as long as the rest fails (`Inputs.cuts`). Then smaller cases are run many at a time, where one
    case can hold many (`Inputs.together`); of those that fail one half is run, until a single one is left. Then other
    smaller cases are tried (`Inputs.smaller`), since a board that fails is often surrounded by boards that do not. All
    of it begins again with each smaller case. `Inputs.size` says which case is smaller. No case is run twice.
    `check_time`, which is called for each case, may raise `OutOfTime`: the smallest case so far is the answer then.
    """
    tried = dict.fromkeys(passed, False) | {case: True}
    best = case

    def still(other: Case) -> bool:
        nonlocal best
        check_time()
        if other not in tried:
            tried[other] = fails(other)
        if tried[other] and inputs.size(other) < inputs.size(best):
            best = other
        return tried[other]

    def improves(cases: Iterable[Case]) -> bool:
        before = inputs.size(best)
        return any(inputs.size(other) < before and still(other) for other in cases)

    rng = Random(0)
    steps: list[Callable[[], bool]] = [
        lambda: improves(islice(inputs.cuts(best), 20)),  # the largest cuts
        lambda: _halved(inputs, best, still),
        lambda: improves(islice(inputs.smaller(rng, best), 5)),
        lambda: improves(inputs.cuts(best)),
        lambda: improves(islice(inputs.smaller(rng, best), 100)),
        lambda: improves(islice(inputs.smaller(rng, best), 5000)),
    ]
    with suppress(OutOfTime):
        while any(step() for step in steps):  # each success begins again with the first step
            pass
    return best


def begun(inputs: Inputs[Case], case: Case, fails: Callable[[Case], bool]) -> Case:
    """Return the shortest beginning of a case (`Inputs.beginnings`) that fails, else the case.

    It is used for programs that take too long, because a run that passes takes less time than one that fails.
    """
    return next(filter(fails, inputs.beginnings(case)), case)


def _halved(inputs: Inputs[Case], case: Case, fails: Callable[[Case], bool]) -> bool:
    """Look for the smallest single case that fails with a few runs on many cases; return whether there is one."""
    many: Any = next(filter(fails, inputs.together(case)), None)
    if many is None:
        return False
    while all(halves := inputs.halves(many)):
        many = halves[0] if fails(halves[0]) else halves[1]
    return fails(many)
