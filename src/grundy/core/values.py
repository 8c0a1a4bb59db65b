"""The values of states and sums: nimbers, `WIN`, `LOONY` or `Loopy` where there is none, and outcomes."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NoReturn, Self, final

from grundy.errors import NoNimber

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["LOONY", "WIN", "Loony", "Loopy", "Outcome", "Value", "Win", "as_data", "outcome_of", "value_of_sum"]


class Win:
    """The value of a state with a move that ends the whole game at once; `WIN` is the only one.

    It beats every sum, so it is no nimber and no integer: it equals nothing else and has no order
    (`TypeError`), and arithmetic with it raises `NoNimber` instead of giving a wrong number. It is true,
    as each value of an N-position.

    Source: entailing moves, in their simplest form (Winning Ways, chapter 12).

    >>> WIN, bool(WIN), WIN == -1
    (WIN, True, False)
    """

    __slots__ = ()

    _refusal = "error.no-nimber-sum"

    def __new__(cls) -> Self:
        """Return the only one."""
        found: Self = _ONLY.get(cls) or super().__new__(cls)  # type: ignore[assignment] # the only one of its class
        return found

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
    """The value of a state which is won in every sum, for the player may move again; `LOONY` is the only one.

    No move ends the game, but after some the same player moves again (`grundy.split`, with ``again=True``): whatever
    else is on the table, that player can win. Like `WIN` it is no nimber, and a sum with it has its value; a sum with
    both is worth `WIN`.

    Source: loony moves and complimenting moves (Winning Ways, chapters 12 and 16).

    >>> LOONY, bool(LOONY), LOONY == WIN, value_of_sum([3, LOONY]), value_of_sum([LOONY, WIN])
    (LOONY, True, False, LOONY, WIN)
    """

    __slots__ = ()

    _refusal = "error.no-nimber-sum-loony"

    def __repr__(self) -> str:
        return "LOONY"


_ONLY: dict[type[Win], Win] = {}
WIN: Final = Win()
LOONY: Final = Loony()
_ONLY |= {Win: WIN, Loony: LOONY}


@dataclass(frozen=True)
class Loopy:
    """The value of a state from which neither player can force an end with a nimber: infinity with a set.

    `reach` are the nimbers of the options that have one.

    A state of a loopy game is worth a nimber, or infinity with the set of the nimbers of its options, written ∞{0,2}.
    With them, a sum needs no search: nimbers add by exclusive or, a nimber n is added to ∞{a,b} by adding it to each
    of its elements, and two infinities make ∞{}. A sum worth 0 is a P-position, one worth another nimber or an infinity
    with 0 is an N-position, and any other infinity is a draw.

    Source: C. A. B. Smith, Graphs and composite games (1966); Fraenkel and Perl, Constructions in combinatorial games
    with cycles (1975); Winning Ways, chapter 12.

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


Value = int | Win | Loopy


def value_of_sum(values: Iterable[Value]) -> Value:
    """Return the value of a sum of components of these values: their exclusive or, or `WIN` or `LOONY` if one has that.

    Values after the first `WIN` are not asked for. For values of loopy components see `Loopy`.

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


def as_data(value: Value) -> dict[str, Any]:
    """Return a value for JSON: its ``nimber``, which is null, with ``value`` (WIN, LOONY, ∞{0,2}) where it is none."""
    return {"nimber": value} if isinstance(value, int) else {"nimber": None, "value": f"{value}"}


class Outcome(enum.Enum):
    """Who wins under best play: `N`, the next player (who moves now), `P`, the previous one, or nobody.

    `D`, a draw, is the outcome where play goes on for ever: of digraphs with cycles and of loopy rulesets alone.
    """

    N = "N"
    P = "P"
    D = "D"

    def __str__(self) -> str:
        """Write the letter."""
        return self.value


def outcome_of(value: Value) -> Outcome:
    """Return the outcome of a state or a sum of this value.

    >>> [outcome_of(value).value for value in (0, 3, WIN, Loopy(frozenset({0})), Loopy(frozenset({1})))]
    ['P', 'N', 'N', 'N', 'D']
    """
    if isinstance(value, Loopy):
        return Outcome.N if 0 in value.reach else Outcome.D
    return Outcome.P if value == 0 else Outcome.N
