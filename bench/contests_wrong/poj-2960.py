"""Takes every set for {1, ..., its largest number}."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
while k := next(numbers):
    most = max(next(numbers) for _ in range(k))
    word = ""
    for _ in range(next(numbers)):
        total = 0
        for _ in range(next(numbers)):
            total ^= next(numbers) % (most + 1)
        word += "W" if total else "L"
    print(word)
