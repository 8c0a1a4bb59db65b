"""The values of states and sums: nimbers, and `WIN`, `LOONY` and `Loopy` for states without a nimber; outcomes."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn, Self, final

from grundy.errors import NoNimber

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["LOONY", "WIN", "Loony", "Loopy", "Outcome", "Value", "Win", "as_data", "outcome_of", "value_of_sum"]


class Win:
    """The value of a state with a move that ends the whole game at once; `WIN` is the only instance.

    The player to move wins every sum with such a state, so the value is no nimber and no integer: it equals nothing
    else and has no order (`TypeError`), and arithmetic with it raises `NoNimber` instead of giving a wrong number. It
    is true, like each value of an N-position.

    Source: entailing moves, in their simplest form (Winning Ways, chapter 12).

    >>> WIN, bool(WIN), WIN == -1
    (WIN, True, False)
    """

    __slots__ = ()

    _refusal = "error.no-nimber-sum"

    def __new__(cls) -> Self:
        """Return the only instance of the class."""
        return LOONY if cls is Loony else WIN  # type: ignore[return-value] # it is of this class

    def _refuse(self, *_: object) -> NoReturn:
        raise NoNimber(self._refusal)

    __xor__ = __rxor__ = __and__ = __rand__ = __or__ = __ror__ = __invert__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __abs__ = _refuse

    def __repr__(self) -> str:
        return "WIN"

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)

    def __reduce__(self) -> str:
        return repr(self)


@final
class Loony(Win):
    """The value of a state that wins in every sum because its player may move again; `LOONY` is the only instance.

    No move ends the game, but after some moves the same player moves again (`grundy.split`, with ``again=True``), and
    can win whatever the other components are. Like `WIN` it is no nimber. A sum that has it is worth `LOONY`; a sum
    that has both is worth `WIN`.

    Source: loony moves and complimenting moves (Winning Ways, chapters 12 and 16).

    >>> LOONY, bool(LOONY), LOONY == WIN, value_of_sum([3, LOONY]), value_of_sum([LOONY, WIN])
    (LOONY, True, False, LOONY, WIN)
    """

    __slots__ = ()

    _refusal = "error.no-nimber-sum-loony"

    def __repr__(self) -> str:
        return "LOONY"


WIN: Final = object.__new__(Win)
LOONY: Final = object.__new__(Loony)


@dataclass(frozen=True)
class Loopy:
    """The value of a state of a loopy game that has no nimber: infinity with a set of nimbers.

    `reach` is the set of the nimbers of those options that have a nimber.

    A state of a loopy game is worth a nimber, or infinity with the set of the nimbers of its options, written ∞{0,2}.
    With these values, a sum needs no search. Nimbers add by exclusive or; ∞{a,b} plus a nimber n is ∞{a⊕n,b⊕n}; the sum
    of two infinities is ∞{}. A sum worth 0 is a P-position. A sum worth another nimber, or an infinity whose set has 0,
    is an N-position. Any other infinity is a draw.

    Source: C. A. B. Smith, Graphs and composite games (1966); Fraenkel and Perl, Constructions in combinatorial games
    with cycles (1975); Winning Ways, chapter 12.

    >>> draw, either = Loopy(frozenset()), Loopy(frozenset({0, 2}))
    >>> str(either), str(either ^ 3), str(either ^ draw)
    ('∞{0,2}', '∞{1,3}', '∞{}')
    """

    reach: frozenset[int]

    def __xor__(self, other: int | Loopy) -> Loopy:
        """Return the value of the sum of two states with these values."""
        if isinstance(other, Loopy):
            return Loopy(frozenset())
        if not isinstance(other, int):
            return NotImplemented
        return Loopy(frozenset(nimber ^ other for nimber in self.reach))

    __rxor__ = __xor__

    def __str__(self) -> str:
        """Return infinity with the set, such as ``∞{0,2}``."""
        return f"∞{{{','.join(map(str, sorted(self.reach)))}}}"


Value = int | Win | Loopy


def value_of_sum(values: Iterable[Value]) -> Value:
    """Return the value of a sum of components with these values: their exclusive or, or `WIN` or `LOONY` if one has it.

    Values after the first `WIN` are not computed. For values of loopy components see `Loopy`.

    >>> value_of_sum([3, 5]), value_of_sum([3, WIN]), value_of_sum([])
    (6, WIN, 0)
    """
    total: Value = 0
    for value in values:
        if type(value) is int and type(total) is int:
            total ^= value
            continue
        if value is WIN:
            return WIN
        total = LOONY if isinstance(total, Win) or isinstance(value, Win) else total ^ value
    return total


def as_data(value: Value | None) -> dict[str, Any]:
    """Return a value for JSON: its ``nimber``; for another value (WIN, LOONY, ∞{0,2}) null, with ``value`` as text.

    A value that is not known is null without a text.
    """
    known = isinstance(value, Win | Loopy)
    return {"nimber": None, "value": f"{value}"} if known else {"nimber": value}


class Outcome(enum.StrEnum):
    """Who wins under best play: `N`, the next player (who moves now); `P`, the previous player; `D`, nobody.

    `D` is a draw: play goes on for ever. Only digraphs with cycles and loopy rulesets have draws.
    """

    N = "N"
    P = "P"
    D = "D"


def outcome_of(value: Value) -> Outcome:
    """Return the outcome of a state or a sum with this value.

    >>> [outcome_of(value).value for value in (0, 3, WIN, Loopy(frozenset({0})), Loopy(frozenset({1})))]
    ['P', 'N', 'N', 'N', 'D']
    """
    if isinstance(value, Loopy):
        return Outcome.N if 0 in value.reach else Outcome.D
    return Outcome.P if value == 0 else Outcome.N
