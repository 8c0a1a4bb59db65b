"""Outputs about moves: a winning move, the number of them, and the names of lost positions."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from grundy.contests.inputs.expressions import parameters
from grundy.contests.outputs import Output, Wrong
from grundy.core.values import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from grundy.contests.outputs import AskedPosition
    from grundy.core.choices import Choice, WinningMoves
    from grundy.core.position import Position


class MoveCount(Output):
    """The number of winning moves of each position."""

    def part(self, asked: AskedPosition) -> str:
        """Return the number."""
        return str(len(winning(asked.at, misere=self.misere)) if asked.value is None else asked.value)


@dataclass(frozen=True)
class Move(Output):
    """A winning move of each position, in the statement's notation.

    `name` is a function that returns the text of a move: of ``choice``, a `grundy.Choice`, and of names of the
    question. It returns a list of texts where several moves of the statement are one move here, as mirror images are.
    `wins` is written where there is a winning move, with ``{}`` for its text; `loses` is written where there is none.
    `which` says which winning move is written: ``any`` of them (a program's move is then played to check it); the
    ``least``, compared as integers or else as text; or ``all`` in this order, each text once, with `between` between
    two of them.

    >>> Move("First {}", "Second", name=lambda choice: choice.move, which="least").which
    'least'
    """

    wins: str
    loses: str
    _: KW_ONLY
    name: Callable[..., str | int | list[Any]] = field(compare=False)
    which: Literal["any", "least", "all"] = "any"
    between: str = " "

    @property
    def is_one_of_many(self) -> bool:
        """Whether every winning move is a right answer."""
        return self.which == "any"

    def part(self, asked: AskedPosition) -> str:
        """Return the move, or the moves."""
        if asked.value is not None:
            found = list(asked.value)
        elif self.which == "any":
            first = _first(winning(asked.at, misere=self.misere))
            found = [text for choice in first for text in self.texts_of(choice, asked)]
        else:
            moves = winning(asked.at, misere=self.misere)
            texts = {text for choice in moves for text in self.texts_of(choice, asked)}
            found = sorted(texts, key=_order)
        if not found:
            return self.loses
        return self.wins.format(self.between.join(map(str, found if self.which == "all" else found[:1])))

    def texts_of(self, choice: Choice, asked: AskedPosition) -> list[str]:
        """Return the texts of a move in the statement's notation."""
        names = {name: asked.scope[name] for name in parameters(self.name) if name != "choice"}
        found = self.name(choice=choice, **names)
        return list(map(str, found)) if isinstance(found, list) else [str(found)]

    def wrong(self, own: str, asked: Sequence[AskedPosition]) -> Wrong | None:
        """Return where an output is wrong. With ``which="any"`` every winning move is right."""
        if self.which != "any":
            return super().wrong(own, asked)
        words = own.split()
        for place, one in enumerate(asked):
            head = self.case.format(one.number)
            right = self.part(one)
            taken = len(f"{head} {right}".split())
            given, words = words[:taken], words[taken:]
            text = " ".join(given)
            if text == " ".join(f"{head} {right}".split()):
                continue
            if len(given) < taken:
                return Wrong(place, "it ends before that", form=True)
            if right == self.loses:
                return Wrong(place, f"it has {text}, and {right} is right: there is no winning move")
            if (why := self._played(text, head, one)) is not None:
                return Wrong(place, why)
        return Wrong(max(0, len(asked) - 1), "it has more words than are asked for", form=True) if words else None

    def _played(self, text: str, head: str, asked: AskedPosition) -> str | None:
        """Play the move of an output; return why it does not win, None where it wins."""
        lost = False
        for choice in asked.at.choices():
            texts = (f"{head} {self.wins.format(move)}" for move in self.texts_of(choice, asked))
            if text in (" ".join(one.split()) for one in texts):
                if self.outcome_of(choice.after) is Outcome.P:
                    return None
                lost = True
        if lost:
            return f"it has {text}, and this move loses; {self.part(asked)} is right"
        return f"it has {text}, which is no move; {self.part(asked)} is right"


@dataclass(frozen=True)
class Names(Output):
    """The names of the positions that are lost, a line each, after a word; another word where there is none.

    `name` is a function that returns the name: of ``position``, of ``place``, its number among the positions of the
    question from 0, and of names of the question.
    """

    some: str
    none: str
    _: KW_ONLY
    name: Callable[..., str] = field(compare=False)

    def part(self, asked: AskedPosition) -> str:
        """Return the name where the position is lost, nothing where it is won."""
        return self.name_of(asked) if self.outcome(asked) is Outcome.P else ""

    def name_of(self, asked: AskedPosition) -> str:
        """Return the name of a position."""
        names: dict[str, Any] = {}
        for name in parameters(self.name):
            names[name] = {"position": lambda: asked.at, "place": lambda: asked.place}.get(
                name,
                lambda name=name: asked.scope[name],
            )()
        return self.name(**names)

    def text(self, asked: Sequence[AskedPosition]) -> str:
        """Return the word and the names."""
        found = [part for part in map(self.part, asked) if part]
        return "\n".join([self.some, *found, ""]) if found else f"{self.none}\n"

    def wrong(self, own: str, asked: Sequence[AskedPosition]) -> Wrong | None:
        """Return the first position that is named wrongly."""
        right = self.text(asked)
        if own.split() == right.split():
            return None
        listed, others = ({" ".join(line.split()) for line in output.splitlines()} for output in (own, right))
        for place, one in enumerate(asked):
            name = self.name_of(one)
            if (name in listed) != (name in others):
                return Wrong(place, f"it {'names' if name in listed else 'does not name'} {name}")
        return Wrong(0, "it has the right names in another form", form=True)


def winning(position: Position, *, misere: bool) -> WinningMoves:
    """Return the winning moves of a position."""
    return position.misere.winning_moves() if misere else position.winning_moves()


def _first(choices: Iterable[Choice]) -> list[Choice]:
    found = next(iter(choices), None)
    return [] if found is None else [found]


def _order(text: str) -> tuple[Any, ...]:
    """Return the key by which moves are sorted: the numbers in a text, or else the text."""
    words = text.split()
    if all(word.lstrip("-").isdecimal() for word in words):
        return (0, [int(word) for word in words], text)
    return (1, [], text)
