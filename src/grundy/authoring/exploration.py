"""The exploration of an audit: all components that play reaches, their options, and faults seen in a single state."""

from __future__ import annotations

from copy import deepcopy
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from grundy.authoring.content import counted, result_of, why_mutable
from grundy.authoring.report import AuditReport, Finding
from grundy.core.components import Component
from grundy.core.function_rulesets import FunctionRuleset
from grundy.core.mistakes import is_hashable, question
from grundy.core.nimbers import mex
from grundy.core.values import LOONY, WIN, Win
from grundy.errors import RulesetError, exception_words
from grundy.runtime import progress
from grundy.runtime.costs import EXTRA_OPTIONS
from grundy.runtime.messages import figure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.core.components import Option
    from grundy.core.ruleset import Ruleset
    from grundy.core.values import Value

_MOST_STEPS = 100_000  # moves followed to find a shorter cycle than the first one
_SHOWN = 8  # states of a cycle or a descent in a finding
FAULTS = (Exception, GeneratorExit, SystemExit)  # exceptions that rules may raise; KeyboardInterrupt is from the user


class Exploration:
    """The explored states, their options, and the faults found.

    A node is a component: a state of the ruleset itself, or of another declared ruleset that its options lead to.
    Values of built-in rulesets are trusted.
    """

    def __init__(self, rules: Ruleset, states: int, depth: int) -> None:
        """Start an exploration of at most `states` states, with descents of at most `depth` moves."""
        self.rules = rules
        self.options: dict[Component, list[Option]] = {}
        self.done: dict[Component, int] = {}  # longest game, for nodes explored with all their followers
        self.complete = True
        self.note = ""  # a remark that is not a fault
        self._doubt = ""  # a remark about the type of an option
        self._found: dict[str, list[tuple[Component, str]]] = {}
        self._states = states
        self._depth = depth
        self._random = Random(0)
        self._looped: set[Component] = set()  # nodes that play from them has led back to
        self._looked = 0
        self._below: dict[Component, list[Component]] = {}  # the nodes that options lead to, each once
        self._fine: set[Component] = set()  # nodes whose states are hashable and immutable
        self._failed: set[Component] = set()  # nodes that have raised an exception
        self._trusted: dict[Component, Value] = {}  # values of built-in rulesets
        self._values: dict[Component, Value] = {}

    def found(self, kind: str, node: Component, words: str) -> None:
        """Add a fault; `report` uses the smallest node of each kind."""
        self._found.setdefault(kind, []).append((node, words))

    def show(self, node: Component) -> str:
        """Return a text for a node, also if its ruleset raises an exception for it."""
        try:
            return node.ruleset.label(node.state)
        except FAULTS:
            return repr(node.state)

    def explore(self, starts: Iterable[Component], *, guessed: bool = False) -> None:
        """Explore `starts` and all their followers, depth first, until the limit of states is reached."""
        for start in starts:
            if not self._is_declared(start.ruleset) or not self._is_sound(start, None):
                continue
            if guessed and not self.options:  # only the first guess: exceptions of later ones are findings
                self._check_guess(start)
            self._descend(start)
            if len(self.options) >= self._states:
                self.complete = False
                break

    def allow_more(self) -> None:
        """Allow as many further states as are explored now: canonical forms and components may be new states."""
        self._states += len(self.options)

    def is_known(self, node: Component) -> bool:
        """Return whether a node has a value: all its followers are explored, or its rules are built in."""
        return not self._is_declared(node.ruleset) or (is_hashable(node.state) and node in self.done)

    def value_of(self, node: Component) -> Value:
        """Return the value of a node for which `is_known` is true, computed from the options alone."""
        if not self._is_declared(node.ruleset):
            return node.ruleset.value(node.state)
        for below in self._postorder(node) if node not in self._values else ():
            self._values[below] = self._from_options(self.options[below])
        return self._values[node]

    def report(self) -> AuditReport:
        """Return the report, with the smallest node of each kind of fault."""
        loopy = self.rules.loopy
        if self._looped and not loopy:
            self._report_cycle()
        findings = []
        for kind, found in self._found.items():
            node, words = min(found, key=lambda finding: self._size(finding[0]))
            findings.append(Finding(kind, node.state, words))
        checked = ["hashing", "mutation", "repeated calls", "labels"]
        checked += ["options of one state"] if loopy else ["cycles", "descents"]
        checked += [name for name in ("canonical", "components", "known", "known_outcome") if self.rules.declares(name)]
        checked += ["machine code"] * bool(getattr(self.rules, "compiled", False))
        if not self.note:
            checked.append("text")
        self.note = self.note or self._doubt
        if loopy and not self._looped and self.complete and not self.note:
            self.note = "no state comes back: without loopy=True the search is quicker, and options may split"
        longest = None if loopy else max(self.done.values(), default=0)
        return AuditReport(
            self.rules.name, tuple(findings), len(self.options), self.complete, longest, tuple(checked), self.note
        )

    def _is_declared(self, rules: Ruleset) -> bool:
        """Return whether a ruleset is declared by the user: such rulesets are audited, others are trusted."""
        return (
            rules is self.rules
            or isinstance(rules, FunctionRuleset)
            or not type(rules).__module__.startswith("grundy.")
            or rules == self.rules
        )

    def _size(self, node: Component) -> tuple[float, int, str]:
        shown = self.show(node)
        height = self.done.get(node, float("inf")) if is_hashable(node.state) else float("inf")
        return height, len(shown), shown

    def _from_options(self, options: list[Option]) -> Value:
        """Return the value of a state with these options: see `grundy.split`."""
        if any(option.ends for option in options):
            return WIN
        plain = {self._worth(option) for option in options if not option.again}
        again = {self._worth(option) for option in options if option.again}
        if not again:
            return mex(worth for worth in plain if worth is not None)
        (worth,) = again if len(again) == 1 else (None,)
        return LOONY if worth is None or worth in plain else worth

    def _worth(self, option: Option) -> int | None:
        """Return the nim-sum of the components of an option; None if a component is WIN or LOONY."""
        total = 0
        for part in option.components:
            value: Any = self._values[part] if self._is_declared(part.ruleset) else self._trusted[part]
            if isinstance(value, Win):
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

    def _check_guess(self, start: Component) -> None:
        """Raise `RulesetError` if the rules raise an exception for a guessed start."""
        progress.announce(f"the options of {self.show(start)}")
        try:
            list(islice(start.ruleset.moves(start.state), EXTRA_OPTIONS))
        except FAULTS as error:
            if isinstance(error, RulesetError) and error.message.kind == "error.function-options":
                raise  # another start would not mend it
            words = exception_words(error)
            parameters = {"name": self.rules.name, "state": self.show(start), "error": words}
            raise RulesetError("error.audit-state", **parameters) from error

    def _descend(self, start: Component) -> None:
        """Explore depth first from `start`; note cycles, and report a descent that is too long."""
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
                self._looped.add(child)
            elif child not in self.options:
                if len(stack) > self._depth and not self.rules.loopy:
                    self._report_descent(list(path))
                    self.complete = False
                    return
                shallow = len(stack) < self._states // 2 or self.rules.loopy  # a deep descent may be endless
                if len(self.options) >= self._states and shallow:
                    self.complete = False
                    continue
                path[child] = None
                stack.append((child, self._children(child)))

    def _children(self, node: Component) -> Iterator[Component]:
        """Check a node, store its options, and return an iterator of its parts in random order."""
        options = self._checked_options(node)
        parts = [
            part
            for option in options
            for part in option.components
            if self._is_declared(part.ruleset) and self._is_sound(part, (node, option))
        ]
        self.options[node] = [
            option for option in options if all(is_hashable(part.state) for part in option.components)
        ]
        below = self._below[node] = list(dict.fromkeys(parts))
        return iter(self._random.sample(below, len(below)))

    def _checked_options(self, node: Component) -> list[Option]:
        """Return the options of a node, after all checks that need a single state."""
        rules, state = node
        progress.announce(f"the text of {state!r}")
        shown = self.show(node)
        progress.announce(f"the options of {shown}")
        argument = deepcopy(state)
        try:
            options, again = (list(islice(rules.moves(copy), EXTRA_OPTIONS)) for copy in (argument, deepcopy(state)))
        except FAULTS as error:
            self._failed.add(node)
            if isinstance(error, RulesetError) and error.message.kind == "error.option-hashable":
                self.found("a state cannot be hashed", node, str(error))
            else:
                self.found("an exception", node, f"{shown} raises {exception_words(error)}")
            return []
        self._looked += len(options)
        progress.report(self._looked, None)
        if len(options) == EXTRA_OPTIONS:
            self._failed.add(node)
            self.found("options without end", node, f"{shown} has at least {figure(EXTRA_OPTIONS)} options")
            return []
        if argument != state and not why_mutable(state):
            words = f"{shown} is {self.show(Component(rules, argument))} after its options were made"
            self.found("a move changes its argument", node, words)
        parts = [part for option in options for _, part in option.components]
        if (
            all(map(is_hashable, parts))  # a comparison of arrays raises an exception
            and options != again
            and counted(options) != counted(again)
            and not any(map(why_mutable, parts))
        ):
            words = f"{shown} has the options {_some(options)}, and when asked again {_some(again)}"
            self.found("options change between calls", node, words)
        self._check_labels(node, options)
        self._check_loopy(node, options)
        self._check_canonical(node, options)
        self._check_text(node)
        self._question(node, options)
        self._take_values(node, options)
        return options

    def _question(self, node: Component, options: list[Option]) -> None:
        """Remark on the first option that is a float or a truth value, where the state is none, or a number below 0."""
        for part in (part for option in options for part in option.components if not self._doubt):
            odd = isinstance(part.state, float | bool) and type(part.state) is not type(node.state)
            if odd or (type(part.state) is type(node.state) is int and part.state < 0 <= node.state):
                self._doubt = str(question(node.ruleset, node.state, part.state))

    def _take_values(self, node: Component, options: list[Option]) -> None:
        """Store the values of parts under built-in rulesets; a value that cannot be computed is a finding."""
        try:
            for part in (part for option in options for part in option.components):
                if not self._is_declared(part.ruleset) and part not in self._trusted:
                    self._trusted[part] = part.ruleset.value(part.state)
        except FAULTS as error:
            self._failed.add(node)
            self.found("an exception", node, f"the value of {self.show(node)} raises {exception_words(error)}")

    def _check_loopy(self, node: Component, options: list[Option]) -> None:
        """Check that each option of loopy rules is one state of the same rules."""
        for option in options if node.ruleset.loopy else ():
            if option.ends or option.again or [part.ruleset for part in option.components] != [node.ruleset]:
                words = f"{self.show(node)}: {option.move!r} leads to {self._show_result(option)}"
                self.found("a loopy ruleset with other options than one state", node, words)

    def _check_canonical(self, node: Component, options: list[Option]) -> None:
        """Check that a loopy state and its canonical form lead to the same states; equal values are not enough."""
        rules, state = node
        if not (rules.loopy and rules.declares("canonical")):
            return
        try:
            form = rules.canonical(state)
            own, its = (
                {rules.label(rules.canonical(part.state)) for option in some for part in option.components}
                for some in (options, islice(rules.moves(form), EXTRA_OPTIONS))
            )
        except FAULTS as error:
            self.found("an exception", node, f"canonical of {self.show(node)}: {exception_words(error)}")
            return
        if own != its:
            words = (
                f"{self.show(node)} leads to {_listed(own)}, its canonical form {rules.label(form)} to {_listed(its)}"
            )
            self.found("canonical changes where play leads", node, words)

    def _check_labels(self, node: Component, options: list[Option]) -> None:
        first: dict[Any, Option] = {}
        for option in options:
            other = first.setdefault(option.move, option)
            if other is not option and result_of(other) != result_of(option):
                results = " and to ".join(map(self._show_result, (other, option)))
                self.found("one label, two results", node, f"{self.show(node)}: {option.move!r} leads to {results}")

    def _check_text(self, node: Component) -> None:
        """Check that the text of a state is read as this state; the default text need not be readable."""
        rules, state = node
        progress.announce(f"the text of {state!r}")
        if not (rules is self.rules or self._is_declared(rules)):
            return
        declared = rules.declares("parse") and rules.declares("format")
        text = None
        try:
            text = rules.format(state)
            found = rules.parse(text)
        except FAULTS as error:
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

    def _is_sound(self, node: Component, origin: tuple[Component, Option] | None) -> bool:
        """Return whether a state can be hashed and is immutable; if not, add a fault."""
        state = node.state
        hashable = is_hashable(state)
        if hashable and node in self._fine:
            return True
        why = why_mutable(state) if hashable else f"is a {type(state).__name__}"
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
        """Report a long descent, beginning with the smallest state in its first half: each of these states shows it."""
        first = min(range(len(path) // 2 + 1), key=lambda place: self._size(path[place]))
        shown = " -> ".join(self.show(node) for node in path[first : first + _SHOWN])
        words = f"{shown} -> ... is at no end after {figure(len(path) - first)} moves (--depth allows more)"
        self.found("a descent without end", path[first], words)

    def _report_cycle(self) -> None:
        """Report a shortest cycle through the smallest nodes that play has led back to.

        At least one search is done, and others until all together took `_MOST_STEPS` steps.
        """
        best: list[Component] = []
        steps = 0
        for start in sorted(self._looped, key=self._size):
            cycle, looked = self._cycle_from(start)
            best = cycle if not best or len(cycle) < len(best) else best
            steps += looked
            if steps > _MOST_STEPS:
                break
        first = min(range(len(best)), key=lambda place: self._size(best[place]))
        best = best[first:] + best[:first]
        shown = [self.show(node) for node in best[:_SHOWN]] + ["..."] * (len(best) > _SHOWN)
        self.found("a cycle", best[0], " -> ".join([*shown, self.show(best[0])]))

    def _cycle_from(self, start: Component) -> tuple[list[Component], int]:
        """Return a shortest cycle through a node on a cycle, and the number of steps of the breadth-first search."""
        back: dict[Component, Component] = {}
        queue, steps = [start], 0
        for node in queue:
            for child in self._below.get(node, ()):
                steps += 1
                if child == start:
                    cycle = [node]
                    while cycle[-1] != start:
                        cycle.append(back[cycle[-1]])
                    return cycle[::-1], steps
                if child not in back:
                    back[child] = node
                    queue.append(child)
        return [], steps


def _listed(texts: set[str]) -> str:
    return f"{', '.join(sorted(texts)[:_SHOWN])}{', ...' if len(texts) > _SHOWN else ''}" or "nothing"


def _some(options: list[Option]) -> str:
    shown = ", ".join(str(option.move) for option in options[:_SHOWN])
    return f"[{shown}{', ...' if len(options) > _SHOWN else ''}]"
