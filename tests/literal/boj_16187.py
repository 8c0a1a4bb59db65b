"""BOJ 16187, Game on Plane."""

from .game_on_plane import EVERY, first_wins


def answer(text: str) -> str | None:
    """Answer each of the T values of N with a line `First` or `Second`."""
    _cases, *sizes = text.split()
    if any(int(size) > EVERY for size in sizes):
        return None
    return "".join("First\n" if first_wins(size) else "Second\n" for size in sizes)
