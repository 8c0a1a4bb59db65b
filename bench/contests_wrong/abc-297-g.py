"""Divides by R in place of L."""

n, low, high = map(int, input().split())
total = 0
for a in map(int, input().split()):
    total ^= a % (low + high) // high
print("First" if total else "Second")
