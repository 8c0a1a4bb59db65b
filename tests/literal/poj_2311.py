"""POJ 2311, Cutting Game, from the statement: all cuts of all pieces of paper."""

from collections.abc import Iterator

from ._play import answers, first_wins

Papers = tuple[tuple[int, int], ...]


def answer(text: str) -> str | None:
    """Answer WIN or LOSE for each sheet of paper; None for large ones."""
    numbers = list(map(int, text.split()))
    sheets = zip(numbers[::2], numbers[1::2], strict=True)
    return answers((first_wins((sheet,), _cuts) for sheet in sheets), "WIN", "LOSE")


def _cuts(papers: Papers) -> Iterator[Papers]:
    """Cut a piece into two; after one with a single square nobody moves: who made it has won."""
    for number, (wide, high) in enumerate(papers):
        pairs = [((at, high), (wide - at, high)) for at in range(1, wide)]
        pairs += [((wide, at), (wide, high - at)) for at in range(1, high)]
        for pair in pairs:
            rest = papers[:number] + papers[number + 1 :]
            yield () if (1, 1) in pair else tuple(sorted(rest + tuple(tuple(sorted(part)) for part in pair)))  # type: ignore[misc]
