"""What the games on numbers share: a move is written as the numbers that it leaves."""

from collections.abc import Callable, Iterable
from functools import cache

from ._mex import mex

Numbers = tuple[int, ...]
After = Callable[[Numbers], Iterable[Numbers]]


def numbers(text: str) -> Numbers:
    """Return the numbers at the end of a text."""
    return tuple(int(word) for word in text.split() if word.isdecimal())


def moves(text: str, after: After) -> dict[str, str]:
    """Map each move, the numbers that it leaves, to these, with the word that stands before the numbers."""
    head = "".join(f"{word} " for word in text.split() if not word.isdecimal())
    left = (" ".join(map(str, one)) for one in after(numbers(text)))
    return {one: head + one for one in left}


def nimber(text: str, after: After) -> int:
    """Return the Grundy value, by the moves alone."""

    @cache
    def value(state: Numbers) -> int:
        return mex(map(value, after(state)))

    return value(numbers(text))
