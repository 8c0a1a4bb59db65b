"""Asks whether the number of sticks is odd."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    print("first" if sum(next(numbers) for _ in range(next(numbers))) % 2 else "second")
