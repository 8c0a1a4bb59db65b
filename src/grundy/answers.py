"""A solved position as data for JSON: what ``grundy solve --json`` prints, and what a page needs for a board.

Solving is part of it: the functions here take what solving takes, report its progress and keep to its
budget (`grundy.work`).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy import work
from grundy.errors import OverBudgetError
from grundy.scenes import CircleScene, GraphScene, GridScene, HeapsScene, TextScene
from grundy.values import WIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grundy.positions import Choice, Position
    from grundy.scenes import Scene

MOST_MOVES = 40  # winning moves, where a heap has too many to look at all
MOST_CHOICES = 2000
_MOST_CELLS = 40_000  # of a board that is described cell by cell
_MOST_TEXT = 2**22  # characters of the positions after winning moves, in all
_KINDS = {GridScene: "grid", HeapsScene: "heaps", CircleScene: "circle", GraphScene: "graph", TextScene: "text"}
_EXACT = 2**53  # JavaScript knows the integers below


def answer(position: Position, game: str, *, board: bool = False) -> dict[str, object]:
    r"""Return the answer about a position of `game` (the name where its terms are of several games) for JSON.

    Keys: ``game``, ``position`` (text that reads back), ``outcome`` (``N`` or ``P``), ``nimber`` (null, and
    ``value`` is ``"WIN"``, where a move ends the whole game), ``components`` (``position`` and ``nimber``
    of each), ``winning_moves`` (``move``, and the ``position`` after it), ``maps`` (rows of N, P and # for
    a piece on a board) and ``work``, what it took. ``more_winning_moves`` says that a heap has too many
    moves to look at all. Where the positions after the winning moves take more than four million
    characters, further winning moves have none.

    With `board` also ``terms`` (the ``game`` and the number of ``components`` of each), ``scenes``, one for
    each term (`scene_data`), and ``choices`` (`choices_data`), with ``more_choices`` where there are more
    than 2,000.

    Raises `OverBudgetError` where solving is more work than the budget.

    >>> import grundy
    >>> found = answer(grundy.games.wall_making("X.\n.."), "wall-making")
    >>> found["nimber"], found["winning_moves"]
    (2, [{'move': 'r2c2', 'position': 'X#\n##'}])
    """
    with work.tallied() as tally:
        winning, complete = winning_moves(position)
        scenes = position.scenes(winning)
        data = _solved(position, game, winning, complete=complete)
        maps = [rows for rows in map(outcome_map, scenes) if rows]
        if maps:
            data["maps"] = maps
        if board:
            data |= _board(position, winning, scenes)
    return {**data, "work": _work(tally)}


def winning_moves(position: Position) -> tuple[list[Choice], bool]:
    """Return the winning moves, or the first ones where a heap has millions of options; and whether these are all."""
    try:
        return position.winning_moves(), True
    except OverBudgetError:
        found: list[Choice] = []
        with suppress(OverBudgetError):
            found.extend(islice(position.each_winning_move(), MOST_MOVES))
        return found, False


def outcome_map(scene: Scene) -> list[str]:
    """Return rows of N, P or # for the cells of a scene that knows outcomes; else nothing."""
    if not isinstance(scene, GridScene) or not any(cell.outcome for row in scene.rows for cell in row):
        return []
    return ["".join(cell.outcome or "#" for cell in row) for row in scene.rows]


def scene_data(scene: Scene) -> dict[str, object]:
    """Return a scene for JSON: its ``kind`` (grid, heaps, circle, graph or text) and its fields.

    Cells, vertices and heaps have only the fields that differ from their defaults. Integers beyond 2^53
    are written as text, for JavaScript has none so large. Boards of more than 40,000 cells are not
    described: their kind is text.

    >>> from grundy.scenes import Heap
    >>> scene_data(HeapsScene("kayles", (Heap(2, 2), Heap(0, 0))))
    {'kind': 'heaps', 'name': 'kayles', 'heaps': [{'size': 2, 'nimber': 2}, {'size': 0, 'nimber': 0}]}
    """
    if isinstance(scene, GridScene) and len(scene.rows) * len(scene.rows[0]) > _MOST_CELLS:
        scene = TextScene(f"a board of {len(scene.rows)} x {len(scene.rows[0])} cells")
    own = {field.name: plain(getattr(scene, field.name)) for field in fields(scene)}
    return {"kind": _KINDS[type(scene)], **own}


def choices_data(position: Position, winning: list[Choice]) -> Iterator[dict[str, object]]:
    """Yield each choice for JSON, the first 2,000 and those of the `winning` ones that come later.

    Keys: ``move``; ``term`` and ``component``, which count from 0, the component within its term;
    ``places``, where the move sits in the scene of the term (`grundy.positions.Notation.places`);
    ``nimber``, what the whole sum is worth after it (null where that is no nimber, or too much work);
    ``wins``.
    """
    wins = {choice.move for choice in winning}
    later = set(wins)
    after = _nimbers_after(position)
    for number, choice in enumerate(islice(position.choices(), MOST_CHOICES)):
        work.report(number, None)
        move = choice.move
        later.discard(move)
        yield _choice(choice, move, after(choice), wins=move in wins)
    for choice in winning[:MOST_CHOICES]:
        if choice.move in later:
            yield _choice(choice, choice.move, after(choice), wins=True)


def _solved(position: Position, game: str, winning: list[Choice], *, complete: bool) -> dict[str, object]:
    games_written = {term.notation.game for term in position.terms}
    text = str(position)
    room = _MOST_TEXT // (len(text) + 1)
    data: dict[str, object] = {
        "game": games_written.pop() if len(games_written) == 1 else game,
        "position": text,
        "outcome": str(position.outcome),
        **_worth(position.value),
        "components": [
            {"position": term.notation.component_text(part), **_worth(part.ruleset.value(part.state))}
            for term in position.terms
            for part in term.components
        ],
        "winning_moves": [
            {"move": choice.move, **({"position": str(choice.after)} if number < room else {})}
            for number, choice in enumerate(winning)
        ],
    }
    if not complete:
        data["more_winning_moves"] = True
    return data


def _board(position: Position, winning: list[Choice], scenes: Sequence[Scene]) -> dict[str, object]:
    data: dict[str, object] = {
        "terms": [{"game": term.notation.game, "components": len(term.components)} for term in position.terms],
        "scenes": [scene_data(scene) for scene in scenes],
        "choices": list(choices_data(position, winning)),
    }
    if next(iter(islice(position.choices(), MOST_CHOICES, None)), None) is not None:
        data["more_choices"] = True
    return data


def _choice(choice: Choice, move: str, nimber: int | None, *, wins: bool) -> dict[str, object]:
    term = choice.position.terms[choice.term]
    return {
        "move": move,
        "term": choice.term,
        "component": choice.index,
        "places": plain(term.notation.places(term.components, choice.index, choice.option.move)),
        "nimber": plain(nimber),
        "wins": wins,
    }


def _nimbers_after(position: Position) -> Callable[[Choice], int | None]:
    """Return what says which nimber the sum has after a choice; None if it has none, or it is too much work."""
    try:
        values = [[ruleset.value(state) for ruleset, state in term.components] for term in position.terms]
    except OverBudgetError:
        return lambda _choice: None
    flat = [value for term in values for value in term]
    total, won = 0, flat.count(WIN)
    for value in flat:
        total ^= 0 if value == WIN else value

    def after(choice: Choice) -> int | None:
        before = values[choice.term][choice.index]
        if choice.option.ends or won - (before == WIN):
            return None
        nimber = total ^ (0 if before == WIN else before)
        try:
            for ruleset, state in choice.option.components:
                value = ruleset.value(state)
                if value == WIN:
                    return None
                nimber ^= value
        except OverBudgetError:
            return None
        return nimber

    return after


def _work(tally: work.Tally) -> dict[str, object]:
    """Return what was done; values are said to be dropped only where memory ran out."""
    counted = {"options": tally.options, "states": tally.states, "hits": tally.hits}
    if tally.dropped:
        counted["dropped"] = tally.dropped
    return {**counted, "seconds": round(tally.seconds, 6), "engine": tally.engine}


def _worth(value: int) -> dict[str, object]:
    """Return a value for JSON: WIN is no nimber."""
    return {"nimber": None, "value": "WIN"} if value == WIN else {"nimber": value}


def plain(value: Any) -> Any:  # noqa: ANN401 - any field of a scene
    """Return data for JSON: integers beyond 2^53 as text, tuples as lists, of dataclasses what is no default.

    >>> plain({"nimber": 10**18, "places": (1, 2)})
    {'nimber': '1000000000000000000', 'places': [1, 2]}
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value if abs(value) < _EXACT else str(value)
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: plain(own) for name, own in value.items()}
    if isinstance(value, tuple | list):
        return [plain(own) for own in value]
    if is_dataclass(value):
        return {
            field.name: plain(own)
            for field in fields(value)
            for own in (getattr(value, field.name),)
            if own != field.default
        }
    return value
