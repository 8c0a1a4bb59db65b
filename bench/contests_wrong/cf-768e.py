"""Plays nim."""

import sys

total = 0
for s in map(int, sys.stdin.read().split()[1:]):
    total ^= s
print("NO" if total else "YES")
