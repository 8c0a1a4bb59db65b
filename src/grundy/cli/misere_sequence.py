"""``grundy sequence --misere``: outcome, genus and element of the misère quotient of each heap under a code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.cli.output import aligned, csv_text
from grundy.core.abilities import octal_heap
from grundy.drawing.export.answers import a_share
from grundy.errors import NoNimber, OverBudgetError
from grundy.runtime.packages import available
from grundy.theory.finite_quotients import letter_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.games.families.heaps.heap_rules import HeapRules
    from grundy.theory.quotients import MisereQuotient

_UNKNOWN = "?"
_COLUMNS = ("heap", "outcome", "genus", "element")

Row = dict[str, Any]


def makers(rules: HeapRules, length: int) -> dict[str, Callable[[], Any]]:
    """Return a function for each form of the misère values of heaps 0 to `length` - 1: ``txt``, ``json``, ``csv``."""
    found = _quotient(rules, length)
    rows = list(_rows(rules, length, found))
    about = None if found is None else {key: value for key, value in found.data().items() if key != "values"}
    return {
        "txt": lambda: "\n".join(_text(rules, rows, found)),
        "json": lambda: {"code": rules.code, "play": "misere", "quotient": about, "heaps": rows},
        "csv": lambda: csv_text([_COLUMNS, *([row[name] for name in _COLUMNS] for row in rows)]),
    }


def _quotient(rules: HeapRules, length: int) -> MisereQuotient | None:
    """Return the quotient of an octal code; None for other rules, and without NumPy."""
    if octal_heap(rules, 0) is None or not available("numpy"):
        return None
    return rules.misere_quotient(max(length - 1, 1))


def _rows(rules: HeapRules, length: int, found: MisereQuotient | None) -> Iterator[Row]:
    words = None if found is None else found.presentation()
    small = True  # until a genus costs too much: larger heaps cost more
    for heap in range(length):
        play = rules(heap).misere
        row: Row = {**dict.fromkeys(_COLUMNS), "heap": heap}
        if found is not None and words is not None and found.reaches(heap):
            row["element"] = words.word(words.words[found.element(heap)])
            row["outcome"] = "P" if found.is_lost([heap]) else "N"
        if small:
            try:
                with a_share():
                    row["outcome"] = row["outcome"] or str(play.outcome)
                    row["genus"] = str(play.genus)
            except (OverBudgetError, NoNimber):
                small = False
        yield row


def _text(rules: HeapRules, rows: list[Row], found: MisereQuotient | None) -> Iterator[str]:
    names = _COLUMNS[: None if found is not None else -1]
    yield from aligned(
        [names, *([str(_UNKNOWN if row[name] is None else row[name]) for name in names] for row in rows)]
    )
    yield ""
    yield f"code      {rules.code}"
    if found is not None:
        presentation = found.presentation()
        heaps = ", ".join(f"{letter_of(place)} = heap {heap}" for place, heap in enumerate(presentation.generators))
        lost = [presentation.word(presentation.words[element]) for element in found.lost_elements]
        yield f"quotient  {found}"
        yield f"elements  {heaps or 'none'}; P: {', '.join(lost)}"
    if any(row["genus"] is None for row in rows):
        yield f"{_UNKNOWN}         not found within a thousandth of the budget (--budget)"
