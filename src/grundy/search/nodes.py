"""From rulesets to searches: which nodes a state is, what its options lead to, and the memo."""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option, Split, no_option
from grundy.core.position import Position
from grundy.core.values import WIN
from grundy.runtime import limits
from grundy.runtime.table_cache import tables
from grundy.search.exhaustive import search
from grundy.search.explorer import ENDS, WON, entry_bytes
from grundy.search.pruned import ask

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.ruleset import Ruleset
    from grundy.core.values import Value
    from grundy.search.explorer import Ends


_MOST_SEEN = 2**18  # states whose canonical form is remembered
_SEEN_BYTES = 2000  # of the budget for one of them, which takes a tenth of it: the memo comes first


class NodeSearch:
    """The nodes that a search from a state of `ruleset` meets: its own states, and components of other rulesets.

    A state is as many nodes as it has `components`, each in its `canonical` form. What is found is kept
    in one memo for each ruleset, in `tables.cache`.
    """

    __slots__ = ("_formula", "_memo", "_most_seen", "_plain", "_ruleset", "_seen")

    def __init__(self, ruleset: Ruleset) -> None:
        """Take up the memo of the ruleset."""
        self._ruleset = ruleset
        self._memo: dict[Any, int] = tables.get(("memo", ruleset)) or {}
        self._formula = ruleset.known if ruleset.declares("known") else None
        self._plain = _is_plain(ruleset)
        self._seen: dict[Any, Any] = {}
        allowed = limits.budget().table_bytes
        self._most_seen = _MOST_SEEN if allowed is None else min(_MOST_SEEN, allowed // _SEEN_BYTES)

    def find(self, state: Any, nimber: int | None) -> Value | None:
        """Return the value of `state`; or None where it is only known not to be `nimber`."""
        before = len(self._memo)
        try:
            return self._found(self._nodes(self._ruleset, [state]), nimber)
        finally:
            if len(self._memo) != before:
                tables.put(("memo", self._ruleset), self._memo, len(self._memo) * entry_bytes(self._memo))

    def _found(self, nodes: list[Any], nimber: int | None) -> Value | None:
        total = 0
        for number, node in enumerate(nodes, start=1):
            if number == len(nodes) and nimber is not None:
                value = ask(node, total ^ nimber, self._options, self._known, self._memo)
            else:
                value = self._value(node)
            if value is None:
                return None
            if value == WON:
                return WIN
            total ^= value
        return total

    def _value(self, node: Any) -> int:
        """Return the value of a node: by pruning where states fall apart, for then most of them are left out."""
        if self._ruleset.declares("components"):
            value = ask(node, None, self._options, self._known, self._memo)
            return WON if value is None else value
        return search(node, self._options, self._known, self._memo)

    def _options(self, node: Any) -> Iterator[Iterable[Any] | Ends]:
        """Yield the nodes that each option of a node leads to. Labels are not made, for that takes long."""
        rules: Any
        rules, state = node if type(node) is Component else (self._ruleset, node)
        plain = self._plain and rules is self._ruleset
        for option in rules.options(state):
            if type(option) is Option:
                yield ENDS if option.ends else self._of_components(option.components)
            elif type(option) is Split:
                yield self._nodes(rules, option.parts)
            elif option is None or type(option) is FunctionType:
                raise no_option(rules, state, option)
            elif plain and not isinstance(option, Position):
                yield (option,)
            else:
                yield self._nodes(rules, (option,))

    def _nodes(self, rules: Ruleset, parts: Iterable[Any]) -> list[Any]:
        """Return the nodes of states of `rules`, or of positions."""
        found: list[Any] = []
        own = rules is self._ruleset or rules == self._ruleset
        plain = self._plain if own else _is_plain(rules)
        for part in parts:
            if isinstance(part, Position):
                found += self._of_components(part.components)
            elif plain:
                found.append(part if own else Component(rules, part))
            else:
                for piece in rules.components(part):
                    inside: Any = piece.components if isinstance(piece, Position) else [(rules, piece)]
                    for other, state in inside:
                        if other != rules:
                            found += self._nodes(other, (state,))
                        else:  # a part has no further parts
                            found.append(self._canonical(state) if own else Component(rules, rules.canonical(state)))
        return found

    def _canonical(self, state: Any) -> Any:
        """Return the canonical form of an own state; the last ones are remembered, for it may take long."""
        found = self._seen.get(state, self)
        if found is self:
            if len(self._seen) >= self._most_seen:
                self._seen.clear()
            found = self._seen[state] = self._ruleset.canonical(state)
        return found

    def _of_components(self, components: Iterable[Any]) -> list[Any]:
        return [node for rules, state in components for node in self._nodes(rules, (state,))]

    def _known(self, node: Any) -> int | None:
        if type(node) is not Component:
            return None if self._formula is None else self._formula(node)
        value = node.ruleset.prepare(node.state)
        return node.ruleset.known(node.state) if value is None else value


def _is_plain(rules: Ruleset) -> bool:
    """Say whether each state of a ruleset is one node as it stands."""
    return not (rules.declares("canonical") or rules.declares("components"))
