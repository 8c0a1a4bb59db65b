"""Claims that nimbers rise from period to period, by the theorem about moves that leave at most three heaps.

`docs/certificates.md` has the theorem. The checker proves the values below the bound from the definition, and looks at
all options of the heaps that the theorem names. Further values follow from the theorem.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from grundy.verify.certificate_files import Certificate, integer, only, text
from grundy.verify.code_rules import Rules, read_rules
from grundy.verify.report import Refused, Unreadable, VerifyReport, shown
from grundy.verify.sequences import MOST_VALUES, check_values, claimed_values, prime_factors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

ARITHMETIC = "arithmetic-period"
_MOST_LOOKED_AT = 10**8  # options of all heaps that the theorem names: some seconds
_RISING = {"kind", "code", "length", "values", "preperiod", "period", "saltus", "theorem", "multiple", "row", "bound"}


class _Rise(NamedTuple):
    """The figures of the theorem: n0, p, s, and the first heap of its rows."""

    first: int
    period: int
    saltus: int
    row: int


def check_arithmetic_period(certificate: Certificate, report: VerifyReport) -> None:
    """Check the claim that G(n + p) = G(n) + s for all heaps n from some heap on."""
    claim = only(certificate.claim, _RISING, "claim")
    length = integer(claim, "length", "claim", 1, MOST_VALUES)
    rules = read_rules(text(claim, "code", "claim"), tail=length)
    figures = {name: integer(claim, name, "claim", 1, MOST_VALUES) for name in ("period", "saltus", "multiple", "row")}
    start = integer(claim, "preperiod", "claim", 0, MOST_VALUES)
    period, saltus, multiple = figures["period"], figures["saltus"], figures["multiple"]
    report.claim = f"the nimbers of {rules.code} rise by {saltus:,} each {period:,} heaps, from heap {start:,} on"
    if text(claim, "theorem", "claim") != ARITHMETIC:
        message = f"claim, theorem: expected {ARITHMETIC!r}, found {shown(claim['theorem'])}"
        raise Unreadable(message)
    rise = _Rise(max(1, start), multiple * period, multiple * saltus, figures["row"])
    bound = integer(claim, "bound", "claim")
    if rules.unequal:
        raise Refused("theorem", f"it is not about {rules.code}")
    if rise.period % 2 or rise.row < rise.first or (rules.cycle and rise.period % rules.cycle):
        message = f"it takes a row from heap {rise.first:,} on, and p even, a multiple of the digits that repeat"
        raise Refused("theorem", message)
    needed = rise.row + rise.period
    if bound != needed or length < bound:
        raise Refused("bound of the theorem", f"expected {needed:,} values, found {min(bound, length):,}")
    values = claimed_values(certificate, claim, length, report)
    _check_rises(values.astype(np.int64), start, period, saltus)
    report.checked.append(
        f"G(n + {period:,}) = G(n) + {saltus:,} for all n from {start:,} to {length - period - 1:,}; no smaller "
        "preperiod and no smaller period will do"
    )
    proving = values[:bound]  # that these rise proves the others
    _check_rows(proving.astype(np.int64), rules, rise)
    report.checked.append(
        f"all options of the heaps {rise.row:,} to {bound - 1:,}, by which the theorem about moves that leave at most "
        f"three heaps proves the period, with {rise.period:,} and {rise.saltus:,} for p and s"
    )
    check_values(proving, rules, report, every=True)


def _check_rises(values: Integers, start: int, period: int, saltus: int) -> None:
    """Raise `Refused` unless these are the least preperiod, and the least period, after which the values rise."""
    differ = np.flatnonzero(values[start + period :] != values[start:-period] + saltus)
    if len(differ):
        heap = start + int(differ[0])
        here, there = values[heap], values[heap + period]
        message = f"G({heap + period:,}) = {there} is not G({heap:,}) + {saltus} = {here} + {saltus}"
        raise Refused("period", message)
    if start and values[start - 1 + period] == values[start - 1] + saltus:
        raise Refused("preperiod", f"it is not the least one: the values rise so from {start - 1:,} on already")
    block = values[start : start + period]
    further = np.concatenate([block, block + saltus])
    for part in (period // prime for prime in prime_factors(period)):
        rises = further[part : part + period] - block
        if (rises == rises[0]).all():
            message = f"it is not the least one: the values rise by {rises[0]} each {part:,} heaps already"
            raise Refused("period", message)


def _check_rows(values: Integers, rules: Rules, rise: _Rise) -> None:
    """Raise `Refused` unless the conditions of the theorem hold for the heaps that it names."""
    most = int(values[: rise.first + rise.period].max())
    least = int(values[rise.row :].min())
    if least + rise.saltus <= 3 * most:
        raise Refused("theorem", f"G(n) + {rise.saltus} is to be above 3 x {most} in the rows, but one is {least}")
    looked_at = 0
    for heap in range(rise.row, rise.row + rise.period):
        low = 1 + int(values[: rise.first].max())
        reached = np.zeros(int(values[heap]), np.bool_)
        kept = np.zeros(low + rise.saltus, np.bool_)
        lasting = heap + 1 if rules.tail is None else max(1, rules.tail)  # tokens
        kept[0] = heap >= lasting and rules.digits[heap] & 1  # the move that takes the whole heap
        for take, parts in _moves_of(heap, rules):
            looked_at += len(parts[0])
            if looked_at > _MOST_LOOKED_AT:
                message = (
                    f"the theorem needs more than {_MOST_LOOKED_AT:,} options, which are too many for this program"
                )
                raise Unreadable(message)
            _look_at(parts, values, rise, int(values[heap]), (reached, kept), low if take >= lasting else 0)
        if not reached[low:].all():
            missing = low + int(reached[low:].argmin())
            raise Refused(
                "theorem", f"no option of heap {heap:,} with small heaps beside a large one is worth {missing}"
            )
        if not kept.all():
            missing = int(kept.argmin())
            message = f"no option of heap {heap:,} with two equal heaps, or by a move that lasts, is worth {missing}"
            raise Refused("theorem", message)


def _look_at(  # noqa: PLR0913, PLR0917 - what a condition of the theorem is about
    parts: list[Integers],
    values: Integers,
    rise: _Rise,
    value: int,
    found: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    low: int,
) -> None:
    """Check some options of a heap of this value, and mark the numbers that they reach and keep.

    `low` is the bound of the low nimbers if the move lasts, otherwise 0.
    """
    power = rise.saltus & -rise.saltus
    worths = [values[part] for part in parts]
    are_high = [part >= rise.first for part in parts]
    worth, others, tops, high = (np.zeros_like(parts[0]) for _ in range(4))
    for each, is_high in zip(worths, are_high, strict=True):
        worth ^= each
        others ^= np.where(is_high, 0, each)
        tops += np.where(is_high, each // power, 0)
        high += is_high
    over = (tops + others // power) * power + worth % power - value
    wrong = (high > 0) & (over >= 0) & (over % (2 * power) == 0) & ~((high == 1) & (others < power))
    if wrong.any():
        at = int(wrong.argmax())
        heaps = ", ".join(str(part[at]) for part in parts)
        raise Refused("theorem", f"the option {heaps} has a ceiling of {over[at] + value}, for a nimber of {value}")
    beside_small = np.zeros(len(worth), np.bool_)
    for each, is_high in zip(worths, are_high, strict=True):
        beside_small |= is_high & (worth ^ each < power)
    twins = np.zeros(len(worth), np.bool_)
    for index, part in enumerate(parts):
        for other in parts[:index]:
            twins |= part == other
    reached, kept = found
    _flag(reached, worth[beside_small])
    _flag(kept, worth[twins])
    if low:
        _flag(kept, worth[beside_small | (worth < low)])


def _flag(flags: NDArray[np.bool_], numbers: Integers) -> None:
    """Set the flags of these numbers, as far as there are flags for them."""
    flags[numbers[numbers < len(flags)]] = True


def _moves_of(heap: int, rules: Rules) -> Iterator[tuple[int, list[Integers]]]:
    """Yield what moves take, and the heaps that they leave: an array for the first heap of each option, and so on."""
    for take, digit in enumerate(rules.digits[:heap]):
        rest = heap - take
        if digit & 2:
            yield take, [np.array([rest])]
        if digit & 4 and rest > 1:
            part = np.arange(1, rest // 2 + 1)
            yield take, [part, rest - part]
        for least in range(1, rest // 3 + 1) if digit & 8 else ():
            part = np.arange(least, (rest - least) // 2 + 1)
            yield take, [np.full_like(part, least), part, rest - least - part]
