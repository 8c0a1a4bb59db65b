"""ARC 091 F, Strange Nim, from the statement: at most a part of what is left, for each pile another one."""

from collections.abc import Iterator

from ._play import answers, first_wins

Piles = tuple[tuple[int, int], ...]


def answer(text: str) -> str | None:
    """Answer Takahashi or Aoki; None for large piles."""
    _, *numbers = map(int, text.split())
    piles = tuple(sorted(zip(numbers[::2], numbers[1::2], strict=True)))
    return answers([first_wins(piles, _remove) if max(numbers[::2]) < 100 else None], "Takahashi", "Aoki")


def _remove(piles: Piles) -> Iterator[Piles]:
    for number, (stones, part) in enumerate(piles):
        for count in range(1, stones // part + 1):
            yield tuple(sorted((*piles[:number], (stones - count, part), *piles[number + 1 :])))
