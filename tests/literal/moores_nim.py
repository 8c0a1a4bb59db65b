"""Moore's nim from its rules: all ways to make up to k heaps smaller. Text: `k=2 3 4 5`."""

from itertools import product
from operator import ne

from . import _numbers


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    return _numbers.moves(text, _rules(text))


def nimber(text: str) -> int:
    """Return the Grundy value."""
    return _numbers.nimber(text, _rules(text))


def _rules(text: str) -> _numbers.After:
    most = int(text.split(maxsplit=1)[0].removeprefix("k="))

    def after(state: _numbers.Numbers) -> set[_numbers.Numbers]:
        smaller = set(product(*(range(heap + 1) for heap in state)))
        return {left for left in smaller if 1 <= sum(map(ne, left, state)) <= most}

    return after
