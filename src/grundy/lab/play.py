"""Playing: a move with a comment on it, the coach's reply, a hint, an explanation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.drawing.export.answers import plain
from grundy.lab import misere_play
from grundy.lab.fields import BOARD, COMPACT, GAME, MISERE, POSITION, SEED, flag, integer, one_of, text
from grundy.lab.operation import operation
from grundy.lab.positions import answer_as
from grundy.theory.explain import coach as comments
from grundy.theory.explain import ladder
from grundy.theory.explain.endings import moves_left

if TYPE_CHECKING:
    from grundy.core.choices import Choice
    from grundy.games import Game
    from grundy.lab.catalogue import Catalogue

_EXAMPLE = {"game": "wall-making", "position": BOARD}
_FAST = flag("Whether to win in as few moves as possible, or to lose in as many; ignored in misère play.")


@operation(
    example=_EXAMPLE | {"move": "r2c2"},
    game=GAME,
    position=POSITION,
    move=text(5000, 1),
    misere=MISERE,
    compact=COMPACT,
)
def moves(  # noqa: PLR0913 - its fields
    catalogue: Catalogue, *, game: str, position: str, move: str, misere: bool = False, compact: bool = False
) -> dict[str, Any]:
    """Make a move.

    Answer with a comment on the move, and with the position after it, including its board.
    """
    with catalogue.position(game, position) as (found, parsed):
        return _after(catalogue, found, parsed.choice(move), misere=misere, compact=compact)


@operation(
    example=_EXAMPLE | {"coach": "club", "seed": 7},
    game=GAME,
    position=POSITION,
    coach=one_of(ladder.COACHES),
    seed=SEED,
    misere=MISERE,
    fast=_FAST,
    compact=COMPACT,
)
def replies(  # noqa: PLR0913 - its fields
    catalogue: Catalogue,
    *,
    game: str,
    position: str,
    coach: str = "perfect",
    seed: int | None = None,
    misere: bool = False,
    fast: bool = False,
    compact: bool = False,
) -> dict[str, Any]:
    """Let a coach move.

    Answer with the coach's move, a comment on it, and the position after it.

    From novice to perfect, each coach beats the one before it in two of three games. The same seed gives the same move.
    """
    with catalogue.position(game, position) as (found, parsed):
        choice = ladder.reply(parsed, coach, seed, misere=misere, fast=fast)
        return {"move": choice.move, **_after(catalogue, found, choice, misere=misere, compact=compact)}


@operation(example=_EXAMPLE, game=GAME, position=POSITION)
def remoteness(catalogue: Catalogue, *, game: str, position: str) -> dict[str, int | None]:
    """Say how long a game lasts.

    Answer with the `remoteness`: how many moves are left if the winner wins as soon as possible, and the loser loses as
    late as possible. It is null for a draw, and if it takes more than a moment to compute.
    """
    with catalogue.position(game, position) as (_, parsed):
        return {"remoteness": moves_left(parsed)}


@operation(example=_EXAMPLE, game=GAME, position=POSITION, misere=MISERE, fast=_FAST)
def hints(
    catalogue: Catalogue, *, game: str, position: str, misere: bool = False, fast: bool = False
) -> dict[str, Any]:
    """Suggest a good move, and say why.

    Answer with a winning move and why it wins. If no move wins, answer with the move that delays the end most.
    """
    with catalogue.position(game, position) as (_, parsed):
        return misere_play.hint(parsed) if misere else comment_data(comments.hint(parsed, fast=fast))


@operation(
    example={"game": "kayles", "position": "7 4 + nim 2"},
    game=GAME,
    position=POSITION,
    move=text(5000, 1, "By default a winning move."),
    component=integer(0, 10**6, "Counted from 0; by default the component of the move."),
    misere=MISERE,
)
def explanations(  # noqa: PLR0913 - its fields
    catalogue: Catalogue,
    *,
    game: str,
    position: str,
    move: str | None = None,
    component: int | None = None,
    misere: bool = False,
) -> dict[str, Any]:
    """Explain why a position is won or lost.

    Answer with the reasons as data, and in English: nimbers in binary, the mex of a component, what a move does.
    With `misere` there are no nimbers: the answer has each move, and the reply that wins after it.
    """
    with catalogue.position(game, position) as (_, parsed):
        if misere:
            return misere_play.explain(parsed, move)
        return comment_data(parsed.explain(move, component))


def comment_data(comment: Any) -> dict[str, Any]:
    """Return a comment, a hint or an explanation as data, with its English text."""
    return {**plain(comment.data()), "text": str(comment)}


def _after(catalogue: Catalogue, game: Game, choice: Choice, *, misere: bool, compact: bool) -> dict[str, Any]:
    if misere:
        return {"comment": misere_play.comment(choice), "position": misere_play.board(choice.after, game.name)}
    _ = choice.position.value  # solved first, because the position after the move takes over known values
    after = choice.after
    # The answer comes first: it needs more values than the comment, which then finds them known.
    position = answer_as(after, game.name, board=True, misere=False, compact=compact)
    comment = comment_data(comments.comment(choice))
    catalogue.keep(game, str(position["position"]), after)
    return {"comment": comment, "position": position}
