"""Misère play for a page: the board, comments on moves, replies and hints. Nimbers say nothing about it."""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.core.values import Outcome
from grundy.errors import GameOverError, NoNimber, OverBudgetError
from grundy.export.answers import MOST_CHOICES, choice_data, misere_answer, scene_data, terms_data
from grundy.lab.unsolved import scenes
from grundy.messages import Message
from grundy.runtime import limits

if TYPE_CHECKING:
    from grundy.core.choices import Choice
    from grundy.core.position import Position

_MOST_EXPLAINED = 40  # moves
_FEW_OPTIONS = 20_000  # of a search whether a position is tame


def board(position: Position, game: str) -> dict[str, Any]:
    """Return what a page needs for a board, as `grundy.export.answers.answer` does, with no nimber.

    Raises `RulesetError` for a game that leaves out moves which misère play has: it cannot be played.
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
    before, after = choice.position.misere.outcome, choice.after.misere.outcome
    better = None
    if choice.option.ends:
        verdict = "won"
    elif after is Outcome.P:
        verdict = "kept"
    elif before is Outcome.P:
        verdict = "lost-anyway"
    else:
        verdict = "gave-away"
        better = next(iter(choice.position.misere.winning_moves())).move
    last = not choice.option.ends and not choice.after.choices()
    kind = f"comment.misere-{'last' if last and verdict == 'lost-anyway' else verdict}"
    message = Message(kind, {"move": choice.move, "better": better})
    return {**message.data(), "verdict": verdict, "move": choice.move, "text": str(message)}


def reply(position: Position, errors: float, seed: int | None) -> Choice:
    """Return the coach's move: a winning one, or with the probability `errors` any; any where none wins."""
    rng = random.Random(seed)
    choices = _some(position)
    winning = [] if rng.random() < errors else list(islice(position.misere.winning_moves(), MOST_CHOICES))
    return rng.choice(winning or choices)


def hint(position: Position) -> dict[str, Any]:
    """Return a winning move, or any move where none wins, with the reason."""
    choices = _some(position)
    best = next(iter(position.misere.winning_moves()), None)
    choice = best or choices[0]
    message = _why_it_wins(choice) if best else _why_none_wins(choice)
    return {**message.data(), "wins": best is not None, "move": choice.move, "text": str(message)}


def explain(position: Position, move: str | None) -> dict[str, Any]:
    """Return why a position is won or lost in misère play: each move with what it leads to, and the reason.

    Keys: ``play``, ``outcome``, ``winning_moves``, ``tame``, ``components`` and ``by`` as in
    `grundy.export.answers.misere_answer`, which have a genus and no nimber; ``moves``, each with its ``move``, whether
    it ``wins``, and the ``reply`` that wins after one that does not (null where the last move was made);
    ``moves_left_out``; and ``reason``, the hint, or the comment on `move`.
    """
    data = misere_answer(position, "")
    choices = list(islice(position.choices(), MOST_CHOICES))
    wins = _winning_among(position, choices, data)
    listed = sorted(choices, key=lambda choice: choice.move not in wins)[:_MOST_EXPLAINED]
    reason = comment(position.choice(move)) if move is not None else hint(position) if choices else None
    return {
        **{key: data[key] for key in ("play", "outcome", "tame", "components", "by")},
        "winning_moves": [winning["move"] for winning in data["winning_moves"]],
        "moves": [{"move": one.move, "wins": one.move in wins, "reply": _reply_to(one, wins)} for one in listed],
        "moves_left_out": len(choices) - len(listed),
        "reason": reason,
    }


def _winning_among(position: Position, choices: list[Choice], data: dict[str, Any]) -> set[str]:
    """Return the winning moves of a position; where these are too many to list, those among some choices."""
    if not data.get("more_winning_moves"):
        return {winning["move"] for winning in data["winning_moves"]}
    winning = position.misere.winning_moves()
    return {choice.move for choice in choices if choice in winning}


def _reply_to(choice: Choice, wins: set[str]) -> str | None:
    if choice.move in wins:
        return None
    answer = next(iter(choice.after.misere.winning_moves()), None)
    return None if answer is None else answer.move


def _why_it_wins(choice: Choice) -> Message:
    """Say why a winning move wins: the game ends, only last moves are left, it is like nim, or each reply has one."""
    params: dict[str, Any] = {"move": choice.move}
    if choice.option.ends:
        return Message("hint.misere-ends", params)
    replies = _some(choice.after)
    if not any(reply.option.ends or reply.after.choices() for reply in replies):
        return Message("hint.misere-last", params)
    few = min(_FEW_OPTIONS, limits.budget().search_options)
    try:
        with limits.limited(search_options=few):
            if choice.after.misere.tame:
                return Message("hint.misere-nim" if choice.after.nimber == 0 else "hint.misere-ones", params)
    except NoNimber:
        pass
    except OverBudgetError:
        by = choice.after.misere.reason
        if by.kind.startswith("misere-by.quotient"):
            return Message("hint.misere-quotient", {**params, "by": by})
    reply = next(one for one in replies if one.option.ends or one.after.choices())
    answer = next(iter(reply.after.misere.winning_moves()))
    return Message("hint.misere-answer", {**params, "reply": reply.move, "answer": answer.move})


def _why_none_wins(choice: Choice) -> Message:
    reply = None if choice.option.ends else next(iter(choice.after.misere.winning_moves()), None)
    if reply is None:
        return Message("hint.misere-lost-last", {"move": choice.move})
    return Message("hint.misere-lost", {"move": choice.move, "reply": reply.move})


def _some(position: Position) -> list[Choice]:
    choices = list(islice(position.choices(), MOST_CHOICES))
    if not choices:
        raise GameOverError(str(position))
    return choices
