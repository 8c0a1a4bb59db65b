"""Plays nim in which the last one wins."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    total = 0
    for _ in range(next(numbers)):
        total ^= next(numbers)
    print("John" if total else "Brother")
