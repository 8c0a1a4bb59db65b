"""Takes the number of vertices below a branch for its nimber, as if the branch were a path."""

import sys

numbers = list(map(int, sys.stdin.read().split()))
beside = {vertex: [] for vertex in range(1, numbers[0] + 1)}
for a, b in zip(numbers[1::2], numbers[2::2], strict=True):
    beside[a].append(b)
    beside[b].append(a)
order, parent = [1], {1: 0}
for vertex in order:
    for other in beside[vertex]:
        if other != parent[vertex]:
            parent[other] = vertex
            order.append(other)
size = dict.fromkeys(order, 1)
for vertex in reversed(order[1:]):
    size[parent[vertex]] += size[vertex]
total = 0
for vertex in beside[1]:
    total ^= size[vertex]
print("Alice" if total else "Bob")
