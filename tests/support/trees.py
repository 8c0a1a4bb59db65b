"""Games written out as trees: any game at all, and its sums by the definition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import grundy

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

WINS = "win"
Tree = tuple[Any, ...]  # of options: each a tuple of trees, or WINS


@grundy.ruleset
def tree(options: Tree) -> Iterator[Any]:
    """Make any game: a state is its options, each the tuple of what it leaves."""
    for number, option in enumerate(options):
        yield grundy.win(move=str(number)) if option == WINS else grundy.split(*option, move=str(number))


def total(*parts: Tree) -> grundy.Position:
    """Return the sum of some trees."""
    return sum((tree(part) for part in parts), grundy.Position())


def heap(size: int) -> Tree:
    """Return the tree of a heap of Nim."""
    return tuple((heap(left),) if left else () for left in range(size))


def key(parts: tuple[Tree, ...]) -> tuple[Tree, ...]:
    """Return a sum as it is looked up: in order, without trees that have no option."""
    return tuple(sorted(filter(None, parts), key=repr))


def afters(parts: tuple[Tree, ...]) -> Iterator[tuple[Tree, ...] | None]:
    """Yield the sums after each move; None where it has ended the game."""
    for index, part in enumerate(parts):
        for option in part:
            yield None if option == WINS else key(parts[:index] + option + parts[index + 1 :])


def random_tree(rng: random.Random, depth: int, *, wins: bool = False, most: int = 3) -> Tree:
    """Return a random game of at most so many moves in a row."""
    options: list[Any] = []
    for _ in range(rng.randint(0 if depth < 3 else 1, most) if depth else 0):
        if wins and rng.random() < 0.1:
            options.append(WINS)
        else:
            size = rng.choice((0, 1, 1, 1, 2))
            options.append(key(tuple(random_tree(rng, depth - 1, wins=wins, most=most) for _ in range(size))))
    return tuple(options)
