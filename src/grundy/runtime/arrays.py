"""Arrays of integers: NumPy arrays, or lists of int if NumPy is missing.

Lists are fast enough for short sequences with Python in a browser. The annotations name NumPy types, because type
checkers run where NumPy is installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from grundy.runtime.packages import available

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]
    Either = Values | list[int]

_REFERENCE = 8  # bytes of an item of a list; small integers are shared


def zeros(size: int, bits: int) -> Values:
    """Return `size` zeros as an array of integers of `bits` bits, or as a list."""
    if not available("numpy"):
        return cast("Values", [0] * size)
    import numpy as np

    return np.zeros(size, f"u{bits // 8}")


def array(values: Iterable[int], bits: int) -> Values:
    """Return values as an array of integers of `bits` bits, or as a list."""
    if not available("numpy"):
        return cast("Values", list(values))
    import numpy as np

    return np.fromiter(values, f"u{bits // 8}")


def counted(length: int) -> Values:
    """Return 0, 1, ..., length - 1 as an array of integers of 64 bits, or as a list."""
    if not available("numpy"):
        return cast("Values", list(range(length)))
    import numpy as np

    return np.arange(length, dtype=np.uint64)


def filled(size: int, number: int, kind: str) -> NDArray[Any]:
    """Return an array of type `kind`, such as ``i4``, or a list, with `number` at each of `size` places."""
    if not available("numpy"):
        return cast("NDArray[Any]", [number] * size)
    import numpy as np

    return np.full(size, number, kind)


def continued(values: Either, block: int, length: int, saltus: int = 0) -> Values:
    """Return `length` values: the given ones, then their last `block` again and again, `saltus` more each time."""
    more = length - len(values)
    if isinstance(values, list):
        rounds = range(more // block + 1)
        return cast("Values", values + [value + (k + 1) * saltus for k in rounds for value in values[-block:]][:more])
    import numpy as np

    found: Values = np.empty(length, values.dtype)
    found[: len(values)] = values
    first, done = len(values) - block, len(values)
    while done < length:  # each step doubles the number of copies
        count = min(done - first, length - done)
        found[done : done + count] = found[first : first + count] + (done - first) // block * saltus
        done += count
    return found


def freeze(values: Either) -> Values:
    """Make an array read-only, and return it; a list is returned as it is."""
    if not isinstance(values, list):
        values.flags.writeable = False
    return cast("Values", values)


def item_bytes(values: Either) -> int:
    """Return the number of bytes of one item."""
    return _REFERENCE if isinstance(values, list) else values.itemsize


def most(values: Either) -> int | None:
    """Return the largest number that an item can hold; None for a list, whose items have no limit."""
    return None if isinstance(values, list) else int((1 << 8 * values.itemsize) - 1)


def listed(values: Either | NDArray[np.signedinteger[Any]]) -> list[int]:
    """Return the items as a list of int."""
    return cast("list[int]", values if isinstance(values, list) else values.tolist())


def largest(values: Either) -> tuple[int, int]:
    """Return the largest item and the first index of it; there must be at least one item."""
    index = values.index(max(values)) if isinstance(values, list) else int(values.argmax())
    return int(values[index]), index
