"""Takes the room that is left for the value of a box."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
case = 0
while n := next(numbers):
    case += 1
    total = 0
    for _ in range(n):
        size, stones = next(numbers), next(numbers)
        total ^= size - stones if stones else 0
    print(f"Case {case}:\n{'Yes' if total else 'No'}")
