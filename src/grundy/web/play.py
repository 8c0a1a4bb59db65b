"""Playing: a move and a comment on it, the coach's reply, a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response

from grundy.explain import coach
from grundy.export.answers import answer, plain
from grundy.web.desk import TheDesk
from grundy.web.models import ExplainRequest, HintRequest, MoveRequest, ReplyRequest
from grundy.web.work import Ticket

if TYPE_CHECKING:
    from grundy.core.choices import Choice
    from grundy.games import Game

router = APIRouter()


@router.post("/moves", summary="Make a move")
async def moves(request: Request, asked: MoveRequest, desk: TheDesk) -> Response:
    """Answer with a comment on what the move did, and with the position after it, board and all."""

    def job(_: Ticket) -> object:
        game, position = desk.shelf.parse(asked.game, asked.position)
        return _after(game, position.choice(asked.move))

    return await desk.json(request, job)


@router.post("/replies", summary="Have the coach move")
async def replies(request: Request, asked: ReplyRequest, desk: TheDesk) -> Response:
    """Answer with the coach's move, a comment on it, and the position after it.

    The coach errs where it could win with probability `errors`; the same seed gives the same move.
    """

    def job(_: Ticket) -> object:
        game, position = desk.shelf.parse(asked.game, asked.position)
        choice = coach.Coach(asked.errors, asked.seed).reply(position)
        return {"move": choice.move, **_after(game, choice)}

    return await desk.json(request, job)


@router.post("/hints", summary="A good move, and why")
async def hints(request: Request, asked: HintRequest, desk: TheDesk) -> Response:
    """Answer with a winning move and why it wins, or with the most stubborn one where none does."""

    def job(_: Ticket) -> object:
        found = coach.hint(desk.shelf.parse(asked.game, asked.position)[1])
        return _said(found)

    return await desk.json(request, job)


@router.post("/explanations", summary="Why a position is won or lost")
async def explanations(request: Request, asked: ExplainRequest, desk: TheDesk) -> Response:
    """Answer with the reasons as data, and in English: nimbers in binary, the mex of a component, what a move does."""

    def job(_: Ticket) -> object:
        position = desk.shelf.parse(asked.game, asked.position)[1]
        found = position.explain(asked.move, asked.component)
        return {**plain(found.data()), "text": str(found)}

    return await desk.json(request, job)


def _after(game: Game, choice: Choice) -> dict[str, Any]:
    return {"comment": _said(coach.comment(choice)), "position": answer(choice.after, game.name, board=True)}


def _said(said: coach.Comment | coach.Hint) -> dict[str, Any]:
    """Return a comment or a hint as data, and in English."""
    return {**plain(said.data()), "text": str(said)}
