"""The record of a streamed sequence: how the run computes values, its chunks and its windows.

A streamed run does not keep all its values. Its folder holds the values of the first chunk, for each other chunk the
window of values before its end, and the windows that prove a period. The certificate holds the record: figures of the
run, digests of the blocks of each chunk, and counts of values. This module reads the record and compares its parts with
each other; `stream_run` computes values again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.verify.certificate_files import Certificate, file_blocks, integer, only
from grundy.verify.code_rules import Rules, read_rules
from grundy.verify.report import Refused, Unreadable, VerifyReport, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.uint8]

STREAM_FORMAT = 3
_MOST_STREAM_VALUES = 2**62
_MOST_WINDOW = 2**24
_MOST_ROW = 2**16
_LEAST_ROW = 64
_MOST_RARES = 100_000
_MOST_MARKS = 20
MOST_STREAMED = 128  # nimbers of a streamed run are below this number
_CHUNK_NAMES = {"start", "length", "kept", "engine", "digest", "facts"}
_STREAM_NAMES = {"expect", "block", "row", "window", "needs", "reach", "space", "rares", "windows"}


class StreamPlan(NamedTuple):
    """The description of a run: its rules, its sparse space, and the figures of the finite-window theorem."""

    rules: Rules
    prefix: Values  # of the first chunk
    window: int
    block: int
    row: int  # heaps in a step, and bytes in a row of the fold
    mask: int
    parity: int | None
    rares: NDArray[np.intp]
    reach: int
    needs: int
    marks: list[int]


class StreamChunk(NamedTuple):
    """The heaps from `start` to below `stop`: the digests of their blocks, and how often each value occurs."""

    start: int
    stop: int
    digests: list[str]
    histogram: NDArray[np.int64]  # of values below `MOST_STREAMED`


def file_before(heap: int, length: int) -> str:
    """Return the name of the file that holds the last `length` values before a heap."""
    return f"{heap - length:012}.values"


def read_plan(certificate: Certificate, code: str, report: VerifyReport) -> StreamPlan:
    """Read how a run computes values, and its first chunk; check that they agree with the rules and the theorem."""
    record, chunks = _record_of(certificate, code)
    where = "record, stream"
    content = only(record.get("stream"), _STREAM_NAMES, where)
    rules = read_rules(code)
    if rules.heaps > 2 or rules.unequal or not rules.places(4):
        message = f"claim, code: expected moves that leave two heaps at most, and some of them two, found {code}"
        raise Unreadable(message)
    integer(record, "width", "record", 1, 1)
    row = integer(content, "row", where, _LEAST_ROW, _MOST_ROW)
    block = integer(content, "block", where, row, 2**30)
    window = integer(content, "window", where, 1, _MOST_WINDOW)
    length = integer(chunks[0], "length", "record, chunk 1", 1, _MOST_WINDOW)
    if row % _LEAST_ROW or block % row or length % row or window % 2:
        message = f"{where}: expected a block and a first chunk of whole rows, and an even window, found others"
        raise Unreadable(message)
    space = only(content.get("space"), {"mask", "parity"}, where)
    mask = integer(space, "mask", where, 1, MOST_STREAMED - 1)
    parity = None if space.get("parity") is None else integer(space, "parity", where) & 1
    rares = _pairs(content, "rares", where, _MOST_RARES)
    marks = [mark for mark, _ in _pairs(content, "windows", where, _MOST_MARKS)]
    heaps, values = [heap for heap, _ in rares], [value for _, value in rares]
    if any(type(value) is not int or not 0 <= value < MOST_STREAMED for value in values) or heaps[:1] == [0]:
        message = f"{where}, rares: expected heaps with their nimbers, found {shown(content['rares'])}"
        raise Unreadable(message)
    reach, needs = integer(content, "reach", where, 1), integer(content, "needs", where, 1)
    prefix = values_of(certificate, file_before(length, length), length, "first chunk")
    plan = StreamPlan(rules, prefix, window, block, row, mask, parity, np.array(heaps, np.intp), reach, needs, marks)
    _check_figures(plan, report)
    if prefix[plan.rares].tolist() != values:
        raise Refused("rare heaps", "their values are not those of the first chunk")
    return plan


def _check_figures(plan: StreamPlan, report: VerifyReport) -> None:
    """Check the figures of the finite-window theorem against the rules and the rare heaps."""
    last = int(plan.rares[-1]) if len(plan.rares) else 0
    far = max(last, plan.reach)
    most = max(plan.rules.places(4))
    right = far + max(most, plan.rules.last)
    if plan.needs != right:
        raise Refused("window of the theorem", f"it takes {right:,} values, the record says {plan.needs:,}")
    if plan.needs > plan.window:
        raise Refused("window of the theorem", f"it takes {right:,} values, windows have {plan.window:,}")
    if 2 * far + most >= len(plan.prefix):
        message = f"the lemma begins beyond heap {2 * far + most:,}, the first chunk has {len(plan.prefix):,} values"
        raise Refused("prefix of the theorem", message)
    if plan.parity is not None and any(take & 1 != plan.parity for take in plan.rules.places(4)):
        raise Refused("sparse space", "position parity is of use only where all takes before a split have it")
    report.checked.append(
        f"the figures of the theorem: all {len(plan.rares):,} rare heaps are at most {last:,}, witnesses reach to "
        f"{plan.reach:,}, so a window has {plan.needs:,} values and the first chunk {len(plan.prefix):,}"
    )


def read_chunks(certificate: Certificate, code: str, plan: StreamPlan, report: VerifyReport) -> list[StreamChunk]:
    """Return all chunks but the first, in order. Checks that they follow one another, and their counts."""
    found: list[StreamChunk] = []
    stop = 0
    for number, entry in enumerate(_record_of(certificate, code)[1], start=1):
        where = f"record, chunk {number}"
        only(entry, _CHUNK_NAMES, where)
        start = integer(entry, "start", where, 0, _MOST_STREAM_VALUES)
        length = integer(entry, "length", where, 1, _MOST_STREAM_VALUES)
        facts = only(entry.get("facts"), {"digests", "histogram", "first", "seconds"}, where)
        digests, histogram = facts.get("digests"), facts.get("histogram")
        if not isinstance(digests, list) or not all(isinstance(digest, str) for digest in digests):
            message = f"{where}, digests: expected a list of texts, found {shown(digests)}"
            raise Unreadable(message)
        if not isinstance(histogram, list) or not all(type(count) is int and count >= 0 for count in histogram):
            message = f"{where}, histogram: expected a list of counts, found {shown(histogram)}"
            raise Unreadable(message)
        if len(histogram) > MOST_STREAMED or sum(histogram) != length:
            raise Refused("histogram", f"chunk {number} does not count {length:,} values below {MOST_STREAMED}")
        counts = np.array([*histogram, *[0] * (MOST_STREAMED - len(histogram))], np.int64)
        if number == 1 and not np.array_equal(counts, np.bincount(plan.prefix, minlength=MOST_STREAMED)):
            raise Refused("histogram", "the counts of the first chunk are not those of its values")
        blocks = -(-(start + length) // plan.block) - start // plan.block if number > 1 else 0
        if start != stop or length % plan.row or len(digests) != blocks:
            raise Refused("chunks", f"chunk {number} does not follow heap {stop:,} by blocks of whole rows")
        stop += length
        found.append(StreamChunk(start, stop, digests, counts))
    report.checked.append(f"{len(found):,} chunks, to heap {stop:,}, and the sums of their counts")
    return found[1:]


def values_of(certificate: Certificate, name: str, length: int, what: str) -> Values:
    """Return the values in a file of a record, one byte each. Checks the digest of the file."""
    file = certificate.files.get(name)
    if file is None or file.bytes != length:
        message = (
            f"files: expected {name}, the {what} of {length:,} values, found {'none' if file is None else file.bytes}"
        )
        raise Unreadable(message)
    found = np.frombuffer(b"".join(file_blocks(certificate, file)), np.uint8)
    if int(found.max()) >= MOST_STREAMED:
        message = f"{name}: expected values below {MOST_STREAMED}, found {int(found.max())}"
        raise Unreadable(message)
    return found


def _record_of(certificate: Certificate, code: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the record of a claim about a code, and its chunks."""
    record = only(certificate.claim.get("record"), {"format", "code", "width", "stream", "chunks"}, "record")
    if record.get("format") != STREAM_FORMAT or record.get("code") != code:
        message = f"record: expected format {STREAM_FORMAT} and code {code}, found others"
        raise Unreadable(message)
    chunks = record.get("chunks")
    if not isinstance(chunks, list) or not chunks or not all(isinstance(chunk, dict) for chunk in chunks):
        message = f"record, chunks: expected a list of objects, found {shown(chunks)}"
        raise Unreadable(message)
    return record, chunks


def _pairs(entry: dict[str, Any], name: str, where: str, most: int) -> list[tuple[int, Any]]:
    """Return the pairs `entry[name]`, each of a heap and something else, by ascending heaps."""
    found = entry.get(name)
    pairs: list[tuple[int, Any]] = []
    fine = isinstance(found, list) and len(found) <= most
    for pair in found if isinstance(found, list) and fine else ():
        fine = isinstance(pair, list) and len(pair) == 2 and type(pair[0]) is int
        fine = fine and (pairs[-1][0] if pairs else -1) < pair[0] <= _MOST_STREAM_VALUES
        if not fine:
            break
        pairs.append((pair[0], pair[1]))
    if not fine:
        message = f"{where}, {name}: expected at most {most:,} pairs, by ascending heaps, found {shown(found)}"
        raise Unreadable(message)
    return pairs
