"""Objects in a notebook: pictures and small tables as HTML, in the notebook's own theme.

A notebook makes these on its own, so they are bounded: if a picture would take much work or space, there is no picture,
and the notebook shows the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.core.scenes import table
from grundy.drawing.colours import themed
from grundy.drawing.svg import draw, draw_position
from grundy.drawing.svg_parts import clean
from grundy.errors import GrundyError, PictureError
from grundy.runtime import limits
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from grundy.core.position import Position
    from grundy.core.scenes import Scene
    from grundy.theory.periods import Period

_MOST_TEXT = 2**20  # characters of a picture
_LIMITS = {  # of the work for a picture: about a second
    "search_options": 20_000,
    "search_states": 20_000,
    "shape_options": 5_000,
    "kernel_options": 3 * 10**7,
    "table_bytes": 2**28,
}
_MOST_WINNING = 10_000  # winning moves
_ROW, _ROWS = 10, 10  # nimbers in a row, and rows, of the picture of a sequence

# JupyterLab, VS Code and Colab mark light and dark themes with these attributes and classes.
_THEME = (
    ".grundy-picture{color-scheme:light dark;overflow-x:auto}"
    "[data-jp-theme-light=true] .grundy-picture,.vscode-light .grundy-picture,[theme=light] .grundy-picture"
    "{color-scheme:light}"
    "[data-jp-theme-light=false] .grundy-picture,.vscode-dark .grundy-picture,[theme=dark] .grundy-picture"
    "{color-scheme:dark}"
)


def position(shown: Position) -> str | None:
    """Return the picture of a position as HTML, or None if it is too much work or too large.

    >>> import grundy
    >>> "outcome P" in position(grundy.games.nim(5, 5))
    True
    >>> position(grundy.games.wythoff(10**5, 10**5)) is None
    True
    """

    def draw_it() -> str:
        winning, complete = shown.winning_moves().first(_MOST_WINNING)
        if not complete:
            raise PictureError("error.picture-winning", most=_MOST_WINNING)
        return draw_position(shown, winning)

    return _picture(draw_it)


def scene(shown: Scene) -> str | None:
    """Return the picture of a scene, or of a table, as HTML, or None if it is too large."""
    return _picture(lambda: draw(shown))


def sequence(title: str, about: str, values: Callable[[int], Iterable[int]]) -> str | None:
    """Return the first hundred nimbers of a sequence as a picture, ten in a row, or None if that is too much work.

    `values(length)` returns the first `length` nimbers, or all if there are fewer.
    """

    def draw_values() -> str:
        found = [int(value) for value in values(_ROW * _ROWS)]
        whole = len(found) // _ROW * _ROW
        rows = [found[start : start + _ROW] for start in range(0, whole, _ROW)] or [found]
        return draw(table(rows, shows=Message("shows.heap", {"row": _ROW})), title=title, about=about)

    return _picture(draw_values)


def period(found: Period) -> str:
    """Return a table of what is claimed about a period, and of what supports the claim.

    >>> from grundy.theory.periods import Period
    >>> print(period(Period("unknown", 500)))
    <table><caption><b>Period: unknown</b></caption><tr><th>values checked</th><td>500</td></tr></table>
    """
    rows: list[tuple[str, object]] = []
    if found.period is not None:
        rows += [("period", found.period), ("from heap", found.preperiod)]
    if found.saltus:
        rows.append(("saltus", found.saltus))
    if found.theorem is not None:
        rows.append(("theorem", found.theorem))
    if found.bound is not None:
        rows.append(("values that prove it", found.bound))
    rows.append(("values checked", found.checked))
    for words, sense in (("not as in the block", found.off_block), ("not as a period later", found.unequal)):
        if sense is not None:
            last = "" if sense.last is None else f"; the last is heap {sense.last:,}"
            rows.append((f"heaps {words}", f"{sense.number:,}{last}"))
    return _table(f"Period: {found.status}", rows)


def _table(caption: str, rows: Sequence[tuple[str, object]]) -> str:
    body = "".join(
        f"<tr><th>{clean(head)}</th><td>{clean(f'{value:,}' if isinstance(value, int) else str(value))}</td></tr>"
        for head, value in rows
    )
    return f"<table><caption><b>{clean(caption)}</b></caption>{body}</table>"


def _picture(draw_it: Callable[[], str]) -> str | None:
    """Return a picture in the theme of the notebook; None if it is refused, or too large to be stored."""
    try:
        with limits.limited(**_LIMITS):
            svg = draw_it()
    except (GrundyError, OSError):  # OSError: the files of a stored sequence may be missing
        return None
    if len(svg) > _MOST_TEXT:
        return None
    paints = themed(".grundy-picture", svg)
    return f'<div class="grundy-picture"><style>{_THEME}{paints}</style>{svg}</div>'
