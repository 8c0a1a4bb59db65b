# Written by `python bench/games_stub.py`.

from grundy.games import sampling
from grundy.games.game import Fact, Game
from grundy.games.lookup import all_games, find, names, parse

__all__ = ["Fact", "Game", "all_games", "find", "names", "parse", "sampling"]

arc_kayles: Game
bishop: Game
card: Game
chomp: Game
clobber: Game
couples_are_forever: Game
cram: Game
dawsons_chess: Game
dawsons_kayles: Game
diagonal: Game
euclid: Game
fibonacci_nim: Game
fission: Game
flanigans_game: Game
game_on_plane: Game
general_wythoff: Game
geography: Game
green_hackenbush: Game
grid_game: Game
grundys_game: Game
guiles: Game
kayles: Game
king: Game
knight: Game
laskers_nim: Game
mem: Game
mem_plus: Game
mock_turtles: Game
moores_nim: Game
nim: Game
node_kayles: Game
notakto: Game
officers: Game
polygon: Game
rook: Game
ruler: Game
staircase_nim: Game
strings_and_coins: Game
take_away: Game
tartan: Game
toppling_dominoes: Game
treblecross: Game
turning: Game
turning_corners: Game
turning_turtles: Game
wall_making: Game
wythoff: Game
