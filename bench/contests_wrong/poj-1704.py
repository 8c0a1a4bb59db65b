"""Does not sort the places."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    n = next(numbers)
    places = [next(numbers) for _ in range(n)]
    if n % 2:
        places = [0, *places]
    total = 0
    for one, two in zip(places[::2], places[1::2], strict=True):
        total ^= two - one - 1
    print("Georgia will win" if total else "Bob will win")
