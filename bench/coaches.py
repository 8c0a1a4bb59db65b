"""The lab's coaches against each other: ``python bench/coaches.py`` plays 1,000 games between neighbours.

They play ten games of the catalogue from their samples, each coach as often first as second. A row shows in how many
of its games the coach has beaten the one before it.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import grundy
from grundy import coach

GAMES = (
    "nim",
    "kayles",
    "dawsons-chess",
    "grundys-game",
    "fibonacci-nim",
    "euclid",
    "king",
    "wythoff",
    "treblecross",
    "wall-making",
)
ROUNDS = 100  # of each game
SOURCE = Path(__file__).parent.parent / "src" / "grundy" / "lab" / "web" / "static" / "play" / "turns.js"


def coaches() -> dict[str, float]:
    """Return how often each coach errs, as the page has it."""
    found = re.search(r"COACHES = \{(.*)\}", SOURCE.read_text(encoding="utf-8"))
    assert found
    return {name: int(rate) / 100 for name, rate in re.findall(r"(\w+): (\d+)", found[1])}


def second_wins(position: grundy.Position, first: coach.Coach, second: coach.Coach) -> bool:
    """Play a game, and return whether the coach that moves second wins."""
    players = [first, second]
    turn = 0
    while position.choices():
        position = position.play(players[turn % 2].reply(position))
        turn += 1
    return turn % 2 == 0


def main() -> None:
    """Print the table."""
    rates = coaches()
    print(f"{'coach':<10}{'errs':>6}  beats the one before it")
    for (weak, weak_rate), (strong, rate) in pairwise(rates.items()):
        won = 0
        for number, name in enumerate(GAMES):
            game = grundy.games.find(name)
            start = game.parse(game.sample)
            for game_round in range(ROUNDS):
                seed = 1000 * number + game_round
                weaker, stronger = coach.Coach(weak_rate, seed), coach.Coach(rate, seed + 1_000_000)
                if game_round % 2:
                    won += second_wins(start, weaker, stronger)
                else:
                    won += not second_wins(start, stronger, weaker)
        print(f"{strong:<10}{rate:>6.0%}  {won:,} of {len(GAMES) * ROUNDS:,} games against {weak}", flush=True)


if __name__ == "__main__":
    main()
