"""Rules whose options are of all kinds, for censuses of listed positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import grundy

if TYPE_CHECKING:
    from collections.abc import Iterator


@grundy.ruleset
def kayles(n: int) -> Iterator[Any]:
    """Leave one heap or two."""
    for taken in (1, 2):
        for left in range((n - taken) // 2 + 1):
            yield grundy.split(left, n - taken - left)
    if n:
        yield n - 1


@grundy.ruleset
def whole(n: int) -> Iterator[Any]:
    """Take one, or all and end the game from three on."""
    if n:
        yield n - 1
        yield grundy.split()
    if n > 2:
        yield grundy.win()


@grundy.ruleset(known=lambda n: n % 3)
def known(n: int) -> Iterator[Any]:
    """Take one or two."""
    yield from range(max(0, n - 2), n)


@grundy.ruleset(canonical=lambda a, b: (min(a, b), max(a, b)))
def mirrored(a: int, b: int) -> Iterator[Any]:
    """Take from one of two heaps."""
    yield from ((k, b) for k in range(a))
    yield from ((a, k) for k in range(b))


@grundy.ruleset(loopy=True)
def loops(n: int) -> Iterator[Any]:
    """Step down, or up at most to four."""
    if n:
        yield n - 1
        yield min(n + 1, 4)
