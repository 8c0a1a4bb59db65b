"""The exhaustive search of a compiled ruleset.

It can be paused and continued at any time, because its whole state is in arrays. So Python can check limits, report
progress and provide memory. The text of this file becomes a part of the module of each ruleset.

- `keys`, `values`: the memo, a hash table with open addressing: the words of states, and their values.
- `arena`: the options of the waiting states, one after the other. An option is the number of its parts, followed by
  the words of its parts. `AGAIN` is added to the number if the same player moves again after the option. If the arena
  may not grow further, a state stores no options and makes them again.
- `frames`: the waiting states. A frame says where the options begin and end, which option is next, and which nimbers
  were found: nimbers below 63 as bits, and how many larger ones, which replace options in the arena. Then it has the
  common value of the moves after which the same player moves again (`together`), and the words of the state.
- `seen`: marks for the mex of large nimbers.
- `run`: counts and limits, then lists and data of the rules.

Each option is made once and its value is read once. The value of a state is written when all of its options have one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grundy.compiled.checked_kernel import FAULT, STEPS, bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.int64]
    Values = NDArray[np.int32]

WIDTH = 1  # words of each state
SETTLES = False  # whether states have components or a canonical form
ENTAILS = False  # whether the same player may move again


def expand(words: Words, at: int, arena: Words, start: int, run: Words) -> int:
    """Write the options of a state into the arena; return where they end. Translated from the user's function."""
    raise NotImplementedError


def settle(words: Words, at: int, arena: Words, start: int, run: Words) -> int:
    """Write the components of a state in canonical form; return where they end. Translated as well."""
    raise NotImplementedError


def close_option(arena: Words, head: int, end: int, run: Words) -> int:
    """Write how many parts an option has. Generated for the width of a state."""
    raise NotImplementedError


# --- from here on the text is a part of each module ---
WON, UNKNOWN, OPEN, EMPTY = -1, -2, -3, -4  # in the memo beside nimbers
ENDED, TOP, NEED, LOOKED, STATES, COUNT, MARK, PAUSE_AT, MOST_STEPS, SOFT = range(3, 13)
START, END, CURSOR, HAD, LARGE, ENTAILED, FIELDS = 0, 1, 2, 3, 4, 5, 6  # of a frame, before the words of its state
FRESH = -1  # END of a frame whose options have not been made
MET_AGAIN = 14  # whether the search has visited a move after which the same player moves again
UNVALUED, LOST_STATES = 15, 16  # for `fill_kernel`: why the present state gets no value; how many states got none
WAITS = 2**61  # in a memo of `pruned_kernel`: marks a waiting state
AGAIN = 2**40  # is added to the number of parts of an option
PARTS = AGAIN - 1
DONE, PAUSED, FULL, SMALL_ARENA, SMALL_FRAMES, SMALL_MARKS, CYCLE, FAILED = range(8)  # what `search` returns
ROWS, ROWS_FIRST, ROWS_END = 17, 18, 19  # for `row_kernel`: where the next row comes, the first one, and the last one
RUN_LENGTH = 20
SCRATCH = RUN_LENGTH  # in `run`: an element that functions of rows read
NO_ROW = SCRATCH + 64  # an empty row
DATA = NO_ROW + 4  # constants of the rules; then come rows


def folded(word: int) -> np.uint64:
    """Return a word with its upper bits mixed into the lower ones, because a product carries bits upwards only."""
    return bits(word) ^ bits(word) >> np.uint64(32)


def place_of(keys: Words, values: Values, words: Words, at: int) -> int:
    """Return the place of a state in the memo: its own, or a free one."""
    mask = len(values) - 1
    last = words[at + WIDTH - 1]
    mixed = folded(last >> 3) * np.uint64(0x9E3779B97F4A7C15)
    for i in range(WIDTH - 1):
        mixed = ((mixed ^ mixed >> np.uint64(29)) + folded(words[at + i])) * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(32)
    place = (np.int64(mixed) << 3 | last & 7) & mask  # numbers that follow each other share a line of the cache
    while values[place] != EMPTY:
        same = True
        for i in range(WIDTH):
            if keys[place * WIDTH + i] != words[at + i]:
                same = False
        if same:
            break
        place = (place + 1) & mask
    return place


def write(keys: Words, values: Values, words: Words, at: int, value: int, run: Words) -> None:
    """Give a state a value."""
    place = place_of(keys, values, words, at)
    if values[place] == EMPTY:
        run[COUNT] += 1
        for i in range(WIDTH):
            keys[place * WIDTH + i] = words[at + i]
    values[place] = value


def copy(keys: Words, values: Values, more_keys: Words, more_values: Values, dropped: int, run: Words) -> None:
    """Copy a memo into an empty one: all waiting states, and the values whose place has no bit of `dropped`."""
    run[COUNT] = 0
    for place in range(len(values)):
        value = np.int64(values[place])
        waits = value == OPEN or (value >= 0 and value & WAITS != 0)
        if value not in (EMPTY, UNKNOWN) and (waits or place & dropped == 0):
            write(more_keys, more_values, keys, place * WIDTH, value, run)


def mex(had: int, large: int, arena: Words, start: int, seen: Words, run: Words) -> int:
    """Return the least nimber that was not found; `UNKNOWN` without enough room for the marks."""
    value = 0
    while had & 1:
        had >>= 1
        value += 1
    if value < 63 or large == 0:
        return value
    most = 63 + large
    if len(seen) < most:
        run[NEED] = most
        return UNKNOWN
    run[MARK] += 1
    mark = run[MARK]
    for i in range(start, start + large):
        if arena[i] < most:
            seen[arena[i]] = mark
    while value < most and seen[value] == mark:
        value += 1
    return value


def together(entailed: int, total: int) -> int:
    """Return the common value of the moves after which the same player moves again, after one more such move.

    It is 0 without such moves, else the value plus 2. The value is `WON` if two of the moves have different values.
    """
    return total + 2 if entailed == 0 or entailed == total + 2 else WON + 2


def worth(had: int, large: int, entailed: int, arena: Words, start: int, seen: Words, run: Words) -> int:
    """Return the value of a state from those of its options; `UNKNOWN` without enough room for the marks.

    `grundy.split` has the rule for states with moves after which the same player moves again.
    """
    if not ENTAILS or entailed == 0:
        return mex(had, large, arena, start, seen, run)
    run[MET_AGAIN] = 1
    value = entailed - 2
    if 0 <= value < 63 and had >> value & 1:
        return WON
    for i in range(start, start + large):
        if arena[i] == value:
            return WON
    return value


def mark_again(arena: Words, head: int, end: int) -> None:
    """Note that the same player moves again after an option that ends at `end`."""
    if end <= len(arena):
        arena[head] += AGAIN


def expand_settled(words: Words, at: int, arena: Words, start: int, run: Words) -> int:
    """Write the options of a state with their components in canonical form; return where they end."""
    end = expand(words, at, arena, start, run)
    if not SETTLES or end > len(arena) or run[FAULT] != 0:
        return end
    option = start
    behind = end
    while option < end:
        head = behind
        behind += 1
        parts = arena[option] & PARTS
        for i in range(parts):
            behind = settle(arena, option + 1 + i * WIDTH, arena, behind, run)
        close_option(arena, head, behind, run)
        if ENTAILS and arena[option] >= AGAIN:
            mark_again(arena, head, behind)
        option += 1 + parts * WIDTH
    if behind > len(arena):
        return behind
    for i in range(end, behind):
        arena[start + i - end] = arena[i]
    return start + behind - end


def list_options(words: Words, arena: Words, run: Words) -> int:
    """Write the options of one state, as a search does; return where they end."""
    run[ENDED] = 0
    run[STEPS] = run[MOST_STEPS]
    return expand_settled(words, 0, arena, 0, run)


def push(words: Words, at: int, start: int, frames: Words, run: Words) -> None:
    """Push a state onto the stack of waiting states."""
    base = run[TOP] * (FIELDS + WIDTH)
    frames[base + START] = start
    frames[base + END] = FRESH
    for i in range(WIDTH):
        frames[base + FIELDS + i] = words[at + i]
    run[TOP] += 1


def search(keys: Words, values: Values, arena: Words, frames: Words, seen: Words, run: Words) -> int:
    """Continue the search; return what it needs, or that it is done."""
    size = FIELDS + WIDTH
    while run[TOP] > 0:
        base = (run[TOP] - 1) * size
        start = frames[base + START]
        if frames[base + END] == FRESH:
            run[ENDED] = 0
            run[STEPS] = run[MOST_STEPS]
            end = expand_settled(frames, base + FIELDS, arena, start, run)
            if run[FAULT] != 0:
                return FAILED
            run[LOOKED] += (run[MOST_STEPS] - run[STEPS]) >> 6  # steps of loops without options count as well
            if end > len(arena):
                run[NEED] = end
                return SMALL_ARENA
            if run[ENDED]:
                end = start
            frames[base + END] = end
            frames[base + CURSOR] = start
            frames[base + HAD] = 0
            frames[base + LARGE] = 0
            frames[base + ENTAILED] = 0
            run[STATES] += 1
        end = frames[base + END]
        cursor = frames[base + CURSOR]
        had = frames[base + HAD]
        large = frames[base + LARGE]
        entailed = frames[base + ENTAILED]
        child = -1
        if run[ENDED]:
            cursor = end
        while cursor < end:
            parts = arena[cursor] & PARTS
            again = arena[cursor] >= AGAIN
            at = cursor + 1
            total = 0
            for _ in range(parts):
                value = np.int64(values[place_of(keys, values, arena, at)])
                if value < 0:
                    if value == OPEN:
                        return CYCLE
                    total = WON
                    if value != WON:
                        child = at
                    break
                total ^= value
                at += WIDTH
            if child >= 0:
                break
            run[LOOKED] += 1
            cursor += 1 + parts * WIDTH
            if ENTAILS and again:
                entailed = together(entailed, total)
            elif total >= 63:
                arena[start + large] = total
                large += 1
            elif total >= 0:
                had |= 1 << total
        frames[base + CURSOR] = cursor
        frames[base + HAD] = had
        frames[base + LARGE] = large
        frames[base + ENTAILED] = entailed
        if child >= 0:
            if (run[TOP] + 1) * size > len(frames):
                return SMALL_FRAMES
            if (run[COUNT] + 1) * 5 > len(values) * 3:
                return FULL
            write(keys, values, arena, child, OPEN, run)
            behind = end
            if end > run[SOFT]:
                frames[base + END] = FRESH  # the options will be made again
                behind = start
            push(arena, child, behind, frames, run)
        else:
            found = WON
            if not run[ENDED]:
                found = worth(had, large, entailed, arena, start, seen, run)
                if found < WON:
                    return SMALL_MARKS
            run[ENDED] = 0
            run[TOP] -= 1
            if run[TOP] > 0:  # the first frame is the question
                write(keys, values, frames, base + FIELDS, found, run)
        if run[LOOKED] >= run[PAUSE_AT]:
            return PAUSED
    return DONE
