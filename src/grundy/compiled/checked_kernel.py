"""Arithmetic of compiled rulesets: integers of 63 bits and a sign that never wrap.

Where Python would make a larger integer or raise an exception, a fault is noted in `run` with the line of the user's
file, and the result is 0. A fault also uses up the steps that loops may take, so that all loops end soon.
The text of this file becomes a part of each module that is made of a ruleset (`grundy.compiled.modules`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.int64]

# --- from here on the text is a part of each module ---
LEAST = -(2**63)
MANY = 2**62  # more steps than any loop may take
EXACT_ROOTS = 2**50  # below it a root in floating point is never rounded up to an integer
STEPS, FAULT, LINE = 0, 1, 2  # places in `run`: steps left for loops, what went wrong, and where
# Kinds of faults. They are no literals, because Numba would compile a function again for each literal argument.
OVERFLOW, ZERO, SHIFT, INDEX, RAISED, ENDLESS, CROWDED = (
    np.int64(1),
    np.int64(2),
    np.int64(3),
    np.int64(4),
    np.int64(5),
    np.int64(6),
    np.int64(7),
)


def bits(number: int) -> np.uint64:
    """Return a number as a word without a sign. For numbers with a sign, Numba assumes that each result fits."""
    return np.uint64(np.int64(number))


def fail(kind: int, line: int, run: Words) -> int:
    """Note the first fault of a call."""
    if run[FAULT] == 0:
        run[FAULT] = kind
        run[LINE] = line
    run[STEPS] = -1
    return 0


def spent(steps: int, line: int, run: Words) -> bool:
    """Take steps of a loop; return whether there were not enough left."""
    run[STEPS] -= steps
    if run[STEPS] < 0:
        fail(ENDLESS, line, run)
        return True
    return False


def add(a: int, b: int, line: int, run: Words) -> int:
    """Return a + b."""
    total = np.int64(bits(a) + bits(b))
    if (a ^ total) & (b ^ total) < 0:
        return fail(OVERFLOW, line, run)
    return total


def sub(a: int, b: int, line: int, run: Words) -> int:
    """Return a - b."""
    difference = np.int64(bits(a) - bits(b))
    if (a ^ b) & (a ^ difference) < 0:
        return fail(OVERFLOW, line, run)
    return difference


def neg(a: int, line: int, run: Words) -> int:
    """Return -a."""
    return fail(OVERFLOW, line, run) if a == LEAST else -a


def magnitude(a: int, line: int, run: Words) -> int:
    """Return the absolute value."""
    return neg(a, line, run) if a < 0 else a


def mul(a: int, b: int, line: int, run: Words) -> int:
    """Return a * b."""
    product = np.int64(bits(a) * bits(b))
    if -(2**31) <= a < 2**31 and -(2**31) <= b < 2**31:
        return product
    if a != 0 and ((a == -1 and b == LEAST) or product // a != b):
        return fail(OVERFLOW, line, run)
    return product


def floordiv(a: int, b: int, line: int, run: Words) -> int:
    """Return a // b."""
    if b == 0:
        return fail(ZERO, line, run)
    if b == -1:
        return neg(a, line, run)
    return a // b


def mod(a: int, b: int, line: int, run: Words) -> int:
    """Return a % b, which has the sign of b."""
    if b == 0:
        return fail(ZERO, line, run)
    if b == -1:
        return 0
    return a % b


def lshift(a: int, b: int, line: int, run: Words) -> int:
    """Return a << b."""
    if b < 0:
        return fail(SHIFT, line, run)
    if a == 0:
        return 0
    if b > 62:
        return fail(OVERFLOW, line, run)
    shifted = np.int64(bits(a) << bits(b))
    if shifted >> b != a:
        return fail(OVERFLOW, line, run)
    return shifted


def rshift(a: int, b: int, line: int, run: Words) -> int:
    """Return a >> b."""
    if b < 0:
        return fail(SHIFT, line, run)
    return a >> min(b, 63)


def isqrt(a: int, line: int, run: Words) -> int:
    """Return the integer square root."""
    if a < 0:
        return fail(SHIFT, line, run)
    root = np.int64(np.sqrt(np.float64(a)))  # off by one at most
    if root > 3037000499 or root * root > a:
        root -= 1
    elif root < 3037000499 and (root + 1) * (root + 1) <= a:
        root += 1
    return root


def root_of_float(a: int, line: int, run: Words) -> int:
    """Return ``int(a ** 0.5)``, which for numbers of up to 50 bits is the integer square root."""
    if a >= EXACT_ROOTS:
        return fail(OVERFLOW, line, run)
    return isqrt(a, line, run)


def bit_count(a: int, line: int, run: Words) -> int:
    """Return how many bits of the absolute value are set."""
    word = bits(magnitude(a, line, run))
    word -= (word >> np.uint64(1)) & np.uint64(0x5555555555555555)
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


def bit_length(a: int, line: int, run: Words) -> int:
    """Return the length of the absolute value in bits."""
    word = magnitude(a, line, run)
    length = 0
    for step in (32, 16, 8, 4, 2, 1):
        if word >> step:
            word >>= step
            length += step
    return length + word


def place_at(place: int, length: int, line: int, run: Words) -> int:
    """Return the place of an element of a sequence. Negative indices count from its end, as in Python."""
    if place < 0:
        place += length
    if not 0 <= place < length:
        return fail(INDEX, line, run)
    return place


def steps_of(start: int, stop: int, step: int) -> int:
    """Return how many numbers a range has."""
    if step < 0:
        start, stop = stop, start
    if start >= stop:
        return 0
    between = np.int64(bits(stop) - bits(start))
    if between < 0 or step == LEAST:
        return MANY  # the count does not fit into a word
    return (between - 1) // max(step, -step) + 1


def some_number(a: int, line: int, run: Words) -> int:
    """Return a number that may be None in Python, and has to be a number here."""
    return fail(RAISED, line, run) if a == LEAST else a


def no_none(a: int, line: int, run: Words) -> int:
    """Return a number that must not be the one that stands for None."""
    return fail(OVERFLOW, line, run) if a == LEAST else a
