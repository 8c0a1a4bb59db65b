"""POJ 2484, A Funny Game, from the statement: coins that stay where they are on a circle."""

from collections.abc import Iterator

from ._play import answers, first_wins

LARGEST = 11  # coins


def answer(text: str) -> str | None:
    """Answer Alice or Bob for each circle, until a 0; None for large ones."""
    sizes = list(map(int, text.split()))[:-1]
    if max(sizes, default=0) > LARGEST:
        return None
    return answers((first_wins((size, frozenset(range(size))), _remove) for size in sizes), "Alice", "Bob")


def _remove(circle: tuple[int, frozenset[int]]) -> Iterator[tuple[int, frozenset[int]]]:
    size, coins = circle
    for coin in coins:
        for gone in ({coin}, {coin, (coin + 1) % size}):
            if gone <= coins:
                yield size, coins - gone
