"""A game in the terminal from its start to its end: its input, moves, commands and messages."""

from __future__ import annotations

import io
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import TYPE_CHECKING

from grundy.cli.common import width_of_terminal, words_about_work, writes_to_terminal
from grundy.cli.output import echo
from grundy.cli.positions import draw_terms
from grundy.cli.usage import usage_error
from grundy.core.scenes import GridScene, without_answers
from grundy.core.values import LOONY, Win
from grundy.errors import IllegalMoveError
from grundy.runtime.messages import Message, render
from grundy.theory.explain import misere_coach
from grundy.theory.explain.coach import Coach, Comment, comment, hint, steps
from grundy.theory.explain.text import paragraph

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grundy.core.choices import Choice, WinningMoves
    from grundy.core.position import Position
    from grundy.core.scenes import Scene
    from grundy.theory.explain.misere_coach import MisereCoach, MisereComment

_MOST_MOVES = 60  # in a list
_MOST_MISTAKES = 5  # in the list at the end
_SHOWN = 40  # characters of a wrong move in its error
_MOST_LINE = 10_000  # characters of a line from a pipe
_PEOPLE = ("first", "second")  # in kinds of messages
_LEAVING = {"quit", "q", "exit"}
_MISTAKES = dict.fromkeys(("gave-away", "drew"), "play.mistake") | {"gave-draw-away": "play.mistake-draw"}
_DRAWN = 3  # if a position occurs this often with the same player to move, the game is a draw
_ANSWERED = ("hint", "why", "show", "values", "moves", "undo", "new", "resign", "help")  # by methods with these names
_WORDS = {"gave-draw-away": "gave-away"}  # of the coach's move, by the verdict on it


class Speaker:
    """Writes messages in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def text(self, kind: str, **params: object) -> str:
        """Return a message of this command."""
        return render(Message(f"play.{kind}", params), self.language)

    def say(self, kind: str, **params: object) -> None:
        """Write a message of this command."""
        _write(self.text(kind, **params))

    def move(self, choice: Choice) -> str:
        """Return a move with its words."""
        return choice.said.in_words(self.language)

    def say_all(self, *messages: Message) -> None:
        """Write several messages in one paragraph."""
        _write(render(Message("sentences"), self.language).join(render(message, self.language) for message in messages))


@dataclass(frozen=True, slots=True)
class _Turn:
    """A move that was made, and the comment on it."""

    choice: Choice
    comment: Comment | MisereComment
    player: int


class Session:
    """A game from its start to its end: whose turn it is, the moves so far, and the answers to commands."""

    def __init__(
        self,
        start: Position,
        coach: Coach | MisereCoach | None,
        seat: int | None,
        speaker: Speaker,
        another: Callable[[], Position],
    ) -> None:
        """Begin at `start`; the coach, if there is one, moves first (`seat` 0) or second (1).

        `another` returns the position with which a further game begins.
        """
        self._start = start
        self._another = another
        self._coach = coach
        self._seat = seat
        self._speaker = speaker
        self._turns: list[_Turn] = []
        self._hints = 0
        self._steps: list[Message] = []  # of the hint for this position
        self._given = 0  # such steps
        self._resigned = False

    @property
    def position(self) -> Position:
        """The present position."""
        return self._turns[-1].choice.after if self._turns else self._start

    @property
    def player(self) -> int:
        """The player to move, 0 or 1: after a move the other player, unless the same player moves again."""
        if not self._turns:
            return 0
        last = self._turns[-1]
        return last.player if last.choice.option.again else 1 - last.player

    def run(self) -> None:
        """Play until nobody can move, or the person leaves."""
        self._draw()
        while self.position.choices():
            if self._repeated():
                echo()
                self._report_end(Message("play.over-draw", {"moves": len(self._turns)}))
                return
            if self.player == self._seat and self._coach is not None:
                with words_about_work():
                    choice = self._coach.reply(self.position)
                echo(f"\n{self._speaker.text('coach')}> {self._speaker.move(choice)}")
                self._make(choice)
                verdict = self._turns[-1].comment.verdict
                if verdict != "won":  # the end says that
                    self._speaker.say(f"word.{_WORDS.get(verdict, verdict)}")
                self._draw()
            elif not self._persons_turn():
                self._speaker.say("left" if self._turns else "left-0", moves=len(self._turns))
                return
            elif self._resigned:
                return
        self._end()

    def _repeated(self) -> bool:
        """Return whether the same player is to move in this position for the third time: then the game is a draw."""
        if not self.position.is_loopy:
            return False
        positions = [self._start, *(turn.choice.after for turn in self._turns)]
        return positions[len(self._turns) % 2 :: 2].count(self.position) >= _DRAWN

    def _persons_turn(self) -> bool:
        """Read a line, and make its move or answer its command; False if the person leaves."""
        line = _ask(f"\n{self._speaker.text('you' if self._coach else _PEOPLE[self.player])}> ")
        text = "" if line is None else " ".join(line.split())
        if line is None:
            return False
        if not text:
            return True
        with words_about_work():
            choice = self._choice(text)
            if choice is not None:
                self._make(choice)
                if self._coach is not None:
                    self._comment()
                self._draw()
            elif text.lower() in _LEAVING:
                return False
            elif text.lower() in _ANSWERED:
                getattr(self, f"_{text.lower()}")()
            else:
                self._refuse(text)
        return True

    def _choice(self, text: str) -> Choice | None:
        """Return the choice that `text` names, in any case; None if it names no move."""
        for written in dict.fromkeys((text, text.lower())):
            with suppress(IllegalMoveError):
                return self.position.choice(written)
        return None

    def _refuse(self, text: str) -> None:
        shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
        examples = list(dict.fromkeys(choice.move for choice in islice(self.position.choices(), 9)))
        self._speaker.say("refused", error=IllegalMoveError(shown, examples[:3]).message)

    def _make(self, choice: Choice) -> None:
        self._steps = []
        self._turns.append(_Turn(choice, self._comment_on(choice), self.player))

    def _comment_on(self, choice: Choice) -> Comment | MisereComment:
        return comment(choice)

    def _comment(self) -> None:
        """Comment on the person's move. The reason why a win is kept is given only once."""
        *before, last = [turn.comment for turn in self._turns]
        known = (
            last.verdict == "kept"
            and any(earlier.verdict == "kept" for earlier in before[-2::-2])
            and not last.entailing
        )
        self._speaker.say_all(Message("comment.kept-again", {"move": last.move}) if known else last.message)

    def _draw(self) -> None:
        if not self.position.terms:  # a move has ended the game
            return
        scenes = [without_answers(scene) for scene in self.position.scenes([])]
        _show(draw_terms(self.position, scenes, self._speaker.language))

    def _hint(self) -> None:
        """Give the next step of a hint; after the last one, that one again."""
        self._hints += 1
        if not self._steps:
            self._steps, self._given = self._hint_steps(), 0
        self._given = min(self._given + 1, len(self._steps))
        more = [Message("play.hint-more")] if self._given < len(self._steps) else []
        self._speaker.say_all(self._steps[self._given - 1], *more)

    def _hint_steps(self) -> list[Message]:
        return steps(hint(self.position), self.position)

    def _why(self) -> None:
        """Explain the position."""
        echo(f"\n{self._explanation()}")

    def _explanation(self) -> str:
        return self.position.explain().text(self._speaker.language)

    def _new(self) -> None:
        """Begin a further game."""
        self._start = self._another()
        self._turns, self._steps, self._hints = [], [], 0
        self._speaker.say("new")
        self._draw()

    def _resign(self) -> None:
        self._resigned = True
        who = _PEOPLE[self.player] if self._coach is None else "you"
        winning, _ = self._wins().first(1)
        echo()
        over = [Message(f"play.resigned-{who}", {"moves": len(self._turns)})]
        self._report_end(*over, *(Message("play.resigned-won", {"move": choice.said}) for choice in winning))

    def _show(self) -> None:
        winning, _ = self._wins().first(_MOST_MOVES)
        _show(draw_terms(self.position, self._marked(winning), self._speaker.language))
        echo()
        drawing = self._draws()
        if winning:
            self._speaker.say("winning", moves="; ".join(map(self._speaker.move, winning)))
        elif drawing:
            self._speaker.say("drawing", moves="; ".join(map(self._speaker.move, drawing)))
        else:
            self._speaker.say("no-winning")

    def _marked(self, winning: list[Choice]) -> Sequence[Scene]:
        return self.position.scenes(winning)

    def _wins(self) -> WinningMoves:
        return self.position.winning_moves()

    def _draws(self) -> list[Choice]:
        return self.position.drawing_moves().first(_MOST_MOVES)[0]

    def _values(self) -> None:
        position = self.position
        if isinstance(position.value, Win):
            self._speaker.say("values-loony" if position.value is LOONY else "values-ends")
        elif position.is_loopy:
            self._speaker.say("values-loopy", value=f"{position.value}")
        else:
            self._speaker.say("values", nimber=f"{position.value}")
        scenes = position.scenes([], values=True)
        boards = [scene for scene in scenes if isinstance(scene, GridScene) and not scene.moves]
        if len(boards) == len(scenes) and all(scene.shows == Message("shows.after") for scene in boards):
            shown = list(map(_numbered, boards))
            _show(draw_terms(position, shown, self._speaker.language))
        else:
            self._list(self._value)

    def _value(self, choice: Choice) -> str:
        move = self._speaker.move(choice)
        if choice.option.ends:
            return self._speaker.text("value-won", move=move)
        return self._speaker.text("value", move=move, value=self._worth(choice.after))

    def _worth(self, after: Position) -> str:
        """Return what a move is worth, by the position after it."""
        return f"{after.value} {after.outcome}" if self.position.is_loopy else f"{after.value}"

    def _moves(self) -> None:
        self._list(self._speaker.move)

    def _list(self, text: Callable[[Choice], str]) -> None:
        """List the first moves, grouped by terms."""
        found = self.position.choices()[: _MOST_MOVES + 1]
        for _, choices in groupby(found[:_MOST_MOVES], key=lambda choice: choice.term):
            words = dict.fromkeys(map(text, choices))  # equal heaps have equal moves
            _write("; ".join(words))
        if len(found) > _MOST_MOVES:
            self._speaker.say("more")

    def _undo(self) -> None:
        """Take back the person's last move, and with it the coach's reply."""
        own = [number for number, turn in enumerate(self._turns) if self._coach is None or turn.player != self._seat]
        if not own:
            self._speaker.say("nothing-back")
            return
        count = len(self._turns) - own[-1]
        taken = [turn.choice.said for turn in self._turns[-count:]]
        del self._turns[-count:]
        self._steps = []
        self._speaker.say("back" if count == 1 else "back-reply", move=taken[0], reply=taken[-1])
        self._draw()

    def _help(self) -> None:
        self._speaker.say("help", move=self.position.choices()[0].move)
        for name in (*_ANSWERED, "quit"):
            echo(f"  {name:<7} {self._speaker.text(f'command.{name}')}")

    def _end(self) -> None:
        echo()
        winner = self._winner()
        moves = {"moves": len(self._turns)}
        who = _PEOPLE[winner] if self._coach is None else "coach" if winner == self._seat else "you"
        self._report_end(Message(f"play.over-{who}", moves))

    def _winner(self) -> int:
        return 1 - self.player  # the player without a move has lost, also after a move that ends the game

    def _report_end(self, *over: Message) -> None:
        """Write how the game has ended, and which mistakes were made."""
        if not self._turns:
            self._speaker.say_all(*over)
            return
        if self._coach is None:
            self._speaker.say_all(*over)
            for player, name in enumerate(_PEOPLE):
                self._speaker.say_all(self._mistakes(player, name))
            return
        assert self._seat is not None
        hints = [Message("play.hints", {"count": self._hints})] if self._hints else []
        self._speaker.say_all(*over, self._mistakes(1 - self._seat, "you"), *hints)
        if self._coach.errors:
            self._speaker.say_all(self._mistakes(self._seat, "coach"))

    def _mistakes(self, player: int, name: str) -> Message:
        """Return a message that says how often a player gave the win away, and where."""
        who = Message(f"play.player.{name}")
        own = [turn.comment for turn in self._turns if turn.player == player]
        numbered = enumerate(self._turns, start=1)
        mistakes = [
            (number, turn.comment)
            for number, turn in numbered
            if turn.player == player and turn.comment.verdict in _MISTAKES
        ]
        if not mistakes:
            never = all(comment.verdict == "lost-anyway" for comment in own)
            return Message("play.never" if never else "play.no-mistake", {"player": who})
        listed = [
            Message(_MISTAKES[comment.verdict], {"number": number, "move": comment.move, "better": comment.better})
            for number, comment in mistakes[:_MOST_MISTAKES]
        ]
        times = Message({1: "play.once", 2: "play.twice"}.get(len(mistakes), "play.times"), {"count": len(mistakes)})
        more = len(mistakes) - _MOST_MISTAKES
        params = {"player": who, "times": times, "moves": listed, "more": more}
        kind = "play.mistakes-loopy" if self._start.is_loopy else "play.mistakes"
        return Message(f"{kind}-more" if more > 0 else kind, params)


class MisereSession(Session):
    """A game in which the player who makes the last move loses."""

    def _comment_on(self, choice: Choice) -> MisereComment:
        return misere_coach.comment(choice)

    def _hint_steps(self) -> list[Message]:
        return [misere_coach.hint(self.position).message]

    def _explanation(self) -> str:
        from grundy.cli.explain import misere_words

        return misere_words(self.position, self._speaker.language)

    def _marked(self, winning: list[Choice]) -> list[Scene]:
        del winning  # boards show winning moves together with nimbers of normal play
        return [without_answers(scene) for scene in self.position.scenes([])]

    def _wins(self) -> WinningMoves:
        return self.position.misere.winning_moves()

    def _draws(self) -> list[Choice]:
        return []

    def _values(self) -> None:
        """Write how the outcome is known, and the outcome after each move."""
        self._speaker.say("values-misere", reason=self.position.misere.reason)
        self._list(self._value)

    def _worth(self, after: Position) -> str:
        return str(after.misere.outcome)

    def _winner(self) -> int:
        ended = bool(self._turns) and self._turns[-1].choice.option.ends
        return 1 - self.player if ended else self.player


def _numbered(scene: GridScene) -> GridScene:
    """Return the board with the nimber after each move instead of its letters."""
    rows = tuple(
        tuple(cell if cell.value is None else replace(cell, symbol=str(cell.value)) for cell in row)
        for row in scene.rows
    )
    return replace(scene, rows=rows)


def prepare_input() -> None:
    """Let a terminal edit lines, and read bytes that are not text as a wrong move, not as an error."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin.isatty():
        with suppress(ImportError):  # Windows itself edits lines
            import readline  # noqa: F401 - imported for its effect on `input`


def _ask(prompt: str) -> str | None:
    """Return the next line, or None at the end of stdin."""
    if sys.stdin.isatty() and writes_to_terminal():
        gap, prompt = prompt[:1], prompt[1:]
        echo(gap, nl=False)  # not part of the line that is edited
        try:
            return input(prompt)
        except EOFError:
            echo()
            return None
    echo(prompt, nl=False)
    line = sys.stdin.readline(_MOST_LINE)
    if len(line) == _MOST_LINE:
        raise usage_error("usage.line-long", most=_MOST_LINE)
    if not sys.stdin.isatty():
        echo(line.rstrip("\r\n"))
    return line or None


def _write(text: str) -> None:
    """Write sentences, wrapped on a terminal."""
    width = width_of_terminal()
    echo(paragraph(text, width=width) if width else text)


def _show(drawings: list[str]) -> None:
    echo("\n" + "\n\n".join(drawings))
