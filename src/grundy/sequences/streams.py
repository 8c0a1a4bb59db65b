"""A long sequence of nimbers that is not kept: digests, a histogram and checkpoints in a folder, in bounded memory.

It works for codes with a sparse space of few rare heaps and small nimbers (`grundy.families.heaps.sparse`). A claimed
period is proved or refuted on the way by the finite-window theorem, whose statement and proof are at the head of
`grundy.families.heaps.sparse.window`.

    stream.json              what the run is; only the mask of its space may get another bit, for larger nimbers
    prefix.bin               the first nimbers, found by the direct engine
    0000000268435456.json    a checkpoint: what is known when all heaps below that number are done
    0000000268435456.bin     the window of nimbers before it, from which the run goes on
    at-0000000000105350.bin  a window that begins with that heap, to prove a period
    result.json              what became of the claim

Nimbers are bytes. The manifests are JSON with a digest of themselves, each checkpoint names the digest of the one
before it, and all files are written whole or not at all: after a crash the run goes on from the last checkpoint.

The digest of a block of 2^22 nimbers is the SHA-256 digest of a fold of it, because SHA-256 alone would take longer
than the nimbers: the block is read as rows of 4096 words of 64 bits, little-endian, and each word of the fold, at
first 0, is multiplied by `MULTIPLIER` and increased by the word in the same column of the next row, modulo 2^64.
One changed nimber changes it, as the multiplier is odd.
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
    folder_lock,
    json_bytes,
    make_folder,
    remove_temporary,
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

    from grundy.families.heaps.rules import HeapRules
    from grundy.families.heaps.sparse.pipeline import Failure

    Values = NDArray[np.unsignedinteger[Any]]

BLOCK = 2**22  # nimbers in a digest
_EVERY = 256  # blocks from a checkpoint to the next
_STEP = 2**19  # nimbers at a time: they stay in the cache of the processor
_STEPS = 12  # for which there is memory beside the window
_REACH = 2**17  # heaps that are tried as one half of a witness
_PREFIX = 2**18 + 2**15  # nimbers; so many as that needs, and the fold of whole rows
_ROW = 4096  # words
_ROW_VALUES = 8 * _ROW
_VALUES = 128  # nimbers are below that
_RESULT, _FIRST = "result.json", "prefix.bin"


class StreamError(GrundyError):
    """A sequence cannot be streamed, or not beyond some heap: what was found before is kept."""


def stream(
    folder: Path | str, rules: HeapRules, length: int | None, expect: tuple[int, int] | None = None
) -> dict[str, Any]:
    """Continue the streamed sequence of `rules` in `folder` and return what is known then.

    With `expect`, a preperiod and a period, so far as it takes to prove or refute them, which the result then says
    (``claim``); it belongs to the folder, and need not be given again. Otherwise to at least `length` nimbers.

    A checkpoint that is damaged is passed over, and said so (``grundy.runtime.progress.notice``). What is finished is
    also read where nothing can be written, and while another process holds the lock.

    Cost: a fixed time for each nimber, and memory for a window. Raises `StreamError` for a code without a sparse space
    of few rare heaps, for a heap that turns out to be rare, or may be, beyond the prefix, and for figures that are not
    from 1 to 2^42; `BusyError`, `DamageError`, `FolderError`, `StoreError`, and `OSError` for a folder that cannot be
    made or read.
    """
    require("numba", Message("what.streamed-sequence"))
    for figure in (1 if length is None else length, *(expect or ())):
        if not 1 <= figure <= MOST_HEAP:
            raise StreamError("error.stream-figure", most=MOST_HEAP, found=figure)
    folder = Path(folder)
    path = folder / STREAM
    if folder.exists() and not path.exists() and any(not entry.name.startswith(".") for entry in folder.iterdir()):
        others = sorted(entry.name for entry in folder.iterdir() if not entry.name.startswith("."))
        if others != [_FIRST]:
            raise FolderError("error.folder-files", folder=str(folder), found=others[0])
    made = None if path.exists() else _made(rules, expect)
    make_folder(folder)
    try:
        with folder_lock(folder):
            remove_temporary(folder)
            if made is not None and not path.exists():  # another process may have made it meanwhile
                write_atomic(folder / _FIRST, made[1], follow=False)
                write_json(path, made[0])
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
        told = {"path": str(error.filename or found.folder), "error": str(error.strerror), "kept": found.kept}
        raise StoreError("error.store", **told) from None


def _made(rules: HeapRules, expect: tuple[int, int] | None) -> tuple[dict[str, Any], bytes]:
    """Return the content of a new stream's manifest, and its prefix. Raises `StreamError`."""
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
    """A streamed sequence in a folder, with all that is kept in memory."""

    def __init__(self, folder: Path, plan: dict[str, Any], *, keeps: bool = True) -> None:
        """Go on from the last checkpoint; `plan` is the content of ``stream.json``. Files are written if it `keeps`."""
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
        self._marked: dict[int, NDArray[np.uint8]] = {}  # windows that have begun
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
        """The number of nimbers after which the run can go on."""
        return int(self._saved["position"])

    def _stop(self, length: int | None) -> int:
        stop = max(self._plan["marks"]) + self._window if self._plan["expect"] else length or 0
        return -(-stop // _STEP) * _STEP

    def finished(self, length: int | None) -> bool:
        """Say whether no checkpoint is missing of a run to `length` nimbers, or of one that decides the claim."""
        return self._stop(length) // BLOCK * BLOCK <= self._few.known

    def run(self, length: int | None) -> dict[str, Any]:
        """Go on until the claim is decided, or until at least `length` nimbers are known; return what is known.

        A checkpoint is kept, also after an exception.
        """
        few, start, stop = self._few, self._few.known, self._stop(length)
        self._began = time.perf_counter() - self._seconds

        def report() -> None:
            progress.report(few.known - start, stop - start)
            progress.check_cancelled()

        try:
            while (failed := advance(few, stop, _STEP, self._take, report)) is not None:
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
        """Make a nimber common that is above all before, if a heap lacks that one; so it says in ``stream.json``."""
        few = self._few
        if self._histogram[few.space.rare_nimber(failed.lacks, failed.heap) :].any() or not few.grow_mask(failed):
            return False
        self._plan["space"]["mask"] = few.space.mask
        self._write(STREAM, json_bytes(self._plan))
        return True

    def _take(self, start: int, stop: int) -> None:
        """Note what is to be kept of some heaps that are proved now, those of a step."""
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
        """Note the digest of a block, and what a checkpoint here says; keep one from time to time."""
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
        """Write the checkpoint of the last block, unless it is written already."""
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
        """Keep the nimbers that belong to marks; write the windows that are whole."""
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
        """Return what the marks say about the claim."""
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
    """Fold nimbers, a multiple of 32,768 of them, into a state of 4096 words, as is said at the head of this file."""
    from grundy.families.heaps.sparse.summary_kernel import fold as fold_words

    fold_words(values.view("<u8"), state)
