"""What the problems on boards of letters have in common: the board, and who wins on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy import games
from grundy.games.letter_boards import LetterBoards
from grundy.positions import Outcome, Position

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.contests.problem import Input


def board_solver(
    game: str, names: tuple[str, str], most: int, outputs: tuple[str, str]
) -> Callable[[Input], list[str]]:
    """Return a solver of inputs with two sizes, called `names`, up to `most`, and that many rows.

    `outputs` are the words for a win and for a loss of the player who moves first.
    """

    def solve(scan: Input) -> list[str]:
        height = scan.size(names[0], 1, most)
        width = scan.size(names[1], 1, most)
        reader = games.find(game).reader
        if not isinstance(reader, LetterBoards):
            message = f"{game} is not played on a board of letters"
            raise TypeError(message)
        rows = scan.rows(height, width, reader.letters)
        scan.end()
        position = Position([reader.term(game, rows)])
        return [outputs[0] if position.outcome is Outcome.N else outputs[1]]

    return solve
