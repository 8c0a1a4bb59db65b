"""Counts every prime once."""

input()
total = 0
for a in map(int, input().split()):
    left, p, primes = a, 2, 0
    while left > 1:
        if left % p == 0:
            primes += 1
            while left % p == 0:
                left //= p
        p += 1
    total ^= primes
print("Anna" if total else "Bruno")
