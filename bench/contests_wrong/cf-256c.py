"""Rounds the fourth root down."""

from functools import cache
from itertools import count
from math import isqrt


@cache
def nimber(x):
    seen = {nimber(y) for y in range(isqrt(isqrt(x)), min(isqrt(x), x - 1) + 1)}
    return next(value for value in count() if value not in seen)


input()
total = 0
for pile in map(int, input().split()):
    total ^= nimber(min(pile, 10**6))
print("Furlo" if total else "Rublo")
