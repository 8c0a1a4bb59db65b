"""The type stub of `grundy.games`, in which each game of the catalogue is a name.

python bench/games_stub.py            writes it again after a game was added
"""

from pathlib import Path

from grundy import games

PATH = Path(games.__file__).with_suffix(".pyi")

_HEAD = """\
# Written by `python bench/games_stub.py`.

from grundy.games import sampling
from grundy.games.game import Fact, Game
from grundy.games.lookup import all_games, find, names, parse

__all__ = ["Fact", "Game", "all_games", "find", "names", "parse", "sampling"]

"""


def text() -> str:
    """Return the stub for the present games."""
    return _HEAD + "".join(f"{name.replace('-', '_')}: Game\n" for name in games.names())


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
