"""A solved position as data for JSON: the output of ``grundy solve --json``, and what a page needs to show a board.

The functions here solve the position: they take as long as solving, report its progress and stay within its budget
(`grundy.runtime.limits`).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields, is_dataclass
from functools import cache
from sys import maxsize
from typing import TYPE_CHECKING, Any

from grundy.core.engines import known_outcome
from grundy.core.position import Position
from grundy.core.scenes import CircleScene, GraphScene, GridScene, HeapsScene, TextScene
from grundy.core.values import Outcome, as_data, outcome_of
from grundy.errors import NoNimber, OverBudgetError, RulesetError
from grundy.runtime import limits, progress
from grundy.runtime.garbage import rare_collections
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Container, Iterable
    from contextlib import AbstractContextManager

    from grundy.core.choices import Choice, WinningMoves
    from grundy.core.components import Component
    from grundy.core.scenes import Scene
    from grundy.core.values import Value
    from grundy.theory.misere import Misere

MOST_MOVES = 40  # winning moves that are listed if a heap has too many options to check all
MOST_CHOICES = 2000
_SHARE = 1000  # the genus of a component may use the budget divided by this number
_MOST_CELLS = 40_000  # cells; larger boards are not described cell by cell
_MOST_TEXT = 2**22  # characters of all positions after winning moves together
_KINDS = {GridScene: "grid", HeapsScene: "heaps", CircleScene: "circle", GraphScene: "graph", TextScene: "text"}
_WORDS = (str, bool)
_CONTAINERS = (dict, list, tuple)
_EXACT = 2**53  # numbers in JavaScript represent all integers below this one exactly


def answer(position: Position, game: str, *, board: bool = False) -> dict[str, object]:
    r"""Return the answer about a position of `game` for JSON; `game` names a sum whose terms are of several games.

    Keys:

    - ``game``, ``position`` (text that can be read again), ``outcome`` (``N``, ``P`` or ``D``);
    - ``nimber``; if the value is no nimber it is null and ``value`` is the text of the value: ``"WIN"`` if a move ends
      the whole game, or an infinity such as ``"∞{0,2}"`` if play may go on for ever;
    - ``components``: the ``position`` and ``nimber`` of each;
    - ``winning_moves``: ``move`` and the ``position`` after it. If these positions take more than four million
      characters together, further winning moves have no ``position``;
    - ``more_winning_moves``: true if a heap has too many moves to check all;
    - ``drawing_moves``, with outcome D only: the moves that keep the draw;
    - ``maps``: rows of N, P and # for a piece on a board;
    - ``work``: what was computed (`work_data`).

    With `board` also:

    - ``terms``: the ``game`` of each term, the number of its ``components``, and ``parts``: the numbers that name the
      parts in moves, as text;
    - ``scenes``: one for each term (`scene_data`);
    - ``choices``: the first 2,000, and winning ones that come later; ``more_choices`` is true if there are more than
      2,000 choices.

    A choice has ``move``; ``term``, and ``component`` within its term, both counted from 0; ``places``, where the move
    is in the scene of the term (`grundy.core.notation.Notation.places`); ``nimber``, the nimber of the whole sum after
    the move (null if it is no nimber or exceeds the budget); ``wins``; and with components of loopy rulesets the
    ``outcome`` after the move.

    Raises `OverBudgetError` if solving exceeds the budget.

    >>> import grundy
    >>> found = answer(grundy.games.wall_making("X.\n.."), "wall-making")
    >>> found["nimber"], found["winning_moves"]
    (2, [{'move': 'r2c2', 'position': 'X#\n##'}])
    """
    with progress.tallied() as tally:
        data = answer_alone(position, game, board=board)
    return {**data, "work": work_data(tally)}


def answer_alone(position: Position, game: str, *, board: bool = False) -> dict[str, object]:
    """Return the data of `answer` without ``work``, for callers that count the work themselves."""
    _ = position.value if board else value_of(position)  # the value first, because the outcome follows from it
    choices, more = _valued(position) if board else ([], False)
    winning, complete = listed_moves(position.winning_moves())
    scenes = position.scenes(winning)
    data = _solved(position, game, winning, complete=complete)
    maps = [rows for rows in map(outcome_map, scenes) if rows]
    if maps:
        data["maps"] = maps
    if board:
        data["terms"] = terms_data(position)
        data["scenes"] = [scene_data(scene) for scene in scenes]
        data["choices"] = _described(choices, winning)
        if more:
            data["more_choices"] = True
    return data


def value_of(position: Position) -> Value | None:
    """Return the value of a position; None if it exceeds the budget and a formula gives the outcome."""
    try:
        return position.value
    except OverBudgetError:
        known = [known_outcome(rules, state) for rules, state in position.components]
        if len(known) != 1 or known[0] is None:
            raise
        return None


def terms_data(position: Position) -> list[dict[str, object]]:
    """Return for each term its game, the number of its components, and the numbers of its parts, for JSON."""
    return [
        {"game": term.notation.game, "components": len(term.components), "parts": position.part_numbers(number)}
        for number, term in enumerate(position.terms)
    ]


def work_data(tally: progress.Tally) -> dict[str, object]:
    """Return the work that was done, for JSON.

    ``dropped`` is present only if values were dropped because memory ran out.
    """
    counted = {"options": tally.options, "states": tally.states, "hits": tally.hits}
    if tally.dropped:
        counted["dropped"] = tally.dropped
    return {**counted, "seconds": round(tally.seconds, 6), "engine": tally.engine}


def misere_answer(position: Position, game: str) -> dict[str, Any]:
    """Return the answer about misère play, in which the player who makes the last move loses, for JSON.

    The keys are those of `answer_alone`, with these differences:

    - ``play`` is ``"misere"``;
    - ``tame`` says whether the position behaves like misère Nim;
    - components have ``genus`` and ``tame`` in place of nimbers. ``tame`` and ``genus`` are null if they need more than
      a thousandth of the budget;
    - ``by`` is the message that says how the outcome was found;
    - ``families``, if the outcome is from a misère quotient: the winning moves as families, because a heap may have too
      many winning moves to list (then ``more_winning_moves`` is true);
    - if the game's rules leave out moves that misère play has, there are no components, ``winning_moves`` is null, and
      ``why_no_moves`` gives the reason.

    >>> import grundy
    >>> found = misere_answer(grundy.games.kayles(9), "kayles")
    >>> found["outcome"], found["components"]
    ('P', [{'position': 'kayles 9', 'genus': '4^046', 'tame': False}])
    """
    play = position.misere
    try:
        play.check_moves()
    except RulesetError as error:
        known = {"outcome": str(play.outcome), "tame": False, "components": [], "winning_moves": None}
        return {**_named(position, game), "play": "misere", **known, "why_no_moves": str(error)}
    winning, complete = listed_moves(play.winning_moves())
    families = play.winning_families()
    return {
        **_named(position, game),
        "play": "misere",
        "outcome": str(play.outcome),
        "tame": _tame(play),
        "components": [
            {"position": term.notation.component_text(part), **_genus(part)}
            for term in position.terms
            for part in term.components
        ],
        "by": play.reason.data(),
        "winning_moves": _moved(winning, str(position)),
        **({} if families is None else {"families": [str(family) for family in families]}),
        **({} if complete else {"more_winning_moves": True}),
    }


@rare_collections()
def listed_moves(moves: WinningMoves) -> tuple[list[Choice], bool]:
    """Return all moves and True, or, if a heap has too many options, the first moves and False."""
    found, complete = moves.first(maxsize - 1)  # one search, also if it ends early
    return (found if complete else found[:MOST_MOVES]), complete


def outcome_map(scene: Scene) -> list[str]:
    """Return rows of N, P or # for the cells of a scene; an empty list if the scene has no outcomes."""
    if not isinstance(scene, GridScene) or not any(cell.outcome for row in scene.rows for cell in row):
        return []
    return ["".join(cell.outcome or "#" for cell in row) for row in scene.rows]


def scene_data(scene: Scene) -> dict[str, object]:
    """Return a scene for JSON: its ``kind`` (grid, heaps, circle, graph or text) and its fields.

    Cells, vertices and heaps have only the fields that differ from their defaults. Integers of 2^53 or more are
    written as text, because JavaScript numbers do not represent all of them. Boards of more than 40,000 cells are not
    described: their kind is text.

    >>> from grundy.core.scenes import Heap
    >>> scene_data(HeapsScene("kayles", (Heap(2, 2), Heap(0, 0))))["heaps"]
    [{'size': 2, 'nimber': 2}, {'size': 0, 'nimber': 0}]
    """
    if isinstance(scene, GridScene) and len(scene.rows) * len(scene.rows[0]) > _MOST_CELLS:
        size = {"rows": len(scene.rows), "columns": len(scene.rows[0])}
        scene = TextScene(Message("board.not-drawn", size))
    own = {field.name: plain(getattr(scene, field.name)) for field in fields(scene)}
    return {"kind": _KINDS[type(scene)], **own}


def _solved(position: Position, game: str, winning: list[Choice], *, complete: bool) -> dict[str, object]:
    texts = [term.notation.component_text(part) for term in position.terms for part in term.components]
    value = value_of(position)
    values = [None] if value is None else position.solution.component_values
    data: dict[str, object] = {
        **_named(position, game),
        "outcome": str(position.outcome),
        **as_data(value),
        "components": [{"position": text, **as_data(own)} for text, own in zip(texts, values, strict=True)],
        "winning_moves": _moved(winning, str(position)),
    }
    if not complete:
        data["more_winning_moves"] = True
    if position.outcome is Outcome.D:
        data["drawing_moves"] = _moved(position.drawing_moves().first(MOST_CHOICES)[0], str(position))
    return data


def _named(position: Position, game: str) -> dict[str, object]:
    games_written = {term.notation.game for term in position.terms}
    return {"game": games_written.pop() if len(games_written) == 1 else game, "position": str(position)}


def _moved(winning: list[Choice], text: str) -> list[dict[str, str]]:
    """Return moves with the positions after them.

    A position is about as long as `text`. Moves beyond `_MOST_TEXT` characters of positions have no position.
    """
    space = _MOST_TEXT // (len(text) + 1)
    return [
        {"move": choice.move, **({"position": str(choice.after)} if number < space else {})}
        for number, choice in enumerate(winning)
    ]


def _genus(component: Component) -> dict[str, object]:
    """Return the genus of a component and whether it is tame; None for each that needs more than its budget."""
    play = Position.of([component]).misere
    genus = None
    with suppress(NoNimber, OverBudgetError), a_share():
        genus = str(play.genus)
    return {"genus": genus, "tame": _tame(play)}


def _tame(play: Misere) -> bool | None:
    """Return whether a position is tame; None if that needs more than its budget."""
    with suppress(OverBudgetError), a_share():
        return play.tame
    return None


def a_share() -> AbstractContextManager[limits.Budget]:
    """Return a context with a small part of the budget, for facts beside the answer itself."""
    return limits.limited(search_options=max(1, limits.budget().search_options // _SHARE))


def _valued(position: Position) -> tuple[list[tuple[Choice, Value | None]], bool]:
    """Return the first choices with the value after each, as far as the budget allows; and whether there are more."""
    choices = position.choices()[: MOST_CHOICES + 1]
    first, more = choices[:MOST_CHOICES], len(choices) > MOST_CHOICES
    with suppress(OverBudgetError):
        return list(position.solution.valued_choices(first, complete=not more)), more
    return [(choice, _value_after(choice)) for choice in first], more


def _value_after(choice: Choice) -> Value | None:
    """Return the value of the position after a choice; None if it exceeds the budget."""
    with suppress(OverBudgetError):
        return choice.position.solution.value_after(choice)
    return None


def _described(valued: Iterable[tuple[Choice, Value | None]], winning: list[Choice]) -> list[dict[str, object]]:
    """Return data of the first choices, and of later winning ones."""
    wins = {choice.move: choice for choice in winning}
    described = [choice_data(choice, value, wins) for choice, value in valued]
    shown = {data["move"] for data in described}
    later = [choice for move, choice in wins.items() if move not in shown][:MOST_CHOICES]
    return described + [choice_data(choice, _value_after(choice), wins) for choice in later]


def choice_data(choice: Choice, value: Value | None, wins: Container[str]) -> dict[str, object]:
    """Return a choice for JSON (see `answer`). `value` is that of the position after it, None if unknown."""
    move = choice.said
    term = choice.position.terms[choice.term]
    sizes = term.notation.sizes(choice.option)
    return {
        "move": move,
        "term": choice.term,
        "component": choice.index,
        "places": plain(term.notation.places(term.components, choice.index, choice.option.move)),
        "nimber": plain(value) if isinstance(value, int) and not choice.option.ends else None,
        "wins": move in wins,
        **({"outcome": str(outcome_of(value))} if value is not None and choice.position.is_loopy else {}),
        **({"again": True} if choice.option.again else {}),
        **({} if sizes is None else {"sizes": plain(sizes)}),
        **({} if move.words is None else {"words": plain(move.words.data())}),
    }


def plain(value: Any) -> Any:
    """Return data for JSON: integers of 2^53 or more as text, tuples as lists, objects as dictionaries.

    Messages and named tuples become dictionaries of their fields; dataclasses too, without fields that have their
    default value.

    >>> plain({"nimber": 10**18, "places": (1, 2)})
    {'nimber': '1000000000000000000', 'places': [1, 2]}
    """
    if value is None or isinstance(value, _WORDS) or (type(value) is int and abs(value) < _EXACT):
        return value
    if type(value) not in _CONTAINERS:
        if hasattr(value, "item"):  # a number of NumPy, in a scene of a user's rules
            value = value.item()
        if isinstance(value, int):
            return value if abs(value) < _EXACT else str(value)
        value = value.data() if isinstance(value, Message) else value._asdict() if hasattr(value, "_asdict") else value
    if isinstance(value, dict):
        return {name: plain(own) for name, own in value.items()}
    if isinstance(value, tuple | list):
        return [plain(own) for own in value]
    if is_dataclass(value):
        return {
            name: plain(own)
            for name, default in _fields(value.__class__)
            for own in (getattr(value, name),)
            if own != default
        }
    return value


@cache
def _fields(kind: Any) -> list[tuple[str, object]]:
    """Return the names of the fields of a dataclass, with their defaults."""
    return [(field.name, field.default) for field in fields(kind)]


def compact_answer(position: Position, game: str) -> dict[str, Any] | None:
    r"""Return the data that a page needs for a board on which a move picks a cell; None for other positions.

    The keys are those of `grundy.drawing.export.answers.answer`, without texts of components, winning moves and
    choices. The only scene has ``letters`` (rows of symbols), ``roles`` (for symbols that are no plain cells),
    ``owners`` (the component of each cell, -1 for none) and ``after`` (the nimber after a pick of each cell, -1 if the
    cell cannot be picked), and ``said`` (by symbol, the kind of the message for a pick of such a cell). A pick wins
    exactly if this nimber is 0. A move is written as ``r1c2``, counted from ``first``.

    >>> import grundy
    >>> found = compact_answer(grundy.games.wall_making("X.\n.."), "wall-making")
    >>> found["scenes"][0]["after"]
    [[-1, 1], [1, 0]]
    """
    if len(position.terms) != 1 or not isinstance(position.value, int):
        return None
    (scene,) = position.scenes((), values=True)
    if not isinstance(scene, GridScene) or not scene.cuts or scene.shows is None:
        return None
    roles = {cell.symbol: cell.role for row in scene.rows for cell in row if cell.role != "cell"}
    picks = {cell.symbol: cell.move for row in scene.rows for cell in row if cell.move is not None}
    said = {symbol: position.choice(move).said.words for symbol, move in picks.items()}
    return {
        "game": game,
        "position": str(position),
        "outcome": str(position.outcome),
        **as_data(position.value),
        "components": [as_data(value) for value in position.solution.component_values],
        "terms": terms_data(position),
        "scenes": [
            {
                "kind": "grid",
                "letters": ["".join(cell.symbol for cell in row) for row in scene.rows],
                "roles": roles,
                "owners": [[-1 if cell.component is None else cell.component for cell in row] for row in scene.rows],
                "after": [[-1 if cell.value is None else cell.value for cell in row] for row in scene.rows],
                "said": {symbol: words.kind for symbol, words in said.items() if words is not None},
                "first": scene.first,
                "touch": scene.touch,
                "cuts": plain(scene.cuts),
                "tokens": plain(scene.tokens),
                "walls": plain(scene.walls),
            }
        ],
    }
