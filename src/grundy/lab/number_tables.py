"""Tables of games whose states are numbers or pairs of numbers, and the formulas that are found in them."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from grundy.core.search import batch
from grundy.core.table import short_names
from grundy.drawing.export.answers import plain
from grundy.errors import RulesetError
from grundy.games.spaces import is_literal, ruleset_of, sides_of, usual_bounds
from grundy.lab.fields import GAME, integer, list_of
from grundy.lab.operation import LONG, operation
from grundy.runtime.packages import available

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.ruleset import Ruleset
    from grundy.lab.catalogue import Catalogue

_MOST = 100_000  # numbers of a side
_MOST_SIDES = 2
_MOST_STATES = 250_000
_FEW = 200  # numbers of a side without NumPy, if the request does not say how many


@operation(
    example={"game": "wythoff", "size": [12, 12]},
    budget=LONG,
    media_types=("application/x-ndjson",),
    game=GAME,
    size=list_of(integer(1, _MOST), _MOST_SIDES, 1, "By default a size that takes little time."),
)
def tables(catalogue: Catalogue, *, game: str, size: list[int] | None = None) -> Iterator[dict[str, object]]:
    """Find the nimbers of all states within bounds, and formulas for them.

    A state is one number or two: the size of a heap, the place of a piece that moves towards a corner, or a state of a
    declared ruleset. The answer comes line by line.

    The first line has the `cost`. `table` has the `names` of the numbers, the `first` number of each side, and `rows`
    of nimbers, one row if a state is one number. -1 stands for a move that ends the game, -2 for numbers that are not a
    state, -3 for a value of loopy rules: `loopy` has its text, by its place in all rows. `literal` says whether states
    are written as their numbers. Each of the `patterns` has its `formula`, and the number of states on which it was
    `checked`. Without NumPy there are no patterns, and `lacks` says so. A size of one number stands for both sides.
    """
    rules = ruleset_of(catalogue.find(game))
    sides = sides_of(rules)
    if sides > _MOST_SIDES:
        raise RulesetError("error.table-sides", found=sides)
    counts = _usual(rules) if size is None else size * sides if len(size) == 1 else size
    if len(counts) != sides or prod(counts) > _MOST_STATES:
        raise RulesetError("error.table-states", sides=sides, most=_MOST_STATES, found=" x ".join(map(str, counts)))
    bounds = tuple(range(count) for count in counts)
    yield {"cost": plain(rules.table_cost(bounds)._asdict())}
    about = {"first": [0] * sides, "literal": is_literal(rules)}
    if not available("numpy"):
        values, wide = batch.listed(rules, bounds), counts[-1]
        rows = [values[start : start + wide] for start in range(0, len(values), wide)]
        yield {"table": {"names": short_names(batch.coordinates(rules, sides)), **about, "rows": rows, "loopy": {}}}
        yield {"patterns": [], "lacks": "numpy"}
        return
    from grundy.authoring import patterns

    table = rules.table(bounds)
    loopy = {place: str(value) for place, value in table.loopy.items()}
    yield {"table": {"names": short_names(table.coordinates), **about, "rows": table.rows(), "loopy": loopy}}
    yield {"patterns": [pattern.data() for pattern in patterns.find(table)]}


def _usual(rules: Ruleset) -> list[int]:
    counts = [len(side) for side in usual_bounds(rules)]
    return counts if available("numpy") else [min(count, _FEW) for count in counts]
