"""Codeforces 603C, Lieges of Legendre, from the statement: one cow from a pile, or an even pile into k halves."""

from collections.abc import Iterator

from ._play import answers, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer Kevin or Nicky; None for large piles and many parts."""
    _, parts, *piles = map(int, text.split())
    if parts > 6 or max(piles) > 60:
        return None

    def move(pile: int) -> Iterator[tuple[int, ...]]:
        if pile:
            yield (pile - 1,)
            if pile % 2 == 0:
                yield (pile // 2,) * parts

    return answers([first_wins(tuple(sorted(piles)), heaps(move))], "Kevin", "Nicky")
