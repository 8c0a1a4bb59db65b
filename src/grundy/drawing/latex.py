r"""Text and tables for LaTeX.

>>> print(escaped("50 % of {a_b}"))
50 \% of \{a\_b\}
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grundy.drawing.nimber_tables import signs
from grundy.errors import PictureError
from grundy.theory.finite_quotients import letter_of
from grundy.theory.quotients import MisereQuotient

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grundy.core.table import Table
    from grundy.theory.finite_quotients import FiniteQuotient
    from grundy.theory.periods import Period

_ROW = 10  # values in a row
_WIDEST = 24  # the longest period at which a table is folded
_SIDES = 2  # the most coordinates of a table that can be shown

_SPECIAL = {
    **{letter: f"\\{letter}" for letter in "#$%&_{}"},
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    '"': "\\textquotedbl{}",
    "⊕": "\\ensuremath{\\oplus}",
    "∞": "\\ensuremath{\\infty}",
    "≤": "\\ensuremath{\\le}",
    "…": "\\ldots{}",
    "\u00d7": "\\ensuremath{\\times}",
}
_TABLE = str.maketrans({**_SPECIAL, '"': "''"})


def escaped(text: str) -> str:
    """Return a text for LaTeX, with special characters escaped, so that it has no commands."""
    return text.translate(_TABLE)


def tabular(rows: Iterable[Sequence[str]], *, align: str = "r", boxed: bool = False) -> str:
    r"""Return rows of cells, which are LaTeX, as a ``tabular``: with lines after the first row and column, or boxed.

    >>> print(tabular([["$n$", "0"], ["$G$", "1"]]))
    \begin{tabular}{r|r}
    $n$ & 0 \\ \hline
    $G$ & 1 \\
    \end{tabular}
    """
    listed = [list(row) for row in rows]
    wide = max(map(len, listed))
    columns = f"|{f'{align}|' * wide}" if boxed else f"{align}|{align * (wide - 1)}" if wide > 1 else align
    lines = [f"{' & '.join(row)} \\\\" + " \\hline" * (boxed or number == 0) for number, row in enumerate(listed)]
    lines[0] = "\\hline\n" * boxed + lines[0]
    return "\n".join((f"\\begin{{tabular}}{{{columns}}}", *lines, "\\end{tabular}"))


def table_of(table: Table, *, outcomes: bool = False) -> str:
    r"""Return a table of nimbers, or of outcomes, as a ``tabular``; with one coordinate, in rows of ten.

    Raises `PictureError` for more than two coordinates. A comment before it names the ruleset and the ranges.

    >>> import grundy
    >>> print(table_of(grundy.heaps("nim").table(2)))
    % nimbers of nim, state: 0 to 1
    \begin{tabular}{r|rr}
     & 0 & 1 \\ \hline
    0 & 0 & 1 \\
    \end{tabular}
    """
    if len(table.ranges) > _SIDES:
        raise PictureError("error.table-sides", found=len(table.ranges))
    cells = [escaped(sign) for sign in signs(table, outcomes=outcomes)]
    spans = ", ".join(
        f"{name}: {side[0]} to {side[-1]}" for name, side in zip(table.coordinates, table.ranges, strict=True)
    )
    about = f"% {'outcomes' if outcomes else 'nimbers'} of {table.name}, {spans}\n"
    if len(table.ranges) == 1:
        return about + _folded(cells, table.ranges[0][0], _ROW)
    rows, columns = table.ranges
    wide = len(columns)
    body = [[str(row), *cells[number * wide : (number + 1) * wide]] for number, row in enumerate(rows)]
    return about + tabular([["", *map(str, columns)], *body])


def sequence(values: Sequence[int], code: str, period: Period | None = None) -> str:
    """Return the nimbers of heaps 0, 1, 2, ... as a ``tabular``, folded at the period if it is short, else at ten.

    The number before a row plus the number above a column is the heap.
    """
    folded = period.period if period is not None and period.period and period.period <= _WIDEST else _ROW
    claim = "" if period is None else f"; {period}"
    return f"% nimbers of {code}, heaps 0 to {len(values) - 1}{claim}\n{_folded(list(map(str, values)), 0, folded)}"


def quotient(found: FiniteQuotient, about: str, names: Sequence[str] | None = None) -> str:
    r"""Return a misère quotient for LaTeX: its presentation, its P-positions and the values of heaps, or of `names`.

    The presentation and the values are those of `Presentation` and ``monoid.values`` of the quotient. The letters are
    those of the command `grundy misere`. Values that repeat with a proved period are those of the first period, in rows
    of some periods.
    """
    presentation = found.presentation()
    word = presentation.word
    elements, wide = found.monoid.values.tolist(), _ROW
    if isinstance(found, MisereQuotient) and found.preperiod is not None and found.period is not None:
        elements = elements[: found.preperiod + found.period]
        wide = found.period * max(1, _ROW // found.period) if found.period <= _WIDEST else _ROW
    words = [f"${_power(word(presentation.words[element]))}$" for element in elements]
    letters = ", ".join(letter_of(number) for number in range(len(presentation.generators)))
    relations = ", ".join(f"{_power(word(left))} = {_power(word(right))}" for left, right in presentation.relations)
    lost = ", ".join(_power(word(presentation.words[element])) for element in found.lost_elements)
    lines = [f"% {about}", "\\begin{align*}", f"  Q &= \\langle {letters} \\mid {relations} \\rangle \\\\"]
    lines += [f"  P &= \\{{ {lost} \\}}", "\\end{align*}"]
    if names is None:
        return "\n".join([*lines, _folded(words, 0, wide)])
    named = [[escaped(name.replace("\n", " / ")), value] for name, value in zip(names, words, strict=False)]
    return "\n".join([*lines, tabular([["component", "value"], *named], align="l")])


def _power(word: str) -> str:
    return re.sub(r"\^(\d+)", r"^{\1}", word)


def _folded(cells: Sequence[str], first: int, wide: int) -> str:
    """Return cells in rows; a row begins with the number of its first cell, and the columns are counted from 0."""
    wide = min(wide, len(cells))
    rows = ([str(first + start), *cells[start : start + wide]] for start in range(0, len(cells), wide))
    return tabular([["", *map(str, range(wide))], *rows])
