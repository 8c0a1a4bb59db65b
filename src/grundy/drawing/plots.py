"""Plots of sequences of nimbers: values over n, the sequence folded at its period, the histogram.

They are drawn by matplotlib, which the extra ``plot`` installs. Backgrounds are transparent, and colours have medium
lightness, so that a plot can be read on light and on dark pages.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import PictureError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import Locator
    from numpy.typing import NDArray

    from grundy.theory.periods import Period

    Values = NDArray[np.unsignedinteger[Any]]

INK = "#808080"
POINT = "#3f8fd2"
EDGE = "#e07a1f"
_FEW = 5000  # points that are drawn one by one
_COLUMNS, _ROWS = 1200, 500  # pixels of the picture in which more points are counted
_STRIP_COLUMNS, _STRIP_ROWS = 60, 1000  # least columns and most rows of a folded sequence
_SLICE = 2**22  # values that are counted at a time


def check() -> None:
    """Raise `PictureError`, with the command that installs it, if matplotlib is missing."""
    try:
        import matplotlib as mpl  # noqa: F401 - an extra
    except ImportError:
        raise PictureError("error.plot-package") from None


def plot(values: Values, title: str, period: Period | None = None) -> Figure:
    """Return a figure of a sequence G(0), G(1), ..., shape (N,), with these parts, one above the other.

    - The values over n; beyond 5,000 values, the number of values in each pixel, so that 10^8 values take seconds and a
      small file.
    - If a period is known, the values in rows as long as the period, or as a multiple of a short period; a line marks
      where the period begins.
    - How often each nimber occurs.

    Raises `PictureError` without matplotlib, and without values.
    """
    check()
    from matplotlib.figure import Figure

    if len(values) == 0:
        raise PictureError("error.plot-values", title=title)
    folded = period is not None and period.period is not None
    figure = Figure(figsize=(10, 3.6 * (2 + folded)), dpi=120, layout="constrained")
    figure.patch.set_alpha(0)
    first, *strip, last = figure.subplots(2 + folded)
    _values(first, values)
    if period is not None and folded:
        _strip(figure, strip[0], values, period)
    _histogram(last, values)
    for axes in (first, *strip, last):
        draw_in_ink(axes)
    figure.suptitle(f"{title}, heaps 0 to {len(values) - 1:,}", color=INK)
    return figure


def draw_in_ink(axes: Axes) -> None:
    """Set the colours of axes to those of all plots of this module, and remove the background."""
    axes.patch.set_alpha(0)
    axes.tick_params(colors=INK)
    for part in (axes.xaxis.label, axes.yaxis.label, axes.title):
        part.set_color(INK)
    for spine in axes.spines.values():
        spine.set_color(INK)


def picture(figure: Figure, form: str, made_by: str = "grundy") -> bytes:
    """Return a figure as the bytes of an ``svg``, ``png`` or ``pdf`` file, with `made_by` in its metadata."""
    from matplotlib import rc_context

    data = io.BytesIO()
    with rc_context({"svg.hashsalt": "grundy"}):
        figure.savefig(data, format=form, metadata=_about(form, made_by))
    return data.getvalue()


def _about(form: str, made_by: str) -> dict[str, str | None]:
    """Return the metadata of a file: the program that made it, and no date."""
    if form == "png":
        return {"Software": made_by}
    return {"Creator": made_by, "Date" if form == "svg" else "CreationDate": None}


def _values(axes: Axes, values: Values) -> None:
    axes.set_title("nimber of each heap", fontsize="medium")
    axes.set_xlabel("heap")
    axes.set_ylabel("nimber")
    top = int(values.max()) + 1
    _whole_numbers(axes)
    if len(values) <= _FEW:
        axes.plot(values, linestyle="", marker=".", markersize=2.5, color=POINT, rasterized=True, clip_on=False)
        axes.set_xlim(0, max(1, len(values) - 1))
        axes.set_ylim(0, top)
        return
    rows, columns = min(top, _ROWS), min(len(values), _COLUMNS)
    hits = np.zeros(rows * columns, np.int64)
    for start in range(0, len(values), _SLICE):
        part = values[start : start + _SLICE].astype(np.int64)
        column = np.arange(start, start + len(part)) * columns // len(values)
        hits += np.bincount(part * rows // top * columns + column, minlength=rows * columns)
    grid = np.log1p(hits.reshape(rows, columns))
    colours = np.zeros((rows, columns, 4))
    colours[...] = _rgb(POINT)
    colours[..., 3] = np.where(grid > 0, 0.6 + 0.4 * grid / grid.max(), 0)
    axes.imshow(
        colours, origin="lower", aspect="auto", interpolation="nearest", extent=(0, len(values), -0.5, top - 0.5)
    )
    axes.set_ylim(0, top)


def _whole_numbers(axes: Axes) -> None:
    """Put marks on both axes at integers only."""
    axes.xaxis.set_major_locator(_integers())
    axes.yaxis.set_major_locator(_integers())


def _integers() -> Locator:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(integer=True)


def _strip(figure: Figure, axes: Axes, values: Values, period: Period) -> None:
    step, start = period.period or 1, period.preperiod or 0
    times = -(-_STRIP_COLUMNS // step)
    width = step * times
    rows = min(-(-len(values) // width), _STRIP_ROWS)
    shown = values[: rows * width].astype(np.float64)
    shown -= np.arange(len(shown)) // step * (period.saltus or 0)  # a saltus would hide the pattern
    cells = np.full(rows * width, np.nan)
    cells[: len(shown)] = shown
    picture = axes.imshow(cells.reshape(rows, width), aspect="auto", interpolation="nearest", cmap="viridis")
    picture.set_extent((-0.5, width - 0.5, rows - 0.5, -0.5))
    if start < rows * width:
        row, column = divmod(start, width)
        corners = [(-0.5, row + 0.5), (column - 0.5, row + 0.5), (column - 0.5, row - 0.5), (width - 0.5, row - 0.5)]
        axes.plot(*zip(*corners, strict=True), color=EDGE, linewidth=1.5)
        axes.set_xlim(-0.5, width - 0.5)
        axes.set_ylim(rows - 0.5, -0.5)
    fold = f"{step:,}" if times == 1 else f"{times} x {step:,}"
    less = f", less {period.saltus} a period" if period.saltus else ""
    axes.set_title(
        f"nimbers, folded at {fold}{less}: row r and column c are heap {width:,} r + c; "
        f"{period.status} from heap {start:,} on (line)",
        fontsize="medium",
    )
    axes.set_xlabel(f"c, heap modulo {width:,}")
    axes.set_ylabel(f"r, heap // {width:,}")
    _whole_numbers(axes)
    bar = figure.colorbar(picture, ax=axes, label="nimber")
    bar.ax.tick_params(colors=INK)
    bar.ax.yaxis.label.set_color(INK)
    bar.outline.set_edgecolor(INK)


def _histogram(axes: Axes, values: Values) -> None:
    counts = np.zeros(int(values.max()) + 1, np.int64)
    for start in range(0, len(values), _SLICE):
        counts += np.bincount(values[start : start + _SLICE], minlength=len(counts))
    axes.stairs(counts, np.arange(len(counts) + 1) - 0.5, fill=True, color=POINT)
    axes.set_yscale("log")
    axes.set_ylim(0.7)
    axes.xaxis.set_major_locator(_integers())
    axes.set_title("how often each nimber occurs", fontsize="medium")
    axes.set_xlabel("nimber")
    axes.set_ylabel("heaps")


def _rgb(colour: str) -> tuple[float, float, float, float]:
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue, 1
