"""Strings and Coins from its rules, cut by cut: a turn goes on while a cut frees a coin. The ground is 0."""

from functools import cache

from . import _graphs
from ._mex import mex

Cuts = frozenset[str]

EVERY = 3
LARGEST = 5


def moves(text: str) -> dict[str, str]:
    """Map each turn, the strings that it cuts, to the text after it."""
    words = _graphs.read(text)
    order = [f"{a}-{b}" for a, b in words.edges]
    every = frozenset(order)
    left = every - words.gone
    return {
        "+".join(sorted(left - after, key=order.index)): _graphs.write(words, every - after) for after in _turns(left)
    }


def nimber(text: str) -> int:
    """Return the Grundy value."""
    words = _graphs.read(text)
    return _value(frozenset(f"{a}-{b}" for a, b in words.edges) - words.gone)


@cache
def _value(left: Cuts) -> int:
    return mex(map(_value, _turns(left)))


@cache
def _turns(left: Cuts) -> frozenset[Cuts]:
    """Return the strings that are left after each turn: after a cut, or after the turns that follow a freeing one."""
    found: set[Cuts] = set()
    for cut in left:
        after = left - {cut}
        held = {coin for string in after for coin in string.split("-")} | {"0"}
        found |= {after} if held.issuperset(cut.split("-")) else _turns(after)
    return frozenset(found)
