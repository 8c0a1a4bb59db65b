"""Rules with moves after which the same player moves again (`grundy.split` with ``again=True``), and their search.

Rulesets of the catalogue say that they have such moves (`Ruleset.entailing`). For other rulesets it is known as soon as
a search has found a value that depends on one.

If a sum of such a state and one nim heap is lost, the value of the state is the size of that heap; there is at most one
such heap. If there is none, the state is won in every sum. The other searches cannot handle such moves: they end at the
first one. A state with such a move then has no value in the memo, so the values in it stay right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from grundy.core.components import Option, Split
from grundy.core.nimbers import mex
from grundy.core.search.coroutines import answered
from grundy.core.search.source import WON, Ends, options_of
from grundy.errors import RulesetError
from grundy.runtime.bounds import SearchCounts

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from grundy.core.components import Component
    from grundy.core.ruleset import Ruleset
    from grundy.core.search.nodes import NodeSearch
    from grundy.runtime.messages import Message

_WAITING = 1500  # bytes of a node that waits for the value of another, with its generators
_entailing: WeakSet[Ruleset] = WeakSet()  # the rules with such moves, beside those of the catalogue that say so


def search(start: Any, source: NodeSearch) -> int | None:
    """Return the value of `start`: a nimber, or `WON` if it is won in every sum; None where the patience is over.

    A is the set of the values of its plain options, C the set of the values of the options after which the same player
    moves again. The value is `WON` if an option ends the game, if `WON` is in C, if C has two elements, or if the
    element of C is in A. Else it is the element of C, or mex A if C is empty. The proof is in `grundy.split` and in
    proofs/MovesAgain.v. Limits and exceptions are those of the exhaustive search. Each option of each node is visited
    once.
    """
    known = source.value(start)
    if known is not None:
        return known
    bounds = SearchCounts(_WAITING, source.memo, source.patience)
    try:
        return answered(start, lambda node: (node, _value(node, source, bounds)), bounds)
    finally:
        bounds.record()


def _value(node: Any, source: NodeSearch, bounds: SearchCounts) -> Generator[Any, int | None, int]:
    """Find the value of a node, and put it into the memo; yield the nodes whose values are needed for it."""
    plain: set[int] = set()
    again: set[int] = set()
    memo = source.memo
    try:
        for option in options_of(source, node):
            bounds.step(node)
            parts = source.parts(node, option)
            if isinstance(parts, Ends):
                memo.values[node] = WON
                return WON
            total = 0
            for part in parts:
                value = source.value(part)
                if value is None:
                    value = yield part
                    assert value is not None  # the answer to a question
                if value == WON:
                    total = WON
                    break
                total ^= value
            if isinstance(option, Split | Option) and option.again:
                again.add(total)
            elif total != WON:
                plain.add(total)
    except Exception as error:
        source.explain(error, node)
        raise
    if not again:
        found = mex(plain)
    else:
        only = again.pop()
        found = WON if again or only in plain else only
    memo.values[node] = found
    memo.excluded.pop(node, None)
    return found


def note(rules: Ruleset) -> None:
    """Record that a value under `rules` depends on a move after which the same player moves again."""
    _entailing.add(rules)


def entails(rules: Ruleset) -> bool:
    """Return whether `rules` are known to have such moves."""
    return bool(rules.entailing) or rules in _entailing


def refuse(components: Iterable[Component], what: Message) -> None:
    """Raise `RulesetError` if play in the components may come to a move after which the same player moves again.

    The values of the components must have been found before. `what` names the question that is refused.
    """
    for rules, _ in components:
        if entails(rules):
            raise RulesetError("error.again", name=rules.name, what=what)
