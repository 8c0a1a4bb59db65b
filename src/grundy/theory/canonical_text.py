"""CGSuite's notation of misère forms, as users type it (``*[[2],0]``) and as CGSuite prints it (``*[2#0]``).

- ``*[4]``, ``*4``, ``*`` and ``0`` are nim heaps; ``A + B`` is a sum.
- ``*[X, Y]`` has the options X and Y, which are numbers (nim heaps), lists in brackets (the game with these options),
  or texts that begin with ``*``. ``*[X]`` is X itself: ``*[2]`` is a nim heap, ``*[[2]]`` has the nim heap as its only
  option.
- In print, the options have no commas between them, and the largest option comes first. A nim heap is one digit, and an
  option with several options is in parentheses. ``X#`` is the game with the only option X. Brackets after a game hold
  operations on it: ``2[2]`` is 2 + 2, ``2[#2]`` is 2# + 2, ``2[#1#]`` is (2# + 1)#, ``2[#-2]`` is 2# - 2.

`write` prints the same, with two exceptions. If a heap needs two digits, or if there are only digits, it writes the
typed form: ``*[[12],0]``, ``*[4,3]``. A sum is written as a sum only if one part is a nim heap.

The notation is that of CGSuite (https://www.cgsuite.org); subscripts and ``#`` follow On Numbers and Games, chapter 12,
and Winning Ways, chapter 13.
"""

from __future__ import annotations

import re
from typing import NoReturn

from grundy.errors import InputError, Location
from grundy.runtime.messages import Message
from grundy.theory.canonical import MOST_DAYS, MisereForm

_MOST_NESTED = 100  # levels of brackets
_DIGITS = frozenset("0123456789")
_ALONE = re.compile(r"[0-9]+\s*[],]")  # digits that are one number, not several options of one digit


def read(text: str) -> MisereForm:
    """Return the form of a text. Raises `InputError` for a text that is no form."""
    return _FormReader(text).whole()


class _FormReader:
    """A parser of forms by recursive descent; it ignores blanks."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.depth = 0

    def whole(self) -> MisereForm:
        found = self.sum()
        if self.seen():
            self.refuse(Message("expected.end"))
        return found

    def sum(self) -> MisereForm:
        found = self.term()
        while self.seen() == "+":
            self.place += 1
            found += self.term()
        return found

    def term(self) -> MisereForm:
        if self.seen() == "*":
            self.place += 1
            if self.seen() != "[":
                return self.nim(self.number()) if self.seen() in _DIGITS else MisereForm.nim(1)
            return self.listed(outer=True)
        if self.seen() != "0":
            self.refuse(Message("expected.form"))
        self.place += 1
        return MisereForm()

    def listed(self, *, outer: bool) -> MisereForm:
        """Read a list of options in brackets or parentheses; the outermost list with one item is this item itself."""
        close = {"[": "]", "(": ")"}[self.seen()]
        commas = self.has_commas(self.place, close)
        self.place += 1
        self.depth += 1
        if self.depth > _MOST_NESTED:
            self.refuse(Message("expected.form-depth", {"most": _MOST_NESTED}))
        found: list[MisereForm] = []
        while self.seen() != close:
            if commas and found:
                if self.seen() != ",":
                    self.refuse(Message("expected.one-of", {"texts": f", {close}"}))
                self.place += 1
            found.append(self.item(whole=commas or (close == "]" and not found)))
        self.place += 1
        self.depth -= 1
        return found[0] if outer and len(found) == 1 else MisereForm(found)

    def has_commas(self, start: int, close: str) -> bool:
        """Return whether commas separate the items of the list whose bracket is at `start`."""
        depth = 0
        for letter in self.text[start:]:
            depth += (letter in "[(") - (letter in "])")
            if depth == 1 and letter == ",":
                return True
            if depth == 0 and letter == close:
                break
        return False

    def item(self, *, whole: bool) -> MisereForm:
        """Read an option; `whole` says that a number may have several digits."""
        letter = self.seen()
        if letter == "*":
            return self.sum()
        if letter in ("[", "("):
            found = self.listed(outer=False)
        elif letter in _DIGITS:
            found = self.nim(self.number() if whole and _ALONE.match(self.text, self.place) else self.digit())
        else:
            self.refuse(Message("expected.form-option"))
        return self.suffixed(found)

    def suffixed(self, found: MisereForm) -> MisereForm:
        while self.seen() and self.seen() in "#[":
            if self.seen() == "#":
                self.place += 1
                found = MisereForm([found])
                continue
            self.place += 1
            while self.seen() != "]":
                found = self.operation(found)
            self.place += 1
        return found

    def operation(self, found: MisereForm) -> MisereForm:
        """Read one operation in brackets after a game, and return its result."""
        if self.seen() == "#":
            self.place += 1
            return MisereForm([found])
        minus = self.seen() == "-"
        start = self.place
        self.place += minus
        if self.seen() == "(":
            other = self.listed(outer=False)
        elif self.seen() in _DIGITS:
            other = self.nim(self.digit())
        else:
            self.refuse(Message("expected.form-step"))
        if not minus:
            return found + other
        rest = found.difference(other)
        if rest is None:
            self.place = start
            self.refuse(Message("expected.form-difference"))
        return rest

    def digit(self) -> int:
        self.place += 1
        return int(self.text[self.place - 1])

    def number(self) -> int:
        start = self.place
        while self.place < len(self.text) and self.text[self.place] in _DIGITS:
            self.place += 1
        if self.place - start > len(str(MOST_DAYS)):
            self.place = start
            self.refuse(Message("expected.form-heap", {"most": MOST_DAYS}))
        return int(self.text[start : self.place])

    def nim(self, size: int) -> MisereForm:
        if size > MOST_DAYS:
            self.refuse(Message("expected.form-heap", {"most": MOST_DAYS}))
        return MisereForm.nim(size)

    def seen(self) -> str:
        """Return the next character that is no blank; an empty text at the end."""
        while self.place < len(self.text) and self.text[self.place].isspace():
            self.place += 1
        return self.text[self.place : self.place + 1]

    def refuse(self, expected: Message) -> NoReturn:
        found = repr(self.seen()) if self.seen() else Message("expected.end")
        before = self.text[: self.place]
        line = before.count("\n") + 1
        column = self.place - (before.rfind("\n") + 1) + 1
        raise InputError(expected, found, Location("form", line, column))


def write(form: MisereForm) -> str:
    """Return the text of a form; `read` returns the form again."""
    if form.is_nim_heap:
        return f"*[{form.birthday}]"
    short = _option_list(form) if _listed(form) else _written(form)
    typed = short is None or set(short) <= _DIGITS
    return f"*{_typed(form, outer=True)}" if typed else f"*[{short}]"


def _typed(form: MisereForm, *, outer: bool = False) -> str:
    """Return a form as lists in brackets with commas."""
    if form.is_nim_heap:
        return str(form.birthday)
    listed = "[" + ",".join(_typed(option) for option in reversed(form.options)) + "]"
    return f"[{listed}]" if outer and len(form.options) == 1 else listed


def _listed(form: MisereForm) -> bool:
    """Return whether a form is written as the list of its options."""
    return form.is_even and len(form.options) > 1 and _without_heap(form) is None


def _option_list(form: MisereForm) -> str | None:
    """Return the text of the options, the largest one first; None if a heap needs two digits."""
    words = [_written(option) for option in reversed(form.options)]
    return None if None in words else "".join(word for word in words if word is not None)


def _written(form: MisereForm) -> str | None:
    base, steps = _steps(form)
    if base is None or not steps:
        return base
    return base + (steps if set(steps) == {"#"} else f"[{steps}]")


def _steps(form: MisereForm) -> tuple[str | None, str]:
    """Return the text of a simpler form, and the operations that lead from it to this form."""
    if form.is_nim_heap:
        return (str(form.birthday) if form.birthday <= 9 else None, "")
    if not form.is_even:
        base, steps = _steps(form.even_part)
        return base, steps + "1"
    if len(form.options) == 1:
        base, steps = _steps(form.options[0])
        return base, steps + "#"
    found = _without_heap(form)
    if found is not None:
        base, steps = _steps(found[0])
        return base, steps + str(found[1])
    listed = _option_list(form)
    return (None if listed is None else f"({listed})", "")


def _without_heap(form: MisereForm) -> tuple[MisereForm, int] | None:
    """Return a form minus a nim heap, and the size of the heap; None if there is no such heap.

    The heap is the least one for which the birthdays of heap and rest add up to that of the form.
    """
    for size in (2, 4, 6, 8):
        rest = form.difference(MisereForm.nim(size))
        if rest is not None and rest.birthday + size == form.birthday:
            return (rest, size)
    return None
