"""The digraph of all states that play leads to: see `Ruleset.digraph`."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, cast

from grundy.core.loopy.digraph import Digraph
from grundy.core.loopy.labels import by_row
from grundy.core.mistakes import explain
from grundy.errors import OverBudgetError, RulesetError
from grundy.runtime import limits
from grundy.runtime.bounds import Layers, Memo, SearchCounts, entry_bytes
from grundy.runtime.messages import Message
from grundy.runtime.packages import available

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.core.components import Option
    from grundy.core.ruleset import Ruleset

_EDGE_BYTES = 32  # including the memory of its labels
_WEIGH_FIRST = 65_536  # states: fewer always fit
_GROWN = 1.25  # factor of the number of states between two checks of the memory


def explored(rules: Ruleset, states: Iterable[Any]) -> Digraph:
    """Return the digraph of the states that play from `states` leads to; see `Ruleset.digraph`."""
    same = rules.canonical if rules.loopy and rules.declares("canonical") else _itself
    names = list(dict.fromkeys(same(rules.check(state)) for state in states))
    numbers = {name: number for number, name in enumerate(names)}
    sources, targets = array("i"), array("i")

    def after(here: Any) -> Iterator[Any]:
        return (same(_only_state(rules, here, option)) for option in rules.moves(here, named=False))

    bounds, layers = SearchCounts(0, Memo()), Layers(after)
    weigh_at = min(_WEIGH_FIRST, limits.budget().search_states + 1) if limits.budget().table_bytes is None else 1
    try:
        for number, here in enumerate(names):
            layers.visit(names, number)
            try:
                for option in rules.moves(here, named=False):
                    bounds.step(here)
                    after = same(_only_state(rules, here, option))
                    sources.append(number)
                    targets.append(numbers.setdefault(after, len(numbers)))
                    if len(numbers) > len(names):
                        names.append(after)
            except TypeError as error:
                explain(error, rules, here)
                raise
            if len(names) >= weigh_at:
                _weigh(numbers, len(sources))
                weigh_at = int(_GROWN * len(names)) + 1
            bounds.states += 1
    finally:
        bounds.record()
    return Digraph(by_row(_edge_ends(sources), _edge_ends(targets), len(names)), tuple(names))


def _edge_ends(vertices: array[int]) -> NDArray[np.int32]:
    """Return vertices as an array of NumPy, or unchanged if NumPy is missing."""
    if not available("numpy"):
        return cast("NDArray[np.int32]", vertices)
    import numpy as np

    return np.array(vertices, np.int32)


def _itself(state: Any) -> Any:
    return state


def _weigh(numbers: dict[Any, int], edges: int) -> None:
    """Raise `OverBudgetError` if there are too many states, or if they take too much memory."""
    allowed = limits.budget().search_states
    if len(numbers) > allowed:
        raise OverBudgetError(Message("over.states"), len(numbers), allowed, "states")
    size = len(numbers) * entry_bytes(numbers) + edges * _EDGE_BYTES
    available = limits.table_bytes()
    if size > available:
        raise OverBudgetError(Message("over.digraph-states"), size, available, "bytes")


def _only_state(rules: Ruleset, state: Any, option: Option) -> Any:
    """Return the state that an option leads to; raise `RulesetError` if it leads to a sum or ends the game."""
    parts = option.components
    if option.ends or option.again or len(parts) != 1 or parts[0].ruleset != rules:
        raise RulesetError("error.digraph-option", state=rules.label(state), move=str(option.move))
    return parts[0].state
