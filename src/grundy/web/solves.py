"""Long work: solved in the background, with its cost, its progress, and a way to stop it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from grundy.core.position import Position
from grundy.export.answers import answer, plain
from grundy.web.desk import TheDesk, written
from grundy.web.models import PositionRequest, Refused
from grundy.web.refusals import Refusal
from grundy.web.streams import streamed
from grundy.web.work import Ticket

router = APIRouter()

_MOST_SECONDS = 5.0  # to wait for the end of stopped work


@router.post(
    "/solves",
    summary="Solve a position that takes long",
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}}},
)
async def solves(request: Request, asked: PositionRequest, desk: TheDesk) -> Response:
    """Answer line by line, each a JSON object.

    The first has the `id` and the `cost`, further ones `progress` (`done` and `total` options; the total
    is null where nobody knows it), the last `result`, as `positions` answers, or `error`. Work stops
    within a second where the connection is closed, or by DELETE.
    """

    def job(ticket: Ticket) -> bytes:
        game, position = desk.shelf.parse(asked.game, asked.position)
        ticket.news.append({"id": ticket.name, "cost": _cost(position)})
        return written({"result": answer(position, game.name, board=asked.board)})

    return await streamed(desk, request, job)


@router.delete("/solves/{name}", summary="Stop long work", responses={404: {"model": Refused}})
async def stop(name: Annotated[str, Path(max_length=64)], desk: TheDesk) -> Any:
    """Stop it; the answer comes when its thread is free."""
    if name not in desk.tickets:
        raise Refusal(404, "id", "there is no such work, or no longer")
    ticket, ended = desk.tickets[name]
    ticket.stop()
    async with asyncio.timeout(_MOST_SECONDS):
        await ended.wait()
    return {"id": name, "stopped": True}


def _cost(position: Position) -> object:
    """Return options and bytes of the tables that would answer everything; None where a search has to find out."""
    costs = [
        component.ruleset.cost(component.state) if hasattr(component.ruleset, "cost") else None
        for component in position.components
    ]
    known = [cost for cost in costs if cost is not None]
    if len(known) < len(costs):
        return None
    return plain({"options": sum(c.options for c in known), "bytes": max((c.bytes for c in known), default=0)})
