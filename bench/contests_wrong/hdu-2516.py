"""Says that powers of two are lost, in place of Fibonacci's numbers."""

import sys

for n in map(int, sys.stdin.read().split()[:-1]):
    print("First win" if n & (n - 1) else "Second win")
