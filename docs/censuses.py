"""Writes the plots of censuses.md, and prints its tables.

``python docs/censuses.py FOLDER`` for boards: FOLDER keeps the censuses, and a second run goes on with what is missing.
``python docs/censuses.py --octal FOLDER`` prints the section about codes, from the folder of a census of them:
``grundy census run octal --digits 3 --length 1000000 --out FOLDER``.
"""

from __future__ import annotations

import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import grundy
from grundy.drawing.plots import INK, draw_in_ink, picture
from grundy.games.families.cutting.board import empty_boards
from grundy.research.census import AllBoards, RandomBoards
from grundy.research.census.plots import plots
from grundy.research.census.summaries import interval

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grundy.research.census import PositionSet

HERE = Path(__file__).parent / "censuses"
SIZES = [(rows, columns) for columns in range(1, 6) for rows in range(1, min(columns, 4) + 1)] + [(5, 5), (4, 6)]
DIAGONAL_SIZES = [(rows, columns) for columns in range(1, 5) for rows in range(1, columns + 1)]
DENSITIES = [number / 10 for number in range(10)]
SAMPLES = {5: 20_000, 10: 10_000, 20: 1000, 40: 100}  # boards of each density, by side
EMPTY = 1000
WIDTH = 120  # letters in a line
PROOFS = 12  # that are shown
# Preperiod and period, heaps counted from 0, as in Winning Ways, chapter 4, and Flammenkamp's tables.
ROWS = """
0.07 53 34 | 0.77 71 12 | 0.137 52 34 | 0.17 33 34 | 0.26 1 4 | 0.4 54 34 | 0.44 143 24 | 0.51 1 1 | 0.53 11 9
0.71 3 2 | 0.75 1 2 | 0.017 15 60 | 0.044 214 36 | 0.045 189 32 | 0.051 48 48 | 0.101 4 1 | 0.116 139 96
0.124 122 62 | 0.134 60 62 | 0.141 14 11 | 0.176 24 8 | 0.312 5 2 | 0.373 2 28 | 0.524 1 52 | 0.156 3479 349
0.165 5181 1550 | 0.16 105351 149459 | 0.56 326640 144 | 0.34 7 8 | 0.15 1 10 | 0.177 497 20 | 0.127 46578 4
0.354 10061916 1180 | 0.104 197769598 11770282 | 0.106 465384263797 328226140474
"""
PUBLISHED = {
    code: (int(start), int(length))
    for code, start, length in (row.split() for row in ROWS.replace("\n", "|").split("|") if row.strip())
}


def summary_of(folder: Path, name: str, positions: PositionSet) -> dict[str, Any]:
    """Run a census in this process, and return its summary."""
    with ThreadPoolExecutor(1) as executor:
        return grundy.census.run(positions, folder / name, executor=executor, workers=1).summary()


def table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    """Print a table in Markdown."""
    head = list(head)
    print("|", " | ".join(head), "|")
    print("|" + "---|" * len(head))
    for row in rows:
        print("|", " | ".join(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row), "|")
    print()


def all_boards(folder: Path) -> None:
    """Count all boards of each size; draw those of 4 x 5 by marks."""
    counted = {size: summary_of(folder, "{}x{}".format(*size), AllBoards("wall-making", *size)) for size in SIZES}
    found = counted[4, 5]
    (HERE / "boards-4x5.svg").write_bytes(picture(plots(found), "svg"))
    table(("nimber", "boards"), ((nimber, count) for nimber, count in found["nimbers"].items()))
    shares = ((mark, one.get("N", 0), one.get("P", 0)) for mark, one in found["marks"].items())
    table(
        ("blocked", "N", "P", "N of all"),
        ((*one, f"{100 * one[1] / (one[1] + one[2]):.2f} %") for one in shares),
    )
    sizes_table(counted)


def diagonal_boards(folder: Path) -> None:
    """Count all boards of the Diagonal Game, which are those of the Card Game with other letters."""
    sizes_table(
        {
            size: summary_of(folder, "diagonal-{}x{}".format(*size), AllBoards("diagonal", *size))
            for size in DIAGONAL_SIZES
        }
    )


def sizes_table(counted: dict[tuple[int, int], dict[str, Any]]) -> None:
    """Print a row for each size."""
    rows = []
    for size, found in counted.items():
        lost, best = found["outcomes"].get("P", {"count": 0, "share": 0}), found["most"]["nimber"]
        share = f"{100 * lost['share']:.3f} %"
        rows.append(("{} x {}".format(*size), found["positions"], found["rows"], lost["count"], share, best["value"]))
    table(("size", "boards", "up to symmetry", "P", "P of all", "largest nimber"), rows)


def by_density(folder: Path) -> None:
    """Estimate the share of random boards that the first player wins, by density and size, and draw it."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4), dpi=120, layout="constrained")
    figure.patch.set_alpha(0)
    axes = figure.subplots()
    rows = []
    for side, count in SAMPLES.items():
        middle, below, above, cells = [], [], [], []
        for density in DENSITIES[1:]:
            name = f"random-{side}-{density}"
            found = summary_of(folder, name, RandomBoards("wall-making", side, side, density, count, seed=1))
            wins = found["outcomes"].get("N", {"count": 0})["count"]
            low, high = (100 * bound for bound in interval(wins, count))
            middle.append(100 * wins / count)
            below.append(middle[-1] - low)
            above.append(high - middle[-1])
            cells.append(f"{low:.1f} to {high:.1f} %, {found['most']['nimber']['value']}")
        axes.errorbar(DENSITIES[1:], middle, [below, above], label=f"{side} x {side}", capsize=3, linewidth=1)
        rows.append((f"{side} x {side}, {count:,} each", *cells))
    axes.set_xlabel("density of blocked cells")
    axes.set_ylabel("% won by the first player")
    axes.legend(labelcolor=INK, framealpha=0)
    draw_in_ink(axes)
    (HERE / "density.svg").write_bytes(picture(figure, "svg"))
    table(("boards", *map(str, DENSITIES[1:])), rows)


def empty() -> None:
    """Find the empty boards that the first player loses."""
    lost = np.argwhere(empty_boards(EMPTY, EMPTY)[1:, 1:] == 0) + 1
    print("lost empty boards:", ", ".join(f"{rows} x {columns}" for rows, columns in lost if rows <= columns))
    values = empty_boards(EMPTY, EMPTY)
    print(
        "largest nimbers of empty n x n boards:", {n: int(values[n, n]) for n in (5, 10, 20, 50, 100, 200, 500, 1000)}
    )
    print()


def octal(folder: Path) -> None:
    """Print the section about codes: what is proved, what agrees with the published tables, the longest proofs."""
    census = grundy.census.open(folder)
    data = census.summary()
    length, digits = (data["set"][name] for name in ("length", "digits"))
    rows = {row["position"]: row for row in census.arrow().to_pylist()}
    print(f"All {len(rows):,} codes of up to {digits} digits, with {length:,} nimbers each (census digest")
    print(f"`{str(data['digest'])[:12]}…`).\n")
    counts = [(status, f"{data['status'].get(status, 0)} codes") for status in ("proved", "observed", "unknown")]
    table(("", ""), [*counts, ("options looked at", data["options"])])
    print(agreement({code: rows[code] for code in PUBLISHED if code in rows}) + "\n")
    table(("codes", "preperiod", "period", "values that prove it", "largest nimber"), longest_proofs(rows.values()))
    print(f"Unknown with these values:\n{textwrap.fill(' '.join(data['unknown']), WIDTH)}.\n")
    (HERE / "periods.svg").write_bytes(picture(plots(data), "svg"))


def agreement(rows: dict[str, dict[str, Any]]) -> str:
    """Return what the rows of codes whose periods are published say about these."""
    proved = {code for code, row in rows.items() if row["status"] == "proved"}
    same = {code for code in proved if (rows[code]["preperiod"], rows[code]["period"]) == PUBLISHED[code]}
    differ = ", ".join(sorted(proved - same)) or "none"
    more = ", ".join(f"{code} ({rows[code]['status']})" for code in sorted(rows.keys() - proved)) or "none"
    return textwrap.fill(
        f"Of {len(rows)} rows of the published tables (Winning Ways, chapter 4, and Flammenkamp's tables), {len(same)} "
        f"have the same preperiod and the same period, counted from heap 0. Those that differ: {differ}. Not proved "
        f"with these values: {more}.",
        WIDTH,
    )


def longest_proofs(rows: Iterable[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Return the proofs that need the most values, with all codes that have the same figures."""
    codes: dict[tuple[int, ...], list[str]] = {}
    for row in rows:
        if row["status"] == "proved":
            figures = tuple(row[name] for name in ("preperiod", "period", "bound", "largest"))
            codes.setdefault(figures, []).append(row["position"])
    longest = sorted(codes.items(), key=lambda entry: -entry[0][2])[:PROOFS]
    return [(" ".join(same), *figures) for figures, same in longest]


if __name__ == "__main__":
    if sys.argv[1] == "--octal":
        octal(Path(sys.argv[2]))
    else:
        all_boards(Path(sys.argv[1]))
        diagonal_boards(Path(sys.argv[1]))
        by_density(Path(sys.argv[1]))
        empty()
