"""Adds the largest exponent of each prime as a heap of nim."""

input()
largest = {}
for a in map(int, input().split()):
    left, p = a, 2
    while p * p <= left:
        exponent = 0
        while left % p == 0:
            left //= p
            exponent += 1
        largest[p] = max(largest.get(p, 0), exponent)
        p += 1
    if left > 1:
        largest[left] = max(largest.get(left, 0), 1)
total = 0
for exponent in largest.values():
    total ^= exponent
print("Mojtaba" if total else "Arpa")
