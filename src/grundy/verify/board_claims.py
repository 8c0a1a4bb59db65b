"""Claims about solved boards: the nimber, the outcome, all winning moves, and the table that they follow from.

A move on a cutting board leaves rectangles. The table holds the nimber of every rectangle of each part of the board.
Each nimber is compared with the mex of the nimbers of the rectangle's options. All column intervals of a row interval
are checked at once. A pick at row i and column j of rows [t, b) and columns [l, r) leaves X(l, j) xor X(j + 1, r).
Here X(l, r) is the xor of the nimbers of two rectangles with columns [l, r): rows [t, i) and rows [i + 1, b).
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.verify.board_rules import BLOCKED, COLUMN, CROSS, CUTTING, ROW, BoardPart, cut_into_parts
from grundy.verify.certificate_files import Certificate, file_blocks, integer, only, text
from grundy.verify.piece_boards import PIECES, check_piece
from grundy.verify.report import Refused, Unreadable, VerifyReport, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.integer[Any]]

SAMPLED_FROM = 2 * 10**9  # options; a board with more is checked by a sample in default mode (about ten seconds)
MOST_TABLE = 2**31  # bytes
_MOST_HEADER = 1024  # bytes
_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '<u2', 'fortran_order': False, 'shape': \(([0-9]{1,12}),\), \} *\n", re.DOTALL
)
_CLAIM = {"kind", "game", "position", "nimber", "outcome", "winning_moves", "table"}


def check_board(certificate: Certificate, report: VerifyReport) -> None:
    """Check the claim that a board is solved."""
    claim = only(certificate.claim, _CLAIM, "claim")
    game, position = text(claim, "game", "claim"), text(claim, "position", "claim")
    nimber = integer(claim, "nimber", "claim")
    outcome = text(claim, "outcome", "claim")
    winning = claim.get("winning_moves")
    if not isinstance(winning, list) or not all(isinstance(move, str) for move in winning):
        message = f"claim, winning_moves: expected a list of texts, found {shown(winning)}"
        raise Unreadable(message)
    if game not in CUTTING and game not in PIECES:
        message = f"claim, game: expected one of {', '.join([*CUTTING, *PIECES])}, found {shown(game)}"
        raise Unreadable(message)
    report.claim = f"a board of {game} with nimber {nimber} and {len(winning):,} winning moves"
    table = read_table(certificate, claim, report)
    if game in PIECES:
        found, moves = check_piece(game, position, table, report)
    else:
        found, moves = _check_cutting(game, position, table, report)
    if found != nimber:
        raise Refused("nimber", f"the board is worth {found}, the certificate says {nimber}")
    if outcome != ("N" if nimber else "P"):
        raise Refused("outcome", f"a board worth {nimber} has outcome {'N' if nimber else 'P'}, found {shown(outcome)}")
    wins = {f"r{row + 1}c{column + 1}" for (row, column), value in moves.items() if not value}
    left_out, wrong = wins - set(winning), set(winning) - wins
    if left_out:
        raise Refused("winning moves", f"{min(left_out)} wins, and is not among those of the certificate")
    if wrong:
        raise Refused("winning moves", f"{shown(min(wrong))} is no winning move")
    if len(winning) != len(wins):
        raise Refused(
            "winning moves", f"{len(wins)} moves win, the certificate lists {len(winning)}, some of them twice"
        )
    report.checked.append(
        f"the nimber {nimber}, the outcome {outcome}, and all {len(moves):,} moves: those that win are the "
        f"{len(winning):,} of the certificate, and no others"
    )
    report.slips += [
        "whether the game and the board are those that you have in mind: compare the position in the certificate",
        "Python, NumPy, the operating system and the hardware are trusted",
    ]


def read_table(certificate: Certificate, claim: dict[str, Any], report: VerifyReport) -> Matrix:
    """Return the numbers in the file of the table: shape (n,), 16 bits each. Checks the digest of the file."""
    name = text(claim, "table", "claim")
    if list(certificate.files) != [name]:
        message = f"files: expected {shown(name)} and no others, found {len(certificate.files):,}"
        raise Unreadable(message)
    file = certificate.files[name]
    if file.bytes > MOST_TABLE:
        message = f"{name}: expected at most {MOST_TABLE:,} bytes, found {file.bytes:,}"
        raise Unreadable(message)
    data = b"".join(file_blocks(certificate, file))
    header = _HEADER.match(data[:_MOST_HEADER])
    start = 10 + int.from_bytes(data[8:10], "little")  # magic, version and length come before the text
    if header is None or header.end() != start or 2 * int(header[1]) != file.bytes - start:
        message = f"{name}: expected a file .npy of one row of 16-bit numbers, found something else"
        raise Unreadable(message)
    report.checked.append(f"the digests of the certificate and of its file, {file.bytes:,} bytes")
    return np.frombuffer(data, "<u2", offset=start)


def pairs(side: int) -> int:
    """Return the number of intervals [a, b) with 0 <= a < b <= side."""
    return side * (side + 1) // 2


def options_of(part: BoardPart) -> int:
    """Return an upper bound of the number of options of all rectangles of a part together."""
    height, width = part.kinds.shape
    return int(height * (height + 1) * (height + 2) // 6 * (width * (width + 1) * (width + 2) // 6))


class Rectangles:
    """The values that a table gives for all rectangles of a part, with methods that check them."""

    def __init__(self, part: BoardPart, table: Matrix) -> None:
        """Store the values of `table`: by row interval, then by column interval, both sorted by their first line."""
        self.part = part
        height, width = part.kinds.shape
        self._interval = np.zeros((height + 1, height + 1), np.intp)  # index of each row interval; 0: the empty one
        tops, bottoms = np.triu_indices(height)
        self._interval[tops, bottoms + 1] = np.arange(1, pairs(height) + 1)
        self._values = np.zeros((pairs(height) + 1, width + 1, width + 1), np.uint16)
        lefts, rights = np.triu_indices(width)
        self._values[1:, lefts, rights + 1] = table.reshape(pairs(height), pairs(width))
        self._numbers = (1 << int(table.max()).bit_length()) + 1  # one more than any xor of values, so a mex exists

    def of_rows(self, top: int, bottom: int) -> Matrix:
        """Return the values of all column intervals of a row interval, indexed by first column and end."""
        found: Matrix = self._values[self._interval[top, bottom]]
        return found

    def check_rows(self, top: int, bottom: int) -> None:
        """Compare the values of all column intervals of a row interval with the mex of their options."""
        kinds = self.part.kinds[top:bottom]
        width = kinds.shape[1]
        rows = np.arange(top, bottom)
        beside = self._values[self._interval[top, rows]] ^ self._values[self._interval[rows + 1, bottom]]
        whole = self.of_rows(top, bottom)
        starts = np.arange((width + 1) ** 2).reshape(width + 1, width + 1) * self._numbers
        seen = np.zeros((width + 1, width + 1, self._numbers), np.bool_)
        flat = seen.reshape(-1)
        for column in range(width):
            where = starts[: column + 1, column + 1 :]
            crosses = np.flatnonzero(kinds[:, column] == CROSS)
            if len(crosses):
                left = beside[crosses, : column + 1, column]
                right = beside[crosses, column + 1, column + 1 :]
                flat[where + (left[:, :, None] ^ right[:, None, :])] = True
            if (kinds[:, column] == COLUMN).any():
                flat[where + (whole[: column + 1, column, None] ^ whole[column + 1, column + 1 :])] = True
        for row in np.flatnonzero((kinds == ROW).any(axis=1)):
            before = np.concatenate(([0], np.cumsum(kinds[row] == ROW)))  # number of ROW cells left of each column
            lefts, rights = np.nonzero(before[None, :] > before[:, None])
            seen[lefts, rights, beside[row, lefts, rights]] = True
        wrong = np.triu(seen.argmin(axis=2) != whole, 1)
        if wrong.any():
            left, right = (int(side[0]) for side in np.nonzero(wrong))
            message = (
                f"rows {top + 1} to {bottom}, columns {left + 1} to {right} of the part with cell "
                f"{_cell(next(iter(sorted(self.part.cells.values()))))} are worth {int(seen[left, right].argmin())} by "
                f"the values of their options, the table says {whole[left, right]}"
            )
            raise Refused("table", message)

    def after(self, row: int, column: int) -> int:
        """Return the nimber of the part after a pick."""
        height, width = self.part.kinds.shape
        kind = self.part.kinds[row, column]
        rows = [(0, height)] if kind == COLUMN else [(0, row), (row + 1, height)]
        columns = [(0, width)] if kind == ROW else [(0, column), (column + 1, width)]
        total = 0
        for top, bottom in rows:
            for left, right in columns:
                total ^= int(self.of_rows(top, bottom)[left, right])
        return total


def _cell(place: tuple[int, int]) -> str:
    return f"r{place[0] + 1}c{place[1] + 1}"


def _check_cutting(
    game: str, position: str, table: Matrix, report: VerifyReport
) -> tuple[int, dict[tuple[int, int], int]]:
    """Check the table of a cutting board. Return the nimber of the board and the value after each move."""
    parts = cut_into_parts(game, position)
    sizes = [pairs(part.kinds.shape[0]) * pairs(part.kinds.shape[1]) for part in parts]
    if sum(sizes) != len(table):
        raise Refused("size of the table", f"the board has {sum(sizes):,} rectangles, the table {len(table):,} values")
    options = sum(options_of(part) for part in parts)
    sampled = not report.full and options > SAMPLED_FROM
    report.say(f"{sum(sizes):,} rectangles with at most {options:,} options{', of which a sample' if sampled else ''}")
    rng = random.Random(report.seed)
    total, start, checked = 0, 0, 0
    solved = []
    for part, size in zip(parts, sizes, strict=True):
        rectangles = Rectangles(part, table[start : start + size])
        start += size
        height, width = part.kinds.shape
        intervals = [(top, bottom) for bottom in range(1, height + 1) for top in range(bottom)]
        if sampled:
            share = SAMPLED_FROM / 2 / options * options_of(part)
            intervals = _some_rows(height, width, share, rng)
        for number, (top, bottom) in enumerate(intervals):
            rectangles.check_rows(top, bottom)
            report.show("rows", number, len(intervals))
        checked += len(intervals) * pairs(width)
        total ^= int(rectangles.of_rows(0, height)[0, width])
        solved.append(rectangles)
    if sampled:
        report.sampled = True
        report.checked.append(
            f"{checked:,} of {sum(sizes):,} rectangles against all their options: those of the full height, and all "
            f"column intervals of row intervals chosen at random with seed {report.seed}"
        )
        report.slips.append("values of the other rectangles; --full checks every one")
    else:
        report.checked.append(f"all {sum(sizes):,} rectangles of the board, each from the definition: all its options")
    moves = {}
    for rectangles in solved:
        height, width = rectangles.part.kinds.shape
        rest = total ^ int(rectangles.of_rows(0, height)[0, width])
        for (row, column), place in rectangles.part.cells.items():
            if rectangles.part.kinds[row, column] != BLOCKED:
                moves[place] = rest ^ rectangles.after(row, column)
    return total, moves


def _some_rows(height: int, width: int, share: float, rng: random.Random) -> list[tuple[int, int]]:
    """Return the interval of all rows and random other intervals; together they have about `share` options."""
    found = [(0, height)]
    column_options = width * (width + 1) * (width + 2) // 6
    rest = share - height * column_options
    for _ in range(100 * height):
        top, bottom = sorted(rng.sample(range(height + 1), 2))
        rest -= (bottom - top) * column_options
        if rest < 0:
            break
        if (top, bottom) not in found:
            found.append((top, bottom))
    return found
