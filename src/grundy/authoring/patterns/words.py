"""What is said of formulas that were found or checked, as text and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.authoring.patterns.finder import LEAST
from grundy.authoring.patterns.pattern import FormulaCounterexample, Pattern, names_of

if TYPE_CHECKING:
    from grundy.authoring.patterns.formulas import Formula
    from grundy.core.table import Table


def verdict(table: Table, pattern: Formula, found: int | FormulaCounterexample, *, outcomes: bool) -> str:
    """Return the line that says whether a formula holds."""
    if isinstance(found, int):
        return f"holds    {pattern.text}, for all {found:,} states: {_domain(table)} (observed, not proved)"
    says, right = (_outcome(found.says), _outcome(found.right)) if outcomes else (found.says, found.right)
    fault = f"fails there ({found.error})" if found.error else f"says {says}"
    return f"wrong    at {found.state}, the smallest such state: {pattern.text} {fault}, the rules say {right}"


def verdict_data(pattern: Formula, found: int | FormulaCounterexample) -> dict[str, Any]:
    """Return for JSON whether a formula holds."""
    failure, checked = None, None
    if isinstance(found, int):
        checked = found
    else:
        failure = {"state": found.state, "says": found.says, "right": found.right, "error": found.error or None}
    return {"formula": pattern.text, "holds": failure is None, "checked": checked, "fails": failure}


def _outcome(lost: object) -> str:
    return "P" if lost else "N"


def about(game: str, table: Table) -> dict[str, Any]:
    """Return for JSON what was compared."""
    sides = zip(names_of(table), table.ranges, strict=True)
    return {"game": game, "checked_on": {name: [side[0], side[-1]] for name, side in sides}}


def _domain(table: Table) -> str:
    sides = zip(names_of(table), table.ranges, strict=True)
    return ", ".join(f"{name} = {side[0]} to {side[-1]}" for name, side in sides)


def words(table: Table, found: list[Pattern]) -> list[str]:
    """Return lines about the formulas that were found."""
    lines = [f"table    {table.name}, {table.values.size:,} states: {_domain(table)}"]
    if table.values.size < LEAST:
        lines.append(f"found    no formula is searched in fewer than {LEAST} states")
    elif not found:
        lines.append("found    no formula for all states, neither for the nimbers nor for the outcomes")
    elif found[0].outcomes:
        lines.append("nimbers  no formula found")
    heads = {False: "nimber", True: "lost"}
    lines += [f"{heads[pattern.outcomes]:<8} {pattern}" for pattern in found]
    return lines
