"""Worksheets: exercises on pages to print, with a key on a page of its own, as one HTML file."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from grundy.messages import Message, render

if TYPE_CHECKING:
    from collections.abc import Sequence

# No size of the page: A4 or Letter is what the printer has.
_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="only light">
<title>{title}</title>
<style>
@page {{ margin: 15mm; }}
* {{ box-sizing: border-box; }}
body {{ max-width: 190mm; margin: 0 auto; padding: 8mm; background: #fff; color: #1f2328; }}
body {{ font: 11pt/1.45 system-ui, sans-serif; }}
h1 {{ margin: 0 0 2mm; font-size: 17pt; }}
h2 {{ margin: 0; font-size: 11pt; }}
p {{ margin: 0 0 2mm; }}
.who {{ display: flex; gap: 8mm; margin: 0 0 5mm; }}
.line {{ flex: 1; border-bottom: .3mm solid #59636e; min-width: 20mm; min-height: 8mm; }}
.who span, .answer span {{ color: #59636e; align-self: end; }}
.exercises {{ display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 7mm 8mm; margin-top: 5mm; }}
.exercises.wide {{ grid-template-columns: minmax(0, 1fr); }}
.exercise {{ break-inside: avoid; display: grid; gap: 2mm; align-content: space-between; }}
.boards {{ display: flex; gap: 6mm; align-items: center; }}
.boards figure {{ margin: 0; min-width: 0; flex: 0 1 auto; }}
.boards svg {{ display: block; max-width: 100%; height: auto; max-height: {high}mm; }}
.answer {{ display: flex; gap: 2mm; }}
.answer .short {{ flex: 0 0 18mm; min-width: 0; }}
.key {{ break-before: page; margin-top: 15mm; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ padding: 1.5mm 3mm 1.5mm 0; border-bottom: .2mm solid #c8cdd2; text-align: left; vertical-align: top; }}
.note {{ margin-top: 5mm; color: #59636e; font-size: 9pt; }}
code {{ overflow-wrap: anywhere; }}
@media print {{ body {{ max-width: none; padding: 0; }} .key {{ margin-top: 0; }} }}
@media screen and (max-width: 600px) {{ .exercises {{ grid-template-columns: minmax(0, 1fr); }} }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
<div class="who"><span>{name}</span><i class="line"></i><span>{date}</span><i class="line"></i></div>
{rules}
<div class="exercises{wide}">
{exercises}
</div>
<section class="key">
<h1>{key}</h1>
<table>
<thead><tr><th scope="col">{number}</th><th scope="col">{moves}</th><th scope="col">{nimber}</th></tr></thead>
<tbody>
{answers}
</tbody>
</table>
<p class="note">{made} <code>{command}</code></p>
</section>
</main>
</body>
</html>
"""
_EXERCISE = """<section class="exercise">
<h2>{heading}</h2>
<div class="boards">{boards}</div>
<p class="answer"><span>{move}</span><i class="line"></i><span>{nimber}</span><i class="line short"></i></p>
</section>"""


_USUAL_HEIGHT, _MOST_HEIGHT = 64, 220  # of a board, in mm
_LEAST_CELL = 4  # the same, where that leaves room for the board on a page


class Exercise(NamedTuple):
    """Boards as SVG, each with what stands above it, and the answer: winning moves, and the nimber."""

    boards: tuple[tuple[str, str], ...]
    moves: str
    nimber: str


class Heading(NamedTuple):
    """What stands above the exercises, and the command that makes the same worksheet again."""

    title: str
    rules: tuple[str, ...]
    command: str


def page(
    heading: Heading, exercises: Sequence[Exercise], language: str = "en", *, wide: bool = False, rows: int = 0
) -> str:
    """Return a worksheet as an HTML page that needs nothing beside itself: exercises, and a key on a page of its own.

    There are two exercises in a row, or one where they are `wide`. Boards of many `rows` are as high as these need.

    >>> heading = Heading("Nim", ("Take some.",), "grundy worksheet nim")
    >>> sheet = page(heading, [Exercise((("", "<svg></svg>"),), "1", "1")])
    >>> "<h1>Key</h1>" in sheet
    True
    """

    def say(kind: str, **params: object) -> str:
        return escape(render(Message(f"worksheet.{kind}", params), language))

    drawn = [
        _EXERCISE.format(
            heading=say("exercise", number=number),
            boards="".join(f"<figure>{_above(name)}{board}</figure>" for name, board in exercise.boards),
            move=say("move"),
            nimber=say("nimber"),
        )
        for number, exercise in enumerate(exercises, 1)
    ]
    answers = [
        f'<tr><th scope="row">{number}</th><td>{escape(exercise.moves)}</td><td>{escape(exercise.nimber)}</td></tr>'
        for number, exercise in enumerate(exercises, 1)
    ]
    return _PAGE.format(
        language=language,
        title=escape(heading.title),
        rules="\n".join(f"<p>{escape(line)}</p>" for line in heading.rules),
        command=escape(heading.command),
        exercises="\n".join(drawn),
        answers="\n".join(answers),
        wide=" wide" if wide else "",
        high=min(_MOST_HEIGHT, max(_USUAL_HEIGHT, _LEAST_CELL * rows)),
        **{kind: say(kind) for kind in ("name", "date", "key", "number", "moves", "nimber", "made")},
    )


def _above(name: str) -> str:
    return f"<figcaption>{escape(name)}</figcaption>" if name else ""
