"""Values of many states of one ruleset: arrays in, arrays out, and tables of all states within bounds.

A ruleset with tables of its own (heaps, pieces) answers for many states by itself. For other rulesets one search
values state after state, with one memo and one budget.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import islice, product
from math import prod
from random import Random
from typing import TYPE_CHECKING, Any

from grundy.core.abilities import options_below
from grundy.core.engines import at_once, known_outcome
from grundy.core.function_rulesets import FunctionRuleset
from grundy.core.loopy import solving
from grundy.core.ruleset import Ruleset
from grundy.core.search.engines import to_compile
from grundy.core.search.entailing import entails
from grundy.core.search.nodes import NodeSearch
from grundy.core.table import BEATS, LOOPY, NO_STATE, WON, Table, length_of, ranges_of
from grundy.core.values import LOONY, WIN, Loony, Loopy, Outcome, outcome_of
from grundy.errors import NoNimber, OverBudgetError, RulesetError
from grundy.runtime import limits, progress
from grundy.runtime.bounds import Patience
from grundy.runtime.costs import LOAD_SECONDS, REPORT_OPTIONS
from grundy.runtime.lazy import convenience
from grundy.runtime.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.values import Value

_MANY = 1000  # states: in an array of at least this length, equal states are valued once
_REPORT_EVERY = 256  # states
_SAMPLED = 24  # states, of which an estimate for all states of a table is made
_ITEM = 8  # bytes of a value
_MOST_INTEGER = 2**63 - 1


def nimbers(rules: Ruleset, states: Any) -> NDArray[Any]:
    """Return the nimbers of many states: see `Ruleset.nimbers`."""
    rows, places = _distinct(states)
    if places is not None:
        each = nimbers(rules, rows)
        return each[places]
    asked = states_of(rules, states)
    if rules.loopy:
        return array_of([_nimber(value) for value in solving.values(rules, asked)])
    values = []
    found = values_of(rules, asked)
    for state, value in zip(asked, found, strict=True):
        if value == WON:
            raise NoNimber("error.no-nimber-state", state=rules.label(state))
        if value == BEATS:
            raise NoNimber("error.no-nimber-loony", state=rules.label(state))
        values.append(value)
    return array_of(values)


def outcomes(rules: Ruleset, states: Any) -> NDArray[np.bool_]:
    """Return the outcomes of many states: see `Ruleset.outcomes`."""
    require("numpy", Message("what.many-states"))
    import numpy as np

    if _has_own(rules):
        wins: NDArray[np.bool_] = np.asarray(rules.nimbers(states)) != 0
        return wins
    rows, places = _distinct(states)
    if places is not None:
        each = outcomes(rules, rows)
        return each[places]
    asked = states_of(rules, states)
    if rules.loopy:
        return np.array([outcome_of(value) is Outcome.N for value in solving.values(rules, asked)], np.bool_)
    found = values_of(rules, asked, nimber=0)
    return np.fromiter((value != 0 for value in found), np.bool_, len(asked))


def table(rules: Ruleset, bounds: Any) -> Table:
    """Return the table of all states within bounds: see `Ruleset.table`."""
    require("numpy", Message("what.many-states"))
    import numpy as np

    ranges = ranges_of(bounds)
    _check_sides(rules, ranges)
    _check_cost(rules, ranges)
    states = list(_states(rules, ranges))
    checked = [_checked(rules, state) for state in states] if rules.declares("check") else states
    asked = [state for state in checked if state is not None]
    fine = np.array([state is not None for state in checked])
    if not asked:
        raise RulesetError("error.table-empty", name=rules.name, found=str(states[0]))
    found = np.full(len(states), NO_STATE, np.int64)
    shape, names = [*map(len, ranges)], coordinates(rules, len(ranges))
    if rules.loopy:
        values = dict(zip(np.flatnonzero(fine).tolist(), solving.values(rules, asked), strict=True))
        found[fine] = [LOOPY if isinstance(value, Loopy) else value for value in values.values()]
        loopy = {place: value for place, value in values.items() if isinstance(value, Loopy)}
        return Table(rules.name, ranges, found.reshape(shape), names, loopy)
    own = _has_own(rules)
    nimbers = rules.nimbers(np.array(asked)) if own else array_of(list(values_of(rules, asked)))
    found = found.astype(np.result_type(found, nimbers))  # of Python's integers where one is larger
    found[fine] = nimbers
    return Table(rules.name, ranges, found.reshape(shape), names)


def listed(rules: Ruleset, bounds: Any) -> list[int]:
    """Return the values of `table` in the order of ``values.ravel()``, by search alone: NumPy is not needed.

    Raises what `table` raises, `OverBudgetError` also if the ruleset has tables of its own, and `MissingPackageError`
    for loopy rulesets.
    """
    ranges = ranges_of(bounds)
    _check_sides(rules, ranges)
    if rules.loopy:
        require("numpy", Message("what.many-states"))
    options, most = cost(rules, ranges).options, limits.budget().search_options
    if options > most:
        what = _table(rules.name, [*map(length_of, ranges)])
        raise OverBudgetError(Message("over.work", {"what": what}), options, most, "options")
    states = [_checked(rules, state) for state in _states(rules, ranges)]
    asked = [state for state in states if state is not None]
    if not asked:
        raise RulesetError("error.table-empty", name=rules.name, found=str(_state(rules, [side[0] for side in ranges])))
    found = values_of(rules, asked)
    return [NO_STATE if state is None else next(found) for state in states]


def cost(rules: Ruleset, bounds: Any) -> limits.Cost:
    """Return the cost of a table: see `Ruleset.table_cost`."""
    ranges = ranges_of(bounds)
    _check_sides(rules, ranges)
    count = prod(map(length_of, ranges))
    last = _state(rules, [side[-1] for side in ranges])
    state = _checked(rules, last)
    known = None if state is None else options_below(rules, state)
    return limits.Cost(known or _estimate(rules, ranges, count), _ITEM * count)  # 0: a ruleset that does not know


def states_of(rules: Ruleset, states: Any) -> list[Any]:
    """Return states, which may be an array, as the ruleset takes them: rows of an array become tuples.

    Raises `RulesetError` for a value that is not a state.
    """
    nested = getattr(states, "ndim", 1) > 2
    if hasattr(states, "tolist"):
        states = states.tolist()
    if nested or isinstance(states, str) or not isinstance(states, Iterable):
        raise RulesetError("error.expected", expected=Message("expected.states"), found=repr(states))
    return [rules.check(tuple(state) if isinstance(state, list) else state) for state in states]


def _distinct(states: Any) -> tuple[Any, NDArray[np.intp] | None]:
    """Return the distinct rows of a long array of integers, and the place of each row among them.

    Anything else, and an array of distinct rows, is returned as it is, with None.
    """
    if getattr(states, "ndim", 3) > 2 or getattr(states, "dtype", None) is None or states.dtype.kind not in "iu":
        return states, None
    import numpy as np

    if len(states) < _MANY or states.shape[-1] == 0:
        return states, None
    keys: Any = states
    if states.ndim == 2:
        low = states.min(axis=0)
        spans = [int(top) - int(least) + 1 for top, least in zip(states.max(axis=0), low, strict=True)]
        if prod(spans) > _MOST_INTEGER:
            return states, None
        keys = np.zeros(len(states), np.int64)
        for column, span in zip((states - low).T, spans, strict=True):
            keys = keys * span + column.astype(np.int64)
    _, first, places = np.unique(keys, return_index=True, return_inverse=True)
    return (states, None) if len(first) == len(states) else (states[first], places)


def array_of(values: list[int]) -> NDArray[Any]:
    """Return values as an array of int64, of Python's integers where one is larger; a list without NumPy."""
    from grundy.runtime.packages import available

    if not available("numpy"):
        found: Any = values
        return found  # type: ignore[no-any-return] # as `grundy.runtime.arrays` does
    import numpy as np

    return np.array(values, np.int64 if max(values, default=0) <= _MOST_INTEGER else object)


def values_of(rules: Ruleset, states: Sequence[Any], nimber: int | None = None) -> Iterator[int]:
    """Yield the values of states as in a `Table`; with `nimber`, `NO_STATE` for those with another value."""
    if isinstance(rules, FunctionRuleset) and rules.compiled:
        yield from _of_machine_code(rules, states)
        return
    known = [_known(rules, state, nimber) for state in states] if rules.own_engines else [None] * len(states)
    asked = [state for state, value in zip(states, known, strict=True) if value is None]
    searched = _searched(rules, asked, nimber)
    for number, value in enumerate(known):
        progress.check_cancelled()
        if number % _REPORT_EVERY == 0:
            progress.report(number, len(states))
        found: Any = next(searched) if value is None else value
        yield NO_STATE if found is None else _numbered(found)


def _searched(rules: Ruleset, states: Sequence[Any], nimber: int | None) -> Iterator[Value | None]:
    """Yield the values of states; with `nimber`, None for those with another value."""
    if not states or to_compile(rules, states[0]) is None:
        yield from NodeSearch(rules).find_all(states, nimber)
        return
    left, seconds = iter(states), LOAD_SECONDS
    while True:
        search = NodeSearch(rules, Patience(partial(float, seconds), refuses=False))
        with search:
            for state in left:
                found = search.find(state, nimber)
                if search.patience.is_over:
                    break
                yield found
            else:
                return
        seconds = 0.0  # machine code answers for this state, and is loaded from then on
        if nimber is None:
            yield rules.value(state)
        else:
            yield nimber if rules.has_nimber(state, nimber) else None


def _nimber(value: int | Loopy) -> int:
    """Return a value under loopy rules if it is a nimber, else raise `NoNimber`."""
    if isinstance(value, Loopy):
        raise NoNimber("error.no-nimber-loopy", value=str(value))
    return value


def _numbered(value: Any) -> int:
    """Return the number that stands for a value in an array."""
    found: int = WON if value is WIN else BEATS if value is LOONY else value
    return found


def _of_machine_code(rules: FunctionRuleset, states: Sequence[Any]) -> list[int]:
    """Return the values of states under compiled rules. The last state is valued first: most others follow it."""
    dense_values = convenience("machine code").dense_values
    found: list[int] = []
    dense = None
    for state in reversed(states):
        dense = dense_values(rules, state) if dense is None else dense
        place = state if isinstance(state, tuple) else (state,)
        inside = dense is not None and all(0 <= at < most for at, most in zip(place, dense.shape, strict=True))
        value: Any = int(dense[place]) if dense is not None and inside else NO_STATE
        if value < WON or (value == WON and entails(rules)):  # it may be `LOONY`
            value = rules.value(state)
        found.append(_numbered(value))
    return found[::-1]


def _known(rules: Ruleset, state: Any, nimber: int | None) -> int | Loony | None:
    """Return the value of a state without a search, or None. With `nimber` 0, any other number may stand for a win."""
    progress.check_cancelled()
    outcome = known_outcome(rules, state) if nimber == 0 else None
    return at_once(rules, state) if outcome is None else int(outcome is Outcome.N)


def _has_own(rules: Ruleset) -> bool:
    """Return whether a ruleset has its own way to the nimbers of many states."""
    return type(rules).nimbers is not Ruleset.nimbers


def _states(rules: Ruleset, ranges: Sequence[range]) -> Iterator[Any]:
    return (_state(rules, place) for place in product(*ranges))


def _state(rules: Ruleset, place: Sequence[int]) -> Any:
    is_tuple = isinstance(rules, FunctionRuleset) and not rules.is_single
    return place[0] if len(place) == 1 and not is_tuple else tuple(place)


def _checked(rules: Ruleset, state: Any) -> Any:
    """Return a state as the ruleset takes it; None for a value that is not a state."""
    try:
        return rules.check(state)
    except RulesetError:
        return None


def _check_sides(rules: Ruleset, ranges: Sequence[range]) -> None:
    """Raise `RulesetError` if the number of parameters of a function is not the number of sides."""
    if isinstance(rules, FunctionRuleset) and not rules.is_single:
        rules.check_count(len(ranges))


def coordinates(rules: Ruleset, sides: int) -> tuple[str, ...]:
    """Return the names of the sides: the parameters of a function, if there are as many sides."""
    if isinstance(rules, FunctionRuleset) and rules.parameters == sides:
        return rules.options_function.__code__.co_varnames[:sides]
    if isinstance(rules, FunctionRuleset) and sides in rules.counts:
        *fixed, last = rules.options_function.__code__.co_varnames[: rules.parameters + 1]
        return (*fixed, *(f"{last}{number}" for number in range(1, sides + 1 - len(fixed))))
    return ("state",) if sides == 1 else tuple(f"state{number}" for number in range(1, sides + 1))


def check_cells(name: str, sides: Sequence[int]) -> None:
    """Raise `OverBudgetError` for a table of more bytes than the budget, with the largest one that fits."""
    needed = _ITEM * prod(sides)
    if not limits.affordable(limits.Cost(0, needed)):
        available = limits.table_bytes()
        fits = _table(name, [int((available / _ITEM) ** (1 / len(sides)))] * len(sides))
        raise OverBudgetError(_table(name, sides), needed, available, "bytes", fits)


def _table(name: str, sides: Sequence[int]) -> Message:
    return Message("over.table-of", {"name": name, "sides": " x ".join(map(str, sides))})


def _check_cost(rules: Ruleset, ranges: tuple[range, ...]) -> None:
    """Raise `OverBudgetError` for a table beyond the budget, before memory is allocated for it."""
    allowed = limits.budget()
    sides = [*map(length_of, ranges)]
    check_cells(rules.name, sides)
    count = prod(sides)
    what = _table(rules.name, sides)
    if _has_own(rules):
        return  # it checks the cost of its own table
    compiled = isinstance(rules, FunctionRuleset) and rules.compiled
    if count > allowed.search_states and not compiled:
        raise OverBudgetError(what, count, allowed.search_states, "states")
    options = cost(rules, ranges).options
    most = allowed.kernel_options if compiled else allowed.search_options
    if options > most:
        raise OverBudgetError(Message("over.work", {"what": what}), options, most, "options")


def _estimate(rules: Ruleset, ranges: Sequence[range], count: int) -> int:
    """Estimate the options of all states from some states and the last one. Not all options of a state are counted."""
    random = Random(0)
    some = range(count) if count <= _SAMPLED else (random.randrange(count) for _ in range(_SAMPLED))
    chosen = sorted({*some, count - 1}, reverse=True)  # the last one first: rules may raise an exception
    looked = counted = 0
    for number in chosen:
        place, rest = [], number
        for side in reversed(ranges):
            rest, at = divmod(rest, length_of(side))
            place.append(side[at])
        state = _checked(rules, _state(rules, place[::-1]))
        if state is not None:
            looked += 1
            counted += sum(1 for _ in islice(rules.moves(state, named=False), REPORT_OPTIONS))
    return counted * count // max(1, looked)
