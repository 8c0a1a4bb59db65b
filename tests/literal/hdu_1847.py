"""HDU 1847, Good Luck in CET-4 Everybody!, from the statement: all ways to draw a power of two of cards."""

from collections.abc import Iterator

from ._play import answers, first_wins


def answer(text: str) -> str | None:
    """Answer Kiki or Cici for each number of cards; None for many."""
    sizes = [int(word) for word in text.split()]
    return answers((first_wins(size, _draw) if size < 500 else None for size in sizes), "Kiki", "Cici")


def _draw(cards: int) -> Iterator[int]:
    return (cards - drawn for drawn in (1, 2, 4, 8, 16, 32, 64, 128, 256) if drawn <= cards)
