"""Sheets of exercises as PDF, on A4: two exercises in a row if there is room, rows that fill the page, and the key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.drawing.pdf import FONTS, document, picture, string
from grundy.drawing.svg import sketch

if TYPE_CHECKING:
    from grundy.drawing.sheets import Exercise, Gaps, Sheet

_PIXEL = 0.75  # points of a pixel of a picture
_USUAL_HEIGHT, _MOST_HEIGHT = 58, 215  # mm of a board; boards with many rows are higher, up to the second
_LEAST_CELL = 4  # mm of a cell, if the board then fits on a page

_HEAD = """
#set page(paper: "a4", margin: (x: 17mm, y: 16mm), numbering: "1")
#set text(font: {font}, size: 10pt, lang: {language})
#set par(leading: 0.62em, spacing: 0.8em)
#show regex("\\S*[가-힣]\\S*"): it => box(it) // Korean lines end between words
#show heading: set block(above: 0pt, below: 3mm)
#let quiet = rgb("#59636e")
#let blank(short: false) = box(width: if short {{ 18mm }} else {{ 1fr }}, height: 7mm, stroke: (bottom: 0.4pt + quiet))
#let board(svg, wide, high) = layout(size => {{
  let ratio = calc.min(1, size.width / wide, {high}mm / high)
  image(svg, format: "svg", width: wide * ratio)
}})
#let row(..cells) = {{
  block(breakable: false, below: 5mm, grid(columns: (1fr, 1fr), column-gutter: 9mm, ..cells))
  v(1fr)
}}
#let work(label) = block(height: 18mm, above: 4mm, text(fill: quiet, label))
#let tick(move) = box[#box(width: 3.2mm, height: 3.2mm, stroke: 0.5pt, baseline: 0.4mm) #h(1mm) #move]
#let gaps(columns, ..cells) = table(
  columns: columns, align: center + horizon, stroke: 0.6pt + quiet, inset: 5pt,
  fill: (x, y) => if x == 0 or y == 0 {{ rgb("#f3f4f5") }}, ..cells)
"""


def pages(sheet: Sheet) -> bytes:
    """Return a sheet as a PDF file on A4. Raises `PictureError` without the extra ``pdf``."""
    source = _HEAD.format(
        font=string(FONTS[sheet.language]),
        language=string(sheet.language),
        high=min(_MOST_HEIGHT, max(_USUAL_HEIGHT, _LEAST_CELL * sheet.rows)),
    )
    parts = [] if sheet.key == "only" else [_exercises(sheet)]
    parts += [] if sheet.key == "without" else [_key(sheet)]
    return document(
        source + "\n#pagebreak()\n#counter(page).update(1)\n".join(parts),
        sheet.title,
        f"{sheet.made_by}: {sheet.command}",
    )


def _exercises(sheet: Sheet) -> str:
    name, date, points = (f"#text(fill: quiet, {string(sheet.say(kind))})" for kind in ("name", "date", "points-of"))
    most = sum(one.points for one in sheet.exercises)
    return "\n".join(
        (
            f"= #{string(sheet.title)}",
            f"{name} #blank() #h(6mm) {date} #blank() #h(6mm) {points} #blank(short: true) \\/ {most}\n",
            *(f"#par({string(line)})" for line in sheet.rules),
            "#v(2mm)",
            *(f"#row({''.join(row)})" for row in sheet.in_rows(_exercise)),
        )
    )


def _exercise(sheet: Sheet, number: int, exercise: Exercise) -> str:
    boards = ", ".join(_figure(sketch(one.scene, one.text), one.head) for one in exercise.figures)
    columns = f"({', '.join(['1fr'] * len(exercise.figures))},)"
    ticks = " #h(4mm) ".join(f"#tick({string(move)})" for move in exercise.choices)
    lines = " \\\n".join(
        f"#text(fill: quiet, {string(line.label)}) #blank({'short: true' if line.short else ''})"
        for line in exercise.lines
    )
    parts = (
        f"*#{string(sheet.say('exercise', number=number))}* #h(1fr) #{string(sheet.points(exercise))}",
        f"#par({string(exercise.task)})",
        f"#grid(columns: {columns}, gutter: 5mm, {boards})" * bool(boards),
        _table(exercise.gaps),
        ticks,
        lines,
        f"#work({string(sheet.say('working'))})",
    )
    body = "\n\n".join(filter(None, parts))
    return f"grid.cell(colspan: {1 + exercise.wide})[{body}],"


def _figure(svg: str, head: str) -> str:
    wide, high = (float(svg.partition(f' {side}="')[2].partition('"')[0]) * _PIXEL for side in ("width", "height"))
    above = f"#{string(head)} " if head else ""
    return f"[{above}#board({picture(svg)}, {wide}pt, {high}pt)]"


def _key(sheet: Sheet) -> str:
    head = ", ".join(f"strong({string(sheet.say(kind))})" for kind in ("number", "answer", "points-of"))
    rows = ",\n".join(
        f"[{number}], [#{string(one.answer)} {_table(one.filled)} "
        f"#par(text(fill: quiet, size: 9pt, {string(one.reason)}))], [{one.points}]"
        for number, one in enumerate(sheet.exercises, 1)
    )
    return "\n".join(
        (
            f"= #{string(sheet.say('key'))}",
            '#table(columns: (auto, 1fr, auto), stroke: (x, y) => (bottom: 0.4pt + rgb("#c8cdd2")),',
            f"inset: (x: 4pt, y: 5pt), table.header({head}),",
            rows,
            ")",
            f"#text(fill: quiet, size: 8.5pt)[#{string(sheet.say('made'))} #raw({string(sheet.command)})]",
        )
    )


def _table(gaps: Gaps | None) -> str:
    if gaps is None:
        return ""
    cells = ", ".join(f"[#{string(cell or '')}]" for row in gaps.rows for cell in row)
    return f"#gaps({len(gaps.rows[0])}, {cells})"
