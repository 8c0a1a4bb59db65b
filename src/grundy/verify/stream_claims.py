"""Claims about streamed sequences: a period by the finite-window theorem, or the number of values that were computed.

`docs/certificates.md` has the theorem and its proof. The checker proves the first values from the definition and checks
that the record of the run is complete. It computes some segments again (all with `--full`) and compares the windows.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from grundy.verify.certificate_files import Certificate, check_digest, integer, only, text
from grundy.verify.definition import PREFIX, Heaps, check_heaps
from grundy.verify.proof import Proof, rare_heaps
from grundy.verify.report import Refused, Unreadable, VerifyReport, shown
from grundy.verify.sequences import MEANING, TRUST, prime_factors
from grundy.verify.stream_record import (
    MOST_STREAMED,
    StreamChunk,
    StreamPlan,
    file_before,
    read_chunks,
    read_plan,
    values_of,
)
from grundy.verify.stream_run import MOST_LANES, Folds, Lanes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.verify.stream_record import Values

FINITE_WINDOW = "finite-window"
SEGMENTS = 64  # blocks that are computed again by default, each from another segment
FEW = 2**19  # values; if no segment has more, everything is computed again
MOST_STREAM_PERIOD = 2**48
_STREAMED_PERIOD = {"kind", "code", "preperiod", "period", "theorem", "record"}


class Segment(NamedTuple):
    """The heaps from `start` to below `stop`, whose values follow from the window before `start`, and their record."""

    start: int
    stop: int
    digests: list[str]  # of the blocks that end in the segment
    counts: NDArray[np.int64] | None = None  # how often each value occurs in a whole chunk; None for a part of one


def check_streamed_length(certificate: Certificate, report: VerifyReport) -> None:
    """Check the claim that a streamed sequence was computed up to a length."""
    claim = only(certificate.claim, {"kind", "code", "length", "record"}, "claim")
    code = text(claim, "code", "claim")
    length = integer(claim, "length", "claim", 1, 2**62)
    report.claim = f"{length:,} nimbers of {code}, of which digests were kept"
    plan, chunks = _record(certificate, code, report)
    if length != (chunks[-1].stop if chunks else len(plan.prefix)):
        raise Refused("number of values", f"the certificate says {length:,}, the last chunk another number")
    _check_run(certificate, plan, chunks, report)


def check_streamed_period(certificate: Certificate, report: VerifyReport) -> None:
    """Check the claim that the nimbers of a code have a period, by two equal windows of a streamed sequence."""
    claim = only(certificate.claim, _STREAMED_PERIOD, "claim")
    code = text(claim, "code", "claim")
    preperiod = integer(claim, "preperiod", "claim", 1, 2**62)
    period = integer(claim, "period", "claim", 1, MOST_STREAM_PERIOD)
    report.claim = f"the nimbers of {code} have period {period:,} from heap {preperiod:,} on"
    if text(claim, "theorem", "claim") != FINITE_WINDOW:
        message = f"claim, theorem: expected {FINITE_WINDOW!r}, found {shown(claim['theorem'])}"
        raise Unreadable(message)
    plan, chunks = _record(certificate, code, report)
    _check_windows(certificate, plan, preperiod, period, report)
    end = chunks[-1].stop if chunks else len(plan.prefix)
    if max(plan.marks) + plan.window > end:
        raise Refused("windows", f"one of them ends beyond heap {end:,}, where the last chunk ends")
    _check_run(certificate, plan, chunks, report)


def _record(certificate: Certificate, code: str, report: VerifyReport) -> tuple[StreamPlan, list[StreamChunk]]:
    """Return the record of a run: its description, and the chunks after the first. Proves the values of the first."""
    plan = read_plan(certificate, code, report)
    alternating = plan.parity is not None
    rare = np.flatnonzero(rare_heaps(plan.prefix, plan.mask, alternating=alternating, side=plan.parity or 0))
    if not np.array_equal(rare, plan.rares):
        raise Refused("rare heaps", f"the first chunk has {len(rare):,} rare heaps, those of the record are others")
    heaps = Heaps(plan.prefix, plan.rules)
    known = min(PREFIX, len(plan.prefix))
    check_heaps(heaps, range(known), known, report, "from the definition")
    if known < len(plan.prefix):
        Proof(heaps, known, report).run()
    report.checked.append(
        f"G(0) to G({len(plan.prefix) - 1:,}), the first chunk: the first {known:,} from the definition, then every "
        "value; its rare heaps are those of the record"
    )
    chunks = read_chunks(certificate, code, plan, report)
    for file in certificate.files.values():
        check_digest(certificate, file)
    report.checked.append(f"the digests of the certificate and of its {len(certificate.files):,} files")
    return plan, chunks


def _check_windows(
    certificate: Certificate, plan: StreamPlan, preperiod: int, period: int, report: VerifyReport
) -> None:
    """Check that the windows of the theorem are equal, and that preperiod and period are the least ones."""
    far = plan.needs - max(*plan.rules.places(4), plan.rules.last)
    if preperiod <= 2 * far + max(plan.rules.places(4)):
        raise Refused("preperiod", f"the theorem is about heaps beyond {2 * far + max(plan.rules.places(4)):,}")
    if plan.parity is not None and period % 2:
        raise Refused("period", "it is odd, and the sparse space uses the parity of heaps")
    shifts = sorted({0, period, *(period // prime for prime in prime_factors(period))})
    if plan.marks != [preperiod - 1 + shift for shift in shifts]:
        raise Refused("windows", "those of the record do not begin one heap before the period and its parts")
    names = {shift: file_before(preperiod - 1 + shift + plan.window, plan.window) for shift in shifts}
    windows = {shift: values_of(certificate, name, plan.window, "window") for shift, name in names.items()}
    first, last = windows[0], windows[period]
    differ = np.flatnonzero(first[1 : plan.needs + 1] != last[1 : plan.needs + 1])
    if len(differ):
        heap = preperiod + int(differ[0])
        raise Refused("windows", f"G({heap:,}) is not G({heap + period:,})")
    if first[0] == last[0]:
        raise Refused("preperiod", f"it is not the least one: the values repeat from {preperiod - 1:,} on already")
    for shift in shifts[1:-1]:
        if np.array_equal(first[1:], windows[shift][1:]):
            raise Refused("period", f"it may not be the least one: the windows after {shift:,} heaps are equal")
    report.checked.append(
        f"G(n + {period:,}) = G(n) for {plan.needs:,} heaps from {preperiod:,} on, which prove the period by the "
        f"finite-window theorem if the values between are right; not for n = {preperiod - 1:,}; and the windows at the "
        f"{len(shifts) - 2} largest parts of the period differ"
    )


def _check_run(certificate: Certificate, plan: StreamPlan, chunks: list[StreamChunk], report: VerifyReport) -> None:
    """Compute all chunks of the run again, or a block of some chunks."""
    segments = [Segment(*chunk) for chunk in chunks]
    total = sum(segment.stop - segment.start for segment in segments)
    if report.full or max((segment.stop - segment.start for segment in segments), default=0) <= FEW:
        _run(certificate, plan, segments, report)
        report.checked.append(
            f"all {total:,} values from {len(plan.prefix):,} on: computed again from the first chunk and the windows "
            f"of {len(chunks):,} others, each of which they reach; every value proved, all digests of blocks and all "
            "counts compared"
        )
        report.slips += ["the first heaps of each value that the record names", MEANING, TRUST]
        return
    report.sampled = True
    blocks = [
        Segment(chunk.start, min(chunk.stop, (chunk.start // plan.block + 1) * plan.block), chunk.digests[:1])
        for chunk in chunks
    ]
    chosen = random.Random(report.seed).sample(blocks, min(SEGMENTS, len(blocks)))
    _run(certificate, plan, chosen, report)
    count = sum(segment.stop - segment.start for segment in chosen)
    report.checked.append(
        f"{count:,} of {total:,} values: {len(chosen)} blocks, at random with seed {report.seed}, each computed again "
        "from the window before it, every value proved, and its digest compared"
    )
    others = (
        f"the other {total - count:,} values, of which there are digests; whether the windows belong to them; and the "
        "counts of the values: --full computes all again"
    )
    report.slips += [others, MEANING, TRUST]


def _run(certificate: Certificate, plan: StreamPlan, segments: list[Segment], report: VerifyReport) -> None:
    """Compute segments again, the longest first, and check the values that they reach."""
    for first in range(0, len(segments), MOST_LANES):
        lanes = sorted(segments[first : first + MOST_LANES], key=lambda segment: segment.start - segment.stop)
        _run_lanes(certificate, plan, lanes, report)


def _run_lanes(certificate: Certificate, plan: StreamPlan, lanes: list[Segment], report: VerifyReport) -> None:
    windows = [_values_before(certificate, plan, lane) for lane in lanes]
    running, folds = Lanes(plan, windows), Folds(len(lanes), plan.row)
    counts = [np.zeros(MOST_STREAMED, np.int64) for _ in lanes]
    steps = (lanes[0].stop - lanes[0].start) // plan.row
    start = time.monotonic()
    for step in range(1, steps + 1):
        running.step()
        folds.add_rows(running.history[plan.window :])
        for number, lane in enumerate(lanes):
            heap = lane.start + step * plan.row
            if heap % plan.block == 0 or heap == lane.stop:
                _check_digest(plan, lane, heap, folds.end(number))
            counts[number] += np.bincount(running.history[plan.window :, number], minlength=MOST_STREAMED)
            if lane.counts is not None:
                _check_lane(certificate, plan, lane, heap, running.history[:, number])
                if heap == lane.stop and not np.array_equal(counts[number], lane.counts):
                    raise Refused("histogram", f"that of heaps {lane.start:,} to {heap - 1:,} is another")
        if step == 1:
            seconds = round((time.monotonic() - start) * steps)
            report.say(f"{len(lanes):,} segments of up to {steps * plan.row:,} values: about {seconds:,} seconds")
        report.show("segments", step, steps)
        going = [number for number, lane in enumerate(lanes) if lane.start + step * plan.row < lane.stop]
        if going and len(going) < len(lanes):
            running.keep(going)
            folds.keep(going)
            lanes, counts = [lanes[number] for number in going], [counts[number] for number in going]


def _values_before(certificate: Certificate, plan: StreamPlan, lane: Segment) -> Values:
    """Return the values before a segment."""
    if lane.start == len(plan.prefix):
        return plan.prefix
    return values_of(certificate, file_before(lane.start, plan.window), plan.window, "window")


def _check_digest(plan: StreamPlan, lane: Segment, heap: int, digest: str) -> None:
    """Compare the digest of the block that ends before a heap with the record."""
    number = (heap - 1) // plan.block - lane.start // plan.block
    if digest != lane.digests[number]:
        first = max(lane.start, (heap - 1) // plan.block * plan.block)
        raise Refused("digest of a block", f"that of heaps {first:,} to {heap - 1:,} is another")


def _check_lane(
    certificate: Certificate, plan: StreamPlan, lane: Segment, heap: int, history: NDArray[np.uint8]
) -> None:
    """Compare the windows of the record that end in the last row before `heap` with the computed values."""
    ends = [mark + plan.window for mark in plan.marks if heap - plan.row < mark + plan.window <= heap]
    for end in [*ends, lane.stop] if heap == lane.stop else ends:
        name = file_before(end, plan.window)
        found = history[len(history) - (heap - end) - plan.window : len(history) - (heap - end)]
        if not np.array_equal(found, values_of(certificate, name, plan.window, "window")):
            raise Refused("streamed values", f"the values before heap {end:,} are not those of {name}")
