"""BOJ 11694, 님 게임, from the statement: whoever removes the last stone loses."""

from ._play import answers, fewer, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer koosaga or cubelover; None for large piles."""
    _, *piles = map(int, text.split())
    return answers([first_wins(tuple(sorted(piles)), heaps(fewer), last_loses=True)], "koosaga", "cubelover")
