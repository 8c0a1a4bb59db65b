"""The ruleset of a game whose states are numbers or tuples of numbers: those that have tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.core.functions import FunctionRuleset
from grundy.errors import RulesetError
from grundy.families.numbers.rules import NumberRules
from grundy.families.pieces.rules import Piece
from grundy.games.declared import DeclaredStates
from grundy.games.notations.heap_lists import HeapLists
from grundy.games.notations.number_lists import NumberLists
from grundy.games.notations.piece_boards import PieceBoards

if TYPE_CHECKING:
    from grundy.core.ruleset import Ruleset
    from grundy.games.game import Game

_USUAL = {1: 1000, 2: 50, 3: 12}  # how many numbers each coordinate takes where nobody says so; else 5
_LEAST = {1: 64, 2: 12, 3: 6}
_FEW = 5
_CHEAP = 3_000_000  # options of a table that is made without being asked for


def ruleset_of(game: Game) -> Ruleset:
    """Return the ruleset of a game of heaps or of numbers, of a piece towards a corner, or of a user's own.

    Raises `RulesetError` for a game whose rules depend on a board or a parameter.

    >>> from grundy import games
    >>> ruleset_of(games.find("wythoff")).nimbers([(1, 2), (3, 4)])
    array([0, 2])
    """
    reader = game.reader
    if isinstance(reader, HeapLists | DeclaredStates) or (isinstance(reader, NumberLists) and not reader.rules.example):
        return reader.rules
    if isinstance(reader, PieceBoards) and not reader.limited:
        return reader.quadrant()
    raise RulesetError("error.no-space", name=game.name, form=reader.form)


def sides_of(rules: Ruleset) -> int:
    """Return how many numbers a state has at least.

    >>> import grundy
    >>> sides_of(grundy.heaps("0.77"))
    1
    """
    if isinstance(rules, NumberRules):
        return rules.count[0]
    return rules.parameters if isinstance(rules, FunctionRuleset) else 2 if isinstance(rules, Piece) else 1


def is_literal(rules: Ruleset) -> bool:
    """Say whether states are written as their numbers.

    >>> import grundy
    >>> is_literal(grundy.heaps("0.77"))
    True
    """
    return isinstance(rules, NumberRules) or not rules.declares("parse")


def usual_bounds(rules: Ruleset) -> tuple[range, ...]:
    """Return bounds of a table that takes little: half as many numbers until it does.

    >>> import grundy
    >>> usual_bounds(grundy.heaps("0.77"))
    (range(0, 1000),)
    """
    sides = sides_of(rules)
    count, least = _USUAL.get(sides, _FEW), _LEAST.get(sides, _FEW)
    while count // 2 >= least and rules.table_cost((range(count),) * sides).options > _CHEAP:
        count //= 2
    return (range(count),) * sides
