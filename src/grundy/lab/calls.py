"""Operations called by name, with data, for hosts without a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.lab import (
    cases,
    challenges,
    deals,
    embeds,
    exercises,
    games,
    inputs,
    number_tables,
    play,
    positions,
    programs,
    puzzles,
    sequences,
    unsolved,
    worksheets,
)
from grundy.lab.catalogue import Catalogue
from grundy.lab.error_data import error_data, message_data
from grundy.lab.fields import checked
from grundy.lab.operation import FileAnswer
from grundy.runtime import limits
from grundy.runtime.garbage import rare_collections
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.lab.operation import Operation

OPERATIONS: dict[str, Operation] = {
    operation.name: operation
    for operation in (
        games.games,
        positions.positions,
        unsolved.boards,
        games.samples,
        deals.deals,
        inputs.inputs,
        inputs.answers,
        cases.problems,
        cases.statements,
        cases.cases,
        programs.programs,
        puzzles.puzzles,
        challenges.challenges,
        challenges.attempts,
        exercises.exercises,
        worksheets.worksheets,
        positions.pictures,
        embeds.embeds,
        play.moves,
        play.replies,
        play.hints,
        play.remoteness,
        play.explanations,
        sequences.sequences,
        number_tables.tables,
        positions.solves,
    )
}
_CATALOGUE = Catalogue()


def parts(operation: Operation, catalogue: Catalogue, values: dict[str, Any]) -> Iterator[Any]:
    """Yield the parts of the answer to checked values, each within the budget. Only a stream has several parts.

    Raises what the operation raises.
    """
    with limits.limited(**operation.budget), rare_collections():  # an answer of many cells is no garbage
        found = operation.function(catalogue, **values)
    if not operation.streams:
        yield found
        return
    while True:
        with limits.limited(**operation.budget):  # not around `yield`: the budget belongs to the caller's context
            part = next(found, None)
        if part is None:
            return
        yield part


def call(name: str, data: object = None, catalogue: Catalogue = _CATALOGUE) -> Any:
    r"""Return the answer of an operation, as data for JSON or as a `FileAnswer`; for a stream, the list of its parts.

    `data` are the fields of the request. If the request is wrong, or takes more work than the budget of the
    operation, the answer is ``{"error": {"type": ..., "kind": ..., "message": ..., ...}}``, as on the server.

    >>> call("hints", {"game": "wall-making", "position": "X.\n.."})["move"]
    'r2c2'
    >>> call("solves", {"game": "nim", "position": "1 2"})[-1]["result"]["nimber"]
    3
    """
    found = list(stream(name, data, catalogue))
    streams = name in OPERATIONS and OPERATIONS[name].streams
    return found if streams and not isinstance(found[0], FileAnswer) and "error" not in found[0] else found[0]


def stream(name: str, data: object = None, catalogue: Catalogue = _CATALOGUE) -> Iterator[Any]:
    """Yield the parts of an answer as they are found; an error is the last part."""
    operation = OPERATIONS.get(name)
    if operation is None:
        missing = Message("error.operation", {"names": ", ".join(OPERATIONS), "found": repr(name)})
        yield {"error": message_data("address", missing)}
        return
    try:
        values = checked(operation.fields, {} if data is None else data)
        yield from parts(operation, catalogue, values)
    except Exception as error:
        known_error = error_data(error)
        if known_error is None:
            raise
        yield {"error": known_error}
