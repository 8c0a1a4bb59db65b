"""The pruning search of a compiled ruleset, which asks whether a state has a nimber.

It is the search of `grundy.core.search.pruned` on arrays; the docstring there has the sources. A state has nimber x if
no option has x and if each y < x is the nimber of an option. The search first asks whether an option has x. If an
option has several components, all but the last one are valued. Then the search asks whether the last one has the nimber
that is missing. Pairs of equal components are left out.

Options whose unknown components have few moves are tried first, because their values are found soon. A nimber that
the last component is known not to have counts as two moves less.

- `values`: the memo. A number below 0 is a value, which `value_of` decodes. Another number has the nimbers that the
  state does not have as bits, and the number of moves of the state above these bits.
- `arena`: for each waiting state the options as the rules make them; then a record for each option without a known
  value: its rank, the value of its known components, the number of unknown components, and their words in canonical
  form; then the places of the records in their order. No records are made if an option has the nimber of the question.
- `frames`, `run`: as in `search_kernel`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from grundy.compiled.checked_kernel import FAULT, STEPS
from grundy.compiled.search_kernel import (
    COUNT,
    CYCLE,
    DONE,
    EMPTY,
    ENDED,
    FAILED,
    FRESH,
    FULL,
    LOOKED,
    MOST_STEPS,
    NEED,
    PAUSE_AT,
    PAUSED,
    SMALL_ARENA,
    SMALL_FRAMES,
    STATES,
    TOP,
    WAITS,
    WIDTH,
    WON,
    expand,
    place_of,
    settle,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.int64]

CANCELS = True  # whether equal components may be left out: no option ends the game


def count_moves(words: Words, at: int, run: Words) -> int:
    """Return how many options a state has. Translated from the user's function."""
    raise NotImplementedError


# --- from here on the text is a part of each module ---
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
        twin = -1
        for j in range(count):
            same = True
            for i in range(WIDTH):
                if arena[first + j * WIDTH + i] != arena[part + i]:
                    same = False
            if same:
                twin = j
        place = count
        if twin >= 0 and CANCELS:
            count -= 1
            place = twin
            part = first + count * WIDTH  # noqa: PLW2901 - the last one takes its place
        else:
            count += 1
        for i in range(WIDTH):
            arena[first + place * WIDTH + i] = arena[part + i]
    arena[at + 1] = total
    arena[at + 2] = count
    return count


def rank(keys: Words, values: Words, arena: Words, at: int, run: Words) -> None:
    """Write the rank of a record, and move its component with the most moves to the end."""
    count = arena[at + 2]
    moves = 0
    most = 0
    less = 0
    last = 0
    for j in range(count):
        entry = meet(keys, values, arena, at + 3 + j * WIDTH, run)
        own = entry >> BITS & 2 * MOVES - 1
        moves += own
        if own >= most:
            most = own
            last = j
            less = excluded(entry)
    for i in range(WIDTH):
        word = arena[at + 3 + last * WIDTH + i]
        arena[at + 3 + last * WIDTH + i] = arena[at + 3 + (count - 1) * WIDTH + i]
        arena[at + 3 + (count - 1) * WIDTH + i] = word
    while less:
        less &= less - 1
        most -= 2
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
