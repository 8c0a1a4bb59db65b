"""Allows two equal heaps."""

import sys
from itertools import count

values = [0, 0]
for n in range(2, 300):
    seen = {values[part] ^ values[n - part] for part in range(1, n // 2 + 1)}
    values.append(next(value for value in count() if value not in seen))
for n in map(int, sys.stdin.read().split()[1:]):
    print("first" if n >= len(values) or values[n] else "second")
