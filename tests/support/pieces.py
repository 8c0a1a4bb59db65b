"""Random pieces on random boards."""

from __future__ import annotations

from hypothesis import strategies as st

from grundy.errors import RulesetError
from grundy.games.families.pieces.piece_rules import Piece, PieceBoard, Slide
from support.conditions import JIT

SIDE = 6 if JIT else 4
_STEPS = st.tuples(st.integers(-2, 2), st.integers(-2, 2))
_SLIDES = st.builds(Slide, st.integers(-1, 2), st.integers(-1, 2), st.none() | st.integers(0, 4), st.booleans())


@st.composite
def pieces(draw: st.DrawFn) -> Piece:
    height, width = draw(st.integers(1, SIDE)), draw(st.integers(1, SIDE))
    blocked = draw(st.lists(st.booleans(), min_size=height * width, max_size=height * width))
    steps = tuple(draw(st.lists(_STEPS, max_size=3)))
    slides = tuple(draw(st.lists(_SLIDES, max_size=2)))
    try:
        return Piece(steps, slides, PieceBoard(height, width, bytes(blocked)))
    except RulesetError:  # loopy: mirror every move that goes up, and drop those that stand still
        steps = tuple((abs(down), abs(right)) for down, right in steps if (down, right) != (0, 0))
        slides = tuple(s._replace(down=abs(s.down), right=abs(s.right)) for s in slides if (s.down, s.right) != (0, 0))
        return Piece(steps, slides, PieceBoard(height, width, bytes(blocked)))
