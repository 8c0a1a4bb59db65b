"""Rulesets that say their rules a second time, as a compiled ruleset: their twin."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.core.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.core.functions import FunctionRuleset

_TWINS = 256  # that are remembered, with their programs


class WithTwin(Ruleset):
    """Rulesets whose states are sets of up to `most_compiled` things, with a twin for large ones.

    `options` stays the definition. The search begins with it, and goes on with the twin where it takes long
    (`grundy.search.engine`). Boards and tables of graphs are data of the machine code, not a part of it, so that a game
    is compiled once for all of them.
    """

    most_compiled: ClassVar[int] = 64  # bits of a word

    def things(self) -> int:
        """Return how many cells, vertices or edges a state may have."""
        raise NotImplementedError

    def twin(self) -> FunctionRuleset | None:
        """Return these rules as a compiled ruleset; None where the plain search, or a formula, does."""
        return None

    def twin_state(self, state: Any) -> Any:
        """Return the state of the twin that is worth what `state` is."""
        return state

    def compiled_form(self, state: Any) -> tuple[FunctionRuleset, Any] | None:
        """Return the twin, and the state of it that is worth what `state` is."""
        rules = _twin(self) if type(self).twin is not WithTwin.twin and self.things() <= self.most_compiled else None
        return None if rules is None else (rules, self.twin_state(state))


@lru_cache(_TWINS)
def _twin(rules: WithTwin) -> FunctionRuleset | None:
    """Return the twin of a ruleset, the same one each time: values are kept under it."""
    return rules.twin()
