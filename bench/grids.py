"""Pieces on large grids: tables against a plain C++ program, machine code against NumPy, and both against the search.

Run it by hand: ``python bench/grids.py``; it takes about two minutes and 1.5 GB. Tables are forgotten
between runs, machine code is warm, times are medians and cover a whole question through `Piece`.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from cpp import compiled

from grundy.games.families.pieces.moves import moves_on
from grundy.games.families.pieces.piece_rules import Piece, PieceBoard, Slide
from grundy.games.families.pieces.piece_tables import NimberTable
from grundy.runtime import limits
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable

_NEVER = 10**30
QUEEN = (Slide(1, 0), Slide(0, 1), Slide(1, 1))
KNIGHT = ((2, 1), (1, 2), (2, -1), (-1, 2))


def grid_of(height: int, width: int, share: float) -> PieceBoard:
    """Return a random board whose first cell is open."""
    blocked = np.random.default_rng(height).random((height, width)) < share
    blocked[0, 0] = False
    return PieceBoard(height, width, blocked.tobytes())


def grid_game(grid: PieceBoard, limit: int) -> Piece:
    """Return the rules of the Grid Game."""
    return Piece(((1, 0), (0, 1)), (Slide(1, 1, limit, jumps=True),), grid)


def median(ask: Callable[[], Any], runs: int) -> float:
    """Return the median time of a question that finds no table."""
    times = []
    for _ in range(runs):
        tables.clear()
        start = time.perf_counter()
        ask()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def table(what: str, piece: Piece) -> Any:
    """Return the table that the last question has made."""
    return tables.get((what, piece))


def outcomes() -> None:
    """Compare outcomes of the Grid Game with the contest program."""
    print(f"{'Grid Game, outcomes':28} {'table':>10} {'ns/cell':>8} {'C++':>10} {'ns/cell':>8} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        program = compiled("grids_contest.cpp", folder, "-O2")
        for side, runs in ((300, 51), (1000, 21), (3000, 11), (10_000, 7)):
            grid = grid_of(side, side, 0.1)
            piece = grid_game(grid, side // 2)
            taken = median(lambda piece=piece: piece.outcome((0, 0)), runs)  # type: ignore[misc]
            line = f"{f'{side} x {side}, K = {side // 2}':28} {taken * 1e3:7.1f} ms {taken / side**2 * 1e9:8.2f}"
            if program is not None:
                board = Path(folder, "board")
                board.write_bytes(grid.blocked)
                command = [str(word) for word in (program, board, side, side, side // 2, runs)]
                answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
                same("losing cells", int(np.asarray(table("outcomes", piece)).sum()), int(answer[1]))
                slow = float(answer[0])
                line += f" {slow * 1e3:7.1f} ms {slow / side**2 * 1e9:8.2f} {slow / taken:7.2f}"
            print(line)


def nimbers() -> None:
    """Compare machine code for nimbers with NumPy."""
    print(f"\n{'nimbers':28} {'kernel':>10} {'ns/cell':>8} {'NumPy':>10} {'ns/cell':>8} {'ratio':>7}")
    cases: list[tuple[str, Piece, int]] = [
        (f"queen {side}, {share:.0%} blocked", Piece((), QUEEN, grid_of(side, side, share)), runs)
        for side, runs in ((1000, 7), (2000, 5))
        for share in (0.0, 0.2)
    ]
    cases += [
        ("Grid Game 2000, K = 200", grid_game(grid_of(2000, 2000, 0.1), 200), 5),
        ("king 2000", Piece(((1, 0), (0, 1), (1, 1)), (), grid_of(2000, 2000, 0.1)), 5),
        ("Grid Game 10000, K = 5000", grid_game(grid_of(10_000, 10_000, 0.1), 5000), 1),
        ("knight 2000 (always NumPy)", Piece(KNIGHT, (), grid_of(2000, 2000, 0.1)), 5),
    ]
    for name, piece, runs in cases:
        assert piece.grid is not None
        height, width, blocked = piece.grid.height, piece.grid.width, piece.grid.blocked
        with limits.limited(kernel_above=0):
            taken = median(lambda piece=piece: piece.value((0, 0)), runs)  # type: ignore[misc]
        line = f"{name:28} {taken * 1e3:7.0f} ms {taken / (height * width) * 1e9:8.1f}"
        if runs > 1 and piece.steps != KNIGHT:
            waves = NimberTable(height, width, blocked, moves_on(height, width, piece.steps, piece.slides))
            waves.order = None
            start = time.perf_counter()
            same("nimbers", bool((waves.solve() == table("nimbers", piece)).all()), expected=True)
            slow = time.perf_counter() - start
            line += f" {slow * 1e3:7.0f} ms {slow / (height * width) * 1e9:8.1f} {slow / taken:7.1f}"
        print(line)


def searched() -> None:
    """Compare both kernels with the plain search."""
    print(f"\n{'against the search':28} {'kernel':>10} {'ns/cell':>8} {'search':>10} {'ns/cell':>8} {'ratio':>7}")
    for side in (40, 80):
        piece = grid_game(grid_of(side, side, 0.1), side // 2)
        for what in ("outcome", "value"):
            ask = getattr(piece, what)
            with limits.limited(kernel_above=-1):
                fast, value = median(lambda ask=ask: ask((0, 0)), 21), ask((0, 0))  # type: ignore[misc]
            with limits.limited(kernel_above=_NEVER):
                slow = median(lambda ask=ask: ask((0, 0)), 3)  # type: ignore[misc]
                same(what, value, ask((0, 0)))
            print(
                f"{f'Grid Game {side}, {what}':28} {fast * 1e3:7.2f} ms {fast / side**2 * 1e9:8.1f} "
                f"{slow * 1e3:7.0f} ms {slow / side**2 * 1e9:8.0f} {slow / fast:7.0f}"
            )


def queries() -> None:
    """Measure many questions to a solved board."""
    grid = grid_of(300, 300, 0.1)
    piece = grid_game(grid, 250)
    places = [divmod(place, 300) for place, wall in enumerate(grid.blocked) if not wall]
    asked = np.array(random.Random(1).choices(places, k=100_000))
    for ask in (piece.outcomes, piece.nimbers):
        ask(asked)
        times = []
        for _ in range(21):
            start = time.perf_counter()
            ask(asked)
            times.append(time.perf_counter() - start)
        print(f"\n{ask.__name__} of 100,000 cells of a solved 300 x 300 board: {statistics.median(times) * 1e3:.2f} ms")


def same(what: str, found: object, expected: object) -> None:
    """Stop if two programs disagree."""
    if found != expected:
        message = f"{what}: found {found}, expected {expected}"
        raise ArithmeticError(message)


def main() -> None:
    """Warm the kernels up, and compare."""
    with limits.limited(kernel_above=-1):
        for piece in (grid_game(grid_of(9, 9, 0.1), 3), Piece(KNIGHT, (), grid_of(9, 9, 0.1))):
            _ = piece.outcome((0, 0)), piece.value((0, 0))
    outcomes()
    nimbers()
    searched()
    queries()


if __name__ == "__main__":
    main()
