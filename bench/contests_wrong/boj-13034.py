"""Forgets that a side of the polygon may be drawn: a segment leaves points on both of its sides."""

n = int(input())
nimbers = [0, 0]
for points in range(2, n + 1):
    seen = {nimbers[a] ^ nimbers[points - 2 - a] for a in range(1, points - 2)}
    nimbers.append(next(value for value in range(points + 1) if value not in seen))
print(1 if nimbers[n] else 2)
