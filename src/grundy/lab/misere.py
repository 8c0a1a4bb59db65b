"""Misère play for a page: the board, comments on moves, replies and hints. Nimbers say nothing about it."""

from __future__ import annotations

import random
from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.core.scenes import without_answers
from grundy.core.values import Outcome
from grundy.errors import GameOverError
from grundy.export.answers import MOST_CHOICES, choice_data, misere_answer, scene_data, terms_data
from grundy.messages import Message

if TYPE_CHECKING:
    from grundy.core.choices import Choice
    from grundy.core.position import Position


def board(position: Position, game: str) -> dict[str, Any]:
    """Return what a page needs for a board, as `grundy.export.answers.answer` does, with no nimber."""
    data = misere_answer(position, game)
    wins = {winning["move"] for winning in data["winning_moves"]}
    choices = list(islice(position.choices(), MOST_CHOICES + 1))
    return {
        **data,
        "nimber": None,
        "components": [{**component, "nimber": None} for component in data["components"]],
        "terms": terms_data(position),
        "scenes": [scene_data(without_answers(scene)) for scene in position.scenes(())],
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
    """Return a winning move, or any move where none wins, and say which it is."""
    choices = _some(position)
    best = next(iter(position.misere.winning_moves()), None)
    choice = best or choices[0]
    message = Message("hint.misere-wins" if best else "hint.misere-lost", {"move": choice.move})
    return {**message.data(), "wins": best is not None, "move": choice.move, "text": str(message)}


def _some(position: Position) -> list[Choice]:
    choices = list(islice(position.choices(), MOST_CHOICES))
    if not choices:
        raise GameOverError(str(position))
    return choices
