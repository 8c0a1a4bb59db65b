"""Codeforces 87C, Interesting Game, from the statement: piles that go down by one."""

from collections.abc import Iterator

from ._play import first_wins, heaps


def answer(text: str) -> str | None:
    """Answer the least number of piles with which the first move wins, or -1; None for a large pile."""
    least = None
    for piles in _divide(int(text)):
        other = first_wins(tuple(sorted(piles)), heaps(_divide))
        if other is None:
            return None
        if not other and (least is None or len(piles) < least):
            least = len(piles)
    return f"{least or -1}\n"


def _divide(pile: int) -> Iterator[tuple[int, ...]]:
    for smallest in range(1, pile):
        piles: tuple[int, ...] = (smallest,)
        while sum(piles) < pile:
            piles = (piles[0] + 1, *piles)
        if sum(piles) == pile and len(piles) > 1:
            yield piles
