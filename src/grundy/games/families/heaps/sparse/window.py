"""The finite-window theorem: a period of a code in a sparse space, proved from two windows of its sequence.

Let a code have moves of at most k tokens that leave at most two heaps, its sequence be known from the definition up to
some heap, and a sparse space (see `space`) be given. Let

- L be the last rare heap below the end of what is known: all rare heaps r are at most L;
- t the largest take after which two heaps may be left;
- S be such that at each heap n beyond the first ones, each rare value below G(n) has a witness: a move that leaves one
  heap, or a pair of a heap i <= S and the heap n - t' - i, t' <= t.

*Lemma.* For n > 2 max(L, S) + t, G(n) is determined by G(0), ..., G(max(L, S)) and the w = max(L, S) + max(t, k) values
G(n - w), ..., G(n - 1), if n has the witnesses. Proof. An option of two heaps is common only if one of the heaps is
rare, so at most L. The other heap is at least n - t - L, and in the window, as n - t - L >= n - w. A move that
leaves one heap takes at most k tokens, so that heap is in the window. So the window and the first values tell which
values of the common class are options, and so the least common value c that is no option. Then G(n) <= c. Each rare
value below c has a witness, which is a pair of a heap i <= S and a heap in the window, or a heap in the window. So all
values below c are options, and G(n) = c. In each pair, one heap is at most max(L, S) and the other is larger, because
n - t - max(L, S) > max(L, S). So all values that the construction uses are known.

*Theorem.* Let a > 2 max(L, S) + t and p >= 1, p even if the space has position parity, and G(a + i) = G(a + p + i) for
0 <= i < w. If all heaps from a + w to a + p + w - 1 are common and have witnesses as above, then G(n + p) = G(n) for
all n >= a. Proof. Induction on n: let G(m + p) = G(m) for all m with a <= m < n, where n >= a + w, and let all heaps
from a + w to n + p - 1 be common and have such witnesses. The windows before n and n + p are equal. Heap n is in the
range where this is verified, or is congruent modulo p to a heap m >= a + w that is, with the same window before it;
classes are the same at m and n because p is even where they depend on the parity of heaps. The lemma's construction
(options of the common class, the least common value c that is no option, witnesses of the rare values below c) uses
only the first values, the window before the heap and the parity of the heap. So it gives the same at n + p as at n:
the same common value c, and the same witnesses. Hence G(n + p) = c = G(n), and n + p is common and has its witnesses.

Coq has checked the theorem, and for all a >= 1: proofs/FiniteWindow.v. It takes a + p + w values, and memory for one
window, where the theorem of Guy and Smith takes 2a + 2p + k - 1 values.

The preperiod is a exactly if G(a - 1) differs from G(a + p - 1). The period p is the least one if p / q is no period
from a on, for each prime q that divides p. Two windows at a distance of p / q that differ show this. (The least period
divides p, and holds from a on: for n >= a and a multiple N p that is large enough, G(n + d) = G(n + d + N p) =
G(n + N p) = G(n).)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grundy.games.families.heaps.sparse.pairs import CodeMoves


def values_needed(moves: CodeMoves, last_rare: int, reach: int) -> int:
    """Return w, the number of values in a window: max(L, S) + max(t, k)."""
    return max(last_rare, reach) + moves.places


def least_start(moves: CodeMoves, last_rare: int, reach: int) -> int:
    """Return the first heap to which the lemma applies."""
    return 2 * max(last_rare, reach) + max(moves.splits) + 1


def primes_of(number: int) -> list[int]:
    """Return the primes that divide a number, in order.

    >>> primes_of(11770282)
    [2, 5885141]
    """
    found = []
    divisor = 2
    while divisor * divisor <= number:
        if number % divisor == 0:
            found.append(divisor)
            while number % divisor == 0:
                number //= divisor
        divisor += 1
    return [*found, number] if number > 1 else found


def marks(preperiod: int, period: int) -> list[int]:
    """Return the heaps at which windows are kept to prove a period, its preperiod and that it is the least one.

    Each window begins one heap before the period does: at 0, p / q and p from preperiod - 1 on.
    """
    return sorted(preperiod - 1 + shift for shift in {0, period, *(period // prime for prime in primes_of(period))})
