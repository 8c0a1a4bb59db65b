"""Values of states from which play may go on for ever (Smith's theory).

A state of a loopy game is worth a nimber, or infinity with the set of the nimbers of its options, written ∞{0,2}.
With them, a sum needs no search: nimbers add by exclusive or, a nimber n is added to ∞{a,b} by adding it to each
of its elements, and two infinities make ∞{}. A sum worth 0 is a P-position, one worth another nimber or an infinity
with 0 is an N-position, and any other infinity is a draw.

Source: C. A. B. Smith, Graphs and composite games (1966); Fraenkel and Perl, Constructions in combinatorial games
with cycles (1975); Winning Ways, chapter 12.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Loopy"]


@dataclass(frozen=True)
class Loopy:
    """The value of a state from which neither player can force an end with a nimber: infinity with a set.

    `reach` are the nimbers of the options that have one.

    >>> draw, either = Loopy(frozenset()), Loopy(frozenset({0, 2}))
    >>> str(either), str(either ^ 3), str(either ^ draw)
    ('∞{0,2}', '∞{1,3}', '∞{}')
    """

    reach: frozenset[int]

    def __xor__(self, other: int | Loopy) -> Loopy:
        """Return the value of the sum with a state of another value."""
        if isinstance(other, Loopy):
            return Loopy(frozenset())
        if not isinstance(other, int):
            return NotImplemented
        return Loopy(frozenset(nimber ^ other for nimber in self.reach))

    __rxor__ = __xor__

    def __str__(self) -> str:
        """Write infinity and the set."""
        return f"∞{{{','.join(map(str, sorted(self.reach)))}}}"
