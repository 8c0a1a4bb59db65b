"""Functions that the oracles of contest problems share: who wins, by trying all moves, and the lines of an answer."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

LARGEST = 3000  # positions that are searched before a case is too large

Heaps = tuple[int, ...]


def first_wins(start: Any, after: Callable[[Any], Iterable[Any]], *, last_loses: bool = False) -> bool | None:
    """Return whether the player to move wins; None if there are too many positions."""
    known: dict[Any, bool] = {}

    def wins(position: Any) -> bool:
        if position not in known:
            if len(known) > LARGEST:
                raise OverflowError
            stuck, found = True, False
            for left in after(position):
                stuck = False
                if not wins(left):
                    found = True
                    break
            known[position] = last_loses if stuck else found
        return known[position]

    try:
        return wins(start)
    except (OverflowError, RecursionError):
        return None


def winners(start: Any, after: Callable[[Any], Iterable[Any]]) -> list[int] | None:
    """Return the numbers, from 0, of the moves after which the other player loses; None if that is too much."""
    found = []
    for left in after(start):
        found.append(first_wins(left, after))
        if found[-1] is None or len(found) > LARGEST:
            return None
    return [number for number, other in enumerate(found) if not other]


def heaps(left: Callable[[int], Iterable[Heaps]]) -> Callable[[Heaps], Iterator[Heaps]]:
    """Return the moves on several heaps, from what a move can leave of one."""

    def after(state: Heaps) -> Iterator[Heaps]:
        for number, heap in enumerate(state):
            for parts in left(heap):
                yield tuple(sorted((*state[:number], *state[number + 1 :], *filter(None, parts))))

    return after


def fewer(heap: int) -> Iterator[Heaps]:
    """Take any number of tokens."""
    return ((size,) for size in range(heap))


def answers(found: Iterable[bool | None], win: str, loss: str, before: str = "", end: str = "\n") -> str | None:
    """Return a word for each case, after `before` with the number of the case; None if a case was too large."""
    cases = list(found)
    if None in cases:
        return None
    return "".join(f"{before.format(number)}{win if case else loss}{end}" for number, case in enumerate(cases, 1))
