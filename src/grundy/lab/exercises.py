"""Exercises of lessons: what is marked, typed, paired or laid in rows, what is right, and why, as the solver says.

======= ====================================================================================================
kind    to be done
======= ====================================================================================================
lost    mark the positions of a table that are lost
mex     mark the nimbers to which the moves of a position lead; the nimbers of smaller positions are given
values  type the nimbers of heaps
numbers type the nimbers of the components of a position, and of the whole
heaps   mark the heaps in which a move wins
digits  mark what a move may leave, for each number that is taken: the digits of a code
rows    choose the length of rows of a sequence, so that equal nimbers stand one below another: the period
same    type the heap of the first period whose nimber a heap has
pair    pair equal powers of two in different heaps
======= ====================================================================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError
from grundy.lab.fields import GAME, integer, list_of, one_of, text
from grundy.lab.number_tables import tables
from grundy.lab.operation import operation
from grundy.lab.positions import answer_as
from grundy.lab.sequences import sequences

if TYPE_CHECKING:
    from grundy.lab.catalogue import Catalogue

_MOST = 2000  # the largest heap, and the most values
_WIDEST = 20  # values in a row
_Data = dict[str, Any]


@operation(
    example={"kind": "mex", "game": "kayles", "position": "4", "size": 4},
    kind=one_of(("lost", "mex", "values", "numbers", "heaps", "digits", "rows", "same", "pair")),
    game=GAME,
    position=text(200, 0),
    size=integer(0, _MOST, "How many values are shown, on each side of a table; of a code, how many digits."),
    heaps=list_of(integer(0, _MOST), 20, 0, "The heaps that a typed number is about."),
)
def exercises(  # noqa: PLR0913 - its fields
    catalogue: Catalogue, *, kind: str, game: str, position: str = "", size: int = 0, heaps: list[int] | None = None
) -> _Data:
    """Make an exercise of a lesson.

    Answer with `grids` of items that are marked or typed, with what is `right`, and `why`; items without these are
    given. In place of grids there are `rows` (the `values`, and for each length what is wrong with it, or null) or
    `powers` of two (of each of the `heaps`, with their nim-sum). `board` is a position to look at.
    """
    return _KINDS[kind](_Game(catalogue, game), position, size, heaps or [])


class _Game:
    """What the other operations say about a game."""

    def __init__(self, catalogue: Catalogue, name: str) -> None:
        self.catalogue, self.name = catalogue, name

    def position(self, text: str) -> _Data:
        with self.catalogue.position(self.name, text) as (found, parsed):
            answer: _Data = dict(answer_as(parsed, found.name, board=True, misere=False, compact=False))
        if answer["nimber"] is None or None in (one["nimber"] for one in answer["choices"]):
            raise RulesetError("error.exercise", game=self.name)
        return answer

    def nimbers(self, size: int) -> list[list[int]]:
        parts = tables.function(self.catalogue, game=self.name, size=[max(size, 1)])
        rows: list[list[int]] = next(part["table"]["rows"] for part in parts if "table" in part)
        return rows

    def of_heaps(self, size: int) -> list[int]:
        """Return the nimbers of heaps. Raises `RulesetError` for other games."""
        parts = sequences.function(self.catalogue, rules=self.name, length=max(size, 1))
        return [value for part in parts for value in part.get("values", [])]

    def period(self) -> _Data:
        *_, last = sequences.function(self.catalogue, rules=self.name, length=1, period=True)
        found: _Data = last["period"]
        if found["period"] is None:
            raise RulesetError("error.exercise", game=self.name)
        return found

    def typed(self, text: str, label: Any, nimber: int) -> _Data:
        """Return the item of a nimber; the reason is what moves lead to."""
        found = sorted({one["nimber"] for one in self.position(text)["choices"]})
        why = {"kind": "wrong.number" if found else "wrong.number-end", "name": label, "nimbers": found}
        return {"label": label, "right": nimber, "why": why}


def _marked(label: Any, right: bool, kinds: tuple[str, str], **params: Any) -> _Data:  # noqa: FBT001 - what is right
    return {"label": label, "right": right, "why": {"kind": f"wrong.{kinds[not right]}", **params}}


def _lost(game: _Game, _text: str, size: int, _heaps: list[int]) -> _Data:
    def item(name: str, value: int) -> _Data:
        move = next((one for one in game.position(name)["choices"] if one["wins"]), None)
        return _marked(name, value == 0, ("lost", "won"), name=name, move=move)

    rows = game.nimbers(size)
    items = [
        [item(f"{r} {c}" if len(rows) > 1 else str(c), value) for c, value in enumerate(row)]
        for r, row in enumerate(rows)
    ]
    return {"grids": [{"items": items}]}


def _mex(game: _Game, text: str, size: int, _heaps: list[int]) -> _Data:
    rows, answer = game.nimbers(size), game.position(text)
    choices: list[_Data] = answer["choices"]
    flat = len(rows) == 1
    led: list[object] = [[0, *one.get("sizes", ())][-1:] if len(one.get("sizes", ())) < 2 else None for one in choices]
    if not flat:
        led = [place for one in choices for place in one["places"]]
    known = [
        [
            {"value": value, "led": ([c] if flat else [r, c]) in led, "own": f"{r} {c}" == text}
            for c, value in enumerate(row)
        ]
        for r, row in enumerate(rows)
    ]
    reached = {one["nimber"]: one for one in reversed(choices)}
    marks = [
        _marked(str(value), value in reached, ("led", "not-led"), nimber=value, move=reached.get(value))
        for value in range(max(answer["nimber"], *reached, 0) + 2)
    ]
    parts = list(dict.fromkeys(" + ".join(map(str, one.get("sizes", ()))) or "0" for one in choices))
    note = {"kind": "exercise.moves", "from": text, "parts": parts} if flat else None
    grid = _numbered(list(map(str, range(len(rows[0])))), known[0]) if flat else {"items": known}
    return {"note": note, "least": True, "grids": [grid, {"items": [marks]}]}


def _values(game: _Game, _text: str, size: int, heaps: list[int]) -> _Data:
    values = game.of_heaps(max([size, *heaps]) + 1)
    items = [{"value": value} for value in values[:size]]
    items += [game.typed(str(heap), str(heap), values[heap]) for heap in heaps]
    return {"grids": [_numbered([*map(str, range(size)), *map(str, heaps)], items)]}


def _numbered(heads: list[str], items: list[_Data]) -> _Data:
    return {"rows": [{"kind": "exercise.number"}], "columns": heads, "items": [items]}


def _numbers(game: _Game, text: str, _size: int, _heaps: list[int]) -> _Data:
    board = game.position(text)
    items = []
    for number, one in enumerate(board["components"], 1):
        is_board = "\n" in one["position"]
        label = {"kind": "exercise.part", "number": number} if is_board else one["position"].split()[-1]
        items.append(game.typed(one["position"], label, one["nimber"]))
    items.append({"label": {"kind": "exercise.whole"}, "right": board["nimber"], "why": {"kind": "wrong.whole"}})
    return {"board": board, "grids": [{"columns": [one["label"] for one in items], "items": [items]}]}


def _heaps(game: _Game, text: str, _size: int, _heaps: list[int]) -> _Data:
    board = game.position(text)
    moves = {one["component"]: one for one in board["choices"] if one["wins"]}
    items = [
        _marked(size, i in moves, ("wins", "wins-not"), size=size, move=moves.get(i))
        for i, size in enumerate(text.split())
    ]
    return {"board": board, "grids": [{"items": [items]}]}


def _digits(game: _Game, _text: str, size: int, _heaps: list[int]) -> _Data:
    def item(taken: int, left: int) -> _Data:
        # The heaps that are left have size 1, as every code may leave them.
        right = any(one["sizes"] == [1] * left for one in game.position(str(taken + left))["choices"])
        params = {"number": taken, "leaves": leaves[left]}
        return _marked({"kind": "exercise.digit", **params}, right, ("may", "may-not"), **params)

    game.of_heaps(1)
    leaves = [{"kind": f"exercise.leave-{left}"} for left in range(3)]
    items = [[item(taken, left) for left in range(3)] for taken in range(1, size + 1)]
    rows = [{"kind": "exercise.take", "number": taken} for taken in range(1, size + 1)]
    columns = [{"kind": "exercise.leaves", "leaves": one, "number": 1 << i} for i, one in enumerate(leaves)]
    return {"grids": [{"rows": rows, "columns": columns, "items": items, "digits": True}]}


def _rows(game: _Game, _text: str, size: int, _heaps: list[int]) -> _Data:
    values, period = game.of_heaps(size), game.period()

    def wrong(wide: int) -> _Data | None:
        heap = next((i for i in range(period["preperiod"], size - wide) if values[i] != values[i + wide]), None)
        if heap is None:
            return None if wide == period["period"] else {"kind": "wrong.rows-shorter"}
        below = {"second": heap + wide, "one": values[heap], "other": values[heap + wide]}
        return {"kind": "wrong.rows", "first": heap, **below}

    return {"rows": {"values": values, "wrong": [wrong(wide) for wide in range(1, _WIDEST + 1)]}}


def _same(game: _Game, _text: str, _size: int, heaps: list[int]) -> _Data:
    found = game.period()
    start, period = found["preperiod"], found["period"]
    items = [
        {
            "label": str(heap),
            "right": heap - max(0, (heap - start) // period) * period,
            "why": {"kind": "wrong.same", "heap": heap, "period": period, "start": start},
        }
        for heap in heaps
    ]
    return {"grids": [{"columns": [item["label"] for item in items], "items": [items]}]}


def _pair(game: _Game, text: str, _size: int, _heaps: list[int]) -> _Data:
    answer = game.position(text)
    heaps = [[power for power in (8, 4, 2, 1) if one["nimber"] & power] for one in answer["components"]]
    return {"powers": {"heaps": heaps, "sum": answer["nimber"]}}


_ALL = (_lost, _mex, _values, _numbers, _heaps, _digits, _rows, _same, _pair)
_KINDS = {function.__name__[1:]: function for function in _ALL}
