"""Sizes of rectangular boards, and rows of letters, for readers that write random positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random


def random_shape(rng: Random, size: int) -> tuple[int, int]:
    """Return the height and width of a random board of at most `size` cells."""
    height = rng.randint(1, size)
    width = rng.randint(1, max(1, size // height))
    return (height, width) if rng.random() < 0.5 else (width, height)


def shapes(size: int) -> Iterator[tuple[int, int]]:
    """Yield the heights and widths of all boards of exactly `size` cells."""
    for height in range(1, size + 1):
        if size % height == 0:
            yield height, size // height


def rows(letters: str | Sequence[str], width: int) -> str:
    """Return the text of the letters as rows of `width` letters."""
    return "\n".join("".join(letters[start : start + width]) for start in range(0, len(letters), width))
