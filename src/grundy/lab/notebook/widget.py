"""A position as a widget: the reader clicks, the kernel plays.

anywidget sends messages in both directions. The boards are those of the lab's page (``grundy.lab.web``). A notebook
loads one ES module, ``widget.bundle.js``; ``npm run bundle`` makes it of ``widget.js`` and the modules that it imports.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from grundy import games
from grundy.core.position import Position
from grundy.core.search.entailing import refuse
from grundy.drawing.export.answers import answer, plain
from grundy.errors import GrundyError
from grundy.lab.play import comment_data
from grundy.runtime.messages import LANGUAGES, Message, catalogue, render
from grundy.theory.explain.coach import Coach, Comment, Hint, comment, hint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grundy.core.choices import Choice

    Step = tuple[Choice, Comment]

_GAME = "a sum"  # the name of the game in answers
_MOST_MOVE = 5000  # characters of a move
SHOWS = ("winning", "values", "components")
_SENT_KEYS = ("game", "outcome", "nimber", "components", "terms", "scenes", "choices", "more_choices")
# Prefixes of the keys of texts that the widget shows.
_WORDS = (
    *(
        "act.",
        "begin.",
        "board.",
        "coach.",
        "comment.",
        "friend.",
        "game.",
        "hint.",
        "list",
        "loading",
        "move.",
        "nimber.",
    ),
    *(
        "outcome.",
        "over.",
        "player.",
        "reason.",
        "reduction.said.",
        "show.",
        "status",
        "sentences",
        "strip.",
        "turn.",
        "error.title",
        "why.position",
    ),
)


def _own(name: str) -> str:
    return (files("grundy.lab.notebook") / name).read_text(encoding="utf-8")


class GameWidget(anywidget.AnyWidget):
    """A game that is played in a notebook; `grundy.Position.widget` makes it.

    Traits: `position` is the present position. It changes with every move and can be observed; assigning it begins a
    new game. `show` is a list of ``winning``, ``values`` (the nimber after each move) and ``components``.
    """

    _esm = _own("widget.bundle.js")
    _css = _own("widget.css")

    position = traitlets.Instance(Position)
    show = traitlets.List(traitlets.Enum(SHOWS)).tag(sync=True)
    language = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    words = traitlets.Dict(read_only=True).tag(sync=True)
    shown = traitlets.Dict(read_only=True).tag(sync=True)

    def __init__(
        self,
        position: Position,
        *,
        coach: float | Coach | None = None,
        first: bool = True,
        show: Iterable[str] = (),
        language: str | None = None,
    ) -> None:
        """Set up the board. If the coach moves first, its move is made."""
        words = _words()
        if language is not None and language not in words:
            message = f"expected a language of {', '.join(sorted(words))}, found {language!r}"
            raise ValueError(message)
        self._coach = coach if isinstance(coach, Coach) or coach is None else Coach(coach)
        self._first = first
        self._start = position
        self._steps: list[Step] = []
        self.set_trait("words", words)
        super().__init__(position=position, show=list(show), language=language)
        self.on_msg(self._receive)

    @property
    def moves(self) -> list[str]:
        """The moves made so far, including those of the coach."""
        return [choice.move for choice, _ in self._steps]

    @property
    def comments(self) -> list[Comment]:
        """A comment on each move made so far (`grundy.theory.explain.coach.Comment`)."""
        return [comment for _, comment in self._steps]

    def play(self, move: Choice | str) -> None:
        """Make a move, and let the coach reply. Raises `IllegalMoveError` for a move that does not exist."""
        self._make(self.position.choice(move if isinstance(move, str) else move.move))
        self._reply()

    def undo(self) -> None:
        """Take back the last move and the reply of the coach; do nothing if there is no move."""
        own = [ply for ply in range(len(self._steps)) if not self._is_coachs(ply)]
        self._put(self._start, self._steps[: own[-1]] if own else self._steps)

    def restart(self) -> None:
        """Begin the game again at its first position."""
        self._begin(self._start)

    def hint(self) -> Hint:
        """Show a good move, and return it with the reason. Raises `GameOverError` if there is no move."""
        found = hint(self.position)
        self._put(self._start, self._steps, hinted=found)
        return found

    @traitlets.validate("position")
    def _check(self, proposal: Any) -> Position:
        """Solve an assigned position, so that a position that cannot be solved changes nothing."""
        found: Position = proposal.value
        if found != _position_after(self._start, self._steps):
            _answer(found)
        return found

    @traitlets.observe("position")
    def _assigned(self, change: Any) -> None:
        if not self.shown or change.new != _position_after(self._start, self._steps):
            self._begin(change.new)

    def _begin(self, position: Position) -> None:
        self._put(position, [])
        self._reply()

    def _make(self, choice: Choice) -> None:
        self._put(self._start, [*self._steps, (choice, comment(choice))])

    def _reply(self) -> None:
        if self._coach is not None and self._is_coachs(len(self._steps)) and self.position.choices():
            self._make(self._coach.reply(self.position))

    def _is_coachs(self, ply: int) -> bool:
        return self._coach is not None and (ply % 2 == 0) != self._first

    def _put(
        self, start: Position, steps: list[Step], *, hinted: Hint | None = None, error: GrundyError | None = None
    ) -> None:
        """Show a game, in Python and in the notebook. If it cannot be solved, nothing changes."""
        position = _position_after(start, steps)
        data = _answer(position)
        own = [comment for ply, (_, comment) in enumerate(steps) if not self._is_coachs(ply)]
        shown = {
            "answer": {key: data[key] for key in _SENT_KEYS if key in data},
            "moves": [
                {"move": comment.move, "coach": self._is_coachs(ply), "verdict": comment.verdict}
                for ply, (_, comment) in enumerate(steps)
            ],
            "last": _place(steps[-1][0]) if steps else None,
            "against": self._coach is not None,
            "first": self._first,
            "comment": comment_data(own[-1]) if own else None,
            "hint": comment_data(hinted) if hinted else None,
            "error": error and {language: render(error.message, language) for language in LANGUAGES},
        }
        self._start, self._steps = start, steps
        self.set_trait("shown", shown)
        self.position = position

    def _receive(self, _widget: object, message: dict[str, Any], _buffers: object) -> None:
        """Do what a click of the reader requests; an error is shown in the notebook."""
        acts: dict[str, Callable[[], object]] = {
            "play": lambda: self.play(str(message.get("move"))[:_MOST_MOVE]),
            "undo": self.undo,
            "restart": self.restart,
            "hint": self.hint,
        }
        try:
            acts.get(str(message.get("do")), lambda: None)()
        except GrundyError as error:
            self._put(self._start, self._steps, error=error)


def _answer(position: Position) -> dict[str, Any]:
    """Solve a position. Raises `RulesetError` if the same player may move again after a move."""
    data = answer(position, _GAME, board=True)
    refuse(position.components, Message("again.lab"))
    return data


def _position_after(start: Position, steps: list[Step]) -> Position:
    return steps[-1][0].after if steps else start


def _place(choice: Choice) -> dict[str, object]:
    term = choice.position.terms[choice.term]
    places = term.notation.places(term.components, choice.index, choice.option.move)
    words = choice.said.words
    return {"term": choice.term, "places": plain(places), "words": None if words is None else plain(words.data())}


def _words() -> dict[str, dict[str, str]]:
    """Return the texts of the widget in each language."""
    titles = {f"game.{game.name}": game.title for game in games.all_games()}
    return {
        language: titles | {key: text for key, text in catalogue(language).items() if key.startswith(_WORDS)}
        for language in LANGUAGES
    }
