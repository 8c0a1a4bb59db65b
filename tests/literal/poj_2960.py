"""POJ 2960, S-Nim, from the statement: all ways to take a number of the set from a heap."""

from ._play import answers, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer a word of W and L for each set, a letter for each position; None for large ones."""
    numbers = iter(map(int, text.split()))
    words = []
    while count := next(numbers):
        takes = {next(numbers) for _ in range(count)}
        positions = [sorted(next(numbers) for _ in range(next(numbers))) for _ in range(next(numbers))]
        after = heaps(lambda heap, takes=takes: [(heap - take,) for take in takes if take <= heap])  # type: ignore[misc]
        words.append(answers((first_wins(tuple(filter(None, some)), after) for some in positions), "W", "L", end=""))
    return None if None in words else "".join(f"{word}\n" for word in words)
