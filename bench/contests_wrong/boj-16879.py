"""Moves as a rook only."""

import sys

numbers = list(map(int, sys.stdin.read().split()))[1:]
total = 0
for number in numbers:
    total ^= number
print("koosaga" if total else "cubelover")
