"""Tokens as SVG: a picture defines each token once, and places it with the element `use`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from grundy.drawing.colours import digit_paint, mark_paint, paint, tokens
from grundy.drawing.svg_parts import num

if TYPE_CHECKING:
    from collections.abc import Iterable

_SIDE = 48  # units of the square on which a token is drawn
_USED = re.compile(r'href="#t-([a-z-]+)"')


def use(name: str, x: float, y: float, side: float) -> str:
    """Return a token in a square of `side` pixels whose upper left corner is (x, y)."""
    if name not in tokens()["tokens"]:  # ``nothing``, ``gap`` and ``ground`` are names without a drawing
        return ""
    scale = f" scale({num(side / _SIDE)})" if abs(side - _SIDE) > 0.01 else ""
    return f'<use href="#t-{name}" transform="translate({num(x)} {num(y)}){scale}"/>'


def around(name: str, x: float, y: float, side: float, turn: float = 0) -> str:
    """Return a token in a square of `side` pixels whose middle is (x, y), turned by `turn` degrees."""
    if not turn:
        return use(name, x - side / 2, y - side / 2, side)
    return f'<g transform="rotate({num(turn)} {num(x)} {num(y)})">{use(name, x - side / 2, y - side / 2, side)}</g>'


def plain(name: str, x: float, y: float, side: float, colour: str) -> str:
    """Return the lines and areas of a token that are painted with ink, in another colour."""
    found = []
    for name_of_paint, path in tokens()["tokens"].get(name, ()):
        about, width = _token_paint(name_of_paint)
        if "ink" in (about.get("fill"), about.get("stroke")):
            line = f'{mark_paint(colour)} fill="none" stroke-width="{num(width)}" stroke-linecap="round"'
            found.append(f'<path {line if "stroke" in about else digit_paint(colour)} d="{path}"/>')
    return f'<g transform="translate({num(x)} {num(y)}) scale({num(side / _SIDE)})">{"".join(found)}</g>'


def definitions(body: str) -> str:
    """Return the definitions of the tokens that a drawing uses."""
    found = []
    for name in sorted({*_USED.findall(body)}):
        paths = [f'<path {_attributes(dye)} d="{path}"/>' for dye, path in tokens()["tokens"][name]]
        found.append(f'<g id="t-{name}">{"".join(paths)}</g>')
    return "".join(found)


def _token_paint(name: str) -> tuple[dict[str, Any], float]:
    """Return the data of a paint of a token, and the width of its lines."""
    base, _, width = name.partition("-")
    about = tokens()["paints"][base]
    return about, float(width or about.get("width", 0))


def _attributes(name: str) -> str:
    about, width = _token_paint(name)
    found = paint(f"t-{name.partition('-')[0]}")
    if "fill" not in about:
        found += ' fill="none"'
    if "stroke" in about:
        found += f' stroke-width="{num(width)}" stroke-linecap="round" stroke-linejoin="round"'
    if "dash" in about:
        found += f' stroke-dasharray="{_numbers(about["dash"])}"'
    return found


def _numbers(values: Iterable[float]) -> str:
    return " ".join(map(num, values))
