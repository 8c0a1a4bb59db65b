"""Adds the nimbers of the four rooms, in place of their xor."""

import sys
from functools import cache

sys.setrecursionlimit(10**6)
_, _, *rows = sys.stdin.read().split()


@cache
def nimber(top, bottom, left, right):
    seen = set()
    for r in range(top, bottom):
        for c in range(left, right):
            if rows[r][c] == ".":
                upper = nimber(top, r, left, c) + nimber(top, r, c + 1, right)
                seen.add(upper + nimber(r + 1, bottom, left, c) + nimber(r + 1, bottom, c + 1, right))
    return next(value for value in range(len(seen) + 1) if value not in seen)


print("First" if nimber(0, len(rows), 0, len(rows[0])) else "Second")
