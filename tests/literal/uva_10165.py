"""UVa 10165, Stone Game, from the statement: all ways to take from one pile."""

from ._cases import until_zero
from ._play import answers, fewer, first_wins, heaps


def answer(text: str) -> str | None:
    """Answer Yes or No for each scenario, until a 0; None for large ones."""
    return answers((first_wins(tuple(sorted(case)), heaps(fewer)) for case in until_zero(text)), "Yes", "No")
