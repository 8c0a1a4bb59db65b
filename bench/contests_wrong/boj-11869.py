"""Asks whether the sum of the places is odd."""

input()
print("koosaga" if sum(map(int, input().split())) % 2 else "cubelover")
