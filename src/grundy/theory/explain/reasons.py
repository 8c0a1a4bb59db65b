"""Explanations as data: why a position is won or lost, and why a component has its nimber.

`finder.py` finds the reasons; `words.py` writes them as text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from grundy.core.nimbers import mex
from grundy.core.values import LOONY, Loopy, Win, as_data
from grundy.runtime.messages import Message
from grundy.theory.explain import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grundy.core.values import Value
    from grundy.theory.explain.reductions import Reduction

Verdict = Literal["ends", "wins", "gives-away", "loses", "draws", "keeps-draw", "gives-draw-away"]
How = Literal["zero", "ends", "again", "none"]


@dataclass(frozen=True, slots=True)
class ExplainedPart:
    """A component: the number of its term (from 1), its game, its text, its label (a short name), and its value.

    The label is None if the component has no cell to name. `names_game` says whether its name includes the game.
    """

    term: int
    game: str
    text: str
    label: Message | None
    value: Value
    names_game: bool = False

    @property
    def name(self) -> Message | None:
        """The label, with the name of the game if `names_game`."""
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
    """A move in a component, the parts that the component turns into, and the value of their sum.

    With `ends`, the move ends the whole game, and the player who makes it wins; the value is `WIN`. With
    `move_names_result`, the text of the move is that of the component that it leaves. With `again`, the player who
    makes the move moves again.
    """

    move: str
    parts: tuple[ExplainedPart, ...]
    value: Value
    ends: bool = False
    move_names_result: bool = False
    again: bool = False

    def data(self) -> dict[str, Any]:
        """Return ``move``, ``ends``, ``parts`` (see `ExplainedPart.data`), ``nimber``, ``binary``, ``again`` if so."""
        parts = [part.data() for part in self.parts]
        again = {"again": True} if self.again else {}
        return {"move": self.move, "ends": self.ends, "parts": parts, **_worth(self.value), **again}


@dataclass(frozen=True, slots=True)
class Why:
    """Why one component has its value: there is an option for each smaller value, and none for the value itself.

    `component` is the index of the component in the position, from 0. `results` are options in the order of their
    values, from 0 on; `left_out` is the number of smaller values that are not listed. `moves` is the number of moves;
    it is None if not all moves were counted: there are at least `counted` then.

    For a component worth `WIN`, `results` are moves that end the game. For a component worth infinity (`grundy.Loopy`),
    `results` are options with the nimbers in its set. `beyond` is an option that is worth infinity and cannot be
    undone: no move from it leads to the least nimber outside the set. `undone` says that a component with a nimber has
    options that are worth infinity: from each of them, a move leads back to that nimber.

    `entails` is set if the value depends on moves after which the same player moves again. It is ``worth`` if such a
    move, in `results`, leads to the value of the component, and no other move does; ``two`` if such moves lead to two
    values; ``plain`` if the second of `results` leads to the value of the first, but the opponent moves after it; and
    ``on`` if such a move leads to `WIN` or `LOONY`.
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

    @property
    def message(self) -> Message:
        """What is said before the results."""
        value = self.part.value
        moves = Message("explain.moves-over" if self.moves is None else "explain.moves", {"count": self.counted})
        if self.entails:
            one, other = self.results[0], self.results[-1]
            worth = {"value": words.plain(one.value), "other": words.plain(other.value)}
            return Message(f"explain.why-again-{self.entails}", {"move": one.move, "second": other.move, **worth})
        if isinstance(value, Loopy):
            return Message("explain.infinite" if value.reach else "explain.infinite-none", {"moves": moves})
        if isinstance(value, Win):
            return Message("explain.why-ends", {"moves": [result.move for result in self.results]})
        if value == 0:
            return Message("explain.mex-0" if self.moves != 0 else "explain.why-no-move", {"moves": moves})
        return Message(
            "explain.mex-some" if self.left_out else "explain.mex", {"moves": moves, "listed": len(self.results)}
        )

    @property
    def more(self) -> Message | None:
        """What is said of the values without a result."""
        if not self.left_out:
            return None
        value = self.part.value
        last = value - 1 if isinstance(value, int) else max(value.reach) if isinstance(value, Loopy) else 0
        return Message("explain.left-out", {"number": self.left_out, "last": last})

    @property
    def least(self) -> Message | None:
        """That no move leads to the nimber itself, for nimbers above 0."""
        value = self.part.value
        is_mex = isinstance(value, int) and value > 0 and not self.entails
        return Message("explain.least", {"value": value}) if is_mex else None

    @property
    def note(self) -> Message | None:
        """What is said last, of options that are worth infinity."""
        value = self.part.value
        if self.beyond is not None and isinstance(value, Loopy):
            shown = {"least": mex(value.reach), "move": self.beyond.move, "value": words.plain(self.beyond.value)}
            return Message("explain.not-undone", shown)
        return Message("explain.undone", {"value": words.plain(value)}) if self.undone else None

    def data(self) -> dict[str, Any]:
        """Return ``component``, ``part``, ``moves`` (or null), ``counted``, ``options``, ``left_out`` and ``beyond``.

        ``beyond`` is present only for loopy components, ``undone`` only if it is true, and ``entails`` only if the
        value depends on moves after which the same player moves again. For parts see `ExplainedPart.data`, for options
        `Result.data`. ``says`` has messages, or null: ``message``, ``more``, ``least`` and ``note``.
        """
        says = {"message": self.message, "more": self.more, "least": self.least, "note": self.note}
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
            "says": {name: None if message is None else message.data() for name, message in says.items()},
        }


@dataclass(frozen=True, slots=True)
class Reply:
    """A move, the value of the sum after it, a winning answer to it, and the text of the position after the answer.

    `how` says what the answer does: it leaves a sum worth 0 (``zero``), it ends the game (``ends``), or the opponent
    moves ``again`` after it and wins. It is ``none``, and `reply` is empty, if the same player moves again after the
    move, and loses. With `renumbered`, the move has changed the numbers of the parts, and the answer has the new
    numbers. `said` is the answer in words, if its text is not plain enough.
    """

    move: str
    value: Value
    reply: str
    position: str
    how: How = "zero"
    renumbered: bool = False
    said: Message | None = None

    def data(self) -> dict[str, Any]:
        """Return ``move``, ``nimber``, ``binary``, ``reply`` (or null), ``how``, ``position``, ``renumbered``.

        ``said``, the answer in words as a message, is present only if there are such words.
        """
        return {
            "move": self.move,
            **_worth(self.value),
            "reply": self.reply or None,
            "how": self.how,
            "position": self.position,
            "renumbered": self.renumbered,
            **({} if self.said is None else {"said": self.said.data()}),
        }


@dataclass(frozen=True, slots=True)
class Effect:
    """What a move does to the sum: the component that it changes, and the value of the sum before and after it.

    `verdict` is ``ends`` (the move ends the game), ``wins`` (it leaves 0), ``gives-away`` (another move would have won)
    or ``loses`` (no move wins). With loopy components it is also ``draws`` (another move would have won, and now the
    game is a draw), ``keeps-draw`` or ``gives-draw-away``. If the opponent can win now, `answer` says how.
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

        ``before`` and ``after`` have ``nimber`` and ``binary``; ``position`` is the text of the position after the
        move. For parts see `ExplainedPart.data`, for results `Result.data`, for answers (or null) `Reply.data`.
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
class LoopyEnding:
    """How play ends in a won or lost position with loopy components, although states may come back.

    `move` is a winning move that brings the end nearer. It is None in a lost position, in which each reply brings the
    end nearer. `moves` is the remoteness, or None if it is much work to find.
    """

    move: str | None
    moves: int | None

    def data(self) -> dict[str, Any]:
        """Return ``move`` and ``moves``, each of which may be null."""
        return {"move": self.move, "moves": self.moves}


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a position is won or lost: see `Position.explain`, which makes it.

    `value` is the value of the position. It is None if a formula says who wins, and the nimber would take much work:
    then there is no sum, no `why` and no `move`. `parts` are the first components; `parts_left_out` is the number of
    the others, and `rest` the value of their sum. `winning_left_out` and `replies_left_out` are the numbers of winning
    moves and replies that are not listed, or None if not all were counted. For outcome D, `drawing` are the moves that
    keep the draw, with `drawing_left_out` in the same way. `ending` is set for loopy components. With `entailing` the
    same player may move again after some moves. `said` has words for moves whose texts are not plain enough, by these
    texts. `idea` has the one or two sentences to begin with; `best` is the winning move that they name.
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
    idea: tuple[Message, ...] = ()
    best: str | None = None

    def data(self) -> dict[str, Any]:
        """Return the explanation as a dictionary, ready for JSON.

        - ``position``: its text; ``outcome``: N, P or D; ``nimber`` and ``binary`` (or null, with ``value``, which is
          WIN, LOONY or an infinity such as ∞{0,2});
        - ``idea``: messages, the sentences to begin with;
        - ``note``: what the value says, a message; null if there is no value;
        - ``components``: see `ExplainedPart.data`; each nimber has ``digits`` binary digits, the columns of the xor;
          ``components_left_out`` other components have the sum ``rest``;
        - ``why``: the mex of one component, see `Why.data`; null if there is no component;
        - ``move``: what one move does to the sum, see `Effect.data`; null if no move was chosen and no move wins;
        - ``winning_moves``, and ``winning_moves_left_out``, null if not all moves were counted;
        - ``drawing_moves``, which keep a draw, and ``drawing_moves_left_out``: only for outcome D;
        - ``replies``: to each move of a lost position, see `Reply.data`; and ``replies_left_out``;
        - ``reductions``: the theory of the games, see `Reduction.data`; and ``reductions_left_out``;
        - ``ending``: only with loopy components, unless the outcome is a draw: see `LoopyEnding.data`;
        - ``said``: words for moves, as messages by the texts of the moves; only if there are such words.

        ``nimber`` and ``value`` are null if a formula says who wins, and the nimber would take much work.
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
            "idea": [sentence.data() for sentence in self.idea],
            "note": None if self.note is None else self.note.data(),
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

        `language` is ``en``, ``ko`` or ``ja``; raises `ValueError` for other languages.
        """
        return words.explanation(self, language)

    def __str__(self) -> str:
        """Return the explanation in English."""
        return self.text()

    @property
    def note(self) -> Message | None:
        """What the value of the position says, whatever its components are."""
        value = self.value
        if value is None or isinstance(value, Win):
            kind = "nimber.loony" if value is LOONY else "nimber.none"
            return None if value is None else Message(kind)
        if isinstance(value, Loopy):
            return Message("why.loopy-note")
        alone = len(self.parts) + self.parts_left_out == 1
        return Message("why.one-note" if alone else "why.sum-note", {"value": value} if alone else {})

    @property
    def digits(self) -> int:
        """The number of binary digits of the largest number in the sum."""
        values = [self.value, self.rest, *(part.value for part in self.parts)]
        return max(1, *(value.bit_length() for value in values if isinstance(value, int)), 1)


def _worth(value: Value | None) -> dict[str, Any]:
    """Return a value for JSON, with its binary digits."""
    if value is None:
        return {"nimber": None, "value": None, "binary": None}
    return {**as_data(value), "binary": f"{value:b}" if isinstance(value, int) else None}
