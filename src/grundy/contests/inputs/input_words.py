"""The text of an input, and the reading of its words."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from grundy.errors import Location
from grundy.games.text import INTEGER, MOST_DIGITS, WORD, TextWord, WordReader
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from grundy.errors import InputError

_BLANK_ELSEWHERE = "\x1c\x1d\x1e\x1f"  # blanks for `str.split`, but not in an input


class Input(WordReader):
    """The words of an input. Lines and columns are computed for errors only.

    `taken` is the number of words that were taken. A caller may set it back.
    """

    powers = False  # 10^9 is no integer in an input

    def __init__(self, text: str, source: str = "input", *, limits: bool = True) -> None:
        """Read `text`; errors name `source`. With `limits`, the contest's upper limits hold."""
        self.source, self.limits = source, limits
        self.taken = 0
        self._text = text
        is_plain = text.isascii() and not any(blank in text for blank in _BLANK_ELSEWHERE)
        self._words = text.split() if is_plain else WORD.findall(text)

    @cached_property
    def _numbers(self) -> list[int]:
        """All words as numbers, where each word is a number without a sign; else an empty list."""
        joined = "".join(self._words)
        if not (joined.isascii() and joined.isdecimal()) or max(map(len, self._words)) > MOST_DIGITS:
            return []
        return list(map(int, self._words))

    @cached_property
    def _lines(self) -> list[str]:
        return self._text.split("\n")

    @cached_property
    def _words_before(self) -> list[int]:
        """For each line the number of words up to its end."""
        return list(accumulate(len(WORD.findall(line)) for line in self._lines))

    @cached_property
    def _columns(self) -> dict[int, list[int]]:
        """The columns of the words of one line, the last one that was used, by the number of the line."""
        return {}

    def _word(self, number: int) -> TextWord:
        """Return the word with this number, and its place."""
        line = self.line_of(number)
        if line not in self._columns:
            self._columns.clear()
            self._columns[line] = [match.start() + 1 for match in WORD.finditer(self._lines[line])]
        before = self._words_before[line - 1] if line else 0
        return TextWord(self._words[number], line + 1, self._columns[line][number - before])

    @property
    def ahead(self) -> str | None:
        """The text of the next word, None at the end."""
        return self._words[self.taken] if self.taken < len(self._words) else None

    def line_of(self, number: int) -> int:
        """Return the line of a word, from 0; the number of the last line, or more, for a word after the end."""
        return bisect_right(self._words_before, number)

    def is_on(self, line: int) -> bool:
        """Return whether the next word is on this line."""
        return self.taken < len(self._words) and self.line_of(self.taken) == line

    def peek(self) -> TextWord | None:
        """Return the next word without taking it, or None at the end."""
        return self._word(self.taken) if self.taken < len(self._words) else None

    def advance(self) -> TextWord | None:
        """Take the next word; return None at the end."""
        word = self.peek()
        self.taken += word is not None
        return word

    def end_location(self) -> Location:
        """Return where the text ends."""
        return Location(self.source, len(self._lines), len(self._lines[-1].rstrip("\r")) + 1)

    def integer(self, what: Message | str, low: int | None = None, high: int | None = None) -> int:
        """Take an integer between `low` and `high`: a right one in little time, else with the base class."""
        taken = self.taken
        if taken < len(self._numbers):
            value = self._numbers[taken]
        elif taken < len(self._words) and len(word := self._words[taken]) <= MOST_DIGITS and INTEGER.fullmatch(word):
            value = int(word)
        else:
            return super().integer(what, low, high)
        if (low is not None and value < low) or (high is not None and value > high):
            return super().integer(what, low, high)
        self.taken = taken + 1
        return value

    def integers(self, count: int, low: int, high: int | None) -> list[int] | None:
        """Take `count` integers between `low` and `high`. Returns None, and takes nothing, where one is wrong."""
        end = self.taken + count
        found = self._numbers[self.taken : end]
        if len(found) < count or min(found) < low or (high is not None and max(found) > high):
            return None
        self.taken = end
        return found

    def columns(self, width: int, count: int) -> list[list[int]] | None:
        """Take `count` rows of `width` integers as columns. Returns None where there are no rows, or not as many."""
        end = self.taken + count * width
        if count <= 0 or end > len(self._numbers):
            return None
        found = self._numbers[self.taken : end]
        self.taken = end
        return [found[place::width] for place in range(width)]

    def size(self, what: str, low: int, high: int | None) -> int:
        """Take an integer from `low` to `high`, or at least `low` if limits are lifted."""
        return self.integer(what, low, high if self.limits else None)

    def rows(self, height: int, width: int, letters: str) -> list[str]:
        """Take `height` rows of `width` letters each: right ones in little time, else with the base class."""
        found = self._words[self.taken : self.taken + height]
        if len(found) == height and all(len(row) == width and not row.strip(letters) for row in found):
            self.taken += height
            return found
        return [self.row(width, letters, Message("expected.row-number", {"number": n})) for n in range(1, height + 1)]

    def broken(self, expected: Message, found: Message | str | None = None, back: int = 1) -> InputError:
        """Return the error for the word that was taken `back` words ago, 1 for the last word."""
        return self.error(expected, self._word(self.taken - back), found)
