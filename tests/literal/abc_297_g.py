"""ABC 297 G, Constrained Nim 2, from the statement: L to R stones from one pile."""

from collections.abc import Iterator

from ._play import answers, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer First or Second; None for large piles."""
    _, least, most, *piles = map(int, text.split())
    if max(piles) > 100:
        return None

    def remove(pile: int) -> Iterator[tuple[int]]:
        return ((pile - stones,) for stones in range(least, min(most, pile) + 1))

    return answers([first_wins(tuple(sorted(piles)), heaps(remove))], "First", "Second")
