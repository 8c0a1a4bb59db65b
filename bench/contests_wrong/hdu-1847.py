"""Says that powers of two are won and all others lost."""

import sys

for n in map(int, sys.stdin.read().split()):
    print("Cici" if n & (n - 1) else "Kiki")
