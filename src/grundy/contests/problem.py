"""Contest problems: the description of an input, the positions that it asks about, and the output."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field, replace
from importlib.util import find_spec
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from grundy.contests.inputs.expressions import check_names, parameters
from grundy.contests.inputs.form import Form
from grundy.contests.outputs import AskedPosition, Output, Text
from grundy.core.position import Position
from grundy.errors import RulesetError
from grundy.runtime.garbage import rare_collections

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from grundy.contests.inputs.expressions import Scope
    from grundy.contests.inputs.form import Case
    from grundy.contests.inputs.parts import InputPart
    from grundy.contests.outputs import Wrong

_HAS_ARRAYS = find_spec("numpy") is not None  # `Problem.values` may need them; a site without a server has none
_SHOWN = 40  # characters of a position, or of a line of an output, that contradict a sample


class Sample(NamedTuple):
    """A published input and its output."""

    input: str
    output: str


@dataclass(frozen=True)
class Problem:
    r"""A contest problem: the description of its input, the position that it asks about, and its output.

    `input` is a part (`Int`, `Each`, ...) or a tuple of parts. `position` is a function of some of their names: it
    returns the position of a question, or an iterable of positions where one question asks about several. `output`
    says what is written about each. With `Text`, `position` is for explanations alone, and may be left out.

    The rest is optional. With `misere`, whoever makes the last move loses. `id` is the name of the file, with dashes,
    where it is empty; `game` the name of a game of the catalogue. `values` is a faster way to the answers: a function
    of the list of all questions, each a mapping of its names, that returns for each what the output needs (True for a
    win, an `Outcome`, a number; a list of these where a question asks about several positions).

    Raises `RulesetError` for a name that no part has, and for objects that are not a part or an output.

    >>> from grundy import games
    >>> from grundy.contests import Int, Ints, Words
    >>> nim = Problem(
    ...     title="Nim",
    ...     source="an example",
    ...     input=(Int("n", 1, 100), Ints("a", "n", 1, 10**9)),
    ...     position=lambda a: games.nim(*a),
    ...     output=Words("first", "second"),
    ... )
    >>> nim.answer("2\n3 5\n")
    'first\n'
    """

    _: KW_ONLY
    title: str
    source: str
    input: InputPart | tuple[InputPart, ...]
    position: Callable[..., Position | Iterable[Position] | Literal[0]] | None = None
    output: Output
    misere: bool = False
    samples: tuple[Sample, ...] = ()
    id: str = ""
    game: str = ""
    aliases: tuple[str, ...] = ()
    values: Callable[[Sequence[Scope]], Sequence[Any]] | None = None
    form: Form = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the parts of the description against each other."""
        form = Form(*(self.input if isinstance(self.input, tuple) else (self.input,)))
        object.__setattr__(self, "form", form)
        if not isinstance(self.output, Output):
            raise RulesetError("error.problem-output", name=self.title, found=repr(self.output))
        if isinstance(self.output, Text):
            check_names(parameters(self.output.function), form.names_of_a_question, "output")
        elif self.position is None:
            raise RulesetError("error.problem-position", name=self.title, found="None")
        if self.position is not None:
            check_names(parameters(self.position), form.names_of_a_question, "position")
        if self.misere:
            object.__setattr__(self, "output", replace(self.output, misere=True))

    @property
    def limits(self) -> str:
        """The limits of the input, in English words."""
        return self.form.limits_in("en")

    def names(self, asked: Sequence[AskedPosition]) -> list[str] | None:
        """Return the names of positions in the output, where that lists some of them; else None."""
        from grundy.contests.outputs_of_moves import Names

        output = self.output
        return [output.name_of(one) for one in asked] if isinstance(output, Names) else None

    def answer(self, text: str, *, limits: bool = True, source: str = "input") -> str:
        """Return the output for an input; see `grundy.contests.answer`."""
        with rare_collections():
            return self.answer_case(self.form.read(text, limits=limits, source=source))

    def answer_case(self, case: Case) -> str:
        """Return the output for an input that was read already."""
        return self.output.text(self.asked(case))

    def check_samples(self) -> None:
        """Raise `RulesetError` where a sample has another output than the rules give: one of them is wrong.

        Raises `InputError` for a sample that is not an input of the problem.
        """
        for number, sample in enumerate(self.samples, 1):
            asked = self.asked(self.form.read(sample.input, source=f"<sample-{number}>"))
            wrong = self.output.wrong(sample.output, asked)
            if wrong is not None:
                given, right = _differing(sample.output, self.output.text(asked), wrong.place, len(asked))
                at, case = (asked[wrong.place], asked[wrong.place].number) if asked else (None, 0)
                shown = "" if at is None else _named(at.scope) if self.position is None else str(at.at)
                where = {"sample": number, "case": case, "position": _cut(shown.replace("\n", "/"))}
                raise RulesetError("error.sample", problem=self.id or self.title, **where, given=given, right=right)

    def read(self, text: str, *, limits: bool = True, source: str = "input") -> Iterator[Position]:
        """Yield the positions that an input asks about, in order. Raises `InputError`, as `answer` does."""
        case = self.form.read(text, limits=limits, source=source)
        yield from (one.at for one in self.asked(case, values=False) if self.position)

    def mistaken(self, case: Case, own: str) -> Position | None:
        """Return the first position about which `own`, a wrong output for an input, is wrong.

        Where the output does not show which position that is, the first position of the input is returned. None where
        the input asks about no position.
        """
        asked = self.asked(case) if self.position else []
        wrong = self.output.wrong(own, asked)
        return asked[wrong.place if wrong is not None else 0].at if asked else None

    def wrong(self, case: Case, own: str) -> Wrong | None:
        """Return where an output is wrong; None where it is right."""
        return self.output.wrong(own, self.asked(case))

    def asked(self, case: Case, *, values: bool = True) -> list[AskedPosition]:
        """Return the positions that an input asks about; with `values`, each with its answer from `Problem.values`."""
        questions = list(self.form.questions(case))
        known: list[Any] = []
        given = self.output.values if isinstance(self.output, Text) else self.values if _HAS_ARRAYS else None
        if given is not None and (values or self.position is None):
            known += given([question.scope for question in questions])
            if len(known) != len(questions):
                name, numbers = self.id or self.title, {"expected": len(questions), "found": len(known)}
                raise RulesetError("error.problem-values-number", name=name, **numbers)
        else:
            for question in questions:
                question.positions = self.positions_of(question.scope)
                known.append([None] * len(question.positions))
        asked: list[AskedPosition] = []
        for question, value in zip(questions, known, strict=True):
            if isinstance(value, list):
                asked += (AskedPosition(question, place, one, self.positions_of) for place, one in enumerate(value))
            else:
                asked.append(AskedPosition(question, 0, value, self.positions_of))
        return asked

    def positions_of(self, scope: Scope, most: int | None = None) -> list[Position]:
        """Return the positions of a question, at most the first `most` of them; none without a `position`.

        Raises `RulesetError` where the function of the problem returns something else.
        """
        found: Any = [] if self.position is None else scope.call(self.position)
        if found == 0:  # the sum of no positions
            found = Position()
        several = hasattr(found, "__iter__") and not isinstance(found, Position)
        positions: list[Position] = list(islice(found, most)) if several else [found]
        for position in positions:
            if not isinstance(position, Position):
                raise RulesetError("error.problem-position", name=self.id or self.title, found=repr(position))
        return positions


def _differing(given: str, right: str, place: int, places: int) -> tuple[str, str]:
    """Return the lines of two outputs about a position: those at its place, or else the first that differ."""
    rows = list(zip_longest(given.splitlines(), right.splitlines(), fillvalue=""))
    if len(rows) != places:
        place = next((at for at, (own, other) in enumerate(rows) if own.split() != other.split()), 0)
    own, other = rows[place]
    return _cut(own.strip()), _cut(other.strip())


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _named(scope: Scope) -> str:
    return ", ".join(f"{name} = {value}" for name, value in scope.items())
