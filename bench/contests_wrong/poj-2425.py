"""Adds the longest ways of the pieces as heaps of nim."""

import sys
from functools import cache

sys.setrecursionlimit(10**6)
numbers = iter(map(int, sys.stdin.read().split()))
for n in numbers:
    moves = [[next(numbers) for _ in range(next(numbers))] for _ in range(n)]

    @cache
    def longest(vertex, moves=moves):
        return max((longest(to) + 1 for to in moves[vertex]), default=0)

    while pieces := [next(numbers) for _ in range(next(numbers))]:
        total = 0
        for vertex in pieces:
            total ^= longest(vertex)
        print("WIN" if total else "LOSE")
