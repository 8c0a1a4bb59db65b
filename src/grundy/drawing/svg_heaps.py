"""Heaps as SVG: rows of tokens, and below these the nimbers after the moves that take them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from grundy.core.scenes import HeapMove, HeapsScene
from grundy.core.values import Outcome
from grundy.drawing.svg_parts import LINE, Block, label, lines, placed, some, stacked, width_of, wrapped
from grundy.drawing.svg_signs import badge
from grundy.drawing.svg_tokens import around
from grundy.errors import OverBudgetError, PictureError
from grundy.messages import figure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.position import Position
    from grundy.core.scenes import Heap, Scene

_TOKENS = 30  # heaps up to this are drawn token by token
_SHOWN = 8  # at each end of larger ones
_TOKEN = 24  # pixels of a token
_STEP = 19  # from one to the next
_ROW = 34
_VALUE = 16  # pixels of a nimber
_LEVEL = 18  # from one row of nimbers to the next
_MOST_HEAPS = 500
_MOST_VALUED = 12  # heaps whose moves have their nimbers
_MOST_CHOICES = 2000
_HEAP_MOVES = 8
_WINS_WIDTH = 380


class Mark(NamedTuple):
    """Where the nimber after a move is written: so many tokens from the left, and in which row below them."""

    across: float
    level: int
    move: HeapMove


def with_values(position: Position, scenes: Iterable[Scene]) -> tuple[Scene, ...]:
    """Return the scenes with the nimber after each move on heaps that are drawn token by token."""
    known = list(scenes)
    valued = [number for number, scene in enumerate(known) if isinstance(scene, HeapsScene) and _is_small(scene)]
    if not valued:
        return tuple(known)
    found: dict[tuple[int, int], list[HeapMove]] = {}
    total = position.solution
    for choice in islice(position.choices(), _MOST_CHOICES):
        sizes = position.terms[choice.term].notation.sizes(choice.option) if choice.term in valued else None
        with suppress(OverBudgetError):
            value = None if sizes is None or choice.option.ends else total.value_after(choice)
            if sizes is not None and isinstance(value, int):
                wins = total.outcome_after(choice) is Outcome.P
                found.setdefault((choice.term, choice.index), []).append(HeapMove(tuple(sizes), value, wins))
    for number in valued:
        scene = known[number]
        assert isinstance(scene, HeapsScene)
        heaps = tuple(replace(heap, moves=tuple(found.get((number, i), ()))) for i, heap in enumerate(scene.heaps))
        known[number] = replace(scene, heaps=heaps)
    return tuple(known)


def _is_small(scene: HeapsScene) -> bool:
    return len(scene.heaps) <= _MOST_VALUED and all(heap.size <= _TOKENS for heap in scene.heaps)


def heaps(scene: HeapsScene) -> Block:
    """Draw heaps below each other. Raises `PictureError` for more than 500."""
    if len(scene.heaps) > _MOST_HEAPS:
        raise PictureError("error.picture-heaps", most=_MOST_HEAPS, found=len(scene.heaps))
    if not scene.heaps:
        return lines(["no heap"], dye="dim")
    margin = max(width_of(figure(heap.size)) for heap in scene.heaps) + 14
    right = margin + _STEP * max(_tokens_shown(heap) for heap in scene.heaps) + 14
    far = right + max(width_of(_worth(heap)) for heap in scene.heaps) + 14
    drawn = stacked([_heap(heap, scene, margin, right, far) for heap in scene.heaps], 0)
    valued = [move for heap in scene.heaps for move in heap.moves]
    if not valued:
        return drawn
    told = "numbers: the nimber after a move" + ("; a ring wins" if any(move.wins for move in valued) else "")
    return stacked([drawn, lines([told], dye="dim")], 8)._replace(words=drawn.words)


def marks(heap: Heap, *, inside: bool) -> list[Mark]:
    """Return where the nimbers after the moves on a heap are written.

    Below the token from which a move takes all; in the middle of those that it takes from between others (`inside`), or
    between the two that it parts.
    """
    found = [mark for move in heap.moves for mark in _places(heap.size, move, inside=inside)]
    levels = sorted({mark.level for mark in found})
    return [mark._replace(level=levels.index(mark.level)) for mark in found]


def _places(size: int, move: HeapMove, *, inside: bool) -> Iterator[Mark]:
    if len(move.sizes) > 2:
        return
    first, second = (*move.sizes, 0, 0)[:2]
    parted = len(move.sizes) == 2
    inner = (inside or parted) and first + second < size
    for left, right in dict.fromkeys([(first, second), (second, first)] if inner or parted else [(first, second)]):
        begin, end = left, size - right
        middle = begin if begin == end else (begin + end) / 2 if inner else begin + 0.5
        gap = middle == int(middle)
        yield Mark(middle, (end - begin - 1) // 2 * 2 + gap if inner and begin < end else int(gap), move)


def _tokens_shown(heap: Heap) -> int:
    return heap.size if heap.size <= _TOKENS else 2 * _SHOWN + 3


def _worth(heap: Heap) -> str:
    return "" if heap.nimber is None else f"nimber {figure(heap.nimber)}"


def _heap(heap: Heap, scene: HeapsScene, margin: float, right: float, far: float) -> Block:
    middle = _ROW / 2
    baseline = middle + 4.7
    places = range(heap.size) if heap.size <= _TOKENS else [*range(_SHOWN), *range(_SHOWN + 3, 2 * _SHOWN + 3)]
    body = [around(scene.token, margin + _STEP * (place + 0.5), middle, _TOKEN) for place in places]
    body += [label(margin - 14, baseline, figure(heap.size), anchor="end")]
    if heap.size > _TOKENS:
        body.append(label(margin + _STEP * (_SHOWN + 1.5), baseline, ". . .", anchor="middle", dye="dim"))
    body.append(label(right, baseline, _worth(heap)))
    shown = marks(heap, inside=scene.inside)
    for across, level, move in shown:
        x, y = margin + _STEP * across, _ROW + _LEVEL * (level + 0.5)
        body.append(badge(x, y, _VALUE, move.value, move.wins))
    high = _ROW + _LEVEL * (max((mark.level for mark in shown), default=-1) + 1) + (6 if shown else 0)
    words = ", ".join(filter(None, (f"A heap of {figure(heap.size)}", _worth(heap)))) + "."
    if not heap.winning_moves:
        return Block(far, high, "".join(body), words)
    words += f" Winning moves: {some(heap.winning_moves)}."
    if shown:  # they have rings
        return Block(far, high, "".join(body), words)
    wins = wrapped(f"wins: {some(heap.winning_moves, _HEAP_MOVES)}", _WINS_WIDTH, dye="win-ink")
    body.append(placed(wins, far, (_ROW - LINE) / 2))
    return Block(far + wins.width, max(high, wins.height + _ROW - LINE), "".join(body), words)
