"""The audit of a ruleset: explores small positions and looks for faults of the declaration itself."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, is_dataclass
from itertools import islice, product
from random import Random
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError, figure
from grundy.nimbers import mex
from grundy.positions import Position
from grundy.values import WIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.positions import Option
    from grundy.rules import Ruleset

MOST_STATES = 3000
DEEPEST = 10_000
_GUESSED = {1: 24, 2: 6, 3: 3}  # whole numbers up to these are the starts where none is given
_MOST_OPTIONS = 100_000  # of one state; beyond them there may be no end
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
        if self.findings:
            return "\n".join([*map(str, self.findings), f"({self.name}: {covered})"])
        return f"{self.name}: no fault found; {covered}. Small positions are no proof for large ones."


def audit(rules: Ruleset, *starts: Any, states: int = MOST_STATES, depth: int = DEEPEST) -> Report:
    """Explore the positions below `starts` and look for faults of `rules` itself.

    Looks for: states that cannot be hashed or are mutable, or that a call changes; options that differ
    between two calls; two options of one label with different results; cycles; descents of more than
    `depth` moves; `canonical` or `components` that change a value, `parse` that does not read what
    `format` wrote (where both are declared); and exceptions. Of each kind of fault the smallest
    position seen is reported: that with the shortest longest game. At most `states` states are looked at,
    depth first, so that small ones come soon. Without `starts`, whole numbers are tried; raises
    `RulesetError` if they are no states of this ruleset.

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
    guessed = not starts
    explored = _Exploration(rules, states, depth)
    explored.explore(list(starts) or _guesses(rules), guessed=guessed)
    _check_values(explored)
    return explored.report()


def _guesses(rules: Ruleset) -> list[Any]:
    parameters = getattr(rules, "parameters", 1)
    most = _GUESSED.get(parameters)
    if most is None or rules.declares("parse"):
        raise RulesetError(f"expected a state of {rules.name} to begin with (--from STATE), found none")
    numbers = range(most + 1)
    return list(numbers) if parameters == 1 else sorted(product(numbers, repeat=parameters), key=sum)


class _Exploration:
    """The states that were met, their options, and the faults that show at once."""

    def __init__(self, rules: Ruleset, states: int, depth: int) -> None:
        self.rules = rules
        self.options: dict[Any, list[Option]] = {}
        self.done: dict[Any, int] = {}  # states with all that can be reached from them: their longest game
        self.complete = True
        self._found: dict[str, list[tuple[Any, str]]] = {}
        self._states = states
        self._depth = depth
        self._random = Random(0)  # noqa: S311 - a different order, no secret
        self._looped = False
        self._failed: set[Any] = set()  # states that have raised an exception

    def found(self, kind: str, state: Any, words: str) -> None:
        self._found.setdefault(kind, []).append((state, words))

    def show(self, state: Any) -> str:
        try:
            return self.rules.label(state)
        except Exception:  # noqa: BLE001 - a text for an error message
            return repr(state)

    def explore(self, starts: Iterable[Any], *, guessed: bool = False) -> None:
        """Look at all below `starts`, depth first, until there are enough states."""
        for start in starts:
            if not self._is_hashable(start, None):
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

    def value_of(self, state: Any, values: dict[Any, int]) -> int:
        """Return the value of a state that is done, from the options alone."""
        if state not in values:
            for below in self._postorder(state, values):
                worths = [self._worth(option, values) for option in self.options[below]]
                values[below] = WIN if WIN in worths else mex(worth for worth in worths if worth is not None)
        return values[state]

    def report(self) -> Report:
        """Return the smallest finding of each kind."""
        if self._looped:
            self._report_cycle()
        findings = []
        for kind, found in self._found.items():
            state, words = min(found, key=lambda one: self._size(one[0]))
            findings.append(Finding(kind, state, words))
        checked = ["hashing", "mutation", "repeated calls", "labels", "cycles", "descents"]
        checked += [name for name in ("canonical", "components") if self.rules.declares(name)]
        if self.rules.declares("parse") and self.rules.declares("format"):
            checked.append("text")
        longest = max(self.done.values(), default=0)
        return Report(self.rules.name, tuple(findings), len(self.options), self.complete, longest, tuple(checked))

    def _size(self, state: Any) -> tuple[float, int, str]:
        shown = self.show(state)
        try:
            height: float = self.done.get(state, float("inf"))
        except TypeError:
            height = float("inf")
        return height, len(shown), shown

    def _worth(self, option: Option, values: dict[Any, int]) -> int | None:
        """Return what an option is worth; WIN if it ends the game, None if it hands the opponent a WIN."""
        if option.ends:
            return WIN
        total = 0
        for rules, state in option.components:
            value = values[state] if rules == self.rules else rules.value(state)
            if value == WIN:
                return None
            total ^= value
        return total

    def _postorder(self, state: Any, values: dict[Any, int]) -> Iterator[Any]:
        stack, seen = [(state, iter(self._below(state)))], {state}
        while stack:
            here, below = stack[-1]
            for child in below:
                if child not in seen and child not in values:
                    seen.add(child)
                    stack.append((child, iter(self._below(child))))
                    break
            else:
                stack.pop()
                yield here

    def _below(self, state: Any) -> list[Any]:
        options = self.options.get(state, [])
        return [part for option in options for rules, part in option.components if rules == self.rules]

    def _try(self, start: Any) -> None:
        try:
            list(islice(self.rules.moves(start), _MOST_OPTIONS))
        except Exception as error:
            words = f"expected a state of {self.rules.name} to begin with (--from STATE); of the whole numbers"
            raise RulesetError(f"{words} {self.show(start)} is none: {type(error).__name__}: {error}") from error

    def _descend(self, start: Any) -> None:
        """Walk depth first from `start`; note cycles, and descents that are too long."""
        if start in self.options:
            return
        stack = [(start, self._children(start))]
        path = {start: None}
        while stack:
            here, children = stack[-1]
            child = next(children, stack)
            if child is stack:
                stack.pop()
                del path[here]
                below = self._below(here)
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

    def _children(self, state: Any) -> Iterator[Any]:
        """Look at a state, and return its parts in some order."""
        options = self._look(state)
        parts = []
        for option in options:
            for rules, part in option.components:
                if rules == self.rules and self._is_hashable(part, (state, option)):
                    parts.append(part)
        self.options[state] = [
            option
            for option in options
            if all(rules != self.rules or _hashable(part) for rules, part in option.components)
        ]
        self._random.shuffle(parts)
        return iter(parts)

    def _look(self, state: Any) -> list[Option]:
        """Return the options of a state, having checked all that one state shows by itself."""
        given, shown = deepcopy(state), self.show(state)
        try:
            options, again = (list(islice(self.rules.moves(one), _MOST_OPTIONS)) for one in (given, deepcopy(state)))
        except Exception as error:  # noqa: BLE001 - whatever the user's function raises is the finding
            self._failed.add(state)
            self.found("an exception", state, f"{shown} raises {type(error).__name__}: {error}")
            return []
        if len(options) == _MOST_OPTIONS:
            self._failed.add(state)
            self.found("options without end", state, f"{shown} has at least {figure(_MOST_OPTIONS)} options")
            return []
        if given != state and not _mutable(state):
            words = f"{shown} is {self.show(given)} after its options were made"
            self.found("a move changes its argument", state, words)
        if _bag(options) != _bag(again) and not any(
            _mutable(part) for option in options for _, part in option.components
        ):
            words = f"{shown} has the options {_some(options)}, and when asked again {_some(again)}"
            self.found("options change between calls", state, words)
        self._check_labels(state, options)
        self._check_text(state)
        return options

    def _check_labels(self, state: Any, options: list[Option]) -> None:
        first: dict[Any, Option] = {}
        for option in options:
            other = first.setdefault(option.move, option)
            if other is not option and _result(other) != _result(option):
                results = " and to ".join(self._show_result(one) for one in (other, option))
                self.found("one label, two results", state, f"{self.show(state)}: {option.move!r} leads to {results}")

    def _check_text(self, state: Any) -> None:
        if not (self.rules.declares("parse") and self.rules.declares("format")):
            return
        text = None
        try:
            text = self.rules.format(state)
            found = self.rules.parse(text)
        except Exception as error:  # noqa: BLE001 - whatever the user's functions raise is the finding
            written = "cannot be written" if text is None else f"is written as {text!r}, which fails"
            words = f"{state!r} {written}: {error}"
            self.found("the text does not read back", state, words)
            return
        if found != state:
            self.found(
                "the text does not read back", state, f"{state!r} is written as {text!r}, which reads as {found!r}"
            )

    def _is_hashable(self, state: Any, origin: tuple[Any, Option] | None) -> bool:
        """Say whether a state can be hashed; note where it cannot, or where its content may change."""
        source, move = (state, "") if origin is None else (origin[0], f"{self.show(origin[0])}, {origin[1].move!r}: ")
        if not _hashable(state):
            self.found("a state cannot be hashed", source, f"{move}{state!r} is a {type(state).__name__}")
            return False
        why = _mutable(state)
        if why:
            self.found("a state is mutable", source, f"{move}{state!r} {why}")
        return not why

    def _show_result(self, option: Option) -> str:
        if option.ends:
            return "the end of the game"
        return " + ".join(rules.label(state) for rules, state in option.components) or "nothing"

    def _report_descent(self, path: list[Any]) -> None:
        """Report a descent from the smallest text in its first half on: each of these states shows it."""
        first = min(range(len(path) // 2 + 1), key=lambda place: self._size(path[place]))
        shown = " -> ".join(self.show(state) for state in path[first : first + _SHOWN])
        words = f"{shown} -> ... is at no end after {figure(len(path) - first)} moves (--depth allows more)"
        self.found("a descent without end", path[first], words)

    def _report_cycle(self) -> None:
        """Report a shortest cycle among the states that were met."""
        cycles = filter(None, (self._cycle_from(start) for start in self.options if start not in self.done))
        best = min(cycles, key=lambda cycle: (len(cycle), *self._size(cycle[0])), default=None)
        if best is not None:
            shown = [self.show(state) for state in best[:_SHOWN]] + ["..."] * (len(best) > _SHOWN)
            self.found("a cycle", best[0], " -> ".join([*shown, self.show(best[0])]))

    def _cycle_from(self, start: Any) -> list[Any] | None:
        """Return a shortest cycle that begins with `start`, if there is one: breadth first."""
        back: dict[Any, Any] = {}
        queue = [start]
        for state in queue:
            for child in self._below(state):
                if child == start:
                    cycle = [state]
                    while cycle[-1] != start:
                        cycle.append(back[cycle[-1]])
                    return cycle[::-1]
                if child not in back:
                    back[child] = state
                    queue.append(child)
        return None


def _check_values(explored: _Exploration) -> None:
    """Compare the values of states with those of their canonical forms and of their components."""
    rules = explored.rules
    names = [name for name in ("canonical", "components") if rules.declares(name)]
    values: dict[Any, int] = {}
    explored.allow_more()
    for state in sorted(explored.done, key=explored.done.__getitem__) if names else ():
        for name in names:
            given = deepcopy(state)
            try:
                parts = [rules.canonical(given)] if name == "canonical" else list(rules.components(given))
                explored.explore(part for part in parts if not isinstance(part, Position))
            except Exception as error:  # noqa: BLE001 - whatever the user's function raises is the finding
                words = f"{name} of {explored.show(state)} raises {type(error).__name__}: {error}"
                explored.found("an exception", state, words)
                continue
            if given != state:
                explored.found("a move changes its argument", state, f"{name} changes {explored.show(state)}")
            elif all(isinstance(part, Position) or (_hashable(part) and part in explored.done) for part in parts):
                _compare(explored, name, state, parts, values)


def _compare(explored: _Exploration, name: str, state: Any, parts: list[Any], values: dict[Any, int]) -> None:
    total = 0
    for part in parts:
        value = part.value if isinstance(part, Position) else explored.value_of(part, values)
        total = WIN if WIN in (total, value) else total ^ value
    own = explored.value_of(state, values)
    if own == total:
        return
    shown = " + ".join(str(part) if isinstance(part, Position) else explored.show(part) for part in parts) or "nothing"
    what = "its canonical form" if name == "canonical" else "its components"
    verb = "is" if name == "canonical" else "are"
    kind = f"{name} change{'s' if name == 'canonical' else ''} the value"
    explored.found(kind, state, f"{explored.show(state)} is worth {own}, {what} {shown} {verb} worth {total}")


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
