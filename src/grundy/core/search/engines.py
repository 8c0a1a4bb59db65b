"""The engines that every ruleset has: the memo, the plain search, machine code, and the digraph of loopy rules."""

from __future__ import annotations

import time
from math import inf
from typing import TYPE_CHECKING, Any

from grundy.core.engines import Answer, Engine, GaveUp, ValueQuestion
from grundy.core.mistakes import is_hashable, unhashable
from grundy.core.search.source import WON
from grundy.errors import RulesetError, exception_words
from grundy.runtime import limits, progress
from grundy.runtime.bounds import Memo, Patience
from grundy.runtime.costs import LOAD_SECONDS, MOMENT_SECONDS, TIMES_AS_FAST
from grundy.runtime.lazy import convenience
from grundy.runtime.packages import available, installed
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from grundy.core.ruleset import Ruleset
    from grundy.runtime import compiling

__all__ = [
    "ASKED_FOR",
    "COMPILED",
    "LOOPY",
    "PLAIN",
    "MachineCodeEngine",
    "MemoEngine",
    "SearchEngine",
    "compiled_engines",
    "machine_codes",
    "remember",
    "states_in_memo",
    "to_compile",
]

LONG = 3 * MOMENT_SECONDS  # seconds of a plain search after which a notice says that the rules would compile


def states_in_memo(rules: Ruleset) -> Mapping[Any, Any] | None:
    """Return the values of states in the memo of earlier searches; None if its keys are not the states themselves."""
    try:
        memo = tables.get(("memo", rules))
    except TypeError as error:  # the rules have no hash
        raise RulesetError("error.ruleset-hashable", name=type(rules).__name__, error=str(error)) from error
    if memo is None or memo.entails:  # where the same player may move again, `entailing` finds the values
        return None
    has_other_keys = rules.declares("canonical") or rules.declares("components")  # forms or parts of states
    return None if has_other_keys else memo.values


def remember(rules: Ruleset, states: Iterable[Any], nimbers: Iterable[int | None]) -> None:
    """Keep the nimbers of states in the memo of searches, if its keys are the states; None is no nimber."""
    if not rules.declares("canonical") and not rules.declares("components"):
        memo = tables.get(("memo", rules)) or Memo()
        memo.values.update((state, value) for state, value in zip(states, nimbers, strict=True) if value is not None)
        tables.put(("memo", rules), memo, memo.bytes)


class MemoEngine(Engine):
    """The memo of earlier searches, if the keys there are the states themselves.

    To begin a search takes ten times as long, and a position with many options needs the values of all of them.
    """

    def estimate(self, question: ValueQuestion) -> float:
        """Return 0."""
        del question
        return 0.0

    def answer(self, question: ValueQuestion, patience: Callable[[], float]) -> Answer | GaveUp:
        """Look the state up; for one that cannot be hashed, the search reports the error."""
        del patience
        memo = states_in_memo(question.rules)
        found = memo.get(question.state) if memo is not None and is_hashable(question.state) else None
        return GaveUp() if found is None or found == WON else Answer(found)


class SearchEngine(Engine):
    """The plain search; it prunes if the question is about one nimber, or if states have components."""

    def __init__(self, *, refuses: bool = True, most: Callable[[Any], int | None] | None = None) -> None:
        """Make a search that raises `OverBudgetError` beyond the budget, if it `refuses`; else it gives up there.

        `most` returns a limit of options for a state, beside that of the budget.
        """
        self._refuses = refuses
        self._most = most

    def estimate(self, question: ValueQuestion) -> float:
        """Return `inf`: nobody knows how long a search takes."""
        del question
        return inf

    def answer(self, question: ValueQuestion, patience: Callable[[], float]) -> Answer | GaveUp:
        """Search for the value of each component of the state."""
        from grundy.core.search.nodes import NodeSearch

        rules, state, wanted = question
        begun = time.monotonic()
        most = None if self._most is None else self._most(state)
        search = NodeSearch(rules, Patience(patience, refuses=self._refuses, options=most))
        try:
            with search:
                found = search.find(state, wanted)
        except RecursionError as error:
            if not _is_ours(error):
                raise
            raise RulesetError("error.state-deep", name=rules.name) from error
        except TypeError as error:
            if "unhashable" not in exception_words(error) or not _is_ours(error):
                raise
            raise unhashable(rules, state, error) from error
        if search.patience.is_over:
            return GaveUp(search.patience.error)
        seconds = time.monotonic() - begun
        if seconds > LONG and progress.has_listener():
            _hint(rules, state, seconds)
        return Answer(found)


class MachineCodeEngine(Engine):
    """Machine code of the rules themselves, or of the rules and the state that `form` returns for them.

    It is asked twice: first, as `ready`, if it is loaded, and later if it has to be loaded or compiled.
    """

    def __init__(self, form: Callable[[Any, Any], tuple[Ruleset, Any] | None] | None = None, *, ready: bool) -> None:
        self._form = form
        self._ready = ready

    def form(self, rules: Ruleset, state: Any) -> tuple[Ruleset, Any] | None:
        """Return the ruleset to compile, and its state whose value is that of `state`; None if there is none."""
        return (rules, state) if self._form is None else self._form(rules, state)

    def estimate(self, question: ValueQuestion) -> float | None:
        """Return the time of loading or compiling it; None if the rules do not compile.

        The rules of a user that do not compile are named in a notice, once.
        """
        from grundy.core.function_rulesets import FunctionRuleset
        from grundy.runtime import compiling

        compiled = _compiled()
        asked_for = isinstance(question.rules, FunctionRuleset)
        form = self.form(question.rules, question.state)
        if compiled is None or form is None or not (compiled.compiles(*form) if asked_for else installed("numba")):
            return None
        above = limits.budget().kernel_above
        endless = asked_for and compiled.may_be_endless(*form)  # then a plain search may not end
        ready = above <= 0 if above is not None else endless or compiled.is_loaded(*form)
        if self._ready:
            return 0.0 if ready else None
        if ready or compiled.why_not(*form) is not None:  # if it is ready, it was asked before
            return None
        if above is not None:  # then it counts options
            return 0.0
        code = compiled.machine_code(*form, prunes=_prunes(*form, question.wanted))
        return compiling.patience(code, options=compiled.options_in_box(*form))

    def answer(self, question: ValueQuestion, patience: Callable[[], float]) -> Answer | GaveUp:
        """Search in machine code, which was compared with the rules before its first use."""
        del patience
        from grundy.runtime import compiling

        compiled = convenience("machine code")
        form = self.form(question.rules, question.state)
        if form is None or not available("numba") or compiled.why_not(*form) is not None:
            return GaveUp()
        rules, state = form
        wanted = question.wanted
        prunes = _prunes(rules, state, wanted)
        compiling.use(compiled.machine_code(rules, state, prunes=prunes))
        if prunes:
            earlier = compiled.known(rules, state) if wanted is not None else None
            if earlier is not None:
                return Answer(earlier)
            parts = list(map(rules.canonical, rules.components(state)))
            answered, found = compiled.nimber(rules, parts, wanted)
            if answered:
                return Answer(found)
        value = compiled.value(rules, state)
        return GaveUp() if value is None else Answer(value)


class LoopyEngine(Engine):
    """The values of loopy rules: those of the vertices of a digraph."""

    def estimate(self, question: ValueQuestion) -> float:
        """Return 0: there is no other engine."""
        del question
        return 0.0

    def answer(self, question: ValueQuestion, patience: Callable[[], float]) -> Answer | GaveUp:
        """Label the digraph of all states that play leads to."""
        del patience
        from grundy.core.loopy import solving

        return Answer(solving.value(question.rules, question.state))


PLAIN = (MemoEngine(), SearchEngine())
LOOPY = (LoopyEngine(),)


def compiled_engines(
    form: Callable[[Any, Any], tuple[Ruleset, Any] | None] | None = None, *, refuses: bool = True
) -> tuple[Engine, ...]:
    """Return the engines of rules that compile; `form` is that of `MachineCode`, and `refuses` that of `Search`."""
    machine = MachineCodeEngine(form, ready=False)
    return MemoEngine(), MachineCodeEngine(form, ready=True), SearchEngine(refuses=refuses), machine, SearchEngine()


COMPILED = compiled_engines()
ASKED_FOR = compiled_engines(refuses=False)  # the budget of options is for the plain search alone


def _compiled() -> Any:
    """Return the module that answers in machine code; None if the package is missing, as the core works without it."""
    try:
        return convenience("machine code")
    except ModuleNotFoundError:
        return None


def _hint(rules: Ruleset, state: Any, seconds: float) -> None:
    """Tell the user, once, how a search would have been shorter: with Numba, or with ``compiled=True``."""
    from grundy.core.function_rulesets import FunctionRuleset
    from grundy.runtime import compiling

    compiled = _compiled()
    if compiled is None:
        return
    if not installed("numba"):
        if to_compile(rules, state) is not None:
            compiling.tell(seconds, LOAD_SECONDS + seconds / TIMES_AS_FAST)
    elif isinstance(rules, FunctionRuleset) and not rules.compiled:
        compiled.hint(rules, state)


def _prunes(rules: Ruleset, state: Any, nimber: int | None) -> bool:
    """Return whether machine code prunes for a state that compiles.

    It prunes for a question about one nimber, and for the value if states have components or canonical forms. It does
    not if the same player may move again, or if bounds are declared: then a table is filled.
    """
    compiled = convenience("machine code")
    prunes = nimber is not None or rules.declares("components") or rules.declares("canonical")
    return compiled.bounds_of(rules) is None and prunes and not compiled.entails(rules, state)


def to_compile(rules: Ruleset, state: Any) -> tuple[Ruleset, Any] | None:
    """Return the ruleset of which machine code is made, and its state whose value is that of `state`, or None."""
    engine = next((engine for engine in rules.engines if isinstance(engine, MachineCodeEngine)), None)
    return None if engine is None else engine.form(rules, state)


def machine_codes(rules: Ruleset, state: Any) -> Iterator[compiling.MachineCode]:
    """Yield the machine code for the value and that for the outcome of a state, if its rules compile.

    Both may be equal.
    """
    compiled = convenience("machine code")
    form = to_compile(rules, state)
    if form is not None and compiled.why_not(*form) is None:
        for nimber in (None, 0):
            yield compiled.machine_code(*form, prunes=_prunes(*form, nimber))


def _is_ours(error: BaseException) -> bool:
    """Return whether an exception was raised by a line of grundy, or by a hash method that such a line called."""
    from traceback import walk_tb

    frames = [frame for frame, _ in walk_tb(error.__traceback__) if frame.f_code.co_name != "__hash__"]
    return str(frames[-1].f_globals.get("__name__")).startswith("grundy.")
