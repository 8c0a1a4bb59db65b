"""Take-away from its rules: how many may be taken is a word of k, the number taken before. Text: `3*k+1 20 4`."""

from . import _numbers


def moves(text: str) -> dict[str, str]:
    """Map each move to the text after it."""
    return _numbers.moves(text, _rules(text))


def nimber(text: str) -> int:
    """Return the Grundy value."""
    return _numbers.nimber(text, _rules(text))


def _rules(text: str) -> _numbers.After:
    limit = text.split(maxsplit=1)[0]

    def after(state: _numbers.Numbers) -> set[_numbers.Numbers]:
        size, most = state
        return {(size - k, eval(limit, {"k": k})) for k in range(1, min(size, most) + 1)}  # noqa: S307

    return after
