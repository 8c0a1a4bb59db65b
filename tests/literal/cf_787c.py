"""Codeforces 787C, Berzerk, from the statement: who can force the monster in, within ever more moves."""

from __future__ import annotations

LARGEST = 40  # places


def answer(text: str) -> str | None:
    """Answer a line for each player who moves first; None for a large circle."""
    numbers = iter(map(int, text.split()))
    count = next(numbers)
    if count > LARGEST:
        return None
    steps = [[next(numbers) for _ in range(next(numbers))] for _ in range(2)]
    places = [(player, place) for player in range(2) for place in range(1, count)]
    known: dict[tuple[int, int], str] = {}
    while True:
        before = dict(known)
        for player, place in places:
            reached = [(place + step) % count for step in steps[player]]
            after = ["Lose" if to == 0 else before.get((1 - player, to), "Loop") for to in reached]
            if "Lose" in after:  # of the other player
                known[player, place] = "Win"
            elif set(after) == {"Win"}:
                known[player, place] = "Lose"
        if known == before:
            break
    lines = (" ".join(known.get((player, place), "Loop") for place in range(1, count)) for player in range(2))
    return "".join(f"{line}\n" for line in lines)
