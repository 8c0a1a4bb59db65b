"""The entry point of compiled rulesets: values of states that compile, and the reasons why other states do not."""

from __future__ import annotations

from functools import lru_cache, partial
from math import prod
from typing import TYPE_CHECKING, Any, TypeVar

from grundy.compiled.kinds import Kind, Refusal, kind_of_state, no_state, wide_kind
from grundy.core import entailing
from grundy.core.components import Option
from grundy.core.function_rulesets import FunctionRuleset
from grundy.core.values import LOONY, WIN
from grundy.messages import Message
from grundy.runtime import limits, progress
from grundy.runtime.packages import available, installed
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from grundy.compiled.modules import ModulePlan
    from grundy.compiled.searching import Plain, Searcher, Unanswered
    from grundy.core.ruleset import Ruleset
    from grundy.core.values import Value
    from grundy.runtime.compiling import MachineCode

T = TypeVar("T")

_PLANS = 256  # plans that are cached
_CELL = 4  # bytes of each value in a dense table
told: set[tuple[str, str]] = set()  # names of rulesets, with the messages that were shown
faults: dict[Ruleset, Message] = {}  # of machine code that is not used, because it differs from its rules


def compiles(rules: Ruleset, state: Any) -> bool:
    """Return whether the search from a state can be compiled. If it cannot, tell the user why, once."""
    why = why_not(rules, state)
    if why is not None and why.kind != "compiled.distrusted":  # the user was told of a fault when it was found
        _tell(rules, why)
    return why is None


def why_not(rules: Ruleset, state: Any) -> Message | None:
    """Return why the search from a state cannot be compiled, None if it can."""
    fault = faults.get(rules)
    if fault is not None:
        return Message("compiled.distrusted", {"name": rules.name, "fault": fault})
    if not available("numpy"):  # the translation needs NumPy, and so does Numba
        return Message("compiled.no-numba", {"name": rules.name})
    kinds = _kinds(rules, state)
    found = _plan(rules, kinds[0], None) if kinds else no_state(state)
    if isinstance(found, Refusal):
        where = found.where and f"{found.where}: "
        return Message("compiled.refused", {"name": rules.name, "where": where, "reason": found.reason})
    return None if installed("numba") else Message("compiled.no-numba", {"name": rules.name})


def hint(rules: Ruleset, state: Any) -> None:
    """Tell the user, once, that the rules of a plain search that took long could be compiled."""
    if installed("numba") and why_not(rules, state) is None:
        _tell(rules, Message("compiled.hint", {"name": rules.name}))


def entails(rules: Ruleset, state: Any) -> bool:
    """Return whether rules that compile have moves after which the same player moves again: they are not pruned."""
    plan = _plan(rules, _kinds(rules, state)[0], None)
    return not isinstance(plan, Refusal) and plan.entails


def may_be_endless(rules: Ruleset, state: Any) -> bool:
    """Return whether the rules of a state that compiles have a loop that may never end, in the plain search too."""
    plan = _plan(rules, _kinds(rules, state)[0], None)
    return not isinstance(plan, Refusal) and plan.has_while


def is_loaded(rules: Ruleset, state: Any) -> bool:
    """Return whether machine code for states of this form is loaded."""
    return any(_is_loaded(rules, kind) for kind in _kinds(rules, state))


def machine_code(rules: Ruleset, state: Any, *, prunes: bool) -> MachineCode:
    """Return the machine code for a state that compiles. `prunes` chooses the pruning search."""
    from grundy.compiled.modules import machine_code

    shape = None if prunes else _affordable(bounds_of(rules))
    plan = _plan(rules, _kinds(rules, state)[0], shape)
    assert not isinstance(plan, Refusal)
    return machine_code(plan, *(("ask", "move_memo") if prunes else ("search", "sweep" if shape else "copy")))


def _none(_: Any) -> None:
    """Stand for the plain search where nothing asks it."""


def compile_ahead(code: MachineCode) -> None:
    """Compile machine code that `machine_code` has returned, without using it."""
    from grundy.compiled.modules import compile_entries

    compile_entries(code)


def value(rules: Ruleset, state: Any, plain: Plain = _none) -> Value | None:
    """Return the value of a state that compiles; None where the plain search has to answer.

    `plain` returns the value of a small state by the plain search, with which machine code is compared before its first
    use: -1 for a value that is no nimber, None without a value.
    """
    from grundy.compiled.searching import Unanswered

    kinds = _kinds(rules, state)
    for kind in kinds:
        for shape in dict.fromkeys((_affordable(bounds_of(rules)), None)):
            searcher = _searcher(rules, kind, shape, pruning=False)
            if searcher is None:
                return None
            question = partial(searcher.value, state, plain)
            found = _asked(rules, searcher, question, kinds[-1])
            if not isinstance(found, Unanswered):
                if searcher.has_entailed:
                    entailing.note(rules)
                return _won(rules, state) if found < 0 else found
            if not found.is_outside:
                break
        if not found.overflows:
            break
    return None


def known(rules: Ruleset, state: Any) -> int | None:
    """Return the nimber of a state that earlier searches have valued; None without one."""
    for kind in _kinds(rules, state):
        for shape in dict.fromkeys((_affordable(bounds_of(rules)), None)):
            searcher: Searcher | None = tables.get(_key(rules, kind, shape, pruning=False))
            found = None if searcher is None or rules in faults else searcher.known(state)
            if found is not None:
                return found
    return None


def _won(rules: Ruleset, state: Any) -> Value:
    """Return the value of a state that has no nimber: `WIN` or `LOONY`."""
    if not entailing.entails(rules):
        return WIN
    options = (option for part in rules.components(state) for option in rules.options(part))
    return WIN if any(type(option) is Option and option.ends for option in options) else LOONY


def dense_values(rules: Ruleset, state: Any) -> NDArray[Any] | None:
    """Return the present dense table of a ruleset with bounds, None if no state of this form was a question yet.

    Its entries are nimbers, -1 for WIN, and lower numbers for states without a value.
    """
    shape, kind = _affordable(bounds_of(rules)), kind_of_state(state)
    if shape is None or kind is None:
        return None
    found = tables.get(_key(rules, kind, shape, pruning=False))
    values: NDArray[Any] | None = None if found is None else found.values.reshape(shape)
    return values


def nimber(rules: Ruleset, states: list[Any], wanted: int | None, plain: Plain = _none) -> tuple[bool, Value | None]:
    """Ask for the value of a sum of components in canonical form, or only whether that is `wanted`.

    Returns whether an answer exists, and the answer: the value, or None if the value is not `wanted`. `plain` is as in
    `value`.
    """
    total = 0
    for number, state in enumerate(states, start=1):
        last = total ^ wanted if wanted is not None and number == len(states) else None
        found = _component(rules, state, last, states, plain)
        if found is None:
            return False, None
        (answer,) = found
        if answer is None or answer < 0:
            return True, None if answer is None else WIN
        total ^= answer
    return True, total


def _component(
    rules: Ruleset, state: Any, wanted: int | None, states: list[Any], plain: Plain
) -> tuple[int | None] | None:
    """Return the value of a component in a tuple, with None for a value other than `wanted`; None without an answer."""
    from grundy.compiled.searching import Unanswered

    kinds = _kinds(rules, state)
    for kind in kinds:
        searcher = _searcher(rules, kind, None, pruning=True)
        if searcher is None:
            return None
        question: Callable[[], tuple[int | None] | Unanswered] = partial(searcher.answer, state, wanted, states, plain)
        found = _asked(rules, searcher, question, kinds[-1])
        if not isinstance(found, Unanswered):
            return found
        if not found.overflows:
            break
    return None


def _kinds(rules: Ruleset, state: Any) -> list[Kind]:
    """Return the kinds of states of this form: first with numbers of one word, then with wide numbers."""
    kind = kind_of_state(state)
    if kind is None:
        return []
    wide = wide_kind(state)
    return [wide] if kind == wide or _is_loaded(rules, wide) else [kind, wide]


def _is_loaded(rules: Ruleset, kind: Kind) -> bool:
    """Return whether there is machine code for states of a kind."""
    keys = [
        _key(rules, kind, shape, pruning=pruning) for shape in (None, bounds_of(rules)) for pruning in (False, True)
    ]
    return any(tables.get(key) is not None for key in keys)


def _asked(rules: Ruleset, searcher: Searcher, question: Callable[[], T | Unanswered], last: Kind) -> T | Unanswered:
    """Return the answer to a question, or why there is none.

    An overflow is not reported if a search with states of the kind `last` follows.
    """
    from numba.core.errors import NumbaError

    from grundy.compiled.checking import Difference
    from grundy.compiled.searching import Unanswered

    try:
        found = question()
    except Difference as difference:
        faults[rules] = difference.message(rules)
        progress.notice(faults[rules])
        return Unanswered()
    except NumbaError as error:
        words = str(error).strip().partition("\n")[0]
        _tell(rules, Message("compiled.failed", {"name": rules.name, "error": words}))
        return Unanswered()
    else:
        if isinstance(found, Unanswered) and found.message is not None:
            again = searcher.plan.state != last and not isinstance(_plan(rules, last, None), Refusal)
            if not (again and found.overflows):
                _tell(rules, found.message)
        return found
    finally:
        if rules not in faults:
            tables.put(searcher.key, searcher, searcher.bytes)


def bounds_of(rules: Ruleset) -> tuple[int, ...] | None:
    """Return the exclusive upper bounds of the values of a state, for a dense table; None if none were declared."""
    return rules.bounds if isinstance(rules, FunctionRuleset) else None


def _affordable(shape: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """Return the bounds of a dense table, None if it takes too much memory."""
    return shape if shape and limits.affordable(limits.Cost(0, _CELL * prod(shape))) else None


def _searcher(rules: Ruleset, kind: Kind, shape: tuple[int, ...] | None, *, pruning: bool) -> Any:
    from grundy.compiled.modules import machine
    from grundy.compiled.pruning import PruningSearcher
    from grundy.compiled.searching import Searcher

    key = _key(rules, kind, shape, pruning=pruning)
    if rules in faults:
        return None
    found: Searcher | None = tables.get(key)
    if found is None:
        plan = _plan(rules, kind, shape)
        if isinstance(plan, Refusal):
            return None
        found = (PruningSearcher if pruning else Searcher)(rules, plan, machine(plan))
        found.key = key
    return found


def _key(rules: Ruleset, kind: Kind, shape: tuple[int, ...] | None, *, pruning: bool) -> tuple[Any, ...]:
    return "compiled", rules, kind, shape, pruning


@lru_cache(_PLANS)
def _plan(rules: Ruleset, kind: Kind, shape: tuple[int, ...] | None) -> ModulePlan | Refusal:
    from grundy.compiled.modules import plan

    try:
        return plan(rules, kind, shape)
    except Refusal as refusal:
        return refusal


def _tell(rules: Ruleset, message: Message) -> None:
    """Show a message about a ruleset to the user, once."""
    said = rules.name, str(message)
    if said not in told:
        told.add(said)
        progress.notice(message)
