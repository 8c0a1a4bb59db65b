"""Notations: how the terms of a sum are written, read and described for drawings; states as Python literals."""

from __future__ import annotations

import ast
import re
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.core.mistakes import told
from grundy.errors import NoNimber, OverBudgetError
from grundy.runtime.messages import Message, printable

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from grundy.core.components import Component, Option
    from grundy.core.ruleset import Ruleset
    from grundy.core.scenes import HeapsScene, Places, Scene
    from grundy.core.solution import Solution
    from grundy.theory.explain.reductions import Reduction

__all__ = ["SETS", "Notation", "PlainNotation", "head_text", "literal"]

_MOST_HEAPS = 24  # the longest state of numbers that is drawn as heaps
_MOST_PLACED = 5000  # moves of a state that have places in its scene
SETS = ("frozenset", "set")  # calls of these names are literals of sets
_NUMPY = re.compile(r"\bnp\.\w+\(([^()]*)\)")  # how NumPy writes its numbers


class Notation:
    """How one term of a sum is written: for example a board with everything on it, or a list of heaps.

    A notation is immutable, and it is compared and hashed by content. This base class writes components one by one,
    each with its ruleset's `label`; the notations of games override what they write differently.
    """

    is_list = False  # whether neighbouring terms are joined into one list, in which each component has a part number
    splits = False  # whether each component is a term of its own
    named = True  # whether the text itself names the game

    @property
    def sorts(self) -> bool:
        """Whether winning moves are sorted within the term: whether `reading_order` is defined."""
        return type(self).reading_order is not Notation.reading_order

    @property
    def game(self) -> str:
        """The name of the game whose `parse` reads the text."""
        return type(self).__name__

    def text(self, components: Sequence[Component]) -> str:
        """Return the text of the components."""
        return " + ".join(component.ruleset.label(component.state) for component in components) or "0"

    def component_text(self, component: Component) -> str:
        """Return the text of one component."""
        return self.text((component,))

    def label(self, component: Component) -> Message | None:
        """Return a name of one component, on one line: ``heap 5``, ``rows 1-2, column 3``; None if it has no cell."""
        text = self.component_text(component)
        return Message("label.text", {"text": f"[{text.replace(chr(10), '/')}]" if "\n" in text else text})

    def reduction(self, components: Sequence[Component], solution: Solution) -> Reduction | None:
        """Return the theory of the game, for explanations, such as another game that it is equal to; else None."""
        del components, solution
        return None

    def move_in_words(self, component: Component, option: Option) -> Message | None:
        """Return words for what a player does in this move; None if `move_text` is plain enough."""
        del component, option
        return None

    def lasting(self, components: tuple[Component, ...]) -> tuple[Component, ...]:
        """Return components in which play takes as many moves as in the game with all its moves.

        They differ from `components` if these leave out moves that only a loser makes.
        """
        return components

    def misere_form(self, components: tuple[Component, ...]) -> tuple[Component, ...] | None:
        """Return components whose *normal* play is the misère play of a game that only an ending move ends.

        None for games whose misère play is that of `components`. See `grundy.theory.misere`.
        """
        del components
        return None

    def identity(self, components: tuple[Component, ...]) -> Hashable:
        """Return a key that is the same for equal terms."""
        return (self, components)

    def move_text(self, component: Component, move: Hashable) -> str:
        """Return the text of a move in a component, with control characters as escapes."""
        del component
        return plain_text(move)

    def reading_order(self, component: Component, move: Any) -> Any:
        """Return the key by which winning moves are sorted within the term; not called where `sorts` is False."""
        del component, move
        return None

    def moved(self, component: Component, move: Hashable) -> Notation:
        """Return the notation after a move. Most stay the same; some store what the components do not show."""
        del component, move
        return self

    def places(self, components: Sequence[Component], index: int, move: Any) -> Places:
        """Return the places in the scene of a move in component `index`; no places in a text.

        Cells of a board are (row, column); heaps and vertices of a graph are numbers; all are counted from 0. Points of
        a circle are numbers counted from 1, as in the scene.
        """
        del components, index, move
        return ()

    def sizes(self, option: Option) -> tuple[int, ...] | None:
        """Return the sizes of the heaps that an option leaves, or None if the scene has no heaps."""
        del option
        return None

    def find(self, component: Component, text: str) -> Option | None:
        """Return the option of a component that `text` (single blanks between words) names, or None."""
        for option in component.ruleset.moves(component.state):
            if " ".join(self.move_text(component, option.move).split()) == text:
                return option
        return None

    def scene(
        self, components: Sequence[Component], winning: Sequence[str], solution: Solution, *, values: bool = False
    ) -> Scene:
        """Return the scene of the components, with the `winning` moves.

        `solution` is the solution of the whole sum. With `values`, the value of the sum must be a nimber, and a board
        also shows the nimber after each of its moves (`Solution.nimbers_after`), or the nimber of each of its cells.
        """
        del solution, values
        from grundy.core.scenes import TextScene

        return TextScene(self.text(components), tuple(winning))


@dataclass(frozen=True)
class PlainNotation(Notation):
    """The notation of a ruleset that has no game: each component by itself, as ``name(state)``."""

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
        """Return the places of the move in the ruleset's own scene, or the number of the heap that it changes."""
        state = components[index].state
        if self._heaps(state) and _own_scene(self.rules, state, ()) is None:
            return _heaps_of_moves(self.rules, state).get(plain_text(move), ())
        return _places(self.rules, state).get(plain_text(move), ())

    def label(self, component: Component) -> Message | None:
        """Return the ruleset's words for the component, or its text."""
        return told(component.ruleset, "in_words", "Message", component.state) or super().label(component)

    def reduction(self, components: Sequence[Component], solution: Solution) -> Reduction | None:
        """Return the theory of the ruleset with its steps for the state."""
        if len(components) > 1:
            return None
        theory: Reduction | None = told(self.rules, "reduction", "Reduction", components[0].state, solution)
        return theory

    def move_in_words(self, component: Component, option: Option) -> Message | None:
        """Return the ruleset's words for the move; else what it changes on a picture, or the state after it."""
        words: Message | None = told(component.ruleset, "move_in_words", "Message", component.state, option)
        head = f"{self.rules.name}("
        move = str(option.move)
        if words is None and len(option.components) == 1 and move.startswith(head) and move.endswith(")"):
            from grundy.core.usual_scenes import change_in_words

            plain = not self.rules.declares("scene")  # otherwise the picture is another one
            change = change_in_words(self.rules, component.state, option.components[0].state) if plain else ""
            if change:
                return Message("text", {"text": printable(change)})
            return Message("reduction.said.state", {"state": printable(move[len(head) : -1])})
        return words

    def sizes(self, option: Option) -> tuple[int, ...] | None:
        """Return the sizes of the heaps that an option of a single heap leaves."""
        states = [component.state for component in option.components]
        return (
            tuple(states)
            if all(component.ruleset == self.rules for component in option.components)
            and all(map(_is_size, states))
            and self.named
            else None
        )

    def _heaps(self, state: Any) -> tuple[int, ...]:
        """Return the state as sizes of heaps, if it is a number or a tuple of numbers without a `format`; else ()."""
        if not self.named:
            return ()
        sizes = state if isinstance(state, tuple) else (state,)
        return sizes if 0 < len(sizes) <= _MOST_HEAPS and all(map(_is_size, sizes)) else ()

    def _heaps_scene(self, state: Any, winning: Sequence[str]) -> HeapsScene:
        """Return the scene of a state of numbers, as heaps."""
        from grundy.core.scenes import Heap, HeapsScene

        wins: dict[Any, list[str]] = {}  # winning moves by the number of the heap that they change
        for move in winning:
            for number in _heaps_of_moves(self.rules, state).get(move, ()):
                wins.setdefault(number, []).append(move)
        heaps = (Heap(size, None, tuple(wins.get(number, ()))) for number, size in enumerate(self._heaps(state)))
        return HeapsScene(self.rules.name, tuple(heaps))

    def scene(
        self, components: Sequence[Component], winning: Sequence[str], solution: Solution, *, values: bool = False
    ) -> Scene:
        """Return the scene that the ruleset makes of its state, or a scene of heaps, or the text."""
        scene = _own_scene(self.rules, components[0].state, winning) if len(components) == 1 else None
        if scene is None and len(components) == 1 and self._heaps(components[0].state):
            return self._heaps_scene(components[0].state, winning)
        if scene is None:
            return super().scene(components, winning, solution, values=values)
        if values:
            from grundy.core.scenes import with_values

            with suppress(NoNimber, OverBudgetError):  # then the picture has no numbers
                after = solution.nimbers_after(components[0])
                return with_values(scene, {plain_text(move): value for move, value in after})
        return scene


def _own_scene(rules: Ruleset, state: Any, winning: Sequence[str]) -> Scene | None:
    """Return the scene that rules make of a state; for those of users it is checked, or the usual one of such states.

    None if there is no scene.
    """
    if rules.__module__.startswith("grundy."):
        return rules.scene(state, winning)
    from grundy.core.own_scenes import checked_scene
    from grundy.core.usual_scenes import usual_scene

    own = checked_scene(rules, state, winning)
    return usual_scene(rules, state, winning) if own is None and not rules.declares("format") else own


@lru_cache(maxsize=8)
def _places(rules: Ruleset, state: Any) -> dict[str, Places]:
    """Return the places of all moves from a state in its scene; cached, since it is called once for each move."""
    from grundy.core.scenes import places

    scene = _own_scene(rules, state, ())
    return {} if scene is None else places(scene)


def _is_size(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


@lru_cache(maxsize=8)
def _heaps_of_moves(rules: Ruleset, state: Any) -> dict[str, Places]:
    """Return the heap that each move from a state of numbers changes, if it changes exactly one; first moves only."""
    if not isinstance(state, tuple):
        return {text: (0,) for text, _ in placed_moves(rules, state)}
    found: dict[str, Places] = {}
    for text, option in placed_moves(rules, state):
        after = option.components[0].state if len(option.components) == 1 else None
        if isinstance(after, tuple) and len(after) == len(state):
            changed = [heap for heap, (old, new) in enumerate(zip(state, after, strict=True)) if old != new]
            found[text] = (changed[0],) if len(changed) == 1 else ()
    return found


def placed_moves(rules: Ruleset, state: Any) -> Iterator[tuple[str, Option]]:
    """Yield the texts of the moves for which a scene has places, with their options; later moves have none."""
    return ((plain_text(option.move), option) for option in islice(rules.moves(state), _MOST_PLACED))


def plain_numbers(text: str) -> str:
    """Return the text of a state, or of a move, with numbers of NumPy as plain numbers.

    >>> plain_numbers("(np.int64(3), 2)")
    '(3, 2)'
    """
    return _NUMPY.sub(r"\1", text)


def plain_text(move: Hashable) -> str:
    """Return the text of a move, with control characters as escapes and numbers of NumPy as plain numbers."""
    return printable(plain_numbers(str(move)))


@lru_cache(maxsize=64)
def head_text(rules: Ruleset) -> str:
    """Return the name of a ruleset, with the parameters of a dataclass if they can be read back."""
    words = []
    instance: Any = rules  # any class may be a dataclass
    for field in fields(instance) if is_dataclass(instance) else ():
        value = getattr(rules, field.name)
        try:
            if field.init and literal(ast.parse(repr(value), mode="eval").body) != value:
                return rules.name
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            return rules.name
        if field.init:
            words.append(f"{field.name}={value!r}" if field.kw_only else repr(value))
    return f"{rules.name}({', '.join(words)})" if words else rules.name


def literal(node: ast.expr) -> Any:
    """Return the value of a Python literal. Sets, also ``frozenset(...)``, become frozensets, which can be hashed."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) in SETS and len(node.args) <= 1 and not node.keywords:
        return frozenset(*map(literal, node.args))
    if isinstance(node, ast.Set):
        return frozenset(map(literal, node.elts))
    if isinstance(node, ast.Tuple | ast.List):
        return (tuple if isinstance(node, ast.Tuple) else list)(map(literal, node.elts))
    return ast.literal_eval(node)
