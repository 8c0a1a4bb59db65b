"""Takes the numbers for 1, 2, 4, 8, ... stones."""

input()
total = 0
for pile in map(int, input().split()):
    total ^= pile % 3
print("koosaga" if total else "cubelover")
