"""Strings and Coins, cut by cut: who frees a coin cuts again, and who cannot cut loses. The ground is 0."""

from functools import cache

from . import _graphs

Cuts = frozenset[str]

EVERY = 3
LARGEST = 5


def moves(text: str) -> dict[str, str]:
    """Map each string that can be cut to the text after it."""
    words = _graphs.read(text)
    every = [f"{a}-{b}" for a, b in words.edges]
    return {cut: _graphs.write(words, words.gone | {cut}) for cut in every if cut not in words.gone}


def nimber(text: str) -> int | None:
    """Return the size of the nim heap beside which the board is lost, None where there is none: the board is loony."""
    words = _graphs.read(text)
    left = frozenset(f"{a}-{b}" for a, b in words.edges) - words.gone
    return next((heap for heap in range(len(left) + 1) if not _wins(left, heap)), None)


@cache
def _wins(left: Cuts, heap: int) -> bool:
    """Say whether the player who is to move wins strings and a heap of nim beside each other."""
    if not all(_wins(left, less) for less in range(heap)):
        return True
    for cut in left:
        after = left - {cut}
        held = {coin for string in after for coin in string.split("-")} | {"0"}
        again = not held.issuperset(cut.split("-"))
        if _wins(after, heap) is again:
            return True
    return False
