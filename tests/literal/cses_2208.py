"""CSES 2208, Another Game, from the statement: one coin from each of some heaps."""

from collections.abc import Iterator
from itertools import product

from ._cases import counted
from ._play import answers, first_wins


def answer(text: str) -> str | None:
    """Answer first or second for each case; None for large ones."""
    return answers((first_wins(tuple(sorted(case)), _remove) for case in counted(text)), "first", "second")


def _remove(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for taken in product(*((0, 1) if heap else (0,) for heap in heaps)):
        if any(taken):
            yield tuple(sorted(heap - one for heap, one in zip(heaps, taken, strict=True)))
