"""BOJ 16895, 님 게임 3, from the statement: the first moves that win, counted."""

from ._play import fewer, heaps, winners


def answer(text: str) -> str | None:
    """Answer the number of first moves that win; None for large piles."""
    _, *piles = map(int, text.split())
    won = winners(tuple(piles), heaps(fewer))
    return None if won is None else f"{len(won)}\n"
