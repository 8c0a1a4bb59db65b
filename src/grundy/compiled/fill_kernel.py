"""Values of all states of a box, in their order, each from the values of its options.

A box is an array with a place for each state whose numbers lie in given ranges. The options of a state are not stored:
`mark_options`, which is translated from the user's function, reads the value of each option when the option is made,
and marks this value. A state is left out if an option has no value yet (`grundy.compiled.boxes`).

A place without a value is 0, because memory that nothing was written to takes none; otherwise `FILLED` is added.

- `box`: for each number of a state, the least one and how many numbers follow.
- `dense`: the values, the marks, the mark of the present state, and the numbers of `box`.

The text of this file becomes a part of each module that is made of a ruleset whose states may be in a box.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.compiled.checked_kernel import ENDLESS, FAULT, STEPS, bits
from grundy.compiled.search_kernel import (
    ENDED,
    LOOKED,
    LOST_STATES,
    MARK,
    MOST_STEPS,
    NEED,
    PAUSE_AT,
    STATES,
    UNVALUED,
    WIDTH,
    WON,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.int64]
    Values = NDArray[np.int32]


def dense_of(values: Values, seen: Words, mark: int, box: Words) -> tuple[Any, ...]:
    """Return what functions that read values in a box share as one tuple. Generated for the width of a state."""
    raise NotImplementedError


def mark_options(words: Words, base: int, dense: tuple[Any, ...], run: Words) -> None:
    """Mark the values of the options of a state. Translated from the user's function."""
    raise NotImplementedError


# --- from here on the text is a part of each module ---
FILLED = 2  # is added to the values in a box, of which the least one is WON
NO_VALUE, NO_ROOM = 1, 2  # in `run[UNVALUED]`: an option has no value, or a value too large for the marks
LOST_AT_FIRST = 200  # filling stops when more states are left out than this and the states with a value
STEPS_LOST = 1000  # so many steps of a loop that does not end count as one state that is left out


def mark_option(total: int, least: int, dense: tuple[Any, ...], run: Words) -> None:
    """Mark the value of an option: `total` is the xor of the values of its parts, `least` the least of these."""
    seen = dense[1]
    if least < 0:  # WON, or no value
        if least != WON:
            run[UNVALUED] |= NO_VALUE
    elif bits(total) < bits(len(seen)):
        seen[bits(total)] = dense[2]
    else:
        run[UNVALUED] |= NO_ROOM


def advance(words: Words, box: Words) -> None:
    """Change the words of a state to those of the next one in a box."""
    for i in range(WIDTH - 1, -1, -1):
        words[i] += 1
        if words[i] < box[2 * i] + box[2 * i + 1]:
            return
        words[i] = box[2 * i]


def fill(values: Values, box: Words, seen: Words, words: Words, first: int, last: int, run: Words) -> int:
    """Value the states from `first` to `last` in their order; return the place at which to continue.

    This is before `last` when a pause is due, when `run[NEED]` marks are needed, and when too many states are left out.
    """
    rest = first
    for i in range(WIDTH - 1, -1, -1):
        words[i] = box[2 * i] + rest % box[2 * i + 1]
        rest //= box[2 * i + 1]
    for place in range(first, last):
        if place > first:
            advance(words, box)
        if values[place] != 0:
            continue
        run[ENDED] = 0
        run[UNVALUED] = 0
        run[STEPS] = run[MOST_STEPS]
        run[MARK] += 1
        mark = run[MARK]
        mark_options(words, 0, dense_of(values, seen, mark, box), run)
        run[LOOKED] += 1
        if run[FAULT] == 0 or run[FAULT] == ENDLESS:
            run[LOOKED] += run[MOST_STEPS] - max(run[STEPS], 0)
        if run[FAULT] == ENDLESS:  # many steps without a result
            run[LOST_STATES] += run[MOST_STEPS] // STEPS_LOST
        if run[FAULT] == 0 and run[UNVALUED] & NO_ROOM and not run[ENDED]:
            run[NEED] = 2 * len(seen)
            return place
        if run[FAULT] != 0 or (run[UNVALUED] != 0 and not run[ENDED]):
            run[FAULT] = 0  # perhaps no play leads to this state
            run[LOST_STATES] += 1
            if run[LOST_STATES] > LOST_AT_FIRST + run[STATES]:
                return place
        else:
            value = WON
            if not run[ENDED]:
                value = 0
                while seen[value] == mark:
                    value += 1
                    if value == len(seen):
                        run[NEED] = 2 * len(seen)
                        return place
            values[place] = value + FILLED
            run[STATES] += 1
        run[ENDED] = 0
        if run[LOOKED] >= run[PAUSE_AT]:
            return place + 1
    return last
