"""Tables of nimbers: the values of all states within bounds, as an array."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, Any, Final

from grundy.core.values import Outcome, outcome_of
from grundy.errors import RulesetError
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.values import Loopy

__all__ = ["BEATS", "LOOPY", "NO_STATE", "WON", "Table", "length_of", "ranges_of", "short_names"]

WON: Final = -1  # stands for WIN in an array
NO_STATE: Final = -2  # stands for what is no state
LOOPY: Final = -3  # stands for infinity
BEATS: Final = -4  # stands for LOONY
_MOST_SIDES = 8


@dataclass(frozen=True, eq=False)
class Table:
    """The values of all states within bounds, made by `grundy.Ruleset.table`.

    `ranges` says which numbers each coordinate of a state takes, and `values` is an array of int64 with
    a side for each: ``values[i, j]`` is the nimber of the state ``(ranges[0][i], ranges[1][j])``; -1 stands for
    `grundy.WIN`, -4 for `grundy.LOONY`, -2 for what is no state (a blocked cell), and -3 for infinity, a value of
    loopy rules: `loopy` has it by the number of its place in ``values.ravel()``. With one side a state is the number
    itself. `coordinates` are the names of the sides, `name` is that of the ruleset.

    >>> import grundy
    >>> table = grundy.heaps("0.77").table(6)
    >>> table.values.tolist(), table.outcomes.tolist()
    ([0, 1, 2, 3, 1, 4], [False, True, True, True, True, True])
    """

    name: str
    ranges: tuple[range, ...]
    values: NDArray[np.int64]
    coordinates: tuple[str, ...]
    loopy: Mapping[int, Loopy] = field(default_factory=dict)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many numbers each coordinate takes."""
        return tuple(map(len, self.ranges))

    @property
    def outcomes(self) -> NDArray[np.bool_]:
        """Whether the next player wins (outcome N), for each state; false as well for draws and for no state."""
        found: NDArray[np.bool_] = (self.values != 0) & (self.values != NO_STATE)
        found.ravel()[[place for place, value in self.loopy.items() if outcome_of(value) is Outcome.D]] = False
        return found

    @property
    def letters(self) -> NDArray[np.str_]:
        """The outcome of each state, as N, P or D; nothing for what is no state.

        >>> import grundy
        >>> grundy.heaps("0.77").table(4).letters.tolist()
        ['P', 'N', 'N', 'N']
        """
        import numpy as np

        found: NDArray[np.str_] = np.where(self.values == NO_STATE, "", np.where(self.values == 0, "P", "N"))
        for place, value in self.loopy.items():
            found.ravel()[place] = str(outcome_of(value))
        return found

    def told(self, place: int) -> int | str | None:
        """Return the value at a place of ``values.ravel()``: a nimber, text where it is none, None for no state."""
        value = int(self.values.ravel()[place])
        if value >= 0 or value == NO_STATE:
            return value if value >= 0 else None
        return "LOONY" if value == BEATS else str(self.loopy.get(place, "WIN"))

    def state(self, place: tuple[int, ...]) -> Any:
        """Return the state at a place of the array."""
        found = tuple(side[number] for side, number in zip(self.ranges, place, strict=True))
        return found[0] if len(found) == 1 else found

    def arrow(self) -> Any:
        """Return a `pyarrow.Table` with a row for each state: its coordinates, nimber (null for none) and outcome.

        Coordinates and nimber are int64. Raises `MissingPackageError` without pyarrow, the extra ``arrow``.
        """
        from grundy.export.arrow import of_table

        return of_table(self)

    def rows(self) -> list[list[int]]:
        """Return the values of a table with one or two sides as rows; one side is one row."""
        import numpy as np

        found: list[list[int]] = np.atleast_2d(self.values).tolist()
        return found


def ranges_of(bounds: Any) -> tuple[range, ...]:
    """Return the ranges that bounds say: for each side an integer n, for 0 to n - 1, or a range; one, or a tuple.

    Raises `RulesetError` for anything else.

    >>> ranges_of(5), ranges_of((3, range(1, 4)))
    ((range(0, 5),), (range(0, 3), range(1, 4)))
    """
    sides = bounds if isinstance(bounds, tuple) else (bounds,)
    found = tuple(side if isinstance(side, range) else _counted(side) for side in sides)
    if not found or len(found) > _MOST_SIDES or any(not side or side.step < 1 for side in found):
        raise _wrong(bounds)
    return found


def short_names(coordinates: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of coordinates in formulas: n for one, their own if all are short, or a, b, c, ...

    >>> short_names(("state",)), short_names(("a", "rest"))
    (('n',), ('a', 'b'))
    """
    if len(coordinates) == 1:
        return ("n",)
    return coordinates if all(len(name) == 1 for name in coordinates) else tuple("abcdefgh"[: len(coordinates)])


def length_of(side: range) -> int:
    """Return how many numbers are in a range that is not empty, also where ``len`` has no room for them."""
    return (side[-1] - side[0]) // side.step + 1


def _counted(side: Any) -> range:
    if isinstance(side, bool) or not hasattr(side, "__index__"):
        raise _wrong(side)
    return range(index(side))


def _wrong(found: Any) -> RulesetError:
    return RulesetError("error.expected", expected=Message("expected.bounds"), found=repr(found))
