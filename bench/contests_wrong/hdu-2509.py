"""Lets whoever takes the last apple win."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
for n in numbers:
    total = 0
    for _ in range(n):
        total ^= next(numbers)
    print("Yes" if total else "No")
