"""Sums in which equal components do not cancel: misère play and lengths of play are searched on them.

A component gets a *number*, the same as all others that the question cannot tell from it, and a sum
is the sorted tuple of its components' numbers. Components without options are 0 and drop out. That
much is right for every question that depends on the tree of play alone; `ComponentClasses` of a question may
know more components that are equivalent.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import contextmanager
from threading import get_ident
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from grundy.core.components import Component
from grundy.core.position import Position
from grundy.errors import CycleError, OverBudgetError, RulesetError, exception_words
from grundy.messages import Message
from grundy.runtime import limits
from grundy.runtime.bounds import Bounds
from grundy.runtime.garbage import rare_collections
from grundy.runtime.table_cache import tables
from grundy.search.coroutines import answered
from grundy.search.source import ENDS, Ends

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from grundy.core.components import Option

    # Works a value out: yields the nodes whose values it needs, is sent these, and returns its own.
    Asking = Generator[Any, Any, Any]

Sum = tuple[int, ...]

_WAITING = 2500  # bytes of a coroutine with the options that it has seen
_FORM = 400  # bytes of a form without its options, and of one of its options below
_OPTION = 100
_SURELY_THERE = 2**24  # bytes that the classes may always take


def evaluate(start: Any, ask: Callable[[Any], Asking], counted: CountedOptions) -> Any:
    """Return the value of `start`, which `ask` works out from the values of other nodes.

    The memo of `counted` is added to: final values only. Raises `CycleError` where nodes wait for each other in a
    circle, `OverBudgetError` as `search.exhaustive` does.
    """
    try:
        with rare_collections():
            return answered(start, lambda node: (node, _kept(node, ask(node), counted.memo)), counted)
    finally:
        counted.record()


def _kept(node: Any, asking: Asking, memo: dict[Any, Any]) -> Asking:
    """Work a value out, and keep it in the memo."""
    memo[node] = value = yield from asking
    return value


class CountedOptions(Bounds):
    """The options of nodes, counted, and the memo of their values."""

    __slots__ = ("_options", "memo")

    def __init__(self, options: Callable[[Any], Iterable[tuple[Any] | Ends]], memo: dict[Any, Any]) -> None:
        """Begin to count."""
        super().__init__(_WAITING, memo)
        self._options = options
        self.memo = memo

    def options(self, node: Any) -> Iterator[tuple[Any] | Ends]:
        """Yield the options of a node."""
        for option in self._options(node):
            self.step()
            yield option


class ComponentClasses(ABC):
    """The components that have been met, by number, with the options of each number and a fact about it.

    All options of all states that can be reached from a component are looked at once, and those of each
    number are kept.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._numbers: dict[Any, int] = {}
        self._kept: dict[frozenset[Sum | Ends], int] = {}
        self._weigh_at = _SURELY_THERE
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
        """The components that have been looked at, with their numbers."""
        return self._numbers

    def numbers(self, component: Component) -> list[int]:
        """Return the numbers of the components into which a component falls."""
        return [self._number(node) for node in nodes_of(component)]

    def after(self, option: Option) -> list[int]:
        """Return the numbers of what an option leaves."""
        return [number for part in option.components for number in self.numbers(part)]

    def successors(self, node: Sum) -> Iterator[tuple[Sum] | Ends]:
        """Yield what the options of a sum lead to, each sum as one node."""
        for index, number in enumerate(node):
            if index and node[index - 1] == number:
                continue
            rest = node[:index] + node[index + 1 :]
            for option in self.options_of(number):
                yield option if isinstance(option, Ends) else (self.add(rest + option),)

    def options_of(self, number: int) -> Iterable[Sum | Ends]:
        """Return the options of components of this number."""
        return self.options[number]

    def counted(self, memo: dict[Any, Any]) -> CountedOptions:
        """Return what counts and bounds a search of sums."""
        return CountedOptions(self.successors, memo)

    def keep(self, options: frozenset[Sum | Ends], fact: object) -> int:
        """Return the number of the form with these options; the fact is kept where it is new."""
        number = self._kept.get(options)
        if number is None:
            size = self.bytes + _FORM + _OPTION * len(options)
            if size > self._weigh_at:  # asking for what is available takes long
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
                number = self._numbers.get(component)
            return self._searched(component) if number is None else number
        except TypeError as error:
            if "unhashable" not in exception_words(error):
                raise
            raise RulesetError("error.state-hashable", name=component.ruleset.name, error=str(error)) from error

    def _searched(self, component: Component) -> int:
        """Look at all that can be reached from a component."""
        if component.ruleset.loopy:
            raise RulesetError("error.loopy-undecided", name=component.ruleset.name)
        below = component.ruleset.options_below(component.state)
        allowed = limits.budget().search_options
        if below is not None and below > allowed:
            raise OverBudgetError(Message("over.options-below"), below, allowed, "options")
        counted = CountedOptions(self._leads_to, self._numbers)
        try:
            return int(evaluate(component, lambda node: self._ask(node, counted), counted))
        except CycleError as error:
            raise CycleError([getattr(node, "state", node) for node in error.cycle]) from None

    def _leads_to(self, component: Component) -> Iterator[tuple[Any] | Ends]:
        """Yield the options of a component, each as one node, for equal parts do not cancel."""
        for option in component.ruleset.moves(component.state, named=False):
            if option.again:
                raise RulesetError("error.again", name=component.ruleset.name, what=Message("again.lengths"))
            yield ENDS if option.ends else (tuple([node for part in option.components for node in nodes_of(part)]),)

    def _ask(self, component: Component, counted: CountedOptions) -> Asking:
        """Find the number of a component from its options."""
        found: set[Sum | Ends] = set()
        for option in counted.options(component):
            if isinstance(option, Ends):
                found.add(option)
                continue
            numbers = []
            for part in option[0]:
                number = self.at_once(part)
                if number is None:
                    number = self._numbers.get(part)
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
    """What is found out about one question, to be asked again."""

    @property
    def bytes(self) -> int:
        """About how many bytes it takes."""


Found = TypeVar("Found", bound=Kept)


@contextmanager
def thread_table(name: str, make: Callable[[], Found]) -> Iterator[Found]:
    """Work with what this thread keeps under `name` in the cache of tables, made if it is not there.

    If it takes more than half of the memory that it may take, it is made new: further results need memory, too.
    """
    key = (name, get_ident())
    found: Found | None = tables.get(key)
    if found is None or (found.bytes > _SURELY_THERE and 2 * found.bytes > limits.table_bytes()):
        found = make()
    try:
        yield found
    finally:
        tables.put(key, found, found.bytes)


def _order(option: Sum | Ends) -> tuple[int, Sum]:
    return (-1, ()) if isinstance(option, Ends) else (len(option), option)
