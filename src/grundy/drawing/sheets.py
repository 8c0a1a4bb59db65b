"""Sheets of exercises as data: what is asked, what is drawn, what the key says. Each format draws all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from grundy.messages import Message, render

if TYPE_CHECKING:
    from grundy.core.scenes import Scene

Keys = Literal["with", "without", "only"]


class Figure(NamedTuple):
    """A board: what stands above it, and the text that says it in words."""

    scene: Scene
    text: str
    head: str = ""


class Gaps(NamedTuple):
    """A table to fill in: rows of cells, None where the reader writes; the first row and column are headings."""

    rows: tuple[tuple[str | None, ...], ...]


class AnswerLine(NamedTuple):
    """Room for an answer after a label; a short one holds a number."""

    label: str
    short: bool = False


class Exercise(NamedTuple):
    """A task with its boards, and room for the answer; then the answer, the reason, and how much there is to look at.

    `choices` are moves to tick. `filled` is the table of the key. `effort` counts the components that play leads to;
    `wide` says that half of a page is too narrow.
    """

    task: str
    figures: tuple[Figure, ...] = ()
    gaps: Gaps | None = None
    choices: tuple[str, ...] = ()
    lines: tuple[AnswerLine, ...] = ()
    answer: str = ""
    reason: str = ""
    filled: Gaps | None = None
    effort: str = ""
    wide: bool = False


class Sheet(NamedTuple):
    """Exercises under a title, with the rules before them and a key, and the command that makes the same sheet again.

    `notation` says in the key how moves are written. `rows` is the height of the largest board.
    """

    title: str
    rules: tuple[str, ...]
    exercises: tuple[Exercise, ...]
    notation: tuple[str, ...]
    command: str
    made_by: str
    language: str = "en"
    rows: int = 0
    key: Keys = "with"

    def say(self, kind: str, **params: object) -> str:
        """Return a text of sheets in the language of this one."""
        return render(Message(f"worksheet.{kind}", params), self.language)
