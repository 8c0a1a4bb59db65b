"""Lets L and R cut like X: each spell removes both diagonals."""

import sys
from functools import cache

sys.setrecursionlimit(10**6)
height, width, *rows = sys.stdin.read().split()
height, width = int(height), int(width)


@cache
def nimber(parity, top, bottom, left, right):
    seen = set()
    for p in range(top, bottom):
        for q in range(left, right):
            r, c = (p + q) // 2, (p - q) // 2
            if (p + q) % 2 == 0 and p % 2 == parity and 0 <= r < height and 0 <= c < width:
                value = nimber(parity, top, p, left, q) ^ nimber(parity, top, p, q + 1, right)
                value ^= nimber(parity, p + 1, bottom, left, q) ^ nimber(parity, p + 1, bottom, q + 1, right)
                seen.add(value)
    return next(value for value in range(len(seen) + 1) if value not in seen)


total = nimber(0, 0, height + width, -width, height) ^ nimber(1, 0, height + width, -width, height)
print("WIN" if total else "LOSE")
