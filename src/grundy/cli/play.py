"""``grundy play``: a game in the terminal, against the coach or with a second person."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

import click

from grundy import games
from grundy.cli.common import GameName, Share, complete_files, language_option, limit_options, words_about_work
from grundy.cli.positions import in_order, read_position, read_sides
from grundy.cli.session import MisereSession, Session, Speaker, prepare_input
from grundy.cli.usage import STDIN, usage_error
from grundy.core.values import Outcome
from grundy.errors import GameOverError
from grundy.games.notations.heap_lists import HeapLists
from grundy.games.sampling import position_of_size
from grundy.runtime.messages import Message, catalogue, render
from grundy.theory.explain.coach import Coach
from grundy.theory.explain.endings import is_entailing, last_move
from grundy.theory.explain.misere_coach import MisereCoach

if TYPE_CHECKING:
    from grundy.core.position import Position
    from grundy.games import Game

_SAMPLES = 60  # random positions that are tried until the person can win one
_DENSITY = 0.15  # the share of blocked cells in them


@click.command("play", context_settings={"ignore_unknown_options": True})
@click.argument("game", type=GameName())
@click.argument("position", nargs=-1, metavar="[FILE|SIZES...]", shell_complete=complete_files)
@click.option(
    "--errors",
    type=Share(),
    metavar="RATE",
    help="How often the coach gives a win away, from 0 (never, the default) to 1.",
)
@click.option("--second", is_flag=True, help="The coach makes the first move.")
@click.option("--two", is_flag=True, help="Two people play on the same screen, without the coach.")
@click.option("--random", "size", metavar="SIZE",
              help="Play a random position of this size: 6x6 cells, 3x10 for three heaps of up to ten, 12 points. "
              "A single number stands for all sides.")  # fmt: skip
@click.option("--seed", type=int, metavar="N", help="Make the same random choices each time.")
@click.option("--misere", is_flag=True, help="The player who makes the last move loses.")
@language_option
@limit_options
def command(
    game: str,
    position: tuple[str, ...],
    errors: float | None,
    second: bool,
    two: bool,
    size: str | None,
    seed: int | None,
    misere: bool,
    language: str,
) -> None:
    """Play GAME, a name from `grundy games` or a ruleset such as mygames.py:cram, against the coach.

    The position is written as for `grundy solve`; without one, the game's sample is played. The player who makes the
    last move wins; with --misere, this player loses. Type a move, or `help` for the commands: a hint in
    steps, why, undo, new, resign and so on.

    Lines are read from stdin, which may be a pipe. Then they are repeated after the prompt, and the command ends at
    the end of the pipe, with exit code 0.
    """
    if two and (second or errors is not None):
        raise usage_error("usage.two-or-coach")
    if sys.stdin is None:
        raise usage_error("usage.stdin-moves")
    game, position = in_order(game, position)
    found = games.find(game.rstrip(":"))
    rng = random.Random(seed)
    wanted = Outcome.P if second else Outcome.N
    with words_about_work():
        start, about = _start(found, position, size, rng, wanted, misere=misere)
        if not start.choices():
            raise GameOverError(str(start))
        # values that take long are found before the game begins
        _ = _outcome(start, misere=True) if misere else start.value
    coach = None if two else _coach(errors or 0.0, rng, MisereCoach if misere else Coach)
    speaker = Speaker(language)
    speaker.say(
        "title", title=catalogue(language).get(f"game.{found.name}", found.title), rules=_rules(found, language)
    )
    last = "play.last-loses" if misere else last_move(entailing=is_entailing(start), loopy=start.is_loopy)
    speaker.say_all(about, Message(_who(coach, second=second), {"errors": f"{errors:g}" if errors else None}),
                    Message(last))  # fmt: skip
    speaker.say("type", move=start.choices()[0].move)
    prepare_input()

    def another() -> Position:
        return start if size is None else _random(found, rng, size, wanted, misere=misere)

    (MisereSession if misere else Session)(start, coach, None if two else 1 - second, speaker, another).run()


def _outcome(position: Position, *, misere: bool) -> Outcome:
    """Return the outcome of a position. Raises `RulesetError` for misère play of games that leave moves out."""
    if misere:
        position.misere.check_moves()
    return position.misere.outcome if misere else position.outcome


def _rules(game: Game, language: str) -> str:
    if isinstance(game.reader, HeapLists) and game.name == game.reader.code:
        return render(game.reader.rules.summary, language)
    return game.rules_in(catalogue(language))


def _coach(errors: float, rng: random.Random, kind: type[Coach | MisereCoach]) -> Coach | MisereCoach:
    try:
        return kind(errors, rng.getrandbits(64))
    except ValueError:  # click takes nan for a number of the range
        raise usage_error("usage.errors-rate", found=repr(errors)) from None


def _start(
    game: Game, words: tuple[str, ...], size: str | None, rng: random.Random, wanted: Outcome, *, misere: bool
) -> tuple[Position, Message]:
    """Return the position to begin with, and a message that says where it comes from."""
    if words == (STDIN,):
        raise usage_error("usage.stdin-taken")
    if words and size is not None:
        raise usage_error("usage.position-or-random", words=" ".join(words), size=size)
    if words:
        return read_position(game, words, sample=False), Message("play.position")
    if size is not None:
        return _random(game, rng, size, wanted, misere=misere), Message("play.random")
    if not game.sample:
        raise usage_error("usage.no-position", game=game.name, form=game.reader.form)
    return game.parse(game.sample), Message("play.sample", {"game": game.name})


def _random(game: Game, rng: random.Random, size: str, wanted: Outcome, *, misere: bool) -> Position:
    """Return a random position, if possible with the wanted outcome, so that the person can win."""
    sides = read_sides(game, size, "--random")
    found = []
    for _ in range(_SAMPLES):
        found.append(position_of_size(game, rng, sides, _DENSITY))
        if found[-1].choices() and _outcome(found[-1], misere=misere) is wanted:
            break
    return found[-1]


def _who(coach: Coach | MisereCoach | None, *, second: bool) -> str:
    """Return the kind of message that says who begins."""
    if coach is None:
        return "play.two"
    if second:
        return "play.coach-begins-errors" if coach.errors else "play.coach-begins"
    return "play.you-begin-errors" if coach.errors else "play.you-begin"
