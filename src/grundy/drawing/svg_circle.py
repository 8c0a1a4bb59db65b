"""Points on a circle as SVG: chords as lines, regions of free points as areas with their nimbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from grundy.drawing.colours import paint
from grundy.drawing.svg_parts import LEAST_WIDTH, LINE, Block, Item, label, legend, num, numbered, some, stacked
from grundy.drawing.svg_tokens import around

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grundy.core.scenes import CircleScene

_NEAR = 30  # pixels from a point to the next, if the radius allows
_LEAST, _MOST = 130, 420  # limits of the radius, in pixels
_MARGIN = 34  # pixels for the numbers of the points
_SMALL_RADIUS, _SMALL_MARGIN = 66, 8  # of a small picture
_DRAWN_MOVES = 40  # winning moves; if there are more, the first are listed in words
_LEAST_NEAR = 15  # pixels between points below which not all points get their numbers
_AREA = 3  # the fewest points of a region that is drawn as an area
_BADGE = 12  # the radius of the disc under a nimber, in pixels


def circle(scene: CircleScene) -> Block:
    """Return the drawing of the circle, with a legend."""
    return stacked([diagram(scene), legend(_items(scene), max(LEAST_WIDTH, 2 * (_radius(scene) + _MARGIN)))], 14)


def _radius(scene: CircleScene) -> float:
    return min(_MOST, max(_LEAST, scene.points * _NEAR / (2 * math.pi)))


def diagram(scene: CircleScene) -> Block:
    """Return the drawing of the circle, without a legend."""
    return _diagram(scene, _radius(scene), _MARGIN, named=True)


def small(scene: CircleScene) -> Block:
    """Return the drawing without room for numbers, so that its marks can be read in a small picture."""
    return _diagram(scene, _SMALL_RADIUS, _SMALL_MARGIN, named=False)


def _diagram(scene: CircleScene, radius: float, margin: float, *, named: bool) -> Block:
    middle = radius + margin

    def spot(point: int, scale: float = 1.0) -> tuple[float, float]:
        angle = 2 * math.pi * (point - 1) / scene.points
        return middle + scale * radius * math.sin(angle), middle - scale * radius * math.cos(angle)

    def line(first: int, second: int) -> str:
        (x, y), (x2, y2) = spot(first), spot(second)
        return f"M{num(x)} {num(y)}L{num(x2)} {num(y2)}"

    taken = {point for chord in scene.chords for point in chord}
    free = [point for point in range(1, scene.points + 1) if point not in taken]
    areas = "".join(_closed(map(spot, region)) for region in scene.regions if len(region) >= _AREA)
    moves = [_ends(move) for move in scene.winning_moves[:_DRAWN_MOVES]] if _all_fit(scene) else []
    near = 2 * math.pi * radius / scene.points
    dot = min(5.5, max(1.2, near / 4))
    dashes = "".join(line(*move) for move in moves)
    chords = "".join(line(*chord) for chord in scene.chords)
    body = [
        f'<circle cx="{num(middle)}" cy="{num(middle)}" r="{num(radius)}" fill="none" {paint("faint")}/>',
        f'<path {paint("blank")} d="{areas}"/>',
        f'<path {paint("rule")} fill="none" d="{areas}"/>',
        f'<path {paint("win")} fill="none" stroke-width="1.6" stroke-dasharray="5 4" d="{dashes}"/>',
        f'<path {paint("line")} fill="none" stroke-width="4" stroke-linecap="round" d="{chords}"/>',
        *(around("point-taken", *spot(point), 48 / 13 * (dot + 1)) for point in sorted(taken)),
        *(around("point", *spot(point), 48 / 13 * dot) for point in free),
    ]
    for point in numbered(1, scene.points, near, _LEAST_NEAR) if named else ():
        x, y = spot(point, 1 + 17 / radius)
        dye = "dim" if point in taken else "ink"
        body.append(label(x, y + 4.5, str(point), size=12, anchor="middle", dye=dye))
    for region, nimber in zip(scene.regions, scene.nimbers, strict=False):
        corners = list(map(spot, region))
        centre = _centre(corners)
        if len(region) >= _AREA and min(math.dist(centre, corner) for corner in corners) > _BADGE + dot:
            body.append(_badge(*centre, nimber))
    return Block(2 * middle, 2 * middle, "".join(body), _words(scene))


def _all_fit(scene: CircleScene) -> bool:
    return len(scene.winning_moves) <= _DRAWN_MOVES


def _ends(move: str) -> tuple[int, int]:
    first, second = move.split("-")
    return int(first), int(second)


def _closed(corners: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in corners) + "z"


def _centre(corners: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _badge(x: float, y: float, nimber: int) -> str:
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{_BADGE}" {paint("card")}/>'
        f"{label(x, y + 5, str(nimber), size=14, anchor='middle')}"
    )


def _items(scene: CircleScene) -> list[Item]:
    middle = LINE / 2
    found = []
    if scene.chords:
        sign = f'<path {paint("line")} stroke-width="3" stroke-linecap="round" d="M2 {num(middle)}h20"/>'
        found.append(Item(24, sign, "a drawn chord"))
    if scene.nimbers and any(len(region) >= _AREA for region in scene.regions):
        found.append(
            Item(22, f'<rect y="1" width="22" height="18" {paint("blank")}/>', "free points, and their nimber")
        )
    if scene.winning_moves and _all_fit(scene):
        sign = f'<path {paint("win")} stroke-width="1.6" stroke-dasharray="5 4" d="M0 {num(middle)}h24"/>'
        found.append(Item(24, sign, "a winning move"))
    elif scene.winning_moves:
        found.append(Item(0, "", f"winning moves: {some(scene.winning_moves)}"))
    return found


def _words(scene: CircleScene) -> str:
    text = f"{scene.points} points on a circle."
    if scene.chords:
        text += f" Chords: {some([f'{first}-{second}' for first, second in scene.chords])}."
    for index, region in enumerate(scene.regions):
        worth = f", nimber {scene.nimbers[index]}" if scene.nimbers else ""
        text += f" Free points {some([str(point) for point in region])}{worth}."
    if scene.winning_moves:
        text += f" Winning moves: {some(scene.winning_moves)}."
    return text
