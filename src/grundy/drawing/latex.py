r"""Text and tables for LaTeX.

>>> print(escaped("50 % of {a_b}"))
50 \% of \{a\_b\}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
