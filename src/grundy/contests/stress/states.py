"""Inputs of games whose states are integers, or tuples of integers: a template says how they are written."""

from __future__ import annotations

import string
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice, product, takewhile
from typing import TYPE_CHECKING, Any

from grundy.contests.inputs.parts import lowered, without_parts
from grundy.contests.stress.inputs import Inputs
from grundy.core.values import Outcome
from grundy.errors import RulesetError
from grundy.processes.alarms import silence_ends
from grundy.runtime import progress
from grundy.runtime.costs import ANSWER_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from random import Random

    from grundy.core.ruleset import Ruleset

State = tuple[int, ...]
States = tuple[State, ...]

_TINY = 300  # tiny states that are tried one by one
_ALONE = 20  # of these states, those that become an input each where an input may have several
_MOST_CASES = 50  # in a random input of several test cases
_COMPILING = 120.0  # the same while a kernel is compiled
_RANDOM = 64  # tries to find a state of a wanted outcome


@contextmanager
def _rules_that_come_back() -> Iterator[None]:
    """Stop rules that show no progress for too long. A search that makes progress is not stopped."""
    stuck = partial(RulesetError, "error.stuck-silence", seconds=f"{ANSWER_SECONDS:g}")
    with (
        silence_ends(ANSWER_SECONDS, stuck) as alive,
        progress.reporting(lambda *_: alive(), compiling=lambda: alive(_COMPILING), cancel=alive),
    ):
        yield


@dataclass(frozen=True)
class StateInputs(Inputs[States]):
    """Makes states of a ruleset, each number of a state from `least` to `most`, and writes them by a template.

    `names` are those of the numbers. `template` has ``{name}`` for each; or, with `each`, the template of one
    test case, it has ``{cases}``, the test cases one a line, and may have ``{count}``. Raises `RulesetError` for a
    template that lacks a number, or has a name that is none, and for loopy rules.
    """

    rules: Ruleset
    names: tuple[str, ...]
    template: str
    each: str | None
    least: int
    most: int

    def __post_init__(self) -> None:
        """Check the templates, and that there are two outcomes."""
        if self.rules.loopy:
            raise RulesetError("error.loopy-stress", name=self.rules.name)
        numbers = dict.fromkeys(self.names, self.least)
        if self.each is None:
            _check_template(self.template, numbers)
        else:
            _check_template(self.template, {"cases": "", "count": 1}, optional="count")
            _check_template(self.each, numbers)

    def text(self, case: States) -> str:
        """Return the input text."""
        if self.each is None:
            return _line(self.template.format(**dict(zip(self.names, case[0], strict=True))))
        cases = "".join(_line(self.each.format(**dict(zip(self.names, state, strict=True)))) for state in case)
        return _line(self.template.format(count=len(case), cases=cases.removesuffix("\n")))

    def outcome(self, state: State) -> Outcome:
        """Return who wins from a state. Raises `RulesetError` if the rules do not return."""
        with _rules_that_come_back():
            return self.rules.outcome(self._as_asked(state))

    def value(self, state: State) -> Any:
        """Return the value of a state. Raises `RulesetError` if the rules do not return."""
        with _rules_that_come_back():
            return self.rules.value(self._as_asked(state))

    def tiny(self) -> Iterator[States]:
        """Yield states in the order of their sums: one by one, then many in one input where the form allows that."""
        states = islice(self._small(), _TINY)
        yield from ((state,) for state in (states if self.each is None else islice(states, _ALONE)))
        while together := tuple(islice(states, _MOST_CASES)):
            yield together

    def edges(self) -> Iterator[States]:
        """Yield states whose numbers are the least or the greatest; then many small states in one input."""
        for state in product((self.least, self.most), repeat=len(self.names)):
            yield (state,)
        if self.each is not None:
            yield tuple(islice(self._small(), _TINY))

    def random(self, rng: Random) -> Iterator[States]:
        """Yield random states; half of them are lost, as far as lost ones are found."""
        while True:
            number = rng.randint(1, _MOST_CASES) if self.each is not None else 1
            yield tuple(self._random(rng) for _ in range(number))

    def size(self, case: States) -> tuple[int, ...]:
        """Return the number of states, and their sums."""
        return len(case), sum(map(sum, case)), *(number for state in case for number in state)

    def cuts(self, case: States) -> Iterator[States]:
        """Yield inputs with fewer states, with one state replaced by the least one, and with one lower number."""
        yield from without_parts(case)
        least = (self.least,) * len(self.names)
        yield from ((*case[:place], least, *case[place + 1 :]) for place in range(len(case)))
        for place, state in enumerate(case):
            for index, number in enumerate(state):
                for lower in lowered(number, self.least):
                    changed = (*state[:index], lower, *state[index + 1 :])
                    yield (*case[:place], changed, *case[place + 1 :])

    def smaller(self, rng: Random, case: States) -> Iterator[States]:
        """Yield all smaller inputs of one state, the smallest first."""
        del rng
        return takewhile(lambda one: self.size(one) < self.size(case), ((state,) for state in self._small()))

    def _small(self) -> Iterator[State]:
        """Yield all states in the order of their sums."""
        number, most = len(self.names), self.most - self.least
        for total in range(number * most + 1):
            yield from (tuple(one + self.least for one in state) for state in _summing(total, number, most))

    def _random(self, rng: Random) -> State:
        wanted = rng.choice((Outcome.P, Outcome.N))
        for _ in range(_RANDOM):
            most = rng.choice((min(self.most, self.least + 10), self.most))
            state = tuple(rng.randint(self.least, most) for _ in self.names)
            if self.outcome(state) is wanted:
                break
        return state

    def _as_asked(self, state: State) -> Any:
        return state if len(self.names) > 1 else state[0]


def _summing(total: int, number: int, most: int) -> Iterator[State]:
    """Yield the tuples of `number` integers from 0 to `most` whose sum is `total`."""
    if number == 1:
        if total <= most:
            yield (total,)
        return
    for first in range(min(total, most) + 1):
        yield from ((first, *rest) for rest in _summing(total - first, number - 1, most))


def _check_template(template: str, values: Mapping[str, object], optional: str = "") -> None:
    """Raise `RulesetError` unless the fields of a template are the names of these values; one may be missing."""
    names = list(values)
    try:
        found = {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
        if found <= set(names):
            template.format(**values)
    except ValueError as error:
        raise RulesetError(
            "error.template-braces", name=f"{{{names[0]}}}", found=repr(template), error=str(error)
        ) from None
    if not set(names) - {optional} <= found <= set(names):
        raise RulesetError("error.template", names=[f"{{{name}}}" for name in names], found=repr(template))


def _line(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"
