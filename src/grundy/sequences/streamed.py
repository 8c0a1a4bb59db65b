"""A long sequence of nimbers whose values are not stored: digests, a histogram and checkpoints, in bounded memory.

It works for codes with a sparse space of few rare heaps and small nimbers (`grundy.families.heaps.sparse`). A claimed
period is proved or refuted by the finite-window theorem. The docstring of `grundy.families.heaps.sparse.window` has the
theorem and its proof. The files of the folder:

    stream.json              the description of the run; fixed, but its mask gets further bits for larger nimbers
    prefix.bin               the first nimbers, computed by the direct engine
    0000000268435456.json    a checkpoint: the facts known when all heaps below this number are done
    0000000268435456.bin     the window of nimbers before this heap, from which the run continues
    at-0000000000105350.bin  a window that begins with this heap, to prove a period
    result.json              whether the claim is proved

Nimbers are bytes. The JSON files contain a digest of themselves, and each checkpoint contains the digest of the
previous one. A file is replaced only when its new content is completely written. So after a crash the run continues
from the last checkpoint.

The digest of a block of 2^22 nimbers is the SHA-256 digest of a fold of the block, because SHA-256 of all nimbers would
take longer than computing them. For the fold, the block is read as rows of 4096 words of 64 bits, little-endian. Each
word of the fold begins as 0. For each row it is multiplied by `MULTIPLIER`, and the word in the same column of the row
is added, modulo 2^64. One changed nimber changes the fold, because the multiplier is odd.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.errors import BusyError, GrundyError
from grundy.families.heaps.sparse.pipeline import advance
from grundy.families.heaps.sparse.window import least_start, marks, values_needed
from grundy.families.heaps.take_and_break import Code
from grundy.messages import Message
from grundy.runtime import progress
from grundy.runtime.files import (
    digest,
    foreign_names,
    json_bytes,
    names_in,
    open_for_writing,
    write_atomic,
    write_json,
)
from grundy.runtime.packages import require
from grundy.sequences.chunks import FolderError
from grundy.sequences.store import StoreError
from grundy.sequences.stream_checks import (
    FORMAT,
    MOST_HEAP,
    STREAM,
    last_checkpoint,
    read_checkpoint,
    read_plan,
    read_values,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.families.heaps.heap_rules import HeapRules
    from grundy.families.heaps.sparse.pipeline import Failure

    Values = NDArray[np.unsignedinteger[Any]]

BLOCK = 2**22  # nimbers in a digest
_EVERY = 256  # blocks between two checkpoints
_STEP = 2**19  # nimbers in a step: few enough for the cache of the processor
_STEPS = 12  # steps that fit into memory beside the window
_REACH = 2**17  # heaps that are tried as one half of a witness
_PREFIX = 2**18 + 2**15  # nimbers: enough for `_REACH`, and a whole number of rows of the fold
_ROW = 4096  # words in a row of the fold
_ROW_VALUES = 8 * _ROW  # nimbers in a row of the fold
_VALUES = 128  # all nimbers of a stream are below this number
_RESULT, _FIRST = "result.json", "prefix.bin"


class StreamError(GrundyError):
    """A sequence cannot be streamed at all, or not beyond some heap. Checkpoints before this heap remain stored."""


def stream(
    folder: Path | str, rules: HeapRules, length: int | None, expect: tuple[int, int] | None = None
) -> dict[str, Any]:
    """Continue the streamed sequence of `rules` in `folder`, and return the facts that are known at the end.

    Without `expect` the run ends after at least `length` nimbers. `expect` is a claimed preperiod and period: the run
    then ends when they are proved or refuted, and the result says which (``claim``). `expect` is stored in the folder
    and can be omitted in later calls.

    A damaged checkpoint is skipped with a notice (``grundy.runtime.progress.notice``). A finished run can also be read
    from a read-only folder, and while another process holds the lock.

    Cost: a fixed time for each nimber, and memory for a window. Raises `StreamError` for a code without a sparse space
    of few rare heaps, if a heap beyond the prefix is or may be rare, and for figures that are not from 1 to 2^42;
    `BusyError`, `DamageError`, `FolderError`, `StoreError`; and `OSError` for a folder that cannot be created or read.
    """
    require("numba", Message("what.streamed-sequence"))
    for figure in (1 if length is None else length, *(expect or ())):
        if not 1 <= figure <= MOST_HEAP:
            raise StreamError("error.stream-figure", most=MOST_HEAP, found=figure)
    folder = Path(folder)
    path = folder / STREAM
    if folder.is_dir() and not path.exists() and (foreign := foreign_names(names_in(folder), [_FIRST])):
        raise FolderError("error.folder-files", folder=str(folder), found=foreign[0])
    new = None if path.exists() else _new_stream(rules, expect)
    try:
        with open_for_writing(folder):
            if new is not None and not path.exists():  # another process may have created it in the meantime
                write_atomic(folder / _FIRST, new[1], follow=False)
                write_json(path, new[0])
            return _run(Stream(folder, read_plan(folder, rules, expect, BLOCK)), length)
    except (OSError, BusyError):
        if not path.exists():
            raise
        found = Stream(folder, read_plan(folder, rules, expect, BLOCK), keeps=False)
        if not found.finished(length):
            raise
        return found.run(length)


def _run(found: Stream, length: int | None) -> dict[str, Any]:
    try:
        return found.run(length)
    except OSError as error:
        parameters = {"path": str(error.filename or found.folder), "error": str(error.strerror), "kept": found.kept}
        raise StoreError("error.store", **parameters) from None


def _new_stream(rules: HeapRules, expect: tuple[int, int] | None) -> tuple[dict[str, Any], bytes]:
    """Return the content of ``stream.json`` and ``prefix.bin`` for a new stream. Raises `StreamError`."""
    from grundy.families.heaps.sparse.few import Few
    from grundy.families.heaps.sparse.pairs import moves_of
    from grundy.families.heaps.sparse.space import best_space

    moves = moves_of(rules) if isinstance(rules, Code) else None
    if moves is None:
        raise StreamError("error.stream-code", code=rules.code)
    length = _PREFIX if expect is None else min(_PREFIX, (expect[0] - 1) // _ROW_VALUES * _ROW_VALUES)
    if length <= 0:
        raise StreamError("error.stream-claim", code=rules.code, least=_ROW_VALUES + 1, preperiod=expect and expect[0])
    values = rules.nimbers(length, direct=True)
    space, number = best_space(values, moves.splits)
    few = Few(space, moves, values, range(length), _REACH)
    last = int(few.rares[-1]) if number else 0
    if not few.fits or least_start(moves, last, few.reach) > length:
        raise StreamError("error.stream-space", code=rules.code, number=number, count=length, last=last)
    if expect is not None and space.parity is not None and expect[1] % 2:
        raise StreamError("error.stream-odd", period=expect[1], code=rules.code)
    needs = values_needed(moves, last, few.reach)
    content = {
        "format": FORMAT,
        "code": rules.code,
        "digits": list(rules.digits) if isinstance(rules, Code) else [],
        "unequal": moves.unequal,
        "width": 1,
        "block": BLOCK,
        "window": 1 << needs.bit_length(),
        "prefix": length,
        "prefix_digest": digest(values.astype(np.uint8).tobytes()),
        "space": {"mask": space.mask, "parity": space.parity},
        "rares": [[int(heap), int(values[heap])] for heap in few.rares],
        "reach": few.reach,
        "needs": needs,
        "expect": None if expect is None else list(expect),
        "marks": [] if expect is None else marks(*expect),
    }
    return content, values.astype(np.uint8).tobytes()


class Stream:
    """A streamed sequence in a folder, with its state in memory."""

    def __init__(self, folder: Path, plan: dict[str, Any], *, keeps: bool = True) -> None:
        """Load the last checkpoint. `plan` is the content of ``stream.json``. Without `keeps` no file is written."""
        from grundy.families.heaps.sparse.few import Few
        from grundy.families.heaps.sparse.pairs import moves_of
        from grundy.families.heaps.sparse.space import Space

        self.folder = folder
        self._plan = plan
        self._keeps = keeps
        self._window: int = plan["window"]
        prefix = read_values(folder / _FIRST, plan["prefix_digest"], plan["prefix"])
        moves = moves_of(Code(tuple(plan["digits"])))
        if moves is None:
            raise StreamError("error.stream-code", code=plan["code"])
        self._saved = last_checkpoint(folder, plan)
        start = self._saved["position"] or len(prefix)
        base = start - self._window
        heaps = range(base, start + _STEPS * _STEP)
        self._few = Few(Space(**plan["space"]), moves, prefix.astype(np.uint16), heaps, plan["reach"])
        self._few.window = self._window
        self._fold = np.zeros(_ROW, np.uint64)
        self._digests: list[str] = []
        self._marked: dict[int, NDArray[np.uint8]] = {}  # windows that are partly filled
        self._whole_marks: dict[int, str] = dict(self._saved.get("marks", []))
        self._pending: dict[str, Any] | None = None  # a checkpoint at the end of the last block
        self._pending_window = b""
        self._seconds = float(self._saved.get("seconds", 0))
        self._began = 0.0
        self._histogram = np.zeros(_VALUES, np.int64)
        recent = prefix[max(0, base) :]
        if self._saved["position"]:
            recent = read_values(self._file(start, "bin"), self._saved["window_digest"], self._window)
            self._few.put(recent.astype(np.uint16), base)
            self._few.known = start
            self._few.learn(recent.astype(np.uint16), base)
            self._histogram[: len(self._saved["histogram"])] = self._saved["histogram"]
            self._first = dict(self._saved["first"])
        else:
            self._histogram += np.bincount(prefix, minlength=_VALUES)
            self._first = {int(value): int((prefix == value).argmax()) for value in np.unique(prefix)}
            fold(prefix, self._fold)
        self._learned = start
        self._note_marks(start - len(recent), recent)

    @property
    def kept(self) -> int:
        """The number of nimbers before the last stored checkpoint, from which the run can continue."""
        return int(self._saved["position"])

    def _stop(self, length: int | None) -> int:
        stop = max(self._plan["marks"]) + self._window if self._plan["expect"] else length or 0
        return -(-stop // _STEP) * _STEP

    def finished(self, length: int | None) -> bool:
        """Return whether all checkpoints exist of a run to `length` nimbers, or to the decision of the claim."""
        return self._stop(length) // BLOCK * BLOCK <= self._few.known

    def run(self, length: int | None) -> dict[str, Any]:
        """Continue until the claim is decided or at least `length` nimbers are known; return the known facts.

        A checkpoint is written at the end, also after an exception.
        """
        few, start, stop = self._few, self._few.known, self._stop(length)
        self._began = time.perf_counter() - self._seconds

        def report() -> None:
            progress.report(few.known - start, stop - start)
            progress.check_cancelled()

        try:
            while (failed := advance(few, stop, _STEP, self._record, report)) is not None:
                if not self._grow_mask(failed):
                    raise StreamError("error.stream-heap", heap=failed.heap, code=self._plan["code"])
        finally:
            self._save()
        found = self._facts()
        if self._plan["expect"]:
            found["claim"] = self._decide()
            self._write(_RESULT, json_bytes(found))
        return found

    def _write(self, name: str, data: bytes) -> None:
        if self._keeps:
            write_atomic(self.folder / name, data, follow=False)

    def _grow_mask(self, failed: Failure) -> bool:
        """Add a bit to the mask if a heap lacks a nimber larger than all before; return whether this was possible.

        The nimber is then common. The new mask is written to ``stream.json``.
        """
        few = self._few
        if self._histogram[few.space.rare_nimber(failed.lacks, failed.heap) :].any() or not few.grow_mask(failed):
            return False
        self._plan["space"]["mask"] = few.space.mask
        self._write(STREAM, json_bytes(self._plan))
        return True

    def _record(self, start: int, stop: int) -> None:
        """Add the heaps of a step, which are proved, to the histogram, the fold and the windows."""
        few = self._few
        values = np.empty(stop - start, np.uint8)
        few.nimbers(start, values)
        for value, number in few.count(start).items():
            if value not in self._first:
                self._first[value] = start + int((values == value).argmax())
            self._histogram[value] += number
        fold(values, self._fold)
        self._note_marks(start, values)
        self._seconds = round(time.perf_counter() - self._began, 3)
        if stop % BLOCK == 0:
            self._end_block()

    def _end_block(self) -> None:
        """Store the digest of a block and prepare a checkpoint; every `_EVERY` blocks the checkpoint is written."""
        heap = self._few.known
        self._digests.append(digest(self._fold.astype("<u8").tobytes()))
        self._fold[:] = 0
        self._pending_window = self._recent().tobytes()
        self._pending = {
            "position": heap,
            "window_digest": digest(self._pending_window),
            "digests": self._digests.copy(),
            "previous": self._saved["digest"],
            **self._facts(),
            "marks": [[mark, found] for mark, found in sorted(self._whole_marks.items())],
        }
        if heap >= self._saved["position"] + _EVERY * BLOCK:
            self._save()
        if heap >= 2 * self._learned:
            self._learned = heap
            self._few.learn(self._recent().astype(np.uint16), heap - self._window)

    def _save(self) -> None:
        """Write the checkpoint of the last block if it is not written yet."""
        if self._pending is None:
            return
        heap = self._pending["position"]
        write_atomic(self._file(heap, "bin"), self._pending_window, follow=False)
        write_json(self._file(heap, "json"), self._pending)
        self._saved = read_checkpoint(self._file(heap, "json"))
        self._digests.clear()
        self._pending = None

    def _facts(self) -> dict[str, Any]:
        last = int(self._histogram.nonzero()[0][-1])
        return {
            "values": self._few.known,
            "histogram": self._histogram[: last + 1].tolist(),
            "first": sorted([value, heap] for value, heap in self._first.items()),
            "seconds": self._seconds,
        }

    def _recent(self) -> NDArray[np.uint8]:
        """Return the nimbers in the window."""
        values = np.empty(self._window, np.uint8)
        self._few.nimbers(self._few.known - self._window, values)
        return values

    def _note_marks(self, start: int, values: NDArray[np.uint8]) -> None:
        """Copy the nimbers that belong to windows at marks; write the windows that are complete."""
        stop = start + len(values)
        for mark in self._plan["marks"]:
            low, high = max(mark, start), min(mark + self._window, stop)
            if low >= high:
                continue
            part = self._marked.setdefault(mark, np.zeros(self._window, np.uint8))
            part[low - mark : high - mark] = values[low - start : high - start]
            if high == mark + self._window:
                data = self._marked.pop(mark).tobytes()
                self._write(self._mark_file(mark).name, data)
                self._whole_marks[mark] = digest(data)

    def _decide(self) -> dict[str, Any]:
        """Return whether the claim is proved by the windows at the marks, with figures."""
        preperiod, period = self._plan["expect"]
        first = preperiod - 1
        digests, length = self._whole_marks, self._window
        windows = {mark: read_values(self._mark_file(mark), digests[mark], length) for mark in self._plan["marks"]}
        holds = bool((windows[first][1:] == windows[first + period][1:]).all())
        others = [mark for mark in self._plan["marks"] if mark not in (first, first + period)]
        return {
            "preperiod": preperiod,
            "period": period,
            "proved": holds,
            "least_preperiod": holds and bool(windows[first][0] != windows[first + period][0]),
            "least_period": holds and all((windows[first][1:] != windows[mark][1:]).any() for mark in others),
            "needed": first + 1 + period + self._plan["needs"],
            "marks": [[mark, found] for mark, found in sorted(self._whole_marks.items())],
            "chain": self._saved["digest"],
        }

    def _file(self, heap: int, kind: str) -> Path:
        return self.folder / f"{heap:016}.{kind}"

    def _mark_file(self, mark: int) -> Path:
        return self.folder / f"at-{mark:016}.bin"


def fold(values: NDArray[np.uint8], state: NDArray[np.uint64]) -> None:
    """Fold nimbers into a state of 4096 words, as the docstring of this module describes.

    The number of nimbers is a multiple of 32,768.
    """
    from grundy.families.heaps.sparse.summary_kernel import fold as fold_words

    fold_words(values.view("<u8"), state)
