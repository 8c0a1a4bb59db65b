"""Thinks that there is one move where there is any."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
while m := next(numbers):
    total = 0
    for _ in range(m):
        total ^= next(numbers)
    print(1 if total else 0)
