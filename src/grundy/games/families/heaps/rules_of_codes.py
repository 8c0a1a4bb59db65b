"""The ruleset of heaps that a code or a function stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.errors import RulesetError
from grundy.games.families.heaps.codes import CIRCLE, START, Digits, Neighbours, Takes, read_code, write_numbers
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from grundy.errors import Location
    from grundy.games.families.heaps.heap_rules import HeapRules


def read_heaps(code: str, location: Location = START) -> HeapRules:
    """Return the ruleset of a code at `location` in a larger text."""
    # Only the rules that the code needs are loaded.
    if code[: len(CIRCLE)].lower() == CIRCLE:
        from grundy.games.families.heaps.circles import TokenCircle

        row = read_heaps(code[len(CIRCLE) :], location._replace(column=location.column + len(CIRCLE)))
        return TokenCircle(row)  # type: ignore[arg-type] # `TokenCircle` checks the rules
    read = read_code(code, location)
    if read == Digits((0,), (3,)) or (isinstance(read, Takes) and not read.numbers):
        from grundy.games.families.heaps.nim import Nim

        return Nim()
    if isinstance(read, Digits | Takes):
        from grundy.games.families.heaps.take_and_break import Code, Subtraction

        return Code(*read) if isinstance(read, Digits) else Subtraction(*read)
    if isinstance(read, Neighbours):
        from grundy.games.families.heaps.circles import TokenRow

        return TokenRow(*read)
    from grundy.games.families.heaps.splits import HeapSplit

    return HeapSplit(*read)


def heaps(code: str | Collection[int] | Callable[[int], Iterable[int | Iterable[int]]]) -> HeapRules:
    """Return the ruleset of heaps under a code, a set of takes, or a function from a size to its options.

    Codes: octal and hexadecimal digits, ``0.77``, ``4.007``, ``0.3f``; digits that repeat forever,
    ``0.7[3]``; sets of takes ``{1,3,4}`` and ``all-but{1,3}``, with runs of any length ``{3..7,9}`` and
    an endless run ``{100..}``; splits ``unequal-2`` (Grundy's game, also written ``4!.0``) and ``equal-3``;
    ``nim``; ``row{1..5}``, in which a move takes from one to five neighbours of a row; and ``circle-0.77``, a
    circle of which the first move leaves a row of 0.77. A code is hexadecimal if it has digits above 7. `str` gives
    the code in its shortest form, which reads back. A set, list, tuple or range of integers is a set of takes. It has
    at most 100,000 integers unless it is a run, for which there are formulas (``grundy.games.families.heaps.intervals``).
    Raises `InputError` with the place of the wrong character.

    >>> heaps("0.77")(10, 7).nimber, heaps({1, 3, 4})(8, 3).nimber
    (0, 0)
    >>> heaps("1.77")
    Traceback (most recent call last):
    grundy.errors.InputError: code:1:1: expected 0, 4, 8 or c as the digit d0 (a move that takes nothing must split the heap), found '1'
    """  # noqa: E501 - an output
    if isinstance(code, str):
        return read_heaps(code)
    if isinstance(code, set | frozenset | list | tuple | range) and code and _are_integers(code):
        numbers = code if isinstance(code, range) and code.step == 1 else sorted(set(code))
        return read_heaps(f"{{{write_numbers(numbers)}}}")
    if not callable(code):
        raise RulesetError("error.expected", expected=Message("expected.code-or-function"), found=repr(code))
    from grundy.games.families.heaps.heap_functions import HeapFunction

    return HeapFunction(code)


def _are_integers(numbers: Collection[int]) -> bool:
    return isinstance(numbers, range) or all(type(number) is int for number in numbers)
