r"""The catalogue: games by name, each with its notation, rules, source, sample and checked facts.

Each game is a file in ``grundy/games/catalogue``; the game in ``wall_making.py`` is called
``wall-making`` in text and ``grundy.games.wall_making`` in Python. A code of heaps, such as
``0.137`` or ``{1,3,4}``, is the name of its game.

`find` returns a game by its name, `parse` reads a position whose text names its games. A `Game` is called with a
position: its text, or its numbers.

>>> import grundy
>>> grundy.games.wall_making("X.\n..").nimber
2
>>> print(grundy.games.parse("kayles 10 7 + nim 3"))
kayles 10 7 + nim 3
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.errors import UnknownNameError
from grundy.games.game import Fact, Game
from grundy.games.lookup import all_games, find, names, parse
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["Fact", "Game", "all_games", "find", "names", "parse", "sampling"]


# Type checkers read the names of the games in __init__.pyi, which `python bench/games_stub.py` writes.
def __getattr__(name: str) -> Game | ModuleType:
    """Return the game of this name: each game is an attribute, as ``grundy.games.wall_making``."""
    if name == "sampling":
        from importlib import import_module

        return import_module("grundy.games.sampling")
    game_name = name.replace("_", "-")
    if name.startswith("_") or game_name not in names():
        message = f"grundy.games has no {name!r}: {UnknownNameError(Message('what.game'), game_name, names())}"
        raise AttributeError(message)
    game = globals()[name] = find(game_name)  # found here from now on
    return game


def __dir__() -> list[str]:
    return [*__all__, *(name.replace("-", "_") for name in names())]
