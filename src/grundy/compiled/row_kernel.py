"""Rows of compiled rulesets: texts, tuples, lists and sets in `run`, made one after the other and given back together.

A row is a place in `run`: its length, the place of its elements, for how many of them there is room. An element takes
some words; an element that is a row itself is one word. Tuples and texts may share their elements with others. The
elements of a set are in order, each once. The memory is empty again when the options of the next state are made.
The first part of the text of this file becomes a part of each module that has rows. The second part is repeated for
each kind of element, with another suffix in place of ``_K``: ``SIZE_K`` is the number of words of an element, and
``order_K``, which is generated, compares two elements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grundy.compiled.checked_kernel import CROWDED, FAULT, OVERFLOW, RAISED, fail, place_at
from grundy.compiled.search_kernel import NO_ROW, ROWS, ROWS_END, ROWS_FIRST

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.int64]

SIZE_K = 1


def order_K(p: int, q: int, run: Words) -> int:  # noqa: N802
    """Return whether the element at `p` comes before (-1), is equal to (0), or comes after the one at `q`."""
    raise NotImplementedError


# --- from here on the text is a part of each module ---
SPARE = 1024  # words behind the memory of rows, which a failed request gets


def empty_rows(run: Words) -> None:
    """Give back the memory of all rows."""
    run[ROWS] = run[ROWS_FIRST]
    run[NO_ROW] = run[NO_ROW + 2] = 0
    run[NO_ROW + 1] = NO_ROW


def taken(words: int, line: int, run: Words) -> int:
    """Return the place of new words."""
    at = run[ROWS]
    if words > run[ROWS_END] - at or words < 0:
        fail(CROWDED, line, run)
        return run[ROWS_END]
    run[ROWS] = at + words
    return at


def new_row(length: int, size: int, line: int, run: Words) -> int:
    """Return a row with elements of so many words, which are not written yet. It is empty after a fault."""
    if not 0 <= length < 2**40:
        length = 2**40
    row = taken(3 + length * size, line, run)
    if run[FAULT] != 0:
        length = 0
    run[row] = length
    run[row + 1] = row + 3
    run[row + 2] = length
    return row


def view(first: int, length: int, line: int, run: Words) -> int:
    """Return a row whose elements are those of another one."""
    row = new_row(0, 1, line, run)
    run[row] = length if run[FAULT] == 0 else 0
    run[row + 1] = first
    return row


def grown(row: int, size: int, line: int, run: Words) -> int:
    """Make a row one element longer; return the place of the new element."""
    length = run[row]
    if length == run[row + 2]:
        room = 2 * length + 4
        first = taken(room * size, line, run)
        if run[FAULT] != 0:
            return run[ROWS_END] + 8
        for i in range(length * size):
            run[first + i] = run[run[row + 1] + i]
        run[row + 1] = first
        run[row + 2] = room
    run[row] = length + 1
    return run[row + 1] + length * size


def item(row: int, place: int, size: int, line: int, run: Words) -> int:
    """Return the place of an element. Negative indices count from the end, as in Python."""
    return run[row + 1] + place_at(place, run[row], line, run) * size


def end_of_slice(place: int, length: int) -> int:
    """Return the place of an end of a slice in a sequence."""
    return min(max(place + length if place < 0 else place, 0), length)


def cut(row: int, start: int, stop: int, size: int, line: int, run: Words) -> int:
    """Return row[start:stop], which shares its elements."""
    first = end_of_slice(start, run[row])
    return view(run[row + 1] + first * size, max(end_of_slice(stop, run[row]) - first, 0), line, run)


def stepped(row: int, step: int, size: int, line: int, run: Words) -> int:
    """Return row[::step]."""
    count = (run[row] + abs(step) - 1) // abs(step)
    first = 0 if step > 0 else run[row] - 1
    made = new_row(count, size, line, run)
    for i in range(run[made]):
        for j in range(size):
            run[run[made + 1] + i * size + j] = run[run[row + 1] + (first + i * step) * size + j]
    return made


def copied(row: int, size: int, line: int, run: Words) -> int:
    """Return a row with the same elements, which may be changed."""
    return repeated(row, 1, size, line, run)


def repeated(row: int, times: int, size: int, line: int, run: Words) -> int:
    """Return the elements several times."""
    length = run[row]
    if times > 2**20 or times < 0:
        times = 2**20 if times > 0 else 0
    made = new_row(length * times, size, line, run)
    for i in range(run[made] * size):
        run[run[made + 1] + i] = run[run[row + 1] + i % (length * size)]
    return made


def concatenated(row: int, other: int, size: int, line: int, run: Words) -> int:
    """Return the elements of two rows."""
    made = new_row(run[row] + run[other], size, line, run)
    if run[FAULT] == 0:
        place_in(row, run[made + 1], size, run)
        place_in(other, run[made + 1] + run[row] * size, size, run)
    return made


def place_in(row: int, at: int, size: int, run: Words) -> None:
    """Write the elements of a row at a place."""
    for i in range(run[row] * size):
        run[at + i] = run[run[row + 1] + i]


def extended(row: int, other: int, size: int, line: int, run: Words) -> None:
    """Append the elements of a row."""
    for i in range(run[other]):
        at = grown(row, size, line, run)
        for j in range(size):
            run[at + j] = run[run[other + 1] + i * size + j]


def popped(row: int, place: int, size: int, line: int, run: Words) -> int:
    """Remove an element; return the place where it still stands, behind the others."""
    at = item(row, place, size, line, run)
    if run[row] == 0:
        return run[ROWS_END] + 8
    last = run[row + 1] + (run[row] - 1) * size
    for j in range(size):
        word = run[at + j]
        for k in range(at + j, last, size):
            run[k] = run[k + size]
        run[last + j] = word
    run[row] -= 1
    return last


# texts


def found_at(row: int, part: int, first: int, run: Words) -> int:
    """Return where a text has a part, from a place on; -1 if it has not."""
    if first < 0:
        first = max(first + run[row], 0)
    for at in range(first, run[row] - run[part] + 1):
        same = True
        for i in range(run[part]):
            if run[run[row + 1] + at + i] != run[run[part + 1] + i]:
                same = False
                break
        if same:
            return at
    return -1


def joined_texts(between: int, parts: int, line: int, run: Words) -> int:
    """Return texts as one, with another text between them."""
    made = new_row(0, 1, line, run)
    for i in range(run[parts]):
        if i > 0:
            extended(made, between, 1, line, run)
        extended(made, run[run[parts + 1] + i], 1, line, run)
    return made


def packed_word(at: int, bits_each: int, run: Words) -> int:
    """Return the slots of a word: eight small numbers, or one number."""
    if bits_each == 64:
        return run[at]
    word = np.uint64(0)
    for i in range(7, -1, -1):
        word = word << np.uint64(8) | np.uint64(run[at + i])
    return np.int64(word)


def unpack(word: int, at: int, bits_each: int, run: Words) -> None:
    """Write the slots of a word."""
    if bits_each == 64:
        run[at] = word
        return
    rest = np.uint64(word)
    for i in range(8):
        run[at + i] = np.int64(rest & np.uint64(255))
        rest >>= np.uint64(8)


def put_slot(number: int, bits_each: int, at: int, end: int, line: int, run: Words) -> int:
    """Write a number that has to fit into a slot; return where the next slot comes."""
    if at == end or (bits_each == 8 and not 0 <= number < 256):
        fail(OVERFLOW, line, run)
        return at
    run[at] = number
    return at + 1


def letter_of(code: int, line: int, run: Words) -> int:
    """Return the letter with a code."""
    return code if 0 <= code < 1114112 else fail(RAISED, line, run)


# --- the rest is repeated for each kind of element ---


def compare_K(row: int, other: int, run: Words) -> int:  # noqa: N802
    """Return whether a row comes before (-1), is equal to (0), or comes after another one."""
    p, q = run[row + 1], run[other + 1]
    for i in range(min(run[row], run[other])):
        found = order_K(p + i * SIZE_K, q + i * SIZE_K, run)
        if found != 0:
            return found
    return run[row] - run[other]


def equal_K(row: int, other: int, run: Words) -> bool:  # noqa: N802
    """Return whether two rows have the same elements."""
    return run[row] == run[other] and compare_K(row, other, run) == 0


def index_K(row: int, at: int, run: Words) -> int:  # noqa: N802
    """Return the place of an element, which also stands at `at`; -1 if the row does not have it."""
    for i in range(run[row]):
        if order_K(run[row + 1] + i * SIZE_K, at, run) == 0:
            return i
    return -1


def sort_K(row: int, run: Words) -> None:  # noqa: N802
    """Sort a list."""
    for i in range(1, run[row]):
        at = run[row + 1] + i * SIZE_K
        while at > run[row + 1] and order_K(at - SIZE_K, at, run) > 0:
            for j in range(SIZE_K):
                run[at + j], run[at + j - SIZE_K] = run[at + j - SIZE_K], run[at + j]
            at -= SIZE_K


def as_set_K(row: int, line: int, run: Words) -> int:  # noqa: N802
    """Return the elements in order, each once."""
    made = copied(row, SIZE_K, line, run)
    sort_K(made, run)
    first, count = run[made + 1], 0
    for i in range(run[made]):
        if count == 0 or order_K(first + (count - 1) * SIZE_K, first + i * SIZE_K, run) != 0:
            for j in range(SIZE_K):
                run[first + count * SIZE_K + j] = run[first + i * SIZE_K + j]
            count += 1
    run[made] = count
    return made


def place_K(row: int, at: int, run: Words) -> int:  # noqa: N802
    """Return how many elements of a set come before the one at `at`."""
    low, high = 0, run[row]
    while low < high:
        middle = (low + high) >> 1
        if order_K(run[row + 1] + middle * SIZE_K, at, run) < 0:
            low = middle + 1
        else:
            high = middle
    return low


def add_K(row: int, at: int, line: int, run: Words) -> None:  # noqa: N802
    """Add the element at `at` to a set."""
    place = place_K(row, at, run)
    if place < run[row] and order_K(run[row + 1] + place * SIZE_K, at, run) == 0:
        return
    grown(row, SIZE_K, line, run)
    if run[FAULT] == 0:
        new = run[row + 1] + place * SIZE_K
        for k in range(run[row + 1] + run[row] * SIZE_K - 1, new + SIZE_K - 1, -1):
            run[k] = run[k - SIZE_K]
        for j in range(SIZE_K):
            run[new + j] = run[at + j]


def remove_K(row: int, at: int, line: int, run: Words) -> None:  # noqa: N802
    """Remove the element at `at` from a set."""
    place = index_K(row, at, run)
    if place >= 0:
        popped(row, place, SIZE_K, line, run)
    else:
        fail(RAISED, line, run)


def merged_K(row: int, other: int, only: bool, both: bool, rest: bool, line: int, run: Words) -> int:  # noqa: N802
    """Return a set with the elements of one set `only`, of `both`, and those of only the other set: the `rest`."""
    made = new_row(run[row] + run[other], SIZE_K, line, run)
    if run[FAULT] != 0:
        return made
    p, q, count = run[row + 1], run[other + 1], 0
    i, j = 0, 0
    while i < run[row] or j < run[other]:
        found = 1 if i == run[row] else -1 if j == run[other] else order_K(p + i * SIZE_K, q + j * SIZE_K, run)
        if (found < 0 and only) or (found == 0 and both) or (found > 0 and rest):
            for k in range(SIZE_K):
                run[run[made + 1] + count * SIZE_K + k] = (
                    run[q + j * SIZE_K + k] if found > 0 else run[p + i * SIZE_K + k]
                )
            count += 1
        i += found <= 0
        j += found >= 0
    run[made] = count
    return made


def within_K(row: int, other: int, run: Words) -> bool:  # noqa: N802
    """Return whether each element of a set is in another set."""
    for i in range(run[row]):
        if index_K(other, run[row + 1] + i * SIZE_K, run) < 0:
            return False
    return True
