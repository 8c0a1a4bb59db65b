"""The ruleset of a game whose states are numbers or tuples of numbers: those that have tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.errors import RulesetError
from grundy.games.declared import DeclaredStates
from grundy.games.notations.heap_lists import HeapLists
from grundy.games.notations.piece_boards import PieceBoards

if TYPE_CHECKING:
    from grundy.core.ruleset import Ruleset
    from grundy.games.game import Game


def ruleset_of(game: Game) -> Ruleset:
    """Return the ruleset of a game of heaps, of a piece towards a corner, or of a user's own.

    Raises `RulesetError` for a game whose rules depend on a board.

    >>> from grundy import games
    >>> ruleset_of(games.find("wythoff")).nimbers([(1, 2), (3, 4)])
    array([0, 2])
    """
    reader = game.reader
    if isinstance(reader, HeapLists | DeclaredStates):
        return reader.rules
    if isinstance(reader, PieceBoards) and not reader.limited:
        return reader.quadrant()
    raise RulesetError("error.no-space", name=game.name, form=reader.form)
