"""The summary of a census, as data and as text: counts of outcomes and nimbers, extremes, periods."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.research.census.results import Census

_Z = 1.959964  # standard deviations: the interval contains the true share in 95 of 100 cases
_MOST_ROWS = 40  # of the table of marks in the text
_SHOWN = 60  # characters of a position in the text


def summary(census: Census) -> dict[str, Any]:
    """Return the summary as data for JSON."""
    there, parts = len(census.parts), census.manifest.parts
    head = {"set": census.described, "parts": parts, "there": there, "digest": census.digest}
    if not census.parts:
        return head | {"rows": 0}
    return head | (_codes(census) if census.described["kind"] == "octal codes" else _positions(census))


def interval(count: int, total: int) -> tuple[float, float]:
    """Return the interval of Wilson (1927) for a share, if `count` of `total` independent samples belong to it.

    >>> [round(bound, 3) for bound in interval(80, 100)]
    [0.711, 0.867]
    """
    share, more = count / total, _Z**2 / total
    middle = (share + more / 2) / (1 + more)
    half = _Z / (1 + more) * sqrt(share * (1 - share) / total + more / total / 4)
    return max(0.0, middle - half), min(1.0, middle + half)


def text(data: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the text of a summary."""
    described = dict(data["set"])
    yield f"census   {described.pop('kind')}: " + ", ".join(
        f"{key} {value}" for key, value in described.items() if value is not None
    )
    yield f"parts    {data['there']:,} of {data['parts']:,}" + ("" if data["digest"] else "; the others are missing")
    if data["digest"]:
        yield f"digest   {data['digest']}"
    if not data["rows"]:
        return
    yield f"rows     {data['rows']:,}"
    yield from filter(None, _codes_text(data) if "status" in data else _positions_text(data))


def _positions(census: Census) -> dict[str, Any]:
    """Return counts of positions, each with its weight."""
    import pyarrow.compute as pc

    counted: Counter[tuple[int, str, int | None]] = Counter()
    rows = options = 0
    most: dict[str, Any] = {}
    for table in census.weighed():
        rows += table.num_rows
        if "options" in table.column_names:  # of boards
            options += pc.sum(table["options"]).as_py() or 0
        _count(table, counted)
        for name in ("nimber", "winning_moves"):
            best = pc.max(table[name]).as_py()
            if best is not None and best > most.get(name, {"value": -1})["value"]:
                row = pc.index(table[name], best).as_py()
                most[name] = {"value": best, "position": table["position"][row].as_py()}
    total = sum(counted.values())
    outcomes: Counter[str] = Counter()
    nimbers: Counter[int | None] = Counter()
    marks: dict[int, Counter[str]] = {}
    for (marked, outcome, nimber), count in counted.items():
        outcomes[outcome] += count
        nimbers[nimber] += count
        marks.setdefault(marked, Counter())[outcome] += count
    shares: dict[str, Any] = {}
    for outcome, count in sorted(outcomes.items()):
        shares[outcome] = {"count": count, "share": count / total}
        if census.manifest.sampled:
            shares[outcome]["interval"] = list(interval(count, total))
    known = sorted((nimber, count) for nimber, count in nimbers.items() if nimber is not None)
    found: dict[str, Any] = {"rows": rows, "positions": total} | ({"options": options} if options else {})
    found["outcomes"] = shares
    found["nimbers"] = {str(nimber): count for nimber, count in known}
    if None in nimbers:
        found["without_nimber"] = nimbers[None]
    if len(marks) > 1:
        found["marks"] = {str(marked): dict(sorted(counts.items())) for marked, counts in sorted(marks.items())}
    return found | {"most": most}


def _count(table: Any, counted: Counter[tuple[int, str, int | None]]) -> None:
    """Add the weights of the rows of a part, by marks, outcome and nimber."""
    import pyarrow as pa
    import pyarrow.compute as pc

    table = table.set_column(table.column_names.index("outcome"), "outcome", pc.cast(table["outcome"], pa.string()))
    if "marks" not in table.column_names:
        table = table.append_column("marks", pa.repeat(pa.scalar(0, pa.int64()), table.num_rows))
    weighed = table.group_by(["marks", "outcome", "nimber"]).aggregate([("weight", "sum")]).to_pylist()
    for row in weighed:
        counted[row["marks"], row["outcome"], row["nimber"]] += row["weight_sum"]


def _codes(census: Census) -> dict[str, Any]:
    """Return how many codes have a proved, an observed or no known period, and the codes with the largest figures."""
    rows = [row for table in census.tables() for row in table.to_pylist()]
    status = Counter(row["status"] for row in rows)
    proved = [row for row in rows if row["status"] == "proved"]
    shown = ("position", "preperiod", "period", "bound", "largest")
    most = {}
    for name in ("period", "preperiod"):
        if proved:
            most[name] = {key: max(proved, key=lambda row: row[name])[key] for key in shown}
    best = max(rows, key=lambda row: row["largest"])
    most["largest"] = {key: best[key] for key in ("position", "largest", "largest_at", "status")}
    found: dict[str, Any] = {"rows": len(rows), "status": dict(sorted(status.items()))}
    found["options"] = sum(row["options"] for row in rows)
    found["periods"] = sorted([row["preperiod"], row["period"]] for row in proved)
    return found | {"most": most, "unknown": [row["position"] for row in rows if row["status"] != "proved"]}


def _positions_text(data: dict[str, Any]) -> Iterator[str]:
    yield f"boards   {data['positions']:,}" if data["positions"] != data["rows"] else ""
    yield f"options  {data['options']:,}" if "options" in data else ""
    for outcome, share in data["outcomes"].items():
        line = f"{outcome}        {share['count']:,}, {100 * share['share']:.3f} %"
        if "interval" in share:
            low, high = (100 * bound for bound in share["interval"])
            line += f" (95 % interval {low:.3f} to {high:.3f} %)"
        yield line
    yield "nimbers  " + " ".join(f"{nimber}:{count:,}" for nimber, count in data["nimbers"].items())
    if "without_nimber" in data:
        yield f"         {data['without_nimber']:,} have a value that is no nimber"
    for name, best in data["most"].items():
        yield f"most     {name.replace('_', ' ')} {best['value']:,}: {_short(best['position'])}"
    marked = data.get("marks", {})
    if len(marked) > _MOST_ROWS or data["set"]["kind"] != "boards":  # the plots show the marks of random boards
        return
    for marks, counts in marked.items():
        wins, losses = counts.get("N", 0), counts.get("P", 0)
        yield f"marks    {marks:>3}: N {wins:>13,}  P {losses:>13,}  {100 * wins / (wins + losses):7.3f} % N"


def _codes_text(data: dict[str, Any]) -> Iterator[str]:
    yield "status   " + ", ".join(f"{count:,} {status}" for status, count in data["status"].items())
    yield f"options  {data['options']:,}"
    for name, best in data["most"].items():
        yield f"most     {name}: " + ", ".join(f"{key} {value}" for key, value in best.items())
    if data["unknown"]:
        yield "unproved " + " ".join(data["unknown"])


def _short(position: str) -> str:
    """Return the text of a position, without its end if it is long."""
    return position if len(position) <= _SHOWN else f"{position[:_SHOWN]}..."
