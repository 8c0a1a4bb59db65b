"""Adds the numbers of a row to one heap."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    n, m = next(numbers), next(numbers)
    total = 0
    for _ in range(n):
        total ^= sum(next(numbers) for _ in range(m))
    print("FIRST" if total else "SECOND")
