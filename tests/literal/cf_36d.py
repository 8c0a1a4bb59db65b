"""Codeforces 36D, New Game with a Chess Piece, from the statement: right, down, or k squares diagonally."""

from collections.abc import Iterator

from ._play import answers, first_wins


def answer(text: str) -> str | None:
    """Answer + or - for each board; None for large ones."""
    _, jump, *numbers = map(int, text.split())
    boards = zip(numbers[::2], numbers[1::2], strict=True)

    def moves(left: tuple[int, int]) -> Iterator[tuple[int, int]]:
        down, right = left
        steps = ((down, right - 1), (down - 1, right), (down - jump, right - jump))
        return (place for place in steps if min(place) >= 1)

    return answers((first_wins(board, moves) if max(board) < 60 else None for board in boards), "+", "-")
