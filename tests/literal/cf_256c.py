"""Codeforces 256C, Furlo and Rublo and Game, from the statement: between the fourth root and the root of a pile."""

from collections.abc import Iterator

from ._play import answers, first_wins, heaps

LARGEST = 10_000  # coins


def answer(text: str) -> str | None:
    """Answer Furlo or Rublo; None for large piles."""
    _, *piles = map(int, text.split())
    if max(piles) > LARGEST:
        return None
    return answers([first_wins(tuple(sorted(piles)), heaps(_decrease))], "Furlo", "Rublo")


def _decrease(coins: int) -> Iterator[tuple[int]]:
    return ((left,) for left in range(coins) if coins <= left**4 and left**2 <= coins)
