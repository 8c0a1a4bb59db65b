"""Misère play for a page: the board, comments on moves and hints. There are no nimbers in misère play."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.drawing.export.answers import MOST_CHOICES, choice_data, misere_answer, scene_data, terms_data
from grundy.lab.unsolved import scenes
from grundy.runtime.messages import Message
from grundy.theory.explain import misere_coach
from grundy.theory.explain.products import Products

if TYPE_CHECKING:
    from grundy.core.choices import Choice
    from grundy.core.position import Position

_MOST_EXPLAINED = 40  # moves of an explanation


def board(position: Position, game: str) -> dict[str, Any]:
    """Return the data of a board for a page, as `grundy.drawing.export.answers.answer` does, without nimbers.

    Raises `RulesetError` for a game that leaves out moves which matter in misère play: it cannot be played.
    """
    position.misere.check_moves()
    data = misere_answer(position, game)
    choices = list(islice(position.choices(), MOST_CHOICES + 1))
    wins = _winning_among(position, choices, data)
    return {
        **data,
        "nimber": None,
        "components": [{**component, "nimber": None} for component in data["components"]],
        "terms": terms_data(position),
        "scenes": [scene_data(scene) for scene in scenes(position)],
        "choices": [choice_data(choice, None, wins) for choice in choices[:MOST_CHOICES]],
        **({"more_choices": True} if len(choices) > MOST_CHOICES else {}),
    }


def comment(choice: Choice) -> dict[str, Any]:
    """Return a comment on a move: ``verdict`` as in normal play, but ``last`` for a last move, which loses."""
    found = misere_coach.comment(choice)
    return {**found.message.data(), "verdict": found.verdict, "move": found.move, "text": str(found.message)}


def hint(position: Position) -> dict[str, Any]:
    """Return a winning move, or any move if none wins, with the reason."""
    found = misere_coach.hint(position)
    return {**found.message.data(), "wins": found.wins, "move": found.move, "text": str(found.message)}


def explain(position: Position, move: str | None) -> dict[str, Any]:
    """Return why a position is won or lost in misère play: the result of each move, and the reason.

    Keys: ``play``, ``outcome``, ``winning_moves``, ``tame``, ``components`` and ``by`` as in
    `grundy.drawing.export.answers.misere_answer`, where components have a genus and no nimber. ``moves``: each has its
    ``move``, whether it ``wins``, and after a losing move the winning ``reply`` (null after the last move of the game).
    ``moves_left_out``. ``reason``: the hint, or the comment on `move`. ``quotient``: null if no misère quotient gives
    the outcome; otherwise the position in the quotient, as in `grundy.theory.explain.products`, with a ``step``: the
    ``move`` of the reason, the value ``before`` and ``after`` it, and whether the latter is ``lost``. Each of the
    ``moves`` then has the ``value`` after it; without a quotient the value is null.
    """
    data = misere_answer(position, "")
    choices = list(islice(position.choices(), MOST_CHOICES))
    wins = _winning_among(position, choices, data)
    listed = sorted(choices, key=lambda choice: choice.move not in wins)[:_MOST_EXPLAINED]
    reason = comment(position.choice(move)) if move is not None else hint(position) if choices else None
    products = Products.of(position)
    values = [None if products is None else products.value(choice.after.components) for choice in listed]
    moves = zip(listed, values, strict=True)
    return {
        **{key: data[key] for key in ("play", "outcome", "tame", "components", "by")},
        "winning_moves": [winning["move"] for winning in data["winning_moves"]],
        "moves": [{"wins": choice.move in wins, "value": value, **_said(choice, wins)} for choice, value in moves],
        "moves_left_out": len(choices) - len(listed),
        "reason": reason,
        "quotient": None if products is None else _in_quotient(products, position, reason),
    }


def _in_quotient(products: Products, position: Position, reason: dict[str, Any] | None) -> dict[str, Any]:
    """Return a position in its quotient, with the step that the move of the reason makes."""
    data = products.data(position)
    if reason is None:
        return {**data, "step": None}
    after = position.play(reason["move"]).components
    step = {
        "move": reason["move"],
        "before": data["value"],
        "after": products.value(after),
        "lost": products.lost(after),
    }
    return {**data, "step": step}


def _winning_among(position: Position, choices: list[Choice], data: dict[str, Any]) -> set[str]:
    """Return the winning moves of a position; if there are too many, only those among `choices`.

    Raises an error where they are not known.
    """
    if data["winning_moves"] is not None and not data.get("more_winning_moves"):
        return {winning["move"] for winning in data["winning_moves"]}
    winning = position.misere.winning_moves()
    return {choice.move for choice in choices if choice in winning}


def _said(choice: Choice, wins: set[str]) -> dict[str, Any]:
    """Return the data of a move and of the winning reply to it, with their words."""
    reply = None if choice.move in wins else next(iter(choice.after.misere.winning_moves()), None)
    data = Message("why.misere-reply", {"move": choice.said, "reply": reply and reply.said}).data()
    return {name: value for name, value in data.items() if name != "kind"}
