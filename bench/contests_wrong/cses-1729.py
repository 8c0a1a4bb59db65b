"""Takes every set for {1, ..., its largest number}."""

n, _ = map(int, input().split())
most = max(map(int, input().split()))
print("".join("W" if sticks % (most + 1) else "L" for sticks in range(1, n + 1)))
