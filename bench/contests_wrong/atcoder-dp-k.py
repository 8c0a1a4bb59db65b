"""Always takes as many as possible."""

_, k = map(int, input().split())
takes = sorted(map(int, input().split()), reverse=True)
turns = 0
while fitting := [take for take in takes if take <= k]:
    k -= fitting[0]
    turns += 1
print("First" if turns % 2 else "Second")
