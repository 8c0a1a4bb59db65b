"""Fifteen games of books that the catalogue does not have, each in three styles, as people write rules.

The first style is numbers and tuples, the second texts, the third masks, sets or comprehensions.
"""

# ruff: noqa: FBT001, PERF401, RUF005 - people write it

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy import split

if TYPE_CHECKING:
    from collections.abc import Callable


class Program(NamedTuple):
    """A function with states, from small ones to large ones."""

    function: Callable[..., Any]
    states: list[Any]


PROGRAMS: list[Program] = []


def asked(*states: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def keep(function: Callable[..., Any]) -> Callable[..., Any]:
        PROGRAMS.append(Program(function, list(states)))
        return function

    return keep


# subtract a square


@asked(5, 30, 200)
def squares_by_a_loop(n: int) -> Any:
    k = 1
    while k * k <= n:
        yield n - k * k
        k += 1


@asked("o" * 5, "o" * 30)
def squares_of_counters(pile: str) -> Any:
    for k in range(1, int(len(pile) ** 0.5) + 1):
        yield pile[k**2 :]


@asked(5, 30, 200)
def squares_in_a_list(n: int) -> Any:
    return [n - k**2 for k in range(1, math.isqrt(n) + 1)]


# the silver dollar: coins move to the left over free squares


@asked((1, 3), (0, 4, 7), (2, 3, 8))
def dollar_by_places(coins: tuple[int, ...]) -> Any:
    for i in range(len(coins)):
        lowest = coins[i - 1] + 1 if i > 0 else 0
        for place in range(lowest, coins[i]):
            new = list(coins)
            new[i] = place
            yield tuple(new)


@asked(".o.o", "..o..o.o")
def dollar_on_a_strip(strip: str) -> Any:
    for i, square in enumerate(strip):
        if square == "o":
            j = i - 1
            while j >= 0 and strip[j] == ".":
                yield strip[:j] + "o" + strip[j + 1 : i] + "." + strip[i + 1 :]
                j -= 1


@asked(frozenset({1, 3}), frozenset({2, 3, 8}))
def dollar_as_a_set(coins: frozenset[int]) -> Any:
    for coin in coins:
        to = coin - 1
        while to >= 0 and to not in coins:
            yield coins - {coin} | {to}
            to -= 1


# Kotzig's nim: go around a circle in steps of some sizes, never to a place that was visited

KOTZIG = (1, 3, 4)


@asked(((1, 0, 0, 0, 0), 0), ((1, 0, 0, 0, 0, 0, 0, 0), 0))
def kotzig_by_flags(visited: tuple[int, ...], at: int) -> Any:
    for step in KOTZIG:
        to = (at + step) % len(visited)
        if not visited[to]:
            now = list(visited)
            now[to] = 1
            yield tuple(now), to


@asked("x....", "x.......")
def kotzig_as_text(ring: str) -> Any:
    """Write the last place as X."""
    at = ring.find("X") if "X" in ring else 0
    for step in KOTZIG:
        to = (at + step) % len(ring)
        if ring[to] == ".":
            marks = list(ring.lower())
            marks[to] = "X"
            yield "".join(marks)


@asked((1, 0, 5), (1, 0, 8), (1, 0, 11))
def kotzig_by_mask(visited: int, at: int, size: int) -> Any:
    for step in KOTZIG:
        to = (at + step) % size
        if not visited >> to & 1:
            yield visited | 1 << to, to, size


# toads and frogs, for both players: step onto a free square, or jump over one of the other kind

TOAD, FREE, FROG = 1, 0, -1


@asked((1, 0, -1), (1, 1, 0, 0, -1, -1), (1, 0, 1, 0, -1))
def toads_as_numbers(row: tuple[int, ...]) -> Any:
    for i, animal in enumerate(row):
        if animal == FREE:
            continue
        near, far = i + animal, i + 2 * animal
        to = None
        if 0 <= near < len(row) and row[near] == FREE:
            to = near
        elif 0 <= far < len(row) and row[near] == -animal and row[far] == FREE:
            to = far
        if to is not None:
            after = list(row)
            after[i], after[to] = after[to], after[i]
            yield tuple(after)


@asked("T_F", "TT__FF", "T_T_F")
def toads_by_slices(row: str) -> Any:
    for old, new in (("T_", "_T"), ("_F", "F_"), ("TF_", "_FT"), ("_TF", "FT_")):
        for i in range(len(row)):
            if row[i:].startswith(old):
                yield row[:i] + new + row[i + len(old) :]


@asked((1, 4, 3), (3, 48, 6), (5, 16, 5))
def toads_as_masks(toads: int, frogs: int, size: int) -> Any:
    free = ~(toads | frogs)
    for i in range(size):
        bit = 1 << i
        if toads & bit and i + 1 < size:
            if free & bit << 1:
                yield toads ^ bit ^ bit << 1, frogs, size
            elif i + 2 < size and frogs & bit << 1 and free & bit << 2:
                yield toads ^ bit ^ bit << 2, frogs, size
        if frogs & bit and i >= 1:
            if free & bit >> 1:
                yield toads, frogs ^ bit ^ bit >> 1, size
            elif i >= 2 and toads & bit >> 1 and free & bit >> 2:
                yield toads, frogs ^ bit ^ bit >> 2, size


# a chocolate bar in which the first square may be eaten as well


@asked((2, 2), (3, 2, 2), (4, 4, 3))
def bar_by_rows(rows: tuple[int, ...]) -> Any:
    for i, row in enumerate(rows):
        for left in range(row):
            yield rows[:i] + tuple(min(left, r) for r in rows[i:])


@asked("##/##", "###/##/##")
def bar_as_lines(bar: str) -> Any:
    lines = bar.split("/")
    for i, line in enumerate(lines):
        for left in range(len(line)):
            yield "/".join(lines[:i] + [one[:left] for one in lines[i:]])


@asked(frozenset({(0, 0), (0, 1)}), frozenset((r, c) for r in range(3) for c in range(2)))
def bar_as_squares(squares: frozenset[tuple[int, int]]) -> Any:
    for row, column in squares:
        yield frozenset((r, c) for r, c in squares if r < row or c < column)


# subset take-away: take a set with all that contain it


@asked((1, 2, 3), (1, 2, 3, 4, 5, 6, 7))
def subsets_as_numbers(family: tuple[int, ...]) -> Any:
    for taken in family:
        yield tuple(one for one in family if one & taken != taken)


@asked("a b ab", "a b c ab ac bc abc")
def subsets_as_words(family: str) -> Any:
    words = family.split()
    for word in words:
        rest = [one for one in words if not all(letter in one for letter in word)]
        yield " ".join(rest)


@asked(frozenset({frozenset({1}), frozenset({1, 2})}), frozenset(map(frozenset, ((1,), (2,), (3,), (1, 2), (2, 3)))))
def subsets_as_sets(family: frozenset[frozenset[int]]) -> Any:
    return [frozenset(one for one in family if not chosen <= one) for chosen in family]


# divisors: strike out a number with all its multiples


@asked((2, 3, 4), tuple(range(2, 12)))
def multiples_in_a_row(numbers: tuple[int, ...]) -> Any:
    for number in numbers:
        left = []
        for other in numbers:
            if other % number != 0:
                left.append(other)
        yield tuple(left)


@asked("2 3 4", "2 3 4 5 6 7 8 9")
def multiples_as_text(line: str) -> Any:
    numbers = [int(word) for word in line.split()]
    for number in numbers:
        yield " ".join(str(other) for other in numbers if other % number)


@asked(frozenset({2, 3, 4}), frozenset(range(2, 12)))
def multiples_as_a_set(numbers: frozenset[int]) -> Any:
    for number in numbers:
        yield numbers - set(range(number, max(numbers) + 1, number))


# green trees: cut an edge, and all above it is gone


@asked((-1, 0, 0), (-1, 0, 1, 1, 0, 4), (-1, 0, 1, 2, 2, 0))
def tree_by_parents(parents: tuple[int, ...]) -> Any:
    """Each vertex but the first one comes after its parent."""
    for cut in range(1, len(parents)):
        gone = {cut}
        names = {}
        left: list[int] = []
        for vertex, parent in enumerate(parents):
            if vertex in gone or parent in gone:
                gone.add(vertex)
            else:
                names[vertex] = len(left)
                left.append(names[parent] if vertex else -1)
        yield tuple(left)


@asked("()()", "(()())()", "((()))(())")
def tree_as_brackets(tree: str) -> Any:
    for i in range(len(tree)):
        if tree[i] == "(":
            depth = 0
            for j in range(i, len(tree)):
                depth += 1 if tree[j] == "(" else -1
                if depth == 0:
                    yield tree[:i] + tree[j + 1 :]
                    break


@asked(frozenset({(0, 1), (0, 2)}), frozenset({(0, 1), (1, 2), (1, 3), (0, 4), (4, 5)}))
def tree_as_edges(edges: frozenset[tuple[int, int]]) -> Any:
    for edge in edges:
        gone = {edge[1]}
        for _ in edges:
            gone |= {b for a, b in edges if a in gone}
        yield frozenset((a, b) for a, b in edges if b not in gone)


# runs of colours: take a whole run of the same colour, what is left moves together


@asked((1, 1, 2), (1, 2, 2, 1, 3), (1, 2, 1, 2, 1, 1))
def runs_of_numbers(row: tuple[int, ...]) -> Any:
    start = 0
    for end in range(1, len(row) + 1):
        if end == len(row) or row[end] != row[start]:
            yield row[:start] + row[end:]
            start = end


@asked("aab", "abbac", "ababaa")
def runs_of_letters(row: str) -> Any:
    i = 0
    while i < len(row):
        j = i
        while j < len(row) and row[j] == row[i]:
            j += 1
        yield row[:i] + row[j:]
        i = j


@asked(112, 12213, 121211)
def runs_of_digits(row: int) -> Any:
    low = 1
    while low <= row:
        high = low * 10
        while high <= row and row // high % 10 == row // low % 10:
            high *= 10
        yield row // high * low + row % low
        low = high


# cutting a cake into whole squares along one line


@asked((3, 2), (6, 4), (12, 7))
def cake_by_sides(width: int, height: int) -> Any:
    for cut in range(1, width):
        yield split((cut, height), (width - cut, height))
    for cut in range(1, height):
        yield split((width, cut), (width, height - cut))


@asked("3x2", "6x4", "12x7")
def cake_as_text(cake: str) -> Any:
    width, height = map(int, cake.split("x"))
    for cut in range(1, width // 2 + 1):
        yield split(f"{cut}x{height}", f"{width - cut}x{height}")
    for cut in range(1, height // 2 + 1):
        yield split(f"{width}x{cut}", f"{width}x{height - cut}")


@asked((3, 2), (6, 4), (12, 7))
def cake_in_order(*sides: int) -> Any:
    width, height = sorted(sides)
    yield from (split((cut, height), (width - cut, height)) for cut in range(1, width))
    yield from (split((width, cut), (width, height - cut)) for cut in range(1, height))


# solitaire on a line for two: jump over a peg, which is taken


@asked((1, 1, 0), (1, 1, 0, 1, 1, 0), (0, 1, 1, 0, 1, 1, 0))
def pegs_as_numbers(line: tuple[int, ...]) -> Any:
    for i in range(len(line)):
        for step in (-1, 1):
            if 0 <= i + 2 * step < len(line) and line[i] and line[i + step] and not line[i + 2 * step]:
                yield tuple(
                    int(j == i + 2 * step) if j in (i, i + step, i + 2 * step) else one for j, one in enumerate(line)
                )


@asked("oo.", "oo.oo.", ".oo.oo.")
def pegs_as_text(line: str) -> Any:
    for i in range(len(line) - 2):
        three = line[i : i + 3]
        if three in ("oo.", ".oo"):
            yield line[:i] + ("..o" if three == "oo." else "o..") + line[i + 3 :]


PATTERNS = [(0b110, 0b001), (0b011, 0b100)]


@asked((6, 3), (54, 6), (54, 7))
def pegs_as_a_mask(pegs: int, holes: int) -> Any:
    for i in range(holes - 2):
        for before, after in PATTERNS:
            if pegs >> i & 7 == before:
                yield pegs & ~(7 << i) | after << i, holes


# a number: make one digit smaller, or strike out a zero with all behind it


@asked(20, 305, 1403)
def digits_by_arithmetic(number: int) -> Any:
    unit = 1
    while number >= unit:
        digit = number // unit % 10
        for less in range(1, digit + 1):
            if number // unit > digit or less < digit:
                yield number - less * unit
        if digit == 0:
            yield number // unit // 10
        unit *= 10


@asked("20", "305", "1403")
def digits_as_text(number: str) -> Any:
    for i, digit in enumerate(number):
        for less in range(0 if i else 1, int(digit)):
            yield number[:i] + str(less) + number[i + 1 :]
        if digit == "0":
            yield number[:i]


@asked((2, 0), (3, 0, 5), (1, 4, 0, 3))
def digits_as_a_tuple(digits: tuple[int, ...]) -> Any:
    for i in range(len(digits)):
        yield from (digits[:i] + (less,) + digits[i + 1 :] for less in range(i == 0, digits[i]))
        if digits[i] == 0:
            yield digits[:i]


# nim in which each game has one pass


@asked((2, 1, 1), (3, 4, 1), (5, 6, 0))
def pass_with_a_flag(a: int, b: int, can_pass: int) -> Any:
    for k in range(a):
        yield k, b, can_pass
    for k in range(b):
        yield a, k, can_pass
    if can_pass and (a or b):
        yield a, b, 0


@asked("oo o p", "ooo oo p", "ooo oooo")
def pass_as_text(table: str) -> Any:
    *heaps, last = table.split(" ")
    if last != "p":
        heaps.append(last)
    end = " p" if last == "p" else ""
    for i, heap in enumerate(heaps):
        for left in range(len(heap)):
            yield " ".join(heaps[:i] + [heap[:left]] + heaps[i + 1 :]) + end
    if end and any(heaps):
        yield " ".join(heaps)


@asked(((2, 1), True), ((3, 4, 1), True), ((5, 6), False))
def pass_in_order(heaps: tuple[int, ...], can_pass: bool) -> Any:
    for i, heap in enumerate(heaps):
        for left in range(heap):
            rest = heaps[:i] + heaps[i + 1 :]
            yield tuple(sorted(rest + (left,) if left else rest)), can_pass
    if can_pass and heaps:
        yield heaps, False


# merging: take one token from a heap, or put two heaps together


@asked((1, 2), (2, 2, 1), (1, 2, 3))
def merging_heaps(heaps: tuple[int, ...]) -> Any:
    for i, heap in enumerate(heaps):
        others = heaps[:i] + heaps[i + 1 :]
        yield tuple(sorted(h for h in others + (heap - 1,) if h > 0))
    for i, j in combinations(range(len(heaps)), 2):
        rest = [heaps[k] for k in range(len(heaps)) if k not in (i, j)]
        yield tuple(sorted(rest + [heaps[i] + heaps[j]]))


@asked("o oo", "oo oo o", "o oo ooo")
def merging_words(table: str) -> Any:
    words = table.split()
    for i in range(len(words)):
        rest = words[:i] + words[i + 1 :]
        yield " ".join(sorted([*rest, words[i][1:]])).strip()
        for j in range(i):
            yield " ".join(sorted(rest[:j] + rest[j + 1 :] + [words[i] + words[j]]))


@asked((1, 1, 0), (1, 2, 0, 0, 0), (1, 1, 1, 0, 0, 0))
def merging_counts(counts: tuple[int, ...]) -> Any:
    """How many heaps there are of one token, of two, and so on."""
    for size, many in enumerate(counts):
        if many:
            left = list(counts)
            left[size] -= 1
            if size:
                left[size - 1] += 1
            yield tuple(left)
        for other in range(size + 1):
            if many > (other == size) and counts[other] and size + other + 1 < len(counts):
                left = list(counts)
                left[size] -= 1
                left[other] -= 1
                left[size + other + 1] += 1
                yield tuple(left)


# antonim: nim whose heaps must stay different


@asked((1, 2), (1, 2, 4), (2, 4, 5))
def antonim_in_order(heaps: tuple[int, ...]) -> Any:
    for heap in heaps:
        for left in range(heap):
            if left not in heaps:
                yield tuple(sorted(set(heaps) - {heap} | ({left} if left else set())))


@asked("a b", "a b d", "b d e")
def antonim_of_letters(letters: str) -> Any:
    heaps = letters.split(" ")
    for i, heap in enumerate(heaps):
        for code in range(ord("a"), ord(heap)):
            smaller = chr(code)
            if smaller not in heaps:
                yield " ".join(sorted(heaps[:i] + heaps[i + 1 :] + [smaller]))
        if len(heaps) > 1:
            yield " ".join(heaps[:i] + heaps[i + 1 :])


@asked(frozenset({1, 2}), frozenset({1, 2, 4}), frozenset({2, 4, 5}))
def antonim_as_a_set(heaps: frozenset[int]) -> Any:
    for heap in heaps:
        rest = heaps - {heap}
        yield rest
        yield from (rest | {left} for left in range(1, heap) if left not in rest)
