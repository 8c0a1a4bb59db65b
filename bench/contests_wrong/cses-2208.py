"""Plays nim."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    total = 0
    for _ in range(next(numbers)):
        total ^= next(numbers)
    print("first" if total else "second")
