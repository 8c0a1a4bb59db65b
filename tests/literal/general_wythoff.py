"""The general Wythoff game from its rules: one heap, or both by numbers less than a apart. Text: `a=2 5 9`."""

from itertools import product

from . import _numbers


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    return _numbers.moves(text, _rules(text))


def nimber(text: str) -> int:
    """Return the Grundy value."""
    return _numbers.nimber(text, _rules(text))


def _rules(text: str) -> _numbers.After:
    apart = int(text.split(maxsplit=1)[0].removeprefix("a="))

    def after(state: _numbers.Numbers) -> set[_numbers.Numbers]:
        found = set[_numbers.Numbers]()
        for left in product(range(state[0] + 1), range(state[1] + 1)):
            first, second = state[0] - left[0], state[1] - left[1]
            if first + second > 0 and (0 in (first, second) or abs(first - second) < apart):
                found.add(left)
        return found

    return after
