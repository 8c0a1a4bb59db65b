"""Play by symmetry on boards of letters: each move is answered by the one opposite to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.core.components import Option
    from grundy.games.families.grids.letter_rules import GridRules

_MOST_TRIED = 4000  # replies, for each reflection


class Symmetry(NamedTuple):
    """A reflection that maps the board to itself, after a move if there is one, and the replies to each move.

    `way` is ``turn`` (by half a circle), ``across`` (left and right are swapped), ``down``, or ``diagonal`` (rows and
    columns are exchanged).
    """

    way: str
    option: Option | None
    replies: dict[str, str]


def symmetry_of(rules: GridRules, state: Any) -> Symmetry | None:
    """Return the symmetry by which the player who has just moved wins, now or after a move; None if none is found.

    After each move the opposite one must be possible, again and again until no move is left. Then the board is lost.
    """
    for option in (None, *rules.moves(state)):
        letters = rules.letters_of(state if option is None else _state(option))
        for way, image in _images(rules.columns).items():
            replies = _replies(rules, letters, image) if image(letters) == letters else None
            if replies:
                return Symmetry(way, option, replies)
    return None


def _images(columns: int) -> dict[str, Callable[[str], str]]:
    """Return the reflections of a board, which is written row after row."""

    def rows(letters: str) -> Iterator[str]:
        return (letters[start : start + columns] for start in range(0, len(letters), columns))

    return {
        "turn": lambda letters: letters[::-1],
        "across": lambda letters: "".join(row[::-1] for row in rows(letters)),
        "down": lambda letters: "".join(reversed([*rows(letters)])),
        "diagonal": lambda letters: "".join(map("".join, zip(*rows(letters), strict=True))),
    }


def _replies(rules: GridRules, start: str, image: Callable[[str], str]) -> dict[str, str] | None:
    """Return the opposite moves to all moves; None if one is not possible, at some time, or if that is too much work.

    The opposite move changes the images of the cells that a move changes, and no cell of both.
    """
    first: dict[str, str] = {}
    waiting, seen, tried = [start], {start}, 0
    while waiting:
        letters = waiting.pop()
        for option in rules.moves(rules.state_of(letters)):
            after = rules.letters_of(_state(option))
            pairs = list(zip(letters, after, image(after), strict=True))
            if any(old not in (own, other) for old, own, other in pairs):
                return None
            both = "".join(other if own == old else own for old, own, other in pairs)
            goal = rules.state_of(both)
            options = list(rules.moves(_state(option)))
            reply = next((each for each in options if _state(each) == goal), None)
            tried += len(options)
            if reply is None or tried > _MOST_TRIED:
                return None
            if letters == start:
                first[str(option.move)] = str(reply.move)
            if both not in seen:
                seen.add(both)
                waiting.append(both)
    return first


def _state(option: Option) -> Any:
    return option.components[0].state
