"""Euclid's game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from grundy.games.families.numbers.number_rules import NumberRules
from grundy.runtime.messages import Message
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.solution import Solution
    from grundy.games.families.numbers.number_rules import Numbers


@dataclass(frozen=True)
class Euclid(NumberRules):
    """Take a multiple of the smaller number from the larger number; both stay positive. A state is the two numbers.

    The nimber of (a, b) is the integer part of |a/b - b/a|. So a state is lost exactly if the ratio of the larger to
    the smaller number is less than the golden ratio. Source: Nivasch, The Sprague-Grundy function of the game Euclid
    (2006). This is the game of Grossman (1997). In the game of Cole and Davie (1969), a move may leave the number 0.
    There, only two equal numbers have another outcome, but nimbers differ.

    >>> Euclid()(13, 8).nimber, Euclid()(10**18, 1).nimber
    (1, 999999999999999999)
    """

    name = "euclid"
    token = "block"
    count = (2, 2)
    least = 1

    def after(self, state: Numbers) -> Iterator[Numbers]:
        """Yield the states that one move leaves, least numbers first."""
        first, second = state
        if first > second:
            yield from ((left, second) for left in range(first % second or second, first, second))
        else:
            yield from ((first, left) for left in range(second % first or first, second, first))

    def known(self, state: Numbers) -> int:
        """Return the integer part of |a/b - b/a|."""
        first, second = state
        return abs(first**2 - second**2) // (first * second)

    def reduction(self, state: Numbers, solution: Solution) -> Reduction:
        """Return the explanation, which compares the ratio with the golden ratio by integers.

        Parameters of ``reduction.euclid``: the ``large`` and the ``small`` number, the difference of their squares
        (``squares``), their ``product``, and the ``nimber``, which is the integer part of ``squares`` / ``product``.
        ``to`` has the two numbers of a lost state that a move leaves; it is null if no such move exists.
        """
        del solution
        large, small = max(state), min(state)
        about = {"large": large, "small": small, "squares": large**2 - small**2, "product": large * small}
        nimber = self.known(state)
        to = next(self.lost_after(state), None)
        notes = [Message("reduction.note.euclid", {**about, "nimber": nimber})]
        if to is None:
            notes.append(Message("reduction.note.euclid-lost", about))
        else:
            left = {"large": max(to), "small": min(to), "product": to[0] * to[1]}
            notes.append(
                Message("reduction.note.euclid-move", {**left, "squares": left["large"] ** 2 - left["small"] ** 2})
            )
        return Reduction("reduction.euclid", {**about, "nimber": nimber, "to": to and list(to)}, tuple(notes))

    def options_below(self, state: Numbers) -> int:
        """Return the number of options of all states that play reaches.

        It follows the Euclidean algorithm: from r + q b and b, play reaches r + k b and b for all k up to q.
        """
        large, small = max(state), min(state)
        found = 0
        while small:
            times, rest = divmod(large, small)
            found += times * (times + 1 if rest else times - 1) // 2
            large, small = small, rest
        return found

    def lost_after(self, state: Numbers) -> Iterator[Numbers]:
        """Return the lost states among the first two, because all others have a ratio of more than 2."""
        return (left for left in islice(self.after(state), 2) if self.known(left) == 0)
