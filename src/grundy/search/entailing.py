"""The search for rules with moves after which the same player moves again: `grundy.split` with ``again=True``.

Such a state may be lost beside one nim heap alone, and then is worth its size, or beside none, and then is won in every
sum. The other searches know nothing of such moves: they raise `Entails` when they meet the first one. A state that such
a move leads from has no value then, so that what they have found stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from grundy.nimbers import mex
from grundy.runtime.bounds import SearchCounts
from grundy.search.coroutines import answered
from grundy.search.source import WON, Ends, NodeSource, options_of

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from grundy.search.source import Memo

_WAITING = 1500  # bytes of a node that waits, with its generators


class Entailing(NodeSource[Any], Protocol):
    """Nodes with their options, some of which let the same player move again: there `parts` raises `Entails`."""

    def leads_to(self, node: Any, option: Any) -> tuple[Sequence[Any] | Ends, bool]:
        """Return the nodes that an option leads to, or `ENDS`, and whether the same player moves again."""


def search(start: Any, source: Entailing, memo: Memo[Any]) -> int:
    """Return the value of `start`: a nimber, or `WON` where it is won in every sum.

    A is the set of the values of its plain options, C of those after which the same player moves again. An option that
    ends the game, a value in C that is `WON`, two values in C, or one that is in A as well make it `WON`; else it is
    worth what is in C, and without C mex A. The proof is in `grundy.split` and in proofs/MovesAgain.v. The bounds that
    are kept, and what is raised, are those of `exhaustive.search`. Each option of each node is looked at once.
    """
    known = _known(start, source, memo)
    if known is not None:
        return known
    bounds = SearchCounts(_WAITING, memo.values, memo.excluded, weights=memo.weights)
    try:
        return answered(start, lambda node: (node, _value(node, source, memo, bounds)), bounds)
    finally:
        bounds.record()
        memo.looked += bounds.looked


def _known(node: Any, source: Entailing, memo: Memo[Any]) -> int | None:
    value = memo.values.get(node)
    return source.known(node) if value is None else value


def _value(node: Any, source: Entailing, memo: Memo[Any], bounds: SearchCounts) -> Generator[Any, int | None, int]:
    """Find the value of a node, and keep it in the memo; yield the nodes whose values it needs."""
    plain: set[int] = set()
    again: set[int] = set()
    for option in options_of(source, node):
        bounds.step()
        parts, moves_again = source.leads_to(node, option)
        if isinstance(parts, Ends):
            memo.values[node] = WON
            return WON
        total = 0
        for part in parts:
            value = _known(part, source, memo)
            if value is None:
                value = yield part
                assert value is not None  # the answer to a question
            if value == WON:
                total = WON
                break
            total ^= value
        if moves_again:
            again.add(total)
        elif total != WON:
            plain.add(total)
    if not again:
        found = mex(plain)
    else:
        only = again.pop()
        found = WON if again or only in plain else only
    memo.values[node] = found
    memo.excluded.pop(node, None)
    return found
