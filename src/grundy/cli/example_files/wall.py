"""A wrong program for boj-11717, the Wall Making Game: it adds where it must take the exclusive or."""

import sys
from functools import cache

sys.setrecursionlimit(10_000)
height, width = map(int, input().split())
rows = [input() for _ in range(height)]


@cache
def nimber(top, bottom, left, right):
    found = set()
    for r in range(top, bottom):
        for c in range(left, right):
            if rows[r][c] == ".":
                found.add(
                    nimber(top, r, left, c)
                    + nimber(top, r, c + 1, right)
                    + nimber(r + 1, bottom, left, c)
                    + nimber(r + 1, bottom, c + 1, right)
                )
    least = 0
    while least in found:
        least += 1
    return least


print("First" if nimber(0, height, 0, width) else "Second")
