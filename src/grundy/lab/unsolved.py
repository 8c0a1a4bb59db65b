"""Boards of unsolved positions, which a page draws before the solver has answered."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.core.scenes import without_answers
from grundy.core.solution import Solution
from grundy.core.values import Outcome
from grundy.drawing.export.answers import MOST_CHOICES, choice_data, scene_data, terms_data
from grundy.lab.fields import GAME, POSITION, text
from grundy.lab.operation import operation

if TYPE_CHECKING:
    from grundy.core.components import Component
    from grundy.core.position import Position
    from grundy.core.scenes import Scene
    from grundy.lab.catalogue import Catalogue


@operation(
    example={"game": "clobber", "position": "xoxo\noxox", "move": "r1c1 right"},
    game=GAME,
    position=POSITION,
    move=text(5000, 1, "A move that is made first; by default none."),
)
def boards(catalogue: Catalogue, *, game: str, position: str, move: str | None = None) -> dict[str, Any]:
    """Draw a position without solving it.

    Answer as `positions` does with `board`, but `outcome` and all nimbers are null, and no move is marked as winning.
    This only lists the moves, so that boards of any size are drawn quickly.
    """
    found, parsed = catalogue.parse(game, position)
    return unsolved(parsed if move is None else parsed.choice(move).after, found.name)


def unsolved(position: Position, game: str) -> dict[str, Any]:
    """Return the data of a board for a page, as `answers.answer` does, without anything solved."""
    choices = list(islice(position.choices(), MOST_CHOICES + 1))
    components = [(term, part) for term in position.terms for part in term.components]
    return {
        "game": game,
        "position": str(position),
        "outcome": None,
        "nimber": None,
        "components": [{"position": term.notation.component_text(part), "nimber": None} for term, part in components],
        "terms": terms_data(position),
        "scenes": [scene_data(scene) for scene in scenes(position)],
        "choices": [choice_data(choice, None, set()) for choice in choices[:MOST_CHOICES]],
        **({"more_choices": True} if len(choices) > MOST_CHOICES else {}),
    }


def scenes(position: Position) -> list[Scene]:
    """Return the scene of each term as a player sees it. Nothing is solved."""
    unknown = _Unknown(position.components)
    return [without_answers(term.notation.scene(term.components, (), unknown)) for term in position.terms]


class _Unknown(Solution):
    """A solution with arbitrary values, for scenes from which all values are removed afterwards."""

    def nimber_of(self, component: Component) -> int:
        """Return 0 without a search."""
        del component
        return 0

    def outcome_of(self, component: Component) -> Outcome:
        """Return P without a search."""
        del component
        return Outcome.P
