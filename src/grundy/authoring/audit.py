"""The audit of a ruleset: explores small positions and looks for faults of the declaration itself."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, is_dataclass
from itertools import islice, product
from random import Random
from typing import TYPE_CHECKING, Any

from grundy.core.components import Component
from grundy.core.functions import FunctionRuleset
from grundy.core.position import Position
from grundy.core.ruleset import Ruleset
from grundy.core.values import WIN, together
from grundy.errors import RulesetError
from grundy.messages import figure
from grundy.nimbers import mex
from grundy.runtime import progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.components import Option
    from grundy.core.ruleset import Ruleset

MOST_STATES = 3000
DEEPEST = 10_000
_GUESSED = {1: 24, 2: 6, 3: 3}  # whole numbers up to these are the starts where none is given
_MOST_OPTIONS = 100_000  # of one state; beyond them there may be no end
_MOST_STEPS = 100_000  # moves looked at for a shorter cycle than the first one
_SHOWN = 8  # states of a cycle or a descent


@dataclass(frozen=True)
class Finding:
    """A fault: its kind, the smallest position that shows it among those seen, and what it shows."""

    kind: str
    state: Any
    words: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}"


@dataclass(frozen=True)
class Report:
    """What an audit found, and what it covered: how many states, whether these are all, the longest game."""

    name: str
    findings: tuple[Finding, ...]
    states: int
    complete: bool
    longest: int
    checked: tuple[str, ...]
    note: str = ""  # what is no fault, but good to know

    def __bool__(self) -> bool:
        """Say whether no fault was found."""
        return not self.findings

    def __str__(self) -> str:
        """Write the findings, or what was covered."""
        extent = "all that can be reached" if self.complete else "the first that were met"
        covered = (
            f"{figure(self.states)} states looked at ({extent}; the longest game in full view takes "
            f"{figure(self.longest)} moves); checked: {', '.join(self.checked)}"
        )
        note = f"\n{self.name}: {self.note}" if self.note else ""
        if self.findings:
            return "\n".join([*map(str, self.findings), f"({self.name}: {covered})"]) + note
        return f"{self.name}: no fault found; {covered}. Small positions are no proof for large ones.{note}"


def audit(rules: Ruleset, *starts: Any, states: int = MOST_STATES, depth: int = DEEPEST) -> Report:
    """Explore the positions below `starts` and look for faults of `rules` itself.

    Looks for: states that cannot be hashed or are mutable, or that a call changes; options that differ
    between two calls; two options of one label with different results; cycles; descents of more than
    `depth` moves; `canonical` or `components` that change a value; texts that read back as something else;
    and exceptions. Other declared rulesets that options lead to are audited as well. A text that does not
    read back at all is a fault where both `parse` and `format` are declared, else the report notes it.
    Of each kind of fault the smallest position seen is reported: that with the shortest longest game.
    At most `states` states are looked at, depth first, so that small ones come soon. Without `starts`,
    whole numbers are tried; raises `RulesetError` if they are no states of this ruleset.

    Values are found from the options alone here, with no help of what is audited. Time is that of two
    or three calls for each state. No fault in small positions is no proof for large ones.

    >>> import grundy
    >>> @grundy.ruleset(canonical=lambda a, b: (0, a + b))
    ... def two_heaps(a, b):
    ...     yield from ((k, b) for k in range(a))
    ...     yield from ((a, k) for k in range(b))
    >>> print(audit(two_heaps).findings[0])
    canonical changes the value: two_heaps(1, 1) is worth 0, its canonical form two_heaps(0, 2) is worth 2
    """
    why = _mutable_rules(rules)
    if why:
        return Report(
            rules.name, (Finding("a ruleset is mutable", None, why),), 0, complete=False, longest=0, checked=()
        )
    guessed = not starts
    explored = _Exploration(rules, states, depth)
    explored.explore([Component(rules, start) for start in starts or _guesses(rules)], guessed=guessed)
    _check_values(explored)
    return explored.report()


def _guesses(rules: Ruleset) -> list[Any]:
    parameters = getattr(rules, "parameters", 1)
    most = _GUESSED.get(parameters)
    if most is None or rules.declares("parse"):
        why = "reads states by its own parse" if rules.declares("parse") else f"has states of {parameters} values"
        words = "give a state to begin with: --from STATE on the command line, a further argument of audit in Python"
        raise RulesetError(f"{rules.name} {why}, so that none can be guessed; {words}")
    numbers = range(most + 1)
    return list(numbers) if parameters == 1 else sorted(product(numbers, repeat=parameters), key=sum)


class _Exploration:
    """The states that were met, their options, and the faults that show at once.

    A node is a component: a state of the ruleset itself, or of another declared one that its options lead
    to. Built-in rulesets are trusted with their values.
    """

    def __init__(self, rules: Ruleset, states: int, depth: int) -> None:
        self.rules = rules
        self.options: dict[Component, list[Option]] = {}
        self.done: dict[Component, int] = {}  # nodes with all that can be reached from them: their longest game
        self.complete = True
        self.note = ""  # what is no fault, but good to know
        self._found: dict[str, list[tuple[Component, str]]] = {}
        self._states = states
        self._depth = depth
        self._random = Random(0)
        self._looped = False
        self._looked = 0
        self._below: dict[Component, list[Component]] = {}  # the nodes that options lead to, each once
        self._fine: set[Component] = set()  # nodes whose states are hashable and do not change
        self._failed: set[Component] = set()  # nodes that have raised an exception
        self._trusted: dict[Component, int] = {}  # values of built-in rulesets
        self._values: dict[Component, int] = {}

    def found(self, kind: str, node: Component, words: str) -> None:
        self._found.setdefault(kind, []).append((node, words))

    def show(self, node: Component) -> str:
        try:
            return node.ruleset.label(node.state)
        except Exception:  # noqa: BLE001 - a text for an error message
            return repr(node.state)

    def explore(self, starts: Iterable[Component], *, guessed: bool = False) -> None:
        """Look at all below `starts`, depth first, until there are enough states."""
        for start in starts:
            if not self._is_declared(start.ruleset) or not self._is_hashable(start, None):
                continue
            if guessed and not self.options:  # the first guess; what a later one raises is a finding
                self._try(start)
            self._descend(start)
            if len(self.options) >= self._states:
                self.complete = False
                break

    def allow_more(self) -> None:
        """Let as many states again be looked at: canonical forms and components may be new ones."""
        self._states += len(self.options)

    def is_known(self, node: Component) -> bool:
        """Say whether a node has a value: from the options of all below it, or as a built-in ruleset's."""
        return not self._is_declared(node.ruleset) or (_hashable(node.state) and node in self.done)

    def value_of(self, node: Component) -> int:
        """Return the value of a node that is known, from the options alone."""
        if not self._is_declared(node.ruleset):
            return node.ruleset.value(node.state)
        for below in self._postorder(node) if node not in self._values else ():
            worths = [self._worth(option) for option in self.options[below]]
            self._values[below] = WIN if WIN in worths else mex(worth for worth in worths if worth is not None)
        return self._values[node]

    def report(self) -> Report:
        """Return the smallest finding of each kind."""
        if self._looped:
            self._report_cycle()
        findings = []
        for kind, found in self._found.items():
            node, words = min(found, key=lambda one: self._size(one[0]))
            findings.append(Finding(kind, node.state, words))
        checked = ["hashing", "mutation", "repeated calls", "labels", "cycles", "descents"]
        checked += [name for name in ("canonical", "components") if self.rules.declares(name)]
        if not self.note:
            checked.append("text")
        longest = max(self.done.values(), default=0)
        return Report(
            self.rules.name, tuple(findings), len(self.options), self.complete, longest, tuple(checked), self.note
        )

    def _is_declared(self, rules: Ruleset) -> bool:
        """Say whether a ruleset is audited as well, and not trusted."""
        return (
            rules is self.rules
            or isinstance(rules, FunctionRuleset)
            or not type(rules).__module__.startswith("grundy.")
            or rules == self.rules
        )

    def _size(self, node: Component) -> tuple[float, int, str]:
        shown = self.show(node)
        height = self.done.get(node, float("inf")) if _hashable(node.state) else float("inf")
        return height, len(shown), shown

    def _worth(self, option: Option) -> int | None:
        """Return what an option is worth; WIN if it ends the game, None if it hands the opponent a WIN."""
        if option.ends:
            return WIN
        total = 0
        for part in option.components:
            value = self._values[part] if self._is_declared(part.ruleset) else self._trusted[part]
            if value == WIN:
                return None
            total ^= value
        return total

    def _postorder(self, node: Component) -> Iterator[Component]:
        stack, seen = [(node, iter(self._below[node]))], {node}
        while stack:
            here, below = stack[-1]
            for child in below:
                if child not in seen and child not in self._values:
                    seen.add(child)
                    stack.append((child, iter(self._below[child])))
                    break
            else:
                stack.pop()
                yield here

    def _try(self, start: Component) -> None:
        try:
            list(islice(start.ruleset.moves(start.state), _MOST_OPTIONS))
        except Exception as error:
            words = f"expected a state of {self.rules.name} to begin with (--from STATE); of the whole numbers"
            raise RulesetError(f"{words} {self.show(start)} is none: {type(error).__name__}: {error}") from error

    def _descend(self, start: Component) -> None:
        """Walk depth first from `start`; note cycles, and descents that are too long."""
        if start in self.options:
            return
        stack = [(start, self._children(start))]
        path = {start: None}
        while stack:
            here, children = stack[-1]
            child = next(children, None)
            if child is None:
                stack.pop()
                del path[here]
                below = self._below[here]
                if here not in self._failed and all(part in self.done for part in below):
                    self.done[here] = 1 + max([-1, *(self.done[part] for part in below)]) if self.options[here] else 0
                continue
            if child in path:
                self._looped = True
            elif child not in self.options:
                if len(stack) > self._depth:
                    self._report_descent(list(path))
                    self.complete = False
                    return
                if len(self.options) >= self._states and len(stack) < self._states // 2:  # a deep one may have no end
                    self.complete = False
                    continue
                path[child] = None
                stack.append((child, self._children(child)))

    def _children(self, node: Component) -> Iterator[Component]:
        """Look at a node, and return its parts in some order."""
        options = self._look(node)
        parts = [
            part
            for option in options
            for part in option.components
            if self._is_declared(part.ruleset) and self._is_hashable(part, (node, option))
        ]
        self.options[node] = [option for option in options if all(_hashable(part.state) for part in option.components)]
        below = self._below[node] = list(dict.fromkeys(parts))
        return iter(self._random.sample(below, len(below)))

    def _look(self, node: Component) -> list[Option]:
        """Return the options of a node, having checked all that one state shows by itself."""
        (rules, state), shown = node, self.show(node)
        given = deepcopy(state)
        try:
            options, again = (list(islice(rules.moves(one), _MOST_OPTIONS)) for one in (given, deepcopy(state)))
        except Exception as error:  # noqa: BLE001 - whatever the user's function raises is the finding
            self._failed.add(node)
            self.found("an exception", node, f"{shown} raises {type(error).__name__}: {error}")
            return []
        self._looked += len(options)
        progress.report(self._looked, None)
        if len(options) == _MOST_OPTIONS:
            self._failed.add(node)
            self.found("options without end", node, f"{shown} has at least {figure(_MOST_OPTIONS)} options")
            return []
        if given != state and not _mutable(state):
            words = f"{shown} is {self.show(Component(rules, given))} after its options were made"
            self.found("a move changes its argument", node, words)
        if (
            options != again
            and _bag(options) != _bag(again)
            and not any(_mutable(part) for option in options for _, part in option.components)
        ):
            words = f"{shown} has the options {_some(options)}, and when asked again {_some(again)}"
            self.found("options change between calls", node, words)
        self._check_labels(node, options)
        self._check_text(node)
        self._take_values(node, options)
        return options

    def _take_values(self, node: Component, options: list[Option]) -> None:
        """Take the values of parts under built-in rulesets; they may be too much work."""
        try:
            for part in (part for option in options for part in option.components):
                if not self._is_declared(part.ruleset) and part not in self._trusted:
                    self._trusted[part] = part.ruleset.value(part.state)
        except Exception as error:  # noqa: BLE001 - any of them leaves the node without a value
            self._failed.add(node)
            self.found("an exception", node, f"the value of {self.show(node)} raises {type(error).__name__}: {error}")

    def _check_labels(self, node: Component, options: list[Option]) -> None:
        first: dict[Any, Option] = {}
        for option in options:
            other = first.setdefault(option.move, option)
            if other is not option and _result(other) != _result(option):
                results = " and to ".join(self._show_result(one) for one in (other, option))
                self.found("one label, two results", node, f"{self.show(node)}: {option.move!r} leads to {results}")

    def _check_text(self, node: Component) -> None:
        """Check that the text of a state reads back; one that nobody declared need not."""
        rules, state = node
        if not (rules is self.rules or self._is_declared(rules)):
            return
        declared = rules.declares("parse") and rules.declares("format")
        text = None
        try:
            text = rules.format(state)
            found = rules.parse(text)
        except Exception as error:  # noqa: BLE001 - whatever the user's functions raise is the finding
            if declared:
                written = "cannot be written" if text is None else f"is written as {text!r}, which fails"
                self.found("the text does not read back", node, f"{state!r} {written}: {error}")
            else:
                self.note = self.note or (
                    f"the text of {text or repr(state)} does not read back, so that it cannot be typed; "
                    "parse and format can be declared"
                )
            return
        if found != state:
            words = f"{state!r} is written as {text!r}, which reads as {found!r}"
            self.found("the text does not read back", node, words)

    def _is_hashable(self, node: Component, origin: tuple[Component, Option] | None) -> bool:
        """Say whether a state can be hashed; note where it cannot, or where its content may change."""
        state = node.state
        hashable = _hashable(state)
        if hashable and node in self._fine:
            return True
        why = _mutable(state) if hashable else f"is a {type(state).__name__}"
        if why:
            source = node if origin is None else origin[0]
            move = "" if origin is None else f"{self.show(source)}, {origin[1].move!r}: "
            self.found(f"a state {'is mutable' if hashable else 'cannot be hashed'}", source, f"{move}{state!r} {why}")
        else:
            self._fine.add(node)
        return not why

    def _show_result(self, option: Option) -> str:
        if option.ends:
            return "the end of the game"
        return " + ".join(map(self.show, option.components)) or "nothing"

    def _report_descent(self, path: list[Component]) -> None:
        """Report a descent from the smallest text in its first half on: each of these states shows it."""
        first = min(range(len(path) // 2 + 1), key=lambda place: self._size(path[place]))
        shown = " -> ".join(self.show(node) for node in path[first : first + _SHOWN])
        words = f"{shown} -> ... is at no end after {figure(len(path) - first)} moves (--depth allows more)"
        self.found("a descent without end", path[first], words)

    def _report_cycle(self) -> None:
        """Report a cycle: the shortest one through the first nodes, by size, of the smallest knot.

        A knot is a set of nodes that all lead to each other. One look around a node takes as long as the knot
        is large; so there is one at least, and more while they take little.
        """
        graph = {node: self._below[node] for node in self.options if node not in self.done}
        knot = min(map(set, _knots(graph)), key=len)
        best: list[Component] = []
        steps = 0
        for start in sorted(knot, key=self._size):
            cycle, looked = _cycle_from(start, graph, knot)
            best = cycle if not best or len(cycle) < len(best) else best
            steps += looked
            if steps > _MOST_STEPS:
                break
        shown = [self.show(node) for node in best[:_SHOWN]] + ["..."] * (len(best) > _SHOWN)
        self.found("a cycle", best[0], " -> ".join([*shown, self.show(best[0])]))


def _knots(graph: dict[Component, list[Component]]) -> Iterator[list[Component]]:
    """Yield the strongly connected sets of nodes that hold a cycle (Tarjan, 1972), in linear time."""
    number: dict[Component, int] = {}
    lowest: dict[Component, int] = {}
    waiting: dict[Component, None] = {}
    for root, below in graph.items():
        stack = [] if root in number else [(root, iter(below))]
        while stack:
            node, children = stack[-1]
            if node not in number:
                number[node] = lowest[node] = len(number)
                waiting[node] = None
            for child in children:
                if child in graph and child not in number:
                    stack.append((child, iter(graph[child])))
                    break
                if child in waiting:
                    lowest[node] = min(lowest[node], number[child])
            else:
                stack.pop()
                if stack:
                    lowest[stack[-1][0]] = min(lowest[stack[-1][0]], lowest[node])
                if lowest[node] == number[node]:
                    knot = _taken(waiting, node)
                    if len(knot) > 1 or node in graph[node]:
                        yield knot


def _taken(waiting: dict[Component, None], last: Component) -> list[Component]:
    """Take the newest nodes down to `last`."""
    taken = []
    while last in waiting:
        taken.append(waiting.popitem()[0])
    return taken


def _cycle_from(
    start: Component, graph: dict[Component, list[Component]], knot: set[Component]
) -> tuple[list[Component], int]:
    """Return a shortest cycle that begins with `start`, breadth first within its knot, and the steps taken."""
    back: dict[Component, Component] = {}
    queue, steps = [start], 0
    for node in queue:
        for child in graph[node]:
            steps += 1
            if child == start:
                cycle = [node]
                while cycle[-1] != start:
                    cycle.append(back[cycle[-1]])
                return cycle[::-1], steps
            if child in knot and child not in back:
                back[child] = node
                queue.append(child)
    return [], steps


def _check_values(explored: _Exploration) -> None:
    """Compare the values of states with those of their canonical forms and of their components."""
    explored.allow_more()
    for node in sorted(explored.done, key=explored.done.__getitem__):
        rules: Any = node.ruleset
        for name in (name for name in ("canonical", "components") if rules.declares(name)):
            given = deepcopy(node.state)
            try:
                made = rules.canonical(given) if name == "canonical" else rules.components(given)
                if name == "components" and isinstance(made, str) and len(made) > 1:
                    words = f"components of {explored.show(node)} gives one text, which is read as its letters"
                    explored.found("components are letters", node, f"{words}; expected a list of states")
                    continue
                parts = list(_nodes(rules, [made] if name == "canonical" else made))
                explored.explore(parts)
                values = map(explored.value_of, parts)
                known = all(map(explored.is_known, parts)) and (explored.value_of(node), together(values))
            except Exception as error:  # noqa: BLE001 - whatever the user's function raises is the finding
                words = f"{name} of {explored.show(node)} raises {type(error).__name__}: {error}"
                explored.found("an exception", node, words)
                continue
            if given != node.state:
                explored.found("a move changes its argument", node, f"{name} changes {explored.show(node)}")
            elif known and known[0] != known[1]:
                _report_values(explored, name, node, parts, known)


def _nodes(rules: Ruleset, parts: Iterable[Any]) -> Iterator[Component]:
    for part in parts:
        yield from part.components if isinstance(part, Position) else (Component(rules, part),)


def _report_values(
    explored: _Exploration, name: str, node: Component, parts: list[Component], worth: tuple[int, int]
) -> None:
    shown = " + ".join(str(Position.of([part])) for part in parts) or "nothing"
    what = "its canonical form" if name == "canonical" else "its components"
    verb = "is" if name == "canonical" else "are"
    kind = f"{name} change{'s' if name == 'canonical' else ''} the value"
    words = f"{explored.show(node)} is worth {worth[0]}, {what} {shown} {verb} worth {worth[1]}"
    explored.found(kind, node, words)


def _mutable_rules(rules: Ruleset) -> str:
    """Say why a ruleset may not stand for itself in a memo, if that can be seen."""
    kind: Any = type(rules)
    if not _hashable(rules):
        return f"{kind.__name__} cannot be hashed; a frozen dataclass can"
    if kind.__hash__ is object.__hash__ and vars(rules):
        return f"{kind.__name__} is equal to nothing but itself; a frozen dataclass is equal by content"
    if is_dataclass(rules) and not kind.__dataclass_params__.frozen:
        return f"{kind.__name__} is a dataclass that is not frozen"
    return ""


def _hashable(state: Any) -> bool:
    try:
        hash(state)
    except TypeError:
        return False
    return True


def _mutable(state: Any) -> str:
    """Say why a hashable state may change under the hands of the search, if that can be seen."""
    kind = type(state)
    by_identity = all(getattr(kind, name) is getattr(object, name) for name in ("__hash__", "__eq__"))
    if by_identity and state is not None and state is not ... and kind is not object and not callable(state):
        return "is equal to nothing but itself; a frozen dataclass is equal by content"
    if is_dataclass(state) and not kind.__dataclass_params__.frozen:
        return "is a dataclass that is not frozen"
    return next(filter(None, map(_mutable, state)), "") if isinstance(state, tuple | frozenset) else ""


def _result(option: Option) -> tuple[bool, Any]:
    """Return what an option leads to, comparable: by content, for equal sets may be written differently."""
    return option.ends, Counter(part if _hashable(part) else repr(part) for part in option.components)


def _bag(options: list[Option]) -> Counter[Any]:
    bag: Counter[Any] = Counter()
    for option in options:
        ends, parts = _result(option)
        bag[option.move if _hashable(option.move) else repr(option.move), ends, frozenset(parts.items())] += 1
    return bag


def _some(options: list[Option]) -> str:
    shown = ", ".join(str(option.move) for option in options[:_SHOWN])
    return f"[{shown}{', ...' if len(options) > _SHOWN else ''}]"
