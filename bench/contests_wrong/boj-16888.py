"""Always subtracts the largest square."""

import sys
from math import isqrt

for n in map(int, sys.stdin.read().split()[1:]):
    left, turns = n, 0
    while left:
        left -= isqrt(left) ** 2
        turns += 1
    print("koosaga" if turns % 2 else "cubelover")
