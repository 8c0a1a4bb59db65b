"""Takes the most that can be removed for the value."""

import sys

numbers = list(map(int, sys.stdin.read().split()))[1:]
total = 0
for a, k in zip(numbers[::2], numbers[1::2], strict=True):
    total ^= a // k
print("Takahashi" if total else "Aoki")
