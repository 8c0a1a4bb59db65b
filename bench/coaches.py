"""The lab's coaches against each other: ``python bench/coaches.py`` plays 1,000 games between neighbours.

They play ten games of the catalogue from their samples, each coach as often first as second. A row shows in how many
of its games the coach has beaten the one before it. The first row is about a beginner, who sees one move ahead.
"""

from __future__ import annotations

from itertools import pairwise

import grundy
from grundy.theory.explain import ladder

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
BEGINNER = {"beginner": (0, 0, 100, 0, 0)}


def second_wins(position: grundy.Position, first: str, second: str, seed: int) -> bool:
    """Play a game, and return whether the coach that moves second wins."""
    turn = 0
    while position.choices():
        position = position.play(ladder.reply(position, (first, second)[turn % 2], 1000 * seed + turn))
        turn += 1
    return turn % 2 == 0


def main() -> None:
    """Print the table."""
    pairs = [("novice", "beginner"), *pairwise(ladder.COACHES)]
    ladder.COACHES.update(BEGINNER)
    print(f"{'coach':<10}{' '.join(ladder.WAYS)}  beats the one before it")
    for weak, strong in pairs:
        won = 0
        for number, name in enumerate(GAMES):
            game = grundy.games.find(name)
            start = game.parse(game.sample)
            for seed in range(ROUNDS * number, ROUNDS * (number + 1)):
                if seed % 2:
                    won += second_wins(start, weak, strong, seed)
                else:
                    won += not second_wins(start, strong, weak, seed)
        ways = [f"{share:{len(way)}}" for way, share in zip(ladder.WAYS, ladder.COACHES[strong], strict=True)]
        print(f"{strong:<10}{' '.join(ways)}  {won:,} of {len(GAMES) * ROUNDS:,} games against {weak}", flush=True)


if __name__ == "__main__":
    main()
