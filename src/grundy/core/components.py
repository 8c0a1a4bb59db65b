"""Components, the options of a state, and terms: the data that rulesets and positions are made of."""

from __future__ import annotations

from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.runtime.garbage import rare_collections

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from grundy.core.notation import Notation
    from grundy.core.ruleset import Ruleset

__all__ = [
    "Again",
    "Component",
    "Option",
    "Split",
    "SumTerm",
    "components_of",
    "split",
    "sum_has_nimber",
    "win",
]

_MANY = 1000  # components; from here on, frequent garbage collections would slow their creation down


class Component(NamedTuple):
    """A state under its ruleset."""

    ruleset: Ruleset
    state: Any


def components_of(rules: Ruleset, states: Sequence[Any]) -> tuple[Component, ...]:
    """Return the components of many states of one ruleset, faster than by one call for each."""
    components = map(partial(tuple.__new__, Component), zip(repeat(rules), states, strict=False))
    if len(states) < _MANY:
        return tuple(components)
    with rare_collections():
        return tuple(components)


class Option(NamedTuple):
    """A move from a state, and the components that the state turns into.

    `move` is text, or data that the ruleset's notation writes as text. If the option was made with positions of other
    rulesets, `terms` says how their components are written. With `ends` the move ends the whole game, and the player
    who makes it has won; there are no components then. With `again` the player who makes the move moves again, in any
    component of the sum.
    """

    move: Hashable
    components: tuple[Component, ...]
    terms: tuple[SumTerm, ...] = ()
    ends: bool = False
    again: bool = False

    def __eq__(self, other: object) -> bool:
        """Compare with options only: a state may be a tuple with the same content."""
        return isinstance(other, Option) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self)


class SumTerm(NamedTuple):
    """One summand as it is written: a notation and the components that it covers."""

    notation: Notation
    components: tuple[Component, ...]


class Split:
    """The result of `split`: the parts of one option as its author wrote them.

    It is an ordinary class because rulesets make millions of them, and a frozen dataclass takes three times as long.
    """

    __slots__ = ("move", "parts")

    parts: tuple[Any, ...]
    move: str | None

    again = False

    def __repr__(self) -> str:
        """Return the call of `split` that makes it."""
        words = [*map(repr, self.parts), *([] if self.move is None else [f"move={self.move!r}"])]
        return f"split({', '.join([*words, 'again=True'] if self.again else words)})"


class Again(Split):
    """The result of `split` with ``again=True``; a class of its own, so that searches need not check each option."""

    __slots__ = ()

    again = True


def split(*parts: object, move: str | None = None, again: bool = False) -> Split:
    """Make an option with any number of parts, for a ruleset to yield.

    A part is a state of the same ruleset, or a `Position` of another ruleset (``nim(3)``). `move` is the
    label of the option; without it the label is the text of the parts.

    >>> split(2, 3, move="take 1 after 2")
    split(2, 3, move='take 1 after 2')

    With `again` the move is a *complimenting* move: the player who makes it moves again, in any component of the sum,
    and loses if there is no move left. Let C be the set of values of the complimenting options of a state. Let A be the
    set of values of its other options, without those after which a component is worth `LOONY` or `WIN`. If C is empty,
    the state is worth mex A. If C = {x} and x is a nimber that is not in A, the state is worth x. In all other cases it
    is worth `LOONY`: if x is in A, if C has two values, or if one of them is `LOONY` or `WIN`. Proof: a state is worth
    x exactly if its sum with a nim heap of x, and with no other nim heap, is lost. For y ≠ x, the complimenting move to
    x leaves x + y, which is not lost, to the player who has just moved. (Coq has checked the theorem for all sums:
    proofs/MovesAgain.v.)

    Rules with such moves are searched without pruning. Misère play, remoteness, `grundy.compounds` and sums with loopy
    components are refused.

    Source: Winning Ways, chapters 12 and 16.

    >>> import grundy
    >>> @grundy.ruleset
    ... def coins(n):
    ...     if n >= 1:
    ...         yield n - 1
    ...     if n >= 3:
    ...         yield split(n - 3, again=True)
    >>> [coins(n).value for n in range(6)], (coins(4) + coins(2)).outcome.value
    ([0, 1, 0, LOONY, 1, 0], 'N')
    """
    option = Again() if again else Split()
    option.parts = parts
    option.move = move
    return option


def win(*, move: str = "win") -> Option:
    """Make an option that ends the whole game at once: the player who makes the move wins.

    The game ends even if the state is one component of a sum. So a state with such an option is worth `WIN`, which is
    not a nimber: it wins in every sum. A nimber such as 0 for the end would be wrong: in a sum the opponent could still
    move in another component.

    >>> import grundy
    >>> @grundy.ruleset
    ... def race(steps):
    ...     yield from range(max(0, steps - 2), steps)
    ...     if steps <= 2:
    ...         yield win(move="arrive")
    >>> race(2).value, race(3).nimber, race(6).nimber
    (WIN, 0, 0)
    >>> [choice.move for choice in (race(2) + race(4)).winning_moves()]
    ['1:arrive']
    """
    return Option(move, (), ends=True)


def sum_has_nimber(components: Sequence[Component], nimber: int) -> bool:
    """Return whether a sum has the nimber. The last component only needs `has_nimber`, which may be faster."""
    for number, (rules, state) in enumerate(components, start=1):
        if number == len(components):
            return rules.has_nimber(state, nimber)
        value = rules.value(state)
        if not isinstance(value, int):
            return False
        nimber ^= value
    return not nimber
