"""Certificates of solved boards for `grundy verify`: the nimber, all winning moves, and the table that proves them.

`docs/certificates.md` describes the format.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError
from grundy.games.families.cutting.board import Cutting, Rectangle
from grundy.games.families.pieces.piece_rules import Piece
from grundy.runtime.certificate_files import entry, name_beside, sealed, write_certificate
from grundy.runtime.files import write_atomic
from grundy.runtime.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from grundy.core.position import Position

TABLE_FILE = ".npy"  # the ending of the file beside a certificate
GAMES = ("wall-making", "diagonal", "card", "grid-game", "king", "knight", "rook", "bishop", "wythoff")


def check_board(position: Position) -> None:
    """Raise `RulesetError` unless the position is one board of `GAMES` whose parts are rectangles or a piece."""
    names = [term.notation.game for term in position.terms]
    if len(names) != 1 or names[0] not in GAMES:
        raise RulesetError("error.certificate-board", found=names or Message("found.nothing"))
    for rules, state in position.components:
        if isinstance(rules, Piece) and rules.grid is None:  # given by its distances to the corner
            raise RulesetError("error.certificate-board", found=str(position))
        if not isinstance(rules, Piece) and not isinstance(state, Rectangle):
            raise RulesetError("error.certificate-board", found=Message("found.another-shape"))


def save_certificate(position: Position, path: Path) -> None:
    """Write the certificate of a solved board, and the table of its values beside it.

    Raises `RulesetError` for a position that `check_board` refuses, and for a path that is also the path of the table;
    `OverBudgetError` if the table exceeds the budget; `OSError` if a file cannot be written. Time and memory are linear
    in the size of the table.
    """
    require("numpy", Message("what.certificate"))
    import numpy as np

    check_board(position)
    data = io.BytesIO()
    np.lib.format.write_array(data, np.ascontiguousarray(_table(position), "<u2"), version=(1, 0), allow_pickle=False)
    file = entry(name_beside(path, TABLE_FILE), data.getbuffer())
    claim = {
        "kind": "board",
        "game": position.terms[0].notation.game,
        "position": str(position),
        "nimber": position.nimber,
        "outcome": str(position.outcome),
        "winning_moves": [choice.move for choice in position.winning_moves()],
        "table": file["name"],
    }
    write_atomic(path.with_name(file["name"]), data.getvalue())
    write_certificate(path, sealed(claim, [file]))


def _table(position: Position) -> NDArray[Any]:
    """Return the values of all rectangles, component after component; for a piece, of all cells, row by row."""
    import numpy as np

    parts = []
    for rules, state in position.components:
        if isinstance(rules, Cutting):
            parts.append(rules.rectangles(state).ravel())
        elif isinstance(rules, Piece) and rules.grid is not None:
            values = np.zeros((rules.grid.height, rules.grid.width), np.uint16)
            cells = [(row, column) for row, column in np.ndindex(*values.shape) if rules.is_place((row, column))]
            values[tuple(np.transpose(cells))] = rules.nimbers(cells)
            parts.append(values.ravel())
    return np.concatenate(parts) if parts else np.zeros(0, np.uint16)
