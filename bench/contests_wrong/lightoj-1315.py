"""Forgets the two jumps that raise a coordinate."""

import sys

sys.setrecursionlimit(10_000)
known = {}


def nimber(x, y):
    if (x, y) not in known:
        jumps = ((x - 1, y - 3), (x - 1, y - 2), (x - 2, y - 1), (x - 3, y - 1))
        seen = {nimber(*place) for place in jumps if min(place) >= 0}
        known[x, y] = next(value for value in range(5) if value not in seen)
    return known[x, y]


numbers = iter(map(int, sys.stdin.read().split()))
for number in range(1, next(numbers) + 1):
    total = 0
    for _ in range(next(numbers)):
        total ^= nimber(next(numbers), next(numbers))
    print(f"Case {number}: {'Alice' if total else 'Bob'}")
