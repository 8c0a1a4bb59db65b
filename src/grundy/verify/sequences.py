"""Claims about sequences of nimbers of heaps: the values themselves, and their period."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.verify.certificate_files import MOST_NIMBER, Certificate, NamedFile, file_blocks, integer, only, text
from grundy.verify.code_rules import Rules, read_rules
from grundy.verify.definition import POSITIONS, PREFIX, Heaps, check_heaps
from grundy.verify.proof import Proof
from grundy.verify.report import Refused, Unreadable, VerifyReport, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.unsignedinteger[Any]]

GUY_SMITH = "Guy-Smith"
MOST_VALUES = 2**32
_SEQUENCE = {"kind", "code", "length", "values"}
_PERIOD = _SEQUENCE | {"preperiod", "period", "theorem", "heaps", "places", "bound"}
TRUST = "Python, NumPy, the operating system and the hardware are trusted"
MEANING = "whether the code is that of the game that you have in mind"


def check_sequence(certificate: Certificate, report: VerifyReport) -> None:
    """Check the claim that certain values are the first nimbers of a code."""
    claim = only(certificate.claim, _SEQUENCE, "claim")
    rules = read_rules(text(claim, "code", "claim"))
    length = integer(claim, "length", "claim", 1, MOST_VALUES)
    report.claim = f"the first {length:,} nimbers of {rules.code}"
    values = claimed_values(certificate, claim, length, report)
    check_values(values, rules, report)


def check_period(certificate: Certificate, report: VerifyReport) -> None:
    """Check the claim that the nimbers of a code have a period, by the theorem of Guy and Smith."""
    claim = only(certificate.claim, _PERIOD, "claim")
    rules = read_rules(text(claim, "code", "claim"))
    length = integer(claim, "length", "claim", 1, MOST_VALUES)
    preperiod = integer(claim, "preperiod", "claim", 0, MOST_VALUES)
    period = integer(claim, "period", "claim", 1, MOST_VALUES)
    report.claim = f"the nimbers of {rules.code} have period {period:,} from heap {preperiod:,} on"
    if text(claim, "theorem", "claim") != GUY_SMITH:
        message = f"claim, theorem: expected {GUY_SMITH!r}, found {shown(claim['theorem'])}"
        raise Unreadable(message)
    if rules.unequal:
        raise Refused("theorem", f"that of Guy and Smith is not about {rules.code}")
    for name, right in (("heaps", rules.heaps), ("places", rules.last)):
        if integer(claim, name, "claim") != right:
            raise Refused("theorem", f"{rules.code} has {name} {right}, the certificate says {claim[name]}")
    needed = rules.heaps * (max(1, preperiod) + period - 1) + rules.last + 1
    bound = integer(claim, "bound", "claim")
    if bound not in (needed, needed + rules.heaps - 1):  # the second number is the bound in the published theorem
        message = f"this period is proved by {needed:,} values, the certificate says {bound:,}"
        raise Refused("bound of the theorem", message)
    if length < bound:
        raise Refused("bound of the theorem", f"expected the {bound:,} values of the bound, found {length:,}")
    report.checked.append(
        f"the bound: {rules.heaps} x ({max(1, preperiod):,} + {period:,} - 1) + {rules.last} + 1 = {needed:,} values "
        f"prove the period, by the theorem of Guy and Smith for moves that leave at most {rules.heaps} heaps"
    )
    values = claimed_values(certificate, claim, length, report)
    check_repeats(values[:bound], preperiod, period)
    report.checked.append(
        f"G(n + {period:,}) = G(n) for all n from {preperiod:,} to {bound - period - 1:,}; no smaller preperiod and no "
        "smaller period will do"
    )
    check_values(values, rules, report)


def check_repeats(values: Values, preperiod: int, period: int) -> None:
    """Raise `Refused` unless these are the least preperiod and the least period of the values."""
    differ = np.flatnonzero(values[preperiod + period :] != values[preperiod:-period])
    if len(differ):
        heap = preperiod + int(differ[0])
        message = f"G({heap + period:,}) = {values[heap + period]} is not G({heap:,}) = {values[heap]}"
        raise Refused("period", message)
    if preperiod and values[preperiod - 1 + period] == values[preperiod - 1]:
        raise Refused("preperiod", f"it is not the least one: the values repeat from {preperiod - 1:,} on already")
    # The least period divides p. So if p is not the least one, then p / q is a period for some prime q that divides p.
    block = values[preperiod : preperiod + period]
    for part in (period // prime for prime in prime_factors(period)):
        if np.array_equal(block[part:], block[:-part]) and np.array_equal(block[:part], block[-part:]):
            raise Refused("period", f"it is not the least one: the values repeat after {part:,} already")


def prime_factors(number: int) -> list[int]:
    """Return the prime factors of a number, each once."""
    found = []
    factor = 2
    while factor * factor <= number:
        if number % factor == 0:
            found.append(factor)
            while number % factor == 0:
                number //= factor
        factor += 1
    return [*found, number] if number > 1 else found


def claimed_values(certificate: Certificate, claim: dict[str, Any], length: int, report: VerifyReport) -> Values:
    """Return the values of a claim, in 8 bits if they fit. Checks the digests of their files."""
    listed = claim.get("values")
    if isinstance(listed, list):
        if len(listed) != length:
            raise Refused("number of values", f"the certificate says {length:,} and has {len(listed):,}")
        if any(isinstance(value, bool) or not isinstance(value, int) or value < 0 for value in listed):
            message = "claim, values: expected integers of at least 0, found others"
            raise Unreadable(message)
        if max(listed) > MOST_NIMBER:
            message = f"claim, values: expected at most {MOST_NIMBER:,}, found more"
            raise Unreadable(message)
        if certificate.files:
            message = "files: expected none beside values in the certificate, found some"
            raise Unreadable(message)
        values: Values = np.array(listed, np.uint16)
        report.checked.append("the digest of the certificate, which holds all values")
    else:
        values = _values_of_files(certificate, claim, length)
        total = sum(file.bytes for file in certificate.files.values())
        report.checked.append(
            f"the digests of the certificate and of its files: {len(certificate.files):,}, {total:,} bytes"
        )
    return values.astype(np.uint8) if int(values.max()) < 2**8 else values


def _values_of_files(certificate: Certificate, claim: dict[str, Any], length: int) -> Values:
    layout = only(claim.get("values"), {"width", "parts"}, "claim, values")
    width = integer(layout, "width", "claim, values", 1, 4)
    parts = layout.get("parts")
    if width == 3 or not isinstance(parts, list) or len(parts) != len(certificate.files):
        message = "claim, values: expected values of 1, 2 or 4 bytes, and a part for each file, found something else"
        raise Unreadable(message)
    ranges: list[tuple[NamedFile, int, int]] = []
    known = 0
    for number, part in enumerate(parts, start=1):
        where = f"claim, values, part {number}"
        only(part, {"file", "start", "count"}, where)
        file = certificate.files.get(text(part, "file", where))
        if file is None or any(file is other[0] for other in ranges):
            message = f"{where}: expected a file of the list that is in no other part, found {shown(part['file'])}"
            raise Unreadable(message)
        start, count = integer(part, "start", where), integer(part, "count", where, 1, MOST_VALUES)
        if start != known:
            raise Refused("order of the files", f"{file.name} begins with heap {start:,}, expected heap {known:,}")
        if width * count != file.bytes:
            raise Refused("length of a file", f"{file.name} does not hold {count:,} values of {width} bytes")
        ranges.append((file, start, count))
        known += count
    if known != length:
        raise Refused("number of values", f"the certificate says {length:,}, its files hold {known:,}")
    found: Values = np.empty(length, np.uint8 if width == 1 else np.uint16)
    for file, start, count in ranges:
        _read_part(certificate, file, width, found[start : start + count])
    return found


def _read_part(certificate: Certificate, file: NamedFile, width: int, found: Values) -> None:
    """Read the values of a file into the array `found`."""
    done = 0
    for block in file_blocks(certificate, file):
        part = np.frombuffer(block, f"<u{width}")
        if width == 4 and int(part.max()) > MOST_NIMBER:
            message = f"{file.name}: expected values of at most {MOST_NIMBER:,}, found {int(part.max()):,}"
            raise Unreadable(message)
        found[done : done + len(part)] = part
        done += len(part)


def check_values(values: Values, rules: Rules, report: VerifyReport, *, every: bool = False) -> None:
    """Check values against the definition: the first `PREFIX` values, and a sample of the others, or all of them."""
    if rules.places(8) and len(values) > PREFIX:
        message = f"{rules.code} leaves three heaps: expected at most {PREFIX:,} values, found {len(values):,}"
        raise Unreadable(message)
    heaps = Heaps(values, rules)
    known = min(PREFIX, len(values))
    check_heaps(heaps, range(known), known, report, "from the definition")
    report.checked.append(f"G(0) to G({known - 1:,}), each from the definition: all options of each heap")
    report.slips.extend((MEANING, TRUST))
    if known == len(values):
        return
    if report.full or every:
        proof = Proof(heaps, known, report)
        proof.run()
        report.checked.append(
            f"G({known:,}) to G({len(values) - 1:,}), every value: no option of heap n is worth G(n), and an option is "
            f"worth each smaller number ({proof.method})"
        )
        return
    rest = len(values) - known
    rng = random.Random(report.seed)
    heap_numbers = (
        range(known, len(values))
        if rest <= POSITIONS
        else sorted(rng.randrange(known, len(values)) for _ in range(POSITIONS))
    )
    check_heaps(heaps, heap_numbers, len(heap_numbers), report, "positions")
    report.checked.append(
        f"{len(heap_numbers):,} of the {rest:,} heaps from {known:,} on, at random with seed {report.seed}, each "
        "against all its options"
    )
    if rest > POSITIONS:
        report.sampled = True
        report.slips.insert(
            0,
            f"values of the other {rest - POSITIONS:,} heaps: of wrong values that make up a share s of these, "
            f"{POSITIONS:,} positions miss all with chance (1 - s)^{POSITIONS}; --full checks every value",
        )
