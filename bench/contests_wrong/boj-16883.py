"""Confuses the two diagonals: L cuts from the upper left corner to the lower right one."""

import sys
from functools import cache

sys.setrecursionlimit(10**6)
height, width, *rows = sys.stdin.read().split()
height, width = int(height), int(width)
cells = {(r + c, r - c): rows[r][c] for r in range(height) for c in range(width)}


@cache
def nimber(parity, top, bottom, left, right):
    seen = set()
    for (p, q), letter in cells.items():
        if p % 2 == parity and top <= p < bottom and left <= q < right:
            if letter == "R":
                value = nimber(parity, top, p, left, right) ^ nimber(parity, p + 1, bottom, left, right)
            elif letter == "L":
                value = nimber(parity, top, bottom, left, q) ^ nimber(parity, top, bottom, q + 1, right)
            else:
                value = nimber(parity, top, p, left, q) ^ nimber(parity, top, p, q + 1, right)
                value ^= nimber(parity, p + 1, bottom, left, q) ^ nimber(parity, p + 1, bottom, q + 1, right)
            seen.add(value)
    return next(value for value in range(len(seen) + 1) if value not in seen)


total = nimber(0, 0, height + width, -width, height) ^ nimber(1, 0, height + width, -width, height)
print("koosaga" if total else "cubelover")
