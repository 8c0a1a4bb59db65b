"""Explanations as data, and in plain English: why a position is won, why a component is worth its nimber.

Data only: `explaining.py` finds the reasons. Everything is kinds and parameters, so that a page can say
it in another language; `str` says it in English, within 80 columns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from grundy.core.values import WIN, as_data
from grundy.explain.text import WIDTH, aligned, beside, binary_columns, paragraph, shortened
from grundy.messages import Message, figure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Verdict = Literal["ends", "wins", "gives-away", "loses"]

_MEX = "A nimber is the least number that no move leads to (the mex)."
_NAME = 36  # characters of a component in the table of binary digits
_LABEL = 60  # and in a sentence
_READABLE = 10**9  # larger numbers are in no formula
_LISTED = 400  # characters of winning moves


@dataclass(frozen=True, slots=True)
class Part:
    """A component: the number of its term (from 1), its game, its text, a short name of it, and its value.

    The label is None where there is nothing to name. `names_game` says that people are told the game, too.
    """

    term: int
    game: str
    text: str
    label: Message | None
    value: int
    names_game: bool = False

    @property
    def name(self) -> Message | None:
        """The label, with the game where that has to be said."""
        if self.label is None or not self.names_game:
            return self.label
        return Message("label.of-game", {"game": self.game, "label": self.label})

    def __str__(self) -> str:
        """Write the name, on one line."""
        return shortened(str(self.name), _LABEL)

    def data(self) -> dict[str, Any]:
        """Return ``term``, ``game``, ``position`` (its text), ``label``, ``names_game``, ``nimber``, ``binary``."""
        label = None if self.label is None else self.label.data()
        named = {"term": self.term, "game": self.game, "position": self.text, "label": label}
        return {**named, "names_game": self.names_game, **_worth(self.value)}


@dataclass(frozen=True, slots=True)
class Result:
    """A move in a component, what the component turns into, and the xor of that (or `WIN`).

    With `ends`, the move ends the whole game, and whoever makes it has won. With `told`, the text of the move is
    that of the component that it leaves.
    """

    move: str
    parts: tuple[Part, ...]
    value: int
    ends: bool = False
    told: bool = False

    def __str__(self) -> str:
        """Name the parts, with the xor of several."""
        if self.ends:
            return "the end of the whole game"
        names = " and ".join(map(str, self.parts)) or "nothing"
        if len(self.parts) > 1 and self.value != WIN:
            return f"{names}, worth {_xor(part.value for part in self.parts)} = {figure(self.value)}"
        return names

    def data(self) -> dict[str, Any]:
        """Return ``move``, ``ends``, ``parts`` (see `Part.data`), ``nimber``, ``binary``."""
        parts = [part.data() for part in self.parts]
        return {"move": self.move, "ends": self.ends, "parts": parts, **_worth(self.value)}


@dataclass(frozen=True, slots=True)
class Why:
    """Why one component is worth what it is: an option that has each smaller value, and none has its own.

    `component` counts the components of the position from 0. `results` are in the order of their values,
    from 0 on; `left_out` smaller values are not listed. `moves` is the number of its moves, or None where
    there are more than were counted, at least `counted`. For a component worth `WIN`, `results` are moves
    that end the game.
    """

    component: int
    part: Part
    results: tuple[Result, ...]
    left_out: int
    moves: int | None
    counted: int

    def data(self) -> dict[str, Any]:
        """Return ``component``, ``part``, ``moves`` (or null), ``counted``, ``options`` and ``left_out``.

        For parts see `Part.data`, for options `Result.data`.
        """
        return {
            "component": self.component,
            "part": self.part.data(),
            "moves": self.moves,
            "counted": self.counted,
            "options": [result.data() for result in self.results],
            "left_out": self.left_out,
        }

    def lines(self) -> Iterator[str]:
        """Say it."""
        value = self.part.value
        if value == WIN:
            moves = ", ".join(result.move for result in self.results)
            yield paragraph(f"Why {self.part} is worth WIN")
            yield paragraph(
                f"It has a move that ends the whole game at once ({moves}), and whoever makes it has won. That beats "
                "every sum, so it is no nimber."
            )
            return
        yield paragraph(f"Why {self.part} is worth {figure(value)}")
        if value == 0:
            yield paragraph(
                "There is no move in it, so it is worth 0."
                if self.moves == 0
                else f"{_MEX} The component has {self._moves()}, and none leads to 0, so 0 is the least."
            )
            return
        smaller = "each smaller number" if not self.left_out else f"each of {len(self.results)} smaller numbers"
        yield paragraph(f"{_MEX} The component has {self._moves()}; here is one that leads to {smaller}:")
        last = f"{value:,}" if value < 10**12 else "then"
        for result in self.results:
            leaving = "" if result.told else f", leaving {result}"
            yield paragraph(f"{result.move}{leaving}", f"  {result.value:>{len(last)},}  ")
        if self.left_out:
            more = f"and a move to each of {figure(self.left_out)} more, up to {figure(value - 1)}; not shown"
            yield paragraph(more, f"  {'...':>{len(last)}}  ")
        yield paragraph(f"no move leads to {figure(value)}, so this is the least", f"  {last}  ")

    def _moves(self) -> str:
        return f"more than {self.counted:,} moves" if self.moves is None else _some(self.moves, "move")


@dataclass(frozen=True, slots=True)
class Reply:
    """A move, what the sum is worth after it, and a winning answer to it, with the text of what that leaves.

    With `ends`, the answer ends the game. With `renumbered`, the move has changed the numbers of the terms, and
    the answer has the new ones.
    """

    move: str
    value: int
    reply: str
    position: str
    ends: bool = False
    renumbered: bool = False

    def data(self) -> dict[str, Any]:
        """Return ``move``, ``nimber``, ``binary``, ``reply``, ``ends``, ``position``, ``renumbered``."""
        return {
            "move": self.move,
            **_worth(self.value),
            "reply": self.reply,
            "ends": self.ends,
            "position": self.position,
            "renumbered": self.renumbered,
        }


@dataclass(frozen=True, slots=True)
class Effect:
    """What a move does to the sum: which component it turns into what, the xor before and after.

    `verdict` is ``ends`` (the move ends the game), ``wins`` (it leaves 0), ``gives-away`` (there was a
    winning move, and this is none) or ``loses`` (there was none). `answer` is how the opponent wins then.
    """

    component: int
    part: Part
    result: Result
    before: int
    after: int
    verdict: Verdict
    position: str
    answer: Reply | None = None

    def data(self) -> dict[str, Any]:
        """Return the fields by their names, and the text of the ``move``.

        ``before`` and ``after`` have ``nimber`` and ``binary``; ``position`` is the text after the move; for parts see
        `Part.data`, for results `Result.data`, for answers (or null) `Reply.data`.
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

    def lines(self, *, alone: bool) -> Iterator[str]:
        """Say it."""
        old = self.part.value
        yield paragraph(f"The move {self.result.move} {_VERDICTS[self.verdict]}")
        if self.result.ends:
            yield paragraph("It ends the whole game at once, whatever else is on the table.")
            return
        new = "" if len(self.result.parts) > 1 and self.result.value != WIN else f", worth {_value(self.result.value)}"
        words = f"It turns {self.part}, worth {_value(old)}, into {self.result}{new if self.result.parts else ''}. "
        if WIN not in (self.before, self.after):
            if not alone:
                small = max(self.before, old, self.after) < _READABLE
                steps = f"{_xor((self.before, old, self.result.value))} = " if small else ""
                words += f"The sum was {figure(self.before)}, and is {steps}{figure(self.after)} after it. "
            if self.verdict == "wins":
                words += "Whoever has to move from 0 loses. "
                words += "" if alone or max(self.before, old) >= _READABLE else self._leading_column()
        elif self.after == WIN:
            words += "Then a move ends the whole game at once, and it is the opponent's turn. "
        if self.answer is not None:
            zero = "which wins at once" if self.answer.ends else "which leaves 0"
            words += f"The opponent answers {self.answer.reply}, {zero}."
        yield paragraph(words.strip())

    def _leading_column(self) -> str:
        """Say why such a move exists, where the highest bit of the sum says it."""
        top = 1 << (self.before.bit_length() - 1)
        if not self.part.value & top:
            return ""
        return (
            f"To find such a move, look at the highest column of the sum with a 1, that of {top}: {self.part} has a 1 "
            f"there as well, so {_xor((self.part.value, self.before))} = {self.part.value ^ self.before} is less than "
            f"{self.part.value}, and a move leads to it."
        )


_VERDICTS = {"ends": "wins", "wins": "wins", "gives-away": "gives the win away", "loses": "does not help"}


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

    def block(self, most: int) -> list[str]:
        """Draw it, with a blank between symbols if it is at most `most` columns wide then."""
        wide = max(map(len, self.rows), default=0)
        title = str(self.name) if self.nimber is None else f"{self.name}: nimber {self.nimber}"
        if wide + 2 > WIDTH:
            return [title, f"  ({len(self.rows)} x {wide} cells, too wide for this page)"]
        between = " " if 2 * wide + 1 <= most else ""
        return [title, *(f"  {between.join(row)}".rstrip() for row in self.rows)]


@dataclass(frozen=True, slots=True)
class Reduction:
    """What a game comes down to: a kind of message with its parameters, notes, and boards drawn for it.

    The text of the kind holds for the game, `notes` for this one term; `term` (from 1) and `game` say which it is.

    Kinds: ``reduction.turned-boards``, ``reduction.rectangles``, ``reduction.points-as-heaps``,
    ``reduction.closing-polygon``, ``reduction.marks-as-heaps``, ``reduction.heaps``, ``reduction.heaps-because`` and
    ``reduction.map-of-outcomes``; the parameters of each are with the notation that makes it.
    """

    kind: str
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)
    notes: tuple[Message, ...] = ()
    boards: tuple[Board, ...] = ()
    term: int = 1
    game: str = ""

    @property
    def message(self) -> Message:
        """The message that says it."""
        return Message(self.kind, self.params)

    def data(self) -> dict[str, Any]:
        """Return ``kind`` and the parameters by their names, ``term``, ``game``, ``notes``, ``boards``.

        For boards see `Board.data`.
        """
        return {
            **self.message.data(),
            "term": self.term,
            "game": self.game,
            "notes": [note.data() for note in self.notes],
            "boards": [board.data() for board in self.boards],
        }

    def drawing(self) -> list[str]:
        """Write its lines and boards."""
        share = (WIDTH - 4 * (len(self.boards) - 1)) // max(1, len(self.boards))
        drawn = beside([board.block(share) for board in self.boards])
        lines = [paragraph(str(note), "  ", "    ") for note in self.notes]
        return [*lines, *([""] if lines and drawn else []), *drawn]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a position is won or lost: see `Position.explain`, which makes it.

    `value` is the nimber, or `WIN`; `parts` are the first components, `parts_left_out` says how many more
    there are, worth `rest` together. `winning_left_out` and `replies_left_out` say how many are not listed,
    or None where not all were looked at.
    """

    position: str
    outcome: str
    value: int
    parts: tuple[Part, ...]
    parts_left_out: int
    rest: int
    why: Why | None
    move: Effect | None
    winning: tuple[str, ...]
    winning_left_out: int | None
    replies: tuple[Reply, ...]
    replies_left_out: int | None
    reductions: tuple[Reduction, ...]
    reductions_left_out: int

    def data(self) -> dict[str, Any]:
        """Return the explanation as a dictionary, ready for JSON.

        - ``position``: its text; ``outcome``: N or P; ``nimber`` and ``binary`` (or null, with ``value`` WIN);
        - ``components``: see `Part.data`; their binary digits are as many as ``digits``, the columns of the xor;
          ``components_left_out`` more are worth ``rest`` together;
        - ``why``: the mex of one component, see `Why.data`; null where there is no component;
        - ``move``: what one move does to the sum, see `Effect.data`; null where no move was chosen, nor wins;
        - ``winning_moves``, and ``winning_moves_left_out``, null where not all moves were looked at;
        - ``replies``: to each move from a lost position, see `Reply.data`, and ``replies_left_out``;
        - ``reductions``: what the games come down to, see `Reduction.data`, and ``reductions_left_out``.
        """
        digits = self._digits()
        components = [part.data() for part in self.parts]
        for shown in components:
            if shown["binary"] is not None:
                shown["binary"] = shown["binary"].zfill(digits)
        return {
            "position": self.position,
            "outcome": self.outcome,
            **_worth(self.value),
            "digits": digits,
            "components": components,
            "components_left_out": self.parts_left_out,
            "rest": _worth(self.rest),
            "why": None if self.why is None else self.why.data(),
            "move": None if self.move is None else self.move.data(),
            "winning_moves": list(self.winning),
            "winning_moves_left_out": self.winning_left_out,
            "replies": [reply.data() for reply in self.replies],
            "replies_left_out": self.replies_left_out,
            "reductions": [reduction.data() for reduction in self.reductions],
            "reductions_left_out": self.reductions_left_out,
        }

    def __str__(self) -> str:
        """Say it in English, in lines of less than 80 characters."""
        sections: list[Iterable[str]] = [self._sum()]
        if self.why is not None:
            sections.append(self.why.lines())
        if self.move is not None:
            sections.append(self.move.lines(alone=self._alone))
        sections += [self._winning(), self._replies(), *self._reductions()]
        return "\n\n".join(filter(None, ("\n".join(section) for section in sections)))

    @property
    def _alone(self) -> bool:
        return len(self.parts) + self.parts_left_out == 1

    @property
    def _over(self) -> bool:
        return self.outcome == "P" and not self.replies and self.replies_left_out == 0

    def _digits(self) -> int:
        values = [self.value, self.rest, *(part.value for part in self.parts)]
        return max(1, *(value.bit_length() for value in values if value != WIN), 1)

    def _sum(self) -> Iterator[str]:
        if self.outcome == "N":
            yield "The next player, who moves now, wins: this is an N-position."
        elif self._over:
            yield "Nothing is left to move in: the previous player has won. This is a P-position."
            if not self.parts:
                return
        else:
            yield "The previous player wins, whatever is played now: this is a P-position."
        yield ""
        if self._alone:
            if self.value != WIN:
                binary = f", {self.value:b} in binary" if 1 < self.value < 1 << 32 else ""
                heap = f"a heap of nim of {_some(self.value, 'token')}" if self.value else "an empty heap of nim"
                yield paragraph(
                    f"The nimber of {self.parts[0]} is {figure(self.value)}{binary}: it is worth as much as {heap}."
                )
            return
        count = figure(len(self.parts) + self.parts_left_out)
        what = f"It is a sum of {count} components; a move is made in one of them."
        if self.value == WIN:
            yield paragraph(f"{what} One is worth WIN: a move in it ends the whole game, and no sum is needed.")
            yield ""
            yield self._columns()
            return
        yield paragraph(
            f"{what} Each is worth a heap of nim, and the size of that heap is its nimber. To add nimbers, write them "
            "in binary, one below the other: a column with an even number of ones gives 0, one with an odd number "
            "gives 1 (the exclusive or, xor)."
        )
        yield ""
        yield self._columns()
        yield ""
        if self.value:
            yield paragraph(
                f"The sum is {figure(self.value)}. Whoever makes it 0 wins, for each move from 0 makes it another "
                "number again, and from every other number some move makes it 0."
            )
        elif not self._over:
            yield paragraph(
                "The sum is 0. Each move changes the nimber of its component and so the sum, and the opponent can make "
                "it 0 again, to the end."
            )

    def _columns(self) -> str:
        margin = len(str(len(self.parts)))
        rows = [
            (f"{number:>{margin}}  {shortened(str(part.name or 'nothing'), _NAME)}", part.value)
            for number, part in enumerate(self.parts, start=1)
        ]
        if self.parts_left_out:
            rows.append((f"and {figure(self.parts_left_out)} more together", self.rest))
        named = [(name, _value(value), None if value == WIN else value) for name, value in rows]
        if self.value == WIN:
            return "\n".join(aligned(named))
        return binary_columns(named, ("xor", figure(self.value), self.value))

    def _winning(self) -> Iterator[str]:
        if not self.winning:
            return
        left, length, shown = self.winning_left_out, 0, 0
        for move in self.winning:
            length += len(move)
            shown += length <= _LISTED or not shown
        more = len(self.winning) - shown + (left or 0)
        count = figure(len(self.winning) + left) if left is not None else f"at least {len(self.winning)}"
        end = f", and {more:,} more" if more else ""
        end += ", and others that were not looked at" if left is None else ""
        yield paragraph(f"Winning moves ({count}): {', '.join(self.winning[:shown])}{end}.", rest="  ")

    def _replies(self) -> Iterator[str]:
        if not self.replies:
            return
        left = self.replies_left_out
        count = "very many" if left is None else f"{len(self.replies) + left:,}"
        yield "A reply to each move" if left == 0 else f"Replies to the first {len(self.replies)} of {count} moves"
        for reply in self.replies:
            end = "ends the game" if reply.ends else "makes it 0"
            yield paragraph(f"{reply.move} makes the sum {_value(reply.value)}; {reply.reply} {end}", "  ", "    ")
        if any(reply.renumbered for reply in self.replies):
            yield "(A move that splits a part changes their numbers; replies have the new ones.)"

    def _reductions(self) -> Iterator[list[str]]:
        groups: dict[str, list[Reduction]] = {}
        for reduction in self.reductions:
            groups.setdefault(str(reduction.message), []).append(reduction)
        for words, group in groups.items():
            games = ", ".join(dict.fromkeys(reduction.game for reduction in group))
            lines = [f"How {games} is solved", paragraph(words)]
            for reduction in group:
                drawing = reduction.drawing()
                named = [f"{reduction.term}: {reduction.game}"] if len(group) > 1 and drawing else []
                lines += [*([""] if drawing else []), *named, *drawing]
            yield lines
        if self.reductions_left_out:
            yield [f"({figure(self.reductions_left_out)} more terms are not described.)"]


def _worth(value: int) -> dict[str, Any]:
    """Return a value for JSON, with its binary digits."""
    return {**as_data(value), "binary": None if value == WIN else f"{value:b}"}


def _value(value: int) -> str:
    return "WIN" if value == WIN else figure(value)


def _xor(values: Iterable[int]) -> str:
    return " xor ".join(map(_value, values))


def _some(count: int, what: str) -> str:
    return f"{figure(count)} {what}{'' if count == 1 else 's'}"


def first_of(notes: Sequence[Message], most: int) -> tuple[Message, ...]:
    """Return the first notes, and one that says how many more there are.

    >>> [str(note) for note in first_of([Message("code.nim")] * 3, 1)]
    ['Take any number of tokens from one heap.', '... and 2 more']
    """
    if len(notes) <= most:
        return tuple(notes)
    return (*notes[:most], Message("reduction.note.more", {"number": len(notes) - most}))
