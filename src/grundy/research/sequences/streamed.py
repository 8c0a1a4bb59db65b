"""A long sequence of nimbers whose values are not stored: digests, a histogram and checkpoints, in bounded memory.

It works for codes with a sparse space of few rare heaps and small nimbers (`grundy.games.families.heaps.sparse`). A
claimed period is proved or refuted by the finite-window theorem. The docstring of
`grundy.games.families.heaps.sparse.window` has the theorem and its proof.

The folder is that of a stored sequence (`folder`), but only the first chunk has all its values, which the direct engine
computed. Each other chunk is a checkpoint: its file has the window of nimbers before its end, from which the run
continues, and its facts are about the nimbers that are not stored. A nimber is a byte. To prove a period, further files
have the windows that begin at certain heaps (`marks`); ``windows`` of the manifest has their digests. The space of the
manifest gets further bits when larger nimbers occur.

Blocks of nimbers have digests: they end at multiples of the block's size, and at the end of a chunk. The digest is the
SHA-256 digest of a fold of the block, because SHA-256 of all nimbers would take longer than computing them. For the
fold, the block is read as rows of words of 64 bits, little-endian. Each word of the fold begins as 0. For each row, it
is multiplied by 0x9E3779B97F4A7C15 and the word in the same column of the row is added, modulo 2^64. One changed nimber
changes the fold, because the multiplier is odd.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grundy.errors import GrundyError
from grundy.games.families.heaps.sparse.pipeline import advance
from grundy.games.families.heaps.sparse.window import least_start, marks, values_needed
from grundy.games.families.heaps.take_and_break import Code
from grundy.research.sequences.folder import (
    MOST_HEAP,
    MOST_STREAMED,
    Chunk,
    FolderError,
    SequenceManifest,
    ValuesFile,
    check_file,
    damage_of,
    mapped,
    read_manifest,
    write_chunk,
    write_file,
    write_manifest,
)
from grundy.runtime import limits, progress
from grundy.runtime.files import digest, open_for_writing
from grundy.runtime.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.games.families.heaps.heap_rules import HeapRules
    from grundy.games.families.heaps.sparse.pipeline import Failure

    Values = NDArray[np.uint8]

_STEPS = 12  # steps that fit into memory beside the window
_REACH = 2**17  # heaps that are tried as one half of a witness


class Sizes(NamedTuple):
    """The sizes of the parts of a run, in nimbers; tests take small ones."""

    block: int = 2**22  # that have one digest
    row: int = 2**15  # of the fold
    step: int = 2**19  # few enough for the cache of the processor
    chunk: int = 2**30  # between two checkpoints
    first: int = 2**18 + 2**15  # of the first chunk: enough for `_REACH`, and a whole number of rows


SIZES = Sizes()


class StreamError(GrundyError):
    """A sequence cannot be streamed at all, or not beyond some heap. Checkpoints before this heap remain stored."""


def stream(
    folder: Path | str,
    rules: HeapRules,
    length: int | None,
    expect: tuple[int, int] | None = None,
    sizes: Sizes = SIZES,
) -> dict[str, Any]:
    """Continue the streamed sequence of `rules` in `folder`, and return the facts that are known at the end.

    Without `expect` the run ends after at least `length` nimbers. `expect` is a claimed preperiod and period: the run
    then ends when they are proved or refuted, and the result says which (``claim``). `expect` is stored in the folder
    and can be omitted in later calls.

    If the last checkpoints are damaged, the run continues from the one before them, with a notice
    (``grundy.runtime.progress.notice``). A finished run is only read: its folder may be on a read-only medium.

    Cost: a fixed time for each nimber, and memory for a window. Raises `StreamError` for a code without a sparse space
    of few rare heaps, if a heap beyond the first chunk is or may be rare, and for figures that are not from 1 to 2^42;
    `BusyError`, `DamageError`, `FolderError`, `StoreError`; and `OSError` for a folder that cannot be created or read.
    """
    require("numba", Message("what.streamed-sequence"))
    for figure in (1 if length is None else length, *(expect or ())):
        if not 1 <= figure <= MOST_HEAP:
            raise StreamError("error.stream-figure", most=MOST_HEAP, found=figure)
    folder = Path(folder)
    found = _opened(folder, rules, expect)
    if found is None or found.length < _goal(found, length):
        begun = _new_stream(rules, expect, sizes) if found is None else None  # a refusal must not create a folder
        with open_for_writing(folder):
            found = _opened(folder, rules, expect, notify=False)  # another process may have begun or continued it
            found = found or _begun(folder, *(begun or _new_stream(rules, expect, sizes)))
            Stream(folder, found, rules, sizes).run(-(-_goal(found, length) // sizes.step) * sizes.step)
    return facts_of(folder, found)


def facts_of(folder: Path, manifest: SequenceManifest) -> dict[str, Any]:
    """Return what is known of a stream, with its claim if that is decided. Raises `DamageError`, `OSError`."""
    facts = [chunk.facts for chunk in manifest.chunks if chunk.facts is not None]
    histogram: Counter[int] = Counter()
    for each in facts:
        histogram.update(dict(enumerate(each["histogram"])))
    last = max(value for value, count in histogram.items() if count)
    found: dict[str, Any] = {
        "values": manifest.length,
        "histogram": [histogram[value] for value in range(last + 1)],
        "first": sorted(pair for each in facts for pair in each["first"]),
        "seconds": round(sum(each["seconds"] for each in facts), 3),
    }
    plan = manifest.stream
    if plan is not None and plan["expect"] is not None and len(plan["windows"]) == len(marks(*plan["expect"])):
        found["claim"] = _decide(folder, plan)
    return found


def opened_stream(folder: Path, code: str, *, notify: bool = True) -> SequenceManifest | None:
    """Return the manifest of a stream, without damaged chunks at its end; None for a new stream.

    The user is notified of damaged chunks unless `notify` is false. Raises `DamageError` if the first chunk is damaged,
    `FolderError`, `OSError`.
    """
    found = read_manifest(folder, code, streamed=True, notify=notify)
    if found is None or found.stream is None or not found.chunks:
        return None
    check_file(folder, found.chunks[0].file, 1)
    while (problem := damage_of(folder, found.chunks[-1].file, 1)) is not None:
        if notify:
            progress.notice(Message("notice.checkpoint", {"why": problem.message}))
        found.chunks.pop()
    window = found.stream["window"]
    found.stream["windows"] = [pair for pair in found.stream["windows"] if pair[0] + window <= found.length]
    return found


def _opened(
    folder: Path, rules: HeapRules, expect: tuple[int, int] | None, *, notify: bool = True
) -> SequenceManifest | None:
    """Do the same as `opened_stream`, and raise `FolderError` for a stream with another claim."""
    found = opened_stream(folder, rules.code, notify=notify)
    claim = None if found is None or found.stream is None else found.stream["expect"]
    if found is not None and expect is not None and claim != list(expect):
        raise FolderError("error.folder-claim", folder=str(folder), found=str(claim))
    return found


def windows_of(plan: dict[str, Any]) -> list[ValuesFile]:
    """Return the files of the windows that prove a period, as far as they are whole."""
    return [ValuesFile(mark, plan["window"], found) for mark, found in plan["windows"]]


def _goal(manifest: SequenceManifest, length: int | None) -> int:
    """Return how many nimbers decide the claim of a stream; without a claim `length`."""
    plan = manifest.stream
    if plan is None or plan["expect"] is None:
        return length or 0
    return int(max(marks(*plan["expect"])) + plan["window"])


def _new_stream(rules: HeapRules, expect: tuple[int, int] | None, sizes: Sizes) -> tuple[SequenceManifest, Values]:
    """Return the manifest of a new stream, and the nimbers of its first chunk. Raises `StreamError`."""
    from grundy.games.families.heaps.sparse.few import Few
    from grundy.games.families.heaps.sparse.pairs import moves_of
    from grundy.games.families.heaps.sparse.space import best_space

    moves = moves_of(rules) if isinstance(rules, Code) else None
    if moves is None:
        raise StreamError("error.stream-code", code=rules.code)
    length = sizes.first if expect is None else min(sizes.first, (expect[0] - 1) // sizes.row * sizes.row)
    if length <= 0:
        raise StreamError("error.stream-claim", code=rules.code, least=sizes.row + 1, preperiod=expect and expect[0])
    values = rules.nimbers(length, direct=True)
    space, number = best_space(values, moves.splits)
    few = Few(space, moves, values, range(length), _REACH)
    last = int(few.rares[-1]) if number else 0
    if not few.fits or least_start(moves, last, few.reach) > length:
        raise StreamError("error.stream-space", code=rules.code, number=number, count=length, last=last)
    if expect is not None and space.parity is not None and expect[1] % 2:
        raise StreamError("error.stream-odd", period=expect[1], code=rules.code)
    needs = values_needed(moves, last, few.reach)
    plan = {
        "expect": None if expect is None else list(expect),
        "block": sizes.block,
        "row": sizes.row,
        "window": 1 << needs.bit_length(),
        "needs": needs,
        "reach": few.reach,
        "space": {"mask": space.mask, "parity": space.parity},
        "rares": [[int(heap), int(values[heap])] for heap in few.rares],
        "windows": [],
    }
    return SequenceManifest(rules.code, 1, plan), values.astype(np.uint8)


def _begun(folder: Path, manifest: SequenceManifest, values: Values) -> SequenceManifest:
    """Write the manifest and the first chunk of a new stream."""
    write_manifest(folder, manifest, 0)
    first = [[int(value), int((values == value).argmax())] for value in np.unique(values)]
    facts = {"digests": [], "histogram": np.bincount(values).tolist(), "first": first, "seconds": 0}
    data = values.tobytes()
    write_chunk(folder, manifest, Chunk(0, len(values), len(values), "direct", digest(data), facts), data)
    return manifest


class Stream:
    """A streamed sequence in a folder, with its state in memory."""

    def __init__(self, folder: Path, manifest: SequenceManifest, rules: HeapRules, sizes: Sizes) -> None:
        """Load the last chunk of a manifest."""
        from grundy.games.families.heaps.sparse.few import Few
        from grundy.games.families.heaps.sparse.pairs import moves_of
        from grundy.games.families.heaps.sparse.space import Space

        moves = moves_of(rules)
        if moves is None:
            raise StreamError("error.stream-code", code=rules.code)
        self._folder, self._manifest, self._sizes = folder, manifest, sizes
        plan = manifest.stream or {}
        self._plan = plan
        self._window: int = plan["window"]
        self._block: int = plan["block"]
        head, last = (mapped(folder, manifest.chunks[place].file, 1) for place in (0, -1))
        start = manifest.length
        base = start - self._window
        heaps = range(base, start + _STEPS * sizes.step)
        self._few = Few(Space(**plan["space"]), moves, head.astype(np.uint16), heaps, plan["reach"])
        self._few.window = self._window
        recent = last[-self._window :]
        if len(manifest.chunks) > 1:
            self._few.put(recent.astype(np.uint16), base)
            self._few.known = start
            self._few.learn(recent.astype(np.uint16), base)
        self._learned = start
        self._seen = {value for chunk in manifest.chunks for value, _ in (chunk.facts or {})["first"]}
        self._marked: dict[int, Values] = {}  # windows that are partly filled
        self._marks = [] if plan["expect"] is None else marks(*plan["expect"])
        self._windows: dict[int, str] = dict(plan["windows"])  # the digests of whole windows
        self._note_marks(start - len(recent), recent)
        self._fold = np.zeros(plan["row"] // 8, np.uint64)
        self._begin_chunk()

    def _begin_chunk(self) -> None:
        self._digests: list[str] = []
        self._counts = np.zeros(MOST_STREAMED, np.int64)
        self._first: list[list[int]] = []
        self._began = time.perf_counter()
        self._next: tuple[Chunk, bytes] | None = None  # the chunk that ends with the last block, and its window

    def run(self, stop: int) -> None:
        """Continue to heap `stop`, the end of a step. At the end, or after an exception, the done blocks are stored."""
        few, start = self._few, self._few.known

        def report() -> None:
            progress.report(few.known - start, stop - start)
            progress.check_cancelled()

        try:
            alone = limits.threads() == 1
            while (failed := advance(few, stop, self._sizes.step, self._record, report, alone=alone)) is not None:
                if not self._grow_mask(failed):
                    raise StreamError("error.stream-heap", heap=failed.heap, code=self._manifest.code)
            if few.known > (self._manifest.length if self._next is None else self._next[0].stop):
                self._end_block()
        finally:
            self._save()

    def _grow_mask(self, failed: Failure) -> bool:
        """Add a bit to the mask if a heap lacks a nimber larger than all before; return whether this was possible.

        The nimber is then common.
        """
        few = self._few
        if max(self._seen) >= few.space.rare_nimber(failed.lacks, failed.heap) or not few.grow_mask(failed):
            return False
        self._plan["space"]["mask"] = few.space.mask
        return True

    def _record(self, start: int, stop: int) -> None:
        """Add the heaps of a step, which are proved, to the facts of the chunk and to the windows."""
        few = self._few
        values = np.empty(stop - start, np.uint8)
        few.nimbers(start, values)
        for value, number in few.count(start).items():
            if value not in self._seen:
                self._seen.add(value)
                self._first.append([value, start + int((values == value).argmax())])
            self._counts[value] += number
        fold(values, self._fold)
        self._note_marks(start, values)
        if stop % self._block == 0:
            self._end_block()

    def _end_block(self) -> None:
        """Keep the digest of a block, and the chunk that ends with it; a chunk that is long enough is stored."""
        heap, start = self._few.known, self._manifest.length
        self._digests.append(digest(self._fold.astype("<u8").tobytes()))
        self._fold[:] = 0
        window = np.empty(self._window, np.uint8)
        self._few.nimbers(heap - self._window, window)
        facts = {
            "digests": self._digests.copy(),
            "histogram": self._counts[: int(self._counts.nonzero()[0][-1]) + 1].tolist(),
            "first": self._first.copy(),
            "seconds": round(time.perf_counter() - self._began, 3),
        }
        data = window.tobytes()
        self._next = (Chunk(start, heap - start, self._window, "stream", digest(data), facts), data)
        if heap >= start + self._sizes.chunk:
            self._save()
        if heap >= 2 * self._learned:
            self._learned = heap
            self._few.learn(window.astype(np.uint16), heap - self._window)

    def _save(self) -> None:
        """Store the chunk that ends with the last block, if it is not stored yet."""
        if self._next is None:
            return
        chunk, data = self._next
        whole = sorted((mark, found) for mark, found in self._windows.items() if mark + self._window <= chunk.stop)
        self._plan["windows"] = [list(pair) for pair in whole]
        write_chunk(self._folder, self._manifest, chunk, data)
        self._begin_chunk()

    def _note_marks(self, start: int, values: Values) -> None:
        """Copy the nimbers that belong to windows at marks; write the windows that are complete."""
        stop = start + len(values)
        for mark in self._marks:
            low, high = max(mark, start), min(mark + self._window, stop)
            if low >= high or mark in self._windows:
                continue
            part = self._marked.setdefault(mark, np.zeros(self._window, np.uint8))
            part[low - mark : high - mark] = values[low - start : high - start]
            if high == mark + self._window:
                data = self._marked.pop(mark).tobytes()
                self._windows[mark] = digest(data)
                file = ValuesFile(mark, self._window, self._windows[mark])
                write_file(self._folder, file, data, self._manifest.length)


def _decide(folder: Path, plan: dict[str, Any]) -> dict[str, Any]:
    """Return whether the claim is proved by the windows at the marks, with figures. Raises `DamageError`, `OSError`."""
    preperiod, period = plan["expect"]
    first, last = preperiod - 1, preperiod - 1 + period
    windows: dict[int, Values] = {}
    for file in windows_of(plan):
        check_file(folder, file, 1)
        windows[file.start] = mapped(folder, file, 1)
    holds = bool((windows[first][1:] == windows[last][1:]).all())
    others = [mark for mark in windows if mark not in (first, last)]
    return {
        "preperiod": preperiod,
        "period": period,
        "proved": holds,
        "least_preperiod": holds and bool(windows[first][0] != windows[last][0]),
        "least_period": holds and all((windows[first][1:] != windows[mark][1:]).any() for mark in others),
        "needed": first + 1 + period + plan["needs"],
        "marks": plan["windows"],
    }


def fold(values: Values, state: NDArray[np.uint64]) -> None:
    """Fold nimbers into a state, as the docstring of this module describes. They fill whole rows."""
    from grundy.games.families.heaps.sparse.summary_kernel import fold as fold_words

    fold_words(values.view("<u8"), state)
