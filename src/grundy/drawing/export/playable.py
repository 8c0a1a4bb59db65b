"""The data with which a page plays a small game without a solver: all positions that play reaches, with values."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from grundy.core.search.entailing import refuse
from grundy.drawing.export.answers import answer_alone
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grundy.core.position import Position

MOST_POSITIONS = 1000
MOST_CHOICES = 10_000  # choices of all positions together
_KEPT = ("outcome", "nimber", "value")
_FOUND = ("wins", "outcome")  # keys of a choice that follow from the position after it


def playable(position: Position, game: str, *, positions: int = MOST_POSITIONS) -> dict[str, Any]:
    r"""Return the boards of a position for JSON, and of all its followers if they are few enough.

    Keys: ``game``; ``whole``, whether all followers are included; ``positions``, which begin with `position` itself;
    and ``terms``, ``scenes`` and ``cells``, lists without duplicates. ``loopy`` is true if play may return to a
    position; then positions that are no draw have ``remoteness``, because a winning move may bring the end no nearer.

    A position has ``text``, ``outcome``, ``nimber`` (and ``value`` if ``nimber`` is null) as in
    `grundy.drawing.export.answers.answer`; ``terms``, an index; ``scenes``, an index for each term; ``components``, the
    ``nimber`` of each (and ``value``); and ``choices``. The rows of a board are indices of cells.

    A choice has the keys of `grundy.drawing.export.answers.answer`, without ``term`` and ``component`` if they are 0,
    and without ``wins`` if it is false. If all followers are included, a choice also has ``to``, the index of the
    position after it, from which ``outcome`` and ``nimber`` are read. Then it has no ``wins`` and no ``outcome``, and a
    ``nimber`` only if it differs from that of the position.

    Positions that differ in the order of heaps count as two, because they are drawn differently. If there are more than
    `positions` of them, or more than 10,000 choices in all, only the first position is returned. The cost is that of
    the answers of all returned positions. Raises what solving raises.

    >>> import grundy
    >>> found = playable(grundy.games.nim(2), "nim")
    >>> found["whole"], [(one["text"], one["nimber"]) for one in found["positions"]]
    (True, [('nim 2', 2), ('nim 1', 1), ('nim 0', 0)])
    >>> [choice["to"] for choice in found["positions"][0]["choices"]]
    [1, 2]
    """
    found = _PlayTable(game).filled(position, positions) or _PlayTable(game).filled(position, 0)
    refuse(position.components, Message("again.lab"))
    return found


def _measure(rows: list[dict[str, Any]]) -> None:
    """Add to positions that are no draw the number of moves left if the winner hurries and the loser delays."""
    unmeasured = [row for row in rows if row["outcome"] != "D"]
    for moves in range(len(rows)):
        next_rows = [row for row in unmeasured if _is_next(row, rows)]
        if not next_rows:
            return
        for row in next_rows:
            row["remoteness"] = moves
        unmeasured = [row for row in unmeasured if "remoteness" not in row]


def _is_next(row: dict[str, Any], rows: list[dict[str, Any]]) -> bool:
    options = [rows[choice["to"]] for choice in row["choices"]]
    if row["outcome"] == "N":
        return any(option["outcome"] == "P" and "remoteness" in option for option in options)
    return all("remoteness" in option for option in options)


class _PlayTable:
    def __init__(self, game: str) -> None:
        self.game = game
        self.rows: list[dict[str, Any]] = []
        self.scenes = _Once()
        self.terms = _Once()
        self.cells = _Once()
        self.numbers: dict[str, int] = {}
        self.queue: deque[Position] = deque()

    def filled(self, position: Position, most: int) -> dict[str, Any]:
        """Return the table of a position and its followers; empty if they are more than `most`.

        With `most` = 0 the table holds the position alone.
        """
        self.number(position)
        loopy = {"loopy": True} if position.is_loopy else {}
        choices = 0
        while self.queue:
            row = self.row(self.queue.popleft(), whole=most > 0)
            self.rows.append(row)
            choices += len(row["choices"])
            if most and (len(self.numbers) > most or choices > MOST_CHOICES or row.get("more_choices")):
                return {}
        for choice in [choice for row in self.rows if most for choice in row["choices"]]:
            if choice["nimber"] == self.rows[choice["to"]]["nimber"]:
                del choice["nimber"]
        if most and position.is_loopy:
            _measure(self.rows)
        tables = {"scenes": self.scenes.items, "terms": self.terms.items, "cells": self.cells.items}
        return {"game": self.game, "whole": most > 0, **loopy, **tables, "positions": self.rows}

    def number(self, position: Position) -> int:
        """Return the index of a position; a new position is put into the queue."""
        text = str(position)
        if text not in self.numbers:
            self.numbers[text] = len(self.numbers)
            self.queue.append(position)
        return self.numbers[text]

    def row(self, position: Position, *, whole: bool) -> dict[str, Any]:
        """Return the data of a position; with `whole`, the positions after its moves get their indices."""
        data: dict[str, Any] = answer_alone(position, self.game, board=True)
        whole = whole and "more_choices" not in data  # else there are too many to make all positions after them
        after = {choice.move: choice.after for choice in position.choices()} if whole else {}
        choices = []
        for choice in data["choices"]:
            short = {key: value for key, value in choice.items() if value or key not in ("term", "component", "wins")}
            if whole:
                short = {key: value for key, value in short.items() if key not in _FOUND}
                short["to"] = self.number(after[choice["move"]])
            choices.append(short)
        return {
            "text": data["position"],
            **{key: data[key] for key in _KEPT if key in data},
            "terms": self.terms.number(data["terms"]),
            "scenes": self.scenes.numbers(map(self.scene, data["scenes"])),
            "components": [{key: own for key, own in one.items() if key in _KEPT} for one in data["components"]],
            "choices": choices,
            **({"more_choices": True} if data.get("more_choices") else {}),
        }

    def scene(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return a scene; the rows of a board hold indices of cells."""
        if data["kind"] != "grid":
            return data
        return {**data, "rows": [self.cells.numbers(row) for row in data["rows"]]}


class _Once:
    """A list of values without duplicates."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self._numbers: dict[str, int] = {}

    def number(self, item: Any) -> int:
        found = self._numbers.setdefault(repr(item), len(self.items))
        if found == len(self.items):
            self.items.append(item)
        return found

    def numbers(self, items: Iterable[Any]) -> list[int]:
        return [self.number(item) for item in items]
