"""Euclid's game from its rules: subtract the smaller number from the larger, once or more, above 0."""

from . import _numbers


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    return _numbers.moves(text, _after)


def nimber(text: str) -> int:
    """Return the Grundy value."""
    return _numbers.nimber(text, _after)


def _after(state: _numbers.Numbers) -> set[_numbers.Numbers]:
    small, large = sorted(state)
    lefts = [left for left in range(1, large) if (large - left) % small == 0]
    return {(left, small) if state[0] == large else (small, left) for left in lefts}
