"""Forgets the jumps."""

import sys

numbers = list(map(int, sys.stdin.read().split()))[2:]
for n, m in zip(numbers[::2], numbers[1::2], strict=True):
    print("+" if (n + m) % 2 else "-")
