"""Asks whether all piles come in pairs."""

input()
odd = set()
for pile in map(int, input().split()):
    odd ^= {pile}
print("koosaga" if odd else "cubelover")
