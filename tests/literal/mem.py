"""Mem from its rules: a size, and the least number that may be taken now."""

from . import _numbers


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    return _numbers.moves(text, _after)


def nimber(text: str) -> int:
    """Return the Grundy value."""
    return _numbers.nimber(text, _after)


def _after(state: _numbers.Numbers) -> set[_numbers.Numbers]:
    size, least = state
    return {(size - k, k) for k in range(least, size + 1)}
