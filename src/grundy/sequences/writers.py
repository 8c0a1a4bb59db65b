"""Sequences of nimbers as files: CSV, b-file, JSON, and the certificate of a proved period."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError
from grundy.families.heaps.take_and_break import TakeAndBreak
from grundy.runtime import arrays

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from grundy.families.heaps.rules import HeapRules
    from grundy.theory.periods import Period

    Values = NDArray[np.unsignedinteger[Any]]

_LINES = 2**16  # written at a time
_CHECK = (
    "1. Let mex be the least integer >= 0 that is not among given ones, and xor the exclusive or. G(0) = 0, and "
    "G(n) is the mex, over all moves from a heap of n tokens, of the xor of G over the heaps that the move leaves. "
    "A move takes t >= 0 tokens, where t is a place in `digits`, which go on with those of `cycle` again and again if "
    "it is not empty. Digit d at place t lets it leave no heap if d has bit 1 (and t = n), one heap of n - t tokens if "
    "bit 2, two heaps with n - t tokens together if bit 4, three if bit 8; each heap that is left has at least one "
    "token. Compute G(0) to G(bound - 1) and compare them with `values`. "
    "2. Check that values[n + period] = values[n] for all n with preperiod <= n < bound - period. "
    "3. Check that bound >= heaps * max(1, preperiod) + heaps * period + places, where `places` is the last place of "
    "`digits` (and the cycle is empty), and that no digit lets a move leave more than `heaps` heaps. "
    "Then G(n + period) = G(n) for all n >= preperiod, by the theorem."
)


def csv(values: Values) -> Iterator[str]:
    """Yield the lines of a CSV file, heap and nimber, many at a time."""
    yield "heap,nimber\n"
    yield from _lines(values, ",")


def b_file(values: Values) -> Iterator[str]:
    """Yield the lines of an OEIS b-file, many at a time."""
    yield from _lines(values, " ")


def data(rules: HeapRules, values: Values, period: Period | None, **further: object) -> dict[str, object]:
    """Return a sequence for JSON; `further` entries come before the period and the values."""
    largest, _ = arrays.largest(values)
    found: dict[str, object] = {"code": rules.code, "offset": 0, "length": len(values), "largest": largest}
    found |= further
    if period is not None:
        found["period"] = period.data()
    return found | {"values": arrays.listed(values)}


def certificate(rules: HeapRules, period: Period) -> dict[str, object]:
    """Return the certificate of a proved period for JSON: all that an independent program needs to check it.

    `check` describes in words what to compute and compare, `theorem` names the theorem that then holds. Raises
    `RulesetError` if the period is not proved by values.

    >>> import grundy
    >>> kayles = grundy.heaps("0.77")
    >>> made = certificate(kayles, kayles.period())
    >>> made["preperiod"], made["period"], made["bound"], made["bound"] == len(made["values"])
    (71, 12, 168, True)
    """
    theorem = rules.theorem
    if period.status != "proved" or period.bound is None or theorem is None or not isinstance(rules, TakeAndBreak):
        raise RulesetError("error.certificate", code=rules.code, found=period.message)
    return {
        "what": "the proof that the nimbers of heaps are periodic",
        "code": rules.code,
        "rules": str(rules.summary),
        "digits": list(rules.digits),
        "cycle": list(rules.cycle),
        "preperiod": period.preperiod,
        "period": period.period,
        "theorem": str(theorem),
        "source": "Guy and Smith, The G-values of various games, 1956; Winning Ways, chapter 4",
        "heaps": theorem.heaps,
        "places": theorem.places,
        "bound": period.bound,
        "check": _CHECK,
        "values": arrays.listed(rules.nimbers(period.bound, direct=True)),
    }


def _lines(values: Values, separator: str) -> Iterator[str]:
    for start in range(0, len(values), _LINES):
        part = arrays.listed(values[start : start + _LINES])
        yield "".join(f"{heap}{separator}{value}\n" for heap, value in enumerate(part, start=start))
