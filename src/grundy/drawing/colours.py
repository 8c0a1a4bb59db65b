"""Colours of pictures: a scale for nimbers, the ink that shows on each of its colours, and the paints.

The scale is viridis (Stefan van der Walt and Nathaniel Smith 2015, the default of matplotlib, CC0):
perceptually uniform, in order of lightness, and readable without colour vision. Ink is black or white
by the relative luminance and the contrast ratio of WCAG 2.2.
"""

from __future__ import annotations

from functools import cache

Colour = tuple[int, int, int]

# Viridis at 0, 1/16, ..., 1; between these, colours are interpolated.
_VIRIDIS = tuple(
    f"#{stop}"
    for stop in (
        *("440154", "48186a", "472d7b", "424086", "3b528b", "33638d", "2c728e", "26828e", "21918c"),
        *("1fa088", "28ae80", "3fbc73", "5ec962", "84d44b", "addc30", "d8e219", "fde725"),
    )
)

BLACK, WHITE = "#000000", "#ffffff"

# Name: the property it paints, its colour on a light card, its colour on a dark one.
PAINTS = {
    "card": ("fill", "#ffffff", "#0d1117"),
    "ink": ("fill", "#1f2328", "#f0f3f6"),
    "dim": ("fill", "#59636e", "#9198a1"),
    "blank": ("fill", "#e4e8ec", "#2a313a"),
    "soft": ("fill", "#f3f5f7", "#171c23"),
    "line": ("stroke", "#1f2328", "#f0f3f6"),
    "faint": ("stroke", "#8b949e", "#7d8590"),
    "card-line": ("stroke", "#ffffff", "#0d1117"),
    "win": ("stroke", "#0550ae", "#79c0ff"),
    "win-ink": ("fill", "#0550ae", "#79c0ff"),
}


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
def ink_on(colour: str) -> str:
    """Return black or white, whichever has the higher contrast to `colour`; it is at least 4.58.

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


def paint(name: str) -> str:
    """Return the attributes of a paint: a class that knows dark cards, and the colour on a light one."""
    return f'class="g-{name}" {PAINTS[name][0]}="{PAINTS[name][1]}"'


def style() -> str:
    """Return the style sheet of the paints, for light and for dark surroundings."""
    light, dark = (
        "".join(f".g-{name}{{{paint[0]}:{paint[which]}}}" for name, paint in PAINTS.items()) for which in (1, 2)
    )
    return f"{light}@media (prefers-color-scheme:dark){{{dark}}}"


def _parse(colour: str) -> Colour:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
