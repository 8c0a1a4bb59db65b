"""Notations: how the terms of a sum are written, read and described for drawings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grundy.core.scenes import Places, Scene, TextScene, places
from grundy.errors import RulesetError
from grundy.messages import Message
from grundy.messages.plain import printable

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from grundy.core.components import Component, Option
    from grundy.core.ruleset import Ruleset
    from grundy.core.solution import Solution
    from grundy.explain.reasons import Reduction

__all__ = ["Notation", "PlainNotation"]


class Notation:
    """How one term of a sum is written: a board with all that stands on it, a list of heaps.

    A notation is immutable, equal and hashed by content. This base writes components one by one,
    each by its ruleset's `label`; the notations of games override what they write differently.
    """

    is_list = False  # whether neighbouring terms are written as one, in which each component is a part of the sum
    splits = False  # whether each component is a term of its own
    named = True  # whether the text says by itself which game it belongs to

    @property
    def game(self) -> str:
        """The name under which the text reads back."""
        return type(self).__name__

    def text(self, components: Sequence[Component]) -> str:
        """Write the components."""
        return " + ".join(component.ruleset.label(component.state) for component in components) or "0"

    def component_text(self, component: Component) -> str:
        """Write one component by itself."""
        return self.text((component,))

    def label(self, component: Component) -> Message | None:
        """Name one component on a line, for people: ``heap 5``, ``rows 1-2, column 3``; None if it has no cell."""
        text = self.component_text(component)
        return Message("label.text", {"text": f"[{text.replace(chr(10), '/')}]" if "\n" in text else text})

    def reduction(self, components: Sequence[Component], solution: Solution) -> Reduction | None:
        """Say what the game comes down to, for explanations; most games are what they are."""
        del components, solution
        return None

    def identity(self, components: tuple[Component, ...]) -> Hashable:
        """Return what two equal terms have in common."""
        return (self, components)

    def move_text(self, component: Component, move: Hashable) -> str:
        """Write a move on one of the components, control characters as escapes."""
        del component
        return printable(str(move))

    def reading_order(self, component: Component, move: Any) -> Any:
        """Return what winning moves are sorted by within the term; None leaves them as they are found."""
        del component, move
        return None

    def moved(self, component: Component, move: Hashable) -> Notation:
        """Return the notation after the move; most have nothing to remember."""
        del component, move
        return self

    def places(self, components: Sequence[Component], index: int, move: Any) -> Places:
        """Return where a move on component `index` sits in the scene: nowhere, in a text.

        Cells of a board are (row, column), heaps and vertices of a graph are numbers, all counted from 0;
        points of a circle are numbers as the scene counts them, from 1.
        """
        del components, index, move
        return ()

    def sizes(self, option: Option) -> tuple[int, ...] | None:
        """Return the sizes of the heaps that an option leaves, None where the scene has no heaps."""
        del option
        return None

    def find(self, component: Component, text: str) -> Option | None:
        """Return the option that `text` (single blanks between words) names on this component, or None."""
        for option in component.ruleset.moves(component.state):
            if " ".join(self.move_text(component, option.move).split()) == text:
                return option
        return None

    def scene(
        self, components: Sequence[Component], winning: Sequence[str], solution: Solution, *, values: bool = False
    ) -> Scene:
        """Describe the components, and the `winning` moves among them, for a drawing.

        `solution` is that of the whole sum: it knows the values of the components. With `values` a board says also
        which nimber each of its moves leads to (`Solution.nimbers_after`), or what each of its cells is worth; the
        value of the sum is a nimber then.
        """
        del solution, values
        return TextScene(self.text(components), tuple(winning))


@dataclass(frozen=True)
class PlainNotation(Notation):
    """Each component by itself, as ``name(state)``."""

    rules: Ruleset
    splits = True

    @property
    def game(self) -> str:
        """The ruleset's name."""
        return self.rules.name

    @property
    def named(self) -> bool:  # type: ignore[override] # a constant elsewhere
        """Whether states are written as ``name(state)``."""
        return not self.rules.declares("format")

    def places(self, components: Sequence[Component], index: int, move: Any) -> Places:
        """Return where the ruleset's own scene has the move."""
        return _places(self.rules, components[index].state).get(str(move), ())

    def scene(
        self, components: Sequence[Component], winning: Sequence[str], solution: Solution, *, values: bool = False
    ) -> Scene:
        """Return the scene that the ruleset makes of its state, or its text."""
        scene = self.rules.scene(components[0].state, winning) if len(components) == 1 else None
        if scene is None:
            return super().scene(components, winning, solution, values=values)
        if not isinstance(scene, Scene):
            raise RulesetError("error.scene", name=self.rules.name, found=repr(scene))
        return scene


@lru_cache(maxsize=8)
def _places(rules: Ruleset, state: Any) -> dict[str, Places]:
    """Return where the moves from a state sit in its scene; asked once for each move."""
    scene = rules.scene(state, ())
    return {} if scene is None else places(scene)
