"""Tables of nimbers: the values of all states within bounds, as an array."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, Any, Final

from grundy.core.values import Outcome, outcome_of
from grundy.errors import RulesetError
from grundy.runtime.lazy import convenience
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.values import Loopy

__all__ = ["BEATS", "LOOPY", "NO_STATE", "WON", "Table", "length_of", "ranges_of", "short_names"]

# entries of arrays of values that are no nimbers
WON: Final = -1  # WIN
NO_STATE: Final = -2  # a place that is no state
LOOPY: Final = -3  # infinity, a value of loopy rules
BEATS: Final = -4  # LOONY
_MOST_SIDES = 8  # coordinates of a state


@dataclass(frozen=True, eq=False)
class Table:
    """The values of all states within bounds, made by `grundy.Ruleset.table`.

    `ranges` has the numbers of each coordinate of a state. `values` is an array of int64 with a dimension for each
    coordinate: ``values[i, j]`` is the nimber of the state ``(ranges[0][i], ranges[1][j])``. With one coordinate, a
    state is the number itself. Entries below 0 are no nimbers: -1 is `grundy.WIN`, -4 is `grundy.LOONY`, and -2 is a
    place that is no state, such as a blocked cell. -3 is infinity, a value of loopy rules; `loopy` has the value by its
    index in ``values.ravel()``. `coordinates` are the names of the coordinates, and `name` is that of the ruleset.

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
        """How many numbers each coordinate has."""
        return tuple(map(len, self.ranges))

    @property
    def outcomes(self) -> NDArray[np.bool_]:
        """Whether the next player wins (outcome N), for each state; not for draws or places without a state."""
        found: NDArray[np.bool_] = (self.values != 0) & (self.values != NO_STATE)
        found.ravel()[[place for place, value in self.loopy.items() if outcome_of(value) is Outcome.D]] = False
        return found

    @property
    def letters(self) -> NDArray[np.str_]:
        """The outcome of each state, as N, P or D; an empty text for a place that is no state.

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
        """Return the value at an index of ``values.ravel()``: a nimber, text for other values, None for no state."""
        value = int(self.values.ravel()[place])
        if value >= 0 or value == NO_STATE:
            return value if value >= 0 else None
        return "LOONY" if value == BEATS else str(self.loopy.get(place, "WIN"))

    def state(self, place: tuple[int, ...]) -> Any:
        """Return the state at a tuple of indices into `values`."""
        found = tuple(side[number] for side, number in zip(self.ranges, place, strict=True))
        return found[0] if len(found) == 1 else found

    def arrow(self) -> Any:
        """Return a `pyarrow.Table` with a row for each state: coordinates, nimber (null if there is none), outcome.

        Coordinates and nimber are int64. Raises `MissingPackageError` without pyarrow, the extra ``arrow``.
        """
        return convenience("Table.arrow")(self)

    def rows(self) -> list[list[int]]:
        """Return the values of a table with one or two coordinates as rows; one coordinate makes one row."""
        import numpy as np

        found: list[list[int]] = np.atleast_2d(self.values).tolist()
        return found


def ranges_of(bounds: Any) -> tuple[range, ...]:
    """Return bounds as ranges. They are one bound, or a tuple: each an integer n, for 0 to n - 1, or a range.

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
    """Return the names of coordinates in formulas: n for one, their own if all have one letter, else a, b, c, ...

    >>> short_names(("state",)), short_names(("a", "rest"))
    (('n',), ('a', 'b'))
    """
    if len(coordinates) == 1:
        return ("n",)
    return coordinates if all(len(name) == 1 for name in coordinates) else tuple("abcdefgh"[: len(coordinates)])


def length_of(side: range) -> int:
    """Return the length of a range that is not empty, also if it is too large for ``len``."""
    return (side[-1] - side[0]) // side.step + 1


def _counted(side: Any) -> range:
    if isinstance(side, bool) or not hasattr(side, "__index__"):
        raise _wrong(side)
    return range(index(side))


def _wrong(found: Any) -> RulesetError:
    return RulesetError("error.expected", expected=Message("expected.bounds"), found=repr(found))
