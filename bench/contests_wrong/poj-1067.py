"""Does not order the heaps."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
for a in numbers:
    b = next(numbers)
    print(0 if a == int((b - a) * (1 + 5**0.5) / 2) else 1)
