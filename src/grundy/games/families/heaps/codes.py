"""Reading the codes of heap games, with errors that point at the character; the rulesets that they stand for.

code   = "0"* digit "." digit* [ "[" digit+ "]" ]   digits to f; those in brackets repeat forever
       | "0"* "4" ( "!" | "=" ) "." "0"*            as in CGSuite: a split into two unequal, or two equal heaps
       | [ "all-but" ] "{" run { "," run } "}"
       | ( "unequal-" | "equal-" ) number
       | "row{" run "}"                              takes of neighbours from anywhere in a row
       | "circle-" code                              a circle whose first move leaves a row
       | "nim"
run    = number [ ".." [ number ] ]                 3..5 is 3,4,5; a last run without a last number is endless
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from grundy.errors import InputError, Location, RulesetError
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from typing import NoReturn

    from grundy.games.families.heaps.heap_rules import HeapRules

ALL_BUT = "all-but"
EQUAL, UNEQUAL = "equal-", "unequal-"
NIM = "nim"
ROW, CIRCLE = "row", "circle-"
START = Location("code", 1, 1)  # of a code that is not part of a larger text
MOST_PLACES = 1000  # places of a code, and the largest number of an `all-but` set; the kernels keep a row for each
MOST_TAKEN = 10**9  # the largest number of a set
MOST_NUMBERS = 100_000  # numbers in a set that is no run
SHORTEST_RUN = 4  # at least this many neighbouring numbers are written as a run
_MOST_PARTS = 1000  # parts of a split
_DIGITS = "0123456789abcdef"
_SPLITTING = "048c"  # the digits d0, which only split
_OPERATORS = "!?="  # of other programs, for splits into unequal or equal heaps
_ZEROS = re.compile(f"(0+(?=[{_SPLITTING}][.!=]))?")  # before the digit d0
_BITS = Message("expected.code-bits")


class Digits(NamedTuple):
    """The digits of a code d0.d1d2..., and the digits that repeat forever."""

    digits: tuple[int, ...]
    cycle: tuple[int, ...]


class Takes(NamedTuple):
    """The numbers that may be taken, or with `all_but` that may not be taken; a range if written as one run."""

    numbers: tuple[int, ...] | range
    all_but: bool


class Neighbours(NamedTuple):
    """The least and the largest number of neighbours in a row that a move takes."""

    least: int
    most: int


class CodeSplit(NamedTuple):
    """A split into some number of parts, which are all equal or all different."""

    parts: int
    equal: bool


def looks_like_a_code(word: str) -> bool:
    """Return whether a word is meant as a code, not as a name.

    >>> [word for word in ("0.77", "{1,2}", "all-but{3}", "equal-2", "kayles", "12") if looks_like_a_code(word)]
    ['0.77', '{1,2}', 'all-but{3}', 'equal-2']
    """
    digits = word[1:2] == "." and word[0].lower() in _DIGITS
    starts = ("{", ALL_BUT, EQUAL, UNEQUAL, CIRCLE, f"{ROW}{{")
    return digits or (word[:1].isdecimal() and "." in word) or word.startswith(starts)


def read_code(text: str, location: Location = START) -> Digits | Takes | CodeSplit | Neighbours:
    """Return the digits, takes, split or neighbours of a code. Upper and lower case are the same.

    `location` is the place of the code in a larger text. Raises `InputError` with the place of the wrong character and
    what is expected there.

    >>> read_code("4.007")
    Digits(digits=(4, 0, 0, 7), cycle=())
    >>> read_code("4!.0") == read_code("unequal-2")
    True
    >>> read_code("all-but{1,3}")
    Takes(numbers=(1, 3), all_but=True)
    >>> read_code("{30000..60000}"), read_code("{5..}")
    (Takes(numbers=range(30000, 60001), all_but=False), Takes(numbers=range(1, 5), all_but=True))
    >>> read_code("0.7x")
    Traceback (most recent call last):
    grundy.errors.InputError: code:1:4: expected a digit, 0 to 9 or a to f, found 'x'
    """
    reader = _CodeReader("".join(letter.lower() if letter.isascii() else letter for letter in text), text, location)
    if reader.text == NIM:
        return Digits((0,), (3,))
    if reader.text.startswith(("{", ALL_BUT)):
        return reader.takes(all_but=reader.text.startswith(ALL_BUT))
    if reader.text.startswith(ROW):
        return reader.neighbours()
    for equal, head in ((True, EQUAL), (False, UNEQUAL)):
        if reader.text.startswith(head):
            return reader.parts(head, equal=equal)
    reader.zeros()
    return reader.digits()


class _CodeReader:
    """The text of a code, and the place up to which it is read."""

    def __init__(self, text: str, written: str, location: Location) -> None:
        self.text = text
        self._written = written
        self._location = location
        self._at = 0

    def zeros(self) -> None:
        """Pass over zeros before the digit d0."""
        found = _ZEROS.match(self.text)
        self._at = found.end() if found else 0

    def digits(self) -> Digits | CodeSplit:
        first = self._first()
        if first == "4" and self._peek() in ("!", "="):
            return self._split_in_two(equal=self._peek() == "=")
        if self._peek() != ".":
            operator = self._peek() in _OPERATORS and self._peek()
            self._wrong(Message("expected.code-point-split" if operator else "expected.code-point"))
        self._at += 1
        fixed = self._run()
        repeated: tuple[int, ...] = ()
        if self._peek() == "[":
            self._at += 1
            repeated = self._run()
            if not repeated:
                self._wrong(Message("expected.code-repeats", {"bits": _BITS}))
            if self._peek() != "]":
                self._wrong(Message("expected.code-bracket"))
            self._at += 1
            if self._peek():
                self._wrong(Message("expected.code-end-repeats"))
        elif self._peek():
            if self._peek() in _OPERATORS:
                self._wrong(Message("expected.code-split"))
            self._wrong(Message("expected.code-digit") if fixed else Message("expected.code-digit-or", {"bits": _BITS}))
        return shortest((_DIGITS.index(first), *fixed), repeated)

    def _first(self) -> str:
        """Read the digit d0."""
        first = self._peek()
        if first not in _DIGITS or not first:
            self._wrong(Message("expected.code"))
        if first not in _SPLITTING:
            self._wrong(Message("expected.code-d0"))
        self._at += 1
        return first

    def _split_in_two(self, *, equal: bool) -> CodeSplit:
        """Read the rest of ``4!.0`` or ``4=.0``, after which no move takes anything."""
        self._at += 1
        if self._peek() != ".":
            self._wrong(Message("expected.code-point"))
        self._at += 1
        while self._peek() == "0":
            self._at += 1
        self._end()
        return CodeSplit(2, equal)

    def neighbours(self) -> Neighbours:
        self._at = len(ROW)
        numbers, endless = self.takes(all_but=False)
        if endless or numbers[-1] - numbers[0] + 1 != len(numbers):
            self._at = len(ROW)
            self._wrong(Message("expected.code-run"))
        return Neighbours(numbers[0], numbers[-1])

    def takes(self, *, all_but: bool) -> Takes:
        self._at += len(ALL_BUT) if all_but else 0
        self._expect("{")
        runs: list[range] = []
        count = 0
        endless = 0  # if not 0, all numbers from this number on are in the set
        if self._peek() == "}" and all_but:
            self._at += 1
            self._end()
            return Takes((), all_but=True)
        while True:
            self._blanks()
            run = self._taken(runs, all_but=all_but)
            endless = run.start if run.stop == 0 else 0
            if not endless:
                runs.append(run)
                count += len(run)
            if len(runs) > 1 and count > MOST_NUMBERS:
                self._wrong(Message("expected.code-most-numbers", {"most": MOST_NUMBERS}))
            self._blanks()
            if self._peek() == "}":
                break
            if self._peek() != "," or endless:
                self._wrong(Message("expected.code-end-set") if endless else Message("expected.code-comma"))
            self._at += 1
        self._at += 1
        self._end()
        if endless:
            rest = tuple(sorted(set(range(1, endless)).difference(*runs))) if runs else range(1, endless)
            return Takes(rest, all_but=True)
        return Takes(runs[0] if len(runs) == 1 else tuple(sorted(set().union(*runs))), all_but)

    def _taken(self, before: list[range], *, all_but: bool) -> range:
        """Read a number, or a run of numbers: an endless run has the stop 0."""
        what = Message("expected.code-taken")
        start, most = self._at, MOST_PLACES if all_but else MOST_TAKEN
        first = self._number(what, 1, most)
        if not self.text.startswith("..", self._at):
            return range(first, first + 1)
        self._at += 2
        if self._peek() not in "0123456789" and not all_but:
            if before and first > MOST_PLACES:
                self._at = start
                self._wrong(Message("expected.code-number", {"what": what, "low": 1, "high": MOST_PLACES}), str(first))
            return range(first, 0)
        return range(first, self._number(what, first, MOST_TAKEN if first == 1 and not before else most) + 1)

    def parts(self, head: str, *, equal: bool) -> CodeSplit:
        self._at = len(head)
        number = self._number(Message("expected.code-parts"), 2, _MOST_PARTS)
        self._end()
        return CodeSplit(number, equal)

    def _peek(self) -> str:
        return self.text[self._at : self._at + 1]

    def _run(self) -> tuple[int, ...]:
        start = self._at
        while self._peek() and self._peek() in _DIGITS:
            if self._at - start == MOST_PLACES:
                self._wrong(Message("expected.code-most", {"most": MOST_PLACES}))
            self._at += 1
        return tuple(_DIGITS.index(letter) for letter in self.text[start : self._at])

    def _number(self, what: Message, low: int, high: int) -> int:
        start = self._at
        while self._peek() and self._peek() in "0123456789":
            self._at += 1
        word = self.text[start : self._at]
        if not word or len(word) > len(str(high)) or not low <= int(word) <= high:
            self._at = start
            self._wrong(Message("expected.code-number", {"what": what, "low": low, "high": high}), word)
        return int(word)

    def _blanks(self) -> None:
        while self._peek() == " ":
            self._at += 1

    def _expect(self, letter: str) -> None:
        if self._peek() != letter:
            self._wrong(repr(letter))
        self._at += 1

    def _end(self) -> None:
        if self._peek():
            self._wrong(Message("expected.code-end"))

    def _wrong(self, expected: Message | str, word: str = "") -> NoReturn:
        """Raise the error about the next character, or about the whole `word` that begins there."""
        inside = self._at < len(self._written)
        found = repr(word or self._written[self._at]) if inside else Message("expected.code-end")
        raise InputError(expected, found, self._location._replace(column=self._location.column + self._at))


def shortest(digits: tuple[int, ...], cycle: tuple[int, ...]) -> Digits:
    """Return the shortest form of the same digits."""
    for length in range(1, len(cycle)):
        if len(cycle) % length == 0 and cycle == cycle[:length] * (len(cycle) // length):
            cycle = cycle[:length]
            break
    if not any(cycle):
        cycle = ()
    if cycle:
        while len(digits) > 1 and digits[-1] == cycle[-1]:
            digits, cycle = digits[:-1], (cycle[-1], *cycle[:-1])
    else:
        while len(digits) > 1 and digits[-1] == 0:
            digits = digits[:-1]
    return Digits(digits, cycle)


def write_digits(digits: tuple[int, ...], cycle: tuple[int, ...]) -> str:
    """Return the text of a code.

    >>> write_digits((4, 0, 15), (3,))
    '4.0f[3]'
    """
    words = ["".join(_DIGITS[digit] for digit in part) for part in (digits[:1], digits[1:], cycle)]
    return f"{words[0]}.{words[1] or ('' if cycle else '0')}" + (f"[{words[2]}]" if cycle else "")


def write_numbers(numbers: Sequence[int]) -> str:
    """Return the text of numbers in increasing order, with four or more neighbouring numbers as a run.

    >>> write_numbers((1, 3, 4, 5, 6, 9)), write_numbers(range(2, 10**9))
    ('1,3..6,9', '2..999999999')
    """
    if isinstance(numbers, range) and len(numbers) >= SHORTEST_RUN:
        return f"{numbers[0]}..{numbers[-1]}"
    words: list[str] = []
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        words += [f"{run[0]}..{run[-1]}"] if len(run) >= SHORTEST_RUN else map(str, run)
    return ",".join(words)


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
    at most 100,000 integers unless it is a run, for which there are formulas (``grundy.games.families.heaps.closed``).
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
