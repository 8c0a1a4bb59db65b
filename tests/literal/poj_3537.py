"""POJ 3537, Crosses and Crosses, from the statement: crosses in the cells of a row, three that touch win."""

from collections.abc import Iterator

from ._play import answers, first_wins


def answer(text: str) -> str | None:
    """Answer 1 or 2, the player who wins; None for a long row."""
    return answers([first_wins("." * int(text), _crosses)], "1", "2")


def _crosses(row: str) -> Iterator[str]:
    """Make a cross; after three in a row nobody moves: who made them has won."""
    for cell, letter in enumerate(row):
        if letter == ".":
            after = f"{row[:cell]}X{row[cell + 1 :]}"
            yield "" if "XXX" in after else min(after, after[::-1])
