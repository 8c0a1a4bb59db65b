"""The entry point of compiled rulesets: values of states that compile, and the reasons why other states do not."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Any, TypeVar

from grundy.compiled.kinds import Refusal, is_packed, kinds_of_state, leaves, no_state
from grundy.core.components import Option
from grundy.core.function_rulesets import FunctionRuleset
from grundy.core.search import entailing
from grundy.core.values import LOONY, WIN
from grundy.runtime import progress
from grundy.runtime.costs import SMALL_OPTIONS
from grundy.runtime.messages import Message
from grundy.runtime.packages import available, installed
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from grundy.compiled.modules import ModulePlan
    from grundy.compiled.searching import Searcher, Unanswered
    from grundy.core.ruleset import Ruleset
    from grundy.core.values import Value
    from grundy.runtime.compiling import MachineCode

T = TypeVar("T")

_PLANS = 256  # plans that are cached
told: set[tuple[str, str]] = set()  # names of rulesets, with the messages that were shown
faults: dict[Ruleset, Message] = {}  # of machine code that is not used, because it differs from its rules


def compiles(rules: Ruleset, state: Any) -> bool:
    """Return whether the search from a state can be compiled. If it cannot, tell the user why, once."""
    why = why_not(rules, state)
    # A user without Numba is told of it after a long search, and was told of a fault when it was found.
    if why is not None and installed("numba") and why.kind != "compiled.distrusted":
        _tell(rules, why)
    return why is None


def why_not(rules: Ruleset, state: Any) -> Message | None:
    """Return why the search from a state cannot be compiled, None if it can."""
    fault = faults.get(rules)
    if fault is not None:
        return Message("compiled.distrusted", {"name": rules.name, "fault": fault})
    if not available("numpy"):  # the translation needs NumPy, and so does Numba
        return Message("compiled.no-numba", {"name": rules.name})
    found = _first_plan(rules, state)
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
    plan = _first_plan(rules, state)
    return not isinstance(plan, Refusal) and plan.entails


def may_be_endless(rules: Ruleset, state: Any) -> bool:
    """Return whether the rules of a state that compiles have a loop that may never end, in the plain search too."""
    plan = _first_plan(rules, state)
    return not isinstance(plan, Refusal) and plan.has_while


def options_in_box(rules: Ruleset, state: Any) -> int:
    """Return about how many options the states of the box from 0 to a state have; 0 if they come into no box."""
    plan = _first_plan(rules, state)
    if isinstance(plan, Refusal) or not plan.fills:
        return 0
    most = max(1, sum(1 for _ in islice(rules.options(state), SMALL_OPTIONS)))
    return most * prod(abs(int(number)) + 1 for number in leaves(state)) // 2


def is_loaded(rules: Ruleset, state: Any) -> bool:
    """Return whether machine code for states of this form is loaded."""
    return any(_is_loaded(rules, kind) for kind in _kinds(rules, state))


def machine_code(rules: Ruleset, state: Any, *, prunes: bool) -> MachineCode:
    """Return the machine code for a state that compiles. `prunes` chooses the pruning search."""
    from grundy.compiled.modules import machine_code

    plan = _first_plan(rules, state)
    assert not isinstance(plan, Refusal)
    entries = ("ask", "copy") if prunes else ("fill",) if plan.fills else ("search", "copy")
    return machine_code(plan, "list_options", *entries)


def compile_ahead(code: MachineCode) -> None:
    """Compile machine code that `machine_code` has returned, without using it."""
    from grundy.compiled.modules import compile_entries

    compile_entries(code)


def value(rules: Ruleset, state: Any) -> Value | None:
    """Return the value of a state that compiles; None where the plain search has to answer."""
    found = _by_kinds(rules, state, pruning=False, ask=lambda searcher: searcher.value(state))
    if found is None:
        return None
    searcher, answer = found
    if searcher.has_entailed:
        entailing.note(rules)
    return _won(rules, state) if answer < 0 else answer


def _by_kinds(
    rules: Ruleset, state: Any, *, pruning: bool, ask: Callable[[Any], T | Unanswered]
) -> tuple[Searcher, T] | None:
    """Return the answer to a question in the first kind in which states fit, with its searcher; None without one."""
    from grundy.compiled.searching import Unanswered

    kinds = _usable(rules, state)
    for kind in kinds:
        searcher = _searcher(rules, kind, _plan_of(rules, state, kind), pruning=pruning)
        if searcher is None:
            return None
        found = _asked(rules, searcher, partial(ask, searcher), is_last=kind == kinds[-1])
        if not isinstance(found, Unanswered):
            return searcher, found
        if not found.overflows:
            break
    return None


def known(rules: Ruleset, state: Any) -> int | None:
    """Return the nimber of a state that earlier searches have valued; None without one."""
    for kind in _kinds(rules, state):
        searcher: Searcher | None = tables.get(_key(rules, kind, pruning=False))
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
    """Return the values of the present box of a ruleset, None without a box from 0 for states of this form.

    Its entries are nimbers, -1 for WIN, and lower numbers for states without a value.
    """
    from grundy.compiled.search_kernel import FILLED

    kinds = _kinds(rules, state)
    searcher: Searcher | None = tables.get(_key(rules, kinds[0], pruning=False)) if kinds else None
    box = None if searcher is None else searcher.box
    if box is None:
        return None
    values: NDArray[Any] = box.values.reshape(box.shape) - FILLED
    return values


def nimber(rules: Ruleset, states: list[Any], wanted: int | None) -> tuple[bool, Value | None]:
    """Ask for the value of a sum of components in canonical form, or only whether that is `wanted`.

    Returns whether an answer exists, and the answer: the value, or None if the value is not `wanted`.
    """
    total = 0
    for number, state in enumerate(states, start=1):
        last = total ^ wanted if wanted is not None and number == len(states) else None
        found = _component(rules, state, last)
        if found is None:
            return False, None
        (answer,) = found
        if answer is None or answer < 0:
            return True, None if answer is None else WIN
        total ^= answer
    return True, total


def _component(rules: Ruleset, state: Any, wanted: int | None) -> tuple[int | None] | None:
    """Return the value of a component in a tuple, with None for a value other than `wanted`; None without an answer."""
    found = _by_kinds(rules, state, pruning=True, ask=lambda searcher: searcher.answer(state, wanted))
    return None if found is None else found[1]


def _kinds(rules: Ruleset, state: Any) -> list[Any]:
    """Return the kinds in which a state may be stored, in the order in which they are tried."""
    together = not isinstance(rules, FunctionRuleset) or rules.is_single or rules.parameters == 0
    return kinds_of_state(state, together=together)


def _usable(rules: Ruleset, state: Any) -> list[Any]:
    """Return the kinds for which the rules compile; only those from one on for which machine code is loaded."""
    kinds = [one for one in _kinds(rules, state) if not isinstance(_plan_of(rules, state, one), Refusal)]
    loaded = [number for number, one in enumerate(kinds) if _is_loaded(rules, one)]
    return kinds[loaded[-1] if loaded else 0 :]


def _first_plan(rules: Ruleset, state: Any) -> ModulePlan | Refusal:
    """Return the first plan for a state, or why there is none."""
    kinds = _kinds(rules, state)
    found: ModulePlan | Refusal = no_state(state)
    refusals = []
    for kind in kinds:
        found = _plan_of(rules, state, kind)
        if not isinstance(found, Refusal):
            return found
        refusals.append(found)
    return refusals[0] if refusals else found


def _plan_of(rules: Ruleset, state: Any, kind: Any) -> ModulePlan | Refusal:
    """Return the plan for a kind of a state."""
    may_pack = not is_packed(kind) and any(map(is_packed, _kinds(rules, state)))
    return _plan(rules, kind, may_pack=may_pack)


def _is_loaded(rules: Ruleset, kind: Any) -> bool:
    """Return whether there is machine code for states of a kind."""
    return any(tables.get(_key(rules, kind, pruning=pruning)) is not None for pruning in (False, True))


def _asked(
    rules: Ruleset, searcher: Searcher, question: Callable[[], T | Unanswered], *, is_last: bool
) -> T | Unanswered:
    """Return the answer to a question, or why there is none.

    An overflow is not reported if a search with states of another kind follows.
    """
    from numba.core.errors import NumbaError

    from grundy.compiled.searching import Unanswered

    try:
        found = question()
    except NumbaError as error:
        words = str(error).strip().partition("\n")[0]
        _tell(rules, Message("compiled.failed", {"name": rules.name, "error": words}))
        return Unanswered()
    else:
        if isinstance(found, Unanswered) and found.message is not None:
            if found.is_wrong:
                faults[rules] = found.message
                progress.notice(found.message)
            elif is_last or not found.overflows:
                _tell(rules, found.message)
        return found
    finally:
        if rules not in faults:
            tables.put(searcher.key, searcher, searcher.bytes)


def bounds_of(rules: Ruleset) -> tuple[int, ...] | None:
    """Return the exclusive upper bounds of the values of a state, for a dense table; None if none were declared."""
    return rules.bounds if isinstance(rules, FunctionRuleset) else None


def _searcher(rules: Ruleset, kind: Any, plan: ModulePlan | Refusal, *, pruning: bool) -> Any:
    from grundy.compiled.modules import machine
    from grundy.compiled.searching import PruningSearcher, Searcher

    key = _key(rules, kind, pruning=pruning)
    if rules in faults or isinstance(plan, Refusal):
        return None
    found: Searcher | None = tables.get(key)
    if found is None:
        found = (PruningSearcher if pruning else Searcher)(rules, plan, machine(plan))
        found.key, found.bounds = key, bounds_of(rules)
    return found


def _key(rules: Ruleset, kind: Any, *, pruning: bool) -> tuple[Any, ...]:
    return "compiled", rules, kind, pruning


@lru_cache(_PLANS)
def _plan(rules: Ruleset, kind: Any, *, may_pack: bool) -> ModulePlan | Refusal:
    from grundy.compiled.modules import plan

    try:
        return plan(rules, kind, may_pack=may_pack)
    except Refusal as refusal:
        return refusal


def _tell(rules: Ruleset, message: Message) -> None:
    """Show a message about a ruleset to the user, once."""
    said = rules.name, str(message)
    if said not in told:
        told.add(said)
        progress.notice(message)
