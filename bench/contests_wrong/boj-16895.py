"""Thinks that there is one move where there is any."""

input()
total = 0
for pile in map(int, input().split()):
    total ^= pile
print(1 if total else 0)
