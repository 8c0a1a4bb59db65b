"""Declared rulesets whose states are single numbers, as heaps: for sequences and their periods."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grundy.core.function_rulesets import FunctionRuleset
from grundy.errors import RulesetError
from grundy.games.families.heaps.engines import PlainEngine
from grundy.games.families.heaps.heap_rules import HeapRules
from grundy.games.families.heaps.refusals import check_heap, check_length
from grundy.runtime import arrays, limits, progress
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.ruleset import Ruleset
    from grundy.games.families.heaps.engines import HeapEngine

_LEAST_AT_ONCE = 64  # heaps whose nimbers are found in one call; later a quarter of the known heaps


@dataclass(frozen=True, repr=False)
class DeclaredHeaps(HeapRules):
    """The sequence of a declared ruleset, or of a function, whose states are integers from 0 on.

    `code` is its name. `digest` is the digest of the text that declares it, so that values stored under other rules are
    not used. No theorem proves its period, which can only be observed.

    >>> import grundy
    >>> @grundy.ruleset
    ... def take(n):
    ...     yield from range(max(0, n - 3), n)
    >>> print(DeclaredHeaps(take, "take").period(200))
    observed: period 4 from heap 0 on, as far as heap 199; no theorem here proves it
    """

    rules: Ruleset
    title: str
    digest: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        """Check that states are single values."""
        count = getattr(self.rules, "parameters", 1)
        if getattr(self.rules, "takes_more", False):
            raise RulesetError("error.state-open", name=self.rules.name)
        if count != 1:
            raise RulesetError("error.sequence-values", name=self.rules.name, found=count)

    @property
    def code(self) -> str:
        """Its name."""
        return self.title

    @property
    def stored_code(self) -> str:
        """The name and the digest."""
        return f"{self.title} {self.digest}".rstrip()

    @property
    def summary(self) -> Message:
        """The name of the rules in a sentence."""
        return Message("code.function", {"name": self.code})

    def options(self, state: int) -> Iterable[Any]:
        """Yield the options of the ruleset."""
        return self.rules.moves(state)

    def allows(self, size: int, parts: tuple[int, ...]) -> bool:
        """Return whether some option leaves these heaps."""
        return any(tuple(part for _, part in option.components) == parts for option in self.options(size))

    def cost(self, state: int) -> limits.Cost:
        """Return the bytes of a table; the options are estimated before long work (`check_length`)."""
        return limits.Cost(0, 4 * (state + 1))

    def check_length(self, length: int) -> None:
        """Raise `OverBudgetError` for a sequence that is too much work, with the period if a period is observed."""
        check_length(self, self.rules, length)

    def engine(self, size: int, prefix: NDArray[np.unsignedinteger[Any]]) -> HeapEngine:
        """Return the engine that finds many values in one call of the ruleset."""
        return _ManyEngine(self.rules, size, prefix)

    def _first(self, length: int, *, direct: bool) -> NDArray[np.unsignedinteger[Any]]:
        del direct
        self.check_length(length)
        engine = _ManyEngine(self.rules, length, arrays.zeros(0, 32))
        engine.fill(length)
        return arrays.freeze(engine.values)


def check_work(rules: Ruleset, state: Any) -> None:
    """Search for a period before a search that is too long, under declared rules whose states are sizes of heaps.

    Raises `OverBudgetError` if a period is observed, with the period and with the value that follows if the period
    continues. Rules with a `canonical` or `components` are not checked, because their states may be boards whose cells
    are bits. Compiled rules are not checked either, because their budget of options is larger.
    """
    if not isinstance(rules, FunctionRuleset) or not rules.is_single or rules.compiled or type(state) is not int:
        return
    if not (rules.declares("canonical") or rules.declares("components")):
        check_heap(DeclaredHeaps(rules, rules.name), rules, state)


class _ManyEngine(PlainEngine):
    """An engine that finds many values in one call of a ruleset, also some values beyond the wanted ones."""

    def __init__(self, rules: Ruleset, size: int, prefix: NDArray[np.unsignedinteger[Any]]) -> None:
        super().__init__(rules.nimber, size, prefix)
        self._rules = rules

    def fill(self, stop: int) -> bool:
        """Fill in heaps below `stop`, and perhaps further heaps. False: a nimber is too large for the table."""
        most = arrays.most(self.values)
        while self.known < stop:
            progress.check_cancelled()
            end = min(len(self.values), max(self.known + _LEAST_AT_ONCE, self.known * 5 // 4))
            found = arrays.listed(self._rules.nimbers(range(self.known, end)))
            if most is not None and max(found) > most:
                return False
            self.values[self.known : end] = found
            self.known = end
        return True
