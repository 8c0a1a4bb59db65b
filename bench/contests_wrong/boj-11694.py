"""Lets whoever takes the last stone win."""

input()
total = 0
for pile in map(int, input().split()):
    total ^= pile
print("koosaga" if total else "cubelover")
