"""The searches of a compiled ruleset: `search`, which values each state; `ask`, which prunes; `fill`, by a dense table.

A search can be paused and continued at any time, because its whole state is in arrays. So Python can check limits,
report progress and provide memory. The text of this file becomes a part of the module of each ruleset.

- `keys`, `values`: the memo, a hash table with open addressing: the words of states, and their values.
- `arena`: the options of the waiting states, one after the other. An option is the number of its parts, followed by
  the words of its parts. `AGAIN` is added to the number if the same player moves again after the option. If the arena
  may not grow further, a state stores no options and makes them again.
- `frames`: the waiting states. A frame says where the options begin and end, which option is next, and which nimbers
  were found: nimbers below 63 as bits, and how many larger ones, which replace options in the arena. Then it has the
  common value of the moves after which the same player moves again (`together`), and the words of the state.
- `seen`: marks for the mex of large nimbers.
- `run`: counts and limits, then lists and data of the rules.

In `search`, each option is made once and its value is read once. The value of a state is written when all of its
options have one.

`ask` is the search of `grundy.core.search.pruned` on arrays; the docstring there has the sources. A state has nimber
x if no option has x and if each y < x is the nimber of an option. The search first asks whether an option has x. If
an option has several components, all but the last one are valued. Then the search asks whether the last one has the
nimber that is missing. Options whose unknown components have few moves are
tried first, because their values are found soon.

- `values`: a number below 0 is a value, which `value_of` decodes. Another number has the nimbers that the state does
  not have as bits, and the number of moves of the state above these bits.
- `arena`: for each waiting state the options as the rules make them; then a record for each option without a known
  value: its rank, the value of its known components, the number of unknown components, and their words in canonical
  form; then the places of the records in their order. No records are made if an option has the nimber of the
  question.

`fill` values all states of a box in their order. A box is an array with a place for each state whose numbers are
below some numbers. The options of a state are not stored: `mark_options`, which is translated from the user's function,
reads the value of each option when the option is made, and marks this value. A state is left out if an option has no
value yet (`grundy.compiled.boxes`). A place without a value is 0, because memory that nothing was written to takes
none; otherwise `FILLED` is added.

- `box`: for each number of a state how many there are, from 0 on.
- `dense`: the values, the marks, the mark of the present state, and the numbers of `box`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.compiled.checked_kernel import ENDLESS, FAULT, STEPS, bits

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


def count_moves(words: Words, at: int, run: Words) -> int:
    """Return how many options a state has. Translated as well."""
    raise NotImplementedError


def dense_of(values: Values, seen: Words, mark: int, box: Words) -> tuple[Any, ...]:
    """Return what functions that read values in a box share as one tuple. Generated for the width of a state."""
    raise NotImplementedError


def mark_options(words: Words, base: int, dense: tuple[Any, ...], run: Words) -> None:
    """Mark the values of the options of a state. Translated as well."""
    raise NotImplementedError


# --- from here on the text is a part of each module ---
WON, UNKNOWN, OPEN, EMPTY = -1, -2, -3, -4  # in the memo beside nimbers
ENDED, TOP, NEED, LOOKED, STATES, COUNT, MARK, PAUSE_AT, MOST_STEPS, SOFT = range(3, 13)
START, END, CURSOR, HAD, LARGE, ENTAILED, FIELDS = 0, 1, 2, 3, 4, 5, 6  # of a frame, before the words of its state
FRESH = -1  # END of a frame whose options have not been made
MET_AGAIN = 14  # whether the search has visited a move after which the same player moves again
UNVALUED, LOST_STATES = 15, 16  # for `fill`: why the present state gets no value; how many states got none
WAITS = 2**61  # in a memo of `ask`: marks a waiting state
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


# the pruning search

ANSWER = 13  # in `run`: the value, or NOT
TOO_LARGE = 9  # returned by `ask`, which otherwise returns what `search` does: a nimber of `BITS` or more
NOT, ANY = -5, -6  # the answer that a state does not have the nimber; the question for the value
BITS = 48  # a question is about a nimber below this
MOVES = 2**12  # the largest number of moves that is stored
RECORDS, OPEN_ONES, PLACE, WANTED, FIRST, ASKED, HAS, BELOW = range(
    1, 9
)  # of a frame; 0 is where it begins in the arena
FRAME = 9  # fields of a frame before the words of its state


def known(value: int) -> int:
    """Return the entry in the memo that means a value."""
    return -16 - value


def value_of(entry: int) -> int:
    """Return the value in an entry of the memo that has one."""
    return -16 - entry


def excluded(entry: int) -> int:
    """Return the nimbers that a state without a value does not have, as bits."""
    return entry & (2**BITS - 1)


def meet(keys: Words, values: Words, words: Words, at: int, run: Words) -> int:
    """Return the entry of a state. A new entry gets the number of moves of the state."""
    place = place_of(keys, values, words, at)
    entry = values[place]
    if entry == EMPTY:
        for i in range(WIDTH):
            keys[place * WIDTH + i] = words[at + i]
        run[STEPS] = run[MOST_STEPS]
        entry = min(count_moves(words, at, run), MOVES) << BITS
        values[place] = entry
        run[COUNT] += 1
    return entry


def keep(keys: Words, values: Words, words: Words, at: int, entry: int) -> None:
    """Change the entry of a state that is in the memo."""
    values[place_of(keys, values, words, at)] = entry


def settle_option(arena: Words, option: int, at: int, run: Words) -> int:
    """Write the components of an option in canonical form; return where they end."""
    for i in range(arena[option]):
        at = settle(arena, option + 1 + i * WIDTH, arena, at, run)
    return at


def record(keys: Words, values: Words, arena: Words, at: int, end: int) -> int:
    """Write the record of an option whose components end at `end`; return how many are unknown, NOT if one is WON."""
    total = 0
    count = 0
    first = at + 3
    for part in range(first, end, WIDTH):
        entry = values[place_of(keys, values, arena, part)]
        if entry < EMPTY:
            if value_of(entry) == WON:
                return NOT
            total ^= value_of(entry)
            continue
        for i in range(WIDTH):
            arena[first + count * WIDTH + i] = arena[part + i]
        count += 1
    arena[at + 1] = total
    arena[at + 2] = count
    return count


def rank(keys: Words, values: Words, arena: Words, at: int, run: Words) -> None:
    """Write the rank of a record, and move its component with the most moves to the end."""
    count = arena[at + 2]
    moves = 0
    most = 0
    last = 0
    for j in range(count):
        entry = meet(keys, values, arena, at + 3 + j * WIDTH, run)
        own = entry >> BITS & 2 * MOVES - 1
        moves += own
        if own >= most:
            most = own
            last = j
    for i in range(WIDTH):
        word = arena[at + 3 + last * WIDTH + i]
        arena[at + 3 + last * WIDTH + i] = arena[at + 3 + (count - 1) * WIDTH + i]
        arena[at + 3 + (count - 1) * WIDTH + i] = word
    arena[at] = ((most + 256) << 20) + moves


def open_state(keys: Words, values: Words, arena: Words, frames: Words, base: int, run: Words) -> int:
    """Write the options of a state and their records; return DONE, or what has to be provided first."""
    start = frames[base]
    run[ENDED] = 0
    run[STEPS] = run[MOST_STEPS]
    end = expand(frames, base + FRAME, arena, start, run)
    if run[FAULT] != 0:
        return FAILED
    had = 0
    order = end
    count = 0
    unknowns = 0
    option = start if end <= len(arena) and not run[ENDED] else end
    while option < end:
        behind = settle_option(arena, option, order + 3, run)
        if run[FAULT] != 0:
            return FAILED
        if behind + end - start + 8 > len(arena):
            run[NEED] = behind + 4 * (end - start) + 8
            return SMALL_ARENA
        run[LOOKED] += 1
        unknown = record(keys, values, arena, order, behind)
        option += 1 + arena[option] * WIDTH
        if unknown == 0:
            if arena[order + 1] >= BITS:
                return TOO_LARGE
            had |= 1 << arena[order + 1]
            if arena[order + 1] == frames[base + WANTED]:  # the state does not have this nimber, which an option has
                count = 0
                unknowns = 0
                order = end
                break
        elif unknown > 0:
            order += 3 + unknown * WIDTH
            unknowns += unknown
            count += 1
    run[LOOKED] += (run[MOST_STEPS] - run[STEPS]) >> 6
    if order + count + 8 > len(arena):
        run[NEED] = order + count + 8
        return SMALL_ARENA
    if (run[COUNT] + unknowns + 8) * 5 > len(values) * 3:
        run[NEED] = unknowns + 8
        return FULL
    run[STATES] += 1
    place = end
    for number in range(count):
        rank(keys, values, arena, place, run)
        if run[FAULT] != 0:
            return FAILED
        mine = arena[place]
        j = number
        while j > 0 and arena[arena[order + j - 1]] > mine:
            arena[order + j] = arena[order + j - 1]
            j -= 1
        arena[order + j] = place
        place += 3 + arena[place + 2] * WIDTH
    frames[base + RECORDS] = order
    frames[base + OPEN_ONES] = count
    frames[base + HAS] = had
    frames[base + BELOW] = order + count
    frames[base + PLACE] = 0
    return DONE


def weigh(keys: Words, values: Words, arena: Words, at: int, asked: int) -> tuple[int, int, int]:
    """Return the value of an option, or NOT; then the component to search next and its nimber, or -1."""
    total = arena[at + 1]
    count = arena[at + 2]
    for k in range(count):
        part = at + 3 + k * WIDTH
        entry = values[place_of(keys, values, arena, part)]
        if entry < 0 and entry != EMPTY:
            if value_of(entry) == WON:
                return NOT, -1, 0
            total ^= value_of(entry)
            continue
        wanted = ANY
        if k == count - 1:
            wanted = asked ^ total
            if wanted >= BITS:
                wanted = ANY
            elif entry != EMPTY and excluded(entry) >> wanted & 1:
                return NOT, -1, 0
        return NOT, part, wanted
    return total, -1, 0


def ask(keys: Words, values: Words, arena: Words, frames: Words, run: Words) -> int:
    """Continue the search; return what it needs, or that it is done, with the answer in `run`."""
    size = FRAME + WIDTH
    while run[TOP] > 0:
        base = (run[TOP] - 1) * size
        wanted = frames[base + WANTED]
        if frames[base + RECORDS] == FRESH:
            entry = meet(keys, values, frames, base + FRAME, run)
            if entry < 0 or (wanted != ANY and excluded(entry) >> wanted & 1):
                run[ANSWER] = value_of(entry) if entry < 0 else NOT
                run[TOP] -= 1
                continue
            need = open_state(keys, values, arena, frames, base, run)
            if need != DONE:
                return need
        entry = meet(keys, values, frames, base + FRAME, run)
        answer = ANY
        if run[ENDED]:
            run[ENDED] = 0
            answer = WON
        child = -1
        child_wanted = ANY
        while answer == ANY:
            asked = frames[base + ASKED]
            if asked >= BITS:
                return TOO_LARGE
            bit = 1 << asked
            first = frames[base + FIRST]
            not_it = excluded(entry) & bit
            if frames[base + HAS] & bit == 0 and (not_it == 0 or first != 0):
                order = frames[base + RECORDS]
                i = frames[base + PLACE]
                while i < frames[base + OPEN_ONES]:
                    total, child, child_wanted = weigh(keys, values, arena, arena[order + i], asked)
                    if child >= 0:
                        break
                    if total == NOT:
                        i += 1
                        continue
                    if total >= BITS:
                        return TOO_LARGE
                    frames[base + HAS] |= 1 << total
                    frames[base + OPEN_ONES] -= 1
                    for j in range(i, frames[base + OPEN_ONES]):
                        arena[order + j] = arena[order + j + 1]
                    if total == asked:
                        break
                frames[base + PLACE] = i
                if child >= 0:
                    break
            frames[base + PLACE] = 0
            found = (frames[base + HAS] | not_it) & bit != 0
            if first != 0:
                frames[base + FIRST] = 0
                if found:
                    keep(keys, values, frames, base + FRAME, (entry | bit) & ~WAITS)
                    run[ANSWER] = NOT
                    answer = NOT
                elif wanted == 0:
                    answer = 0
                frames[base + ASKED] = 0
            elif not found:
                answer = asked
            else:
                frames[base + ASKED] = asked + 1
                if asked + 1 == wanted:
                    answer = wanted  # the first question has shown that no option has it
        if child >= 0:
            if (run[TOP] + 1) * size > len(frames):
                return SMALL_FRAMES
            if (run[COUNT] + 1) * 10 > len(values) * 9:
                return FULL
            child_entry = meet(keys, values, arena, child, run)
            if child_entry & WAITS:
                return CYCLE
            keep(keys, values, arena, child, child_entry | WAITS)
            other = base + size
            frames[other] = frames[base + BELOW]
            frames[other + RECORDS] = FRESH
            frames[other + WANTED] = child_wanted
            frames[other + FIRST] = child_wanted != ANY
            frames[other + ASKED] = max(child_wanted, 0)
            for i in range(WIDTH):
                frames[other + FRAME + i] = arena[child + i]
            run[TOP] += 1
        else:
            if answer != NOT:
                keep(keys, values, frames, base + FRAME, known(answer))
            run[ANSWER] = answer
            run[TOP] -= 1
        if run[LOOKED] >= run[PAUSE_AT]:
            return PAUSED
    return DONE


# a dense table

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
        if words[i] < box[i]:
            return
        words[i] = 0


def fill(values: Values, box: Words, seen: Words, words: Words, first: int, last: int, run: Words) -> int:
    """Value the states from `first` to `last` in their order; return the place at which to continue.

    This is before `last` when a pause is due, when `run[NEED]` marks are needed, and when too many states are left out.
    """
    rest = first
    for i in range(WIDTH - 1, -1, -1):
        words[i] = rest % box[i]
        rest //= box[i]
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
