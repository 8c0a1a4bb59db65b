"""Building blocks of all SVG drawings: escaped text, numbers, stacked blocks, legends, and the signs on boards.

The signs (winning moves, P-positions, the piece, the scale) differ in shape as well as in colour.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from grundy.drawing.colours import BLACK, WHITE, digit_paint, ink_on, mark_paint, of_nimber, paint, value_paint
from grundy.runtime.messages import figure, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
# sizes in pixels
SIZE = 13  # the size of text
LEAST_WIDTH = 440  # the least width of a picture, so that heading and legend fit
LINE = 20  # from one line of text to the next
_WIDE = 0.54  # the width of a letter relative to its height, as in wide fonts
_GAP = 18  # between two items of a legend
_NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MOST_MOVES = 40  # moves of a list
BULLSEYE = ((BLACK, 11), (WHITE, 9), (BLACK, 5))  # a winning move on cells without numbers: colours, widths in pixels
_SWATCHES = 10  # the most values of the scale in a legend
_SCALE_DIGITS = 40  # the most digits of all values of the scale together


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


def ring(x: float, y: float, radius: float, dye: str) -> str:
    """Return the ring of a winning move; it has the colour of `dye` if that is made by `digit_paint`."""
    digit = dye.partition('class="g-digit" fill=')[2]
    stroke = mark_paint(digit.strip('"')) if digit else paint("line")
    thick = max(1.5, radius / 7)
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="none" {stroke} stroke-width="{num(thick)}"/>'


def badge(x: float, y: float, side: float, value: int, wins: bool) -> str:  # noqa: FBT001 - `wins` of a move
    """Return a nimber on its colour, centred at a point; with a ring if the move wins."""
    colour, text = of_nimber(value), figure(value)
    wide = side * max(1, 0.3 + 0.35 * len(text))
    where = f'x="{num(x - wide / 2)}" y="{num(y - side / 2)}" width="{num(wide)}" height="{num(side)}"'
    size = 0.6 * side
    at = f'x="{num(x)}" y="{num(y + 0.36 * size)}" font-size="{num(size)}"'
    return (
        f'<rect {where} rx="{num(side / 8)}" {value_paint(colour)}/>'
        + (ring(x, y, 0.42 * side, digit_paint(ink_on(colour))) if wins else "")
        + f'<text {at} text-anchor="middle" {digit_paint(ink_on(colour))}>{text}</text>'
    )


def frame(x: float, y: float, side: float, ink: str) -> str:
    """Return the frame of a P-position."""
    where = f'x="{num(x)}" y="{num(y)}" width="{num(side)}" height="{num(side)}"'
    return f'<rect {where} rx="2" fill="none" {mark_paint(ink)} stroke-width="1.2" stroke-opacity="0.75"/>'


def dots(middles: Sequence[tuple[float, float]], layers: Sequence[tuple[str, float]]) -> str:
    """Return round dots, on cells without numbers, in layers with a colour and a width each."""
    path = "".join(f"M{num(x)} {num(y)}h0" for x, y in middles)
    return "".join(
        f'<path stroke="{colour}" stroke-width="{num(width)}" stroke-linecap="round" d="{path}"/>'
        for colour, width in (layers if middles else ())
    )


def disc(x: float, y: float, radius: float) -> str:
    """Return the piece: a disc that is visible on every colour."""
    where = f'cx="{num(x)}" cy="{num(y)}" r="{num(radius)}"'
    return f'<circle {where} {paint("ink")}/><circle {where} fill="none" {paint("card-line")} stroke-width="1.5"/>'


def scale(top: int, shows: str, colour_of: Callable[[int], str]) -> Item:
    """Return the scale as an item of a legend: the colours of 0 to `top`, or of some of them, with their numbers."""
    swatches = max(1, min(_SWATCHES, _SCALE_DIGITS // len(figure(top))))
    step = max(1, -(-top // swatches))
    values = [*range(0, top, step), top]
    if len(values) > 2 and values[-1] - values[-2] <= step / 2:
        del values[-2]
    body = ""
    x = 0.0
    for value in values:
        wide = max(20, width_of(figure(value), SIZE - 1) + 6)
        colour = colour_of(value)
        body += f'<rect x="{num(x)}" y="1" width="{num(wide)}" height="18" {value_paint(colour)}/>'
        body += f'<text x="{num(x + wide / 2)}" y="14.5" font-size="{SIZE - 1}" text-anchor="middle" '
        body += f"{digit_paint(ink_on(colour))}>{figure(value)}</text>"
        x += wide
    return Item(x, body, shows)
