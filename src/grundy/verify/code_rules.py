"""The rules of a game of heaps: the checker's own reader of codes.

Codes are octal or hexadecimal digits (``0.77``, ``4.007``, ``0.33f``), sets of takes (``{1,3,5..9}``) and
``unequal-2``, Grundy's game. Digits that repeat for ever (``0.[8]``) are read only as far as a claim needs them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from grundy.verify.report import Unreadable, shown

MOST_TAKEN = 1000  # tokens
_TAIL = re.compile(r"([048c])\.([0-9a-f]{0,1000})\[([0-9a-f]{1,1000})\]")
_DIGITS = re.compile(r"([048c])\.([0-9a-f]{1,1000})")
_RUN = r"[1-9][0-9]{0,3}(?:\.\.[1-9][0-9]{0,3})?"  # a number, or the first and the last number of a range
_SET = re.compile(rf"\{{({_RUN}(?:,{_RUN}){{0,999}})\}}")


class Rules(NamedTuple):
    """What a move may leave: digit t of a code holds it as bits for a move that takes t tokens.

    Bit 1: nothing, if t is the whole heap. Bit 2: one heap. Bit 4: two heaps. Bit 8: three heaps. Each remaining heap
    has at least one token. With `unequal`, the two heaps have different sizes.
    """

    code: str
    digits: tuple[int, ...]
    unequal: bool = False
    tail: int | None = None  # the first of the digits that repeat for ever
    cycle: int = 0  # the number of these digits

    def places(self, bit: int) -> list[int]:
        """Return the numbers of tokens taken whose digit contains `bit`."""
        return [take for take, digit in enumerate(self.digits) if digit & bit]

    @property
    def heaps(self) -> int:
        """The most heaps that a move leaves, at least 1."""
        return max(1, max(self.digits).bit_length() - 1)

    @property
    def last(self) -> int:
        """The last place of the code with a digit that is not 0."""
        return max((take for take, digit in enumerate(self.digits) if digit), default=0)


def read_rules(code: str, tail: int = 0) -> Rules:
    """Return the rules of a code, with digits that repeat for ever up to place `tail` - 1.

    Raises `Unreadable` for a code that this program cannot check.

    >>> read_rules("0.07").digits
    (0, 0, 7)
    >>> read_rules("{1,3}").digits
    (0, 3, 0, 3)
    >>> read_rules("{2..5}").digits
    (0, 0, 3, 3, 3, 3)
    >>> read_rules("0.7[3]", tail=5).digits
    (0, 7, 3, 3, 3)
    """
    if code == "unequal-2":
        return Rules(code, (4,), unequal=True)
    takes = _SET.fullmatch(code)
    if takes:
        runs = [[int(end) for end in word.split("..")] for word in takes[1].split(",")]
        numbers = [take for ends in runs for take in range(ends[0], ends[-1] + 1)]
        if numbers and numbers == sorted(set(numbers)) and numbers[-1] <= MOST_TAKEN:
            return Rules(code, tuple(3 if take in numbers else 0 for take in range(numbers[-1] + 1)))
    digits = _DIGITS.fullmatch(code)
    if digits:
        return Rules(code, tuple(int(letter, 16) for letter in digits[1] + digits[2]))
    endless = _TAIL.fullmatch(code)
    if endless and tail:
        first, again = endless[1] + endless[2], endless[3]
        letters = first + again * max(0, -(-(tail - len(first)) // len(again)))
        digits_to = tuple(int(letter, 16) for letter in letters[:tail])
        return Rules(code, digits_to, tail=len(first), cycle=len(again))
    digits_read = "digits" if tail else "digits that end"
    message = f"code: expected octal or hexadecimal {digits_read}, a set of takes or unequal-2, found {shown(code)}"
    raise Unreadable(message)
