"""ABC 255 G, Constrained Nim, from the statement: nim with moves that are forbidden."""

from collections.abc import Iterator

from ._play import answers, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer Takahashi or Aoki; None for large piles."""
    count, _, *numbers = map(int, text.split())
    piles, rest = numbers[:count], numbers[count:]
    forbidden = set(zip(rest[::2], rest[1::2], strict=True))
    if max(piles) > 100:
        return None

    def remove(pile: int) -> Iterator[tuple[int]]:
        return ((pile - stones,) for stones in range(1, pile + 1) if (pile, stones) not in forbidden)

    return answers([first_wins(tuple(sorted(piles)), heaps(remove))], "Takahashi", "Aoki")
