"""Asks whether the number of prime factors is odd."""

n, factors, p = int(input()), 0, 2
while p * p <= n:
    while n % p == 0:
        n //= p
        factors += 1
    p += 1
factors += n > 1
print("koosaga" if factors % 2 else "cubelover")
