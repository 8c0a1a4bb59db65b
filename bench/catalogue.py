"""Games of the catalogue on boards and graphs: what a question takes with machine code, and in plain Python.

    python bench/catalogue.py [--plain SECONDS] [NAME ...]

A name is that of a position below, or the beginning of one. Each answer begins without any value; machine code has
been made before, for another position of the game. The processor time is that of one run; options and states do not
depend on the machine. With ``--plain`` the plain search is asked as well, and left after so many seconds.
"""

from __future__ import annotations

import argparse
import time
from itertools import product
from typing import TYPE_CHECKING, Any

import networkx as nx

from grundy import games
from grundy.runtime import limits, progress
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.position import Position


def checkered(rows: int, columns: int) -> str:
    """Return a board of Clobber that is full of both colours in turn."""
    return "\n".join("".join("xo"[(row + column) % 2] for column in range(columns)) for row in range(rows))


def middle(rows: int, columns: int) -> str:
    """Return a board of Fission with one stone in the middle."""
    cells = dict.fromkeys(product(range(rows), range(columns)), ".")
    cells[rows // 2, columns // 2] = "o"
    return "\n".join("".join(cells[row, column] for column in range(columns)) for row in range(rows))


def coins(rows: int, columns: int) -> str:
    """Return coins in rows and columns, strings to their neighbours, and strings from the border to the ground."""
    graph = nx.grid_2d_graph(rows, columns)
    number = {place: place[0] * columns + place[1] + 1 for place in graph}
    words = [f"{number[one]}-{number[other]}" for one, other in graph.edges()]
    return " ".join(words + [f"{number[place]}-0" for place in graph if graph.degree(place) < 4])


def random_graph(vertices: int, degree: int) -> nx.Graph:
    """Return a random graph in which each vertex has so many neighbours."""
    return nx.random_regular_graph(degree, vertices, seed=1)


def positions() -> Iterator[tuple[str, str, Any]]:
    """Yield names, games and texts or graphs."""
    for side in ((3, 5), (4, 4), (4, 5), (5, 5)):
        yield f"clobber-{side[0]}x{side[1]}", "clobber", checkered(*side)
    for side in ((5, 5), (5, 6), (6, 6), (7, 7)):
        yield f"fission-{side[0]}x{side[1]}", "fission", middle(*side)
    for side in ((3, 3), (4, 4), (4, 5), (5, 5)):
        yield f"notakto-{side[0]}x{side[1]}", "notakto", "\n".join(["." * side[1]] * side[0])
    for side in ((5, 6), (6, 8), (8, 10)):
        yield f"chomp-{side[0]}x{side[1]}", "chomp", "\n".join(["." * side[1]] * side[0])
    for side in ((4, 5), (5, 6), (5, 7)):
        yield f"cram-{side[0]}x{side[1]}", "cram", "\n".join(["." * side[1]] * side[0])
    graphs = [("5x6", nx.grid_2d_graph(5, 6)), ("petersen", nx.petersen_graph())]
    graphs += [(f"cubic-{count}", random_graph(count, 3)) for count in (20, 30, 40)]
    graphs += [(f"degree4-{count}", random_graph(count, 4)) for count in (30, 40)]
    for game in ("arc-kayles", "node-kayles"):
        for name, graph in graphs:
            yield f"{game}-{name}", game, graph
    for side in ((2, 3), (3, 3), (3, 4)):
        yield f"strings-{side[0]}x{side[1]}", "strings-and-coins", coins(*side)


def measured(position: Position, what: str, most: float, **further: int) -> str:
    """Return an answer with the time and the counts; one that is not there after `most` seconds says so."""
    begun = time.process_time()

    def stop(*_: object) -> None:
        if time.process_time() - begun > most:
            raise TimeoutError

    tables.clear()
    try:
        with limits.limited(search_options=10**9, **further), progress.tallied() as tally, progress.reporting(stop):
            answer = getattr(position, what)
    except TimeoutError:
        answer = "-"
    taken = time.process_time() - begun
    return f"{answer!s:>3} {taken:9.2f} s {tally.options:>14,} options {tally.states:>12,} states"


def main() -> None:
    """Print a line for each question."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", default=[""])
    parser.add_argument("--plain", type=float, default=0, metavar="SECONDS")
    parser.add_argument("--most", type=float, default=600, metavar="SECONDS")
    asked = parser.parse_args()
    warmed = set()
    for name, game, given in positions():
        if not name.startswith(tuple(asked.names)):
            continue
        for what in ("outcome", "nimber"):
            if (game, what) not in warmed:  # another position of the game
                warmed.add((game, what))
                with limits.limited(kernel_above=-1):
                    _ = getattr(games.find(game)(games.find(game).sample), what)
            line = measured(games.find(game)(given), what, asked.most, kernel_above=-1)
            print(f"{name:<24}{what:<8} {line}", flush=True)
            if asked.plain:
                line = measured(games.find(game)(given), what, asked.plain, kernel_above=10**30)
                print(f"{'':<24}{'plain':<8} {line}", flush=True)


if __name__ == "__main__":
    main()
