"""SVG paths with arcs replaced by curves: TikZ computes half circles so roughly that paths do not close."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from grundy.drawing.svg_parts import num

if TYPE_CHECKING:
    from collections.abc import Iterator

Point = tuple[float, float]

_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}  # numbers after each command
_QUARTER = math.pi / 2


def without_arcs(path: str) -> str:
    """Return a path in absolute coordinates in which each arc is replaced by one or several curves.

    The path may have the commands M, L, H, V, C, Q, A and Z. Raises `ValueError` for other commands.

    >>> without_arcs("M1 1h2v3z")
    'M1 1L3 1L3 4Z'
    """
    found: list[str] = []
    point = start = (0.0, 0.0)
    for command, numbers in _commands(path):
        kind = command.upper()
        x, y = point if command.islower() else (0.0, 0.0)
        if kind == "Z":
            found.append("Z")
            point = start
            continue
        if kind == "A":
            end = (numbers[5] + x, numbers[6] + y)
            found += [_written("C", curve) for curve in _curves(point, end, numbers)]
        elif kind in "HV":
            end = (numbers[0] + x, point[1]) if kind == "H" else (point[0], numbers[0] + y)
            found.append(_written("L", [end]))
        else:
            points = [(numbers[i] + x, numbers[i + 1] + y) for i in range(0, len(numbers), 2)]
            end = points[-1]
            found.append(_written(kind, points))
        if kind == "M":
            start = end
        point = end
    return "".join(found)


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    words: list[str] = _TOKEN.findall(path)
    command, place = "", 0
    while place < len(words):
        if words[place].isalpha():
            command, place = words[place], place + 1
        count = _COUNTS.get(command.upper())
        if count is None:
            raise ValueError(path)
        yield command, [float(word) for word in words[place : place + count]]
        place += count
        if command in "Mm":  # further points after a move are lines
            command = "L" if command == "M" else "l"


def _curves(start: Point, end: Point, numbers: list[float]) -> Iterator[list[Point]]:
    """Yield an arc as curves of at most a quarter of the ellipse.

    The ellipse is turned upright, and the curves are turned back. The centre is found as in the implementation notes of
    SVG 1.1 (F.6.5).
    """
    across, down, degrees, large, sweep = numbers[:5]
    if not across or not down or start == end:
        return
    start, end = (_turned(point, -degrees) for point in (start, end))
    half = ((start[0] - end[0]) / 2 / across, (start[1] - end[1]) / 2 / down)  # on the unit circle
    length = math.hypot(*half)
    factor = max(1.0, length)  # radii that are too small are enlarged
    across, down, half = across * factor, down * factor, (half[0] / factor, half[1] / factor)
    length = min(1.0, length)
    off = math.sqrt(max(0.0, 1 / length**2 - 1)) * (-1 if bool(large) == bool(sweep) else 1)
    middle = ((start[0] + end[0]) / 2 / across, (start[1] + end[1]) / 2 / down)
    centre = (middle[0] + off * half[1], middle[1] - off * half[0])
    first, last = (math.atan2(y / down - centre[1], x / across - centre[0]) for x, y in (start, end))
    turned = (last - first) % (2 * math.pi) if sweep else -((first - last) % (2 * math.pi))
    parts = max(1, math.ceil(abs(turned) / _QUARTER - 1e-9))
    step = turned / parts
    reach = 4 / 3 * math.tan(step / 4)
    for part in range(parts):
        begin, stop = first + part * step, first + (part + 1) * step  # angles
        points = (
            (math.cos(begin) - reach * math.sin(begin), math.sin(begin) + reach * math.cos(begin)),
            (math.cos(stop) + reach * math.sin(stop), math.sin(stop) - reach * math.cos(stop)),
            (math.cos(stop), math.sin(stop)),
        )
        yield [_turned(((centre[0] + x) * across, (centre[1] + y) * down), degrees) for x, y in points]


def _turned(point: Point, degrees: float) -> Point:
    if not degrees:
        return point
    angle, (x, y) = math.radians(degrees), point
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def _written(command: str, points: list[Point]) -> str:
    return command + " ".join(f"{num(x)} {num(y)}" for x, y in points)
