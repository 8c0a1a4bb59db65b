"""Takes the losses of small N, 5 and 9, for a period of 4."""

import sys

for n in map(int, sys.stdin.read().split()[1:]):
    print("Second" if n % 4 == 1 else "First")
