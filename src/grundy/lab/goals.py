"""Goals of puzzles: what the reader has to reach in a position, whether moves reach it, and how hard it is.

======= ==============================================================================================
goal    done by
======= ==============================================================================================
only    the only winning move
win     the last move as soon as possible: within N moves of the reader, where N is the least number
prove   a winning move; if no move wins, saying "lost", and then two winning replies
zero    a move after which each component has nimber 0
======= ==============================================================================================

Source: remoteness (`Position.remoteness`) counts the moves of both players, so N is half of it, rounded up. The moves
at the end in which the loser hands over the win, which a board does not offer, are not counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import log2
from typing import TYPE_CHECKING, Any, Literal

from grundy.core.search.entailing import refuse
from grundy.core.values import Outcome
from grundy.errors import RulesetError
from grundy.runtime.messages import Message
from grundy.theory.explain.coach import Coach

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grundy.core.choices import Choice
    from grundy.core.position import Position

GOALS = ("only", "win", "prove", "zero")
REPLIES = 2  # winning replies that count as a proof that a position is lost
LEVELS = 5
MOST_CHOICES = 200  # moves of a position with a goal
_LEAST_WON, _MOST_WON = 2, 6  # moves of the reader in the goal `win`
_STEPS = (2.5, 3.5, 4.5, 5.5)  # ratings from which the next level begins

_HANDED = 2  # moves at the end of a game in which the loser hands over the win (`grundy.games.families.losing_moves`)

State = Literal["open", "solved", "failed"]


@dataclass(frozen=True)
class GoalTask:
    """A position with a goal: the number of first moves, of solutions, and the length of a refutation.

    `number` is how many moves the reader makes: N for `win`, otherwise 1 or 2. `refutation` is the greatest remoteness
    after a popular move (`popular`) that is no solution; 0 if all popular moves are solutions.
    """

    position: Position
    goal: str
    number: int
    moves: int
    solutions: int
    refutation: int

    @property
    def rating(self) -> float:
        """The bits that select the solutions, a half for each move of the refutation, and one for each further move.

        In a lost position, one bit selects the answer "lost", and further bits select the replies.
        """
        chosen = log2(self.moves / self.solutions) if self.solutions else 1 + log2(self.moves) / 2
        return chosen + self.refutation / 2 + (self.number - 1)

    @property
    def level(self) -> int:
        """The rating in five steps; 1 is the easiest."""
        return 1 + sum(self.rating >= step for step in _STEPS)

    def data(self) -> dict[str, Any]:
        """Return the task as data for JSON."""
        return {
            "goal": self.goal,
            "number": self.number,
            "moves": self.moves,
            "solutions": self.solutions,
            "refutation": self.refutation,
            "rating": round(self.rating, 1),
            "level": self.level,
        }


@dataclass(frozen=True)
class GoalVerdict:
    """The verdict on moves: the state, the reason of a failure, and the next move of the other player, if there is one.

    `own` counts the moves of the reader. After a failed `zero`, `nimbers` are the nimbers of the components.
    """

    state: State
    own: int
    reason: str | None = None
    reply: str | None = None
    nimbers: tuple[int, ...] | None = None


def task_of(position: Position, goal: str) -> GoalTask:
    """Return a position as a task.

    Raises `RulesetError` if the goal does not fit: no move is a solution; `only` has several solutions; `win` takes a
    single move, or more than six; or the position has more than 200 moves. Raises `OverBudgetError`.
    """
    choices = list(islice(position.choices(), MOST_CHOICES + 1))
    if position.is_loopy:
        raise _unfit(goal, "error.goal-loopy")
    if not 1 < len(choices) <= MOST_CHOICES:
        raise _unfit(goal, "error.goal-few" if len(choices) <= 1 else "error.goal-many", most=MOST_CHOICES)
    solutions = sum(map(_is_solution(position, goal), choices))
    refuse(position.components, Message("again.lab"))
    number = 1
    if goal == "win":
        if position.outcome is not Outcome.N:
            raise _unfit(goal, "error.goal-lost")
        number = (_left_to_play(position) + 1) // 2
        if not _LEAST_WON <= number <= _MOST_WON:
            raise _unfit(goal, "error.goal-length", number=number, least=_LEAST_WON, most=_MOST_WON)
    elif goal == "prove" and position.outcome is Outcome.P:
        number = REPLIES
    elif not solutions:
        raise _unfit(goal, "error.goal-zero" if goal == "zero" else "error.goal-lost")
    elif goal == "only" and solutions > 1:
        raise _unfit(goal, "error.goal-several", number=solutions)
    wrong = [choice for choice in popular(choices) if not _wins(choice)]
    lengths = [_left_to_play(choice.after) for choice in wrong]
    return GoalTask(position, goal, number, len(choices), solutions, max(lengths, default=0))


def judge(task: GoalTask, moves: Sequence[str], *, lost: bool = False) -> GoalVerdict:
    """Return whether moves reach the goal. `moves` are the moves of the reader and of the other player in turn.

    With `lost` the reader has said that the position is lost for the first player; then the other player begins.
    Raises `IllegalMoveError`, and `RulesetError` for `lost` if the goal is not `prove`.
    """
    position = task.position
    if lost and task.goal != "prove":
        raise _unfit(task.goal, "error.goal-claim")
    own = 0
    failed: GoalVerdict | None = None
    for ply, move in enumerate(moves):
        choice = position.choice(move)
        position = choice.after
        if failed or (ply % 2 == 0) is lost:
            continue
        own += 1
        verdict = _judged(task, choice, own, lost=lost)
        if verdict.state == "solved":
            return verdict
        if verdict.state == "failed":
            failed = verdict
            last = ply
    if lost and task.position.outcome is not Outcome.P:
        return GoalVerdict("failed", own, "is-won", None if moves else _reply(task.position))
    if failed:
        return _with_reply(failed, position) if last == len(moves) - 1 else failed
    verdict = GoalVerdict("open", own)
    return _with_reply(verdict, position) if (len(moves) % 2 == 0) is lost else verdict


def popular(choices: Sequence[Choice]) -> list[Choice]:
    """Return the moves that people often make without a plan.

    They are the move after which the fewest moves are left (with heaps, the largest take), the first move to a position
    that is its own mirror image, if there is one, and the last of all moves (in the last heap).
    """
    largest = min(choices, key=_moves_left)
    mirrored = next((choice for choice in choices if _is_mirrored(choice.after)), None)
    return [choice for choice in (largest, mirrored, choices[-1]) if choice is not None]


def _judged(task: GoalTask, choice: Choice, own: int, *, lost: bool) -> GoalVerdict:
    """Judge the last move of the reader; the moves before it were right."""
    after = choice.after
    if task.goal == "zero":
        nimbers = _nimbers(after)
        return GoalVerdict("failed", own, "nimbers", nimbers=nimbers) if any(nimbers) else GoalVerdict("solved", own)
    if not _wins(choice):
        return GoalVerdict("failed", own, "is-lost" if task.solutions == 0 and not lost else "gives-away")
    if task.goal == "win" and not _is_over(choice):
        slow = _left_to_play(after) > 2 * (task.number - own)
        return GoalVerdict("failed", own, "slow") if slow else GoalVerdict("open", own)
    if lost and own < REPLIES and not _is_over(choice):
        return GoalVerdict("open", own)
    return GoalVerdict("solved", own)


def _is_solution(position: Position, goal: str) -> Callable[[Choice], bool]:
    """Return a function that says whether a first move begins a solution."""
    if goal == "zero":
        return lambda choice: not any(_nimbers(choice.after))
    if goal == "win" and position.outcome is Outcome.N:
        least = position.remoteness - 1
        return lambda choice: _wins(choice) and (_is_over(choice) or choice.after.remoteness <= least)
    return _wins


def _with_reply(verdict: GoalVerdict, position: Position) -> GoalVerdict:
    """Add the reply of the other player, unless nothing can be refuted: a failed `zero` may still be a winning move."""
    if not position.choices() or (verdict.nimbers is not None and position.outcome is Outcome.P):
        return verdict
    return GoalVerdict(verdict.state, verdict.own, verdict.reason, _reply(position), verdict.nimbers)


def _reply(position: Position) -> str:
    return Coach(seed=0, fast=True).reply(position).move


def _nimbers(position: Position) -> tuple[int, ...]:
    return tuple(position.solution.nimber_of(component) for component in position.components)


def _wins(choice: Choice) -> bool:
    return choice.option.ends or choice.after.outcome is Outcome.P


def _is_over(choice: Choice) -> bool:
    return choice.option.ends or not choice.after.choices()


def _left_to_play(position: Position) -> int:
    """Return the remoteness without the moves at the end that hand over the win, which a board does not offer."""
    hands = any(term.notation.lasting(term.components) != term.components for term in position.terms)
    return position.remoteness - _HANDED * hands


def _moves_left(choice: Choice) -> int:
    return 0 if choice.option.ends else sum(1 for _ in islice(choice.after.choices(), MOST_CHOICES))


def _is_mirrored(position: Position) -> bool:
    rows = str(position).splitlines()
    if len(rows) > 1:
        return rows == rows[::-1] or all(row == row[::-1] for row in rows)
    words = rows[0].split() if rows else []
    return len(words) > 1 and words == words[::-1]


def _unfit(goal: str, reason: str, **params: int) -> RulesetError:
    return RulesetError("error.goal", goal=goal, reason=Message(reason, params))
