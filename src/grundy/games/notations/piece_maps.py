"""The map of a piece: the outcome or nimber of each cell, if the piece stood there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from grundy.core.components import Component
from grundy.core.values import Outcome
from grundy.games.families.pieces.piece_rules import Piece
from grundy.runtime import progress
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from grundy.core.ruleset import Ruleset
    from grundy.core.scenes import Cell, GridScene, Place
    from grundy.core.solution import Solution


MAP_SIDE = 1000  # rows or columns; larger maps are not described cell by cell
_MANY_CELLS = 10_000  # from here on one question for all cells is faster


def is_open(rules: Ruleset, place: Place) -> bool:
    """Return whether the piece can stand on this cell."""
    return isinstance(rules, Piece) and rules.is_place(place)


def fits(height: int, width: int, *, values: bool) -> bool:
    """Return whether a map of this size is described cell by cell; `values`: with nimbers, for a picture."""
    from grundy.core.scenes import fits_a_picture

    return fits_a_picture(height, width) if values else max(height, width) <= MAP_SIDE


def map_of(
    component: Component,
    size: Place,
    moves: dict[Place, tuple[str, bool]],
    solution: Solution,
    *,
    values: bool,
) -> GridScene:
    """Describe the cells of a map of `size`: each has the outcome (with `values`, the nimber) of a piece on it.

    `moves` has, for each cell that the piece of `component` can go to, the text of the move and whether it wins.
    """
    from grundy.core.scenes import Cell, GridScene

    rules, piece = component
    first = int(isinstance(rules, Piece) and rules.grid is not None)  # cells of a board count from 1, distances from 0
    height, width = size
    nimbers = _nimbers(rules, size, solution) if values else {}
    outcomes = _outcomes(rules, size, solution, nimbers)

    def cell(place: Place) -> Cell:
        outcome = outcomes.get(place)
        if outcome is None:
            return Cell("#", "blocked")
        role: Literal["piece", "cell"] = "piece" if place == piece else "cell"
        move, wins = moves.get(place, (None, False))
        return Cell(outcome, role, move, wins, outcome, nimbers.get(place))

    rows = tuple(tuple(cell((row, column)) for column in range(width)) for row in range(height))
    return GridScene(rows, first, Message("shows.worth") if nimbers else None)


def _outcomes(
    rules: Ruleset, size: Place, solution: Solution, nimbers: dict[Place, int]
) -> dict[Place, Literal["N", "P"]]:
    """Return the outcome of each open cell: from the nimbers if they are known, else beginning at the far corner."""
    if nimbers:
        return {place: "N" if nimber else "P" for place, nimber in nimbers.items()}
    if not isinstance(rules, Piece):
        return {}
    places = list(filter(rules.is_place, backwards(size)))
    if len(places) > _MANY_CELLS:
        return {place: "N" if wins else "P" for place, wins in zip(places, rules.wins(places), strict=True)}
    found: dict[Place, Literal["N", "P"]] = {}
    for place in places:
        progress.check_cancelled()
        found[place] = "N" if solution.outcome_of(Component(rules, place)) is Outcome.N else "P"
    return found


def backwards(size: Place) -> list[Place]:
    """Return the cells of a board from the last to the first, so that options come before their positions."""
    return [(row, column) for row in reversed(range(size[0])) for column in reversed(range(size[1]))]


def _nimbers(rules: Ruleset, size: Place, solution: Solution) -> dict[Place, int]:
    """Return the nimber of each open cell. The far corner is first: on the quadrant, its table has all cells."""
    places = (place for place in backwards(size) if is_open(rules, place))
    return {place: solution.nimber_of(Component(rules, place)) for place in places}
