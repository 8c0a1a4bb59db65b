"""The audit of a ruleset: it explores small positions and looks for faults of the declaration."""

from __future__ import annotations

from copy import deepcopy
from itertools import product
from typing import TYPE_CHECKING, Any

from grundy.authoring.content import why_mutable_ruleset
from grundy.authoring.exploration import FAULTS, Exploration
from grundy.authoring.report import AuditReport, Finding
from grundy.compiled import engine as compiled
from grundy.core.components import Component
from grundy.core.function_rulesets import FunctionRuleset
from grundy.core.mistakes import shown
from grundy.core.position import Position
from grundy.core.ruleset import Ruleset
from grundy.core.values import Outcome, value_of_sum
from grundy.errors import RulesetError, exception_words
from grundy.runtime import progress
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.values import Value

MOST_STATES = 3000
DEEPEST = 10_000  # moves
_OTHER_VALUE = "machine code has another value"
_GUESSED = {1: 24, 2: 6, 3: 3}  # number of parameters -> the largest number in a start, if no start is given


def audit(rules: Ruleset, *starts: Any, states: int = MOST_STATES, depth: int = DEEPEST) -> AuditReport:
    """Return the faults of `rules` that show in the positions below `starts`.

    These are faults:

    - states that cannot be hashed, are mutable, or are changed by a call;
    - options that differ between two calls; two options with one label and different results;
    - cycles, and descents of more than `depth` moves. With ``loopy=True`` these are allowed, but an option must be one
      state of the same rules;
    - `canonical` or `components` that change a value; `known` or `known_outcome` that contradicts the options;
    - texts that are read as another state. A text that cannot be read is a fault if both `parse` and `format` are
      declared; otherwise it is a note in the report;
    - exceptions;
    - machine code of rulesets with ``compiled=True`` that finds another value.

    Other declared rulesets that options lead to are audited as well. For each kind of fault the report has the smallest
    position found: the one whose longest game is shortest. At most `states` states are explored, depth first, so small
    states are reached early. Without `starts`, whole numbers are tried; raises `RulesetError` if these are no states of
    the ruleset.

    Values are computed from the options alone, without the parts of the declaration that are audited. Cost: two or
    three calls for each state. An audit without faults proves nothing about larger positions.

    >>> import grundy
    >>> @grundy.ruleset(canonical=lambda a, b: (0, a + b))
    ... def two_heaps(a, b):
    ...     yield from ((k, b) for k in range(a))
    ...     yield from ((a, k) for k in range(b))
    >>> print(audit(two_heaps).findings[0])
    canonical changes the value: two_heaps(1, 1) is worth 0, its canonical form two_heaps(0, 2) is worth 2
    """
    if not isinstance(rules, Ruleset):
        raise RulesetError("error.audit-rules", found=shown(rules))
    why = why_mutable_ruleset(rules)
    if why:
        return AuditReport(
            rules.name, (Finding("a ruleset is mutable", None, why),), 0, complete=False, longest=0, checked=()
        )
    explored = Exploration(rules, states, depth)
    explored.explore([Component(rules, start) for start in starts or _guesses(rules)], guessed=not starts)
    _check_values(explored)
    _check_formulas(explored)
    _check_compiled(explored)
    return explored.report()


def _guesses(rules: Ruleset) -> list[Any]:
    parameters = getattr(rules, "parameters", 1)
    if getattr(rules, "takes_more", False):
        parameters = max(2, parameters + 1)
    most = _GUESSED.get(parameters)
    if most is None or rules.declares("parse"):
        kind = "error.audit-parse" if rules.declares("parse") else "error.audit-values"
        raise RulesetError(kind, name=rules.name, count=parameters, start=Message("error.audit-start"))
    numbers = range(most + 1)
    return list(numbers) if parameters == 1 else sorted(product(numbers, repeat=parameters), key=sum)


def _check_values(explored: Exploration) -> None:
    """Compare the values of states with the values of their canonical forms and of their components."""
    explored.allow_more()
    for node in sorted(explored.done, key=explored.done.__getitem__):
        rules: Any = node.ruleset
        for name in (name for name in ("canonical", "components") if rules.declares(name)):
            state = deepcopy(node.state)
            progress.announce(f"{name} of {explored.show(node)}")
            try:
                results = [rules.canonical(state)] if name == "canonical" else rules.components(state)
                parts = list(_nodes(rules, results))
                explored.explore(parts)
                values = map(explored.value_of, parts)
                known = all(map(explored.is_known, parts)) and (explored.value_of(node), value_of_sum(values))
            except FAULTS as error:
                _report_exception(explored, name, node, error)
                continue
            if state != node.state:
                explored.found("a move changes its argument", node, f"{name} changes {explored.show(node)}")
            elif known and known[0] != known[1]:
                _report_values(explored, name, node, parts, known)


def _check_formulas(explored: Exploration) -> None:
    """Compare the results of `known` and `known_outcome` with the values computed from the options."""
    for node in sorted(explored.done, key=explored.done.__getitem__):
        for name in (name for name in ("known", "known_outcome") if node.ruleset.declares(name)):
            progress.announce(f"{name} of {explored.show(node)}")
            value = explored.value_of(node)
            right: Any = value if name == "known" else Outcome.P if value == 0 else Outcome.N
            try:
                result = getattr(node.ruleset, name)(deepcopy(node.state))
            except FAULTS as error:
                _report_exception(explored, name, node, error)
                continue
            if result is not None and result != right:
                words = f"{name} of {explored.show(node)} says {result}, its options say {right}"
                explored.found(f"{name} is wrong", node, words)


def _check_compiled(explored: Exploration) -> None:
    """Compare the values from both searches in machine code with the values computed from the options."""
    for node in sorted(explored.done, key=explored.done.__getitem__):
        rules = node.ruleset
        if not isinstance(rules, FunctionRuleset) or not rules.compiled:
            continue
        why = compiled.why_not(rules, node.state)
        if why is not None and why.kind == "compiled.distrusted":
            explored.found(_OTHER_VALUE, node, str(compiled.faults[rules]))
            break
        if why is not None:
            explored.note = explored.note or str(why)
            continue
        progress.announce(f"the compiled value of {explored.show(node)}")
        value = explored.value_of(node)
        try:
            found = [compiled.value(rules, node.state)]
            parts = list(map(rules.canonical, rules.components(node.state)))
            found += [compiled.nimber(rules, parts, None)[1]]
        except FAULTS as error:
            _report_exception(explored, "the compiled search", node, error)
            continue
        fault = compiled.faults.get(rules)  # found by the comparison that the compiled engine itself does
        if fault is not None:
            explored.found(_OTHER_VALUE, node, str(fault))
            break
        wrong = [compiled_value for compiled_value in found if compiled_value is not None and compiled_value != value]
        if wrong:
            words = f"{explored.show(node)} is worth {value} by its options, {wrong[0]} by machine code"
            explored.found(_OTHER_VALUE, node, words)


def _nodes(rules: Ruleset, parts: Iterable[Any]) -> Iterator[Component]:
    for part in parts:
        yield from part.components if isinstance(part, Position) else (Component(rules, part),)


def _report_exception(explored: Exploration, name: str, node: Component, error: BaseException) -> None:
    if isinstance(error, RulesetError) and error.message.kind == "error.function-components":
        words = f"components of {explored.show(node)} gives one text or number, which is no list of states"
        explored.found("components are no list", node, words)
    else:
        words = f"{name} of {explored.show(node)} raises {exception_words(error)}"
        explored.found("an exception", node, words)


def _report_values(
    explored: Exploration, name: str, node: Component, parts: list[Component], worth: tuple[Value, Value]
) -> None:
    shown = " + ".join(str(Position.of([part])) for part in parts) or "nothing"
    what = "its canonical form" if name == "canonical" else "its components"
    verb = "is" if name == "canonical" else "are"
    kind = f"{name} change{'s' if name == 'canonical' else ''} the value"
    words = f"{explored.show(node)} is worth {worth[0]}, {what} {shown} {verb} worth {worth[1]}"
    explored.found(kind, node, words)
