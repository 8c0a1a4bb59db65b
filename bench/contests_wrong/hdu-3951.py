"""Forgets that K = 1 leaves no choice."""

import sys

numbers = list(map(int, sys.stdin.read().split()))[1:]
for number, (n, k) in enumerate(zip(numbers[::2], numbers[1::2], strict=True), 1):
    print(f"Case {number}: {'first' if n <= k else 'second'}")
