"""Staircase nim from its rules: tokens go down one step."""

from . import _numbers


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    return _numbers.moves(text, _after)


def nimber(text: str) -> int:
    """Return the Grundy value."""
    return _numbers.nimber(text, _after)


def _after(state: _numbers.Numbers) -> set[_numbers.Numbers]:
    found = set()
    for step, tokens in enumerate(state):
        for taken in range(1, tokens + 1):
            steps = [0, *state]
            steps[step + 1] -= taken
            steps[step] += taken
            found.add(tuple(steps[1:]))
    return found
