"""Misère quotients of all that play from some positions leads to: boards, graphs, rulesets of any kind.

Let A be the set of the sums of *games*: the components that can be reached, those with the same options (as sums of
such) being one. The definitions and the finite check are those of `grundy.theory.quotients`. Only the weight in the
proof is another: of a game it is the length of its longest play, so that each move of a sum makes it lighter. There are
finitely many games, so the check of all of them proves the quotient of all their sums. It may still be infinite.

Source: Plambeck and Siegel, Misère quotients for impartial games, Journal of Combinatorial Theory A 115 (2008), where
A is any set of games that is closed under options and sums.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from grundy.core.choices import choices_among
from grundy.errors import RulesetError
from grundy.messages import Message
from grundy.runtime import limits
from grundy.runtime.certificate_files import sealed
from grundy.runtime.packages import available, require
from grundy.runtime.table_cache import tables
from grundy.search.source import ENDS, Ends
from grundy.theory.finite_quotients import FiniteQuotient, letter_of
from grundy.theory.periods import MOST_SECONDS
from grundy.theory.sum_search import ComponentClasses, nodes_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from grundy.core.choices import Choice
    from grundy.core.components import Component, Option
    from grundy.core.position import Position
    from grundy.core.ruleset import Ruleset
    from grundy.theory.sum_search import Sum

_QUICK_STEPS = 30_000_000  # for one position: about a second
_PLAIN_STEPS = 40_000  # the same without Numba
_QUICK_OPTIONS = 200_000  # of all games, for one position


class _Classes(ComponentClasses):
    """Components are one game if they have the same options."""

    def add(self, numbers: Iterable[int]) -> Sum:
        """Return the sum of games."""
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
    r"""The misère quotient of the components that play from some positions leads to, and of all their sums.

    `monoid` and `reason` are as in `grundy.theory.quotients.MisereQuotient`; games take the place of heaps. `games` has
    the options of games 1, 2, ..., each as a sum of smaller ones, and `numbers` the game of each component; `names` are
    components that are written for games. `status` is ``proved`` if the finite check was done for all games,
    ``partial`` if for the first ones only, `reached`.

    >>> import grundy
    >>> quotient = find_state_quotient(grundy.games.cram("...\n..."))
    >>> print(quotient)
    order 6, 2 P; proved for all sums of what the positions lead to (4 games)
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
        """Whether it is proved for all games."""
        return "proved" if self.reached == len(self.games) else "partial"

    @property
    def message(self) -> Message:
        """What is claimed, and on what grounds."""
        figures: dict[str, Any] = {"order": self.order, "lost": len(self.lost_elements), "games": len(self.games)}
        if self.status == "proved":
            return Message("quotient.of-states", figures)
        return Message("quotient.of-states-partial", figures | {"reached": self.reached, "reason": self.reason})

    def __str__(self) -> str:
        """Say what is claimed, in English."""
        return str(self.message)

    def __repr__(self) -> str:
        """Show what is claimed."""
        return f"<StateQuotient: {self}>"

    def reaches(self, component: Component) -> bool:
        """Say whether the value of a component is known."""
        return all(self.numbers.get(node, self.reached + 1) <= self.reached for node in nodes_of(component))

    def element(self, component: Component) -> int:
        """Return the element of a component. Raises `RulesetError` for one that is not reached."""
        found = 0
        for node in nodes_of(component):
            number = self.numbers.get(node)
            if number is None or number > self.reached:
                raise RulesetError("error.quotient-state", state=component.ruleset.label(component.state))
            found = int(self.monoid.table[found, self.monoid.values[number]])
        return found

    def value(self, components: Iterable[Component] | Mapping[Component, int]) -> int:
        """Return the element of a sum: its components, or how many there are of each. Raises `RulesetError`."""
        found = 0
        for component, number in Counter(components).items():
            found = int(self.monoid.table[found, self.power(self.element(component), number)])
        return found

    def is_lost(self, components: Iterable[Component] | Mapping[Component, int]) -> bool:
        r"""Say whether whoever is to move loses a sum in misère play. Raises `RulesetError`.

        >>> import grundy
        >>> board = grundy.games.cram("...\n...")
        >>> quotient, part = find_state_quotient(board), board.components[0]
        >>> [quotient.is_lost({part: number}) for number in (1, 2, 10**100)]
        [True, False, False]
        """
        return bool(self.monoid.lost[self.value(components)])

    def winning_moves(self, position: Position) -> Iterator[Choice]:
        """Yield the winning moves of a position, all of whose components are reached. Raises `RulesetError`."""
        components = position.components
        table, lost = self.monoid.table, self.monoid.lost

        def winning(index: int, component: Component) -> Iterator[Option]:
            rest = self.value(components[:index] + components[index + 1 :])
            for option in component.ruleset.moves(component.state):
                if lost[table[rest, self.value(option.components)]]:
                    yield option

        yield from choices_among(position, winning)

    def data(self) -> dict[str, Any]:
        """Return it for JSON: the figures, the presentation, P, and of each game a component, options and word."""
        made = self.presentation()
        values = self.monoid.values.tolist()
        return {
            "status": self.status,
            "order": self.order,
            "lost": len(self.lost_elements),
            "games": len(self.games),
            "reached": self.reached,
            "reason": None if self.reason is None else self.reason.kind.rpartition(".")[2],
            "generators": {letter_of(place): self.names[game] for place, game in enumerate(made.generators)},
            "relations": [[made.word(left), made.word(right)] for left, right in made.relations],
            "P": [made.word(made.words[element]) for element in self.lost_elements],
            "values": [
                {"game": self.names[game], "value": made.word(made.words[value])} for game, value in enumerate(values)
            ],
        }

    def certificate(self) -> dict[str, Any]:
        """Return a certificate for `grundy verify` as one object for JSON: `docs/certificates.md` describes it.

        It is about the games as they are listed there: that play leads to these is not a part of it. Of a quotient
        that is ``partial`` it has the games that are reached. Raises `RulesetError` where none is.
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
    """Return the misère quotient of the components that play from some positions leads to, and of all their sums.

    It grows game by game, those of the shortest plays first, for `steps` or for `seconds`. What was proved for
    positions of the same rulesets is kept in the cache of tables, and gone on from where these lead to the same games.
    Raises `RulesetError` where a move ends the game at once, for loopy rules, and where the same player may move again;
    `OverBudgetError` where there is too much to look at, `CycleError`, and `MissingPackageError` without NumPy.

    Cost: all options of all components are looked at once; then that of the finite check, which depends on the order.

    >>> import grundy
    >>> @grundy.ruleset
    ... def queen(x, y):
    ...     yield from ((a, y) for a in range(x))
    ...     yield from ((x, b) for b in range(y))
    ...     yield from ((x - k, y - k) for k in range(1, min(x, y) + 1))
    >>> print(find_state_quotient(queen(3, 3)))
    order 10, 2 P; proved for all sums of what the positions lead to (8 games)
    """
    require("numpy", Message("what.quotient"))
    from grundy.theory.quotient_games import ListedGames
    from grundy.theory.quotient_growth import Bounds, Growth, Stop

    components = [component for position in positions for component in position.components]
    for position in positions:
        position.misere.check_moves()
    games, numbers, names = _listed(components)
    key = _key(components)
    known: StateQuotient | None = tables.get(key)
    if known is not None and known.games != games:
        known = None
    growth = Growth(
        ListedGames(list(map(list, games))), None if known is None else known.monoid, Bounds(steps, seconds)
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
        told = Message(f"quotient.stopped.{reason}") if reason else None
        found = StateQuotient(growth.monoid, told, before + growth.steps, games, numbers, names)
        tables.put(key, found, found.memory_bytes + 200 * len(numbers))
    return found


def kept_state_quotient(position: Position) -> StateQuotient | None:
    """Return what was proved for positions of the same rulesets, also where it does not reach this one."""
    return tables.get(_key(position.components))


def known_state_quotient(components: Iterable[Component]) -> StateQuotient | None:
    """Return a quotient that was found before and has the values of all components; None without one."""
    asked = list(components)
    known: StateQuotient | None = tables.get(_key(asked))
    return known if known is not None and all(map(known.reaches, asked)) else None


def quick_state_quotient(position: Position) -> StateQuotient | None:
    """Return a quotient for a position, if it is known or takes about a second; what fails is not tried again."""
    known = known_state_quotient(position.components)
    if known is not None or not available("numpy"):
        return known
    steps = min(limits.budget().search_options, _QUICK_STEPS if available("numba") else _PLAIN_STEPS)
    tried = kept_state_quotient(position)
    if tried is not None and tried.steps >= steps:
        return None
    with limits.limited(search_options=min(_QUICK_OPTIONS, limits.budget().search_options)):
        found = find_state_quotient(position, steps=steps, seconds=None)
    return found if found.status == "proved" else None


def _key(components: Iterable[Component]) -> tuple[str, frozenset[Ruleset]]:
    return ("state-quotient", frozenset(component.ruleset for component in components))


def _listed(
    components: list[Component],
) -> tuple[tuple[tuple[Sum, ...], ...], dict[Component, int], tuple[str, ...]]:
    """Return the options of games 1, 2, ..., the game of each component, and the names of games 0, 1, ...

    Games are in the order of their longest plays.
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
