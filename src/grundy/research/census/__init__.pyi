from .folder import CensusError
from .results import Census, open  # noqa: A004 - what it does
from .running import run
from .sets import AllBoards, ListedPositions, OctalCodes, PositionSet, RandomBoards

__all__ = [
    "AllBoards",
    "Census",
    "CensusError",
    "ListedPositions",
    "OctalCodes",
    "PositionSet",
    "RandomBoards",
    "open",
    "run",
]
