"""Periods of sequences of nimbers: proved, only observed, or unknown.

A sequence has period p and saltus s from n0 on if G(n + p) = G(n) + s for all n >= n0. Heaps are counted from 0.
"""

from __future__ import annotations

from array import array
from dataclasses import asdict, dataclass
from itertools import pairwise
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from grundy.runtime.costs import WORK_SECONDS
from grundy.runtime.lazy import convenience
from grundy.runtime.messages import Message
from grundy.theory.arithmetic_periods import ArithmeticTheorem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.integer[Any]] | list[int]

MOST_VALUES = 10**6  # values of a search, by default
MOST_SECONDS = WORK_SECONDS  # time of a search, by default
_FIRST_VALUES = 64  # values of the first search for a period
_GROWTH = 1.5  # values of a further search, as a multiple of those of the last search, beside the last ones
_LEAST_SEEN = 20  # comparisons; with fewer a period is not observed
_PERIODS_SEEN = 3  # periods on which an observed period holds at least
_PLAIN_VALUES, _PLAIN_TIMES = 1000, 12  # a search without theorem ends at so many values, and periods: `search_period`
_LONG = 2**10  # values; in longer sequences periods are searched by the last values alone
_LAST = 256  # last values by which periods are searched
PIECE = 2**16  # values in one comparison
_MOST_STARTS = 16  # shifts whose multiples are skipped

Status = Literal["proved", "observed", "unknown"]


class Theorem(NamedTuple):
    """The theorem of Guy and Smith for codes whose moves take at most `places` tokens and leave at most `heaps` heaps.

    If G(n + p) = G(n) for all n from some n0 >= 1 to heaps (n0 + p - 1) + places - p, then it holds for all n >= n0.
    Idea of the proof: a move on a larger heap leaves at most `heaps` heaps, and one of them is so large that a heap
    with p tokens fewer has the same nimber. An empty heap does not count as a heap, therefore n0 >= 1.

    Sources: Guy and Smith, The G-values of various games (1956), for two heaps, with heaps - 1 comparisons more;
    Winning Ways, chapter 4. `docs/certificates.md` has the proof, and Coq has checked it: proofs/GuySmith.v.
    """

    heaps: int
    places: int

    def values_needed(self, start: int, period: int) -> int:
        """Return the number of values G(0), G(1), ... that prove a period which holds from `start` on.

        >>> Theorem(heaps=2, places=2).values_needed(71, 12)  # Kayles
        167
        """
        return self.heaps * (max(1, start) + period - 1) + self.places + 1

    def __str__(self) -> str:
        """Return the name of the theorem."""
        return f"Guy and Smith, for moves that leave at most {self.heaps} heap{'s' if self.heaps > 1 else ''}"


class Exceptions(NamedTuple):
    """The number of heaps that are exceptions, and the last of these heaps; None if there is none."""

    number: int
    last: int | None


@dataclass(frozen=True)
class Period:
    """The period of a sequence of nimbers G(0), G(1), ..., or the statement that no period is known.

    `status` is

    - ``proved``: G(n + period) = G(n) + saltus for all n >= preperiod, by `theorem`, from the first `bound` values;
    - ``observed``: true for all n that were compared, on at least three periods and half of the values;
    - ``unknown``.

    `checked` is the number of values that were compared. Period and preperiod are the least ones. For an observed
    period, `bound` is the number of values that would prove it if it is true; None if no theorem applies.

    There are two kinds of exceptions. `off_block` counts the heaps n whose nimber is not the one of the periodic block
    at the place of n; `unequal` counts the heaps with G(n + period) != G(n) + saltus. Their numbers differ, but the
    last exception is the same: preperiod - 1.
    """

    status: Status
    checked: int
    preperiod: int | None = None
    period: int | None = None
    saltus: int | None = None
    theorem: str | None = None
    bound: int | None = None
    off_block: Exceptions | None = None
    unequal: Exceptions | None = None

    def __str__(self) -> str:
        """Return the claim and what supports it, in English."""
        return str(self.message)

    @property
    def message(self) -> Message:
        """The claim, and what supports it."""
        if self.status == "unknown":
            return Message("claim.unknown", {"checked": self.checked})
        figures = {"period": self.period, "saltus": self.saltus, "start": self.preperiod}
        what = Message("claim.saltus" if self.saltus else "claim.period", figures)
        if self.status == "proved":
            kind = "claim.proved" if self.bound is None else "claim.proved-by-values"
        else:
            kind = "claim.observed" if self.bound is None else "claim.observed-bound"
        grounds = {"theorem": self.theorem, "bound": self.bound, "checked": self.checked, "last": self.checked - 1}
        return Message(kind, {"what": what, **grounds})

    def _repr_html_(self) -> str:
        """Return a table for a notebook."""
        found: str = convenience("html").period(self)
        return found

    def reduce(self, heap: int) -> tuple[int, int]:
        """Return an equivalent heap below preperiod + period, and the number to add to its nimber to get G(heap).

        >>> Period("proved", 9, preperiod=2, period=3, saltus=4).reduce(10)
        (4, 8)
        """
        if self.preperiod is None or self.period is None or self.saltus is None or heap < self.preperiod:
            return heap, 0
        rounds, rest = divmod(heap - self.preperiod, self.period)
        return self.preperiod + rest, rounds * self.saltus

    def data(self) -> dict[str, Any]:
        """Return the fields as a dictionary for JSON."""
        fields = asdict(self)
        for name in ("off_block", "unequal"):
            sense = getattr(self, name)
            fields[name] = None if sense is None else sense._asdict()
        return fields


def find_period(
    values: Values, theorem: Theorem | None = None, *, arithmetic: bool | ArithmeticTheorem = True
) -> Period:
    """Return the period of a sequence from its first values, shape (N,).

    With `theorem`, the period is proved if there are enough values. Otherwise it is observed if it holds on at least
    half of the values, on three periods and for at least 20 comparisons. A saltus other than 0 is accepted only with
    `arithmetic`, and proved with an `ArithmeticTheorem`. The *ends* of the sequence are compared, for all shifts at once:
    time and memory are linear in N.

    >>> import numpy as np
    >>> print(find_period(np.array([0, 1, 2, 3] + [1, 2] * 20), Theorem(heaps=1, places=2)))
    proved: period 2 from heap 4 on (Guy and Smith, for moves that leave at most 1 heap; 8 values prove it, 44 were checked)
    >>> print(find_period(np.arange(90) // 2))
    observed: period 2, saltus 1 from heap 0 on, as far as heap 89; no theorem here proves it
    >>> print(find_period(np.array([0, 0, 0]), Theorem(heaps=2, places=1)))
    unknown: no period is seen in the first 3 values
    """  # noqa: E501 - an output
    checked = len(values)
    if checked < 3:
        return Period("unknown", checked)
    observed = None
    starts = _starts(values) if checked < _LONG else _starts_far(values, theorem, arithmetic=bool(arithmetic))
    for shift, start in starts:
        same = values[-1] == values[-1 - shift]
        if theorem is not None and same and theorem.values_needed(start, shift) <= checked:
            needed = theorem.values_needed(start, shift)
            return _described(values, "proved", start, shift, (str(theorem), needed))
        compared = checked - shift - start
        enough = compared >= (_PERIODS_SEEN - 1) * shift and compared >= _LEAST_SEEN and 2 * start <= checked
        if observed is None and enough and (arithmetic or same):
            observed = start, shift
    if observed is None:
        return Period("unknown", checked)
    start, shift = observed
    if values[-1] == values[-1 - shift]:
        grounds = None if theorem is None else (str(theorem), theorem.values_needed(start, shift))
        return _described(values, "observed", start, shift, grounds)
    proof = arithmetic.prove(values, start, shift) if isinstance(arithmetic, ArithmeticTheorem) else None
    if proof is None:
        return _described(values, "observed", start, shift, None)
    return _described(values, "proved", start, shift, (str(arithmetic), proof.bound))


def _starts(values: Values) -> Iterator[tuple[int, int]]:
    """Yield each shift p, from 1 on, and the least heap from which on G(n + p) - G(n) is the same."""
    checked = len(values)
    agreed = _agreements(_steps([int(value) for value in values]))
    for shift in range(1, checked - 1):
        yield shift, checked - 1 - shift - agreed[shift]


def _steps(values: Any) -> Any:
    """Return the differences between neighbours."""
    if isinstance(values, list):
        return [after - before for before, after in pairwise(values)]
    import numpy as np

    return np.diff(values.astype(np.int64))


def _agreements(values: list[int]) -> list[int]:
    """Return how many last values satisfy ``values[n] == values[n - p]``, for each shift p.

    This is the Z-function of the reversed sequence. It takes linear time, because values inside the stretch that
    reaches farthest are not compared again.
    """
    size = len(values)
    last = size - 1
    found = [size] * size
    left = right = 0  # values[last - right + 1 : ... ] is the stretch that reaches farthest, with shift `left`
    for shift in range(1, size):
        length = min(right - shift, found[shift - left]) if shift < right else 0
        while shift + length < size and values[last - length] == values[last - shift - length]:
            length += 1
        if shift + length > right:
            left, right = shift, shift + length
        found[shift] = length
    return found


def _starts_far(values: Values, theorem: Theorem | None, *, arithmetic: bool) -> Iterator[tuple[int, int]]:
    """Yield what `_starts` yields, for a long sequence: only shifts that can be observed or proved.

    A period that is observed, or proved for several heaps, holds on a third of the values. One that is proved for one
    heap holds on the last `places` values; the nimbers are bounded then, so there is no saltus. The last values
    therefore also occur one period earlier: only shifts at which they occur are checked. If a shift holds from some
    start on, its multiples hold from no earlier start (as far as the values show) and need more values, so they are
    skipped.
    """
    one_heap = theorem is not None and theorem.heaps == 1
    numbers: Any = _steps(values) if arithmetic and not one_heap else values
    if isinstance(numbers, list):
        numbers = array("q", numbers)
    last = min(_LAST, max(1, theorem.places)) if theorem is not None and one_heap else _LAST
    length = len(numbers)
    starts: dict[int, int] = {}
    for shift in _shifts_of_the_last(numbers, last, length - last if one_heap else len(values) // 2):
        if any(shift % other == 0 and start + shift <= length for other, start in starts.items()):
            continue
        start = length - shift - _agreed(numbers, shift)
        if len(starts) < _MOST_STARTS:
            starts[shift] = start
        yield shift, start


def _shifts_of_the_last(numbers: Any, count: int, most: int) -> Iterator[int]:
    """Yield the shifts up to `most` after which the last `count` values occur again, from the least one on.

    The values are copied in pieces, not all at once.
    """
    size = int(numbers.itemsize)
    last = numbers[-count:].tobytes()
    length = len(numbers)
    low, stop = max(0, length - count - most), length - 1
    while stop - low >= count:
        first = max(low, stop - PIECE)
        data = numbers[first:stop].tobytes()
        end = len(data)
        while (place := data.rfind(last, 0, end)) >= 0:
            end = (place - 1) // size * size + len(last)
            if place % size == 0:
                yield length - count - first - place // size
        stop = first + count - 1


def _agreed(numbers: Any, shift: int) -> int:
    """Return the number of last values that equal the values `shift` places before them, without a gap."""

    def equal(first: int, stop: int) -> bool:
        return bool(numbers[first:stop].tobytes() == numbers[first - shift : stop - shift].tobytes())

    whole = stop = len(numbers)
    piece = _LAST
    while stop > shift:
        piece = min(PIECE, 4 * piece)
        first = max(shift, stop - piece)
        if equal(first, stop):
            stop = first
            continue
        while stop - first > 1:
            middle = (first + stop) // 2
            if equal(middle, stop):
                stop = middle
            else:
                first = middle
        break
    return whole - stop


def search_period(  # noqa: PLR0913 - what to look at, for what, and how far
    values_to: Callable[[int], NDArray[np.integer[Any]]],
    theorem: Theorem | None,
    *,
    most: int,
    seconds: float | None,
    arithmetic: bool | ArithmeticTheorem = True,
    worth_a_look: Callable[[int], bool] = bool,
) -> Period:
    """Return the period found in more and more values, until it is proved, there are `most` values, or time is over.

    `values_to(length)` returns `length` values, or fewer if it cannot compute more. Without a theorem, and with a
    saltus, the search also stops when a period is observed on a thousand values and on twelve times preperiod plus
    period. If `worth_a_look(length)` is false, the values are computed, but no period is searched for in them.
    """
    deadline = None if seconds is None else monotonic() + seconds
    length = min(most, _FIRST_VALUES)
    found = Period("unknown", 0)
    while True:
        values = values_to(length)
        if worth_a_look(length):
            found = find_period(values, theorem, arithmetic=arithmetic)
        late = deadline is not None and monotonic() >= deadline
        if found.status == "proved" or len(values) < length or length >= most or late:
            return found
        if (theorem is None or found.saltus) and _is_well_observed(found):
            return found
        length = min(most, _next_length(length, found.bound))


def _is_well_observed(found: Period) -> bool:
    """Return whether an observed period holds on so many values that more values, which cannot prove it, add little."""
    if found.preperiod is None or found.period is None:
        return False
    return found.checked >= max(_PLAIN_VALUES, _PLAIN_TIMES * (found.preperiod + found.period))


def _next_length(length: int, bound: int | None) -> int:
    """Return the number of values for the next search: the bound that would prove the period, if it is not far."""
    usual = int(length * _GROWTH)
    return bound if bound is not None and length < bound <= length + usual else usual


def _described(values: Values, status: Status, start: int, period: int, grounds: tuple[str, int] | None) -> Period:
    """Return a period of these values. `grounds` has the theorem that proves it, and the values that it needs."""
    saltus = int(values[-1]) - int(values[-1 - period])
    if start < _LONG or isinstance(values, list):
        unequal, off_block = _exceptions_listed(values, start, period, saltus)
    else:
        unequal, off_block = _exceptions_far(values, start, period, saltus)
    theorem, bound = grounds or (None, None)
    return Period(
        status,
        len(values),
        preperiod=start,
        period=period,
        saltus=saltus,
        theorem=theorem,
        bound=bound,
        off_block=off_block,
        unequal=unequal,
    )


def _exceptions_listed(values: Values, start: int, period: int, saltus: int) -> tuple[Exceptions, Exceptions]:
    """Return the exceptions of both kinds: `unequal`, then `off_block`."""
    first = [int(value) for value in values[: start + period]]
    unequal = [heap for heap in range(start) if first[heap + period] != first[heap] + saltus]
    off_block = []
    for heap in range(start):
        periods = (start - heap + period - 1) // period  # from the heap to the block
        if first[heap + periods * period] != first[heap] + periods * saltus:
            off_block.append(heap)
    return _exceptions(unequal), _exceptions(off_block)


def _exceptions_far(
    values: NDArray[np.integer[Any]], start: int, period: int, saltus: int
) -> tuple[Exceptions, Exceptions]:
    """Return the same as `_exceptions_listed` for a long preperiod, in pieces of `PIECE` heaps."""
    import numpy as np

    found = [Exceptions(0, None), Exceptions(0, None)]
    for first in range(0, start, PIECE):
        heaps = np.arange(first, min(start, first + PIECE))
        to_block = (start - heaps + period - 1) // period  # periods from each heap to the block
        here = values[heaps].astype(np.int64)
        for kind, periods in enumerate((np.ones_like(to_block), to_block)):
            exceptions = heaps[values[heaps + periods * period] != here + periods * saltus]
            if len(exceptions):
                found[kind] = Exceptions(found[kind].number + len(exceptions), int(exceptions[-1]))
    return found[0], found[1]


def _exceptions(heaps: list[int]) -> Exceptions:
    return Exceptions(len(heaps), heaps[-1] if heaps else None)
