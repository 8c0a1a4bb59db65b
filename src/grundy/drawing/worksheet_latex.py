"""Sheets of exercises as LaTeX: a document for pdfLaTeX, with boards as TikZ pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.drawing import tikz
from grundy.drawing.latex import escaped, tabular

if TYPE_CHECKING:
    from grundy.drawing.sheets import Exercise, Figure, Gaps, Sheet

_HEAD = r"""% {made}
\documentclass[10pt,a4paper]{{article}}
\usepackage[utf8]{{inputenc}}
\usepackage[margin=18mm]{{geometry}}
{needed}
{language}
\setlength{{\parindent}}{{0pt}}
\setlength{{\parskip}}{{4pt}}
\newcommand{{\blank}}{{\enspace\hrulefill}}
\newcommand{{\shortblank}}{{\enspace\underline{{\hspace{{18mm}}}}}}
\newcommand{{\tick}}[1]{{\mbox{{\fbox{{\rule{{0pt}}{{4pt}}\rule{{4pt}}{{0pt}}}}\enspace #1}}}}
\newcommand{{\board}}[1]{{\begingroup\setbox0\hbox{{#1}}\ifdim\wd0>\linewidth\resizebox{{\linewidth}}{{!}}{{\box0}}\else\box0\fi\endgroup}}
\newenvironment{{exercise}}[2]{{\begin{{minipage}}[t]{{#1\textwidth}}\raggedright\textbf{{#2}}\par}}{{\end{{minipage}}\vspace{{7mm}}}}
\begin{{document}}
{begin}
"""
# Korean and Japanese letters need CJKutf8, and the fonts of Debian's latex-cjk-korean or latex-cjk-japanese.
_LANGUAGES = {"en": ("", "", ""), "ko": ("mj",), "ja": ("min",)}
_CLEAR = "\\clearpage\n"
_HALF, _WHOLE = "0.47", "1"


def source(sheet: Sheet) -> str:
    """Return a sheet as the text of a LaTeX document; Korean and Japanese need the package CJKutf8."""
    font = _LANGUAGES[sheet.language][0]
    parts = [] if sheet.key == "only" else [_exercises(sheet)]
    parts += [] if sheet.key == "without" else [_key(sheet)]
    head = _HEAD.format(
        made=f"{sheet.made_by}: {sheet.command}",
        needed=tikz.NEEDED,
        language="\\usepackage{CJKutf8}" if font else "",
        begin=f"\\begin{{CJK}}{{UTF8}}{{{font}}}" if font else "",
    )
    end = "\\end{CJK}\n" if font else ""
    return f"{head}{_CLEAR.join(parts)}{end}\\end{{document}}\n"


def _exercises(sheet: Sheet) -> str:
    name, date, points = (escaped(sheet.say(kind)) for kind in ("name", "date", "points-of"))
    most = sum(one.points for one in sheet.exercises)
    lines = [
        f"\\section*{{{escaped(sheet.title)}}}",
        f"\\mbox{{}}{name}\\blank\\quad {date}\\blank\\quad {points}\\shortblank / {most}\\par",
        *(f"{escaped(line)}\\par" for line in sheet.rules),
        "\\vspace{4mm}",
    ]
    for row in sheet.in_rows(_exercise):
        lines += ["\\par\\vfill", "\n\\hfill\n".join(row)]
    return "\n".join([*lines, "\\par", ""])


def _exercise(sheet: Sheet, number: int, exercise: Exercise) -> str:
    title = f"{escaped(sheet.say('exercise', number=number))}\\hfill {escaped(sheet.points(exercise))}"
    lines = [
        f"\\begin{{exercise}}{{{_WHOLE if exercise.wide else _HALF}}}{{{title}}}",
        f"{escaped(exercise.task)}\\par",
        *map(_figure, exercise.figures),
    ]
    lines += [f"{_table(exercise.gaps)}\\par"] if exercise.gaps else []
    ticks = "\\quad\n".join(f"\\tick{{{escaped(move)}}}" for move in exercise.choices)
    lines += [f"{ticks}\\par"] if ticks else []
    blanks = "\\par\\mbox{}".join(
        escaped(line.label) + ("\\shortblank" if line.short else "\\blank") for line in exercise.lines
    )
    lines += [f"\\vspace{{3mm}}\\mbox{{}}{blanks}\\par"] * bool(blanks)
    lines += [f"\\smallskip {escaped(sheet.say('working'))}\\vspace{{18mm}}"]
    return "\n".join([*lines, "\\end{exercise}"])


def _figure(figure: Figure) -> str:
    head = f"{escaped(figure.head)}: " if figure.head else ""
    return f"{head}\\board{{%\n{tikz.picture(figure.scene)}}}\\par"


def _key(sheet: Sheet) -> str:
    lines = [f"\\section*{{{escaped(sheet.say('key'))}}}", "\\begin{enumerate}"]
    for one in sheet.exercises:
        lines += [
            f"\\item ({escaped(sheet.points(one))}) {escaped(one.answer)}\\par",
            *([f"{_table(one.filled)}\\par"] if one.filled else []),
        ]
        lines.append(f"{{\\small {escaped(one.reason)}}}")
    made = escaped(sheet.say("made"))
    command = escaped(sheet.command).replace("--", "-{}-")
    return "\n".join([*lines, "\\end{enumerate}", f"{{\\small {made} \\texttt{{{command}}}\\par}}", ""])


def _table(gaps: Gaps | None) -> str:
    if gaps is None:
        return ""
    empty = "\\rule{0pt}{14pt}\\quad"
    return tabular(
        [[empty if cell is None else escaped(cell) for cell in row] for row in gaps.rows], align="c", boxed=True
    )
