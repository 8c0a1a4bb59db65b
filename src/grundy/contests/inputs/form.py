"""The description of the whole input of a problem, and the questions of an input."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.contests.inputs.expressions import Scope
from grundy.contests.inputs.input_words import Input
from grundy.contests.inputs.letters import Rows
from grundy.contests.inputs.numbers import Int
from grundy.contests.inputs.parts import Group, InputPart
from grundy.contests.inputs.repeated import Each, Repeated
from grundy.runtime.garbage import rare_collections
from grundy.runtime.messages import Message, render

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.core.position import Position

Case: TypeAlias = "tuple[Any, ...]"
"""An input as values: one for each part, hashable. `Form.names` gives them their names."""


@dataclass(slots=True, eq=False)
class Question:
    """One question of an input, with the names that its functions may use.

    `number` is the number of its case, from 1: the cases are those of the outermost `Each`. Questions of the same
    `Each` in the same case have the same `group`. `positions` are the positions that it asks about, None until they
    are made.
    """

    scope: Scope
    number: int
    group: tuple[int, ...]
    positions: list[Position] | None = None


class Form:
    r"""The description of a problem's input: its parts, in the order of the input.

    Raises `RulesetError` for a name that two parts have, for a name that is used before the part that has it, and for
    two `Each` in one group.

    >>> from grundy.contests import Int, Ints
    >>> form = Form(Int("n", 1, 100), Ints("a", "n", 1, 9))
    >>> form.read("2\n3 5\n")
    (2, (3, 5))
    >>> form.text((2, (3, 5)))
    '2\n3 5\n'
    >>> form.limits_in("en")
    '1 <= n <= 100; 1 <= each a <= 9'
    """

    def __init__(self, *parts: InputPart) -> None:
        self.parts = parts
        self.group = Group(parts)
        self.group.check(())
        _mark_lengths(self.group)

    def read(self, text: str, *, limits: bool = True, source: str = "input") -> Case:
        """Read an input. Raises `InputError`, with line and column."""
        with rare_collections():
            scan = Input(text, source, limits=limits)
            case = self.group.read(scan, Scope())
            scan.end()
        return case

    def text(self, case: Case) -> str:
        """Write an input."""
        return "".join(f"{line}\n" for line in self.group.lines(case, None))

    def names(self, case: Case) -> dict[str, Any]:
        """Return the names and values of the parts that are outside of all cases."""
        return dict(self.group.scope(case, None))

    def questions(self, case: Case) -> Iterator[Question]:
        """Yield the questions of an input: each case, each query of a case, or the whole input."""
        return _questions(self.group, case, None, ())

    def size(self, case: Case) -> tuple[int, ...]:
        """Return the key by which inputs are compared: the number of words and letters, their sum, and all of them."""
        flat = tuple(self.group.flat(case))
        return len(flat), sum(flat), *flat

    def limits_in(self, language: str) -> str:
        """Return the limits in the words of a language. A `Promise` of a user has the words that it was given."""
        found: list[list[str]] = []
        for part in self.group.parts:
            for each in part.limits():
                name, words = (render(one, language) if isinstance(one, Message) else one for one in each)
                if name and found and found[-1][1] == words:
                    found[-1][0] += f", {name}"
                else:
                    found.append([name, words])
        return "; ".join(words.replace("{}", name) for name, words in found)

    @property
    def all_names(self) -> list[str]:
        """The names of all parts, including those in lists and cases."""
        return list(_names(self.group))

    @property
    def names_of_a_question(self) -> list[str]:
        """The names that a function of a question may take."""
        found, group = [], self.group
        while True:
            found += [name for part in group.parts for name in part.names()]
            last = group.parts[-1] if group.parts else None
            if not isinstance(last, Each):
                return found
            group = last.group

    @property
    def alone(self) -> Each | None:
        """The `Each` of an input that consists of cases alone; else None."""
        part = self.group.parts[0] if len(self.group.parts) == 1 else None
        return part if isinstance(part, Each) else None


def _questions(group: Group, values: Case, outer: Scope | None, path: tuple[int, ...]) -> Iterator[Question]:
    scope = group.scope(values, outer)
    found = [(part.group, value) for part, value in zip(group.parts, values, strict=True) if isinstance(part, Each)]
    if not found:
        yield Question(scope, path[0] if path else 1, path[:-1])
    for inner, cases in found:  # a group has at most one `Each`
        if any(isinstance(part, Each) for part in inner.parts):
            for number, one in enumerate(cases, 1):
                yield from _questions(inner, one, scope, (*path, number))
        else:
            for number, one in enumerate(cases, 1):
                yield Question(inner.scope(one, scope), path[0] if path else number, path)


def _mark_lengths(group: Group, outer: frozenset[str] = frozenset()) -> None:
    """Set `is_count` and `is_square` of the integers of a group that are lengths and sides."""
    counts = group.dimensions | outer
    sides = {side.name for part in group.parts if isinstance(part, Rows) for side in (part.height, part.width)}
    for part in group.parts:
        if isinstance(part, Int):
            part.is_count |= part.name in counts
            part.is_square |= part.name in sides
        if isinstance(part, Repeated):
            _mark_lengths(part.group, counts)


def _names(group: Group) -> Iterator[str]:
    for part in group.parts:
        yield from part.names()
        if isinstance(part, Repeated):
            yield from _names(part.group)
