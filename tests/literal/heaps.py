"""Take-and-break games on heaps, straight from the meaning of an octal code.

Definition (Guy and Smith 1956; Winning Ways, chapter 4). In the code d0.d1d2d3... digit dt speaks
of moves that take t tokens from one heap. With bit 1 set the move may leave nothing, with bit 2 one
heap, with bit 4 two heaps, in general with bit 2**m exactly m heaps, none of them empty. d0 takes
nothing and may only split. Codes end; digits go up to 7 (octal) or F (hexadecimal). A set such as
{1,3,4} says how many tokens a move takes from one heap.

Several heaps are a sum, so a move that leaves several is worth their xor: that is the definition of
the values here, not a reduction.
"""

from collections.abc import Iterator
from functools import reduce
from operator import xor

from ._mex import mex

_KNOWN: dict[str, list[int]] = {}  # for each code the values found so far, of heaps 0, 1, 2, ...


def moves(code: str, heap: int) -> set[tuple[int, ...]]:
    """Return what one move can leave of the heap: sorted tuples of heaps, none empty."""
    return {
        left
        for take, digit in enumerate(_digits(code))
        if take <= heap
        for parts in range(digit.bit_length())
        if digit >> parts & 1
        for left in _splits(heap - take, parts)
    }


def nimber(code: str, heap: int) -> int:
    """Return the Grundy value of one heap."""
    values = _KNOWN.setdefault(code, [])
    for size in range(len(values), heap + 1):
        left = moves(code, size)
        values.append(mex(reduce(xor, (values[part] for part in parts), 0) for parts in left))
    return values[heap]


def _digits(code: str) -> list[int]:
    if code.startswith("{"):
        takes = {int(word) for word in code.strip("{}").split(",")}
        return [3 if take in takes else 0 for take in range(max(takes) + 1)]
    before, dot, after = code.partition(".")
    digits = [int(digit, 16) for digit in before + after]
    if not dot or len(before) != 1 or digits[0] & 3:
        raise ValueError(f"not a take-and-break code: {code!r}")
    return digits


def _splits(tokens: int, parts: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write the tokens as so many heaps, in order of size."""
    if parts == 0:
        if tokens == 0:
            yield ()
    elif parts == 1:
        if tokens >= least:
            yield (tokens,)
    else:
        for heap in range(least, tokens // parts + 1):
            for rest in _splits(tokens - heap, parts - 1, heap):
                yield (heap, *rest)
