"""Takes a place for lost as soon as one move, and not each, leads to a win of the other player."""

import sys
from collections import deque

numbers = iter(map(int, sys.stdin.read().split()))
n = next(numbers)
steps = [[next(numbers) for _ in range(next(numbers))] for _ in range(2)]
words = {(0, 0): "Lose", (1, 0): "Lose"}
todo = deque(words)
while todo:
    player, place = todo.popleft()
    for step in steps[1 - player]:
        before = 1 - player, (place - step) % n
        if before not in words:
            words[before] = "Win" if words[player, place] == "Lose" else "Lose"
            todo.append(before)
for player in range(2):
    print(*(words.get((player, place), "Loop") for place in range(1, n)))
