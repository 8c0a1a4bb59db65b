"""Arpa and a game with Mojtaba."""

from collections import defaultdict

from grundy import Position, ruleset
from grundy.contests import Int, Ints, Problem, Sample, Words
from grundy.core.components import components_of


@ruleset
def prime_powers(exponents):
    """Divide by a power of the prime: bit e of `exponents` says that a number has the prime e times, e > 0."""
    for power in range(1, exponents.bit_length()):
        yield (exponents >> power | exponents & (1 << power) - 1) & ~1


def position(a):
    """Return the sum of the primes, each with its exponents in the numbers."""
    exponents = defaultdict(int)
    for number in set(a):
        left, prime = number, 2
        while left > 1:
            if prime * prime > left:
                prime = left
            power = 0
            while left % prime == 0:
                left, power = left // prime, power + 1
            exponents[prime] |= bool(power) << power
            prime += 1
    return Position.of(components_of(prime_powers, [*filter(None, exponents.values())]))


PROBLEM = Problem(
    title="Arpa and a game with Mojtaba",
    source="Codeforces Round 432, problem C of division 1",
    input=(Int("n", 1, 100), Ints("a", "n", 1, 10**9)),
    position=position,
    output=Words("Mojtaba", "Arpa"),
    samples=(
        Sample("4\n1 1 1 1\n", "Arpa\n"),
        Sample("4\n1 1 17 17\n", "Mojtaba\n"),
        Sample("4\n1 1 17 289\n", "Arpa\n"),
        Sample("5\n1 2 3 4 5\n", "Arpa\n"),
    ),
)
