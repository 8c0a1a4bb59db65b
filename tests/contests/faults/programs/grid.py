"""Grid Game: python grid.py [MISTAKE]."""

import sys


def main():
    mistake = (sys.argv[1:] or [""])[0]
    words = sys.stdin.read().split()
    height, width, longest = map(int, words[:3])
    rows, (count, *asked) = words[3 : 3 + height], map(int, words[3 + height :])
    wins = [[False] * width for _ in range(height)]
    nearest = {}  # on each diagonal: the next lost cell, and the next blocked one
    for r in reversed(range(height)):
        for c in reversed(range(width)):
            lost, blocked = nearest.get(r - c, (10**9, 10**9))
            if mistake == "blocked" and blocked < lost:
                lost = 10**9
            if rows[r][c] == "#":
                nearest[r - c] = (nearest.get(r - c, (10**9, 0))[0], r)
                continue
            down = r + 1 < height and rows[r + 1][c] == "." and not wins[r + 1][c]
            right = c + 1 < width and rows[r][c + 1] == "." and not wins[r][c + 1]
            wins[r][c] = down or right or lost - r <= longest
            if not wins[r][c]:
                nearest[r - c] = (r, nearest.get(r - c, (0, 10**9))[1])
    for x, y in zip(asked[0 : 2 * count : 2], asked[1 : 2 * count : 2]):
        row, column = (y, x) if mistake == "x-and-y" and x <= width and y <= height else (x, y)
        print("First" if wins[row - 1][column - 1] else "Second")


main()
