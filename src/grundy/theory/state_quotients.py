"""Misère quotients of all components that play from some positions reaches: boards, graphs, rulesets of any kind.

A *game* here is a component that play reaches; components with the same options (as sums of games) are the same game.
Let A be the set of all sums of games. The definitions and the finite check are those of `grundy.theory.quotients`, with
one change in the proof: the weight of a game is the length of its longest play, so each move lowers the weight of a
sum. There are finitely many games, so checking all of them proves the quotient of all their sums. The quotient may
still be infinite.

Source: Plambeck and Siegel, Misère quotients for impartial games, Journal of Combinatorial Theory A 115 (2008), where
A is any set of games that is closed under options and sums.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from grundy.core.choices import choices_among
from grundy.core.search.source import ENDS, Ends
from grundy.errors import RulesetError
from grundy.runtime import limits
from grundy.runtime.certificate_files import sealed
from grundy.runtime.costs import EXTRA_OPTIONS
from grundy.runtime.messages import Message
from grundy.runtime.packages import available, require
from grundy.runtime.table_cache import tables
from grundy.theory.finite_quotients import FiniteQuotient, letter_of
from grundy.theory.periods import MOST_SECONDS
from grundy.theory.sum_search import ComponentClasses, nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from grundy.core.choices import Choice, OptionsOf
    from grundy.core.components import Component, Option
    from grundy.core.position import Position
    from grundy.core.ruleset import Ruleset
    from grundy.theory.sum_search import Sum


class _Classes(ComponentClasses):
    """Classes of components with the same options: the games."""

    def add(self, numbers: Iterable[int]) -> Sum:
        """Return a sum of games; game 0, which has no move, drops out."""
        return tuple(sorted(number for number in numbers if number))

    def form(self, options: frozenset[Sum | Ends]) -> int:
        """Return the number of the game with these options."""
        if ENDS in options:
            raise RulesetError("error.quotient-ends")
        return self.keep(options, None) if options else 0

    def sums_of(self, number: int) -> list[Sum]:
        """Return the options of a game."""
        return [option for option in self.options_of(number) if not isinstance(option, Ends)]


@dataclass(frozen=True, eq=False, repr=False)
class StateQuotient(FiniteQuotient):
    r"""The misère quotient of the components that play from some positions reaches, and of all their sums.

    `monoid` and `reason` are as in `grundy.theory.quotients.MisereQuotient`, with games in place of heaps. `games` has
    the options of games 1, 2, ..., each option a sum of games with smaller numbers. `numbers` has the game of each
    component, `names` the text of a component for each game. `status` is ``proved`` if the finite check was done for
    all games, ``partial`` if it was done for games up to `reached` only.

    >>> import grundy
    >>> quotient = find_state_quotient(grundy.games.cram("...\n..."))
    >>> print(quotient)
    6 elements, 2 of them lost (P); proved for all sums of what the positions lead to (4 games)
    """

    games: tuple[tuple[Sum, ...], ...] = ()
    numbers: Mapping[Component, int] = field(default_factory=dict)
    names: tuple[str, ...] = ()

    @property
    def reached(self) -> int:
        """The number of the last game for which the finite check was done."""
        return len(self.monoid.values) - 1

    @property
    def status(self) -> Literal["proved", "partial"]:
        """Whether the quotient is proved for all games."""
        return "proved" if self.reached == len(self.games) else "partial"

    @property
    def message(self) -> Message:
        """The claim, and what proves it."""
        figures: dict[str, Any] = {"order": self.order, "lost": len(self.lost_elements), "games": len(self.games)}
        if self.status == "proved":
            return Message("quotient.of-states", figures)
        return Message("quotient.of-states-partial", figures | {"reached": self.reached, "reason": self.reason})

    def __str__(self) -> str:
        """Return the claim in English."""
        return str(self.message)

    def __repr__(self) -> str:
        """Return the claim with the name of the class."""
        return f"<StateQuotient: {self}>"

    def reaches(self, component: Component) -> bool:
        """Return whether the element of a component is known."""
        return all(self.numbers.get(node, self.reached + 1) <= self.reached for node in nodes_of(component))

    def element(self, component: Component) -> int:
        """Return the element of a component. Raises `RulesetError` if the component is not reached."""
        found = 0
        for node in nodes_of(component):
            number = self.numbers.get(node)
            if number is None or number > self.reached:
                raise RulesetError("error.quotient-state", state=component.ruleset.label(component.state))
            found = int(self.monoid.table[found, self.monoid.values[number]])
        return found

    def value(self, components: Iterable[Component] | Mapping[Component, int]) -> int:
        """Return the element of a sum, given by its components or by the count of each component.

        Raises `RulesetError` if a component is not reached.
        """
        found = 0
        for component, number in Counter(components).items():
            found = int(self.monoid.table[found, self.power(self.element(component), number)])
        return found

    def is_lost(self, components: Iterable[Component] | Mapping[Component, int]) -> bool:
        r"""Return whether the player to move loses a sum in misère play. Raises as `value`.

        >>> import grundy
        >>> board = grundy.games.cram("...\n...")
        >>> quotient, part = find_state_quotient(board), board.components[0]
        >>> [quotient.is_lost({part: number}) for number in (1, 2, 10**100)]
        [True, False, False]
        """
        return bool(self.monoid.lost[self.value(components)])

    def winning_moves(self, position: Position) -> Iterator[Choice]:
        """Yield the winning moves of a position. Raises `RulesetError` if a component is not reached."""
        return choices_among(position, self.winning_options(position.components))

    def winning_options(self, components: tuple[Component, ...]) -> OptionsOf:
        """Return a function that finds the winning options of a component of a sum."""
        table, lost = self.monoid.table, self.monoid.lost

        def winning(index: int, component: Component) -> Iterator[Option]:
            rest = self.value(components[:index] + components[index + 1 :])
            for option in component.ruleset.moves(component.state):
                if lost[table[rest, self.value(option.components)]]:
                    yield option

        return winning

    def data(self) -> dict[str, Any]:
        """Return the quotient for JSON: the figures, the presentation, P, and a component and the word of each game."""
        presentation = self.presentation()
        values = self.monoid.values.tolist()
        return {
            "status": self.status,
            "order": self.order,
            "lost": len(self.lost_elements),
            "games": len(self.games),
            "reached": self.reached,
            "reason": None if self.reason is None else self.reason.kind.rpartition(".")[2],
            "generators": {letter_of(place): self.names[game] for place, game in enumerate(presentation.generators)},
            "relations": [
                [presentation.word(left), presentation.word(right)] for left, right in presentation.relations
            ],
            "P": [presentation.word(presentation.words[element]) for element in self.lost_elements],
            "values": [
                {"game": self.names[game], "value": presentation.word(presentation.words[value])}
                for game, value in enumerate(values)
            ],
        }

    def certificate(self) -> dict[str, Any]:
        """Return a certificate for `grundy verify` as one object for JSON: `docs/certificates.md` describes it.

        The certificate is about the games that it lists; it does not prove that play reaches these games. For a
        ``partial`` quotient it lists the games up to `reached`. Raises `RulesetError` if no game is reached.
        """
        if not self.reached:
            raise RulesetError("error.quotient-empty")
        generators = self.presentation().generators
        claim: dict[str, Any] = {
            "kind": "misere-quotient-of-games",
            "games": [list(map(list, options)) for options in self.games[: self.reached]],
            "names": list(self.names[: self.reached + 1]),
            "order": self.order,
            "P": list(self.lost_elements),
            "generators": list(generators),
            "action": self.monoid.table[:, self.monoid.values[list(generators)]].tolist(),
            "values": self.monoid.values.tolist(),
        }
        return sealed(claim)


def find_state_quotient(
    *positions: Position, steps: int | None = None, seconds: float | None = MOST_SECONDS
) -> StateQuotient:
    """Return the misère quotient of the components that play from some positions reaches, and of all their sums.

    The quotient grows game by game, games with the shortest plays first, for at most `steps` or `seconds`. The result
    is stored in the cache of tables; a later call for the same rulesets continues from it if the games are the same.
    Raises `RulesetError` if a move ends the game at once, if rules are loopy, or if the same player may move again;
    `OverBudgetError` if the components have more options than the budget; `CycleError`; and `MissingPackageError`
    without NumPy.

    Cost: one visit of all options of all components, then the finite check, whose cost depends on the order.

    >>> import grundy
    >>> @grundy.ruleset
    ... def queen(x, y):
    ...     yield from ((a, y) for a in range(x))
    ...     yield from ((x, b) for b in range(y))
    ...     yield from ((x - k, y - k) for k in range(1, min(x, y) + 1))
    >>> print(find_state_quotient(queen(3, 3)))
    10 elements, 2 of them lost (P); proved for all sums of what the positions lead to (8 games)
    """
    require("numpy", Message("what.quotient"))
    from grundy.theory.quotient_games import ListedGames
    from grundy.theory.quotient_growth import Growth, GrowthLimits, Stop

    components = [component for position in positions for component in position.components]
    for position in positions:
        position.misere.check_moves()
    games, numbers, names = _listed(components)
    key = _key(components)
    known: StateQuotient | None = tables.get(key)
    if known is not None and known.games != games:
        known = None
    growth = Growth(
        ListedGames(list(map(list, games))), None if known is None else known.monoid, GrowthLimits(steps, seconds)
    )
    before = 0 if known is None else known.steps
    reason = "stopped"
    try:
        while growth.heaps < len(games):
            growth.step()
        reason = ""
    except Stop as stop:
        reason = str(stop)
    finally:
        message = Message(f"quotient.stopped.{reason}") if reason else None
        found = StateQuotient(growth.monoid, message, before + growth.steps, games, numbers, names)
        tables.put(key, found, found.memory_bytes + 200 * len(numbers))
    return found


def kept_state_quotient(position: Position) -> StateQuotient | None:
    """Return the stored quotient for the rulesets of a position, even if it does not reach the position."""
    return tables.get(_key(position.components))


def known_state_quotient(components: Iterable[Component]) -> StateQuotient | None:
    """Return the stored quotient if it has the elements of all components, otherwise None."""
    wanted = list(components)
    known: StateQuotient | None = tables.get(_key(wanted))
    return known if known is not None and all(map(known.reaches, wanted)) else None


def quick_state_quotient(position: Position) -> StateQuotient | None:
    """Return a quotient for a position if it is stored or found in about a second. A failure is not repeated."""
    known = known_state_quotient(position.components)
    if known is not None or not available("numpy"):
        return known
    from grundy.theory.quotient_growth import quick_steps

    steps = min(limits.budget().search_options, quick_steps())
    tried = kept_state_quotient(position)
    if tried is not None and tried.steps >= steps:
        return None
    with limits.limited(search_options=min(EXTRA_OPTIONS, limits.budget().search_options)):
        found = find_state_quotient(position, steps=steps, seconds=None)
    return found if found.status == "proved" else None


def _key(components: Iterable[Component]) -> tuple[str, frozenset[Ruleset]]:
    return ("state-quotient", frozenset(component.ruleset for component in components))


def _listed(
    components: list[Component],
) -> tuple[tuple[tuple[Sum, ...], ...], dict[Component, int], tuple[str, ...]]:
    """Return the options of games 1, 2, ..., the game of each component, and the names of games 0, 1, ...

    Games are ordered by the length of their longest plays.
    """
    classes = _Classes()
    for component in components:
        classes.numbers(component)
    weights = {0: 0}
    for number in range(1, len(classes.options) + 1):
        weights[number] = 1 + max(sum(weights[part] for part in option) for option in classes.sums_of(number))
    order = sorted(weights, key=lambda number: (weights[number], number))
    renamed = {number: place for place, number in enumerate(order)}
    games = tuple(
        tuple(sorted(tuple(sorted(renamed[part] for part in option)) for option in classes.sums_of(number)))
        for number in order[1:]
    )
    numbers = {component: renamed[number] for component, number in classes.known.items()}
    names = ["0"] * len(order)
    for component, number in reversed(numbers.items()):
        names[number] = component.ruleset.label(component.state)
    return games, numbers, tuple(names)
