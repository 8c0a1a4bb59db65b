"""What the page's first view shows: ``python -m grundy.lab.web.thumbnails`` writes it.

The small boards, one for each game, are drawn once, from the games' samples or shorter positions, without solving them.
Of the large board, on which the reader can move, the answer of the API is kept. So the page solves nothing to show it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from grundy import games
from grundy.drawing.svg import sheet
from grundy.lab import call
from grundy.lab.unsolved import scenes

if TYPE_CHECKING:
    from grundy.core.scenes import Scene

FILE = Path(__file__).parent / "static" / "thumbnails.svg"
BOARD_FILE = Path(__file__).parent / "static" / "front.json"
SHORT = {  # positions that replace samples: their marks can be read in a small picture
    "arc-kayles": "1-2 2-3 3-4 4-5 5-1 4-6",
    "bishop": "3 3",
    "card": "GRGB\nGBBR\nRGRB",
    "chomp": "....\n....\n...#",
    "clobber": "xxox\nooxo\nxoxx",
    "couples-are-forever": "5 3",
    "cram": "....\n...#\n....",
    "dawsons-chess": "5 2",
    "dawsons-kayles": "3 5",
    "diagonal": "RLXL\nLRRL\nXLRX",
    "euclid": "5 3",
    "fibonacci-nim": "4",
    "fission": "....\n.o..\n..oo",
    "flanigans-game": "5 3",
    "game-on-plane": "8 2-5",
    "general-wythoff": "a=2 2 5",
    "geography": "1-2 1-4 2-3 3-5 4-5 @1",
    "green-hackenbush": "0-1 0-4 1-2 1-3 2-3 4-5",
    "grid-game": "K=2\n@#..\n...#\n....",
    "grundys-game": "5 3",
    "guiles": "4 2",
    "kayles": "4 5",
    "king": "2 3",
    "knight": "3 3",
    "laskers-nim": "2 3 4",
    "mem": "4",
    "mem-plus": "4",
    "mock-turtles": "HTTHT",
    "moores-nim": "k=2 4 4 4",
    "nim": "3 4 5",
    "node-kayles": "1-2 2-3 2-4 3-5 5-6",
    "notakto": "X..\n...\n..X",
    "officers": "5 3",
    "polygon": "8 2-5",
    "rook": "3 3",
    "ruler": "HHTTH",
    "strings-and-coins": "0-1 1-2 2-3 3-0 2-4",
    "take-away": "3*k 5",
    "tartan": "1-2x1-3\nTHTH\nTHTT\nHTTT",
    "toppling-dominoes": "|||.|",
    "treblecross": "..X..",
    "turning": "1-5 THTHH",
    "turning-corners": "HHTT\nHTHH\nTHTH",
    "turning-turtles": "THTHH",
    "wall-making": "....\n.X..\n....",
    "wythoff": "3 3",
}
BOARD = "X......\n..X....\n.......\n....X..\n.X.....\n......X"  # of the Wall Making Game


HEAPS = (1, 3, 5)  # of the picture of a lesson
NUMBERS = 34  # of the picture of a sequence


def drawn() -> str:
    """Return the content of the file: a symbol for each game by its name, ``heaps`` and ``sequence``."""
    heaps = [(10.0 + 26 * heap, 54.0 - 12 * token) for heap, size in enumerate(HEAPS) for token in range(size)]
    nimbers = [games.kayles(str(size)).nimber or 0 for size in range(NUMBERS)]
    sequence = [(4 + 3.15 * size, 54.0 - 6 * nimber) for size, nimber in enumerate(nimbers)]
    further = _dots("heaps", 72, 9, heaps) + _dots("sequence", 112, 3.2, sequence)
    return sheet({name: _thumbnail(name) for name in games.names()}).replace("</svg>", f"{further}</svg>")


def _dots(name: str, width: int, size: float, places: list[tuple[float, float]]) -> str:
    path = "".join(f"M{x:g} {y:g}h0" for x, y in places)
    look = f'stroke="var(--ink)" stroke-width="{size}" stroke-linecap="round"'
    return f'<symbol id="{name}" viewBox="0 0 {width} 60"><path {look} d="{path}"/></symbol>\n'


def board() -> str:
    """Return the answer of the API about the large board."""
    answer = call("positions", {"game": "wall-making", "position": BOARD, "board": True, "compact": True})
    return json.dumps(answer, ensure_ascii=False) + "\n"


def _thumbnail(name: str) -> Scene:
    game = games.find(name)
    return scenes(game.parse(SHORT.get(name, game.sample)))[0]


if __name__ == "__main__":
    FILE.write_text(drawn(), encoding="utf-8")
    BOARD_FILE.write_text(board(), encoding="utf-8")
