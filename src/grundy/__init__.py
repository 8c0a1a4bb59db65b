r"""The workbench for impartial combinatorial games.

>>> import grundy
>>> board = grundy.games.wall_making("X.\n..")
>>> board.nimber, str(board.outcome)
(2, 'N')

Importing `grundy` loads no game, neither NumPy nor Numba; names are loaded when they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grundy import contests, drawing, families, games, sequences
    from grundy.authoring import testing
    from grundy.core import scenes
    from grundy.core.choices import Choice
    from grundy.core.components import Component, Option, split, win
    from grundy.core.functions import ruleset
    from grundy.core.position import Position
    from grundy.core.ruleset import Ruleset
    from grundy.core.values import WIN, Outcome
    from grundy.errors import GrundyError
    from grundy.explain import coach
    from grundy.export import tables as saving
    from grundy.families.heaps.take_and_break import heaps
    from grundy.games import sampling
    from grundy.nimbers import mex, nim_product, nim_sum
    from grundy.runtime import limits
    from grundy.theory import periods

__version__ = "0.1.0"

__all__ = [
    "WIN",
    "Choice",
    "Component",
    "GrundyError",
    "Option",
    "Outcome",
    "Position",
    "Ruleset",
    "coach",
    "contests",
    "drawing",
    "families",
    "games",
    "heaps",
    "limits",
    "mex",
    "nim_product",
    "nim_sum",
    "periods",
    "ruleset",
    "sampling",
    "saving",
    "scenes",
    "sequences",
    "split",
    "testing",
    "win",
]

_HOMES = {
    "Choice": "core.choices",
    "Component": "core.components",
    "GrundyError": "errors",
    "Option": "core.components",
    "Outcome": "core.values",
    "Position": "core.position",
    "Ruleset": "core.ruleset",
    "heaps": "families.heaps.take_and_break",
    "mex": "nimbers",
    "nim_product": "nimbers",
    "nim_sum": "nimbers",
    "ruleset": "core.functions",
    "split": "core.components",
    "WIN": "core.values",
    "win": "core.components",
}
_MODULES = {
    "coach": "explain.coach",
    "contests": "contests",
    "drawing": "drawing",
    "families": "families",
    "games": "games",
    "limits": "runtime.limits",
    "periods": "theory.periods",
    "sampling": "games.sampling",
    "saving": "export.tables",
    "scenes": "core.scenes",
    "sequences": "sequences",
    "testing": "authoring.testing",
}


def __getattr__(name: str) -> Any:
    """Load a room or a name from its room on first use."""
    from importlib import import_module

    if name in _HOMES:
        found = getattr(import_module(f"grundy.{_HOMES[name]}"), name)
    elif name in _MODULES:
        found = import_module(f"grundy.{_MODULES[name]}")
    else:
        message = f"module 'grundy' has no attribute {name!r}"
        raise AttributeError(message)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
