"""What some rulesets can do beside what every ruleset does; for the others each function returns None."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from grundy.core.ruleset import Ruleset

__all__ = [
    "CountsOptions",
    "HasNimHeaps",
    "HasOctalHeaps",
    "KeepsTables",
    "KnowsMany",
    "KnowsMoves",
    "known_many",
    "move_nimbers",
    "nim_heap",
    "octal_heap",
    "options_below",
]


@runtime_checkable
class KnowsMany(Protocol):
    """Rulesets that have the nimbers of many states at once; else the values of a sum are found one by one."""

    def known_many(self, states: list[Any]) -> list[int] | None:
        """Return the nimbers of many states; None if no table or formula has all of them."""


@runtime_checkable
class KnowsMoves(Protocol):
    """Rulesets that have the nimbers of all moves of a state at once."""

    def move_nimbers(self, state: Any) -> Iterable[tuple[Any, int]] | None:
        """Return each move of a state with the nimber of the components that it leaves; None if no table has them.

        They are the moves of `Ruleset.moves`, in the same order; none of them ends the game.
        """


@runtime_checkable
class CountsOptions(Protocol):
    """Rulesets that know how much work a state is: a search that is too long is refused before it starts."""

    def options_below(self, state: Any) -> int | None:
        """Return the number of options of all states that play from a state leads to; None if that is costly."""


@runtime_checkable
class KeepsTables(Protocol):
    """Rulesets whose solved tables can be kept in files."""

    def solved(self) -> dict[str, NDArray[Any]]:
        """Return the solved tables in the cache, by name."""

    def adopt(self, tables: dict[str, NDArray[Any]]) -> None:
        """Put tables that `solved` returned into the cache. Raises `RulesetError` if they are not of this ruleset."""


@runtime_checkable
class HasNimHeaps(Protocol):
    """Rulesets with states that are nim heaps by their rules; misère play then does not visit their options."""

    def nim_heap(self, state: Any) -> int | None:
        """Return n if a state is a nim heap of size n, with all smaller heaps as options; else None."""


@runtime_checkable
class HasOctalHeaps(Protocol):
    """Rulesets with states that are heaps of an octal code; misère play then uses the misère quotient of the code."""

    def octal_heap(self, state: Any) -> tuple[str, tuple[int, ...], int] | None:
        """Return an octal code, its digits, and the size of a heap that is the same game as a state; else None.

        Moves of the code leave at most two heaps.
        """


def known_many(rules: Ruleset, states: list[Any]) -> list[int] | None:
    """Return the nimbers of many states at once, as `KnowsMany` does."""
    return rules.known_many(states) if isinstance(rules, KnowsMany) else None


def move_nimbers(rules: Ruleset, state: Any) -> Iterable[tuple[Any, int]] | None:
    """Return the moves of a state with their nimbers, as `KnowsMoves` does."""
    return rules.move_nimbers(state) if isinstance(rules, KnowsMoves) else None


def options_below(rules: Ruleset, state: Any) -> int | None:
    """Return the number of options below a state, as `CountsOptions` does."""
    return rules.options_below(state) if isinstance(rules, CountsOptions) else None


def nim_heap(rules: Ruleset, state: Any) -> int | None:
    """Return the size of the nim heap that a state is, as `HasNimHeaps` does."""
    return rules.nim_heap(state) if isinstance(rules, HasNimHeaps) else None


def octal_heap(rules: Ruleset, state: Any) -> tuple[str, tuple[int, ...], int] | None:
    """Return the heap of an octal code that a state is, as `HasOctalHeaps` does."""
    return rules.octal_heap(state) if isinstance(rules, HasOctalHeaps) else None
