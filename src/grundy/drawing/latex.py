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

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from grundy.core.table import Table
    from grundy.theory.finite_quotients import FiniteQuotient
    from grundy.theory.periods import Period

_ROW = 10  # values in a row
_WIDEST = 24  # columns of a table that is folded at its period
_SIDES = 2

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
    """Return a text as LaTeX sets it: nothing in it is a command."""
    return text.translate(_TABLE)


def tabular(rows: Iterable[Sequence[str]], *, align: str = "r", boxed: bool = False) -> str:
    r"""Return rows of cells, which are LaTeX, as a ``tabular``, with two rules or with boxes around cells.

    >>> print(tabular([["$n$", "0"], ["$G$", "1"]]))
    \begin{tabular}{r|r}
    $n$ & 0 \\ \hline
    $G$ & 1 \\
    \end{tabular}
    """
    listed = [list(row) for row in rows]
    wide = max(map(len, listed))
    columns = f"|{f'{align}|' * wide}" if boxed else f"{align}|{align * (wide - 1)}" if wide > 1 else align
    lines = [f"{' & '.join(row)} \\\\" + " \\hline" * (boxed or at == 0) for at, row in enumerate(listed)]
    lines[0] = "\\hline\n" * boxed + lines[0]
    return "\n".join((f"\\begin{{tabular}}{{{columns}}}", *lines, "\\end{tabular}"))


def table_of(table: Table, *, outcomes: bool = False) -> str:
    r"""Return a table of nimbers, or of outcomes, as a ``tabular``; one side is in rows of ten.

    Raises `PictureError` for more than two sides. The comment before it says what the table is of.

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
    body = [[str(row), *cells[at * wide : (at + 1) * wide]] for at, row in enumerate(rows)]
    return about + tabular([["", *map(str, columns)], *body])


def sequence(values: Sequence[int], code: str, period: Period | None = None) -> str:
    """Return the nimbers of heaps 0, 1, 2, ... as a ``tabular``, folded at a short period that is known, else at ten.

    The number before a row and that above a column add up to the heap.
    """
    folded = period.period if period is not None and period.period and period.period <= _WIDEST else _ROW
    said = "" if period is None else f"; {period}"
    return f"% nimbers of {code}, heaps 0 to {len(values) - 1}{said}\n{_folded(list(map(str, values)), 0, folded)}"


def quotient(found: FiniteQuotient, about: str, names: Sequence[str] | None = None) -> str:
    r"""Return a misère quotient for LaTeX: its presentation, its P-positions and the values of heaps, or of `names`.

    It is what `Presentation` and ``monoid.values`` of the quotient say, in the letters of the command `grundy misere`.
    """
    made = found.presentation()
    words = [f"${_power(made.word(made.words[element]))}$" for element in found.monoid.values.tolist()]
    letters = ", ".join(letter_of(place) for place in range(len(made.generators)))
    relations = ", ".join(f"{_power(made.word(left))} = {_power(made.word(right))}" for left, right in made.relations)
    lost = ", ".join(_power(made.word(made.words[element])) for element in found.lost_elements)
    lines = [f"% {about}", "\\begin{align*}", f"  Q &= \\langle {letters} \\mid {relations} \\rangle \\\\"]
    lines += [f"  P &= \\{{ {lost} \\}}", "\\end{align*}"]
    if names is None:
        return "\n".join([*lines, _folded(words, 0, _ROW)])
    named = [[escaped(name.replace("\n", " / ")), word] for name, word in zip(names, words, strict=False)]
    return "\n".join([*lines, tabular([["component", "value"], *named], align="l")])


def _power(word: str) -> str:
    return re.sub(r"\^(\d+)", r"^{\1}", word)


def _folded(cells: Sequence[str], first: int, wide: int) -> str:
    """Write cells in rows; a row begins with the number of its first cell, and the columns are counted from 0."""
    wide = min(wide, len(cells))
    rows = ([str(first + at), *cells[at : at + wide]] for at in range(0, len(cells), wide))
    return tabular([["", *map(str, range(wide))], *rows])
