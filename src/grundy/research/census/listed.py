"""Positions of a census that are solved one by one, from their texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from grundy import games
from grundy.core.function_rulesets import FunctionRuleset
from grundy.errors import GrundyError, InputError, RulesetError, exception_words
from grundy.games import declared
from grundy.runtime import limits, progress
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Sequence


def solve_listed(name: str, texts: Sequence[str]) -> Any:
    """Return the rows of positions of a game. The nimber of a position whose value is not a nimber is null.

    Raises `InputError` for a text that is not a position of the game, and `RulesetError`, with the line, if rules in a
    file raise an exception.
    """
    import pyarrow as pa

    game = games.find(name)
    rows = [_row(game, text) for text in texts]
    kinds = {
        "position": pa.large_string(),
        "outcome": pa.dictionary(pa.int8(), pa.string()),
        "nimber": pa.int64(),
        "winning_moves": pa.int64(),
    }
    return pa.table({key: pa.array([row[key] for row in rows], kind) for key, kind in kinds.items()})


def texts_of_lines(name: str, text: str, source: str) -> tuple[str, ...]:
    """Return the positions in the lines of a text; empty lines are skipped.

    Raises `InputError`, with line and column in `source`, for a line that is not a position.
    """
    game = games.find(name)
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        progress.check_cancelled()
        if line.strip():
            try:
                game.parse(line)
            except InputError as error:
                raise InputError(
                    error.expected, error.found, error.location._replace(source=source, line=number)
                ) from None
            found.append(line.strip())
    return tuple(found)


def texts_of_states(name: str, function: str) -> tuple[str, ...]:
    """Return the texts of states of a ruleset in a file; a function in the same file lists the states.

    Raises `RulesetError` if there is no such function, or if it lists something that is not a state.
    """
    reader = games.find(name).reader
    states = declared.function_beside(name, function)()
    if not isinstance(reader, declared.DeclaredStates) or not isinstance(states, Iterable):
        raise RulesetError("error.expected", expected=Message("expected.states"), found=repr(states))
    rules = reader.rules
    several = isinstance(rules, FunctionRuleset) and not rules.is_single
    found = []
    for state in states:
        progress.check_cancelled()
        found.append(str(rules(*state) if several and isinstance(state, tuple) else rules(state)))
    return tuple(found)


def _row(game: games.Game, text: str) -> dict[str, Any]:
    try:
        with limits.limited(threads=1):
            position = game.parse(text)
            outcome, wins, value = str(position.outcome), len(position.winning_moves()), position.value
    except GrundyError:
        raise
    except Exception as error:  # a user's function may raise anything; only this process can find the line
        where = declared.location_in_file(error)
        if where is None:
            raise
        words = exception_words(error)
        raise RulesetError("error.census-rules", where=where, position=text, error=words) from error
    nimber = value if isinstance(value, int) else None
    return {"position": text, "outcome": outcome, "nimber": nimber, "winning_moves": wins}
