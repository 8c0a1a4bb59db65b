"""Tables of nimbers as text, and as SVG pictures."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from grundy.core.scenes import Cell, GridScene, fits_a_picture
from grundy.core.table import BEATS, NO_STATE, WON, Table
from grundy.drawing.svg import draw
from grundy.errors import PictureError
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_SIGNS = {WON: "W", BEATS: "L", NO_STATE: "#"}
_INFINITY = "∞{0,2}  infinity: play can go on for ever, and options are worth 0 and 2 (N with 0 among them, else D)"
_MEANINGS = {
    WON: "W  a move ends the whole game (WIN)",
    BEATS: "L  won in every sum, because the same player may move again (LOONY)",
    NO_STATE: "#  no state",
}
_ROW = 20  # values in a line of a table with one coordinate
_MOST_LINES = 60  # rows of text, and columns, of each part of a table
_PICTURE_SIDES = 2  # the most coordinates of a table that a picture can show


def text(table: Table, *, outcomes: bool = False) -> Iterator[str]:
    """Yield the lines of a table: nimbers, or outcomes N and P. With more than two coordinates, parts have headings.

    >>> import grundy
    >>> print(*text(grundy.heaps("nim").table(5)))
    0  0 1 2 3 4
    """
    written = signs(table, outcomes=outcomes)
    if len(table.ranges) == 1:
        yield from _lines_of_one(table.ranges[0], written)
    else:
        yield from _parts(table, written)
    for value, meaning in _MEANINGS.items():
        if (table.values == value).any() and not (outcomes and value != NO_STATE):
            yield meaning
    if outcomes and (table.letters == "D").any():
        yield "D  a draw: play goes on for ever"
    elif table.loopy and not outcomes:
        yield _INFINITY


def picture(table: Table, *, outcomes: bool = False) -> str:
    """Return an SVG picture of a table with one or two coordinates, with nimbers as colours.

    Raises `PictureError` for more coordinates, and for ranges longer than a picture can show.
    """
    if len(table.ranges) > _PICTURE_SIDES:
        raise PictureError("error.table-sides", found=len(table.ranges))
    places = list(zip(table.values.ravel().tolist(), table.letters.ravel().tolist(), strict=True))
    wide = _ROW if len(table.ranges) == 1 else len(table.ranges[1])
    rows = [places[start : start + wide] for start in range(0, len(places), wide)]
    rows[-1] += [(NO_STATE, "")] * (len(rows[0]) - len(rows[-1]))
    if not fits_a_picture(len(rows), len(rows[0])):
        raise PictureError("error.table-picture", rows=len(rows), columns=len(rows[0]))
    cells = tuple(tuple(_cell(*place, outcomes=outcomes) for place in row) for row in rows)
    about = [f"{name}: {_span(side)}" for name, side in zip(table.coordinates, table.ranges, strict=True)]
    about += [f"{_ROW} in a row"] * (len(table.ranges) == 1)
    shows = Message("text", {"text": "the outcome" if outcomes else "the nimber"})
    return draw(GridScene(cells, _first_number(table.ranges), shows), title=table.name, about=", ".join(about))


def _first_number(ranges: Sequence[range]) -> int:
    """Return the number from which a picture counts rows and columns: the first of its coordinates, or 0."""
    if len(ranges) == 1:
        return int(ranges[0][0] == 1)
    counts_alike = len({side[0] for side in ranges}) == 1 and all(side.step == 1 for side in ranges)
    return ranges[0][0] if counts_alike else 0


def _span(side: range) -> str:
    return f"{side[0]} to {side[-1]}" + (f" in steps of {side.step}" if side.step > 1 else "")


def _cell(value: int, letter: Any, *, outcomes: bool) -> Cell:
    if value == NO_STATE:
        return Cell("#", "removed")
    if value < 0 or outcomes:
        return Cell(letter if outcomes else _SIGNS.get(value, "∞"), outcome=letter)
    return Cell(str(value), value=value)


def signs(table: Table, *, outcomes: bool) -> list[str]:
    """Return the text for each value, in the order of the array."""
    if outcomes:
        return [letter or _SIGNS[NO_STATE] for letter in table.letters.ravel().tolist()]
    found = [_SIGNS.get(value) or str(value) for value in table.values.ravel().tolist()]
    for place, value in table.loopy.items():
        found[place] = str(value)
    return found


def _lines_of_one(side: range, signs: list[str]) -> Iterator[str]:
    most = _ROW * _MOST_LINES
    wide = max(map(len, signs[:most]))
    margin = len(str(side[min(len(side), most) - 1]))
    for start in range(0, min(len(signs), most), _ROW):
        yield f"{side[start]:>{margin}}  " + " ".join(f"{sign:>{wide}}" for sign in signs[start : start + _ROW])
    if len(signs) > most:
        yield f"and {len(signs) - most:,} more (--csv writes all)"


def _parts(table: Table, signs: list[str]) -> Iterator[str]:
    """Yield, for all values of the first coordinates, a table of the last two coordinates."""
    *before, rows, columns = table.ranges
    size = len(rows) * len(columns)
    for number, place in enumerate(product(*before)):
        if number == _MOST_LINES:
            yield f"and {len(signs) // size - number:,} more such tables (--csv writes all)"
            return
        if before:
            fixed = zip(table.coordinates, place, strict=False)
            yield ("\n" if number else "") + ", ".join(f"{name} = {value}" for name, value in fixed)
        yield from _square(rows, columns, signs[number * size : (number + 1) * size])


def _square(rows: range, columns: range, signs: list[str]) -> Iterator[str]:
    shown, across = rows[:_MOST_LINES], columns[:_MOST_LINES]
    wide = max(*(len(str(column)) for column in across), *map(len, signs))
    margin = max(len(str(row)) for row in shown)
    yield " " * margin + "  " + " ".join(f"{column:>{wide}}" for column in across)
    for number, row in enumerate(shown):
        line = signs[number * len(columns) : number * len(columns) + len(across)]
        yield f"{row:>{margin}}  " + " ".join(f"{sign:>{wide}}" for sign in line)
    if len(rows) > len(shown) or len(columns) > len(across):
        yield f"the first {len(shown)} of {len(rows):,} rows, {len(across)} of {len(columns):,} columns (--csv has all)"
