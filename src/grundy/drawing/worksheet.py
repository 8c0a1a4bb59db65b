"""Sheets of exercises as HTML: pages to print, with the key on a page of its own, in one self-contained file."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from grundy.drawing.svg import sketch

if TYPE_CHECKING:
    from grundy.drawing.sheets import Exercise, Gaps, Sheet

# The style sheet sets no size of the page: the printer decides between A4 and Letter.
_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="only light">
<meta name="generator" content="{made_by}">
<title>{title}</title>
<style>
@page {{ margin: 15mm; }}
* {{ box-sizing: border-box; }}
body {{ max-width: 190mm; margin: 0 auto; padding: 8mm; background: #fff; color: #1f2328; }}
body {{ font: 11pt/1.45 system-ui, sans-serif; }}
:lang(ko) {{ word-break: keep-all; }}
h1 {{ margin: 0 0 2mm; font-size: 17pt; }}
h2 {{ margin: 0; font-size: 11pt; }}
h2 small {{ float: right; font-weight: normal; }}
p {{ margin: 0 0 2mm; }}
.who {{ display: flex; gap: 8mm; margin: 0 0 5mm; }}
.line {{ flex: 1; border-bottom: .3mm solid #59636e; min-width: 20mm; min-height: 8mm; }}
.who span, .answer span, .work {{ color: #59636e; align-self: end; }}
.row {{ display: flex; gap: 8mm; margin-top: 6mm; break-inside: avoid; }}
.exercise {{ flex: 0 0 calc(50% - 4mm); min-width: 0; display: grid; gap: 2mm; align-content: start; }}
.exercise.wide {{ flex-basis: 100%; }}
.boards {{ display: flex; gap: 6mm; align-items: center; }}
.boards figure {{ margin: 0; min-width: 0; flex: 0 1 auto; }}
.boards svg {{ display: block; max-width: 100%; height: auto; max-height: {high}mm; }}
.answer span {{ display: flex; gap: 2mm; align-items: end; white-space: nowrap; }}
.short {{ flex: 0 0 18mm; min-width: 0; }}
.work {{ min-height: 15mm; margin: 0; }}
.choices {{ margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 2mm 7mm; }}
.choices i {{ display: inline-block; width: 3.4mm; height: 3.4mm; margin-right: 1.5mm; vertical-align: -.4mm; }}
.choices i {{ border: .3mm solid #1f2328; }}
table.gaps {{ width: auto; justify-self: start; }}
.gaps th, .gaps td {{ border: .2mm solid #59636e; padding: 1mm 1.5mm; min-width: 6.5mm; text-align: center; }}
.gaps td:empty {{ height: 7mm; }}
.gaps th {{ background: #f3f4f5; font-weight: 600; }}
.reason {{ color: #424a53; }}
.key {{ break-before: page; margin-top: 15mm; }}
table {{ border-collapse: collapse; width: 100%; }}
.answers > * > tr > * {{ padding: 1.5mm 3mm 1.5mm 0; border-bottom: .2mm solid #c8cdd2; }}
.answers > * > tr > * {{ text-align: left; vertical-align: top; }}
.answers > * > tr {{ break-inside: avoid; }}
.answers > thead {{ white-space: nowrap; }}
.note {{ margin-top: 5mm; color: #59636e; font-size: 9pt; }}
code {{ overflow-wrap: anywhere; }}
@media print {{ body {{ max-width: none; padding: 0; font-size: 10pt; line-height: 1.3; }} .key {{ margin-top: 0; }} }}
@media print {{ p {{ margin-bottom: 1mm; }} .who {{ margin-bottom: 3mm; }} }}
@media print {{ .row {{ margin-top: 3mm; }} .exercise {{ gap: 1mm; }} }}
@media print {{ .key.first {{ break-before: auto; }} }}
@media screen and (max-width: 600px) {{ .row {{ display: block; }} .exercise {{ margin-bottom: 7mm; }} }}
</style>
</head>
<body>
<main>
{content}
</main>
</body>
</html>
"""

_USUAL_HEIGHT, _MOST_HEIGHT = 48, 215  # mm of a board; boards with many rows are higher, up to the second
_LEAST_CELL = 4  # mm of a cell, if the board then fits on a page


def page(sheet: Sheet) -> str:
    """Return a sheet as a self-contained HTML page: exercises, and the key on a page of its own.

    There are two exercises in a row, or one that is `wide`. Boards with many `rows` are higher.

    >>> from grundy.drawing.sheets import Exercise, Sheet
    >>> made = page(Sheet("Nim", ("Take some.",), (Exercise("Who wins?", answer="Nobody"),), "grundy", "grundy"))
    >>> "<h1>Key</h1>" in made
    True
    """
    content = [] if sheet.key == "only" else [_exercises(sheet)]
    content += [] if sheet.key == "without" else [_key(sheet)]
    return _PAGE.format(
        language=sheet.language,
        title=escape(sheet.title),
        made_by=escape(sheet.made_by),
        content="\n".join(content),
        high=min(_MOST_HEIGHT, max(_USUAL_HEIGHT, _LEAST_CELL * sheet.rows)),
    )


def _exercises(sheet: Sheet) -> str:
    blank = '<i class="line"></i>'
    name, date, points = (escape(sheet.say(kind)) for kind in ("name", "date", "points-of"))
    who = f'<span>{name}</span>{blank}<span>{date}</span>{blank}<span>{points}</span><i class="line short"></i>'
    rows = (f'<div class="row">\n{"".join(row)}\n</div>' for row in sheet.in_rows(_exercise))
    return "\n".join(
        (
            f"<h1>{escape(sheet.title)}</h1>",
            f'<div class="who">{who}<span>/ {sum(one.points for one in sheet.exercises)}</span></div>',
            *(f"<p>{escape(line)}</p>" for line in sheet.rules),
            *rows,
        )
    )


def _exercise(sheet: Sheet, number: int, exercise: Exercise) -> str:
    figures = "".join(f"<figure>{_above(one.head)}{sketch(one.scene, one.text)}</figure>" for one in exercise.figures)
    choices = "".join(f"<li><i></i>{escape(move)}</li>" for move in exercise.choices)
    lines = "".join(
        f'<span>{escape(line.label)}<i class="line{" short" if line.short else ""}"></i></span>'
        for line in exercise.lines
    )
    return "\n".join(
        (
            f'<section class="exercise{" wide" if exercise.wide else ""}">',
            f"<h2>{escape(sheet.say('exercise', number=number))} <small>{escape(sheet.points(exercise))}</small></h2>",
            f"<p>{escape(exercise.task)}</p>",
            f'<div class="boards">{figures}</div>' * bool(figures),
            _table(exercise.gaps),
            f'<ul class="choices">{choices}</ul>' * bool(choices),
            f'<p class="answer">{lines}</p>' * bool(lines),
            f'<p class="work">{escape(sheet.say("working"))}</p>',
            "</section>",
        )
    )


def _key(sheet: Sheet) -> str:
    heads = (f'<th scope="col">{escape(sheet.say(kind))}</th>' for kind in ("number", "answer", "points-of"))
    rows = (
        f'<tr><th scope="row">{number}</th><td>{escape(one.answer)}{_table(one.filled)}'
        f'<div class="reason">{escape(one.reason)}</div></td><td>{one.points}</td></tr>'
        for number, one in enumerate(sheet.exercises, 1)
    )
    first = " first" if sheet.key == "only" else ""
    return "\n".join(
        (
            f'<section class="key{first}">',
            f"<h1>{escape(sheet.say('key'))}</h1>",
            f'<table class="answers">\n<thead><tr>{"".join(heads)}</tr></thead>\n<tbody>',
            *rows,
            "</tbody>\n</table>",
            f'<p class="note">{escape(sheet.say("made"))} <code>{escape(sheet.command)}</code></p>',
            "</section>",
        )
    )


def _table(gaps: Gaps | None) -> str:
    """Return a table, or nothing for None; its first row and column are headings."""
    if gaps is None:
        return ""

    def cell(row: int, column: int, text: str | None) -> str:
        kind = "td" if row and column else "th"
        return f"<{kind}>{escape(text or '')}</{kind}>"

    rows = (
        f"<tr>{''.join(cell(number, column, text) for column, text in enumerate(row))}</tr>"
        for number, row in enumerate(gaps.rows)
    )
    return f'<table class="gaps">{"".join(rows)}</table>'


def _above(name: str) -> str:
    return f"<figcaption>{escape(name)}</figcaption>" if name else ""
