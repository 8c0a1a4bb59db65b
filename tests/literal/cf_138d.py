"""Codeforces 138D, World of Darkraft: the Diagonal Game."""

from .diagonal import nimber


def answer(text: str) -> str:
    """Answer `N M` and the rows with `WIN` or `LOSE`."""
    _height, _width, *rows = text.split()
    return "WIN\n" if nimber("\n".join(rows)) else "LOSE\n"
