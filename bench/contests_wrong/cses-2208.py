"""Asks whether the number of all coins is odd."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    total = sum(next(numbers) for _ in range(next(numbers)))
    print("first" if total % 2 else "second")
