"""Takes the first way to divide the pile, whatever it leaves."""

n = int(input())
ways = [k for k in range(2, n) if n > k * (k - 1) // 2 and (n - k * (k - 1) // 2) % k == 0]
print(ways[0] if ways else -1)
