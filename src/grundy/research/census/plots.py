"""Plots of a census: outcomes by marks, nimbers, periods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.drawing.plots import EDGE, INK, POINT, check, draw_in_ink
from grundy.errors import PictureError

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def plots(data: dict[str, Any]) -> Figure:
    """Return a figure of the data that `Census.summary` returns: outcomes by marks and nimbers, or periods of codes.

    Raises `PictureError` without matplotlib, and if no part is finished.
    """
    check()
    from matplotlib.figure import Figure

    drawn: list[Callable[[Axes, dict[str, Any]], None]] = [_periods] if "periods" in data else []
    drawn += [_marks] if "marks" in data else []
    drawn += [_nimbers] if data.get("nimbers") else []
    if not drawn:
        raise PictureError("error.plot-values", title=data["set"]["kind"])
    figure = Figure(figsize=(10, 3.6 * len(drawn)), dpi=120, layout="constrained")
    figure.patch.set_alpha(0)
    for axes, draw in zip(figure.subplots(len(drawn), squeeze=False)[:, 0], drawn, strict=True):
        draw_in_ink(axes)
        draw(axes, data)
    described = {key: value for key, value in data["set"].items() if key != "kind" and value is not None}
    title = f"{data['set']['kind']}: " + ", ".join(f"{key} {value}" for key, value in described.items())
    figure.suptitle(title, color=INK)
    return figure


def _marks(axes: Axes, data: dict[str, Any]) -> None:
    """Draw the share of boards that the first player wins, and how many boards there are, by blocked cells."""
    marks = [int(number) for number in data["marks"]]
    totals = [sum(counts.values()) for counts in data["marks"].values()]
    shares = [100 * counts.get("N", 0) / sum(counts.values()) for counts in data["marks"].values()]
    axes.plot(marks, shares, color=POINT, marker="o", markersize=3)
    axes.set_title("won by the first player", fontsize="medium")
    axes.set_xlabel("blocked cells")
    axes.set_ylabel("% of the boards")
    other = axes.twinx()
    other.plot(marks, totals, color=EDGE, linewidth=0.8)
    other.set_yscale("log")
    other.set_ylabel("boards")
    draw_in_ink(other)
    axes.set_ylim(-3, 103)
    _count_by_integers(axes)
    axes.yaxis.label.set_color(POINT)
    other.yaxis.label.set_color(EDGE)


def _count_by_integers(axes: Axes) -> None:
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _nimbers(axes: Axes, data: dict[str, Any]) -> None:
    nimbers = [int(nimber) for nimber in data["nimbers"]]
    axes.bar(nimbers, list(data["nimbers"].values()), color=POINT)
    axes.set_yscale("log")
    axes.set_ylim(0.7)
    _count_by_integers(axes)
    axes.set_title("how often each nimber occurs", fontsize="medium")
    axes.set_xlabel("nimber")
    axes.set_ylabel("positions")


def _periods(axes: Axes, data: dict[str, Any]) -> None:
    places = data["periods"]
    axes.scatter([max(1, start) for start, _ in places], [period for _, period in places], s=9, color=POINT)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_title("codes whose period is proved", fontsize="medium")
    axes.set_xlabel("preperiod (0 is drawn as 1)")
    axes.set_ylabel("period")
