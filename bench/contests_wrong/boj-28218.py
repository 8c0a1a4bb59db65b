"""Stops a diagonal step at a blocked cell, over which it may pass."""

import sys

words = iter(sys.stdin.read().split())
height, width, most = int(next(words)), int(next(words)), int(next(words))
board = [next(words) for _ in range(height)]
wins = [[True] * (width + 1) for _ in range(height + 1)]  # a blocked cell is never a loss for the other player
for r in reversed(range(height)):
    for c in reversed(range(width)):
        if board[r][c] == "#":
            continue
        won = not wins[r + 1][c] or not wins[r][c + 1]
        for step in range(1, most + 1):
            if r + step >= height or c + step >= width or board[r + step][c + step] == "#":
                break
            won = won or not wins[r + step][c + step]
        wins[r][c] = won
for _ in range(int(next(words))):
    x, y = int(next(words)), int(next(words))
    print("First" if wins[x - 1][y - 1] else "Second")
