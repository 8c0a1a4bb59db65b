"""Plays on with single squares, and the last cut wins."""

import sys
from functools import cache
from itertools import count


@cache
def nimber(w, h):
    seen = {nimber(at, h) ^ nimber(w - at, h) for at in range(1, w)}
    seen |= {nimber(w, at) ^ nimber(w, h - at) for at in range(1, h)}
    return next(value for value in count() if value not in seen)


numbers = iter(map(int, sys.stdin.read().split()))
for w in numbers:
    print("WIN" if nimber(w, next(numbers)) else "LOSE")
