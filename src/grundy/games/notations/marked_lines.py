"""A line of cells on which marks are made: ``...X.....``, or its length."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component, Option, SumTerm
from grundy.core.notation import Notation
from grundy.games.families.grids.notakto import Notakto
from grundy.games.families.heaps.treblecross import REACH, Completed, Stretch, Treblecross
from grundy.games.families.losing_moves import LOSING_MOVE, Opening
from grundy.games.game import SampledReader, Side
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from grundy.core.scenes import Cell, GridScene, Places, Role
    from grundy.core.solution import Solution
    from grundy.games.text import Scanner
    from grundy.theory.explain.reductions import Reduction

FREE, MARK = ".", "X"
ROW = 3  # marks in a row that win
LEAST_CELLS = 3  # on fewer cells no player can complete three in a row
MOST_CELLS = 10_000
_MOST_STRETCHES = 12  # listed in an explanation
_TOKENS = (("removed", "x"), ("blocked", "near"), (FREE, "free"))  # that a picture shows for a role or a letter


@dataclass(frozen=True)
class MarkedLines(SampledReader):
    """Reads a line of free and marked cells, or the number of cells of an empty line.

    If two marks are so near that a third mark completes three in a row, the player to move wins at once.
    """

    kind = "line"
    inline = True
    alphabet = FREE + MARK
    sides = (Side("cells", LEAST_CELLS, 1000, 20),)
    density = True
    form = "a line of . (free) and X (marked), or its length; a move is the number of a cell, from 1"

    def read(self, scan: Scanner, game: str) -> SumTerm:
        """Read a line, to the end."""
        word = scan.take(Message("expected.line"))
        if word.text.lstrip("-").isdecimal():
            line = FREE * scan.as_integer(word, Message("expected.line-length"), LEAST_CELLS, MOST_CELLS)
        elif len(word.text) < LEAST_CELLS:
            raise scan.error(Message("expected.line-least", {"least": LEAST_CELLS}), word)
        else:
            line = scan.checked_row(word, min(len(word.text), MOST_CELLS), self.alphabet)
        over = line.find(MARK * ROW)
        if over >= 0:
            raise scan.error(Message("expected.marks-unfinished"), word, Message("found.marks"), over)
        completing = _completing(line)
        if completing:
            return SumTerm(WonLine(game, line), (Component(Completed(), completing),))
        return SumTerm(MarkedLine(game, line), tuple(Component(Treblecross(), part) for part in _stretches(line)))

    def random_text(self, rng: Random, size: int) -> str:
        """Return a random line on which each mark is more than `REACH` cells from the next."""
        line, gap = "", 0
        for _cell in range(rng.randint(LEAST_CELLS, max(size, LEAST_CELLS))):
            marked = gap == 0 and rng.random() < 0.2
            line += MARK if marked else FREE
            gap = REACH if marked else max(0, gap - 1)
        return line

    def text_of_size(self, rng: Random, size: Sequence[int], density: float) -> str:
        """Return a line of this size; `density` is the share of marked cells, as far as the rules allow."""
        line = [FREE] * size[0]
        for place in rng.sample(range(size[0]), size[0]):
            if rng.random() < density and MARK not in line[max(0, place - REACH) : place + REACH + 1]:
                line[place] = MARK
        return "".join(line)

    def all_texts(self, size: int) -> Iterator[str]:
        """Yield the lines of `size` cells, but of at least three cells."""
        for letters in product(self.alphabet, repeat=max(size, LEAST_CELLS)):
            line = "".join(letters)
            if MARK + MARK not in line and MARK + FREE + MARK not in line:
                yield line

    def edge_cases(self, size: int) -> Iterator[str]:
        """Yield short lines, marks as near to each other as possible, and marks on the first and last cell."""
        yield from ("...", "X..", "X..X", "..X..", "..." + "." * size, "X.." + "." * size, "." * size + "..X")


@dataclass(frozen=True)
class MarkedLine(Notation):
    """The line with its marks; the components are the stretches on which more marks can be made."""

    name: str
    line: str
    named = False

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.name

    def text(self, components: Sequence[Component]) -> str:
        """Write the line."""
        del components
        return self.line

    def component_text(self, component: Component) -> str:
        """Write a stretch as an empty line of as many cells, or beside a mark if it is too short for a line."""
        first, last = component.state
        cells = FREE * int(last - first + 1)
        return cells if len(cells) >= LEAST_CELLS else MARK + FREE * REACH + cells

    def move_in_words(self, component: Component, option: Option) -> Message:
        """Say which cell is marked."""
        del component
        return Message("reduction.said.mark", {"cell": option.move})

    def label(self, component: Component) -> Message:
        """Name the cells of a stretch."""
        first, last = component.state
        if first == last:
            return Message("label.cell", {"cell": int(first)})
        return Message("label.stretch", {"first": int(first), "last": int(last)})

    def reduction(self, components: Sequence[Component], solution: Solution) -> Reduction:
        """Say which heap each stretch is worth.

        Parameters of ``reduction.marks-as-heaps``: the ``code``, and ``stretches``, each with its first and last cell
        (``cells``), its ``heap`` and its ``nimber``.
        """
        from grundy.theory.explain.reductions import Reduction, first_of

        stretches = [
            {
                "cells": [int(first), int(last)],
                "heap": int(last - first + 1 + REACH),
                "nimber": solution.nimber_of(component),
            }
            for component in components
            for first, last in (component.state,)
        ]
        notes = [
            Message("reduction.note.stretch", {"label": self.label(component), **stretch})
            for component, stretch in zip(components, stretches, strict=True)
        ]
        parameters = {"code": "0.007", "stretches": stretches[:_MOST_STRETCHES]}
        return Reduction("reduction.marks-as-heaps", parameters, first_of(notes, _MOST_STRETCHES))

    def lasting(self, components: tuple[Component, ...]) -> tuple[Component, ...]:
        """Add the moves near to a mark; one always exists, on an empty line after the first mark."""
        if MARK in self.line:
            return (*components, LOSING_MOVE)
        return tuple(Component(Opening(), component) for component in components)

    def misere_form(self, components: tuple[Component, ...]) -> tuple[Component, ...]:
        """Return a row of Notakto: no player makes three in a row before that is the only move.

        A full line always has three in a row, so the moves of Notakto end before the line is full.
        """
        del components
        free = sum(1 << cell for cell, letter in enumerate(self.line) if letter == FREE)
        return (Component(Notakto(1, len(self.line)), free),)

    def identity(self, components: tuple[Component, ...]) -> Any:
        """Return the notation: equal lines have equal texts."""
        del components
        return self

    def moved(self, component: Component, move: Any) -> MarkedLine:
        """Make the mark."""
        del component
        return replace(self, line=self.line[: move - 1] + MARK + self.line[move:])

    def places(self, components: Sequence[Component], index: int, move: Any) -> Places:
        """Return the cell."""
        del components, index
        return ((0, move - 1),)

    def reading_order(self, component: Component, move: Any) -> Any:
        """Sort by the cell."""
        del component
        return move

    def find(self, component: Component, text: str) -> Option | None:
        """Read the number of the cell."""
        if not text.isascii() or not text.isdecimal() or len(text) > len(str(MOST_CELLS)) or text[0] == "0":
            return None
        cell = int(text)
        rules, (first, last) = component.ruleset, component.state
        return rules.mark(component.state, cell) if isinstance(rules, Treblecross) and first <= cell <= last else None

    def scene(
        self, components: Sequence[Component], winning: Sequence[str], solution: Solution, *, values: bool = False
    ) -> GridScene:
        """Describe the line; cells too near to a mark are blocked. With `values`, each move has the nimber after it."""
        from grundy.core.scenes import Cell, GridScene

        parts = {
            cell: number for number, (_, (first, last)) in enumerate(components) for cell in range(first, last + 1)
        }
        after: dict[int, int] = {}
        if values:
            for component in components:
                after |= dict(solution.nimbers_after(component))
        wins = set(winning)

        def cell(place: int, letter: str) -> Cell:
            role: Role = "removed" if letter == MARK else "cell" if place in parts else "blocked"
            move = str(place) if place in parts else None
            return Cell(letter, role, move, move in wins, value=after.get(place), component=parts.get(place))

        row = tuple(cell(place, letter) for place, letter in enumerate(self.line, start=1))
        return GridScene((row,), shows=Message("shows.after") if after else None, tokens=_TOKENS)


@dataclass(frozen=True)
class WonLine(MarkedLine):
    """A line on which a mark completes three in a row: its only component has the cells of such marks as its state."""

    def component_text(self, component: Component) -> str:
        """Write the line."""
        del component
        return self.line

    def label(self, component: Component) -> Message:
        """Name the line."""
        del component
        return Message("label.text", {"text": self.line})

    def reduction(self, components: Sequence[Component], solution: Solution) -> None:  # type: ignore[override]
        """Return None: a single move wins, and needs no theory."""
        del components, solution

    def lasting(self, components: tuple[Component, ...]) -> tuple[Component, ...]:
        """Return the component: the first move ends the game."""
        return components

    def find(self, component: Component, text: str) -> Option | None:
        """Read the number of a cell that completes three in a row."""
        return next((option for option in component.ruleset.moves(component.state) if str(option.move) == text), None)

    def scene(
        self, components: Sequence[Component], winning: Sequence[str], solution: Solution, *, values: bool = False
    ) -> GridScene:
        """Describe the line; all cells except those that win are blocked."""
        from grundy.core.scenes import Cell, GridScene

        del solution, values
        wins = {str(cell): str(cell) in set(winning) for _, state in components for cell in state}
        row = tuple(
            Cell(letter, "cell", str(place), wins[str(place)], component=0)
            if str(place) in wins
            else Cell(letter, "removed" if letter == MARK else "blocked")
            for place, letter in enumerate(self.line, start=1)
        )
        return GridScene((row,), tokens=_TOKENS)


def _completing(line: str) -> tuple[int, ...]:
    """Return the free cells, counted from 1, on which a mark completes three in a row."""
    cells = set()
    for start in range(len(line) - ROW + 1):
        three = line[start : start + ROW]
        if three.count(MARK) == ROW - 1:
            cells.add(start + three.index(FREE) + 1)
    return tuple(sorted(cells))


def _stretches(line: str) -> list[Stretch]:
    """Return the stretches on which marks can be made."""
    ends = [-REACH, *(cell for cell, letter in enumerate(line, start=1) if letter == MARK), len(line) + REACH + 1]
    between = (Stretch(left + REACH + 1, right - REACH - 1) for left, right in pairwise(ends))
    return [stretch for stretch in between if stretch.first <= stretch.last]
