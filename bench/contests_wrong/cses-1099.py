"""Counts the stairs from the wrong end of the parity: the first, third, fifth, ..."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    total = 0
    for stair in range(next(numbers)):
        balls = next(numbers)
        total ^= balls if stair % 2 == 0 else 0
    print("first" if total else "second")
