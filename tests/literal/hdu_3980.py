"""HDU 3980, Paint Chain, from the statement: M consecutive beads of a closed chain are painted at each turn."""

from collections.abc import Iterator

from ._play import answers, first_wins

LARGEST = 14  # beads


def answer(text: str) -> str | None:
    """Answer aekdycoin or abcdxyzk for each chain, after the number of the case; None for long chains."""
    _, *numbers = map(int, text.split())
    if max(numbers[::2]) > LARGEST:
        return None
    chains = zip(numbers[::2], numbers[1::2], strict=True)
    found = (first_wins((beads, most, frozenset(range(beads))), _paint) for beads, most in chains)
    return answers(found, "aekdycoin", "abcdxyzk", "Case #{}: ")


def _paint(chain: tuple[int, int, frozenset[int]]) -> Iterator[tuple[int, int, frozenset[int]]]:
    beads, count, unpainted = chain
    for first in range(beads if count <= beads else 0):
        painted = {(first + step) % beads for step in range(count)}
        if painted <= unpainted:
            yield beads, count, unpainted - painted
