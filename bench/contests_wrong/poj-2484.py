"""Takes the coins for a heap."""

import sys

for n in map(int, sys.stdin.read().split()[:-1]):
    print("Alice" if n % 3 else "Bob")
