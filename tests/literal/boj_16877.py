"""BOJ 16877, 핌버, from the statement: one of Fibonacci's numbers of stones from one pile."""

from ._play import answers, first_wins, heaps

_NUMBERS = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89)


def answer(text: str) -> str | None:
    """Answer koosaga or cubelover; None for large piles."""
    _, *piles = map(int, text.split())
    if max(piles) > 100:
        return None
    after = heaps(lambda pile: ((pile - stones,) for stones in _NUMBERS if stones <= pile))
    return answers([first_wins(tuple(sorted(piles)), after)], "koosaga", "cubelover")
