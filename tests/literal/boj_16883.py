"""BOJ 16883, the Diagonal Game."""

from .diagonal import nimber


def answer(text: str) -> str:
    """Answer `N M` and the rows with `koosaga` or `cubelover`."""
    _height, _width, *rows = text.split()
    return "koosaga\n" if nimber("\n".join(rows)) else "cubelover\n"
