"""Readers of the words of a text, which count lines and columns for errors."""

from __future__ import annotations

import re
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from grundy.errors import InputError, Location
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

ROW_MARK = "/"  # between the rows of a board on one line
EMPTY = "."  # a cell on which nothing stands
BOARD_SIZE = re.compile("([1-9][0-9]{0,2})[xX]([1-9][0-9]{0,2})")
WORD = re.compile(r"[^ \t\r\n\f\v]+")
INTEGER = re.compile(r"-?[0-9]+")
_POWER = re.compile(r"([0-9]{1,100})\^([0-9]{1,4})")
_SHOWN = 40  # characters of a wrong word that an error repeats
MOST_DIGITS = 1000  # Python writes integers of up to 4300 digits, and costs are squares

_ROW = Message("expected.row")


class TextWord(NamedTuple):
    """A run of characters without blanks, with its line and column."""

    text: str
    line: int
    column: int


def decode(data: bytes, source: str) -> str:
    """Return the text in `data`, which must be UTF-8; a byte order mark is dropped.

    Raises `InputError` with the place of the first byte that is not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8")
        location = Location(source, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)
        raise InputError(
            Message("expected.utf8"), Message("found.byte", {"byte": f"0x{error.object[error.start]:02x}"}), location
        ) from None


class WordReader:
    """Checks of the words of a text, with errors that name line and column. Subclasses define how words are read."""

    source: str
    powers = True  # whether 10^12 is an integer; it is none in the input of a contest problem

    def peek(self) -> TextWord | None:
        """Return the next word without taking it, or None at the end."""
        raise NotImplementedError

    def advance(self) -> TextWord | None:
        """Take the next word; return None at the end."""
        raise NotImplementedError

    def end_location(self) -> Location:
        """Return where the text ends."""
        raise NotImplementedError

    def location(self, word: TextWord) -> Location:
        """Return where a word begins."""
        return Location(self.source, word.line, word.column)

    def take(self, expected: Message | str) -> TextWord:
        """Take the next word; at the end of the text, say that `expected` is missing."""
        word = self.advance()
        if word is None:
            raise InputError(expected, Message("expected.end"), self.end_location())
        return word

    def error(
        self, expected: Message | str, word: TextWord, found: Message | str | None = None, offset: int = 0
    ) -> InputError:
        """Return the error for `word`, at its character `offset`."""
        if found is None:
            found = repr(word.text if len(word.text) <= _SHOWN else word.text[:_SHOWN] + "...")
        location = self.location(word)
        return InputError(expected, found, location._replace(column=location.column + offset))

    def integer(self, what: Message | str, low: int | None = None, high: int | None = None) -> int:
        """Take an integer between `low` and `high`, both included; None stands for no bound."""
        word = self.advance() or self.take(_integer(what, low, high))  # `take` raises at the end of the text
        return self.as_integer(word, what, low, high)

    def as_integer(self, word: TextWord, what: Message | str, low: int | None = None, high: int | None = None) -> int:
        """Return the integer in `word`, within its bounds. It is written as digits, or as a power such as ``10^12``."""
        power = _POWER.fullmatch(word.text) if self.powers else None
        if power and len(power[1]) * int(power[2]) <= MOST_DIGITS:
            value: int = int(power[1]) ** int(power[2])
        elif INTEGER.fullmatch(word.text) and len(word.text) <= MOST_DIGITS:
            value = int(word.text)
        else:
            raise self.error(_integer(what, low, high), word)
        if (low is not None and value < low) or (high is not None and value > high):
            raise self.error(_integer(what, low, high), word)
        return value

    def row(self, width: int, letters: str, what: Message | str = _ROW) -> str:
        """Take a row of exactly `width` characters, each one of `letters`."""
        return self.checked_row(self.take(what), width, letters)

    def checked_row(self, word: TextWord, width: int, letters: str) -> str:
        """Return the text of `word` if it is a row of `width` characters out of `letters`."""
        good = re.match(f"[{re.escape(letters)}]*", word.text)
        offset = good.end() if good else 0
        if offset < min(len(word.text), width):
            raise self.error(
                Message("expected.one-of", {"letters": quoted(letters)}), word, repr(word.text[offset]), offset
            )
        if len(word.text) != width:
            offset = min(len(word.text), width)
            found = Message("found.cells", {"count": len(word.text)})
            raise self.error(Message("expected.row-long", {"count": width}), word, found, offset)
        return word.text

    def check_blanks(self, rows: Sequence[TextWord]) -> None:
        """Raise `InputError` for rows of one letter each of which a line has several: the letters of one row."""
        for before, word in pairwise(rows):
            if before.line == word.line and len(before.text) == len(word.text) == 1 and rows[-1].line > rows[0].line:
                raise self.error(Message("expected.row-joined"), word)

    def end(self) -> None:
        """Raise `InputError` if a word is left."""
        word = self.peek()
        if word is not None:
            raise self.error(Message("expected.end"), word)


class Scanner(WordReader):
    r"""The words of a text, in their order.

    Blanks, tabs, carriage returns and blank lines separate words; they have no other meaning.

    >>> scan = Scanner("2 3\nX..\n", "board.txt")
    >>> scan.integer("H", 1, 20), scan.integer("W", 1, 20), scan.row(3, ".X")
    (2, 3, 'X..')
    >>> scan.row(3, ".X")
    Traceback (most recent call last):
    grundy.errors.InputError: board.txt:3:1: expected a row of the board, found the end of the text
    """

    def __init__(self, text: str, source: str = "text") -> None:
        """Read `text`; errors name `source`."""
        self.source = source
        self._separator: str | None = None
        self._words: Iterator[TextWord] = self._split(text)
        self._ahead = next(self._words, None)

    def peek(self) -> TextWord | None:
        """Return the next word without taking it, or None at the end."""
        if self._ahead is None or self._ahead.text == self._separator:
            return None
        return self._ahead

    def advance(self) -> TextWord | None:
        """Take the next word; return None at the end."""
        word = self.peek()
        if word is not None:
            self._ahead = next(self._words, None)
        return word

    def end_location(self) -> Location:
        """Return the place of the end of the text, or of the next separator."""
        return self._end if self._ahead is None else self.location(self._ahead)

    def take_row(self, expected: Message | str, before: str = "", letters: str = "") -> TextWord:
        """Take a row of a board: the next word, up to a ``/``, after which the next row stands on the same line.

        With `before`, only a ``/`` before one of these letters ends the row. A ``/`` at the start or at the end of a
        word ends none. If the first of the board's `letters` is ``.``, a size such as 2x3 stands for the rows of an
        empty board.

        >>> scan = Scanner("X./.. 2x3")
        >>> [scan.take_row("a row", letters=".X").text for _ in range(4)]
        ['X.', '..', '...', '...']
        """
        word = self.take(expected)
        size = BOARD_SIZE.fullmatch(word.text) if letters.startswith(EMPTY) else None
        if size:
            word = word._replace(text=ROW_MARK.join([EMPTY * int(size[2])] * int(size[1])))
        joint = re.search(f"(?<=.){ROW_MARK}(?={f'[{re.escape(before)}]' if before else '.'})", word.text)
        if joint is None:
            return word
        if self._ahead is not None:  # only one word can be ahead, so the other one goes back
            self._words = chain((self._ahead,), self._words)
        self._ahead = TextWord(word.text[joint.end() :], word.line, word.column + joint.end())
        return word._replace(text=word.text[: joint.start()])

    def parts(self, separator: str) -> Iterator[Scanner]:
        """Yield this scanner for each part of the text between words equal to `separator`.

        The scanner then reads only that part. Each part must be read to its end before the next one is taken.
        """
        self._separator = separator
        yield self
        while self._ahead is not None:
            self.end()
            self._ahead = next(self._words, None)
            yield self

    def _split(self, text: str) -> Iterator[TextWord]:
        number, line = 1, ""
        for number, line in enumerate(text.split("\n"), start=1):
            for match in WORD.finditer(line):
                yield TextWord(match.group(), number, match.start() + 1)
        self._end = Location(self.source, number, len(line.rstrip("\r")) + 1)


def quoted(letters: Iterable[str]) -> list[str]:
    """Return letters in the form of errors: ``'X'``."""
    return [repr(letter) for letter in letters]


def one_of(letters: Iterable[str]) -> str:
    """Return the text of the letters of which one was expected: ``'.' or 'X'``."""
    return str(Message("expected.one-of", {"letters": quoted(letters)}))


def _integer(what: Message | str, low: int | None, high: int | None) -> Message:
    if low is None and high is None:
        return Message("expected.integer", {"what": what})
    if high is None:
        return Message("expected.integer-from", {"what": what, "low": f"{low}"})
    return Message("expected.integer-between", {"what": what, "low": f"{low}", "high": f"{high}"})
