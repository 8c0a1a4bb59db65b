"""Boards of letters, for the problems on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.core.position import Position
from grundy.games.lookup import find
from grundy.games.notations.letter_boards import LetterBoards

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def on_board(game: str) -> Callable[[Sequence[str]], Position]:
    """Return the function from the rows of a board to the position of a game on it."""
    reader = find(game).reader
    if not isinstance(reader, LetterBoards):
        message = f"{game} is not played on a board of letters"
        raise TypeError(message)
    return lambda board: Position([reader.term(game, board)])
