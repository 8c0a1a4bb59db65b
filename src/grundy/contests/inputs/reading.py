"""The text of an input, and the reading of its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.games.text import Scanner
from grundy.messages import Message

if TYPE_CHECKING:
    from grundy.errors import InputError

_SHORT = 18  # digits


class Input(Scanner):
    """A scanner that knows whether the contest's upper limits hold."""

    powers = False  # 10^9 is no integer there

    def __init__(self, text: str, source: str = "input", *, limits: bool = True) -> None:
        """Read `text`; errors name `source`."""
        super().__init__(text, source)
        self.limits = limits
        self.fresh = True  # whether the part that is read begins a line

    def integer(self, what: Message | str, low: int | None = None, high: int | None = None) -> int:
        """Take an integer between `low` and `high`: in less time where it is one, which is what inputs are made of."""
        word = self._ahead
        if word is not None and len(word.text) <= _SHORT and word.text.isdecimal() and word.text.isascii():
            value = int(word.text)
            if (low is None or value >= low) and (high is None or value <= high):
                self._ahead = next(self._words, None)
                self.last = word
                return value
        return super().integer(what, low, high)

    def size(self, what: str, low: int, high: int | None) -> int:
        """Take an integer from `low` to `high`, or at least `low` if limits are lifted."""
        return self.integer(what, low, high if self.limits else None)

    def rows(self, height: int, width: int, letters: str) -> list[str]:
        """Take `height` rows of `width` letters each."""
        return [self.row(width, letters, Message("expected.row-number", {"number": n})) for n in range(1, height + 1)]

    def broken(self, expected: Message, found: Message | str | None = None) -> InputError:
        """Make the error for the last word that was taken."""
        word = self.last
        assert word is not None
        return self.error(expected, word, found)
