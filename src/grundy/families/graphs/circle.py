"""Two players move one token round a circle, each by steps of their own: outcomes of all places at once."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_UNKNOWN, _LOST, _WON = 0, 1, 2


def outcomes(places: int, steps: tuple[Sequence[int], Sequence[int]]) -> NDArray[np.str_]:
    """Return the outcome for whoever is to move, "N", "P" or "D", a draw: shape (2, places), by player and place.

    Player p moves the token on place x to a place x + s, s being one of the different steps ``steps[p]``, modulo
    `places`. On place 0 the game is over: whoever is to move has lost. Retrograde analysis as in `grundy.digraph`,
    but without the edges, of which there may be a hundred million: the places before one are a shifted array of
    steps. It takes time for each edge, and memory for each place.

    >>> outcomes(5, ([3, 2], [1, 2, 3])).tolist()
    [['P', 'P', 'N', 'N', 'D'], ['P', 'D', 'N', 'N', 'N']]
    """
    back = [-np.asarray(some, np.int64) % places for some in steps]
    found = np.full((2, places), _UNKNOWN, np.int8)
    found[:, 0] = _LOST
    open_moves = np.repeat([[len(some)] for some in steps], places, axis=1)  # to places that are not known to be won
    waiting = deque([(0, 0), (1, 0)])
    while waiting:
        player, place = waiting.popleft()
        other = 1 - player
        before = (place + back[other]) % places
        before = before[found[other, before] == _UNKNOWN]
        if found[player, place] == _LOST:
            found[other, before] = _WON
        else:
            open_moves[other, before] -= 1
            before = before[open_moves[other, before] == 0]
            found[other, before] = _LOST
        waiting.extend((other, one) for one in before.tolist())
    return np.array(["D", "P", "N"])[found]
