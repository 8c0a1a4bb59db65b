"""Sequences: the nimbers of heaps and their period, sent as they are found or as files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError
from grundy.games.notations.heap_lists import HeapLists
from grundy.lab.fields import flag, integer, one_of, text
from grundy.lab.operation import LONG, FileAnswer, operation
from grundy.research.sequences import writers
from grundy.research.sequences.certificates import certificate
from grundy.runtime import arrays

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.games.families.heaps.heap_rules import HeapRules
    from grundy.lab.catalogue import Catalogue
    from grundy.theory.periods import Period

_FIRST = 256  # values in the first step; each step doubles their number
_LINE = 8192  # values in a line of the answer
_TYPES = {"csv": "text/csv", "b-file": "text/plain", "json": "application/json", "certificate": "application/json"}


@operation(
    example={"rules": "0.77", "length": 200, "period": True},
    budget=LONG,
    media_types=("application/x-ndjson", *sorted({*_TYPES.values()})),
    rules=text(5000, 1, "A code, or the name of a game of heaps."),
    length=integer(1, 1_000_000),
    period=flag("Whether to search the period as well."),
    format=one_of(_TYPES, "A file instead of lines; `certificate` is that of the proved period."),
)
def sequences(
    catalogue: Catalogue,
    *,
    rules: str,
    length: int = 200,
    period: bool = False,
    format: str | None = None,  # noqa: A002 - the name of the field
) -> Iterator[dict[str, object] | FileAnswer]:
    """Find the nimbers of heaps, and their period.

    The answer comes line by line: `values` as they are found, with `from`, the heap of the first of them; `progress`;
    `period`.

    With `format`, answer with a file: CSV, OEIS b-file, JSON, or the certificate of the proved period. `grundy verify`
    checks the certificate, and shares no code with this operation.
    """
    found = _heap_rules(catalogue, rules)
    if format is not None:
        yield FileAnswer(_content(found, length, format, period=period), _TYPES[format])
        return
    yield {"code": found.code}
    known = 0
    while known < length:
        end = min(length, max(_FIRST, 2 * known))
        values = arrays.listed(found.nimbers(end)[known:])
        for start in range(0, len(values), _LINE):
            yield {"values": values[start : start + _LINE], "from": known + start}
        known = end
    yield {"period": _period_data(found) if period else None}


def _heap_rules(catalogue: Catalogue, name: str) -> HeapRules:
    game = catalogue.find(name)
    if not isinstance(game.reader, HeapLists):
        raise RulesetError("error.not-of-heaps", game=game.name)
    return game.reader.rules


def _period_data(rules: HeapRules) -> dict[str, object]:
    """Return the period, and the most heaps that a move leaves, which the theorem of the period needs."""
    period: Period = rules.period()
    theorem = rules.theorem
    return {**period.data(), "heaps": None if theorem is None else theorem.heaps, "text": str(period)}


def _content(rules: HeapRules, length: int, name: str, *, period: bool) -> bytes:
    data: dict[str, Any]
    if name == "certificate":
        data = certificate(rules, period=rules.period())
    elif name == "json":
        data = writers.data(rules, rules.nimbers(length), rules.period() if period else None)
    else:
        values = rules.nimbers(length)
        return "".join(writers.csv(values) if name == "csv" else writers.b_file(values, rules.code)).encode()
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
