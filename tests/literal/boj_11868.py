"""BOJ 11868, 님 게임 2, from the statement: whoever removes the last stone wins."""

from ._play import answers, fewer, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer koosaga or cubelover; None for large piles."""
    _, *piles = map(int, text.split())
    return answers([first_wins(tuple(sorted(piles)), heaps(fewer))], "koosaga", "cubelover")
