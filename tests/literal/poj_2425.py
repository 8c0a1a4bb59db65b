"""POJ 2425, A Chess Game, from the statement: all ways to play, with all pieces at once."""

from __future__ import annotations

from functools import cache

LARGEST = 3000  # arrangements of the pieces


def answer(text: str) -> str | None:
    """Answer each query with WIN or LOSE; None for large ones."""
    numbers = iter(map(int, text.split()))
    lines = []
    for count in numbers:
        targets = tuple(tuple(next(numbers) for _ in range(next(numbers))) for _ in range(count))

        @cache
        def wins(pieces: tuple[int, ...], targets: tuple[tuple[int, ...], ...] = targets) -> bool:
            moved = ((place, to) for place, piece in enumerate(pieces) for to in targets[piece])
            return any(not wins(tuple(sorted((*pieces[:place], to, *pieces[place + 1 :])))) for place, to in moved)

        while pieces := tuple(next(numbers) for _ in range(next(numbers))):
            if count ** len(pieces) > LARGEST:
                return None
            lines.append("WIN\n" if wins(tuple(sorted(pieces))) else "LOSE\n")
    return "".join(lines)
