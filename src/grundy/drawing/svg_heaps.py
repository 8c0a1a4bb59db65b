"""Heaps as SVG: rows of tokens, and below them the nimbers after moves."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from grundy.core.scenes import HeapMove, HeapsScene
from grundy.core.values import Outcome
from grundy.drawing.svg_parts import LINE, Block, badge, label, lines, placed, some, stacked, width_of, wrapped
from grundy.drawing.svg_tokens import around
from grundy.errors import OverBudgetError, PictureError
from grundy.runtime.messages import figure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.position import Position
    from grundy.core.scenes import Heap, Scene

_TOKENS = 30  # the largest heap that is drawn token by token
_SHOWN = 8  # tokens that are drawn at each end of a larger heap
_MOST_HEAPS = 500  # heaps of a picture
_MOST_VALUED = 12  # the most heaps for which nimbers after moves are shown
_MOST_CHOICES = 2000  # moves whose nimbers are found
_HEAP_MOVES = 8  # winning moves that are listed beside a heap
# sizes in pixels
_TOKEN = 24  # the side of a token
_STEP = 19  # from one token to the next
_ROW = 34  # the height of a row of tokens
_VALUE = 16  # the side of a nimber
_LEVEL = 18  # from one row of nimbers to the next
_WINS_WIDTH = 380  # the list of winning moves


class Mark(NamedTuple):
    """The place of the nimber after a move: its distance from the left, in tokens, and its row below the tokens."""

    across: float
    level: int
    move: HeapMove


def with_values(position: Position, scenes: Iterable[Scene]) -> tuple[Scene, ...]:
    """Return the scenes with the nimber after each move in heaps that are drawn token by token."""
    result = list(scenes)
    small = [number for number, scene in enumerate(result) if isinstance(scene, HeapsScene) and _is_small(scene)]
    if not small:
        return tuple(result)
    moves: dict[tuple[int, int], list[HeapMove]] = {}  # by the number of the term, and the index of the heap in it
    solution = position.solution
    for choice in islice(position.choices(), _MOST_CHOICES):
        sizes = position.terms[choice.term].notation.sizes(choice.option) if choice.term in small else None
        with suppress(OverBudgetError):
            value = None if sizes is None or choice.option.ends else solution.value_after(choice)
            if sizes is not None and isinstance(value, int):
                wins = solution.outcome_after(choice) is Outcome.P
                moves.setdefault((choice.term, choice.index), []).append(HeapMove(tuple(sizes), value, wins))
    for number in small:
        scene = result[number]
        assert isinstance(scene, HeapsScene)
        heaps = tuple(replace(heap, moves=tuple(moves.get((number, i), ()))) for i, heap in enumerate(scene.heaps))
        result[number] = replace(scene, heaps=heaps)
    return tuple(result)


def _is_small(scene: HeapsScene) -> bool:
    return len(scene.heaps) <= _MOST_VALUED and all(heap.size <= _TOKENS for heap in scene.heaps)


def heaps(scene: HeapsScene) -> Block:
    """Return the drawing of heaps, one below the other. Raises `PictureError` for more than 500 heaps."""
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
    note = "numbers: the nimber after a move" + ("; a ring wins" if any(move.wins for move in valued) else "")
    return stacked([drawn, lines([note], dye="dim")], 8)._replace(words=drawn.words)


def marks(heap: Heap, *, inside: bool) -> list[Mark]:
    """Return the places of the nimbers after the moves in a heap.

    The nimber of a move that takes tokens from the end is below the first token that it takes. If it takes tokens from
    the middle of the heap (`inside`), the nimber is below the middle of these; if it only splits the heap, the nimber
    is below the gap between the two parts.
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
    if shown:  # rings mark the winning moves already
        return Block(far, high, "".join(body), words)
    wins = wrapped(f"wins: {some(heap.winning_moves, _HEAP_MOVES)}", _WINS_WIDTH, dye="win-ink")
    body.append(placed(wins, far, (_ROW - LINE) / 2))
    return Block(far + wins.width, max(high, wins.height + _ROW - LINE), "".join(body), words)
