"""Reductions as data: the theory of a game, such as another game that it is equal to, with boards that show it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a reduction: rows with one symbol for each cell, and a nimber or None for each cell.

    `values` are the nimbers of the cells; it is empty if there are none. `nimber` is that of the whole board. `first`
    is the row and the column of the first cell in the notation of the game. If this is only a part of a board, `size`
    is the size of the whole board. `roles` says what symbols mean in a scene: ``absent``, ``blocked`` or ``piece``; all
    other symbols are cells that have moves.
    """

    name: Message
    rows: tuple[str, ...]
    values: tuple[tuple[int | None, ...], ...] = ()
    first: tuple[int, int] = (1, 1)
    size: tuple[int, int] | None = None
    nimber: int | None = None
    roles: Mapping[str, str] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """Return ``name``, ``rows``, ``values``, ``first``, ``size``, ``nimber``, ``roles``."""
        return {
            "name": self.name.data(),
            "rows": list(self.rows),
            "values": [list(row) for row in self.values],
            "first": list(self.first),
            "size": list(self.size or (len(self.rows), max(map(len, self.rows), default=0))),
            "nimber": self.nimber,
            "roles": dict(self.roles),
        }


@dataclass(frozen=True, slots=True)
class Reduction:
    """The theory of a game: a kind of message with its parameters, notes, and boards that show it.

    The text of the kind holds for the game; `notes` hold for one term of a sum. `term` (its number, from 1), `game` and
    `parts` (the numbers of its parts) identify that term.

    Kinds: ``reduction.turned-boards``, ``reduction.turned-rectangles``, ``reduction.rectangles``,
    ``reduction.points-as-heaps``, ``reduction.closing-polygon``, ``reduction.marks-as-heaps``, ``reduction.heaps``,
    ``reduction.heaps-because``, ``reduction.map-of-outcomes``, and those of single rulesets. The notation or ruleset
    that makes a reduction describes its parameters. With `observed` it is a pattern that is not proved. `idea` is the
    note that says in a sentence how a single position is won, or why it is lost. With `among_others` the term stands
    in a sum with others, and what is said of winning holds for the term alone.
    """

    kind: str
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)
    notes: tuple[Message, ...] = ()
    boards: tuple[Board, ...] = ()
    term: int = 1
    game: str = ""
    parts: str = "1"
    observed: bool = False
    idea: Message | None = None
    among_others: bool = False

    @property
    def message(self) -> Message:
        """The theory as a message."""
        return Message(self.kind, self.params)

    @property
    def title(self) -> str:
        """The kind of the message above it, whose parameter is the game."""
        kind = "-observed" if self.observed else "-alone" if self.among_others else ""
        return f"reduction.title{kind}"

    def data(self) -> dict[str, Any]:
        """Return ``kind`` and the parameters by their names, and the fields; ``title`` is the kind of a message.

        For boards see `Board.data`.
        """
        return {
            **self.message.data(),
            "term": self.term,
            "game": self.game,
            "title": self.title,
            "parts": self.parts,
            "notes": [note.data() for note in self.notes],
            "boards": [board.data() for board in self.boards],
        }


def first_of(notes: Sequence[Message], most: int) -> tuple[Message, ...]:
    """Return the first `most` notes, and a note that says how many others there are.

    >>> [str(note) for note in first_of([Message("code.nim")] * 3, 1)]
    ['Take any number of tokens from one heap.', '... and 2 more']
    """
    if len(notes) <= most:
        return tuple(notes)
    return (*notes[:most], Message("reduction.note.more", {"number": len(notes) - most}))
