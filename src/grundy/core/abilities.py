"""What some rulesets can do beside what every ruleset does; for the others each function returns None."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from grundy.core.ruleset import Ruleset

__all__ = ["KeepsTables", "known_many", "move_nimbers", "nim_heap", "octal_heap", "options_below"]


def _nothing(_: Any) -> None:
    """Return what rules without an ability say."""


@runtime_checkable
class KeepsTables(Protocol):
    """Rulesets whose solved tables can be kept in files."""

    def solved(self) -> dict[str, NDArray[Any]]:
        """Return the solved tables in the cache, by name."""

    def adopt(self, tables: dict[str, NDArray[Any]]) -> None:
        """Put tables that `solved` returned into the cache. Raises `RulesetError` if they are not of this ruleset."""


def known_many(rules: Ruleset, states: list[Any]) -> list[int] | None:
    """Return the nimbers of many states at once; None if no table or formula has all of them."""
    found: list[int] | None = getattr(rules, "known_many", _nothing)(states)
    return found


def move_nimbers(rules: Ruleset, state: Any) -> Iterable[tuple[Any, int]] | None:
    """Return each move of a state with the nimber of the components that it leaves; None if no table has them.

    They are the moves of `Ruleset.moves`, in the same order; none of them ends the game.
    """
    found: Iterable[tuple[Any, int]] | None = getattr(rules, "move_nimbers", _nothing)(state)
    return found


def options_below(rules: Ruleset, state: Any) -> int | None:
    """Return the number of options of all states that play from a state leads to; None if that is costly.

    By it, a search that is too long is refused before it starts.
    """
    found: int | None = getattr(rules, "options_below", _nothing)(state)
    return found


def nim_heap(rules: Ruleset, state: Any) -> int | None:
    """Return n if a state is by its rules a nim heap of size n; misère play then does not visit its options."""
    found: int | None = getattr(rules, "nim_heap", _nothing)(state)
    return found


def octal_heap(rules: Ruleset, state: Any) -> tuple[str, tuple[int, ...], int] | None:
    """Return an octal code, its digits, and the size of a heap that is the same game as a state; else None.

    Moves of the code leave at most two heaps. Misère play then uses the misère quotient of the code.
    """
    found: tuple[str, tuple[int, ...], int] | None = getattr(rules, "octal_heap", _nothing)(state)
    return found
