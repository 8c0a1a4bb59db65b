"""Sequences: the nimbers of heaps as they are found, their period, and both as files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter, Request, Response

from grundy.errors import RulesetError
from grundy.games.notations.heap_lists import HeapLists
from grundy.sequences import writers
from grundy.web.desk import Desk, TheDesk, written
from grundy.web.models import SequenceRequest
from grundy.web.streams import streamed
from grundy.web.work import Ticket

if TYPE_CHECKING:
    from grundy.families.heaps.rules import HeapRules
    from grundy.theory.periods import Period

router = APIRouter()

_FIRST = 256  # values before the first are told
_LINE = 8192  # values in a line
_TYPES = {"csv": "text/csv", "b-file": "text/plain", "json": "application/json", "certificate": "application/json"}


@router.post(
    "/sequences",
    summary="The nimbers of heaps, and their period",
    response_class=Response,
    responses={200: {"content": {kind: {} for kind in ("application/x-ndjson", *sorted({*_TYPES.values()}))}}},
)
async def sequences(request: Request, asked: SequenceRequest, desk: TheDesk) -> Response:
    """Answer line by line: `values` with `from`, the heap of the first, as they are found; `progress`; `period`.

    With `format`, answer with a file: CSV, OEIS b-file, JSON, or the certificate of the proved period, which
    says how a program that shares nothing with this one can check it.
    """
    if asked.format is not None:
        return await desk.answer(request, lambda _: _file(desk, asked), desk.long)

    def job(ticket: Ticket) -> bytes:
        rules = _rules(desk, asked.rules)
        known = 0
        ticket.news.append({"id": ticket.name, "code": rules.code})
        while known < asked.length:
            length = min(asked.length, max(_FIRST, 2 * known))
            values = rules.nimbers(length)[known:].tolist()
            for start in range(0, len(values), _LINE):
                ticket.news.append({"values": values[start : start + _LINE], "from": known + start})
            known = length
        return written({"period": _period(rules) if asked.period else None})

    return await streamed(desk, request, job)


def _rules(desk: Desk, name: str) -> HeapRules:
    game = desk.shelf.find(name)
    if not isinstance(game.reader, HeapLists):
        message = f"expected a code or a game of heaps, found {game.name}, whose positions are {game.reader.form}"
        raise RulesetError(message)
    return game.reader.rules


def _period(rules: HeapRules) -> dict[str, object]:
    found: Period = rules.period()
    return {**found.data(), "text": str(found)}


def _file(desk: Desk, asked: SequenceRequest) -> Response:
    rules = _rules(desk, asked.rules)
    if asked.format == "certificate":
        content = written(writers.certificate(rules, rules.period()))
    else:
        values = rules.nimbers(asked.length)
        if asked.format == "json":
            content = written(writers.data(rules, values, rules.period() if asked.period else None))
        else:
            lines = writers.csv(values) if asked.format == "csv" else writers.b_file(values)
            content = "".join(lines).encode()
    return Response(content, media_type=_TYPES[asked.format or "json"], headers={"cache-control": "no-store"})
