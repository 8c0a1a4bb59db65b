"""A model of positions: sums of parts, played by their literal oracles, valued by the definitions.

A part is the name of a game and its text, a heap, or a tree of options. Nothing of `grundy` is asked for a move or
a value; only `parts_of` looks at a position, at what it writes.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from literal import grundys_game, heaps, kayles, nim, wall_making, wythoff
from support.trees import WINS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy import Position

Part = tuple[str, Any]
Parts = tuple[Part, ...]

HEAPS: dict[str, Callable[[int], set[tuple[int, ...]]]] = {
    "nim": nim.left,
    "kayles": kayles.left,
    "grundys-game": grundys_game.left,
    "0.137": lambda heap: heaps.moves("0.137", heap),
    "{2,5}": lambda heap: heaps.moves("{2,5}", heap),
}
TEXTS: dict[str, Callable[[str], dict[str, str]]] = {"wall-making": wall_making.moves, "wythoff": wythoff.moves}


def parts_of(position: Position) -> Parts:
    """Return the parts that a position writes, in order; without those in which there is no move."""
    found: list[Part] = []
    for term in position.terms:
        game = term.notation.game
        if game in HEAPS:
            words = term.notation.text(term.components).removeprefix(f"{game}:").removeprefix(game).split()
            found += [(game, int(word)) for word in words]
        elif game in TEXTS:
            found.append((game, term.notation.text(term.components)))
        else:
            found += [("tree", component.state) for component in term.components]
    return ordered(found)


def ordered(parts: list[Part]) -> Parts:
    """Return parts as they are looked up: in order, without those in which there is no move."""
    return tuple(sorted((part for part in parts if options(part)), key=repr))


@cache
def options(part: Part) -> tuple[Parts | None, ...]:
    """Return what each move on a part leaves; None where it ends the game."""
    game, state = part
    if game in HEAPS:
        return tuple(ordered([(game, heap) for heap in left]) for left in sorted(HEAPS[game](state)))
    if game in TEXTS:
        return tuple(ordered([(game, after)]) for after in TEXTS[game](state).values())
    return tuple(None if option == WINS else ordered([("tree", one) for one in option]) for option in state)


@cache
def afters(parts: Parts) -> tuple[Parts | None, ...]:
    """Return the sums that one move leads to; None where it ends the game."""
    return tuple(
        None if left is None else ordered([*parts[:index], *left, *parts[index + 1 :]])
        for index, part in enumerate(parts)
        for left in options(part)
    )


def value(parts: Parts) -> int | None:
    """Return the nimber of a sum; None for a sum in which somebody can end the game."""
    total = 0
    for part in parts:
        own = _value_of_part(part)
        if own is None:
            return None
        total ^= own
    return total


@cache
def _value_of_part(part: Part) -> int | None:
    if None in options(part):
        return None
    values = {value(left) for left in options(part) if left is not None} - {None}
    return min(set(range(len(values) + 1)) - values)


@cache
def misere_lost(parts: Parts) -> bool:
    """Say whether whoever is to move loses, where the last to move loses."""
    return bool(parts) and not any(after is None or misere_lost(after) for after in afters(parts))


@cache
def durations(parts: Parts) -> tuple[bool, int, int]:
    """Return whether the next player wins, and the numbers of moves if the winner hurries, and delays."""
    results = [(False, 0, 0) if after is None else durations(after) for after in afters(parts)]
    if not results:
        return False, 0, 0
    lost = [result for result in results if not result[0]]
    if lost:
        return True, 1 + min(result[1] for result in lost), 1 + max(result[2] for result in lost)
    return False, 1 + max(result[1] for result in results), 1 + min(result[2] for result in results)


@cache
def size(part: Part) -> int:
    """Return how many sums can be reached from a part."""
    seen: set[Parts] = set()
    waiting = [(part,)]
    while waiting:
        for after in _moves(waiting.pop()):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return len(seen) + 1


def _moves(parts: Parts) -> Iterator[Any]:
    return (after for after in afters(parts) if after is not None)
