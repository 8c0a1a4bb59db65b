"""Colours of pictures: a scale of colours for nimbers, the colours of text on them, and the paints.

The scale is viridis (Stefan van der Walt and Nathaniel Smith 2015, the default of matplotlib, CC0): it is perceptually
uniform, ordered by lightness, and readable without colour vision. Text on it is black or white, by the relative
luminance and the contrast ratio of WCAG 2.2. A *paint* is a name for colours of areas and lines (`fill`, `stroke`).

The page reads ``tokens.js`` too. A token there is a list of paths, each with a paint: ``ink``, or ``line-5``, the paint
``line`` with lines 5 units wide. Paints are made of named colours; each name has a colour for light cards and another
for dark cards.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Colour = tuple[int, int, int]

# Viridis at 0, 1/16, ..., 1. Colours between these are interpolated.
_VIRIDIS = tuple(
    f"#{stop}"
    for stop in (
        *("440154", "48186a", "472d7b", "424086", "3b528b", "33638d", "2c728e", "26828e", "21918c"),
        *("1fa088", "28ae80", "3fbc73", "5ec962", "84d44b", "addc30", "d8e219", "fde725"),
    )
)

BLACK, WHITE = "#000000", "#ffffff"
_FILE = Path(__file__).with_name("tokens.js")

# For each paint of a picture, the names of its colours in tokens.js. Paints of tokens.js have names such as ``t-ink``.
_PARTS = {
    "card": {"fill": "card"},
    "ink": {"fill": "ink"},
    "dim": {"fill": "dim"},
    "blank": {"fill": "soft"},
    "soft": {"fill": "soft"},
    "rule": {"stroke": "rule"},
    "wall": {"fill": "wall"},
    "wall-line": {"stroke": "wall"},
    "line": {"stroke": "ink"},
    "faint": {"stroke": "edge"},
    "card-line": {"stroke": "card"},
    "leaf-line": {"stroke": "leaf"},
    "win": {"stroke": "win"},
    "win-ink": {"fill": "win"},
}
_USED = re.compile(r'class="g-([a-z-]+)"')
_MARKED = re.compile(r'class="g-(?:value|digit|mark)" ')
_PAINTED = re.compile(r'class="g-([a-z-]+)"(?: (?:fill|stroke)="#[0-9a-f]{6}")+')
_ON_PAPER = {"card": "#ffffff", "soft": "#ffffff", "rule": "#666666", "dim": "#333333"}  # all others are black
_FORCED = {"card": "Canvas", "soft": "Canvas", "win": "Highlight"}  # in forced colours; all others are CanvasText
_ON_VALUES = {"value", "digit", "mark"}  # paints of nimbers, which become outlines where there are no colours
_HALF = 5  # the nimber in the middle of the scale for boards


@cache
def tokens() -> dict[str, dict[str, Any]]:
    """Return the colours, the paints and the tokens of ``tokens.js``."""
    text = _FILE.read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text[text.index("{\n") : text.rindex("}") + 1])
    return found


@cache
def of_value(value: int, top: int) -> str:
    """Return the colour of a nimber on the scale from 0 to `top`.

    >>> of_value(0, 5), of_value(5, 5)
    ('#440154', '#fde725')
    """
    place = (len(_VIRIDIS) - 1) * value / max(top, 1)
    below = min(int(place), len(_VIRIDIS) - 2)
    low, high = _parse(_VIRIDIS[below]), _parse(_VIRIDIS[below + 1])
    mixed = (round(a + (b - a) * (place - below)) for a, b in zip(low, high, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


@cache
def of_nimber(nimber: int) -> str:
    """Return the colour of a nimber on a board. All boards have the same scale, so a colour has one meaning.

    >>> of_nimber(0), of_nimber(5)
    ('#440154', '#21918c')
    """
    return of_value(nimber, nimber + _HALF)


@cache
def ink_on(colour: str) -> str:
    """Return black or white, whichever has the higher contrast to `colour`; the contrast ratio is at least 4.58.

    >>> ink_on("#440154"), ink_on("#fde725")
    ('#ffffff', '#000000')
    """
    return max(WHITE, BLACK, key=lambda ink: contrast(colour, ink))


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2, 1.4.3)."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2.2)."""
    red, green, blue = map(_linear, _parse(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def parts(name: str) -> dict[str, str]:
    """Return the names of the colours of a paint, for ``fill``, for ``stroke`` or for both."""
    if not name.startswith("t-"):
        return _PARTS[name]
    about = tokens()["paints"][name[2:]]
    return {part: about[part] for part in ("fill", "stroke") if part in about}


def colour(name: str, *, dark: bool = False) -> str:
    """Return a colour by its name, for a light or a dark card."""
    found: str = tokens()["colours"][name][dark]
    return found


def paint(name: str) -> str:
    """Return the attributes of a paint: the colours on a light card, and a class for the other colours of `style`."""
    return " ".join([f'class="g-{name}"', *(f'{part}="{colour(own)}"' for part, own in parts(name).items())])


def value_paint(fill: str) -> str:
    """Return the attributes of an area in the colour of a nimber; it becomes an outline where there are no colours."""
    return f'class="g-value" fill="{fill}"'


def digit_paint(ink: str) -> str:
    """Return the attributes of a number on an area in the colour of a nimber."""
    return f'class="g-digit" fill="{ink}"'


def mark_paint(ink: str) -> str:
    """Return the attributes of a line on an area in the colour of a nimber."""
    return f'class="g-mark" stroke="{ink}"'


def style(body: str) -> str:
    """Return the style sheet of the paints of a drawing: for dark pages, for print and for forced colours."""
    used = sorted({*_USED.findall(body)} - _ON_VALUES)

    def rules(colour_of: Callable[[str], str]) -> str:
        return "".join(
            f".g-{name}{{{';'.join(f'{part}:{colour_of(own)}' for part, own in parts(name).items())}}}" for name in used
        )

    plain = ".g-value{{fill:{0};stroke:{1};stroke-width:1}}.g-digit{{fill:{1}}}.g-mark{{stroke:{1}}}"
    plain = plain if "g-value" in body else ""
    paper, forced = plain.format("#fff", "#000"), plain.format("Canvas", "CanvasText")
    return (
        f"@media (prefers-color-scheme:dark){{{rules(lambda own: colour(own, dark=True))}}}"
        f"@media print{{{rules(lambda own: _ON_PAPER.get(own, BLACK))}{paper}}}"
        f"@media (forced-colors:active){{{rules(lambda own: _FORCED.get(own, 'CanvasText'))}{forced}}}"
    )


def in_properties(body: str) -> str:
    """Return a drawing whose paints are custom properties of the page that shows it, instead of classes.

    >>> in_properties(f"<path {paint('ink')}/>")
    '<path fill="var(--ink)"/>'
    """
    return _painted(_MARKED.sub("", body), lambda own: f"var(--{own})")


def on_paper(body: str) -> str:
    """Return a drawing in black and white, dark enough for a copier; squares of cells have an edge.

    >>> on_paper(f"<path {paint('leaf-line')}/><path {paint('blank')}/>")
    '<path stroke="#000000"/><path fill="#ffffff" stroke="#666666"/>'
    """
    edged = body.replace(paint("blank"), f"{paint('blank')} {paint('rule')}")
    return _painted(edged, lambda own: _ON_PAPER.get(own, BLACK))


def _painted(body: str, colour_of: Callable[[str], str]) -> str:
    """Return a drawing in which each paint is given by its colours alone, without a class."""
    return _PAINTED.sub(
        lambda found: " ".join(f'{part}="{colour_of(own)}"' for part, own in parts(found[1]).items()), body
    )


def themed(within: str, body: str) -> str:
    """Return the style sheet of the paints of a drawing inside an element whose ``color-scheme`` is light or dark."""
    used = sorted({*_USED.findall(body)} - _ON_VALUES)
    return "".join(
        f"{within} .g-{name}{{"
        + ";".join(f"{part}:light-dark({colour(own)},{colour(own, dark=True)})" for part, own in parts(name).items())
        + "}"
        for name in used
    )


def _parse(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
