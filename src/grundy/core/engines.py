"""Questions, engines, and the one loop that finds an engine for a question.

A ruleset says the game. Its `engines` find what states are worth, in the order in which they are asked: a formula, a
table, machine code, the search. Nothing else chooses a way to an answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.core.mistakes import check_returned, is_value
from grundy.core.values import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grundy.core.ruleset import Ruleset
    from grundy.core.values import Loony, Value
    from grundy.errors import OverBudgetError

__all__ = [
    "ENGINES",
    "FORMULA",
    "OUTCOMES",
    "TABLE",
    "Answer",
    "Engine",
    "GaveUp",
    "ValueQuestion",
    "ask",
    "at_once",
    "known_outcome",
]


class ValueQuestion(NamedTuple):
    """The value of a state that was checked; with `wanted`, only whether it is this nimber."""

    rules: Ruleset
    state: Any
    wanted: int | None = None


class Answer(NamedTuple):
    """The value; None if it is only known not to be the nimber that the question asks for."""

    value: Value | None


class GaveUp(NamedTuple):
    """No answer; `error` is what a user is told if no other engine has one."""

    error: OverBudgetError | None = None


class Engine(ABC):
    """A way to answer questions. Engines have no state: what they find is in the cache of tables."""

    @abstractmethod
    def estimate(self, question: ValueQuestion) -> float | None:
        """Return about how many seconds an answer takes; `inf` if nobody knows, None if there will be no answer."""

    @abstractmethod
    def answer(self, question: ValueQuestion, patience: Callable[[], float]) -> Answer | GaveUp:
        """Answer the question, or give up; an engine that does not know its time, after `patience` seconds."""


def ask(question: ValueQuestion) -> Value | None:
    """Return the value from the first engine of the ruleset that has an answer; None if it is not the wanted nimber.

    An engine that does not know its time may take as long as the fastest engine after it would take. So it costs at
    most as much again as the best choice; what it has found stays in the cache, where a later search goes on.

    Raises what the engines raise for users: `OverBudgetError` for work beyond the budget, `RulesetError` for wrong
    rules.
    """
    engines = question.rules.engines
    error = None
    for place, engine in enumerate(engines):
        seconds = engine.estimate(question)
        if seconds is None:
            continue
        found = engine.answer(question, partial(_fastest, question, engines[place + 1 :]))
        if isinstance(found, Answer):
            return found.value
        error = found.error or error
    assert error is not None  # the last engine, a search, answers or says why it cannot
    raise error


def _fastest(question: ValueQuestion, engines: Sequence[Engine]) -> float:
    """Return about how many seconds the fastest of some engines takes."""
    return min((seconds for engine in engines if (seconds := engine.estimate(question)) is not None), default=inf)


class FormulaEngine(Engine):
    """The formula of the rules: their method ``known``."""

    def estimate(self, question: ValueQuestion) -> float:
        """Return 0."""
        del question
        return 0.0

    def answer(self, question: ValueQuestion, patience: Callable[[], float]) -> Answer | GaveUp:
        """Look the value up."""
        del patience
        value = self.value(question.rules, question.state)
        return GaveUp() if value is None else Answer(value)

    def value(self, rules: Any, state: Any) -> int | Loony | None:
        """Return the nimber of a state, or `LOONY`; None if the formula does not have it."""
        found: int | Loony | None = rules.known(state)
        if not is_value(found):
            check_returned(rules, state)
        return found


class TableEngine(FormulaEngine):
    """The tables of the rules: their method ``prepare`` fills one where that pays off."""

    def value(self, rules: Any, state: Any) -> int | None:
        """Return the nimber of a state from a table; None if a table does not pay off."""
        found: int | None = rules.prepare(state)
        return found


class OutcomeEngine(Engine):
    """A formula for outcomes, the method ``known_outcome`` of rules that have none for nimbers."""

    def estimate(self, question: ValueQuestion) -> float | None:
        """Return 0 for a question about outcomes."""
        return None if question.wanted != 0 else 0.0

    def answer(self, question: ValueQuestion, patience: Callable[[], float]) -> Answer | GaveUp:
        """Look the outcome up."""
        del patience
        outcome = known_outcome(question.rules, question.state)
        return GaveUp() if outcome is None else Answer(0 if outcome is Outcome.P else None)


FORMULA, TABLE, OUTCOMES = FormulaEngine(), TableEngine(), OutcomeEngine()
ENGINES = {"known_outcome": OUTCOMES, "prepare": TABLE, "known": FORMULA}  # by the methods of rules that they call


def at_once(rules: Ruleset, state: Any) -> int | Loony | None:
    """Return the nimber of a state, or `LOONY`, from a formula or a table of the rules; None without one."""
    for engine in rules.engines:
        if isinstance(engine, FormulaEngine):
            found = engine.value(rules, state)
            if found is not None:
                return found
    return None


def known_outcome(rules: Any, state: Any) -> Outcome | None:
    """Return the outcome of a state if a formula has it, else None."""
    found: Outcome | None = rules.known_outcome(state) if OUTCOMES in rules.engines else None
    return found
