"""BOJ 13034, the Polygon Game."""

from .polygon import LARGEST, nimber


def answer(text: str) -> str | None:
    """Answer `N` with the winner, `1` or `2`."""
    if int(text) > LARGEST:
        return None
    return "1\n" if nimber(text) else "2\n"
