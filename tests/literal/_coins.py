"""What the coin games share: a move is a set of cells to turn, the last of them from heads to tails."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations

from ._mex import mex

Cell = tuple[int, int]
Moves = Callable[[int, int], Iterable[tuple[str, set[Cell]]]]  # of a board with so many rows and columns
Board = tuple[str, ...]


def moves(text: str, turns: Moves, head: str = "") -> dict[str, str]:
    """Map each move to the text after it; `head` is the word before the board."""
    return {move: head + "\n".join(after) for move, after in _after(tuple(text.split()), turns)}


def nimber(text: str, turns: Moves) -> int:
    """Return the Grundy value, by the moves alone."""
    return _value(tuple(text.split()), turns)


@cache
def _value(board: Board, turns: Moves) -> int:
    return mex({_value(after, turns) for _, after in _after(board, turns)})


def _after(board: Board, turns: Moves) -> Iterable[tuple[str, Board]]:
    for move, cells in turns(len(board), len(board[0])):
        last = max(cells)
        if board[last[0]][last[1]] == "H":
            letters = [list(row) for row in board]
            for row, column in cells:
                letters[row][column] = "T" if letters[row][column] == "H" else "H"
            yield move, tuple(map("".join, letters))


def row_of(sets: Callable[[int], Iterable[tuple[int, ...]]]) -> Moves:
    """Return the moves on a row, from the sets of coins that may be turned among so many, each in rising order."""

    def turns(high: int, wide: int) -> Iterable[tuple[str, set[Cell]]]:
        del high
        for chosen in sets(wide):
            yield ",".join(str(coin + 1) for coin in reversed(chosen)), {(0, coin) for coin in chosen}

    return turns


def product_of(
    first: Callable[[int], Iterable[tuple[int, ...]]], second: Callable[[int], Iterable[tuple[int, ...]]]
) -> Moves:
    """Return the moves on a board, from the sets of rows and those of columns, each in rising order."""

    def turns(high: int, wide: int) -> Iterable[tuple[str, set[Cell]]]:
        for down in first(high):
            for across in second(wide):
                columns = ",".join(str(column + 1) for column in reversed(across))
                rows = ",".join(str(row + 1) for row in reversed(down))
                name = f"r{rows}c{columns}" if high > 1 else columns
                yield name, {(row, column) for row in down for column in across}

    return turns


def up_to(least: int, most: int) -> Callable[[int], Iterable[tuple[int, ...]]]:
    """Return the function from a number of coins to the sets of `least` to `most` of them."""
    return lambda count: [chosen for size in range(least, most + 1) for chosen in combinations(range(count), size)]


def runs(count: int) -> Iterable[tuple[int, ...]]:
    """Return the sets of neighbours among so many coins."""
    return [tuple(range(first, last + 1)) for last in range(count) for first in range(last + 1)]


def sets_of(code: str) -> Callable[[int], Iterable[tuple[int, ...]]]:
    """Return the function from a number of coins to the sets that a code allows."""
    if code == "run":
        return runs
    if code.startswith("/"):
        distances = [{0, *map(int, word.split("."))} for word in code[1:].split("/")]

        def sets(count: int) -> Iterable[tuple[int, ...]]:
            return [
                tuple(sorted(last - step for step in steps))
                for last in range(count)
                for steps in distances
                if max(steps) <= last
            ]

        return sets
    least, _, most = code.partition("-")
    return up_to(int(least), int(most or least))
