"""Explanations as data: why a position is won, why a component is worth its nimber.

`finder.py` finds the reasons, `words.py` says them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from grundy.core.values import as_data
from grundy.explain import words
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grundy.core.values import Value

Verdict = Literal["ends", "wins", "gives-away", "loses", "draws", "keeps-draw", "gives-draw-away"]


@dataclass(frozen=True, slots=True)
class ExplainedPart:
    """A component: the number of its term (from 1), its game, its text, a short name of it, and its value.

    The label is None where there is nothing to name. `names_game` says that people are told the game, too.
    """

    term: int
    game: str
    text: str
    label: Message | None
    value: Value
    names_game: bool = False

    @property
    def name(self) -> Message | None:
        """The label, with the game where that has to be said."""
        if self.label is None or not self.names_game:
            return self.label
        return Message("label.of-game", {"game": self.game, "label": self.label})

    def data(self) -> dict[str, Any]:
        """Return ``term``, ``game``, ``position`` (its text), ``label``, ``names_game``, ``nimber``, ``binary``."""
        label = None if self.label is None else self.label.data()
        named = {"term": self.term, "game": self.game, "position": self.text, "label": label}
        return {**named, "names_game": self.names_game, **_worth(self.value)}


@dataclass(frozen=True, slots=True)
class Result:
    """A move in a component, what the component turns into, and the xor of that (or `WIN`).

    With `ends`, the move ends the whole game, and whoever makes it has won. With `told`, the text of the move is
    that of the component that it leaves. With `again`, the player who makes it moves again.
    """

    move: str
    parts: tuple[ExplainedPart, ...]
    value: Value
    ends: bool = False
    told: bool = False
    again: bool = False

    def data(self) -> dict[str, Any]:
        """Return ``move``, ``ends``, ``parts`` (see `ExplainedPart.data`), ``nimber``, ``binary``, ``again`` if so."""
        parts = [part.data() for part in self.parts]
        again = {"again": True} if self.again else {}
        return {"move": self.move, "ends": self.ends, "parts": parts, **_worth(self.value), **again}


@dataclass(frozen=True, slots=True)
class Why:
    """Why one component is worth what it is: an option that has each smaller value, and none has its own.

    `component` counts the components of the position from 0. `results` are in the order of their values,
    from 0 on; `left_out` smaller values are not listed. `moves` is the number of its moves, or None where
    there are more than were counted, at least `counted`. For a component worth `WIN`, `results` are moves
    that end the game. For one worth infinity (`grundy.Loopy`) they are options of the nimbers in its set, and `beyond`
    is one that has no nimber and cannot be undone: no move from it leads to the least nimber outside of the set.
    `entails` says why a component is worth what it is by moves after which the same player moves again: ``worth`` (one
    of `results` leads to its nimber, and no other move does), ``two`` (they lead to two values), ``plain`` (the second
    one leads to the value of the first, and the opponent moves), ``on`` (it leads to `WIN` or `LOONY`).
    `undone` says that a component with a nimber has options without one: from each of these a move leads back to that
    nimber.
    """

    component: int
    part: ExplainedPart
    results: tuple[Result, ...]
    left_out: int
    moves: int | None
    counted: int
    beyond: Result | None = None
    undone: bool = False
    entails: Literal["", "worth", "two", "plain", "on"] = ""

    def data(self) -> dict[str, Any]:
        """Return ``component``, ``part``, ``moves`` (or null), ``counted``, ``options``, ``left_out`` and ``beyond``.

        The last is there for values of loopy components alone, and ``undone`` where it is true. ``entails`` is there
        where the same player may move again after moves of the component. For parts see
        `ExplainedPart.data`, for options `Result.data`.
        """
        return {
            "component": self.component,
            "part": self.part.data(),
            "moves": self.moves,
            "counted": self.counted,
            "options": [result.data() for result in self.results],
            "left_out": self.left_out,
            **({} if self.beyond is None else {"beyond": self.beyond.data()}),
            **({"undone": True} if self.undone else {}),
            **({"entails": self.entails} if self.entails else {}),
        }


@dataclass(frozen=True, slots=True)
class Reply:
    """A move, what the sum is worth after it, and a winning answer to it, with the text of what that leaves.

    With `ends`, the answer ends the game. With `renumbered`, the move has changed the numbers of the terms, and
    the answer has the new ones. Where the same player moves again after the move, in a position that is lost, there is
    no answer: `reply` is empty. `said` is the answer in words, where its text needs some.
    """

    move: str
    value: Value
    reply: str
    position: str
    ends: bool = False
    renumbered: bool = False
    said: Message | None = None

    def data(self) -> dict[str, Any]:
        """Return ``move``, ``nimber``, ``binary``, ``reply`` (or null), ``ends``, ``position``, ``renumbered``.

        ``said``, the answer in words as a message, is there where it has such words.
        """
        return {
            "move": self.move,
            **_worth(self.value),
            "reply": self.reply or None,
            "ends": self.ends,
            "position": self.position,
            "renumbered": self.renumbered,
            **({} if self.said is None else {"said": self.said.data()}),
        }


@dataclass(frozen=True, slots=True)
class Effect:
    """What a move does to the sum: which component it turns into what, the xor before and after.

    `verdict` is ``ends`` (the move ends the game), ``wins`` (it leaves 0), ``gives-away`` (there was a
    winning move, and this is none) or ``loses`` (there was none). `answer` is how the opponent wins then. Of sums with
    loopy components it is also ``draws`` (there was a winning move, and now it is a draw), ``keeps-draw`` or
    ``gives-draw-away``.
    """

    component: int
    part: ExplainedPart
    result: Result
    before: Value
    after: Value
    verdict: Verdict
    position: str
    answer: Reply | None = None

    def data(self) -> dict[str, Any]:
        """Return the fields by their names, and the text of the ``move``.

        ``before`` and ``after`` have ``nimber`` and ``binary``; ``position`` is the text after the move; for parts see
        `ExplainedPart.data`, for results `Result.data`, for answers (or null) `Reply.data`.
        """
        return {
            "move": self.result.move,
            "component": self.component,
            "part": self.part.data(),
            "verdict": self.verdict,
            "result": self.result.data(),
            "before": _worth(self.before),
            "after": _worth(self.after),
            "position": self.position,
            "answer": None if self.answer is None else self.answer.data(),
        }


@dataclass(frozen=True, slots=True)
class Board:
    """A board of a reduction: rows of one symbol a cell, and beneath each cell a number or None.

    `values` says nimbers, where there are any. `first` is the row and the column of its first cell in the
    notation of the game, `size` what the whole board measures where this is only a part of it. `roles` says what
    symbols are as cells of a scene: ``absent``, ``blocked`` or ``piece``; all others are cells to play on.
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
    """What a game comes down to: a kind of message with its parameters, notes, and boards drawn for it.

    The text of the kind holds for the game, `notes` for this one term; `term` (from 1), `game` and
    `parts`, the numbers of its parts, say which it is.

    Kinds: ``reduction.turned-boards``, ``reduction.turned-rectangles``, ``reduction.rectangles``,
    ``reduction.points-as-heaps``, ``reduction.closing-polygon``, ``reduction.marks-as-heaps``, ``reduction.heaps``,
    ``reduction.heaps-because`` and ``reduction.map-of-outcomes``; the parameters of each are with the notation that
    makes it.
    """

    kind: str
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)
    notes: tuple[Message, ...] = ()
    boards: tuple[Board, ...] = ()
    term: int = 1
    game: str = ""
    parts: str = "1"

    @property
    def message(self) -> Message:
        """The message that says it."""
        return Message(self.kind, self.params)

    def data(self) -> dict[str, Any]:
        """Return ``kind`` and the parameters by their names, ``term``, ``game``, ``parts``, ``notes``, ``boards``.

        For boards see `Board.data`.
        """
        return {
            **self.message.data(),
            "term": self.term,
            "game": self.game,
            "parts": self.parts,
            "notes": [note.data() for note in self.notes],
            "boards": [board.data() for board in self.boards],
        }


@dataclass(frozen=True, slots=True)
class LoopyEnding:
    """How a position with loopy components that is won or lost comes to an end, though a state may come back.

    `move` is a winning move that brings the end nearer, None where the position is lost: each reply does then. `moves`
    is the remoteness, how many moves are made if the winner hurries; None where that is much work.
    """

    move: str | None
    moves: int | None

    def data(self) -> dict[str, Any]:
        """Return ``move`` and ``moves``, each of which may be null."""
        return {"move": self.move, "moves": self.moves}


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a position is won or lost: see `Position.explain`, which makes it.

    `value` is the nimber, or `WIN`; None where a formula says who wins, and the nimber would take much work: then there
    is no sum, no `why` and no `move`. `parts` are the first components, `parts_left_out` says how many more
    there are, worth `rest` together. `winning_left_out` and `replies_left_out` say how many are not listed,
    or None where not all were looked at. `drawing` are the moves that keep a draw, for outcome D, and
    `drawing_left_out` is as `winning_left_out`. `ending` is there with loopy components. With `entailing` the same
    player may move again after some moves. `said` has moves in words, by their texts, where these need words.
    """

    position: str
    outcome: str
    value: Value | None
    parts: tuple[ExplainedPart, ...]
    parts_left_out: int
    rest: Value
    why: Why | None
    move: Effect | None
    winning: tuple[str, ...]
    winning_left_out: int | None
    replies: tuple[Reply, ...]
    replies_left_out: int | None
    reductions: tuple[Reduction, ...]
    reductions_left_out: int
    drawing: tuple[str, ...] = ()
    drawing_left_out: int | None = 0
    ending: LoopyEnding | None = None
    entailing: bool = False
    said: Mapping[str, Message] = field(default_factory=dict, hash=False)

    def data(self) -> dict[str, Any]:
        """Return the explanation as a dictionary, ready for JSON.

        - ``position``: its text; ``outcome``: N, P or D; ``nimber`` and ``binary`` (or null, with ``value``, which is
          WIN, LOONY or an infinity such as ∞{0,2});
        - ``components``: see `ExplainedPart.data`; each has ``digits`` binary digits, the columns of the xor;
          ``components_left_out`` more are worth ``rest`` together;
        - ``why``: the mex of one component, see `Why.data`; null where there is no component;
        - ``move``: what one move does to the sum, see `Effect.data`; null where no move was chosen, nor wins;
        - ``winning_moves``, and ``winning_moves_left_out``, null where not all moves were looked at;
        - ``drawing_moves``, which keep a draw, and ``drawing_moves_left_out``: of outcome D alone;
        - ``replies``: to each move from a lost position, see `Reply.data`, and ``replies_left_out``;
        - ``reductions``: what the games come down to, see `Reduction.data`, and ``reductions_left_out``;
        - ``ending``: with loopy components, unless it is a draw: see `LoopyEnding.data`;
        - ``said``: moves in words, as messages by the texts of the moves, where there are such words.

        ``nimber`` and ``value`` are null where a formula says who wins, and the nimber would take much work.
        """
        components = [part.data() for part in self.parts]
        for shown in components:
            if shown["binary"] is not None:
                shown["binary"] = shown["binary"].zfill(self.digits)
        return {
            "position": self.position,
            "outcome": self.outcome,
            **_worth(self.value),
            "digits": self.digits,
            "components": components,
            "components_left_out": self.parts_left_out,
            "rest": _worth(self.rest),
            "why": None if self.why is None else self.why.data(),
            "move": None if self.move is None else self.move.data(),
            "winning_moves": list(self.winning),
            "winning_moves_left_out": self.winning_left_out,
            **self._drawing(),
            "replies": [reply.data() for reply in self.replies],
            "replies_left_out": self.replies_left_out,
            "reductions": [reduction.data() for reduction in self.reductions],
            "reductions_left_out": self.reductions_left_out,
            **({} if self.ending is None else {"ending": self.ending.data()}),
            **({"said": {move: words.data() for move, words in self.said.items()}} if self.said else {}),
        }

    def _drawing(self) -> dict[str, Any]:
        if self.outcome != "D":
            return {}
        return {"drawing_moves": list(self.drawing), "drawing_moves_left_out": self.drawing_left_out}

    def text(self, language: str = "en") -> str:
        """Return the explanation in words, in lines of less than 80 columns.

        `language` is ``en``, ``ko`` or ``ja``; raises `ValueError` for another one.
        """
        return words.explanation(self, language)

    def __str__(self) -> str:
        """Return the explanation in English."""
        return self.text()

    @property
    def digits(self) -> int:
        """The columns of the sum: binary digits of the largest number in it."""
        values = [self.value, self.rest, *(part.value for part in self.parts)]
        return max(1, *(value.bit_length() for value in values if isinstance(value, int)), 1)


def _worth(value: Value | None) -> dict[str, Any]:
    """Return a value for JSON, with its binary digits."""
    if value is None:
        return {"nimber": None, "value": None, "binary": None}
    return {**as_data(value), "binary": f"{value:b}" if isinstance(value, int) else None}


def first_of(notes: Sequence[Message], most: int) -> tuple[Message, ...]:
    """Return the first notes, and one that says how many more there are.

    >>> [str(note) for note in first_of([Message("code.nim")] * 3, 1)]
    ['Take any number of tokens from one heap.', '... and 2 more']
    """
    if len(notes) <= most:
        return tuple(notes)
    return (*notes[:most], Message("reduction.note.more", {"number": len(notes) - most}))
