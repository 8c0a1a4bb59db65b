"""Codeforces 768E, Game of Stones, from the statement: no number of stones twice from one pile."""

from collections.abc import Iterator

from ._play import answers, first_wins

Pile = tuple[int, tuple[int, ...]]  # its stones, and the numbers that have been removed


def answer(text: str) -> str | None:
    """Answer YES if Jon, who moves second, wins; None for large piles."""
    _, *piles = map(int, text.split())
    if max(piles) > 30:
        return None
    return answers([first_wins(tuple(sorted((pile, ()) for pile in piles)), _remove)], "NO", "YES")


def _remove(piles: tuple[Pile, ...]) -> Iterator[tuple[Pile, ...]]:
    for number, (stones, before) in enumerate(piles):
        for count in set(range(1, stones + 1)) - set(before):
            after = (stones - count, tuple(sorted((*before, count))))
            yield tuple(sorted((*piles[:number], after, *piles[number + 1 :])))
