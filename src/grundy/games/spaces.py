"""Rulesets of games whose states are numbers or tuples of numbers, and their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.core.function_rulesets import FunctionRuleset
from grundy.core.search.batch import check_cells
from grundy.core.table import Table, length_of
from grundy.errors import RulesetError
from grundy.games.declared import DeclaredStates
from grundy.games.families.numbers.number_rules import NumberRules
from grundy.games.families.pieces.piece_rules import Piece
from grundy.games.notations.heap_lists import HeapLists
from grundy.games.notations.number_lists import NumberLists
from grundy.games.notations.piece_boards import PieceBoards
from grundy.runtime.costs import MANY_OPTIONS

if TYPE_CHECKING:
    from grundy.core.ruleset import Ruleset
    from grundy.games.game import Game

# By the number of coordinates of a state: how many numbers each coordinate takes in a table of unspecified size.
_USUAL_COUNT = {1: 1000, 2: 50, 3: 12}
_LEAST_COUNT = {1: 64, 2: 12, 3: 6}
_COUNT_OF_MANY_COORDINATES = 5
_MOST_OPTIONS = 3 * MANY_OPTIONS  # of a table of unspecified size


def ruleset_of(game: Game) -> Ruleset:
    """Return the ruleset of a game of heaps or numbers, of a piece that moves towards a corner, or of a user's file.

    Raises `RulesetError` for a game whose rules depend on a board or a parameter.

    >>> from grundy import games
    >>> ruleset_of(games.find("wythoff")).nimbers([(1, 2), (3, 4)])
    array([0, 2])
    """
    reader = game.reader
    if isinstance(reader, HeapLists | DeclaredStates):
        return reader.rules
    if isinstance(reader, NumberLists) and not reader.rules.example:  # rules with a parameter have an example of it
        return reader.rules
    if isinstance(reader, PieceBoards) and not reader.limited:  # else the limit of a slide is a parameter
        return reader.quadrant()
    raise RulesetError("error.no-space", name=game.name, form=reader.form)


def table_of(game: Game, bounds: tuple[range, ...]) -> Table:
    """Return the nimbers of all states within bounds. If a state is one number, several bounds give a table of sums.

    Raises the errors of `ruleset_of` and `grundy.Ruleset.table`, and `RulesetError` for sums of values that are no
    nimbers.

    >>> from grundy import games
    >>> table_of(games.find("kayles"), (range(3), range(3))).values.tolist()
    [[0, 1, 2], [1, 0, 3], [2, 3, 0]]
    """
    rules = ruleset_of(game)
    if len(bounds) == 1 or sides_of(rules) != 1:
        return rules.table(bounds)
    check_cells(game.name, [*map(length_of, bounds)])
    summands = [rules.table(side).values for side in bounds]
    if min(int(summand.min()) for summand in summands) < 0:
        raise RulesetError("error.table-sums", name=game.name)
    values = summands[0]
    for summand in summands[1:]:
        values = values[..., None] ^ summand
    return Table(game.name, bounds, values, tuple("abcdefgh"[: len(bounds)]))


def sides_of(rules: Ruleset) -> int:
    """Return the least number of coordinates of a state.

    >>> import grundy
    >>> sides_of(grundy.heaps("0.77"))
    1
    """
    if isinstance(rules, NumberRules):
        return rules.count[0]
    if isinstance(rules, FunctionRuleset):
        return max(2, rules.parameters) if rules.takes_more else rules.parameters
    return 2 if isinstance(rules, Piece) else 1


def is_literal(rules: Ruleset) -> bool:
    """Return whether the text of a state is its numbers.

    >>> import grundy
    >>> is_literal(grundy.heaps("0.77"))
    True
    """
    return isinstance(rules, NumberRules) or not rules.declares("parse")


def usual_bounds(rules: Ruleset) -> tuple[range, ...]:
    """Return bounds of a table of little cost: the usual count of numbers, halved until the cost is low enough.

    >>> import grundy
    >>> usual_bounds(grundy.heaps("0.77"))
    (range(0, 1000),)
    """
    sides = sides_of(rules)
    count = _USUAL_COUNT.get(sides, _COUNT_OF_MANY_COORDINATES)
    least = _LEAST_COUNT.get(sides, _COUNT_OF_MANY_COORDINATES)
    while count // 2 >= least and rules.table_cost((range(count),) * sides).options > _MOST_OPTIONS:
        count //= 2
    return (range(count),) * sides
