"""Rules with loops that are rewritten before they are translated, for which that easily does something else."""

from __future__ import annotations

from typing import Any

from support.random_programs.programs import Program

HEAD = """
import grundy
from grundy import split
from itertools import combinations, product
from itertools import product as p

T = (1, 2, 3)
L = [0, 2, 1]
R = range(3)
k = x = 5
part__d1 = 3
each__d1 = 1

"""

# Each program begins with its name; states other than 0 to 10 come after it.
_COMPILED = """
# a number in a range with a far end
def rules(n):
    yield 1 if 3 in range(n << 40) else 0

# an element of a list that changes beside others
def rules(n):
    xs = [n, 1, 2]
    for a, b in zip(xs, T):
        xs[2] = 9
        yield a + b

# a list beside others that grows
def rules(n):
    xs = [n, 1, 2]
    for a, b in zip(xs, range(6)):
        if len(xs) < 5:
            xs.append(a)
        yield a + b

# continue in a product
def rules(n):
    for a, b, c in product(T, L, R):
        if a + b + c >= n:
            continue
        yield a * 9 + b * 3 + c

# tuples of one
def rules(n):
    for t in product(range(n)):
        yield len(t)

# combinations of a range
def rules(n):
    for a, b in combinations(range(n), 2):
        if a + b > n:
            continue
        yield a * b % (n + 1)

# combinations from a first number on, and a bound that stays
def rules(n):
    for t in combinations(range(2, n), 3):
        n_ = sum(t)
        yield n_ % 7
    yield from (b - a for a, b in combinations(range(n // 2), 2))

# combinations of constants
def rules(n):
    for a, b in combinations(L, 2):
        if a > n:
            continue
        yield a * 3 + b
    for a, b in combinations((n, n + 1, n // 2), 2):
        yield a * b % 7
    for a, b in combinations((1, 4, 3), 2):
        yield a + b
    yield from (a for a, in combinations(T, 1) if a < n)

# combinations of fewer than there are
def rules(n):
    for a, b, c in combinations(range(n % 3), 3):
        yield a + b + c
    yield 0

# another name of product
def rules(n):
    product = 3
    for a, b in p(range(n), range(product)):
        yield a + b

# a variable with the name of chain
def rules(n):
    chain = ((1, 2), (2, 3))
    for a, b in chain:
        yield a + b

# a name as those of the parts
def rules(n):
    for a, b in product(range(n), T):
        yield part__d1 + a

# a list display that raises
def rules(n):
    if any([n == 0, 6 // n > 1]):
        yield 0

# displays that builtins read
def rules(n):
    yield min([n, 4, 6 // (n + 1)])
    yield max([n])
    yield sum([n, n])
    yield len([n, n, 1])

# moving again
def rules(n):
    for a, b in product(range(n), repeat=2):
        yield split(a, b, again=True)

# return out of a product in a helper
def h(n):
    for a, b in product(range(n), range(3)):
        if a * b == 4:
            return a
    return 1

def rules(n):
    yield h(n)

# sorted tuples of six: [(3, 1, 2, 0, 5, 1), (0, 0, 0, 0, 0, 0), (1, 1, 2, 2, 0, 3), (5, 4, 3, 2, 1, 0)]
def rules(s):
    for i in range(6):
        for k in range(s[i]):
            yield tuple(sorted(s[:i] + (k,) + s[i + 1:]))

# the least of a row and its mirror image: [(3, 1, 2, 0, 1, 1), (1, 1, 2, 2, 0, 0), (0, 1, 0, 2, 1, 0)]
def canon(s):
    return min(s, s[::-1])

@grundy.ruleset(compiled=True, canonical=canon)
def rules(s):
    for i in range(6):
        for k in range(s[i]):
            yield s[:i] + (k,) + s[i + 1:]

# eight masks of 64 bits: [(1 << 63, 1, 0, 3, 2, 1 << 62, 7, 9), (1, 2, 3, 4, 5, 6, 7, 8)]
def rules(a, b, c, d, e, f, g, h):
    yield tuple(sorted((a >> 1, b, c, d, e, f, g, h)))
    yield (max(a, b, c, d, e, f, g, h) >> 1, min(a, b, c, d, e, f, g, h), 0, 0, 0, 0, 0, 0)

# slices of six: [(3, 1, 0, 3, 2, 5), (5, 1, 0, 0, 0, 3)]
def rules(s):
    yield s[2:] + s[:2]
    yield s[::-1]
    yield s[1:3] + s[-4:]
    yield s[-1:] + s[:-1]
    i = s[0]
    yield s[:i] + s[i:]
    yield (s[-1], s[i], s[5], *s[:3])

# a condition in a comprehension over a product
def rules(n):
    xs = [a + b for a, b in product(T, T) if a + b <= n]
    yield from (n - x for x in xs)

"""

_REFUSED = """
# a set with two names
def rules(n):
    seen = set()
    other = seen
    for k in range(n):
        if k // 2 not in other:
            seen.add(k // 2)
            yield k

# a set that is counted
def rules(n):
    seen = set()
    for k in range(n):
        seen.add(k // 2)
    yield len(seen) % (n + 1)

# a set with numbers and pairs
def rules(n):
    seen = set()
    for k in range(n):
        seen.add((k, 1))
        if k not in seen:
            yield k

# combinations with break
def rules(n):
    for a, b in combinations(L, 2):
        if a > n:
            break
        yield a * 3 + b

# combinations of a range that the body changes
def rules(n):
    for a, b in combinations(range(n), 2):
        n = 2
        yield a + b

# combinations of what is made once
def rules(n):
    xs = [n, 2, 3]
    for a, b in combinations((xs.pop(), n), 2):
        yield a + b + len(xs)

# combinations of a number that the body changes
def rules(n):
    for a, b in combinations((1, n, 3), 2):
        n = 0
        yield a + b + n

# combinations that raise
def rules(n):
    for a, b in combinations((6 // n, n), 2):
        yield a + b

# a range that divides by zero
def rules(n):
    for a, b in product(range(n), range(6 // n)):
        yield a

# a remainder by zero in a tuple
def rules(n):
    for a, b in product(range(n), (1, 6 % n)):
        yield a

# a range with step zero
def rules(n):
    for a, b in product(range(n), range(0, 4, n)):
        yield a

# a shift by less than zero
def rules(n):
    for a, b in product(range(n), range(1 << (n - 2))):
        yield a

# an end that the body changes
def rules(n):
    m = 3
    for y, z in product(range(m), range(m)):
        m += 1
        yield y + m

# a product repeated no times
def rules(n):
    for _ in product((n, 2), repeat=0):
        yield 0

# a function with the name of product
def product(a, b):
    for i in a:
        yield i, 5

def rules(n):
    for a, b in product(range(n), range(n)):
        yield a + b
"""


def _programs(texts: str) -> dict[str, Program]:
    found: dict[str, Program] = {}
    for text in texts.strip().removeprefix("# ").split("\n# "):
        title, _, body = text.partition("\n")
        name, _, states = title.partition(": ")
        asked: list[Any] = eval(states) if states else list(range(11))  # noqa: S307 - a text of this file
        found[name] = Program(HEAD + body, asked, frozenset(), clamped=False)
    return found


COMPILED, REFUSED = _programs(_COMPILED), _programs(_REFUSED)
