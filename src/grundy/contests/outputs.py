"""Outputs of problems: what is written about each position, and whether a program's output is right."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import KW_ONLY, dataclass
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.core.position import Position
from grundy.core.values import Outcome
from grundy.runtime import progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grundy.contests.inputs.expressions import Scope
    from grundy.contests.inputs.form import Question


class Wrong(NamedTuple):
    """Where and why an output is wrong.

    `place` is the number of the position about which it is wrong, from 0. `reason` is a sentence. `form` is True where
    the output has too few or too many words, or the right words in another form.
    """

    place: int
    reason: str
    form: bool = False


@dataclass(slots=True, eq=False)
class AskedPosition:
    """One position that a question asks about.

    `place` is the number of the position within its question, from 0. `value` is the answer of `Problem.values` for
    the position, or None where that function was not called. `make` returns the positions of a question from its names.
    """

    question: Question
    place: int
    value: Any
    make: Callable[[Scope], list[Position]]

    @property
    def at(self) -> Position:
        """The position, made at the first use; the empty one where a `Text` is about a question without positions."""
        question = self.question
        if question.positions is None:
            question.positions = self.make(question.scope)
        return question.positions[self.place] if question.positions else Position()

    @property
    def scope(self) -> Scope:
        """The names of the question."""
        return self.question.scope

    @property
    def number(self) -> int:
        """The number of the case."""
        return self.question.number


@dataclass(frozen=True)
class Output(ABC):
    """How an output is written: a part for each position that is asked about.

    `case` stands before each part, with ``{}`` for the number of the case: ``case="Case {}: "``. With `misere`, whoever
    makes the last move loses.
    """

    _: KW_ONLY
    case: str = ""
    misere: bool = False

    @property
    def words(self) -> tuple[str, ...] | None:
        """The words that an output may contain; None where every word is allowed."""
        return None

    @property
    def is_one_of_many(self) -> bool:
        """Whether another output than `text` may be right as well."""
        return False

    @abstractmethod
    def part(self, asked: AskedPosition) -> str:
        """Return what is written about one position."""

    def parts(self, asked: Sequence[AskedPosition]) -> list[str]:
        """Return what is written about each position. Reports how many of them are done."""
        found = []
        for done, one in enumerate(asked):
            if done:
                progress.report(done, len(asked))
            found.append(f"{self.case.format(one.number)}{self.part(one)}" if self.case else self.part(one))
        return found

    def text(self, asked: Sequence[AskedPosition]) -> str:
        """Return the whole output: a line for each position."""
        return "".join(f"{part}\n" for part in self.parts(asked))

    def answers(self, text: str) -> Iterator[str]:
        """Yield the answer to each case of a right output: its lines, without the number of the case."""
        yield from (line.removeprefix(self.case.format(at)) for at, line in enumerate(text.splitlines(), 1))

    def wrong(self, own: str, asked: Sequence[AskedPosition]) -> Wrong | None:
        """Return the first place where the words of an output are wrong; None where the output is right."""
        found = own.split()
        start = 0
        for place, part in enumerate(self.parts(asked)):
            right = part.split()
            given = found[start : start + len(right)]
            start += len(right)
            if given != right:
                if len(given) < len(right):
                    return Wrong(place, "it ends before that", form=True)
                return Wrong(place, f"it has {' '.join(given)}, and {' '.join(right)} is right")
        if start < len(found):
            return Wrong(max(0, len(asked) - 1), "it has more words than are asked for", form=True)
        return None

    def outcome(self, asked: AskedPosition) -> Outcome:
        """Return who wins."""
        value = asked.value
        if value is None:
            return self.outcome_of(asked.at)
        if isinstance(value, Outcome):
            return value
        return Outcome.N if value else Outcome.P

    def outcome_of(self, position: Position) -> Outcome:
        """Return who wins a position."""
        return position.misere.outcome if self.misere else position.outcome


@dataclass(frozen=True)
class Words(Output):
    """Words for a win and for a loss of the player who moves first, and for a draw where there are draws.

    >>> print(Words("Alice", "Bob", case="Case #{}: ").words)
    None
    """

    wins: str
    loses: str
    draws: str = ""

    @property
    def words(self) -> tuple[str, ...] | None:
        """All words of these texts."""
        if self.case:
            return None
        return tuple(dict.fromkeys(f"{self.wins} {self.loses} {self.draws}".split()))

    def part(self, asked: AskedPosition) -> str:
        """Return the words. A value of True or False needs no `Outcome`: there may be a million of them."""
        if asked.value is True:
            return self.wins
        if asked.value is False:
            return self.loses
        outcome = self.outcome(asked)
        return self.wins if outcome is Outcome.N else self.loses if outcome is Outcome.P else self.draws


@dataclass(frozen=True)
class Marks(Words):
    """The words of `Words` for all positions of a question, or all questions of a case, on one line: ``WLLWL``.

    `between` stands between them. `line` is a function of names of the question that returns how many positions one
    line is about, where a question asks about several lines.
    """

    _: KW_ONLY
    between: str = ""
    line: Callable[..., int] | None = None

    @property
    def words(self) -> tuple[str, ...] | None:
        """The words of `Words` where blanks separate the marks; else None."""
        return super().words if self.between.isspace() else None

    def text(self, asked: Sequence[AskedPosition]) -> str:
        """Return a line for each case."""
        lines = []
        for row in self.lines(asked):
            head = self.case.format(row[0].number)
            lines.append(f"{head}{self.between.join(self.part(one) for one in row)}\n")
        return "".join(lines)

    def lines(self, asked: Sequence[AskedPosition]) -> Iterator[list[AskedPosition]]:
        """Yield the positions of each line."""
        several = any(one.place for one in asked)
        for _, found in groupby(asked, attrgetter("question" if several else "question.group")):
            row = list(found)
            size = row[0].scope.call(self.line) if self.line is not None else len(row)
            yield from (row[start : start + size] for start in range(0, len(row), size))

    def wrong(self, own: str, asked: Sequence[AskedPosition]) -> Wrong | None:
        """Return which mark is wrong first."""
        if self.between.isspace() and not self.case:
            return super().wrong(own, asked)
        found, right = "".join(own.split()), "".join(self.text(asked).split())
        if found == right:
            return None
        start = 0
        if self.case or len(found) != len(right):
            return Wrong(0, f"it has {len(found)} characters, where {len(right)} are asked for", form=True)
        for place, one in enumerate(asked):
            part = "".join(self.part(one).split())
            given = found[start : start + len(part)]
            start += len(part)
            if given != part:
                return Wrong(place, f"mark {place + 1} is {given}, and {part} is right")
        return None


class Nimber(Output):
    """The nimber of each position."""

    def part(self, asked: AskedPosition) -> str:
        """Return the nimber."""
        return str(asked.at.nimber if asked.value is None else asked.value)


@dataclass(frozen=True)
class Text(Output):
    r"""What a function of names of a question returns: a number, a text, or a list of these, each on a line.

    It is for outputs that are no statement about one position: how many heaps up to n are lost, for example.

    >>> from grundy.contests import Int, Problem
    >>> Problem(title="half", source="", input=Int("n", 1, 9), output=Text(lambda n: n // 2)).answer("7\n")
    '3\n'
    """

    function: Callable[..., Any]

    def part(self, asked: AskedPosition) -> str:
        """Return the text."""
        return str(asked.value)

    def values(self, questions: Sequence[Scope]) -> list[str]:
        """Return the text of each question."""
        found = (one.call(self.function) for one in questions)
        return ["\n".join(map(str, one)) if isinstance(one, list | tuple) else str(one) for one in found]
