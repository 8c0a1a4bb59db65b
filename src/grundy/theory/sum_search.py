"""Search of sums in which equal components do not cancel, for misère play and lengths of play.

Each component gets a *number*; components with equal options get the same number. A sum is the sorted tuple of the
numbers of its components. Components without options have number 0 and are left out. This is right for every question
that depends on the tree of play alone. The `ComponentClasses` of a question may give one number to further components
that are equivalent for this question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import contextmanager
from itertools import islice
from threading import get_ident
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from grundy.core.abilities import options_below
from grundy.core.components import Component
from grundy.core.mistakes import explain, unhashable
from grundy.core.position import Position
from grundy.core.search.coroutines import answered
from grundy.core.search.source import ENDS, Ends
from grundy.errors import CycleError, OverBudgetError, RulesetError, exception_words
from grundy.runtime import limits
from grundy.runtime.bounds import Memo, SearchCounts
from grundy.runtime.garbage import rare_collections
from grundy.runtime.messages import Message
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from grundy.core.components import Option

    # Works a value out: yields the nodes whose values it needs, is sent these, and returns its own.
    Asking = Generator[Any, Any, Any]

Sum = tuple[int, ...]

_WAITING = 2500  # bytes of a coroutine with the options that it has seen
_FORM = 400  # bytes of a form without its options
_OPTION = 100  # bytes of an option of a form


def evaluate(start: Any, ask: Callable[[Any], Asking], counted: CountedOptions) -> Any:
    """Return the value of `start`, which `ask` computes from the values of other nodes.

    Final values are added to the memo of `counted`. Raises `CycleError` if nodes depend on each other in a cycle,
    `OverBudgetError` as `search.exhaustive` does.
    """
    try:
        with rare_collections():
            return answered(start, lambda node: (node, ask(node)), counted, counted.memo)
    finally:
        counted.record()


class CountedOptions(SearchCounts):
    """The options of nodes, counted, and the memo of their values."""

    __slots__ = ("_options", "memo")

    def __init__(self, options: Callable[[Any], Iterable[tuple[Any] | Ends]], memo: Memo[Any]) -> None:
        super().__init__(_WAITING, memo)
        self._options = options
        self.memo = memo.values

    def options(self, node: Any) -> Iterator[tuple[Any] | Ends]:
        """Yield the options of a node."""
        for option in self._options(node):
            self.looked += 1  # `step`, without a call for each option
            if self.looked >= self.look_at:
                self.look_at = self.look(self.looked, node)
            yield option


class ComponentClasses(ABC):
    """The visited components by number, with the options of each number and a fact about it.

    All options of all states that can be reached from a component are visited once. The options of each number are
    stored.
    """

    def __init__(self) -> None:
        self._numbers: Memo[Any] = Memo()
        self._kept: dict[frozenset[Sum | Ends], int] = {}
        self._weigh_at = limits.SURELY_AVAILABLE
        self.options: dict[int, tuple[Sum | Ends, ...]] = {}
        self.facts: dict[int, Any] = {}
        self.bytes = 0

    @abstractmethod
    def add(self, numbers: Iterable[int]) -> Sum:
        """Return the sum of components of these numbers."""

    @abstractmethod
    def form(self, options: frozenset[Sum | Ends]) -> int:
        """Return the number of a component with these options."""

    def at_once(self, component: Component) -> int | None:
        """Return the number of a component if it is known without its options."""
        del component
        return None

    @property
    def known(self) -> dict[Component, int]:
        """The visited components, with their numbers."""
        return self._numbers.values

    def numbers(self, component: Component) -> list[int]:
        """Return the numbers of the components into which a component falls."""
        return [self._number(node) for node in nodes_of(component)]

    def after(self, option: Option) -> list[int]:
        """Return the numbers of the components that an option leaves."""
        return [number for part in option.components for number in self.numbers(part)]

    def successors(self, node: Sum) -> Iterator[tuple[Sum] | Ends]:
        """Yield the results of the options of a sum: a tuple of one sum, or an end of the game."""
        for index, number in enumerate(node):
            if index and node[index - 1] == number:
                continue
            rest = node[:index] + node[index + 1 :]
            for option in self.options_of(number):
                if isinstance(option, Ends):
                    yield option
                else:
                    yield (self.add(rest + option) if rest else option,)  # an option of a component is a sum already

    def options_of(self, number: int) -> Iterable[Sum | Ends]:
        """Return the options of components of this number."""
        return self.options[number]

    def counted(self, memo: Memo[Any]) -> CountedOptions:
        """Return the counter of options, with the limits, for a search of sums."""
        return CountedOptions(self.successors, memo)

    def keep(self, options: frozenset[Sum | Ends], fact: object) -> int:
        """Return the number of the form with these options; a new form is stored with the fact."""
        number = self._kept.get(options)
        if number is None:
            size = self.bytes + _FORM + _OPTION * len(options)
            if size > self._weigh_at:  # not each time, because finding the available memory takes long
                allowed = limits.table_bytes()
                if size > allowed:
                    raise OverBudgetError(Message("over.options-memory"), size, allowed, "bytes")
                self._weigh_at = min(allowed, 2 * size)
            self.bytes = size
            number = len(self._kept) + 1
            self.options[number] = tuple(sorted(options, key=_order))
            self.facts[number] = fact
            self._kept[options] = number
        return number

    def _number(self, component: Component) -> int:
        number = self.at_once(component)
        try:
            if number is None:
                number = self._numbers.values.get(component)
            return self._searched(component) if number is None else number
        except TypeError as error:
            if "unhashable" not in exception_words(error):
                raise
            raise unhashable(*component, error) from error

    def _searched(self, component: Component) -> int:
        """Return the number of a component after a visit of all states that it reaches."""
        if component.ruleset.loopy:
            raise RulesetError("error.loopy-undecided", name=component.ruleset.name)
        below = options_below(*component)
        allowed = limits.budget().search_options
        if below is not None and below > allowed:
            raise OverBudgetError(Message("over.options-below"), below, allowed, "options")
        counted = CountedOptions(self._leads_to, self._numbers)
        try:
            return int(evaluate(component, lambda node: self._ask(node, counted), counted))
        except CycleError as error:
            raise CycleError([getattr(node, "state", node) for node in error.cycle]) from None

    def _leads_to(self, component: Component) -> Iterator[tuple[Any] | Ends]:
        """Yield the options of a component, each as the tuple of all its parts: equal parts do not cancel."""
        rules, state = component
        count = 0
        if not rules.declares("components") and not rules.declares("canonical"):
            try:
                for option in rules.options(state):
                    if type(option) is not int and type(option) is not tuple:
                        break
                    count += 1
                    yield ((Component(rules, option),),)  # a state alone: a third of the time that `moves` takes
                else:
                    return
            except Exception as error:
                explain(error, rules, state)
                raise
        for move in islice(rules.moves(state, named=False), count, None):
            if move.again:
                raise RulesetError("error.again", name=rules.name, what=Message("again.lengths"))
            yield ENDS if move.ends else (tuple([node for part in move.components for node in nodes_of(part)]),)

    def _ask(self, component: Component, counted: CountedOptions) -> Asking:
        """Return the number of a component from its options."""
        found: set[Sum | Ends] = set()
        for option in counted.options(component):
            if isinstance(option, Ends):
                found.add(option)
                continue
            numbers = []
            for part in option[0]:
                number = self.at_once(part)
                if number is None:
                    number = self._numbers.values.get(part)
                numbers.append((yield part) if number is None else number)
            found.add(self.add(numbers))
        return self.form(frozenset(found))


def nodes_of(component: Component) -> Iterator[Component]:
    """Yield the components into which a component falls, in canonical form."""
    rules, state = component
    for part in rules.components(state):
        if isinstance(part, Position):
            for other in part.components:
                yield from nodes_of(other)
        else:
            yield Component(rules, rules.canonical(part))


class Kept(Protocol):
    """The results of one question that a thread stores for later calls."""

    @property
    def bytes(self) -> int:
        """The approximate size in bytes."""


Found = TypeVar("Found", bound=Kept)


@contextmanager
def thread_table(name: str, make: Callable[[], Found]) -> Iterator[Found]:
    """Yield the results that this thread has stored under `name` in the cache of tables; `make` creates missing ones.

    If they use more than half of the allowed memory, new ones are created, because further results need memory as well.
    """
    key = (name, get_ident())
    found: Found | None = tables.get(key)
    if found is None or (found.bytes > limits.SURELY_AVAILABLE and 2 * found.bytes > limits.table_bytes()):
        found = make()
    try:
        yield found
    finally:
        tables.put(key, found, found.bytes)


def _order(option: Sum | Ends) -> tuple[int, Sum]:
    return (-1, ()) if isinstance(option, Ends) else (len(option), option)
