"""The loops of misère quotients: states of a guess, their outcomes, and the closure of minimal transition pairs.

The docstring of `grundy.theory.quotients` has the definitions. Sets of elements are packed: element z is bit z % 64 of
word z // 64.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grundy.runtime.jit import Kernel


@Kernel
def reach(
    free: NDArray[np.int64],
    element: NDArray[np.int64],
    weights: NDArray[np.int64],
    lengths: NDArray[np.int64],
    returns: NDArray[np.int64],
    table: NDArray[np.uint16],
    index: NDArray[np.int32],
    parent: NDArray[np.int32],
    by: NDArray[np.int32],
    distance: NDArray[np.int64],
    action: NDArray[np.int32],
) -> int:
    """Find the states that letters reach from the identity, ordered by their lightest words; return their number.

    A state is an element of the monoid of `table` and an exponent for each free generator. The powers ``lengths[f]``
    and ``returns[f]`` of generator f are equal. Letter i is the free generator ``free[i]``, or, if that is -1, the
    element ``element[i]``. States are numbered by weight. For state r, ``parent[r]`` and ``by[r]`` are the state before
    and the letter of the last step of its word; ``action[r, i]`` is the state after letter i. `index` gets the number
    of each coded state; it is -1 at first.
    """
    letters = len(free)
    total = len(index)
    radix = np.ones(len(lengths) + 1, np.int64)
    for f in range(len(lengths)):
        radix[f + 1] = radix[f] * lengths[f]
    base = radix[len(lengths)]
    least = np.full(total, -1, np.int64)
    came = np.full(total, -1, np.int64)
    via = np.full(total, -1, np.int64)
    codes = np.empty(total, np.int64)
    least[0] = 0
    queue = [(np.int64(0), np.int64(0))]
    count = 0
    while len(queue) > 0:
        weight, code = heapq.heappop(queue)
        if index[code] >= 0:
            continue
        index[code] = count
        codes[count] = code
        distance[count] = weight
        parent[count] = index[came[code]] if code else 0
        by[count] = via[code]
        for i in range(letters):
            f = free[i]
            if f >= 0:
                power = code // radix[f] % lengths[f]
                step = 1 if power + 1 < lengths[f] else returns[f] - power
                after = code + step * radix[f]
            else:
                after = code % base + base * np.int64(table[code // base, element[i]])
            action[count, i] = after
            ahead = weight + weights[i]
            if index[after] < 0 and (least[after] < 0 or ahead < least[after]):
                least[after] = ahead
                came[after] = code
                via[after] = i
                heapq.heappush(queue, (np.int64(ahead), np.int64(after)))
        count += 1
    for r in range(count):
        for i in range(letters):
            action[r, i] = index[action[r, i]]
    return count


@Kernel
def colour(
    count: int,
    parent: NDArray[np.int32],
    by: NDArray[np.int32],
    action: NDArray[np.int32],
    start: NDArray[np.int64],
    options: NDArray[np.int64],
    without: NDArray[np.int32],
    lost: NDArray[np.bool_],
) -> int:
    """Store the misère outcome of the word of each state in `lost`; return the number of options that were visited.

    The options of letter i are the rows ``options[start[i]]`` to ``options[start[i + 1] - 1]``. A row has the letters
    that replace letter i, and -1 for no letter. ``without[r, i]`` gets the state of the word of r without one letter i,
    -1 if the word has no letter i.
    """
    letters = action.shape[1]
    parts = options.shape[1]
    looked = 0
    for i in range(letters):
        without[0, i] = -1
    lost[0] = False
    for r in range(1, count):
        last = by[r]
        before = parent[r]
        found = False
        for i in range(letters):
            rest = without[before, i]
            if i == last:
                rest = before
            elif rest >= 0:
                rest = action[rest, last]
            without[r, i] = rest
            if rest < 0 or found:
                continue
            for j in range(start[i], start[i + 1]):
                after = rest
                for c in range(parts):
                    if options[j, c] >= 0:
                        after = action[after, options[j, c]]
                looked += 1
                if lost[after]:
                    found = True
                    break
        lost[r] = not found
    return looked


@Kernel
def refine(
    classes: NDArray[np.int64],
    action: NDArray[np.int32],
    keys: NDArray[np.int64],
    numbers: NDArray[np.int64],
    stamps: NDArray[np.int64],
) -> int:
    """Split classes of states until each letter leads from a class to a single class; return the number of rounds.

    Classes are numbered in the order of their first states. `keys`, `numbers` and `stamps`, zero at first, are a hash
    table with room for twice as many entries as states.
    """
    states, letters = action.shape
    size = len(keys)
    rounds = 0
    stamp = 0
    count = 1
    for r in range(states):
        count = max(count, classes[r] + 1)
    while True:
        before = count
        for i in range(letters):
            stamp += 1
            count = 0
            old = classes.copy()
            for r in range(states):
                key = old[r] * states + old[action[r, i]]
                at = key % size
                while stamps[at] == stamp and keys[at] != key:
                    at = at + 1 if at + 1 < size else 0
                if stamps[at] != stamp:
                    stamps[at] = stamp
                    keys[at] = key
                    numbers[at] = count
                    count += 1
                classes[r] = numbers[at]
        rounds += 1
        if count == before:
            return rounds


@Kernel
def shift(table: NDArray[np.uint16], sets: NDArray[np.bool_], shifted: NDArray[np.uint64]) -> int:
    """Store the packed set {z : yz in sets[i]} in ``shifted[i, y]``, which is zero at first."""
    letters, size = sets.shape
    for i in range(letters):
        for y in range(size):
            for z in range(size):
                if sets[i, np.int64(table[y, z])]:
                    shifted[i, y, z >> 6] |= np.uint64(1) << np.uint64(z & 63)
    return len(sets)


class LetterArrays(NamedTuple):
    """The letters of `close`: letter i is worth ``elements[i]``, of the pairs ``sets[i]`` with it.

    ``shifted[i, y]`` is {z : yz in sets[i]}. Sums go by their `weights`, and equal ones by their `ties`.
    """

    elements: NDArray[np.int64]
    sets: NDArray[np.uint64]
    shifted: NDArray[np.uint64]
    weights: NDArray[np.int64]
    ties: NDArray[np.int64]


class PairArrays(NamedTuple):
    """The pool of pairs that `close` fills, from the first one on.

    A pair has an `element` and a `packed` set; its sum has a `weight` and a `tie`, and is that of the pair `parent` and
    the letter `by`. The pairs of an element are a list from `head` on by `following`; ``first[w]`` is the first pair of
    weight w or more; a letter is `idle` where a pair lies below it. `state` holds the number of pairs, the weight and
    the letter that are next, the weight of the heaviest pair, and the steps done.
    """

    element: NDArray[np.uint16]
    packed: NDArray[np.uint64]
    weight: NDArray[np.int64]
    tie: NDArray[np.int64]
    parent: NDArray[np.int32]
    by: NDArray[np.int32]
    head: NDArray[np.int32]
    following: NDArray[np.int32]
    first: NDArray[np.int64]
    idle: NDArray[np.bool_]
    state: NDArray[np.int64]


@Kernel
def close(
    table: NDArray[np.uint16], lost: NDArray[np.bool_], alphabet: LetterArrays, pool: PairArrays, most: int
) -> int:
    """Continue to close the minimal transition pairs, the lightest sums first, for about `most` steps.

    Returns 0 if work remains, 1 if the pool is closed, 2 if it is full, 3 if its last pair violates (N).
    A sum is built from the sum without its last letter, in the order of letters. A sum is left out if a pair with a
    smaller key (weight, tie) is below its pair, or if one of its letters is idle for this reason.
    """
    elements, sets, shifted, weights, ties = alphabet
    element, packed, weight, tie, parent, by, head, following, first, idle, state = pool
    size = table.shape[0]
    words = packed.shape[1]
    letters = len(elements)
    room = len(element)
    heaviest_letter = 0
    for i in range(letters):
        heaviest_letter = max(heaviest_letter, weights[i])
    count = state[0]
    now = state[1]
    letter = state[2]
    heaviest = state[3]
    done = 0
    mine = np.empty(words, np.uint64)
    one = np.uint64(1)
    while now <= heaviest + heaviest_letter:
        if letter == 0:
            first[now] = count
        while letter < letters:
            if done > most:
                state[0], state[1], state[2], state[3] = count, now, letter, heaviest
                state[4] += done
                return 0
            left = now - weights[letter]
            if left < 0 or idle[letter]:
                letter += 1
                continue
            begin, end = -1, 0  # the letter alone
            if left > 0:
                begin, end = first[left], first[left + 1]
            for before in range(begin, end):
                if before >= 0 and by[before] > letter:
                    continue
                done += size + 8
                if before < 0:
                    here = elements[letter]
                    key = ties[letter]
                    for w in range(words):
                        mine[w] = sets[letter, w]
                else:
                    y = element[before]
                    here = np.int64(table[y, elements[letter]])
                    key = tie[before] + ties[letter]
                    moved = table[elements[letter]]
                    z = 0
                    for w in range(words):
                        bits = shifted[letter, y, w]
                        for b in range(min(64, size - z)):
                            target = np.int64(moved[z])
                            bits |= ((packed[before, target >> 6] >> np.uint64(target & 63)) & one) << np.uint64(b)
                            z += 1
                        mine[w] = bits
                below = False
                other = head[here]
                while other >= 0 and not below:
                    if weight[other] < now or tie[other] < key:
                        below = True
                        for w in range(words):
                            if packed[other, w] & ~mine[w]:
                                below = False
                                break
                        done += 1
                    other = following[other]
                if below:
                    if before < 0:
                        idle[letter] = True
                    continue
                if count == room:
                    return 2
                element[count] = here
                packed[count] = mine
                weight[count] = now
                tie[count] = key
                parent[count] = before
                by[count] = letter
                following[count] = head[here]
                head[here] = count
                heaviest = now
                count += 1
                if not lost[here] and not mine[0] & one:
                    state[0], state[1], state[2], state[3] = count, now, letter, heaviest
                    state[4] += done
                    return 3
            letter += 1
        letter = 0
        now += 1
        if now + 1 >= len(first):
            return 2
    state[0], state[1], state[2], state[3] = count, now, letter, heaviest
    state[4] += done
    return 1
