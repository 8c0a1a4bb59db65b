"""The nodes of searches under a ruleset: the nodes of a state, the nodes that its options lead to, and the memo."""

from __future__ import annotations

from contextlib import contextmanager
from types import FunctionType
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option, Split, no_option
from grundy.core.entailing import note
from grundy.core.position import Position
from grundy.core.values import LOONY, WIN, Loony
from grundy.errors import OverBudgetError, RulesetError
from grundy.messages import Message
from grundy.nimbers import nim_sum
from grundy.runtime import compiling, limits
from grundy.runtime.bounds import Memo
from grundy.runtime.costs import OPTION_SECONDS
from grundy.runtime.garbage import rare_collections
from grundy.runtime.table_cache import tables
from grundy.search.entailing import search as entailing_search
from grundy.search.exhaustive import ExhaustiveSearch
from grundy.search.pruned import ask
from grundy.search.source import ENDS, WON, Entails, options_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from grundy.core.ruleset import Ruleset
    from grundy.core.values import Value
    from grundy.search.source import Ends


_MOST_SEEN = 2**15  # states whose canonical form is remembered


class NodeSearch:
    """The nodes of a search from a state of `ruleset`: its own states, and components of other rulesets.

    Each of the `components` of a state is a node, in its `canonical` form. Values are kept in one memo for each
    ruleset, in `tables`.
    """

    __slots__ = (
        "_canonical",
        "_exhaustive",
        "_formula",
        "_has_parts",
        "_memo",
        "_prunes",
        "_ruleset",
        "options",
        "searched",
    )

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._memo: Memo[Any] = tables.get(("memo", ruleset)) or Memo()
        self._formula = ruleset.known if ruleset.declares("known") else None
        self._has_parts = ruleset.declares("components")
        self._canonical = _CanonicalForms(ruleset) if ruleset.declares("canonical") else None
        # The pruning search needs ten times as long for each option. It pays off if states have components, or if
        # finding the canonical form of an option takes as long.
        self._prunes = self._has_parts or self._canonical is not None
        self.searched = self._formula is None and not self._has_parts
        options, forms = ruleset.plain_options, self._canonical
        self.options: Callable[[Any], Iterable[Any]] = options  # in canonical form if states have no parts
        if forms is not None and not self._has_parts:
            self.options = lambda state: map(forms.__getitem__, options(state))
        self._exhaustive: ExhaustiveSearch | None = None  # until it is needed

    def find(self, state: Any, nimber: int | None) -> Value | None:
        """Return the value of `state`, or None if it is only known not to be `nimber`."""
        with self._kept():
            return self._found_in_any_way(state, nimber)

    def find_all(self, states: Sequence[Any], nimber: int | None) -> Iterator[Value | None]:
        """Yield for each state what `find` returns, within one budget of options."""
        allowed, before = limits.budget().search_options, self._memo.looked
        self._prunes = self._has_parts  # the values of all states are found with little more work
        with self._kept():
            for state in states:
                yield self._found_in_any_way(state, nimber)
                looked = self._memo.looked - before
                if looked > allowed:
                    raise OverBudgetError(Message("over.options"), looked, allowed, "options")

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Count the options that are visited inside the block, and keep the memo afterwards."""
        before, looked = len(self._memo), self._memo.looked
        try:
            with rare_collections():
                yield
        finally:
            if self._exhaustive is not None:
                self._exhaustive.record()
            if self._ruleset.declares("prepare") or self._ruleset.compiled:
                compiling.spend((self._memo.looked - looked) * OPTION_SECONDS)
            if len(self._memo) != before:
                tables.put(("memo", self._ruleset), self._memo, self._memo.bytes)

    def foreign(self, node: Component) -> Iterable[Any]:
        """Return the options of a component of another ruleset, as arguments of `parts`: each is an `Option`."""
        return node.ruleset.moves(node.state, named=False)

    def parts(self, node: Any, option: Any) -> Sequence[Any] | Ends:
        """Return the nodes that an option of `node` leads to, or `ENDS`. Raises `Entails`."""
        found, again = self.leads_to(node, option)
        if again:
            raise Entails
        return found

    def leads_to(self, node: Any, option: Any) -> tuple[Sequence[Any] | Ends, bool]:
        """Return the nodes that an option of `node` leads to, or `ENDS`, and whether the same player moves again."""
        if type(option) is Option:
            return ENDS if option.ends else self._of_components(option.components), option.again
        if isinstance(option, Split):
            return self._nodes(self._ruleset, option.parts), option.again
        if option is None or type(option) is FunctionType:
            raise no_option(self._ruleset, node, option)
        return self._nodes(self._ruleset, (option,)), False

    def known(self, node: Any) -> int | None:
        """Return the value of a node from a table or a formula."""
        if type(node) is not Component:
            value = None if self._formula is None else self._formula(node)
        else:
            value = node.ruleset.prepare(node.state)
            value = node.ruleset.known(node.state) if value is None else value
        return WON if isinstance(value, Loony) else value

    def _found_in_any_way(self, state: Any, nimber: int | None) -> Value | None:
        """Return what `find` returns; by the search of `entailing` if a player may move again."""
        nodes = self._nodes(self._ruleset, [state])
        if not self._memo.entails:
            try:
                return self._found(nodes, nimber)
            except Entails:
                self._memo.entails = True
        note(self._ruleset)
        values = [entailing_search(node, self, self._memo) for node in nodes]
        if WON not in values:
            return nim_sum(*values)
        won = [node for node, value in zip(nodes, values, strict=True) if value == WON]
        return WIN if any(self._ends_at_once(node) for node in won) else LOONY

    def _ends_at_once(self, node: Any) -> bool:
        """Return whether an option of a node ends the game."""
        return any(self.leads_to(node, option)[0] is ENDS for option in options_of(self, node))

    def _found(self, nodes: list[Any], nimber: int | None) -> Value | None:
        total = 0
        for number, node in enumerate(nodes, start=1):
            wanted = total ^ nimber if nimber is not None and number == len(nodes) else None
            asks = self._prunes or wanted is not None
            value = ask(node, wanted, self, self._memo) if asks else self._searched(node)
            if value is None:
                return None
            if value == WON:
                if self.known(node) == WON:
                    raise Entails
                return WIN
            total ^= value
        return total

    def _searched(self, node: Any) -> int:
        """Return the value of a node, by the exhaustive search."""
        if self._exhaustive is None:
            self._exhaustive = ExhaustiveSearch(self, self._memo)
        return self._exhaustive.value(node)

    def _nodes(self, rules: Ruleset, parts: Iterable[Any]) -> list[Any]:
        """Return the nodes of states of `rules`, or of positions."""
        found: list[Any] = []
        own = rules is self._ruleset or rules == self._ruleset
        for part in parts:
            if isinstance(part, Position):
                found += self._of_components(part.components)
                continue
            for piece in rules.components(part):
                inside: Any = piece.components if isinstance(piece, Position) else [(rules, piece)]
                for other, state in inside:
                    if other != rules:
                        found += self._nodes(other, (state,))
                    elif own:  # a part has no further parts
                        found.append(state if self._canonical is None else self._canonical[state])
                    elif rules.loopy:
                        raise RulesetError("error.loopy-part", name=rules.name, before=self._ruleset.name)
                    else:
                        found.append(Component(rules, rules.canonical(state)))
        return found

    def _of_components(self, components: Iterable[Any]) -> list[Any]:
        return [node for rules, state in components for node in self._nodes(rules, (state,))]


class _CanonicalForms(dict[Any, Any]):
    """Canonical forms by state. The last ones are remembered, because finding one may take long."""

    __slots__ = ("_ruleset",)

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__()
        self._ruleset = ruleset

    def __missing__(self, option: Any) -> Any:
        if option is None or isinstance(option, Split | Option | Position | FunctionType):
            return option
        if len(self) >= _MOST_SEEN:
            self.clear()
        found = self[option] = self._ruleset.canonical(option)
        return found
