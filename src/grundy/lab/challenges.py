"""Puzzles with a goal: drawn from the games, the puzzle of a day, and the judgement of moves."""

from __future__ import annotations

import random
from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING, Any

from grundy.errors import InputError, Location, NoNimber, OverBudgetError, RulesetError
from grundy.games.sampling import position_of_size
from grundy.lab.fields import GAME, POSITION, SEED, flag, integer, list_of, one_of, text
from grundy.lab.goals import GOALS, LEVELS, GoalTask, judge, task_of
from grundy.lab.operation import operation
from grundy.runtime import limits
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.games import Game
    from grundy.lab.catalogue import Catalogue

# Games with puzzles, and the sizes of their positions: the least and the most of each side of `game.reader.sides`.
# Every search solves such a position in a moment.
GAMES: dict[str, tuple[tuple[int, int], ...]] = {
    "nim": ((3, 3), (3, 8)),
    "kayles": ((2, 3), (3, 8)),
    "dawsons-chess": ((2, 3), (3, 10)),
    "dawsons-kayles": ((2, 3), (4, 10)),
    "grundys-game": ((2, 3), (4, 11)),
    "laskers-nim": ((2, 3), (2, 6)),
    "wythoff": ((5, 9), (5, 10)),
    "euclid": ((2, 2), (8, 24)),
    "wall-making": ((3, 4), (3, 5)),
    "diagonal": ((2, 3), (3, 4)),
    "cram": ((2, 3), (3, 4)),
    "clobber": ((2, 3), (3, 4)),
    "chomp": ((2, 3), (3, 4)),
    "treblecross": ((6, 11),),
    "turning-turtles": ((5, 8),),
    "mock-turtles": ((5, 8),),
    "ruler": ((6, 9),),
    "toppling-dominoes": ((6, 10),),
    "node-kayles": ((5, 7),),
    "arc-kayles": ((5, 7),),
    "green-hackenbush": ((4, 6),),
    "polygon": ((6, 10),),
}
# Games whose components often have nimber 0.
ZERO = (
    "dawsons-chess",
    "dawsons-kayles",
    "grundys-game",
    "diagonal",
    "polygon",
)
_PLAIN = {"kernel_above": 10**9}  # no machine code: it would take longer to load than these small positions
_TRIES = 250  # random positions
_DENSITY = 0.3  # the share of blocked cells
_LEAST_CHOICES = 4  # moves of a puzzle
_MOST_SHARE = 0.5  # of the moves may be solutions
_BEGINNER = 2  # the highest level of a reader who may not know nimbers yet
_LEAST_LOST = 4  # moves that a lost position lasts, so that the reader gives two replies


@operation(
    example={"game": "nim", "goal": "only", "seed": 7},
    game=one_of(GAMES, "By default any of these games."),
    goal=one_of(GOALS, "By default any goal; `attempts` describes them."),
    level=integer(1, LEVELS, "From 1, the easiest; by default any level."),
    seed=SEED,
    day=text(10, 10, "A date such as 2026-11-23, for the puzzle of that day; the seed is ignored."),
    but=list_of(text(200, 1), 100, 0, "Positions of earlier puzzles, which are not drawn again."),
)
def challenges(  # noqa: PLR0913 - its fields
    catalogue: Catalogue,
    *,
    game: str | None = None,
    goal: str | None = None,
    level: int | None = None,
    seed: int = 0,
    day: str | None = None,
    but: list[str] | None = None,
) -> dict[str, Any]:
    """Make a puzzle with a goal.

    Answer with the game, the position and the goal, as `attempts` takes them, and with how hard it is. The same
    seed, or the same day, gives the same puzzle. If no puzzle of the level is found, it is the puzzle nearest to it.
    By default, the puzzle of a day asks beginners for the only winning move, which takes no terms to understand.
    """
    if day is not None and goal is None and level is not None and level <= _BEGINNER:
        goal = "only"  # such a level has at most eleven moves
    rng = random.Random(f"grundy {seed if day is None else _read_day(day)}")
    with limits.limited(**_PLAIN):
        task, name = draw_task(catalogue, rng, game, goal, level=level, but=but or ())
    return {"game": name, "position": str(task.position), **task.data()}


@operation(
    example={"game": "nim", "position": "3 5", "goal": "only", "moves": ["2:5 -> 3"]},
    game=GAME,
    position=POSITION,
    goal=one_of(
        GOALS,
        "The only winning move; to win in as few moves as possible; to prove who wins; to make all nimbers 0.",
    ),
    moves=list_of(text(5000, 1), 100, 0, "The moves so far, of both players."),
    lost=flag("Whether the reader said that the position is lost for the first player; then the other player begins."),
)
def attempts(  # noqa: PLR0913 - its fields
    catalogue: Catalogue,
    *,
    game: str,
    position: str,
    goal: str,
    moves: list[str] | None = None,
    lost: bool = False,
) -> dict[str, Any]:
    """Judge moves towards the goal of a puzzle.

    Answer with the `task` (how many moves there are, how many of them are solutions, and how hard it is), the `state`
    (open, solved or failed), the `reason` of a failure, and the other player's `reply`, which refutes a wrong move.
    """
    with catalogue.position(game, position) as (_, parsed):
        task = task_of(parsed, goal)
        return {"task": task.data(), **asdict(judge(task, moves or [], lost=lost))}


def draw_task(  # noqa: PLR0913 - the wishes for a puzzle
    catalogue: Catalogue,
    rng: random.Random,
    game: str | None,
    goal: str | None,
    *,
    level: int | None,
    but: Sequence[str],
) -> tuple[GoalTask, str]:
    """Return a task of a level and the name of its game, or the task nearest to the level, at none of the positions.

    The result depends only on `rng` and the arguments, not on the time. Raises `RulesetError` if none was found.
    """
    lost = rng.random() < 1 / 2  # in half of the puzzles of `prove`
    best: tuple[int, GoalTask, str] | None = None
    # One goal after the other: some have few easy puzzles, and others few hard ones.
    goals = [goal] if goal else rng.sample(GOALS, len(GOALS))
    for number in range(_TRIES):
        aim = goals[number * len(goals) // _TRIES]
        name = game or rng.choice(list(ZERO if aim == "zero" else GAMES))
        task = _drawn(catalogue.find(name), rng, GAMES[name], aim, level or LEVELS)
        if task is None or not _is_fine(task, lost=lost) or str(task.position) in but:
            continue
        away = 0 if level is None else abs(task.level - level)
        if best is None or away < best[0]:
            best = (away, task, name)
        if away == 0:
            break
    if best is None:
        raise RulesetError("error.no-challenge", goal=goal)
    return best[1:]


def _drawn(
    game: Game, rng: random.Random, sizes: tuple[tuple[int, int], ...], goal: str, level: int
) -> GoalTask | None:
    # Easy puzzles are rare among large positions.
    size = [rng.randint(least, least + (most - least) * (level + 1) // (LEVELS + 1)) for least, most in sizes]
    try:
        return task_of(position_of_size(game, rng, size, _DENSITY), goal)
    except (RulesetError, NoNimber, OverBudgetError):
        return None


def _is_fine(task: GoalTask, *, lost: bool) -> bool:
    """Return whether a task is a good puzzle: it has enough moves, and few of them are solutions."""
    if task.moves < _LEAST_CHOICES:
        return False
    if task.goal == "prove" and lost:
        return not task.solutions and task.position.remoteness >= _LEAST_LOST
    if task.goal == "zero" and len(task.position.components) == 1:
        return False
    return 0 < task.solutions <= task.moves * _MOST_SHARE


def _read_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InputError(Message("expected.date"), repr(text), Location("day", 1, 1)) from None
