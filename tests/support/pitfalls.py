"""Small rulesets in which a translation easily does something else than Python: as to order, scope, what is shared."""

# ruff: noqa: C416, C419, PERF401, PLC0208, PLW0120, RET503, RUF005, UP028 - people write it

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grundy import split, win

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAIRS = ((2, 1), (0, 3), (1, 2), (3, 0))
TAKES = (1, 3, 4)
NOTHING: tuple[int, ...] = ()
COMPILED: list[tuple[Callable[..., Any], list[tuple[Any, ...]]]] = []  # with states
REFUSED: list[tuple[Callable[..., Any], str]] = []  # with the reason


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    COMPILED.append((function, [(n,) for n in range(12)]))
    return function


def compiled_for(*states: tuple[Any, ...]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def keep(function: Callable[..., Any]) -> Callable[..., Any]:
        COMPILED.append((function, list(states)))
        return function

    return keep


def refused(reason: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def keep(function: Callable[..., Any]) -> Callable[..., Any]:
        REFUSED.append((function, reason))
        return function

    return keep


# decorators


class Doubled:
    def __init__(self, function: Callable[[int], int]) -> None:
        self.__wrapped__ = function
        self.__name__ = "third"

    def __call__(self, n: int) -> int:
        return 2 * self.__wrapped__(n)


@Doubled
def third(n: int) -> int:
    return n // 3


@lru_cache
def once(n: int) -> Iterator[int]:
    yield from range(n)


@refused("third is not a function written in Python")
def wrapped_by_an_object(n: int) -> Any:
    if n > 2:
        yield third(n) // 2


def given_once(n: int) -> Any:
    """Loop over a generator that is kept, which has nothing the second time."""
    for k in once(n // 2):
        yield k


# loops and collections


@compiled
def else_of_an_empty_loop(n: int) -> Any:
    pair = (n, 2)
    if n > 2:
        for _ in NOTHING:
            pass
        else:
            yield n - 1
    if n > 3:
        for _ in pair[2:]:
            yield 0
        else:
            yield n - 2
    if n % 2:
        for _, _ in enumerate(reversed(NOTHING)):
            pass
        else:
            yield 0


@refused("a loop over a set whose order makes a difference")
def order_of_a_set(n: int) -> Any:
    code = 0
    for k in {33, 1, 65, 9, 2, 17}:
        code = code * 3 + k
    if n:
        yield code % n


@compiled
def every_element_is_made(n: int) -> Any:
    """Make a list to its end before `any` looks at it."""
    steps = [3, 2, 1]
    if n > 3 and any([steps.pop() == 1 for _ in range(3)]):
        yield n - 1 - len(steps)
    if n % 2 and any([1 // (k - 9) < 0 for k in range(n)]):
        yield 0


@compiled
def a_default_is_made_first(n: int) -> Any:
    if n:
        yield max((k for k in range(n)), default=10 // (n - 3))


# assignments


@compiled
def from_left_to_right(n: int) -> Any:
    places = [0, 2, 3, 1, 0]
    i = n % 4
    i, places[i] = places[i], i
    j: int
    j = places[j] = 2 if n % 2 else 1
    if n > 4:
        yield n - 1 - i
        yield (n + sum(k * place for k, place in enumerate(places)) + j) % n


@compiled
def rows_change_places(n: int) -> Any:
    first, second = PAIRS[n % 4], PAIRS[(n + 1) % 4]
    first, second = second, first
    a, b = second
    b, a = PAIRS[a]
    if n > 3:
        yield n - 1 - first[0]
        yield n - 1 - b
        yield n - 1 - a


@compiled
def looked_up_once(n: int) -> Any:
    stack = [5, 23, 0, 3]
    a, b = PAIRS[stack.pop()]
    c, d = divmod(stack.pop() + stack.pop(), 7)
    if n > 5:
        yield n - 1 - a - c
        yield n - 1 - b
        yield n - d - len(stack)


# arguments


def minus(a: int, b: int) -> int:
    return a - b


@compiled
def arguments_in_their_order(n: int) -> Any:
    stack = [1, 5, 2]
    if n > 5:
        yield n - 6 + minus(b=stack.pop(), a=stack.pop())


@refused("the call min(pair, key=")
def a_key(n: int) -> Any:
    pair = (n // 2, n // 3)
    if n > 1:
        yield min(pair, key=lambda k: -k)


def sometimes(n: int) -> Any:
    if n > 3:
        return range(n)
    return None


@refused("sometimes, which is a number in one place and something else")
def nothing_to_loop_over(n: int) -> Any:
    if n > 8 or n == 1:
        for k in sometimes(n):
            yield k
    elif n > 6:
        yield from sometimes(n)
    elif n:
        yield n - 1


@compiled
def nothing_returned(n: int) -> Any:
    if n % 3:
        return [n - 1]


# lists


@compiled
def options_of_a_stack(n: int) -> Any:
    stack = [k for k in range(n)]
    while stack:
        if len(stack) == 3:
            yield split(*(stack.pop() for _ in range(2)))
        else:
            yield stack.pop() if len(stack) % 2 else split(stack.pop())


@compiled
def order_of_changes(n: int) -> Any:
    stack = [1, 7, 2, 6]
    k = len((stack.pop(), 1))
    if (stack.pop(),) and n > 8:  # type: ignore[redundant-expr]
        yield n - k - len(stack)
        yield n - 1 - (stack.pop() & (stack.pop() << k))


@compiled
def elements_before_changes(n: int) -> Any:
    found = [1, 2, 3]
    for k in [found.pop() for _ in range(2)]:
        if n > k + len(found):
            yield n - k - len(found)


def added(found: list[int]) -> list[int]:
    return [k + 1 for k in found]


@compiled
def a_list_sees_nothing(n: int) -> Any:
    found = [2, 3]
    for k in added(found):
        if k < 8:
            found.append(k + 1)
    if n > len(found):
        yield n - len(found)


@compiled
def a_counted_list_sees_nothing(n: int) -> Any:
    found = [2, 3]
    for _, k in enumerate(added(found)):
        found.append(k + 1)
    if n > len(found):
        yield n - len(found)


@compiled
def a_tuple_grows(n: int) -> Any:
    found = tuple(k for k in range(3))
    for k in found:
        if k < 3:
            found += (k + 1,)
    if n > len(found):
        yield n - len(found)


def grown(found: tuple[int, ...]) -> int:
    found += (5,)
    return len(found)


@compiled
def endless_after_a_win(n: int) -> Any:
    yield n // 2
    if n >= 0:
        yield win()
    found = [1]
    for k in (k for k in found):
        found.append(k + 1)


LONG = range(2, -(2**63), -1)


@compiled
def in_a_range_without_length(n: int) -> Any:
    if n > 3 and 1 in LONG:
        yield n - 1


@compiled
def a_break_out_of_a_list_that_is_changed(n: int) -> Any:
    rest = [1, 2, 3]
    for k in [rest.pop() + j for j in range(3)]:
        if k <= n:
            yield n - k
            break
    else:
        rest.append(n)
    if rest and n:
        yield n - 1


@compiled
def a_break_out_of_a_generator(n: int) -> Any:
    rest = [1, 2, 3]
    for k in (rest.pop() + j for j in range(3)):
        if k <= n:
            yield n - k
            break
    yield from range(min(len(rest), n))


@compiled
def a_break_out_of_a_generator_that_changes(n: int) -> Any:
    rest = [1, 2, 3, 4, 5, 6]
    for k in (rest.pop() + i + j for i in range(2) for j in range(3)):
        if k <= n:
            yield n - k
        break
    yield from range(len(rest))


# lists in the place of tuples, chosen, reversed, compared


@compiled
def a_display_that_the_loop_changes(n: int) -> Any:
    k = 1
    for one in [k, k + 1, k + 2]:
        k = one + 1
        if k <= n:
            yield n - k


@compiled_for(*[((a, b, c),) for a in range(3) for b in range(3) for c in range(3)])
def a_parameter_that_becomes_a_list(row: tuple[int, ...]) -> Any:
    first = row[0]
    row = list(row)  # type: ignore[assignment]
    for i in range(len(row)):
        if row[i]:
            row[i] -= 1  # type: ignore[index]
            yield tuple(row)
            row[i] += 1  # type: ignore[index]
    if first and sum(row) > 3:
        yield min(tuple(row[:1]) + (0, 0), (0, 0) + tuple(row[:1]))


@compiled
def roots(n: int) -> Any:
    for k in range(1, int(n**0.5) + 1):
        yield n - k
    if n > int(math.sqrt(n + 3)):
        yield int(math.sqrt(n + 3))


@compiled_for(*[(n, m) for n in range(8) for m in range(1, 4)])
def nothing_that_is_no_number(n: int, most: int | None) -> Any:
    top = n if most is None else min(n, most)
    for k in range(1, top + 1):
        if most is not None:
            yield n - k, k


@compiled
def a_division_that_is_looked_at(n: int) -> Any:
    if 10 // n is None:
        yield n - 1
    yield from range(n)


@refused("2.5, which is no integer; math.isqrt and // compile")
def a_float(n: int) -> Any:
    if n > 2.5:
        yield n - 1


@refused("the expression n is TAKES")
def identity(n: int) -> Any:
    if n is TAKES:  # type: ignore[comparison-overlap]
        yield n - 1


@compiled
def a_tuple_grows_elsewhere(n: int) -> Any:
    found = tuple(k for k in range(3))
    if grown(found) < n + 3 - len(found):
        yield n - len(found)


@compiled
def a_list_is_no_tuple(n: int) -> Any:
    if n > 1:
        yield n - 1 if sorted((n, 1)) == (1, n) else n - 2  # type: ignore[comparison-overlap]


@compiled
def a_name_that_a_renamed_variable_could_get(n: int) -> Any:
    k__1 = n // 2
    for x in [k + 1 for k in range(n)]:
        if x % 2:
            yield n - x
    if n:
        yield k__1


left__1 = 2


@compiled
def a_constant_that_a_renamed_variable_could_hide(n: int) -> Any:
    for x in [left + 1 for left in range(n)]:
        if x >= left__1:
            yield n - x
    yield from (n // left__1 for _ in range(min(n, 1)))


@compiled
def lists_that_are_only_read(n: int) -> Any:
    for i, take in enumerate([1, 3], 1):
        if take <= n:
            yield split(*[n - take, i - 1])
    found = [*[1, 2], n]
    if n > 4:
        yield n - found[1]
        yield the_middle(n, 2)


the_middle: Callable[[int, int], int] = lambda a, b: sorted([a, b, 3])[1]  # noqa: E731


@compiled
def a_slice_of_a_constant(n: int) -> Any:
    for take in TAKES[n:]:
        yield max(0, n - take) if n else 0


# texts of moves


@compiled
def a_text_that_raises(n: int) -> Any:
    if n > 9:
        yield split(n - 1, move=f"{n % (n - 11)}")
    elif n:
        yield split(n - 1, move=TEXTS[n - 1] + "%d of %d" % (n, 9))  # noqa: UP031 - users write it


TEXTS = ["a", "b", "c", "d", "e"]


@compiled
def a_list_grows_and_loses_its_name(n: int) -> Any:
    x = [0]
    for _ in x:  # the list that it began with, which has two elements when the name gets another one
        x.append(0)
        x = sorted(x)
    if n:
        yield n // len(x)


EMPTY = ()


def no_elements() -> tuple[int, ...]:
    return EMPTY


@compiled_for((0,), (3,))
def an_empty_tuple_returned(n: int) -> Any:
    if n:
        yield n - 1 - len(no_elements())
    yield from (n + 1 for k in (1, 2) if no_elements())


@refused("the call split(n - 1, move=")
def a_text_that_changes_a_list(n: int) -> Any:
    found = [1, 2]
    if n > 3:
        yield split(n - 1, move=str(found.pop()))
        yield split(n - sum(found))


# wide numbers


@compiled_for((1 << 63,), (5,))
def a_wide_list_within_a_sum(cells: int) -> Any:
    x = sum(0 for _ in (0, *[cells]))
    if cells:
        yield cells >> 60 if max(k for k in [x, *[cells]]) > 60 else cells >> 1


BIG = 2**64 - 1


def wide() -> int:
    return BIG


@compiled_for((0,), (3,))
def wide_in_a_comprehension(n: int) -> Iterator[Any]:  # whose translation never ended
    pairs = [(1, wide())]
    found = [1 for k in range(0) for j, k in pairs]
    if n:
        yield n - 1 - len(found)


@compiled_for(((5,),), ((0,),))
def least_of_one(state: tuple[int, ...]) -> Iterator[Any]:  # "min(5)" raises in Python
    for left in range(min(state)):
        yield (left,)


@refused("an exception: ZeroDivisionError: integer division or modulo by zero")
def a_move_without_a_text(n: int) -> Iterator[Any]:
    if n:
        yield n - 1
    if n > 99:
        yield split(move=str(1 // 0))


@refused("a loop over a set whose order makes a difference")
def sums_and_products(n: int) -> Any:
    found = 1
    for k in {n % 3, n % 5}:
        found += k
        found *= 2
    yield found % (n + 1)


@compiled
def sets(n: int) -> Any:
    seen = set()
    for k in (1, 2):
        if n > k not in seen:
            seen.add(k)
            yield k


@compiled
def perhaps_named(n: int) -> Any:
    if n > 3 or (less := n - 1) >= 0:
        yield n // 2 if n > 3 else less


@compiled
def equal_elements(n: int) -> Any:
    yield sum({take % 2 for take in range(n)}) % (n + 1)


@compiled
def cut_again(n: int) -> Any:
    ends: tuple[int, ...] = (n, 1, 2)
    ends = ends[:1] + (n,) + ends[2:n]
    yield sum(ends) % (n + 1)


@compiled
def a_list_that_is_added_to_itself(n: int) -> Any:
    found = [n, 1]
    found += found
    found.extend(found)
    if n > len(found):
        yield n - len(found)
    same = found
    for k in [*found, found.pop(), same.pop()]:
        yield from (n - k - 1 for _ in range(len(same) // 6) if n > k)


@compiled
def a_loop_whose_list_gets_another_name(n: int) -> Any:
    rest = [1, 2, n]
    for k in rest:
        rest = rest[1:]
        if n > k + len(rest):
            yield n - k - len(rest)


@compiled
def lists_within_lists(n: int) -> Any:
    rows = [[k, k + 1] for k in range(3)]
    other = rows[1]
    other.append(n)
    if n > len(rows[1]):
        yield n - len(rows[1])
        yield n - 1 - sum(sum(row) for row in rows) % n
