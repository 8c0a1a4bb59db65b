"""BOJ 9660, 돌 게임 6, from the statement: all ways to take 1, 3 or 4 stones."""

from ._play import answers, first_wins


def answer(text: str) -> str | None:
    """Answer SK or CY; None for many stones."""
    stones = int(text)
    if stones > 300:
        return None
    return answers([first_wins(stones, lambda left: [left - take for take in (1, 3, 4) if take <= left])], "SK", "CY")
