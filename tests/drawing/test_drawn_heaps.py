"""Static pictures of heaps: where the nimbers after moves are written."""

from __future__ import annotations

import re

import pytest

import grundy
from grundy.core.scenes import Heap, HeapMove
from grundy.drawing.svg import draw_position
from grundy.drawing.svg_heaps import marks

DIGIT = re.compile(r'<text [^>]*text-anchor="middle"[^>]*>(\d+)</text>')


@pytest.mark.parametrize(
    ("heap", "inside", "places"),
    [
        (Heap(3, moves=(HeapMove((2,), 1), HeapMove((1,), 2), HeapMove((), 0))), False, [(2.5, 0), (1.5, 0), (0.5, 0)]),
        (Heap(3, moves=(HeapMove((1, 1), 0),)), True, [(1.5, 0)]),
        (Heap(3, moves=(HeapMove((2,), 2), HeapMove((1,), 1))), True, [(2.5, 0), (0.5, 0), (2.0, 1), (1.0, 1)]),
        (Heap(3, moves=(HeapMove((1, 2), 3),)), False, [(1.0, 0), (2.0, 0)]),
    ],
)
def test_nimbers_are_below_the_tokens_that_a_move_takes(
    heap: Heap, places: list[tuple[float, int]], *, inside: bool
) -> None:
    assert [(mark.across, mark.level) for mark in marks(heap, inside=inside)] == places


@pytest.mark.parametrize("heaps", [(5,), (3, 5), (1, 2, 4)])
def test_a_picture_of_nim_has_the_nimber_after_each_move(heaps: tuple[int, ...]) -> None:
    position = grundy.games.nim(*heaps)
    assert sorted(map(int, DIGIT.findall(draw_position(position)))) == sorted(
        int(str(choice.after.nimber)) for choice in position.choices()
    )
    assert not DIGIT.findall(draw_position(position, values=False))
