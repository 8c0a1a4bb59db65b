"""Public names as users write them, for mypy, which reads this file and fails where a wrong name is no error.

Nothing here is run: mypy is told which error each wrong line has, and it refuses an ``ignore`` that ignores nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import grundy

if TYPE_CHECKING:
    from random import Random


def right(rng: Random) -> None:
    """Use names of all kinds: each of these lines is fine."""
    board: grundy.Position = grundy.games.wall_making("..")
    picture: str = board.svg()
    text: str = grundy.drawing.svg.draw(board.scenes()[0])
    one: grundy.Position = grundy.sampling.random_position(grundy.games.kayles, rng, 9)
    report = grundy.audit(grundy.heaps("0.77"), 5)
    status: str = grundy.heaps("0.77").period().status
    grundy.testing.assert_sound(grundy.heaps("0.77"), 5)
    cell: grundy.scenes.Cell
    error: type[grundy.errors.InputError] | type[grundy.GrundyError]
    store: grundy.sequences.Store
    with grundy.limited(search_options=9), grundy.tallied() as tally:
        options: int = tally.options


def wrong() -> None:
    """Misspell each of them: on each of these lines mypy finds an error."""
    _ = grundy.games.kaylse  # type: ignore[attr-defined]
    _ = grundy.kayles  # type: ignore[attr-defined]
    _ = grundy.drawing.swg  # type: ignore[attr-defined]
    _ = grundy.sequences.grov  # type: ignore[attr-defined]
    _ = grundy.Positon  # type: ignore[attr-defined]
    _ = grundy.sampling.random_postion  # type: ignore[attr-defined]
    _ = grundy.scenes.Cel  # type: ignore[attr-defined]
    _ = grundy.coach.Coch  # type: ignore[attr-defined]
    _ = grundy.errors.InputEror  # type: ignore[attr-defined]
    grundy.limited(serch_options=9)  # type: ignore[call-arg]
