"""A short answer about one board of letters: rows, components and nimbers, without a list of choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.core.scenes import GridScene
from grundy.core.values import as_data
from grundy.drawing.export.answers import plain, terms_data

if TYPE_CHECKING:
    from grundy.core.position import Position


def compact_answer(position: Position, game: str) -> dict[str, Any] | None:
    r"""Return the data that a page needs for a board on which a move picks a cell; None for other positions.

    The keys are those of `grundy.drawing.export.answers.answer`, without texts of components, winning moves and
    choices. The only scene has ``letters`` (rows of symbols), ``roles`` (for symbols that are no plain cells),
    ``owners`` (the component of each cell, -1 for none) and ``after`` (the nimber after a pick of each cell, -1 if the
    cell cannot be picked). A pick wins exactly if this nimber is 0. A move is written as ``r1c2``, counted from
    ``first``.

    >>> import grundy
    >>> found = compact_answer(grundy.games.wall_making("X.\n.."), "wall-making")
    >>> found["scenes"][0]["after"]
    [[-1, 1], [1, 0]]
    """
    if len(position.terms) != 1 or not isinstance(position.value, int):
        return None
    (scene,) = position.scenes((), values=True)
    if not isinstance(scene, GridScene) or not scene.cuts or scene.shows is None:
        return None
    roles = {cell.symbol: cell.role for row in scene.rows for cell in row if cell.role != "cell"}
    return {
        "game": game,
        "position": str(position),
        "outcome": str(position.outcome),
        **as_data(position.value),
        "components": [as_data(value) for value in position.solution.component_values],
        "terms": terms_data(position),
        "scenes": [
            {
                "kind": "grid",
                "letters": ["".join(cell.symbol for cell in row) for row in scene.rows],
                "roles": roles,
                "owners": [[-1 if cell.component is None else cell.component for cell in row] for row in scene.rows],
                "after": [[-1 if cell.value is None else cell.value for cell in row] for row in scene.rows],
                "first": scene.first,
                "touch": scene.touch,
                "cuts": plain(scene.cuts),
                "tokens": plain(scene.tokens),
                "walls": plain(scene.walls),
            }
        ],
    }
