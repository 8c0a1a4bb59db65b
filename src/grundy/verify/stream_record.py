"""The record of a streamed sequence: the description of the run, its checkpoints and its windows.

A streamed run does not keep all its values. Its folder holds the first values, checkpoints with the window of values
before each, digests of the blocks between checkpoints, and the windows that prove a period. This module reads the
record and compares its parts with each other; `stream_run` computes values again.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.verify.certificate_files import Certificate, file_blocks, integer, parsed, text
from grundy.verify.code_rules import Rules, read_rules
from grundy.verify.report import Refused, Unreadable, VerifyReport, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.uint8]

STREAM = "grundy stream 1"
ROWS = 2**15  # heaps per step, and bytes per row of the fold
_MOST_STREAM_VALUES = 2**62
_MOST_WINDOW = 2**24
_MOST_RARES = 100_000
_MOST_MARKS = 20
_MOST_SMALL = 2**22  # bytes of a JSON file
MOST_STREAMED = 128  # nimbers of a streamed run are below this number


class StreamPlan(NamedTuple):
    """The description of a run: its rules, its sparse space, and the figures of the finite-window theorem."""

    rules: Rules
    prefix: Values
    window: int
    block: int
    mask: int
    parity: int | None
    rares: NDArray[np.intp]
    reach: int
    needs: int
    marks: list[int]


class Checkpoint(NamedTuple):
    """A heap, the values before it, and the digests of the blocks since the previous checkpoint."""

    position: int  # the heap
    window: str  # name of the file with the values before it
    digests: list[str]
    histogram: NDArray[np.int64]  # how often each value below `MOST_STREAMED` occurs before the heap


def read_plan(certificate: Certificate, code: str, report: VerifyReport) -> StreamPlan:
    """Read ``stream.json`` and ``prefix.bin``, and check that they agree with each other and with the theorem."""
    where = "stream.json"
    content = _small_file(certificate, where)
    if content.get("format") != STREAM or content.get("code") != code or content.get("unequal") is not False:
        message = f"{where}: expected format {STREAM!r}, code {code} and no unequal parts, found something else"
        raise Unreadable(message)
    rules = read_rules(code)
    if list(rules.digits) != content.get("digits") or rules.heaps > 2 or not rules.places(4):
        message = (
            f"{where}, digits: expected those of {code}, of which some split, found {shown(content.get('digits'))}"
        )
        raise Unreadable(message)
    integer(content, "width", where, 1, 1)
    block = integer(content, "block", where, ROWS, 2**30)
    window = integer(content, "window", where, 1, _MOST_WINDOW)
    length = integer(content, "prefix", where, 1, _MOST_WINDOW)
    if block % ROWS or length % ROWS or length > block or window % 2:
        message = f"{where}: expected a block and a prefix of whole rows, and an even window, found others"
        raise Unreadable(message)
    space = content.get("space")
    if not isinstance(space, dict) or set(space) != {"mask", "parity"}:
        message = f"{where}, space: expected mask and parity, found {shown(space)}"
        raise Unreadable(message)
    mask = integer(space, "mask", where, 1, MOST_STREAMED - 1)
    parity = None if space["parity"] is None else integer(space, "parity", where) & 1
    rares = _rares(content.get("rares"), where)
    marks = content.get("marks")
    if not isinstance(marks, list) or not all(type(mark) is int and 0 < mark <= _MOST_STREAM_VALUES for mark in marks):
        message = f"{where}, marks: expected a list of heaps, found {shown(marks)}"
        raise Unreadable(message)
    if len(set(marks)) != len(marks) or len(marks) > _MOST_MARKS:
        message = f"{where}, marks: expected at most {_MOST_MARKS} that differ, found others"
        raise Unreadable(message)
    reach, needs = integer(content, "reach", where, 1), integer(content, "needs", where, 1)
    prefix = values_of(certificate, "prefix.bin", length, "prefix")
    plan = StreamPlan(rules, prefix, window, block, mask, parity, np.array(rares[0], np.intp), reach, needs, marks)
    _check_figures(plan, report)
    if prefix[plan.rares].tolist() != rares[1]:
        raise Refused("rare heaps", "their values are not those of the prefix")
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
        message = f"the lemma begins beyond heap {2 * far + most:,}, the prefix has {len(plan.prefix):,} values"
        raise Refused("prefix of the theorem", message)
    if plan.parity is not None and any(take & 1 != plan.parity for take in plan.rules.places(4)):
        raise Refused("sparse space", "position parity is of use only where all takes before a split have it")
    report.checked.append(
        f"the figures of the theorem: all {len(plan.rares):,} rare heaps are at most {last:,}, witnesses reach to "
        f"{plan.reach:,}, so a window has {plan.needs:,} values and the prefix {len(plan.prefix):,}"
    )


def read_checkpoints(certificate: Certificate, plan: StreamPlan, report: VerifyReport) -> list[Checkpoint]:
    """Return all checkpoints in order. Checks the chain of their digests, and their histograms."""
    names = sorted(name for name in certificate.files if name[:1].isdecimal() and name.endswith(".json"))
    found: list[Checkpoint] = []
    previous, position = "", 0
    counts = np.bincount(plan.prefix, minlength=MOST_STREAMED)
    for name in names:
        content = _small_file(certificate, name)
        heap = integer(content, "position", name, 1, _MOST_STREAM_VALUES)
        digests, histogram = content.get("digests"), content.get("histogram")
        fine = isinstance(digests, list) and isinstance(histogram, list) and len(histogram) <= MOST_STREAMED
        if not fine or not all(type(count) is int and 0 <= count <= _MOST_STREAM_VALUES for count in histogram or ()):
            message = f"{name}: expected lists of digests and of counts, found something else"
            raise Unreadable(message)
        if not all(isinstance(digest, str) for digest in digests or ()):
            message = f"{name}, digests: expected texts, found something else"
            raise Unreadable(message)
        if name != f"{heap:016}.json" or heap - position != plan.block * len(digests or ()):
            raise Refused("checkpoints", f"{name} does not follow heap {position:,} by whole blocks")
        window = certificate.files.get(f"{heap:016}.bin")
        if window is None or text(content, "window_digest", name) != window.sha256:
            raise Refused("checkpoints", f"{name} does not belong to the window before heap {heap:,}")
        if text(content, "previous", name) != previous:
            raise Refused("checkpoints", f"{name} does not follow the one before it: its digest is another")
        here = np.array([*(histogram or ()), *[0] * (MOST_STREAMED - len(histogram or ()))], np.int64)
        if int(here.sum()) != heap or (here < counts).any():
            raise Refused("histogram", f"{name} does not count {heap:,} values, at least those before it")
        previous, position, counts = certificate.files[name].sha256, heap, here
        found.append(Checkpoint(heap, f"{heap:016}.bin", list(digests or ()), here))
    report.checked.append(
        f"the chain of {len(found):,} checkpoints, to heap {position:,}, and the sums of their counts"
    )
    return found


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


def _small_file(certificate: Certificate, name: str) -> dict[str, Any]:
    """Return the object in a JSON file that contains its own digest. Raises `Refused` if the digest is wrong."""
    file = certificate.files.get(name)
    if file is None or file.bytes > _MOST_SMALL:
        message = f"files: expected {name}, at most {_MOST_SMALL:,} bytes, found none or a longer one"
        raise Unreadable(message)
    content = parsed(name, b"".join(file_blocks(certificate, file)))
    digest = content.pop("digest", None)
    if digest != hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest():
        raise Refused("digest of a file", f"the content of {name} is not the one that its own digest belongs to")
    return content


def _rares(pairs: object, where: str) -> tuple[list[int], list[int]]:
    """Return the rare heaps and their values. Raises `Unreadable` if `pairs` is no list of such pairs in order."""
    if not isinstance(pairs, list) or len(pairs) > _MOST_RARES:
        message = f"{where}, rares: expected a list, found {shown(pairs)}"
        raise Unreadable(message)
    heaps: list[int] = []
    values: list[int] = []
    for pair in pairs:
        fine = isinstance(pair, list) and len(pair) == 2 and all(type(number) is int for number in pair)
        if not fine or not (heaps[-1] if heaps else 0) < pair[0] < _MOST_WINDOW or not 0 <= pair[1] < MOST_STREAMED:
            message = f"{where}, rares: expected pairs of a heap and its nimber, in order, found {shown(pair)}"
            raise Unreadable(message)
        heaps.append(pair[0])
        values.append(pair[1])
    return heaps, values
