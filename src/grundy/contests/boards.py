"""Reading the boards of letters of several problems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy import games
from grundy.core.position import Position
from grundy.games.notations.letter_boards import LetterBoards

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.contests.inputs.reading import Input
    from grundy.contests.stress.inputs import Inputs


def board_reader(game: str, names: tuple[str, str], most: int) -> Callable[[Input], list[Position]]:
    """Return a reader of inputs with two sizes, called `names`, up to `most`, and that many rows."""

    def positions(scan: Input) -> list[Position]:
        height = scan.size(names[0], 1, most)
        width = scan.size(names[1], 1, most)
        reader = games.find(game).reader
        if not isinstance(reader, LetterBoards):
            message = f"{game} is not played on a board of letters"
            raise TypeError(message)
        rows = scan.rows(height, width, reader.letters)
        scan.end()
        return [Position([reader.term(game, rows)])]

    return positions


def board_inputs(game: str, most: int) -> Callable[[], Inputs[Any]]:
    """Return a function that returns what makes boards of a game, with up to `most` rows and columns."""

    def inputs() -> Inputs[Any]:
        from grundy.contests.stress.boards import BoardInputs

        return BoardInputs(game, most)

    return inputs
