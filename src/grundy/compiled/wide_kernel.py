"""Arithmetic of compiled rulesets on wide numbers, for states that are masks of 64 bits.

A wide number has 127 bits and a sign. It is a tuple of two words: the upper word with a sign, then the lower word
without a sign. So the tuples compare as the numbers do. States and lists store only the lower word. The upper word
exists only in intermediate results, such as those of ``~cells`` and ``-cells``; the compiler mostly removes it. A
result that does not fit is a fault, as in `checked_kernel`. The text of this file becomes a part of each module that
has wide numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grundy.compiled.checked_kernel import (
    OVERFLOW,
    SHIFT,
    ZERO,
    add,
    bit_count,
    bit_length,
    bits,
    fail,
    floordiv,
    mod,
    sub,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.int64]
    Wide = tuple[np.int64, np.uint64]

# --- from here on the text is a part of each module ---
HALF = np.uint64(32)
LOWER_HALF = np.uint64(2**32 - 1)


def wide(number: int) -> Wide:
    """Return a number of 63 bits and a sign as a wide number."""
    return np.int64(number) >> np.int64(63), bits(number)


def wide_of_word(word: int) -> Wide:
    """Return a word without a sign as a wide number."""
    return np.int64(0), bits(word)


def narrow(a: Wide, line: int, run: Words) -> int:
    """Return a wide number as a number of 63 bits and a sign."""
    number = np.int64(a[1])
    if a[0] != number >> np.int64(63):
        return fail(OVERFLOW, line, run)
    return number


def word_of_wide(a: Wide, line: int, run: Words) -> int:
    """Return a wide number as a word of 64 bits without a sign, which a state or a list stores."""
    if a[0] != 0:
        return fail(OVERFLOW, line, run)
    return np.int64(a[1])


def no_wide(kind: int, line: int, run: Words) -> Wide:
    """Note a fault; return 0 as a wide number."""
    return wide(fail(kind, line, run))


def wide_truth(a: Wide) -> bool:
    """Return whether a number is not 0."""
    return a[0] != 0 or a[1] != 0


def wide_and(a: Wide, b: Wide) -> Wide:
    """Return a & b."""
    return a[0] & b[0], a[1] & b[1]


def wide_or(a: Wide, b: Wide) -> Wide:
    """Return a | b."""
    return a[0] | b[0], a[1] | b[1]


def wide_xor(a: Wide, b: Wide) -> Wide:
    """Return a ^ b."""
    return a[0] ^ b[0], a[1] ^ b[1]


def wide_invert(a: Wide) -> Wide:
    """Return ~a."""
    return ~a[0], ~a[1]


def wide_add(a: Wide, b: Wide, line: int, run: Words) -> Wide:
    """Return a + b."""
    low = a[1] + b[1]
    return np.int64(add(add(a[0], b[0], line, run), np.int64(low < a[1]), line, run)), low


def wide_sub(a: Wide, b: Wide, line: int, run: Words) -> Wide:
    """Return a - b."""
    return np.int64(sub(sub(a[0], b[0], line, run), np.int64(a[1] < b[1]), line, run)), a[1] - b[1]


def wide_neg(a: Wide, line: int, run: Words) -> Wide:
    """Return -a."""
    return wide_sub(wide(0), a, line, run)


def wide_magnitude(a: Wide, line: int, run: Words) -> Wide:
    """Return the absolute value."""
    return wide_neg(a, line, run) if a[0] < 0 else a


def wide_mul(a: Wide, b: Wide, line: int, run: Words) -> Wide:
    """Return a * b, for factors of up to 64 bits."""
    first, second = wide_magnitude(a, line, run), wide_magnitude(b, line, run)
    if first[0] != 0 or second[0] != 0:
        return no_wide(OVERFLOW, line, run)
    x, y = first[1], second[1]
    inner = (x & LOWER_HALF) * (y & LOWER_HALF)
    cross = (x >> HALF) * (y & LOWER_HALF) + (inner >> HALF)
    other = (x & LOWER_HALF) * (y >> HALF) + (cross & LOWER_HALF)
    high = np.int64((x >> HALF) * (y >> HALF) + (cross >> HALF) + (other >> HALF))
    if high < 0:
        return no_wide(OVERFLOW, line, run)
    product = high, x * y
    return wide_neg(product, line, run) if (a[0] < 0) != (b[0] < 0) else product


def wide_floordiv(a: Wide, b: Wide, line: int, run: Words) -> Wide:
    """Return a // b, for numbers of up to 64 bits."""
    if not wide_truth(b):
        return no_wide(ZERO, line, run)
    if a[0] == 0 and b[0] == 0:
        return np.int64(0), a[1] // b[1]
    return wide(floordiv(narrow(a, line, run), narrow(b, line, run), line, run))


def wide_mod(a: Wide, b: Wide, line: int, run: Words) -> Wide:
    """Return a % b, for numbers of up to 64 bits."""
    if not wide_truth(b):
        return no_wide(ZERO, line, run)
    if a[0] == 0 and b[0] == 0:
        return np.int64(0), a[1] % b[1]
    return wide(mod(narrow(a, line, run), narrow(b, line, run), line, run))


def wide_lshift(a: Wide, b: int, line: int, run: Words) -> Wide:
    """Return a << b."""
    if b < 0:
        return no_wide(SHIFT, line, run)
    if a[0] == 0 and b < 64:
        return np.int64(a[1] >> np.uint64(1) >> bits(63 - b)), a[1] << bits(b)
    if b > 126:
        return no_wide(OVERFLOW, line, run) if wide_truth(a) else a
    high = np.int64(a[1] << bits(b - 64)) if b > 63 else a[0] << b | np.int64(a[1] >> np.uint64(1) >> bits(63 - b))
    shifted = high, np.uint64(0) if b > 63 else a[1] << bits(b)
    return shifted if wide_rshift(shifted, b, line, run) == a else no_wide(OVERFLOW, line, run)


def wide_rshift(a: Wide, b: int, line: int, run: Words) -> Wide:
    """Return a >> b."""
    if b < 0:
        return no_wide(SHIFT, line, run)
    if b > 63:
        return a[0] >> np.int64(63), bits(a[0] >> np.int64(min(b - 64, 63)))
    return a[0] >> np.int64(b), a[1] >> bits(b) | bits(a[0]) << np.uint64(1) << bits(63 - b)


def wide_bit_count(a: Wide, line: int, run: Words) -> int:
    """Return how many bits of the absolute value are set."""
    word = wide_magnitude(a, line, run)
    rest = bit_count(np.int64(word[1] >> np.uint64(1)), line, run) + np.int64(word[1] & np.uint64(1))
    return rest + (bit_count(word[0], line, run) if word[0] != 0 else 0)


def wide_bit_length(a: Wide, line: int, run: Words) -> int:
    """Return the length of the absolute value in bits."""
    word = wide_magnitude(a, line, run)
    if word[0] != 0:
        return bit_length(word[0], line, run) + 64
    return bit_length(np.int64(word[1] >> np.uint64(1)), line, run) + 1 if word[1] != 0 else 0
