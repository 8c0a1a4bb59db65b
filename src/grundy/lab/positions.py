"""Positions: solved quickly or by long work, and their pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.drawing.export.answers import answer, compact_answer, plain
from grundy.lab.fields import BOARD, COMPACT, GAME, MISERE, POSITION, flag, one_of
from grundy.lab.misere_play import board as misere_board
from grundy.lab.operation import LONG, FileAnswer, operation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.position import Position
    from grundy.lab.catalogue import Catalogue

_EXAMPLE = {"game": "wall-making", "position": BOARD, "board": True}
_WITH_BOARD = flag("Whether to answer with scenes and all choices as well.")


@operation(example=_EXAMPLE, game=GAME, position=POSITION, board=_WITH_BOARD, misere=MISERE, compact=COMPACT)
def positions(  # noqa: PLR0913 - its fields
    catalogue: Catalogue,
    *,
    game: str,
    position: str,
    board: bool = False,
    misere: bool = False,
    compact: bool = False,
) -> dict[str, object]:
    """Solve a position.

    Answer as `grundy solve GAME --json` does; with `board`, also scenes and all choices.

    Work that takes more than a moment is refused with its cost; `solves` does such work.
    """
    with catalogue.position(game, position) as (found, parsed):
        return answer_as(parsed, found.name, board=board, misere=misere, compact=compact)


@operation(
    example=_EXAMPLE,
    budget=LONG,
    media_types=("application/x-ndjson",),
    game=GAME,
    position=POSITION,
    board=_WITH_BOARD,
    misere=MISERE,
    compact=COMPACT,
)
def solves(  # noqa: PLR0913 - its fields
    catalogue: Catalogue,
    *,
    game: str,
    position: str,
    board: bool = False,
    misere: bool = False,
    compact: bool = False,
) -> Iterator[dict[str, object]]:
    """Solve a position that takes long.

    The answer comes line by line. Each line is a JSON object.

    The first line has the `seconds` after which the work ends, and the `cost`. Further lines have `progress`
    (`done` and `total` options; the total is null if it is not known). The last line has the `result`, as `positions`
    answers, or an `error`. Work stops within a second after the connection is closed.
    """
    with catalogue.position(game, position) as (found, parsed):
        yield {"cost": _cost(parsed)}
        yield {"result": answer_as(parsed, found.name, board=board, misere=misere, compact=compact)}


@operation(
    example={"game": "wall-making", "position": BOARD, "format": "svg"},
    media_types=("image/svg+xml", "image/png"),
    game=GAME,
    position=POSITION,
    format=one_of(("svg", "png")),
    values=flag("Whether cells show the nimber after each move."),
)
def pictures(
    catalogue: Catalogue,
    *,
    game: str,
    position: str,
    format: str = "svg",  # noqa: A002 - the name of the field
    values: bool = True,
) -> FileAnswer:
    """Draw a position.

    The picture is SVG or PNG. PNG needs the extra `png` of grundy.
    """
    from grundy.drawing import png, svg

    if format == "png":
        png.check()
    with catalogue.position(game, position) as (_, parsed):
        picture = svg.draw_position(parsed, values=values)
    if format == "png":
        return FileAnswer(png.encode(picture), "image/png")
    return FileAnswer(picture.encode(), "image/svg+xml")


def answer_as(position: Position, game: str, *, board: bool, misere: bool, compact: bool) -> dict[str, object]:
    """Return the answer about a position in the requested form."""
    if misere:
        return misere_board(position, game)
    return (compact_answer(position, game) if board and compact else None) or answer(position, game, board=board)


def _cost(position: Position) -> Any:
    """Return the options and bytes of the tables that solve a position; None if a component needs a search."""
    costs = [
        component.ruleset.cost(component.state) if hasattr(component.ruleset, "cost") else None
        for component in position.components
    ]
    known = [cost for cost in costs if cost is not None]
    if len(known) < len(costs):
        return None
    return plain(
        {"options": sum(cost.options for cost in known), "bytes": max((cost.bytes for cost in known), default=0)}
    )
