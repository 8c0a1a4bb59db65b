"""Building blocks of all SVG drawings: escaped text, numbers, stacked blocks, and legends."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from grundy.drawing.colours import paint
from grundy.runtime.messages import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
# sizes in pixels
SIZE = 13  # the size of text
LEAST_WIDTH = 440  # the least width of a picture, so that heading and legend fit
LINE = 20  # from one line of text to the next
_WIDE = 0.54  # the width of a letter relative to its height, as in wide fonts
_GAP = 18  # between two items of a legend
_NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MOST_MOVES = 40  # moves of a list


class Block(NamedTuple):
    """A drawing from (0, 0) to (width, height), and its description in words."""

    width: float
    height: float
    body: str
    words: str = ""


class Item(NamedTuple):
    """An item of a legend: a sign from (0, 0) to (width, `LINE`), and its meaning."""

    width: float
    sign: str
    meaning: str


def clean(text: str) -> str:
    """Return text for XML: control characters as escapes, other characters that XML does not allow as U+FFFD."""
    return escape(_NOT_XML.sub("\ufffd", printable(text)), quote=False)


def num(number: float) -> str:
    """Return a coordinate as text, with at most two decimals.

    >>> num(3.0), num(2.504), num(-0.001)
    ('3', '2.5', '0')
    """
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def width_of(text: str, size: float = SIZE) -> float:
    """Return an estimate of the width of a text, too wide rather than too narrow; wide letters count twice."""
    return _WIDE * size * sum(1 + (ord(letter) >= 0x1100) for letter in text)


def label(  # noqa: PLR0913 - the style of a line has many parts
    x: float,
    baseline: float,
    text: str,
    *,
    size: float = SIZE,
    anchor: str = "start",
    dye: str = "ink",
    bold: bool = False,
) -> str:
    """Return one line of text."""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    where += ' font-weight="600"' if bold else ""
    return f'<text x="{num(x)}" y="{num(baseline)}" font-size="{num(size)}"{where} {paint(dye)}>{clean(text)}</text>'


def placed(block: Block, x: float, y: float) -> str:
    """Return the body of a block, moved to (x, y)."""
    return f'<g transform="translate({num(x)} {num(y)})">{block.body}</g>'


def stacked(blocks: Iterable[Block], gap: float) -> Block:
    """Return blocks one below the other, as one block."""
    height = width = 0.0
    bodies: list[str] = []
    words: list[str] = []
    for block in blocks:
        height += gap if bodies else 0
        bodies.append(placed(block, 0, height))
        words.append(block.words)
        height, width = height + block.height, max(width, block.width)
    return Block(width, height, "".join(bodies), "\n".join(filter(None, words)))


def lines(text: Sequence[str], *, size: float = SIZE, dye: str = "ink", bold: bool = False) -> Block:
    """Return lines of text one below the other."""
    step = size * LINE / SIZE
    body = "".join(
        label(0, number * step + size * 1.1, line, size=size, dye=dye, bold=bold) for number, line in enumerate(text)
    )
    return Block(max((width_of(line, size) for line in text), default=0), step * len(text), body)


def wrapped(text: str, width: float, *, size: float = SIZE, dye: str = "ink", bold: bool = False) -> Block:
    """Return text in lines of about `width`; a longer word is broken."""
    most = max(8, int(width / (_WIDE * size)))
    rows: list[str] = []
    for word in text.split():
        pieces = [word[start : start + most] for start in range(0, len(word), most)]
        for piece in pieces:
            if rows and len(rows[-1]) + 1 + len(piece) <= most:
                rows[-1] += f" {piece}"
            else:
                rows.append(piece)
    return lines(rows, size=size, dye=dye, bold=bold)


def legend(items: Sequence[Item], width: float) -> Block:
    """Return the items in lines of about `width`; the meaning of a wider item takes several lines."""
    x = y = reach = 0.0
    body: list[str] = []
    for sign, marks, meaning in items:
        start = sign + 6 if sign else 0
        words = wrapped(meaning, max(140, width - start), dye="dim")
        whole = start + words.width
        if x and x + whole > width:
            x, y = 0.0, y + LINE + 4
        body.append(placed(Block(sign, LINE, marks), x, y))
        body.append(placed(words, x + start, y))
        reach = max(reach, x + whole)
        x += whole + _GAP
        if words.height > LINE:
            x, y = 0.0, y + words.height + 4
    return Block(reach, y + LINE if x else max(0, y - 4), "".join(body))


def numbered(first: int, count: int, near: float, space: float) -> Sequence[int]:
    """Return which of `count` numbers from `first`, `near` pixels apart, are shown if each needs `space` pixels.

    >>> list(numbered(1, 12, 10, 30))
    [5, 10]
    """
    step = next(step for step in (1, 5, 10, 20, 50, 100, 200, 500, 1000) if step * near >= space)
    return [number for number in range(first, first + count) if number % step == 0]


def some(words: Sequence[str], most: int = _MOST_MOVES) -> str:
    """Return words joined by commas; if there are more than `most`, the first ones and the number of all."""
    if len(words) <= most:
        return ", ".join(words)
    return f"{', '.join(words[:most])} ... ({len(words):,} in all)"
