"""The small boards of the page's first view, one for each game: ``python -m grundy.lab.web.thumbnails`` writes it.

They are drawn once, from the games' samples or shorter positions, without solving them. So the page solves nothing to
show them. The large picture of the first view is a board with the nimbers of its moves.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from grundy import games
from grundy.drawing.svg import sheet
from grundy.lab.unsolved import scenes

if TYPE_CHECKING:
    from grundy.core.scenes import Scene

FILE = Path(__file__).parent / "static" / "thumbnails.svg"
SHORT = {  # positions that replace samples which are too wide for a small picture
    "couples-are-forever": "6 4",
    "dawsons-chess": "6 3",
    "dawsons-kayles": "3 6",
    "euclid": "6 4",
    "fibonacci-nim": "7",
    "flanigans-game": "6 3",
    "grundys-game": "7 4",
    "guiles": "5 3",
    "kayles": "4 6",
    "mem": "7",
    "mem-plus": "6",
    "officers": "6 4",
    "take-away": "3*k 6",
    "treblecross": "...X...",
    "toppling-dominoes": "|||.||",
    "turning-turtles": "THTHH",
    "mock-turtles": "HTTHT",
    "ruler": "HHTTH",
    "turning": "1-5 THTHH",
    "wythoff": "4 5",
    "bishop": "4 5",
    "king": "3 4",
    "knight": "4 5",
    "rook": "4 5",
}
POSTER = "X......\n..X....\n.......\n....X..\n.X.....\n......X"


def drawn() -> str:
    """Return the content of the file: a symbol for each game by its name, and ``poster``."""
    shown: dict[str, Scene] = {name: _thumbnail(name) for name in games.names()}
    poster = games.find("wall-making").parse(POSTER)
    return sheet({**shown, "poster": poster.scenes(values=True)[0]})


def _thumbnail(name: str) -> Scene:
    game = games.find(name)
    return scenes(game.parse(SHORT.get(name, game.sample)))[0]


if __name__ == "__main__":
    FILE.write_text(drawn(), encoding="utf-8")
