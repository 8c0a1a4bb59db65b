"""BOJ 11717, the Wall Making Game."""

from .wall_making import nimber


def answer(text: str) -> str:
    """Answer `H W` and the rows with `First` or `Second`."""
    _height, _width, *rows = text.split()
    return "First\n" if nimber("\n".join(rows)) else "Second\n"
