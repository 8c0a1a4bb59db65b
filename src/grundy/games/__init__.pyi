# Written by `python -m grundy.games.stub`.

from grundy.games import sampling
from grundy.games.game import Fact, Game
from grundy.games.lookup import all_games, find, names, parse

__all__ = ["Fact", "Game", "all_games", "find", "names", "parse", "sampling"]

bishop: Game
card: Game
couples_are_forever: Game
dawsons_chess: Game
dawsons_kayles: Game
diagonal: Game
flanigans_game: Game
game_on_plane: Game
grid_game: Game
grundys_game: Game
guiles: Game
kayles: Game
king: Game
knight: Game
laskers_nim: Game
nim: Game
officers: Game
polygon: Game
rook: Game
treblecross: Game
wall_making: Game
wythoff: Game
