"""Plain text for a page of 79 columns: paragraphs, columns of binary digits, boards side by side."""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 79
_GAP = "    "


def paragraph(words: str, first: str = "", rest: str | None = None) -> str:
    """Wrap words; lines begin with `rest`, the first one with `first` (and the others with blanks for it).

    >>> print(paragraph("one " * 20, "  0  "))
      0  one one one one one one one one one one one one one one one one one one
         one one
    """
    hang = " " * len(first) if rest is None else rest
    return textwrap.fill(words, WIDTH, initial_indent=first, subsequent_indent=hang, break_on_hyphens=False)


def shortened(text: str, most: int) -> str:
    r"""Write a text on one line of at most `most` characters.

    >>> shortened("X..\n...", 9), shortened("X....\n.....", 9)
    ('X../...', 'X..../...')
    """
    line = "/".join(text.split("\n"))
    return line if len(line) <= most else line[: most - 3] + "..."


def binary_columns(rows: Sequence[tuple[str, str, int | None]], total: tuple[str, str, int | None]) -> str:
    """Write named numbers with their binary digits one below the other, and their sum below a rule.

    A row is a name, the number as text, and the number, or None where there are no digits to write. Digits
    are spaced where there is room; where they do not fit beside the names they have lines of their own, and
    where they fit nowhere they are left out.

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
    room = WIDTH - len(names[0]) - 3
    heads = [str(1 << place) for place in reversed(range(bits))]
    if sum(map(len, heads)) + bits - 1 <= room:
        return _beside_names(names, everything, heads, " ")
    if bits <= room:
        return _beside_names(names, everything, [""] * bits, "")
    lines = [name if len(name) <= WIDTH else name[: WIDTH - 3] + "..." for name in names]
    if bits + 2 <= WIDTH:
        digits = [_digits(value, bits) for _, _, value in everything]
        return "\n".join([*lines, "", *(f"  {line}" for line in [*digits[:-1], "-" * bits, digits[-1]])])
    return "\n".join([*lines, f"  (their {bits:,} binary digits are too many for a line)"])


def aligned(rows: Sequence[tuple[str, str, int | None]]) -> list[str]:
    """Return the names and the numbers of such rows as two columns."""
    names, numbers = max(len(name) for name, _, _ in rows), max(len(number) for _, number, _ in rows)
    return [f"  {name:<{names}}  {number:>{numbers}}" for name, number, _ in rows]


def _beside_names(
    names: Sequence[str], rows: Sequence[tuple[str, str, int | None]], heads: list[str], between: str
) -> str:
    lines = [" " * (len(names[0]) + 3) + between.join(heads)] if any(heads) else []
    for name, (_, _, value) in zip(names, rows, strict=True):
        digits = zip(_digits(value, len(heads)), heads, strict=True)
        lines.append(f"{name}   {between.join(f'{digit:>{max(1, len(head))}}' for digit, head in digits)}")
    rule = "  " + "-" * (max(map(len, lines)) - 2)
    return "\n".join([*(line.rstrip() for line in lines[:-1]), rule, lines[-1].rstrip()])


def _digits(value: int | None, bits: int) -> str:
    return " " * bits if value is None else f"{value:0{bits}b}"


def beside(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Put blocks of lines side by side, or below each other where they are too wide together.

    >>> beside([["ab", "c"], ["d"]])
    ['ab    d', 'c']
    """
    widths = [max(map(len, block), default=0) for block in blocks]
    if sum(widths) + len(_GAP) * (len(blocks) - 1) > WIDTH:
        return [line for number, block in enumerate(blocks) for line in ([""] if number else []) + list(block)]
    return [
        _GAP.join(f"{line:<{width}}" for line, width in zip(lines, widths, strict=True)).rstrip()
        for lines in zip_longest(*blocks, fillvalue="")
    ]
