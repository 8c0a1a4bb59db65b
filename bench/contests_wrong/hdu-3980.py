"""Plays on a row, although the chain is closed."""

import sys

numbers = list(map(int, sys.stdin.read().split()))[1:]
for case, (n, m) in enumerate(zip(numbers[::2], numbers[1::2], strict=True), 1):
    nimbers = [0] * m
    for beads in range(m, n + 1):
        seen = {nimbers[left] ^ nimbers[beads - m - left] for left in range(beads - m + 1)}
        nimbers.append(next(value for value in range(beads) if value not in seen))
    print(f"Case #{case}: {'aekdycoin' if nimbers[n] else 'abcdxyzk'}")
