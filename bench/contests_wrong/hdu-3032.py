"""Forgets that heaps may be separated."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    total = 0
    for _ in range(next(numbers)):
        total ^= next(numbers)
    print("Alice" if total else "Bob")
