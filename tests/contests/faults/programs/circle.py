"""Polygon Game and Game on Plane: python circle.py GAME [MISTAKE]."""

import sys
from functools import cache


@cache
def recursive(points):
    found = {recursive(left) ^ recursive(points - 2 - left) for left in range(points - 1)}
    least = 0
    while least in found:
        least += 1
    return least


def table(most):
    """Return the nimbers up to `most` points; beyond 100 they have period 34."""
    nimbers = [0, 0]
    for points in range(2, most + 1):
        if points > 200:
            nimbers.append(nimbers[points - 34])
            continue
        found = {nimbers[left] ^ nimbers[points - 2 - left] for left in range(points - 1)}
        nimbers.append(next(number for number in range(len(found) + 1) if number not in found))
    return nimbers


def slow(points):
    """Work everything out again for each question."""
    nimbers = [0, 0]
    for size in range(2, points + 1):
        found = {nimbers[left] ^ nimbers[size - 2 - left] for left in range(size - 1)}
        nimbers.append(next(number for number in range(len(found) + 1) if number not in found))
    return nimbers[points]


def main():
    game, mistake = sys.argv[1], (sys.argv[2:] or [""])[0]
    numbers = list(map(int, sys.stdin.read().split()))
    words = ("First", "Second") if game == "plane" else ("1", "2")
    nimbers = table(5000)
    for points in numbers[1:] if game == "plane" else numbers:
        worth = recursive(points) if mistake == "recursion" else slow(points) if mistake == "slow" else nimbers[points]
        print(words[worth == 0])


main()
