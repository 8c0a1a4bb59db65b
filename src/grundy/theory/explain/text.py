"""Plain text for a page of 79 columns: paragraphs, columns of binary digits, boards side by side.

Python's `textwrap` does not serve here, because it counts characters: Chinese, Japanese and Korean characters are two
columns wide, and Japanese is written without blanks.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import zip_longest
from typing import TYPE_CHECKING

from grundy.runtime.messages.rendering import JAPANESE

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 79  # columns
_GAP = "    "  # between boards that stand side by side
_CLOSING = "、。」）」・ー：:,."
_OPENING = "「（"
# A line may end after each Japanese letter.
_CHUNK = re.compile(rf"\s+|[{_OPENING}]*[{JAPANESE}][{_CLOSING}]*|[{_OPENING}]*[^\s{JAPANESE}]+[{_CLOSING}]*")


def paragraph(words: str, first: str = "", rest: str | None = None, width: int = WIDTH) -> str:
    """Return `words` wrapped to `width` columns.

    The first line begins with `first`, and the others with `rest`, or with blanks as wide as `first`.

    >>> print(paragraph("one " * 20, "  0  "))
      0  one one one one one one one one one one one one one one one one one one
         one one
    """
    hang = " " * len(first) if rest is None else rest
    lines, line, indent, blanks = [], first, first, ""
    for chunk in _CHUNK.findall(words):
        if chunk.isspace():
            blanks = chunk
            continue
        begins = line == indent
        if not begins and width_of(line + blanks + chunk) > width >= width_of(indent + chunk):
            lines.append(line)
            line, indent, begins = hang, hang, True
        line += chunk if begins else blanks + chunk
        blanks = ""
        while width_of(line) > width:  # a single word is longer than a line
            most = _columns(line, width)
            lines.append(line[:most].rstrip())
            line, indent = hang + line[most:].lstrip(), hang
    return "\n".join([*lines, line])


def width_of(text: str) -> int:
    """Return the columns that a text takes on a terminal: a wide character takes two, a combining character none.

    >>> width_of("nim"), width_of("님"), width_of("ニム")
    (3, 2, 4)
    """
    return len(text) if text.isascii() else sum(map(_width, text))


def padded(text: str, width: int) -> str:
    """Return a text with blanks after it, `width` columns wide."""
    return text + " " * (width - width_of(text))


def _width(letter: str) -> int:
    return 0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")


def _columns(text: str, most: int) -> int:
    """Return how many characters of a text fit into `most` columns."""
    width = 0
    for number, letter in enumerate(text):
        width += _width(letter)
        if width > most:
            return number
    return len(text)


def shortened(text: str, most: int) -> str:
    r"""Return a text on one line of at most `most` columns, cut off with ``...`` if it is longer.

    >>> shortened("X..\n...", 9), shortened("X....\n.....", 9)
    ('X../...', 'X..../...')
    """
    line = "/".join(text.split("\n"))
    return line if width_of(line) <= most else line[: _columns(line, most - 3)] + "..."


def binary_columns(
    rows: Sequence[tuple[str, str, int | None]], total: tuple[str, str, int | None], long: str = "..."
) -> str:
    """Return lines of named numbers with their binary digits in columns, and the total below a line of dashes.

    A row is a name, the number as text, and the number, or None if no digits are shown. Digits are spaced if there is
    room. If they do not fit beside the names, they get lines of their own; if they are longer than a line, the text
    `long` replaces them.

    >>> print(binary_columns([("first", "5", 5), ("second", "3", 3)], ("sum", "6", 6)))
                  4 2 1
      first   5   1 0 1
      second  3   0 1 1
      -----------------
      sum     6   1 1 0
    """
    everything = [*rows, total]
    bits = max(1, *(value.bit_length() for _, _, value in everything if value is not None), 1)
    names = aligned(everything)
    space = WIDTH - width_of(names[0]) - 3
    heads = [str(1 << place) for place in reversed(range(bits))]
    if sum(map(len, heads)) + bits - 1 <= space:
        return _beside_names(names, everything, heads, " ")
    if bits <= space:
        return _beside_names(names, everything, [""] * bits, "")
    lines = [shortened(name, WIDTH) for name in names]
    if bits + 2 <= WIDTH:
        digits = [_digits(value, bits) for _, _, value in everything]
        return "\n".join([*lines, "", *(f"  {line}" for line in [*digits[:-1], "-" * bits, digits[-1]])])
    return "\n".join([*lines, f"  {long}"])


def aligned(rows: Sequence[tuple[str, str, int | None]]) -> list[str]:
    """Return the names and the numbers of rows, as `binary_columns` takes them, in two columns."""
    names, numbers = (max(map(width_of, column)) for column in list(zip(*rows, strict=True))[:2])
    return [f"  {padded(name, names)}  {' ' * (numbers - width_of(number))}{number}" for name, number, _ in rows]


def _beside_names(
    names: Sequence[str], rows: Sequence[tuple[str, str, int | None]], heads: list[str], between: str
) -> str:
    lines = [" " * (width_of(names[0]) + 3) + between.join(heads)] if any(heads) else []
    for name, (_, _, value) in zip(names, rows, strict=True):
        digits = zip(_digits(value, len(heads)), heads, strict=True)
        lines.append(f"{name}   {between.join(f'{digit:>{max(1, len(head))}}' for digit, head in digits)}")
    rule = "  " + "-" * (max(map(width_of, lines)) - 2)
    return "\n".join([*(line.rstrip() for line in lines[:-1]), rule, lines[-1].rstrip()])


def _digits(value: int | None, bits: int) -> str:
    return " " * bits if value is None else f"{value:0{bits}b}"


def beside(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Return blocks of lines side by side, or one below the other if they are too wide together.

    >>> beside([["ab", "c"], ["d"]])
    ['ab    d', 'c']
    """
    widths = [max(map(width_of, block), default=0) for block in blocks]
    if sum(widths) + len(_GAP) * (len(blocks) - 1) > WIDTH:
        return [line for number, block in enumerate(blocks) for line in ([""] if number else []) + list(block)]
    return [
        _GAP.join(padded(line, width) for line, width in zip(lines, widths, strict=True)).rstrip()
        for lines in zip_longest(*blocks, fillvalue="")
    ]
