"""LightOJ 1315, Game of Hyper Knights, from the statement: six jumps towards the corner."""

from collections.abc import Iterator

from ._play import answers, first_wins

Knights = tuple[tuple[int, int], ...]

_JUMPS = ((1, -2), (-1, -3), (-1, -2), (-2, -1), (-3, -1), (-2, 1))


def answer(text: str) -> str | None:
    """Answer Alice or Bob for each case; None for knights that are many or far away."""
    numbers = iter(map(int, text.split()))
    cases = [tuple(sorted((next(numbers), next(numbers)) for _ in range(next(numbers)))) for _ in range(next(numbers))]
    return answers((first_wins(knights, _jump) for knights in cases), "Alice", "Bob", "Case {}: ")


def _jump(knights: Knights) -> Iterator[Knights]:
    for number, (x, y) in enumerate(knights):
        for right, up in _JUMPS:
            place = (x + right, y + up)
            if min(place) >= 0:
                yield tuple(sorted((*knights[:number], place, *knights[number + 1 :])))
