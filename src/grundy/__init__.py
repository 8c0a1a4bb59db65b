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
    from grundy import coach, contests, drawing, families, games, periods, sampling, saving, sequences, testing, work
    from grundy.errors import GrundyError
    from grundy.families.heaps import heaps
    from grundy.functions import ruleset
    from grundy.nimbers import mex, nim_product, nim_sum
    from grundy.positions import Choice, Component, Option, Outcome, Position
    from grundy.rules import Ruleset, split, win
    from grundy.values import WIN

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
    "mex",
    "nim_product",
    "nim_sum",
    "periods",
    "ruleset",
    "sampling",
    "saving",
    "sequences",
    "split",
    "testing",
    "win",
    "work",
]

_HOMES = {
    "Choice": "positions",
    "Component": "positions",
    "GrundyError": "errors",
    "Option": "positions",
    "Outcome": "positions",
    "Position": "positions",
    "Ruleset": "rules",
    "heaps": "families.heaps",
    "mex": "nimbers",
    "nim_product": "nimbers",
    "nim_sum": "nimbers",
    "ruleset": "functions",
    "split": "rules",
    "WIN": "values",
    "win": "rules",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever lives under that name
    """Load a room or a name from its room on first use."""
    from importlib import import_module  # noqa: PLC0415 - kept out of the start

    if name in _HOMES:
        found = getattr(import_module(f"grundy.{_HOMES[name]}"), name)
    elif name in __all__:
        found = import_module(f"grundy.{name}")
    else:
        message = f"module 'grundy' has no attribute {name!r}"
        raise AttributeError(message)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
