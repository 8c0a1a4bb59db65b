"""Drawable descriptions of positions: cells, heaps, points, and the choices that sit on them.

Data only: nothing here draws. A drawing needs no knowledge of the game whose scene it shows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["cell", "blocked", "removed", "piece"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a grid: its symbol, what it is, and the move that sits on it, if any.

    `outcome` is the outcome for the player who moves from here (``N`` or ``P``), where the scene
    knows it; `move` is the text of a move, `wins` says whether it is a winning one.
    """

    symbol: str
    role: Role = "cell"
    move: str | None = None
    wins: bool = False
    outcome: Literal["N", "P"] | None = None


@dataclass(frozen=True, slots=True)
class GridScene:
    """A board: rows of cells; rows and columns are counted from `first` (1, or 0 for distances)."""

    rows: tuple[tuple[Cell, ...], ...]
    first: int = 1


@dataclass(frozen=True, slots=True)
class Heap:
    """A heap of so many tokens, and the winning moves on it."""

    size: int
    nimber: int
    winning_moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HeapsScene:
    """A row of heaps under the rules called `name`."""

    name: str
    heaps: tuple[Heap, ...]


@dataclass(frozen=True, slots=True)
class CircleScene:
    """Points on a circle, counted from 1, the chords drawn, and the regions of free points."""

    points: int
    chords: tuple[tuple[int, int], ...]
    regions: tuple[tuple[int, ...], ...]
    winning_moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextScene:
    """A component that is shown by its text."""

    text: str
    winning_moves: tuple[str, ...] = ()


Scene = GridScene | HeapsScene | CircleScene | TextScene
