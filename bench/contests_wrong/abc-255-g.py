"""Forgets the moves that are forbidden."""

n, m = map(int, input().split())
total = 0
for a in map(int, input().split()):
    total ^= a
print("Takahashi" if total else "Aoki")
