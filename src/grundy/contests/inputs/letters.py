"""Words and boards of letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.contests.inputs.expressions import Expression, Scope
from grundy.contests.inputs.parts import InputPart
from grundy.contests.inputs.sources import Unfit, rows_of
from grundy.errors import RulesetError
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grundy.contests.inputs.input_words import Input
    from grundy.contests.inputs.sources import ValueSource

_FREE = 3  # the first letters, which cost nothing in tiny inputs


class _Letters(InputPart):
    """A part of letters. The first letter is the simplest one."""

    letters: str

    def _take_letters(self, letters: str) -> None:
        if not letters or len(set(letters)) < len(letters) or any(one.isspace() for one in letters):
            raise RulesetError("error.problem-letters", found=repr(letters))
        self.letters = letters

    def _letters_in_words(self) -> Message:
        return Message("limit.letters", {"name": self.name, "text": " ".join(self.letters)})

    def _tiny_cells(self, cells: int, cost: int) -> Iterator[str]:
        """Yield the texts of `count` letters with this cost."""
        if not cells:
            if not cost:
                yield ""
            return
        for number, letter in enumerate(self.letters):
            own = max(0, number - _FREE + 1)
            if own <= cost:
                yield from (letter + rest for rest in self._tiny_cells(cells - 1, cost - own))

    def _simpler(self, cells: str) -> Iterator[str]:
        """Yield texts with the simplest letter in a half, in a quarter, and so on; then with each simpler letter."""
        first = self.letters[0]
        size = len(cells)
        while size:
            for start in range(0, len(cells), size):
                yield cells[:start] + first * len(cells[start : start + size]) + cells[start + size :]
            size //= 2
        for place, letter in enumerate(cells):
            for simpler in self.letters[1 : self.letters.index(letter)]:
                yield cells[:place] + simpler + cells[place + 1 :]

    def _flat(self, cells: str) -> Iterator[int]:
        yield from map(self.letters.index, cells)


class Word(_Letters):
    """A word of letters on one line, of a length from `low` to `high`; of exactly `low` without `high`.

    >>> parts = Word("s", "ab", 1, 100), Word("t", "ab", "len(s)")
    """

    def __init__(self, name: str, letters: str, low: int | str, high: int | str | None = None) -> None:
        """Set the name, the sizes, and the letters, the simplest one first."""
        self.name = name
        self._take_letters(letters)
        self.low = Expression(low)
        self.high = self.low if high is None else Expression(high)
        self.counted = self.low.name if high is None else None

    def counts(self) -> Iterator[str]:
        """Yield the name of the length."""
        if self.counted:
            yield self.counted

    def check(self, known: Sequence[str]) -> None:
        """Check the names of the lengths."""
        self.low.check(known, self.name)
        self.high.check(known, self.name)

    def limits(self) -> Iterator[tuple[str | Message, str | Message]]:
        """Yield the lengths and the letters."""
        if self.high is not self.low:
            yield Message("limit.length", {"name": self.name}), f"{self.low} <= {{}} <= {self.high}"
        yield "", self._letters_in_words()

    def read(self, scan: Input, scope: Scope) -> str:
        """Take the word."""
        low, high = self.low.value(scope), self.high.value(scope)
        word = scan.take(self.name)
        length = len(word.text)
        if low <= length <= high or (low < high and length >= low and not scan.limits):
            return scan.checked_row(word, length, self.letters)
        if low == high:
            return scan.checked_row(word, low, self.letters)
        scan.checked_row(word, length, self.letters)
        expected = Message("expected.letters", {"name": self.name, "low": low, "high": high})
        raise scan.error(expected, word, Message("found.cells", {"count": length}), min(length, high))

    def lines(self, value: Any, scope: Scope) -> list[str]:
        """Write it."""
        del scope
        return [value]

    def draw(self, source: ValueSource, scope: Scope) -> str:
        """Draw a word."""
        low, high = self.low.value(scope), self.high.value(scope)
        return source.rows(self.letters, 1, low if low == high else source.size(low, high))[0]

    def tiny(self, scope: Scope, cost: int) -> Iterator[str]:
        """Yield all words of this cost."""
        low, high = self.low.value(scope), self.high.value(scope)
        for own in range(min(cost, high - low) + 1):
            yield from self._tiny_cells(low + own, cost - own)

    def fit(self, value: Any, scope: Scope) -> str:
        """Return the nearest word of an allowed length."""
        low, high = self.low.value(scope), self.high.value(scope)
        return str(value[:high] + self.letters[0] * (low - len(value)))

    def kept(self, value: Any, name: str, kept: Sequence[int]) -> Any:
        """Return the remaining letters."""
        return "".join(value[place] for place in kept if place < len(value)) if self.counted == name else value

    def cuts(self, value: Any, scope: Scope) -> Iterator[str]:
        """Yield shorter words, where no other part has their length, and words of simpler letters."""
        del scope
        if self.high is not self.low:
            size = len(value) // 2
            while size:
                yield from (value[:start] + value[start + size :] for start in range(len(value) - size + 1))
                size //= 2
        yield from self._simpler(value)

    def flat(self, value: Any) -> Iterator[int]:
        """Yield the letters by their numbers."""
        yield from self._flat(value)


class Rows(_Letters):
    """A board: `height` rows of `width` letters each, numbers or expressions of names that stand before.

    >>> from grundy.contests import Int
    >>> parts = Int("H", 1, 20), Int("W", 1, 20), Rows("board", "H", "W", ".X")
    """

    def __init__(self, name: str, height: int | str, width: int | str, letters: str) -> None:
        """Name it, and give its sides and its letters, the simplest one first."""
        self.name = name
        self._take_letters(letters)
        self.height, self.width = Expression(height), Expression(width)
        self.counted = self.height.name

    def counts(self) -> Iterator[str]:
        """Yield the names of the sides."""
        yield from (side.name for side in (self.height, self.width) if side.name)

    def check(self, known: Sequence[str]) -> None:
        """Check the names of the sides."""
        self.height.check(known, self.name)
        self.width.check(known, self.name)

    def limits(self) -> Iterator[tuple[str | Message, str | Message]]:
        """Yield the letters."""
        yield "", self._letters_in_words()

    def read(self, scan: Input, scope: Scope) -> tuple[str, ...]:
        """Take the rows."""
        return tuple(scan.rows(*self._sides(scope), self.letters))

    def lines(self, value: Any, scope: Scope) -> list[str]:
        """Write the rows."""
        del scope
        return list(value)

    def draw(self, source: ValueSource, scope: Scope) -> tuple[str, ...]:
        """Draw a board."""
        return source.rows(self.letters, *self._sides(scope))

    def tiny(self, scope: Scope, cost: int) -> Iterator[tuple[str, ...]]:
        """Yield all boards of this cost."""
        height, width = self._sides(scope)
        yield from (rows_of(cells, height, width) for cells in self._tiny_cells(height * width, cost))

    def fit(self, value: Any, scope: Scope) -> tuple[str, ...]:
        """Return the nearest board with these sides."""
        height, width = self._sides(scope)
        first = self.letters[0]
        rows = (*value[:height], *[""] * (height - len(value)))
        return tuple(row[:width] + first * (width - len(row)) for row in rows)

    def kept(self, value: Any, name: str, kept: Sequence[int]) -> Any:
        """Return the remaining rows or columns."""
        if self.height.name == name:
            value = tuple(value[place] for place in kept)
        if self.width.name == name:
            value = tuple("".join(row[place] for place in kept) for row in value)
        return value

    def cuts(self, value: Any, scope: Scope) -> Iterator[tuple[str, ...]]:
        """Yield boards of simpler letters."""
        height, width = self._sides(scope)
        yield from (rows_of(cells, height, width) for cells in self._simpler("".join(value)))

    def flat(self, value: Any) -> Iterator[int]:
        """Yield the letters by their numbers."""
        yield from self._flat("".join(value))

    def _sides(self, scope: Scope) -> tuple[int, int]:
        sides = self.height.value(scope), self.width.value(scope)
        if min(sides) < 0:
            raise Unfit
        return sides
