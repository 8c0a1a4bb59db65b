"""BOJ 16879, 궁전 게임, from the statement: as a rook or as a king, so that x + y gets less."""

from collections.abc import Iterator

from ._play import answers, first_wins

Palaces = tuple[tuple[int, int], ...]


def answer(text: str) -> str | None:
    """Answer koosaga or cubelover; None for palaces that are many or far away."""
    _, *numbers = map(int, text.split())
    palaces = tuple(sorted(zip(numbers[::2], numbers[1::2], strict=True)))
    return answers([first_wins(palaces, _move)], "koosaga", "cubelover")


def _move(palaces: Palaces) -> Iterator[Palaces]:
    for number, (x, y) in enumerate(palaces):
        reached = {(to, y) for to in range(x)} | {(x, to) for to in range(y)}
        reached |= {(x + right, y + up) for right in (-1, 0, 1) for up in (-1, 0, 1)}
        for place in reached:
            if min(place) >= 0 and sum(place) < x + y:
                yield tuple(sorted((*palaces[:number], place, *palaces[number + 1 :])))
