"""The signs on boards, which differ in shape as well as in colour: winning moves, P-positions, the piece, the scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.drawing.colours import BLACK, WHITE, digit_paint, ink_on, mark_paint, of_nimber, paint, value_paint
from grundy.drawing.svg_parts import SIZE, Item, num, width_of
from grundy.runtime.messages import figure

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BULLSEYE = ((BLACK, 11), (WHITE, 9), (BLACK, 5))  # a winning move on cells without numbers: colours, widths in pixels
_SWATCHES = 10  # the most values of the scale in a legend
_SCALE_DIGITS = 40  # the most digits of all values of the scale together


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
