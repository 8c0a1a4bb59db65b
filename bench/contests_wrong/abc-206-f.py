"""Chooses the interval that ends first, as for the largest number of them."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    intervals = [(next(numbers), next(numbers)) for _ in range(next(numbers))]
    end, chosen = 0, 0
    for left, right in sorted(intervals, key=lambda pair: pair[1]):
        if left >= end:
            end, chosen = right, chosen + 1
    print("Alice" if chosen % 2 else "Bob")
