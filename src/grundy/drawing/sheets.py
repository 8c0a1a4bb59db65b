"""Sheets of exercises as data: tasks, boards, and the key. HTML, LaTeX and PDF are made from the same data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from grundy.runtime.messages import Message, render

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.core.scenes import Scene

Keys = Literal["with", "without", "only"]


class Figure(NamedTuple):
    """A board: its scene, a text that describes it, and a heading."""

    scene: Scene
    text: str
    head: str = ""


class Gaps(NamedTuple):
    """A table to fill in: rows of cells, with None for a cell to fill in; the first row and column are headings."""

    rows: tuple[tuple[str | None, ...], ...]


class AnswerLine(NamedTuple):
    """A line for an answer, after a label; a short line has room for a number."""

    label: str
    short: bool = False


class Exercise(NamedTuple):
    """A task with its boards and room for the answer; for the key, the answer and the reason.

    `choices` are moves to tick. `gaps` is a table to fill in, and `filled` the same table in the key. `wide` says
    whether half the width of a page is too narrow.
    """

    task: str
    figures: tuple[Figure, ...] = ()
    gaps: Gaps | None = None
    choices: tuple[str, ...] = ()
    lines: tuple[AnswerLine, ...] = ()
    answer: str = ""
    reason: str = ""
    filled: Gaps | None = None
    wide: bool = False

    @property
    def points(self) -> int:
        """One point for each line of the answer, two for a table and for moves to tick."""
        return len(self.lines) + 2 * bool(self.gaps) + 2 * bool(self.choices)


class Sheet(NamedTuple):
    """Exercises with a title, the rules, a key, and the command that makes the same sheet again.

    `rows` is the number of rows of the largest board.
    """

    title: str
    rules: tuple[str, ...]
    exercises: tuple[Exercise, ...]
    command: str
    made_by: str
    language: str = "en"
    rows: int = 0
    key: Keys = "with"

    def in_rows(self, shown: Callable[[Sheet, int, Exercise], str]) -> list[list[str]]:
        """Return what `shown` makes of each exercise and its number, two in a row, or one that is wide."""
        rows: list[list[str]] = []
        beside = False
        for number, one in enumerate(self.exercises, 1):
            if beside and not one.wide:
                rows[-1].append(shown(self, number, one))
            else:
                rows.append([shown(self, number, one)])
            beside = not one.wide and not beside
        return rows

    def points(self, exercise: Exercise) -> str:
        """Return the points of an exercise, in words."""
        return self.say("points", points=exercise.points)

    def say(self, kind: str, **params: object) -> str:
        """Return a text of worksheets, in the language of this sheet."""
        return render(Message(f"worksheet.{kind}", params), self.language)
