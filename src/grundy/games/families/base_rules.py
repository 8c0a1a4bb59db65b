"""What the rulesets on grids, graphs and numbers have in common: options, and checks of states."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from grundy.core.components import Component, Option
from grundy.core.ruleset import Ruleset
from grundy.errors import RulesetError
from grundy.runtime.messages import Message
from grundy.theory.explain.reductions import Reduction

if TYPE_CHECKING:
    from grundy.core.solution import Solution


class OneStateRules(Ruleset):
    """Rulesets whose moves leave one state of the same rules."""

    def option(self, state: Any, move: str) -> Option:
        """Return the option of a move that leaves `state`."""
        return Option(move, (Component(self, state),))


class SetRules(OneStateRules):
    """Rulesets whose states are sets, as bits: of cells of a grid, or of vertices or edges of a graph."""

    most_compiled: ClassVar[int] = 0  # members of the full set up to which long searches use machine code
    expected_state: ClassVar[str] = ""  # the kind of the message that says what a state is

    @abstractmethod
    def full(self) -> int:
        """Return the largest state: the set of all members."""

    @property
    def compiled(self) -> bool:  # type: ignore[override] # a constant elsewhere
        """Whether searches that take long go on as machine code."""
        return self.full().bit_length() <= self.most_compiled

    def check(self, state: Any) -> Any:
        """Return the state; raise `RulesetError` if it is not a set of members of `full`."""
        if type(state) is not int or not 0 <= state <= self.full():
            raise self.not_a_state(state)
        return state

    def not_a_state(self, state: Any) -> RulesetError:
        """Return the error that says what a state is."""
        return RulesetError("error.expected", expected=Message(self.expected_state), found=repr(state))

    def reduction(self, state: Any, solution: Solution) -> Reduction | None:
        """Say that no formula is known. Rulesets with a theory override it."""
        del state, solution
        return Reduction("reduction.searched")


def is_pair_of_integers(state: Any) -> bool:
    """Return whether `state` is a tuple of two integers."""
    return isinstance(state, tuple) and len(state) == 2 and all(type(part) is int for part in state)
