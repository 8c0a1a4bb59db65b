"""Two players move one token round a circle, each by steps of their own: the rules, and all outcomes at once."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.core.loopy.digraph import Digraph
from grundy.core.loopy.labels import RowPairs, cost
from grundy.errors import RulesetError
from grundy.games.families.base_rules import OneStateRules, is_pair_of_integers
from grundy.runtime import limits
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from grundy.core.components import Option

_UNKNOWN, _LOST, _WON = 0, 1, 2
_BYTES_PER_NAME = 100  # of a player and a place as a tuple
_BYTES_PER_STATE = 150  # of `outcomes`: arrays, a place in the queue, and the letter of the outcome


@dataclass(frozen=True)
class Circle(OneStateRules):
    """A player moves the token on a circle of `places` by a step of the player's own `steps`.

    A state is the player to move, 0 or 1, and the place of the token, counted from 0. On place 0 the game is over. In
    text both are counted from 1. Play may go on for ever.

    >>> rules = Circle(5, ((3, 2), (1, 2, 3)))
    >>> rules((0, 4)).outcome.value, [choice.move for choice in rules((0, 4)).drawing_moves()]
    ('D', ['to 2'])
    """

    places: int
    steps: tuple[tuple[int, ...], tuple[int, ...]]
    name = "circle"
    loopy = True

    def options(self, state: tuple[int, int]) -> Iterator[Option]:
        """Yield an option for each step."""
        player, place = state
        for step in self.steps[player] if place else ():
            after = (1 - player, (place + step) % self.places)
            yield self.option(after, f"to {after[1] + 1}")

    def check(self, state: Any) -> tuple[int, int]:
        """Return the state; raise `RulesetError` if it is no pair of a player and a place."""
        if not is_pair_of_integers(state) or state[0] not in (0, 1) or not 0 <= state[1] < self.places:
            raise RulesetError("error.expected", expected=Message("expected.circle-state"), found=repr(state))
        player, place = state
        return player, place

    def format(self, state: tuple[int, int]) -> str:
        """Write the number of the player to move, and the number of the place."""
        return f"player {state[0] + 1} on {state[1] + 1}"

    def parse(self, text: str) -> tuple[int, int]:
        """Return the state that `format` wrote."""
        player, place = map(int, text.removeprefix("player ").split(" on "))
        return self.check((player - 1, place - 1))

    def digraph(self, *states: Any) -> Digraph:
        """Return the digraph of all states, made as arrays: `options` is not called."""
        del states
        counts = [len(steps) for steps in self.steps]
        edges = (self.places - 1) * sum(counts)
        vertices = 2 * self.places
        needed = cost(vertices, edges)
        needed = needed._replace(bytes=needed.bytes + _BYTES_PER_NAME * vertices)
        limits.check(Message("over.digraph", {"vertices": vertices, "edges": edges}), needed)
        froms = np.arange(1, self.places, dtype=np.int32)[:, None]
        rows = [
            (froms + np.asarray(steps, np.int32)) % self.places + (1 - player) * self.places
            for player, steps in enumerate(self.steps)
        ]
        lengths = np.concatenate([[0], *([0, *[count] * (self.places - 1)] for count in counts)])
        names = [(player, place) for player in (0, 1) for place in range(self.places)]
        return Digraph(RowPairs(np.cumsum(lengths), np.concatenate([row.ravel() for row in rows])), names)


def outcomes(places: int, steps: tuple[Sequence[int], Sequence[int]]) -> NDArray[np.str_]:
    """Return the outcome for the player to move, "N", "P" or "D", a draw: shape (2, places), by player and place.

    Player p moves the token from place x to a place x + s modulo `places`, where s is one of the different steps
    ``steps[p]``. On place 0 the game is over: the player to move has lost. This is retrograde analysis as in
    `grundy.digraph`, but it stores no edges, of which there may be a hundred million: the places from which a place is
    reached are a shifted array of steps. It takes time for each edge, and memory for each place. Raises
    `OverBudgetError` if that is more than the budget.

    >>> outcomes(5, ([3, 2], [1, 2, 3])).tolist()
    [['P', 'P', 'N', 'N', 'D'], ['P', 'D', 'N', 'N', 'N']]
    """
    vertices, edges = 2 * places, (places - 1) * sum(map(len, steps))
    about = Message("over.digraph", {"vertices": vertices, "edges": edges})
    limits.check(about, limits.Cost(edges, _BYTES_PER_STATE * vertices))
    steps_back = [-np.asarray(own, np.int64) % places for own in steps]
    found = np.full((2, places), _UNKNOWN, np.int8)
    found[:, 0] = _LOST
    open_moves = np.repeat([[len(own)] for own in steps], places, axis=1)  # to places that are not known to be won
    waiting = deque([(0, 0), (1, 0)])
    while waiting:
        player, place = waiting.popleft()
        other = 1 - player
        before = (place + steps_back[other]) % places
        before = before[found[other, before] == _UNKNOWN]
        if found[player, place] == _LOST:
            found[other, before] = _WON
        else:
            open_moves[other, before] -= 1
            before = before[open_moves[other, before] == 0]
            found[other, before] = _LOST
        waiting.extend((other, earlier) for earlier in before.tolist())
    return np.array(["D", "P", "N"])[found]
