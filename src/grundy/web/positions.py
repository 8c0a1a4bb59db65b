"""Games, positions, random ones and pictures."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response

from grundy import contests, games
from grundy.errors import GrundyError
from grundy.export.answers import answer
from grundy.games import sampling
from grundy.web.desk import Desk, TheDesk
from grundy.web.models import PictureRequest, PositionRequest, SampleRequest
from grundy.web.work import Ticket

router = APIRouter()


@router.get("/games", summary="All games")
async def all_games(desk: TheDesk) -> Any:
    """List the games: name, title, rules, source, notation, samples, and the sides of random positions."""
    return [_game_data(desk, name) for name in desk.shelf.names()]


@router.post("/positions", summary="Solve a position")
async def positions(request: Request, asked: PositionRequest, desk: TheDesk) -> Response:
    """Answer as `grundy solve GAME --json` does; with `board`, also scenes and all choices.

    Work that takes more than a moment is refused with the figure; `solves` does it.
    """
    return await desk.json(request, lambda _: _answer(desk, asked))


@router.post("/samples", summary="A random position")
async def samples(request: Request, asked: SampleRequest, desk: TheDesk) -> Response:
    """Make a random opening position; the same seed gives the same one."""

    def job(_: Ticket) -> object:
        rng = random.Random(asked.seed)
        position = sampling.position_of_size(desk.shelf.find(asked.game), rng, asked.size, asked.density)
        return {"position": str(position)}

    return await desk.json(request, job)


@router.post(
    "/pictures",
    summary="A picture of a position",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}, "image/png": {}}}},
)
async def pictures(request: Request, asked: PictureRequest, desk: TheDesk) -> Response:
    """Draw a position as SVG or PNG. PNG needs the extra `png` of the server."""

    def job(_: Ticket) -> Response:
        from grundy.drawing import png, svg

        if asked.format == "png":
            png.check()
        position = desk.shelf.parse(asked.game, asked.position)[1]
        picture = svg.draw_position(position, values=asked.values)
        if asked.format == "png":
            return Response(png.encode(picture), media_type="image/png")
        return Response(picture, media_type="image/svg+xml")

    return await desk.answer(request, job)


def _game_data(desk: Desk, name: str) -> dict[str, Any]:
    game = desk.shelf.find(name)
    return {
        "name": name,
        "title": game.title,
        "rules": game.rules,
        "source": "a file of yours" if desk.shelf.is_declared(name) else game.source,
        "form": game.reader.form,
        "inline": game.reader.inline,
        "kind": game.reader.kind,
        "alphabet": game.reader.alphabet,
        "sample": game.sample,
        "contests": _contest_samples(name),
        "sides": [side._asdict() for side in game.reader.sides],
        "density": game.reader.density,
    }


@cache
def _contest_samples(name: str) -> list[dict[str, str]]:
    """Return the sample inputs of contest problems that are positions of a game, and not questions about several."""
    found = []
    for problem in contests.all_problems():
        for sample in problem.samples if problem.game == name else ():
            with suppress(GrundyError):
                position = games.parse(sample.input, games.find(name), others={})
                found.append({"problem": problem.id, "title": problem.title, "position": str(position)})
    return found


def _answer(desk: Desk, asked: PositionRequest) -> dict[str, object]:
    game, position = desk.shelf.parse(asked.game, asked.position)
    return answer(position, game.name, board=asked.board)
