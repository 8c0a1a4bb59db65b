"""Makes a failing input smaller: parts are left out, and other small inputs are tried."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grundy.contests.inputs.form import Case
    from grundy.contests.stress.inputs import Inputs

_SMALLER = 3000  # inputs that are tried in the order of their costs


class OutOfTime(Exception):
    """No time remains for another run."""


def shrunk(inputs: Inputs, case: Case, fails: Callable[[Case], bool], passed: Iterable[Case] = ()) -> Case:
    """Return a smaller input, the smallest one found, that still fails. The inputs in `passed` do not fail.

    Parts are left out as long as the rest fails (`Inputs.cuts`). Then the inputs of the least costs are tried, since an
    input that fails is often surrounded by inputs that do not. All of it begins again with each smaller input.
    `Inputs.size` says which one is smaller. No input is run twice. `fails` may raise `OutOfTime`: the smallest input so
    far is the answer then.
    """
    tried = set(passed) | {case}
    best = case

    def improves(others: Iterable[Case]) -> bool:
        nonlocal best
        size = inputs.size(best)
        for other in others:
            if other not in tried and inputs.size(other) < size:
                tried.add(other)
                if fails(other):
                    best = other
                    return True
        return False

    with suppress(OutOfTime):
        while improves(inputs.cuts(best)) or improves(islice(inputs.by_cost(), _SMALLER)):
            pass
    return best
