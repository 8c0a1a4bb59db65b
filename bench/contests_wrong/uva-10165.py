"""Asks whether the number of piles is odd."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
while n := next(numbers):
    for _ in range(n):
        next(numbers)
    print("Yes" if n % 2 else "No")
