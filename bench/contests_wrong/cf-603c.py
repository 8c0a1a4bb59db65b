"""Forgets for odd k that halves can be halved again."""

n, k = map(int, input().split())
total = 0
for a in map(int, input().split()):
    total ^= ([0, 1, 0, 1, 2][a] if a < 5 else 1 - a % 2) if k % 2 else (a if a < 3 else 1 - a % 2)
print("Kevin" if total else "Nicky")
