"""Plays nim."""

import sys

numbers = list(map(int, sys.stdin.read().split()))[:-3]
for m, n, p in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
    print("Fibo" if m ^ n ^ p else "Nacci")
