"""Divisor Game."""

from itertools import product
from math import prod

from grundy import ruleset
from grundy.contests import Int, Problem, Words


def factors(number):
    """Return the primes of a number with their exponents, the largest exponent first."""
    found, prime = {}, 2
    while prime * prime <= number:
        if number % prime:
            prime += 1
        else:
            number, found[prime] = number // prime, found.get(prime, 0) + 1
    if number > 1:
        found[number] = found.get(number, 0) + 1
    return sorted(found.items(), key=lambda pair: -pair[1])


def simplest(number):
    """Return the number with the same exponents and the smallest primes."""
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    return prod(prime**exponent for prime, (_, exponent) in zip(primes, factors(number), strict=False))


@ruleset(canonical=simplest)
def divisor_game(number):
    """Write a divisor other than 1 and the number itself."""
    for powers in product(*([prime**e for e in range(most + 1)] for prime, most in factors(number))):
        if prod(powers) not in (1, number):
            yield prod(powers)


PROBLEM = Problem(
    title="Divisor Game (약수 게임)",
    source="BOJ 16894",
    input=Int("N", 1, 10**13),
    position=lambda N: divisor_game(N),
    output=Words("koosaga", "cubelover"),
    misere=True,
)
