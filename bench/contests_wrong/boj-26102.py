"""Plays on the whole board at once: a card of an even diagonal also cuts the odd ones beside it."""

import sys
from functools import cache

sys.setrecursionlimit(10**6)
height, width, *rows = sys.stdin.read().split()
height, width = int(height), int(width)
cells = {(r + c, r - c): rows[r][c] for r in range(height) for c in range(width)}


@cache
def nimber(top, bottom, left, right):
    seen = set()
    for (p, q), letter in cells.items():
        if top <= p < bottom and left <= q < right:
            if letter == "R":
                value = nimber(top, p, left, right) ^ nimber(p + 1, bottom, left, right)
            elif letter == "B":
                value = nimber(top, bottom, left, q) ^ nimber(top, bottom, q + 1, right)
            else:
                value = nimber(top, p, left, q) ^ nimber(top, p, q + 1, right)
                value ^= nimber(p + 1, bottom, left, q) ^ nimber(p + 1, bottom, q + 1, right)
            seen.add(value)
    return next(value for value in range(len(seen) + 1) if value not in seen)


print("W" if nimber(0, height + width, -width, height) else "L")
