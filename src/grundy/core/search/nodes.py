"""The nodes of searches under a ruleset: the nodes of a state, the nodes that its options lead to, and the memo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from grundy.core.components import Component, Option, Split
from grundy.core.engines import at_once
from grundy.core.mistakes import NO_STATES, check_option, explain, question
from grundy.core.nimbers import nim_sum
from grundy.core.position import Position
from grundy.core.search.entailing import note
from grundy.core.search.entailing import search as entailing_search
from grundy.core.search.exhaustive import ExhaustiveSearch
from grundy.core.search.pruned import ask
from grundy.core.search.source import ENDS, WON, wins_at_once
from grundy.core.values import LOONY, WIN, Loony
from grundy.errors import OverBudgetError, RulesetError
from grundy.runtime import compiling, limits, progress
from grundy.runtime.bounds import Memo, Patience, SearchCounts
from grundy.runtime.costs import OPTION_SECONDS
from grundy.runtime.garbage import rare_collections
from grundy.runtime.messages import Message
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from grundy.core.ruleset import Ruleset
    from grundy.core.search.source import Ends
    from grundy.core.values import Value


_QUESTIONED = NO_STATES | {float, bool}
_questioned: set[Ruleset] = set()  # the rules with such options of which the user has been told
_WAITING = 1000  # bytes of a node that waits in the exhaustive search, with its generators
_MOST_SEEN = 2**15  # states whose canonical form is remembered


class NodeSearch:
    """The nodes of a search from a state of `ruleset`: its own states, and components of other rulesets.

    Each of the `components` of a state is a node, in its `canonical` form. Values are kept in one memo for each
    ruleset, in `tables`. `options` yields the options of a state as nodes, or as other arguments of `parts`; `searched`
    says whether an option of the same type as its node is itself a node, of which no formula has the value.
    """

    __slots__ = (
        "_before",
        "_canonical",
        "_collections",
        "_formula",
        "_has_parts",
        "_prunes",
        "_ruleset",
        "bounds",
        "memo",
        "options",
        "patience",
        "searched",
    )

    def __init__(self, ruleset: Ruleset, patience: Patience | None = None) -> None:
        """Begin a search, which ends without an answer where the patience is over."""
        self._ruleset = ruleset
        self._collections = rare_collections()
        self.patience = patience or Patience()
        self.memo: Memo[Any] = tables.get(("memo", ruleset)) or Memo()
        self._formula: Callable[[Any], int | Loony | None] | None = (
            getattr(ruleset, "known", None) if ruleset.declares("known") else None
        )
        self._has_parts = ruleset.declares("components")
        self._canonical = _CanonicalForms(ruleset) if ruleset.declares("canonical") else None
        # The pruning search needs ten times as long for each option. It pays off if states have components, or if
        # finding the canonical form of an option takes as long.
        self._prunes = self._has_parts or self._canonical is not None
        self.searched = self._formula is None and not self._has_parts
        forms = self._canonical
        options = getattr(ruleset, "plain_options", ruleset.options)  # a faster form of the same options
        self.options: Callable[[Any], Iterable[Any]] = options  # in canonical form if states have no parts
        if forms is not None and not self._has_parts:
            self.options = lambda state: map(forms.__getitem__, options(state))
        self.bounds = SearchCounts(_WAITING, self.memo, self.patience)  # of exhaustive searches

    def find(self, state: Any, nimber: int | None) -> Value | None:
        """Return the value of `state`, or None if it is only known not to be `nimber`, or if the patience is over.

        If a player may move again, the search of `entailing` finds it. To be called inside a block of the search.
        """
        try:
            known = self.memo.values.get(state) if self.searched and self._canonical is None else None
            if known is not None and known != WON and not self.memo.entails:
                return known  # type: ignore[no-any-return] # the memo holds values
            nodes = self._nodes(self._ruleset, [state])
        except TypeError as error:
            self.explain(error, Component(self._ruleset, state))
            raise
        total: Value | None = 0
        for number, node in enumerate(nodes, start=1):
            if self.memo.entails or not isinstance(total, int):
                break
            wanted = total ^ nimber if nimber is not None and number == len(nodes) else None
            if self._prunes or wanted is not None:
                value = ask(node, wanted, self)
            else:
                value = ExhaustiveSearch(self).value(node)
            if value == WON and self.known(node) == WON:
                self.memo.entails = True
            total = None if value is None else WIN if value == WON else total ^ value
        return self._entailing(nodes) if self.memo.entails else total

    def find_all(self, states: Sequence[Any], nimber: int | None) -> Iterator[Value | None]:
        """Yield for each state what `find` returns, within one budget of options."""
        allowed, before = limits.budget().search_options, self.memo.looked
        self._prunes = self._has_parts  # the values of all states are found with little more work
        with self:
            for state in states:
                yield self.find(state, nimber)
                looked = self.memo.looked - before
                if looked > allowed:
                    raise OverBudgetError(Message("over.options"), looked, allowed, "options")

    def __enter__(self) -> Self:
        """Begin to count the options that are visited."""
        self._before = len(self.memo), self.memo.looked
        self._collections.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        """Record the options that were visited, and keep the memo."""
        self._collections.__exit__()
        length, looked = self._before
        if self.bounds.states:
            self.bounds.record()
        if self._ruleset.declares("prepare") or self._ruleset.compiled:
            compiling.spend((self.memo.looked - looked) * OPTION_SECONDS)
        if len(self.memo) != length:
            tables.put(("memo", self._ruleset), self.memo, self.memo.bytes)

    def foreign(self, node: Component) -> Iterable[Any]:
        """Return the options of a component of another ruleset, as arguments of `parts`: each is an `Option`."""
        return node.ruleset.moves(node.state, named=False)

    def parts(self, node: Any, option: Any) -> Sequence[Any] | Ends:
        """Return the nodes that an option of `node` leads to, or `ENDS`.

        If the same player moves again after the option, the memo then says that the rules entail.
        """
        if type(option) is Option:
            self.memo.entails |= option.again
            return ENDS if option.ends else self._of_components(option.components)
        if isinstance(option, Split):
            check_option(self._ruleset, node, option)
            self.memo.entails |= option.again
            return self._nodes(self._ruleset, option.parts)
        if type(option) in _QUESTIONED:
            check_option(self._ruleset, node, option)
            self._question(node, option)
        return self._nodes(self._ruleset, (option,))

    def explain(self, error: Exception, node: Any, before: Any = None) -> None:
        """Note in an exception that it came at a node; raise `RulesetError` instead if an option is the mistake.

        `before` is the node that has the node as an option, if it is known.
        """
        explain(error, *self._component(node), None if before is None else self._component(before))

    def _component(self, node: Any) -> Component:
        return node if type(node) is Component else Component(self._ruleset, node)

    def _question(self, node: Any, option: float) -> None:
        """Tell the user, once, that another state has an option that is a float or a truth value."""
        if type(option) is not type(node) and self._ruleset not in _questioned:
            _questioned.add(self._ruleset)
            progress.notice(question(self._ruleset, node, option))

    def value(self, node: Any) -> int | None:
        """Return the value of a node if it is in the memo or known."""
        value: int | None = self.memo.values.get(node)
        return self.known(node) if value is None else value

    def known(self, node: Any) -> int | None:
        """Return the value of a node from a table or a formula."""
        if type(node) is Component:
            value = at_once(node.ruleset, node.state)
        else:
            value = None if self._formula is None else self._formula(node)
        return WON if isinstance(value, Loony) else value

    def _entailing(self, nodes: list[Any]) -> Value | None:
        """Return the value of the sum of nodes if a player may move again; None if the patience is over."""
        note(self._ruleset)
        values = []
        for node in nodes:
            value = entailing_search(node, self)
            if value is None:
                return None
            values.append(value)
        if WON not in values:
            return nim_sum(*values)
        won = [node for node, value in zip(nodes, values, strict=True) if value == WON]
        return WIN if any(wins_at_once(self, node) for node in won) else LOONY

    def _nodes(self, rules: Ruleset, parts: Iterable[Any]) -> list[Any]:
        """Return the nodes of states of `rules`, or of positions."""
        found: list[Any] = []
        for part in parts:
            if isinstance(part, Position):
                found += self._of_components(part.components)
                continue
            for piece in rules.components(part):
                if not isinstance(piece, Position):
                    found.append(self._node(rules, piece))
                    continue
                for other, state in piece.components:  # one of the same rules has no further parts
                    found += [self._node(rules, state)] if other == rules else self._nodes(other, (state,))
        return found

    def _node(self, rules: Ruleset, state: Any) -> Any:
        """Return the node of a state without parts."""
        if rules is self._ruleset or rules == self._ruleset:
            return state if self._canonical is None else self._canonical[state]
        if rules.loopy:
            raise RulesetError("error.loopy-part", name=rules.name, before=self._ruleset.name)
        return Component(rules, rules.canonical(state))

    def _of_components(self, components: Iterable[Any]) -> list[Any]:
        return [node for rules, state in components for node in self._nodes(rules, (state,))]


class _CanonicalForms(dict[Any, Any]):
    """Canonical forms by state. The last ones are remembered, because finding one may take long."""

    __slots__ = ("_ruleset",)

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__()
        self._ruleset = ruleset

    def __missing__(self, option: Any) -> Any:
        if type(option) in NO_STATES or isinstance(option, Split | Option | Position):
            return option
        if len(self) >= _MOST_SEEN:
            self.clear()
        found = self[option] = self._ruleset.canonical(option)
        return found
