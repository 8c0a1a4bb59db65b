"""Five coaches, from Novice to Perfect: each mixes five ways to choose a move, as people of its strength do.

The ways, from the blindest to the best:

- ``any``: any move that does not lose at once;
- ``greedy``: of these, the move that leaves the opponent the fewest moves;
- ``ahead``: a move after which the opponent cannot win at once;
- ``few``: the best move if few moves are left, because the end of a game is easy to see through; else as ``ahead``;
- ``perfect``: the best move.

Where there are at most 40 moves, each way makes a move that wins at once, if there is one; where there are more, only
the best move looks at replies. So a weak coach errs where there is much to see, as people do.
``bench/coaches.py`` plays the coaches against each other: each beats the one before it in two of three games.

>>> import grundy
>>> print(reply(grundy.games.nim(3, 5), "perfect"), reply(grundy.games.nim(5), "novice"), sep=", ")
2:5 -> 3, 5 -> 0
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from grundy.errors import GameOverError
from grundy.theory.explain.coach import Coach, some_choices
from grundy.theory.explain.misere_coach import MisereCoach

if TYPE_CHECKING:
    from grundy.core.choices import Choice
    from grundy.core.position import Position

__all__ = ["COACHES", "WAYS", "reply"]

WAYS = ("any", "greedy", "ahead", "few", "perfect")
COACHES = {  # of 100 moves, how many are chosen in each way
    "novice": (60, 40, 0, 0, 0),
    "learner": (10, 20, 70, 0, 0),
    "club": (0, 5, 45, 50, 0),
    "expert": (0, 0, 15, 60, 25),
    "perfect": (0, 0, 0, 0, 100),
}
_FEW = 8  # moves of a position that is seen through
_MOST_SEEN = 40  # moves of a position in which one looks ahead


def reply(
    position: Position, coach: str, seed: int | None = None, *, misere: bool = False, fast: bool = False
) -> Choice:
    """Return the move of a coach of `COACHES`. The same `seed` gives the same move; `fast` is as in `Coach`.

    Only the ways `few` and `perfect` need the value of the position. Raises `GameOverError` if there is no move.
    """
    rng = random.Random(seed)
    (way,) = rng.choices(WAYS, COACHES[coach])
    choices = some_choices(position)
    if not choices:
        raise GameOverError(str(position))
    if way == "perfect" or (way == "few" and len(choices) <= _FEW):
        return (MisereCoach(seed=seed) if misere else Coach(seed=seed, fast=fast)).reply(position)
    rng.shuffle(choices)
    depth = 0 if len(choices) > _MOST_SEEN else 2 if way in ("ahead", "few") else 1
    seen = [_wins(choice, depth, misere=misere) for choice in choices]
    best = True if True in seen else None if None in seen else False
    good = [choice for choice, wins in zip(choices, seen, strict=True) if wins is best]
    return min(good[:_MOST_SEEN], key=lambda choice: len(choice.after.choices())) if way == "greedy" else good[0]


def _wins(choice: Choice, depth: int, *, misere: bool) -> bool | None:
    """Return whether a move wins, for one who looks `depth` moves ahead; None if the end is farther away."""
    if choice.option.ends or depth == 0:
        return choice.option.ends or None
    replies = [_wins(one, depth - 1, misere=misere) for one in choice.after.choices()]
    wins = True if True in replies else None if None in replies else False if replies else misere
    return wins if choice.option.again or wins is None else not wins
