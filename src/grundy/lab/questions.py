"""Questions about positions of a game, for worksheets and exams: the question, the answer and its reason.

Each kind of question is a function that draws a position and makes the question about it. Answers come from the
solution of the position (or from `Position.misere`); tests compare them with brute force.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import TYPE_CHECKING, NamedTuple

from grundy.core.scenes import GridScene, HeapsScene
from grundy.core.terms import texts_of
from grundy.core.values import Outcome
from grundy.drawing.sheets import AnswerLine, Exercise, Figure, Gaps
from grundy.errors import GrundyError, NoNimber
from grundy.games.families.heaps.heap_rules import STANDING
from grundy.games.spaces import ruleset_of, sides_of, table_of
from grundy.lab.alike import identity
from grundy.lab.puzzles import draw_puzzle, nimber_of
from grundy.runtime import limits
from grundy.runtime.costs import EXTRA_OPTIONS
from grundy.runtime.messages import Message, Said, figure, render
from grundy.theory.explain import misere_coach
from grundy.theory.explain.endings import is_entailing

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence
    from random import Random

    from grundy.core.choices import Choice
    from grundy.core.position import Position
    from grundy.core.scenes import Scene
    from grundy.games import Game

LISTED = 12  # winning moves in a key, at most
_TRIES = 24  # positions from which a puzzle is chosen
_AGAIN = 8  # positions that are drawn until one fits the question
_EXAMINED = 400  # moves of a position, at most
_OFFERED = 5  # moves in a question which of them lose
_MOST_PARTS = 5  # components in a proof
_SIDE, _SIDE_OF_TWO = 10, 6  # numbers in a table of one row; rows and columns of a table of pairs
_NARROW = 14  # columns that fit into half of a page, with two for the numbers of each board
_TOKEN, _GRAPH = 0.6, 8  # the width of a token and of a graph, in columns
_LONG = 46  # characters of a move that need the whole width of a page
_GAPS = 0.4  # the share of empty cells in a table


class ExerciseCandidate(NamedTuple):
    """An exercise with its identity (equal for exercises that are alike), effort, scenes and moves.

    The effort is the number of moves, or of the cells of a table. `entailing` says that the same player may move again.
    """

    exercise: Exercise
    identity: Hashable
    effort: int
    scenes: tuple[Scene, ...] = ()
    moves: tuple[str, ...] = ()
    entailing: bool = False


@dataclass(frozen=True)
class Asker:
    """Makes questions about random positions of a game, of a level and a size, in a language.

    `used` are the identities of the positions that it has asked about, if the caller adds them.
    """

    game: Game
    rng: Random
    level: str
    size: list[int] | None
    language: str
    used: set[Hashable] = field(default_factory=set)

    def ask(self, kind: str, number: int) -> ExerciseCandidate | None:
        """Return a question of a kind, the `number`-th of its kind on the sheet; None if no position fits."""
        return _KINDS[kind](self, number)

    def can(self, kind: str) -> bool:
        """Return whether one attempt finds a question of a kind about this game."""
        try:
            return self.ask(kind, 0) is not None
        except GrundyError:
            return False

    def say(self, kind: str, **params: object) -> str:
        """Return a text for worksheets."""
        return render(Message(f"worksheet.{kind}", params), self.language)

    def won(self, level: str = "") -> Position | None:
        """Draw a position that the next player can win; None if none of this size was found."""

        def is_new(position: Position) -> bool:
            return identity(position, position.scenes(())) not in self.used

        puzzle = draw_puzzle(self.game, self.rng, level or self.level, self.size, tries=_TRIES, fits=is_new)
        return None if puzzle is None else puzzle.position

    def lost(self) -> Position | None:
        """Draw a lost position with moves left: a position after a winning move; None if none was found."""
        for _ in range(_AGAIN):
            position = self.won()
            winning = [] if position is None else position.winning_moves().first(LISTED)[0]
            if winning:
                after = self.rng.choice(winning).after
                if after.outcome is Outcome.P and next(iter(after.choices()), None) is not None:
                    return after
        return None

    def question(self, position: Position, kind: str, answer: str, reason: str, **shown: object) -> ExerciseCandidate:
        """Return a question about a drawn position."""
        scenes = tuple(position.scenes(()))
        figures = tuple(
            Figure(scene, text, self.part(position, term))
            for term, (scene, text) in enumerate(zip(scenes, texts_of(position.terms), strict=True))
        )
        exercise = Exercise(self.say(f"ask.{kind}"), figures, answer=answer, reason=reason, **shown)  # type: ignore[arg-type]
        wide = sum(map(_width, scenes)) > _NARROW or any(len(move) > _LONG for move in exercise.choices)
        moves = tuple(map(self.move, islice(position.choices(), _EXAMINED)))
        known = identity(position, scenes)
        return ExerciseCandidate(exercise._replace(wide=wide), known, len(moves), scenes, moves, is_entailing(position))

    def winner(self, outcome: Outcome) -> str:
        """Return the text that says who wins."""
        return self.say("next" if outcome is Outcome.N else "previous")

    def value(self, position: Position) -> str:
        """Return the nimber as text, or the value if it is not a nimber."""
        nimber = nimber_of(position)
        return str(position.value) if nimber is None else figure(nimber)

    def move(self, choice: Choice) -> str:
        """Return the words for a move, or its notation if it needs none."""
        said = choice.said
        return str(said) if said.words is None else render(said.words, self.language)

    def quoted(self, choice: Choice) -> str:
        """Return the words for a move as a part of a sentence."""
        return render(Message("move.quoted", {"words": self.move(choice)}), self.language)

    @staticmethod
    def without_notation(value: object) -> object:
        """Return a parameter of a message, and for a move only its words: worksheets do not teach its notation."""
        return Message("move.quoted", {"words": value.words or str(value)}) if isinstance(value, Said) else value

    def moves(self, choices: Sequence[Choice], *, complete: bool) -> str:
        """Return the text of a list of moves."""
        return "; ".join(dict.fromkeys(map(self.move, choices))) + ("" if complete else "; …")

    def any_winning_move(self, position: Position) -> str:
        """Return the text of a winning move, or that each of several wins."""
        winning, complete = position.winning_moves().first(LISTED)
        moves = self.moves(winning, complete=complete)
        alone = complete and len(set(map(self.move, winning))) == 1
        return moves if alone else self.say("any-of", moves=moves)

    def names(self, position: Position) -> list[str]:
        """Return the names of all components: a heap by its size, one of several on a board by its first cell."""
        found = []
        for number, (term, scene) in enumerate(zip(position.terms, position.scenes(()), strict=True)):
            part = self.part(position, number)
            for index, component in enumerate(term.components):
                label = term.notation.label(component)
                if label is None or label.kind == "label.text":  # its notation
                    label = _on_board(scene, index) or label
                name = component.ruleset.label(component.state) if label is None else render(label, self.language)
                if part and not term.notation.is_list:
                    name = f"{part}: {name}" if len(term.components) > 1 else part
                found.append(name)
        return found

    def part(self, position: Position, term: int) -> str:
        """Return the name of a term of a sum; "" if there is only one."""
        return self.say("part", number=position.part_numbers(term)) if len(position.terms) > 1 else ""

    def why(self, position: Position) -> str:
        """Return why a position has its nimber: the sum of its components, or the values after its moves."""
        parts = position.components
        values = position.solution.component_values
        if any(type(value) is not int for value in values):
            return ""
        if len(parts) > 1:
            named = zip(self.names(position), values, strict=True)
            terms = ", ".join(f"{name}: {value}" for name, value in named)
            sums = " ⊕ ".join(map(str, values))
            return self.say("why-sum", terms=terms, sum=sums, value=position.nimber) if len(parts) <= LISTED else ""
        for choice in _again(position):  # the value is then no mex
            worth = {"move": self.quoted(choice), "value": self.value(choice.after)}
            return render(Message("explain.why-again-worth", worth), self.language)
        try:
            found = list(islice(position.solution.nimbers_after(parts[0]), _EXAMINED)) if parts else []
        except NoNimber:  # a move leads to LOONY
            return ""
        if len(found) == _EXAMINED:
            return ""
        after = sorted({value for _, value in found})
        kind = "why-mex" if after else "why-over"
        return self.say(kind, values=", ".join(map(str, after)), value=values[0])

    def why_it_wins(self, choice: Choice) -> str:
        """Return why a winning move wins."""
        kind = "hint.ends" if choice.option.ends else "hint.again" if choice.option.again else "worksheet.why-wins"
        return render(Message(kind, {"move": self.quoted(choice)}), self.language)

    def which_moves_win(self, position: Position) -> str:
        """Return the text that says which moves win."""
        if _again(position):
            return self.say("why-moves-again")
        ends = any(choice.option.ends for choice in islice(position.choices(), _EXAMINED))
        return self.say("why-moves-ends" if ends else "why-moves")

    def why_misere(self, position: Position) -> str:
        """Return why a move wins in misère play, or how one is answered, and how that is known."""
        hint = misere_coach.hint(position).message
        words = {name: self.without_notation(value) for name, value in hint.params.items()}
        why = render(Message(hint.kind, words), self.language)
        known = "" if "by" in hint.params else f" ({render(position.misere.reason, self.language)})"
        return why[:-1] + known + why[-1]


def _again(position: Position) -> list[Choice]:
    """Return the moves after which the same player moves again."""
    return [choice for choice in position.choices() if choice.option.again] if is_entailing(position) else []


def _on_board(scene: Scene, index: int) -> Message | None:
    """Return the name of a component of a board, by its number of cells and the first of them; None if it has none."""
    rows = enumerate(scene.rows, 1) if isinstance(scene, GridScene) else ()
    cells = [f"r{row}c{at}" for row, line in rows for at, cell in enumerate(line, 1) if cell.component == index]
    return Message("label.cells", {"count": len(cells), "cell": cells[0]}) if cells else None


def _width(scene: Scene) -> float:
    """Return the width of a scene on paper, in columns of a board, with two columns for its numbers."""
    if isinstance(scene, HeapsScene):
        return 2 + _TOKEN * max((heap.size for heap in scene.heaps), default=0)
    return 2 + len(scene.rows[0]) if isinstance(scene, GridScene) else _GRAPH


def _solve(asker: Asker, number: int) -> ExerciseCandidate | None:
    del number
    position = asker.won()
    if position is None:
        return None
    answer = f"{asker.any_winning_move(position)}; {asker.say('nimber')} {asker.value(position)}"
    lines = (AnswerLine(asker.say("move")), AnswerLine(asker.say("nimber"), short=True))
    return asker.question(position, "solve", answer, asker.why(position), lines=lines)


def _outcome(asker: Asker, number: int) -> ExerciseCandidate | None:
    del number
    position = asker.lost() if asker.rng.random() < 0.5 else asker.won()
    if position is None:
        return None
    reason = asker.why(position)
    if position.outcome is Outcome.N:
        reason = f"{reason} {asker.why_it_wins(position.winning_moves()[0])}".strip()
    else:
        move = next((choice for choice in position.choices() if not choice.option.again), None)
        reply = None if move is None else next(iter(move.after.winning_moves()), None)
        if move is not None and reply is not None:
            reason = f"{reason} {asker.say('why-reply', move=asker.quoted(move), reply=asker.quoted(reply))}".strip()
    return asker.question(
        position, "outcome", asker.winner(position.outcome), reason, lines=(AnswerLine(asker.say("winner")),)
    )


def _moves(asker: Asker, number: int) -> ExerciseCandidate | None:
    del number
    for _ in range(_AGAIN):
        position = asker.won()
        if position is None:
            return None
        winning, complete = position.winning_moves().first(LISTED)
        if complete:
            reason = f"{asker.why(position)} {asker.which_moves_win(position)}".strip()
            lines = (AnswerLine(asker.say("moves")),)
            return asker.question(position, "moves", asker.moves(winning, complete=True), reason, lines=lines)
    return None


def _nimber(asker: Asker, number: int) -> ExerciseCandidate | None:
    del number
    position = asker.lost() if asker.rng.random() < 0.25 else asker.won()
    if position is None or nimber_of(position) is None:
        return None
    lines = (AnswerLine(asker.say("nimber"), short=True),)
    return asker.question(position, "nimber", asker.value(position), asker.why(position), lines=lines)


def _loses(asker: Asker, number: int) -> ExerciseCandidate | None:
    del number
    for _ in range(_AGAIN):
        position = asker.won()
        if position is None:
            return None
        choices = {asker.move(choice): choice for choice in islice(position.choices(), _EXAMINED)}.values()
        losing = [choice for choice in choices if choice.after.outcome is Outcome.N and not choice.option.again]
        winning = [choice for choice in choices if choice.after.outcome is Outcome.P and not choice.option.again]
        if losing and winning:
            wrong = asker.rng.sample(losing, min(len(losing), asker.rng.randint(1, _OFFERED - 1)))
            right = asker.rng.sample(winning, min(len(winning), _OFFERED - len(wrong)))
            offered = [asker.move(choice) for choice in asker.rng.sample(wrong + right, len(wrong) + len(right))]
            wrong.sort(key=lambda choice: offered.index(asker.move(choice)))
            replies = [(asker.quoted(choice), asker.quoted(choice.after.winning_moves()[0])) for choice in wrong]
            reason = " ".join(asker.say("why-reply", move=move, reply=reply) for move, reply in replies)
            answer = asker.moves(wrong, complete=True)
            return asker.question(position, "loses", answer, reason, choices=tuple(offered))
    return None


def _misere(asker: Asker, number: int) -> ExerciseCandidate | None:
    del number
    for _ in range(_AGAIN):
        position = asker.won() if asker.rng.random() < 0.5 else asker.lost() or asker.won()
        if position is None:
            return None
        with suppress(GrundyError), limits.limited(search_options=EXTRA_OPTIONS):
            play = position.misere
            answer, complete = asker.winner(play.outcome), True
            if play.outcome is Outcome.N:
                winning, complete = play.winning_moves().first(LISTED)
                answer = f"{answer}: {asker.moves(winning, complete=True)}"
            if complete:
                lines = (AnswerLine(asker.say("winner")), AnswerLine(asker.say("moves")))
                return asker.question(position, "misere", answer, asker.why_misere(position), lines=lines)
    return None


def _proof(asker: Asker, number: int) -> ExerciseCandidate | None:
    del number
    for attempt in range(_AGAIN):
        position = asker.won("sum" if attempt % 2 else "")
        if position is None:
            return None
        values = position.solution.component_values
        if not 1 < len(values) <= _MOST_PARTS or any(type(value) is not int for value in values):
            continue
        names = asker.names(position)
        nimbers = [*map(position.solution.nimber_of, position.components), position.nimber]
        wide = max(nimber.bit_length() for nimber in nimbers)
        head = ("", asker.say("nimber"), *(str(2**bit) for bit in reversed(range(wide))))
        full = [
            (name, str(nimber), *(f"{nimber:0{wide}b}" if wide else ""))
            for name, nimber in zip([*names, "⊕"], nimbers, strict=True)
        ]
        shown = asker.rng.randrange(len(names))  # the row whose nimber is given
        gaps = [
            (row[0], *(text if number == shown and column == 0 else None for column, text in enumerate(row[1:])))
            for number, row in enumerate(full)
        ]
        move = asker.any_winning_move(position)
        answer = f"{asker.say('nimber')} {position.nimber}; {asker.winner(position.outcome)}; {move}"
        return asker.question(
            position,
            "proof",
            answer,
            asker.which_moves_win(position),
            gaps=Gaps((head, *gaps)),
            filled=Gaps((head, *full)),
            lines=(AnswerLine(asker.say("winner")), AnswerLine(asker.say("move"))),
        )
    return None


def _table(asker: Asker, number: int) -> ExerciseCandidate | None:
    rules = ruleset_of(asker.game)
    sides = sides_of(rules)
    if sides > 2:
        return None
    if sides == 1:
        first = 1 + _SIDE * number
        bounds: tuple[range, ...] = (range(first, first + _SIDE),)
    else:
        first = 1 + _SIDE_OF_TWO * number
        bounds = (range(1, 1 + _SIDE_OF_TWO), range(first, first + _SIDE_OF_TWO))
    table = table_of(asker.game, bounds)
    values = table.rows()
    if min(map(min, values)) < 0:
        return None
    size = len(values) * len(values[0])
    blank = set(asker.rng.sample(range(size), max(2, round(_GAPS * size))))
    head = ("n" if sides == 1 else "", *map(str, bounds[-1]))
    names = ["G(n)"] if sides == 1 else list(map(str, bounds[0]))
    full = [(name, *map(str, row)) for name, row in zip(names, values, strict=True)]
    wide = len(bounds[-1])
    gaps = [
        (row[0], *(None if number * wide + column in blank else text for column, text in enumerate(row[1:])))
        for number, row in enumerate(full)
    ]
    kind = "-row" if getattr(asker.game.reader, "token", "") in STANDING else ""
    if sides > 1:
        kind = "-piece" if asker.game.reader.kind == "piece" else "-two"
    place = min(blank)
    state = table.state(divmod(place, wide) if sides > 1 else (place,))
    cell = f"G({', '.join(map(str, state))})" if sides > 1 else f"G({state})"
    reason = asker.say("why-cell", cell=cell, why=asker.why(rules(state)))
    exercise = Exercise(
        asker.say(f"ask.table{kind}"),
        gaps=Gaps((head, *gaps)),
        filled=Gaps((head, *full)),
        answer=asker.say("filled"),
        reason=reason,
    )
    return ExerciseCandidate(exercise, ("table", bounds), size)


_KINDS: dict[str, Callable[[Asker, int], ExerciseCandidate | None]] = {
    "solve": _solve,
    "outcome": _outcome,
    "moves": _moves,
    "nimber": _nimber,
    "loses": _loses,
    "table": _table,
    "misere": _misere,
    "proof": _proof,
}
KINDS = tuple(_KINDS)
MIXED = KINDS[1:]  # the kinds of a mixed sheet, without the first kind, which combines two others


def kinds_of(asker: Asker, kinds: Sequence[str]) -> Iterator[str]:
    """Yield the kinds in turn without end. If none is named, they are the kinds of a mixed sheet that the game has."""
    turn = list(kinds) or [kind for kind in MIXED if asker.can(kind)]
    yield from cycle(turn)
