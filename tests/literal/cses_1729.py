"""CSES 1729, Stick Game, from the statement: whether some move leaves a number of sticks that loses."""

LARGEST = 200  # sticks


def answer(text: str) -> str | None:
    """Answer a row of W and L, for 1 to n sticks; None for many."""
    most, _, *takes = map(int, text.split())
    if most > LARGEST:
        return None
    wins = [False]
    for sticks in range(1, most + 1):
        wins.append(any(not wins[sticks - take] for take in takes if take <= sticks))
    return "".join("W" if win else "L" for win in wins[1:]) + "\n"
