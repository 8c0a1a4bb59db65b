"""Treblecross from its rules alone: marks on a line, whoever completes three in a row wins."""

from functools import cache

EVERY = 11


@cache
def first_wins(line: str) -> bool:
    """Say whether the player to move wins; the line has no three marks in a row."""
    for cell, letter in enumerate(line):
        if letter == ".":
            after = line[:cell] + "X" + line[cell + 1 :]
            if "XXX" in after or not first_wins(after):
                return True
    return False
