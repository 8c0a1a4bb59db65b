"""BOJ 11869, 님블, from the statement: coins that move left, any number of which may be in one cell."""

from collections.abc import Iterator

from ._play import answers, first_wins


def answer(text: str) -> str | None:
    """Answer koosaga or cubelover; None for a long strip."""
    _, *coins = map(int, text.split())
    return answers([first_wins(tuple(sorted(coins)), _move)], "koosaga", "cubelover")


def _move(coins: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for number, cell in enumerate(coins):
        for to in range(cell):
            yield tuple(sorted((*coins[:number], to, *coins[number + 1 :])))
