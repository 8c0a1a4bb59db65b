"""What requests hold: fields, bounds, examples."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

_BOARD = "X.\n.."

GameName = Annotated[str, Field(min_length=1, max_length=5000, description="A name of `games`, or a code of heaps.")]
Text = Annotated[
    str,
    Field(max_length=200_000, description="The position in the notation of the game; parts of a sum are joined by +."),
]


class Request(BaseModel):
    """Any request: no other fields, no numbers in the place of texts."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Error(BaseModel):
    """Why there is no answer; further fields depend on the kind, such as `line` and `column`."""

    model_config = ConfigDict(extra="allow")

    kind: str
    message: str


class Refused(BaseModel):
    """What stands in the place of an answer."""

    error: Error


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refused, "description": words}
    for status, words in (
        (400, "No JSON"),
        (403, "The request of another page"),
        (405, "Another method"),
        (408, "The body took too long"),
        (409, "The work was stopped"),
        (413, "Too long, or more work than the budget: with the figures"),
        (415, "The body is not said to be JSON"),
        (421, "A foreign Host"),
        (422, "Not what the notation, the rules or the fields ask for"),
        (503, "Too much is waiting: with Retry-After"),
    )
}


class PositionRequest(Request):
    """A position of a game."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"game": "wall-making", "position": _BOARD, "board": True}]}
    )

    game: GameName
    position: Text
    board: Annotated[bool, Field(description="Whether to answer with scenes and all choices as well.")] = False


class MoveRequest(Request):
    """A move in a position."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"game": "wall-making", "position": _BOARD, "move": "r2c2"}]}
    )

    game: GameName
    position: Text
    move: Annotated[str, Field(min_length=1, max_length=5000)]


class ReplyRequest(Request):
    """A position in which the coach moves."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"game": "wall-making", "position": _BOARD, "errors": 0.3, "seed": 7}]}
    )

    game: GameName
    position: Text
    errors: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.0
    seed: Annotated[int | None, Field(ge=0, le=2**53)] = None


class HintRequest(Request):
    """A position in which somebody wants to know a good move."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"game": "wall-making", "position": _BOARD}]})

    game: GameName
    position: Text


class ExplainRequest(Request):
    """A position whose reasons are asked for."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"game": "kayles", "position": "7 4 + nim 2"}]})

    game: GameName
    position: Text
    move: Annotated[str | None, Field(min_length=1, max_length=5000, description="By default a winning one.")] = None
    component: Annotated[
        int | None, Field(ge=0, le=10**6, description="Counted from 0; by default the one that the move is in.")
    ] = None


class SequenceRequest(Request):
    """The nimbers of heaps 0, 1, 2, ..."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"rules": "0.77", "length": 200, "period": True}]})

    rules: Annotated[str, Field(min_length=1, max_length=5000, description="A code, or the name of a game of heaps.")]
    length: Annotated[int, Field(ge=1, le=1_000_000)] = 200
    period: Annotated[bool, Field(description="Whether to look for the period as well.")] = False
    format: Annotated[
        Literal["csv", "b-file", "json", "certificate"] | None,
        Field(description="A file in the place of the stream; a certificate is that of the proved period."),
    ] = None


class SampleRequest(Request):
    """A random position."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"game": "wall-making", "size": [6, 6], "density": 0.2, "seed": 7}]}
    )

    game: GameName
    size: Annotated[list[Annotated[int, Field(ge=0, le=10_000)]], Field(min_length=1, max_length=2)]
    density: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.2
    seed: Annotated[int, Field(ge=0, le=2**53)] = 0


class PictureRequest(Request):
    """A picture of a position."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"game": "wall-making", "position": _BOARD, "format": "svg"}]}
    )

    game: GameName
    position: Text
    format: Literal["svg", "png"] = "svg"
    values: Annotated[bool, Field(description="Whether cells show the nimber after each move.")] = True
