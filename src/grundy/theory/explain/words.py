"""Explanations in words, in each language, within 80 columns: the data of `reasons.py` with the texts of messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.core.values import LOONY, Loopy, Win
from grundy.runtime.messages import Message, Said, figure, render
from grundy.theory.explain.text import WIDTH, aligned, beside, binary_columns, paragraph, shortened, width_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from grundy.core.values import Value
    from grundy.theory.explain.reasons import Effect, ExplainedPart, Explanation, Reply, Result, Why
    from grundy.theory.explain.reductions import Board, Reduction

_NAME = 48  # columns of a component's name in the table of binary digits
_LABEL = 60  # columns of a component's name in a sentence
_LONG = 20  # characters of a text that names a component
_READABLE = 10**9  # numbers below this are shown in formulas
_LISTED = 400  # characters of a list of winning moves
_LINES = 8  # winning moves with words, each on a line
_HEAPS = {
    "label.heap",
    "label.row-of",
    "label.piece",
    "label.at-most",
    "label.at-least",
}  # parts that the words for a move name


def explanation(explained: Explanation, language: str = "en") -> str:
    """Return an explanation in words, in lines of less than 80 columns.

    Raises `ValueError` for a language without messages.

    >>> import grundy
    >>> print(explanation(grundy.games.nim(0).explain(), "ko").split(".")[0])
    둘 수가 없습니다
    """
    return _Words(explained, language).text()


class _Words:
    """Writes the sections of one explanation."""

    def __init__(self, explained: Explanation, language: str) -> None:
        self._explained = explained
        self._language = language
        self._alone = len(explained.parts) + explained.parts_left_out == 1
        self._over = explained.outcome == "P" and not explained.replies and explained.replies_left_out == 0

    def text(self) -> str:
        explained = self._explained
        sections: list[Iterable[str]] = [self._verdict()]
        if not self._over:
            sections.append(self._sum())
            if explained.why is not None:
                sections.append(self._why(explained.why))
        if explained.move is not None:
            sections.append(self._effect(explained.move))
        sections += [self._winning(), self._replies(), self._ending(), *self._reductions()]
        return "\n\n".join(filter(None, ("\n".join(section) for section in sections)))

    def _say(self, kind: str, **params: object) -> str:
        return render(Message(f"explain.{kind}", params), self._language)

    def _said(self, move: str) -> Said:
        """Return a move with its words, for a sentence."""
        return Said(move, self._explained.said.get(move))

    def _move(self, move: str) -> str:
        """Return the text of a move, after its words if there are any."""
        return self._said(move).in_words(self._language)

    def _sentences(self, *sentences: str) -> str:
        return paragraph(render(Message("sentences"), self._language).join(sentences))

    def _verdict(self) -> Iterator[str]:
        """Yield who wins, and the idea."""
        yield paragraph(self._say("over" if self._over else self._explained.outcome))
        if self._explained.idea:
            yield self._sentences(*(render(sentence, self._language) for sentence in self._explained.idea))

    def _sum(self) -> Iterator[str]:
        value = self._explained.value
        if value is None:
            yield paragraph(self._say("by-formula"))
        if value is None or not self._explained.parts:
            return
        if self._alone:
            name = self._name(self._explained.parts[0])
            if isinstance(value, Loopy):
                yield paragraph(self._say("alone-loopy", name=name, value=plain(value)))
                yield paragraph(self._infinity(value))
            elif isinstance(value, Win):
                assert self._explained.note is not None
                yield paragraph(render(self._explained.note, self._language))
            else:
                yield paragraph(self._say("alone" if value else "alone-empty", name=name, value=value))
            return
        count = len(self._explained.parts) + self._explained.parts_left_out
        loopy = any(isinstance(part.value, Loopy) for part in self._explained.parts)
        kind = (
            "sum-loony" if value is LOONY else "sum-ends" if isinstance(value, Win) else "sum-loopy" if loopy else "sum"
        )
        yield paragraph(self._say(kind, count=count))
        yield ""
        yield self._columns()
        if isinstance(value, Loopy):
            yield ""
            yield paragraph(self._say("sum-infinity", value=plain(value)))
            yield paragraph(self._infinity(value))
            return
        entailing = self._explained.entailing
        if isinstance(value, Win) or not (value or entailing):  # the idea has said why 0 is lost
            return
        yield ""
        if entailing:
            yield paragraph(self._say("sum-entailing", value=value))
        else:
            yield paragraph(self._say("sum-not-0", value=value))

    def _columns(self) -> str:
        explained = self._explained
        margin = len(str(len(explained.parts)))
        rows = [
            (f"{number:>{margin}}  {self._name(part, _NAME)}", part.value)
            for number, part in enumerate(explained.parts, start=1)
        ]
        if explained.parts_left_out:
            rows.append((self._say("rest", number=explained.parts_left_out), explained.rest))
        named = [(name, self._value(value), value if isinstance(value, int) else None) for name, value in rows]
        if not isinstance(explained.value, int):
            return "\n".join(aligned(named))
        total = (self._say("xor"), self._value(explained.value), explained.value)
        long = self._say("long-digits", digits=explained.digits)
        return binary_columns(named, total, long)

    def _why(self, why: Why) -> Iterator[str]:
        value = why.part.value
        yield paragraph(self._say("why", name=self._name(why.part), value=plain(value)))
        yield paragraph(render(why.message, self._language))
        listed = () if why.entails or isinstance(value, Win) else why.results
        last = ""  # what stands before the nimber itself
        if why.least is not None and isinstance(value, int):
            last = f"{value:,}" if value < 10**12 else self._say("then")
        margin = max(map(width_of, [last, *(self._value(result.value) for result in listed)]))
        options = [self._option(result) for result in listed]
        for result, words in zip(listed, options, strict=True):
            yield paragraph(words, f"  {self._value(result.value):>{margin}}  ")
        if why.more is not None:
            yield paragraph(render(why.more, self._language), f"  {'...':>{margin}}  ")
        if why.least is not None:
            yield paragraph(render(why.least, self._language), f"  {last}  ")
        if why.note is not None:
            yield paragraph(render(why.note, self._language))
        if any("#" in words for words in options):
            yield self._say("gone")

    def _infinity(self, value: Loopy) -> str:
        """Return who wins a position worth infinity."""
        return self._say("infinity-N" if 0 in value.reach else "infinity-D")

    def _option(self, result: Result) -> str:
        move = self._move(result.move)
        if result.ends:
            return self._say("option-ends", move=move)
        kinds = {part.label.kind for part in result.parts if part.label is not None}
        in_words = result.move in self._explained.said and (kinds <= _HEAPS or kinds == {"label.text"})
        if result.move_names_result or (in_words and len(result.parts) < 2):
            return move
        if in_words and kinds <= _HEAPS and isinstance(result.value, int):
            xor = self._xor(part.value for part in result.parts)
            return self._say("option-worth", move=move, xor=xor, value=result.value)
        return self._say("option", move=move, result=self._result(result))

    def _result(self, result: Result) -> str:
        """Return the names of the parts, with their nim-sum if there are several."""
        names = [self._name(part) for part in result.parts] or [self._say("nothing")]
        if len(result.parts) > 1 and isinstance(result.value, int):
            xor = self._xor(part.value for part in result.parts)
            return self._say("parts-worth", parts=names, xor=xor, value=result.value)
        return self._say("parts", parts=names)

    def _effect(self, effect: Effect) -> Iterator[str]:
        result, old = effect.result, effect.part.value
        best = result.move == self._explained.best
        if best and (self._alone or result.ends):  # the idea has said it
            return
        kind = "said" if result.move in self._explained.said else "move"
        known = self._say("why-wins", move=self._said(result.move)) if best else ""
        yield paragraph(known or self._say(f"{kind}-{effect.verdict}", move=self._move(result.move)))
        if result.ends:
            yield paragraph(self._say("ends"))
            return
        said = [self._turn(effect)]
        if isinstance(effect.before, int) and isinstance(effect.after, int) and isinstance(old, int):
            if not self._alone:
                small = max(effect.before, old, effect.after) < _READABLE
                xor = self._xor((effect.before, old, result.value)) if small else ""
                sums = {"before": effect.before, "xor": xor, "after": effect.after}
                said.append(self._say("sum-after-xor" if small else "sum-after", **sums))
            if effect.verdict == "wins" and not self._explained.entailing:
                said.append(self._say("from-0"))
                said += self._leading_column(effect, effect.before, old)
        elif isinstance(effect.after, Win) and not result.again:
            said.append(self._say("opponent-loony" if effect.after is LOONY else "opponent-ends"))
        elif not isinstance(effect.before, Win) and not self._alone:
            said.append(self._say("sum-after", before=plain(effect.before), after=plain(effect.after)))
        if result.again:
            said.append(self._say("again-wins" if effect.verdict == "wins" else "again-lost"))
        if effect.answer is not None:
            reply = Said(effect.answer.reply, effect.answer.said)
            said.append(self._say(f"answer-{effect.answer.how}", reply=reply))
        yield self._sentences(*said)

    def _turn(self, effect: Effect) -> str:
        """Return what a move makes of its component."""
        result, old = effect.result, effect.part.value
        values = {"old": plain(old), "value": plain(result.value)}
        if self._alone and isinstance(result.value, int):
            values |= {"count": len(result.parts), "xor": self._xor(part.value for part in result.parts)}
            return self._say("makes-parts" if len(result.parts) > 1 else "makes", **values)
        name = self._name(effect.part)
        if len(effect.part.text) > _LONG and isinstance(old, int) and isinstance(result.value, int):
            return self._say("changes", name=name, **values)
        names_value = not result.parts or (len(result.parts) > 1 and not isinstance(result.value, Win))
        return self._say("turns" if names_value else "turns-worth", name=name, result=self._result(result), **values)

    def _leading_column(self, effect: Effect, before: int, value: int) -> Iterator[str]:
        """Yield why such a move exists, if the highest bit of the sum `before` shows it; `value` is the component's."""
        top = 1 << (before.bit_length() - 1)
        if self._alone or max(before, value) >= _READABLE or not value & top:
            return
        less = {"xor": f"{value} ⊕ {before}", "less": f"{value ^ before}", "value": f"{value}"}
        yield self._say("leading-column", top=f"{top}", name=self._name(effect.part), **less)

    def _winning(self) -> Iterator[str]:
        explained = self._explained
        yield from self._listed("winning", explained.winning, explained.winning_left_out)
        yield from self._listed("drawing", explained.drawing, explained.drawing_left_out)

    def _listed(self, kind: str, moves: Sequence[str], left: int | None) -> Iterator[str]:
        """Yield a list of the winning moves, or of the moves that keep a draw; `left` more are not listed."""
        if not moves or (left == 0 and [self._explained.best] == list(moves)):
            return
        if any(f"{move})" in self._move(move).replace("）", ")") for move in moves):
            yield self._say(f"{kind}-said")
            alike: dict[Message | str, list[str]] = {}
            for move in moves:
                alike.setdefault(self._explained.said.get(move, move), []).append(move)
            for said, same in list(alike.items())[:_LINES]:
                words = Said("; ".join(same), said if isinstance(said, Message) else None)
                yield paragraph(words.in_words(self._language), "  ", "    ")
            more = (left or 0) + sum(map(len, list(alike.values())[_LINES:]))
            if left is None or more:
                yield "  " + self._say("listed-others" if left is None else "listed-more", number=more)
            return
        length, shown = 0, 0
        for move in moves:
            length += len(move)
            shown += length <= _LISTED or not shown
        more = len(moves) - shown + (left or 0)
        kind += ("-more" if more else "") + ("-others" if left is None else "")
        said = self._say(kind, count=len(moves) + (left or 0), moves=list(moves[:shown]), more=more)
        yield paragraph(said, rest="  ")

    def _replies(self) -> Iterator[str]:
        replies, left = self._explained.replies, self._explained.replies_left_out
        if not replies:
            return
        if left == 0:
            yield self._say("replies")
        elif left is None:
            yield self._say("replies-many", listed=len(replies))
        else:
            yield self._say("replies-first", listed=len(replies), count=len(replies) + left)
        for reply in replies:
            yield paragraph(self._reply(reply), "  ", "    ")
        if any(reply.renumbered for reply in replies):
            yield paragraph(self._say("renumbered"))

    def _reply(self, reply: Reply) -> str:
        move, answer = self._said(reply.move), Said(reply.reply, reply.said)
        return self._say(f"reply-{reply.how}", move=move, reply=answer)

    def _ending(self) -> Iterator[str]:
        """Yield that a state may come back, and which moves bring play to an end nevertheless."""
        ending = self._explained.ending
        if ending is None or self._over:
            return
        kind = "ending-lost" if ending.move is None else "ending-won"
        said = [self._say(kind, move=None if ending.move is None else self._said(ending.move))]
        if ending.moves is not None:
            said.append(self._say("ending-moves", moves=ending.moves))
        yield self._sentences(*said)

    def _reductions(self) -> Iterator[list[str]]:
        groups: dict[str, list[Reduction]] = {}
        for reduction in self._explained.reductions:
            groups.setdefault(render(reduction.message, self._language), []).append(reduction)
        for words, group in groups.items():
            games = list(dict.fromkeys(reduction.game for reduction in group))
            lines = [render(Message(group[0].title, {"game": games}), self._language), paragraph(words)]
            for reduction in group:
                drawing = self._drawing(reduction)
                term = {"term": reduction.parts, "game": reduction.game}
                named = [self._say("term", **term)] if len(group) > 1 and drawing else []
                lines += [*([""] if drawing else []), *named, *drawing]
            yield lines
        if self._explained.reductions_left_out:
            yield [self._say("terms-left-out", number=self._explained.reductions_left_out)]

    def _drawing(self, reduction: Reduction) -> list[str]:
        """Return the lines of the notes and the boards, without a map of a whole board: the position shows it."""
        boards = [board for board in reduction.boards if board.name.kind != "map.whole"]
        share = (WIDTH - 4 * (len(boards) - 1)) // max(1, len(boards))
        drawn = beside([self._board(board, share) for board in boards])
        lines = [paragraph(render(note, self._language), "  ", "    ") for note in reduction.notes]
        return [*lines, *([""] if lines and drawn else []), *drawn]

    def _board(self, board: Board, most: int) -> list[str]:
        """Return the lines of a board, with blanks between symbols if it is then at most `most` columns wide."""
        wide = max(map(len, board.rows), default=0)
        name = render(board.name, self._language)
        title = name if board.nimber is None else self._say("named-board", name=name, nimber=board.nimber)
        if wide + 2 > WIDTH:
            return [title, f"  {self._say('wide-board', rows=len(board.rows), columns=wide)}"]
        between = " " if 2 * wide + 1 <= most else ""
        return [title, *(f"  {between.join(row)}".rstrip() for row in board.rows)]

    def _name(self, part: ExplainedPart, most: int = 0) -> str:
        """Return the name of a component on one line, in a table of at most `most` columns.

        In a sentence, a single component is this position, and one that is named by a long text alone is its number.
        """
        if self._alone and part in self._explained.parts:
            return self._say("here")
        shown = part in self._explained.parts and part.label is not None and part.label.kind == "label.text"
        if shown and not most and len(part.text) > _LONG:
            number = self._explained.parts.index(part) + 1
            if part.term == number:  # as in its moves
                return self._say("part", number=number)
        name = self._say("nothing") if part.name is None else render(part.name, self._language)
        return shortened(name, most or _LABEL)

    def _value(self, value: Value) -> str:
        return figure(value, self._language) if isinstance(value, int) else f"{value}"

    def _xor(self, values: Iterable[Value]) -> str:
        return " ⊕ ".join(map(self._value, values))


def plain(value: Value) -> int | str:
    """Return a value as a parameter of a message: a nimber, or the text of another value."""
    return value if isinstance(value, int) else f"{value}"


def positions(explained: Sequence[str], left: int, language: str = "en") -> str:
    """Return the explanations of several positions, each with its number; `left` more are only counted."""
    count = len(explained) + left
    if count == 1:
        return explained[0]

    def say(kind: str, number: int) -> str:
        return render(Message(f"explain.{kind}", {"number": number, "count": count}), language)

    shown = [f"{say('position', number)}\n\n{words}" for number, words in enumerate(explained, 1)]
    return "\n\n\n".join([*shown, *([say("positions-left-out", left)] if left else [])])
