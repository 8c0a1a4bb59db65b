"""Building blocks of all SVG drawings: escaped text, numbers, stacked blocks, and legends."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape

from grundy.drawing.colours import paint
from grundy.messages.plain import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
SIZE = 13  # of words, in pixels
LEAST_WIDTH = 440  # of a picture: heading and legend need some
LINE = 20  # from one line of words to the next
_WIDE = 0.54  # the width of a letter, of its height: as in wide fonts
_GAP = 18  # between two items of a legend
_NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MOST_MOVES = 40


class Block(NamedTuple):
    """A drawing from (0, 0) to (width, height), and what it shows in words."""

    width: float
    height: float
    body: str
    words: str = ""


class Item(NamedTuple):
    """An item of a legend: a sign from (0, 0) to (width, `LINE`), and what it means."""

    width: float
    sign: str
    meaning: str


def clean(text: str) -> str:
    """Escape text for XML; control characters are written as escapes, others that XML cannot hold as U+FFFD."""
    return escape(_NOT_XML.sub("\ufffd", printable(text)))


def num(number: float) -> str:
    """Write a coordinate with at most two decimals.

    >>> num(3.0), num(2.504), num(-0.001)
    ('3', '2.5', '0')
    """
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def width_of(text: str, size: float = SIZE) -> float:
    """Estimate the width of a text, rather too wide than too narrow; wide letters count twice."""
    return _WIDE * size * sum(1 + (ord(letter) >= 0x1100) for letter in text)


def label(  # noqa: PLR0913 - how a line may look
    x: float,
    baseline: float,
    text: str,
    *,
    size: float = SIZE,
    anchor: str = "start",
    dye: str = "ink",
    bold: bool = False,
) -> str:
    """Write one line of text."""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    where += ' font-weight="600"' if bold else ""
    return f'<text x="{num(x)}" y="{num(baseline)}" font-size="{num(size)}"{where} {paint(dye)}>{clean(text)}</text>'


def placed(block: Block, x: float, y: float) -> str:
    """Move a block to where it goes."""
    return f'<g transform="translate({num(x)} {num(y)})">{block.body}</g>'


def stacked(blocks: Iterable[Block], gap: float) -> Block:
    """Put blocks below each other."""
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
    """Write lines of text below each other."""
    step = size * LINE / SIZE
    body = "".join(
        label(0, number * step + size * 1.1, line, size=size, dye=dye, bold=bold) for number, line in enumerate(text)
    )
    return Block(max((width_of(line, size) for line in text), default=0), step * len(text), body)


def wrapped(text: str, width: float, *, size: float = SIZE, dye: str = "ink", bold: bool = False) -> Block:
    """Write text in lines of about `width`; a word that is longer is broken."""
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
    """Write the items in lines of about `width`, words broken where one item is wider."""
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
    """Return which of `count` numbers from `first`, `near` pixels apart, are written where each needs `space`.

    >>> list(numbered(1, 12, 10, 30))
    [5, 10]
    """
    step = next(step for step in (1, 5, 10, 20, 50, 100, 200, 500, 1000) if step * near >= space)
    return [number for number in range(first, first + count) if number % step == 0]


def some(words: Sequence[str], most: int = _MOST_MOVES) -> str:
    """Join words by commas; of many, the first and their number."""
    if len(words) <= most:
        return ", ".join(words)
    return f"{', '.join(words[:most])} ... ({len(words):,} in all)"
