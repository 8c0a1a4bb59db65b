"""AtCoder DP contest K, Stones, from the statement: all ways to remove a number of the set."""

from ._play import answers, first_wins


def answer(text: str) -> str | None:
    """Answer First or Second; None for a large pile."""
    _, pile, *takes = map(int, text.split())
    if pile > 500:
        return None
    return answers([first_wins(pile, lambda left: [left - take for take in takes if take <= left])], "First", "Second")
