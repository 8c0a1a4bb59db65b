"""BOJ 26102, the Card Game."""

from .card import nimber


def answer(text: str) -> str:
    """Answer `N M` and the rows with `W` or `L`."""
    _height, _width, *rows = text.split()
    return "W\n" if nimber("\n".join(rows)) else "L\n"
