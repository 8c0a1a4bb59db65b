"""The games of a catalogue, and random positions of them."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from grundy import contests
from grundy.authoring.openings import opening
from grundy.errors import InputError, RulesetError
from grundy.games.notations.heap_lists import HeapLists
from grundy.games.sampling import position_of_size
from grundy.games.spaces import is_literal, ruleset_of, sides_of
from grundy.lab.fields import GAME, SEED, SIZE, share
from grundy.lab.operation import operation

if TYPE_CHECKING:
    from grundy.games import Game
    from grundy.lab.catalogue import Catalogue

_PAIR = 2  # numbers of a state


@operation()
def games(catalogue: Catalogue) -> list[dict[str, Any]]:
    """List all games.

    Each has its name, title, rules, source, notation, samples, and the sides of random positions.
    """
    return [catalogue.elsewhere(name) or game_data(catalogue, name) for name in catalogue.names()]


@operation(
    example={"game": "wall-making", "size": [6, 6], "density": 0.2, "seed": 7},
    game=GAME,
    size=SIZE,
    density=share(),
    seed=SEED,
)
def samples(
    catalogue: Catalogue, *, game: str, size: list[int] | None = None, density: float = 0.2, seed: int = 0
) -> dict[str, str]:
    """Make a random position.

    It is an opening position of this size; the same seed gives the same position. Without a size it is the sample of
    the game, or, for a declared ruleset without a sample, a position that was found by trying texts.
    """
    if size is None:
        named = catalogue.find(game)
        return {"position": opening(named) if catalogue.is_declared(named.name) else named.sample}
    found = position_of_size(catalogue.find(game), random.Random(seed), size, density)
    return {"position": str(found)}


def game_data(catalogue: Catalogue, name: str) -> dict[str, Any]:
    """Return the entry of a game in the list of games."""
    game = catalogue.find(name)
    return {
        "name": name,
        "title": game.title,
        "rules": game.rules,
        "source": None if catalogue.is_declared(name) else game.source,
        "form": game.reader.form,
        "inline": game.reader.inline,
        "kind": game.reader.kind,
        "alphabet": game.reader.alphabet,
        "sample": game.sample,
        "contest": any(problem.game == name for problem in contests.all_problems()),
        "contests": _contest_samples(name),
        "sides": [side._asdict() for side in game.reader.sides],
        "density": game.reader.density,
        "table": _has_table(game),
        "sequence": isinstance(game.reader, HeapLists),
    }


def _has_table(game: Game) -> bool:
    """Return whether states are numbers or pairs of numbers, and are written as such."""
    try:
        rules = ruleset_of(game)
    except RulesetError:
        return False
    return sides_of(rules) <= _PAIR and is_literal(rules)


@cache
def _contest_samples(name: str) -> list[dict[str, str]]:
    """Return the positions in sample inputs of contest problems about a game, each position of a problem once."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    for problem in contests.all_problems():
        for sample in problem.samples if problem.game == name else ():
            with suppress(InputError):
                for position in problem.read(sample.input):
                    text = str(position)
                    found.setdefault(
                        (problem.id, text), {"problem": problem.id, "title": problem.title, "position": text}
                    )
    return list(found.values())
