"""Running a census: parts are handed to an executor, a few at a time, until none is missing."""

from __future__ import annotations

import contextlib
import time
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from grundy.research.census.folder import MANIFEST, PARTS, CensusError, manifest_of, read_folder, write_manifest
from grundy.research.census.parts import CensusJob, check_pyarrow, work
from grundy.research.census.results import Census
from grundy.runtime import files, limits, progress, provenance
from grundy.runtime.processes.pool import ProcessPool

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from grundy.research.census.parts import Receipt
    from grundy.research.census.sets import PositionSet

_MOST_BREAKS = 3  # of the pool of this run, in a row, with no part finished in between
_PARTS_IN_FLIGHT = 2  # for each worker: one that it solves, one that waits


@dataclass
class Progress:
    """The progress of a run: all parts of the census, those that were there at the start, and the work since then."""

    parts: int
    there: int
    done: int = 0
    seconds: float = 0.0  # of workers, all together
    started: float = field(default_factory=time.monotonic)

    def add(self, receipt: Receipt) -> None:
        """Count a part that is written."""
        self.done += 1
        self.seconds += receipt.seconds

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self.started

    @property
    def left(self) -> float | None:
        """About how many seconds the rest takes; None before the first part is finished."""
        missing = self.parts - self.there - self.done
        return self.elapsed / self.done * missing if self.done else None


def run(
    positions: PositionSet,
    folder: str | Path,
    *,
    executor: Executor | None = None,
    workers: int | Callable[[], int] | None = None,
    told: Callable[[Progress], None] | None = None,
) -> Census:
    """Solve what is missing of a census in a folder, and return it.

    A part is a pure function of the description: it is the same wherever and in whatever order it is solved. The worker
    that has solved a part writes it to a file of its own, whole or not at all. So a run may be stopped or killed at any
    moment, and the same call continues it.

    `executor` is any `concurrent.futures.Executor`. Without one, `workers` processes are started on this machine, by
    default one for each processor, and lost processes are replaced. `workers` also bounds the parts in flight, two for
    each worker; where the number of workers changes, it is a function that returns the number. `told` is called before
    the first part and after each part.

    A closed set, such as all states of a ruleset that a function lists, is solved by this process: its parts share one
    table, which each other process would have to fill again.

    An executor on several machines needs a folder that has the same name on all of them, on a shared file system.

    Finished parts are checked first. Raises `DamageError`, with the path, for a damaged part; after this file is
    removed, the same call solves the part again. Raises `CensusError` if the folder holds another census or other
    files, if a part cannot be written, or if workers are lost again and again; `MissingPackageError` without pyarrow;
    `BusyError`; and the errors of the solver.
    """
    check_pyarrow()
    path = Path(folder).absolute()
    try:
        return _run(positions, path, executor, workers or limits.threads(), told)
    except OSError as error:
        raise CensusError("error.census-write", path=str(path), error=str(error.strerror or error)) from error


def _run(
    positions: PositionSet,
    folder: Path,
    executor: Executor | None,
    workers: int | Callable[[], int],
    told: Callable[[Progress], None] | None,
) -> Census:
    """Run a census as `run` does, but raise `OSError` for a failure of the disk."""
    foreign = files.foreign_names(files.names_in(folder), (PARTS, MANIFEST))
    if foreign:
        raise CensusError("error.census-folder", path=str(folder), found=repr(foreign[0]))
    with files.open_for_writing(folder, PARTS):
        there = _existing(positions, folder)
        manifest, made = there.manifest, provenance.made_by(dated=True)
        state = Progress(manifest.parts, len(there.parts))
        there.count()  # this compares all parts, before the manifest makes them parts of this census
        write_manifest(folder, manifest, there.parts.values(), made)
        identity, parts = manifest.identity, str(folder / PARTS)
        jobs = (CensusJob(number, positions.part(*manifest.range(number)), identity, parts) for number in there.missing)
        if told is not None:
            told(state)
        if state.there < state.parts:
            if positions.closed:
                for number, rows in zip(sorted(there.parts), there.tables(), strict=True):
                    positions.remember(manifest.range(number)[0], rows)
            solved = (work(job) for job in jobs) if positions.closed else _receipts(jobs, executor, workers)
            with contextlib.closing(solved) as receipts:
                for receipt in receipts:
                    state.add(receipt)
                    there.counts[receipt.name.number] = receipt.rows
                    if told is not None:
                        told(state)
        finished = Census(folder, manifest, read_folder(folder)[1], there.counts)
        write_manifest(folder, manifest, finished.parts.values(), made)
        return finished


def _existing(positions: PositionSet, folder: Path) -> Census:
    """Return the census in the folder, or a new one. Raises `CensusError` for another census."""
    wanted = manifest_of(positions)
    found, parts = read_folder(folder)
    for key in sorted({*wanted.described, *found.described}) if found is not None else ():
        here, there = wanted.described.get(key), found.described.get(key) if found is not None else None
        if here != there:
            raise CensusError("error.census-other", path=str(folder), key=key, expected=repr(here), found=repr(there))
    return Census(folder, found or wanted, parts)


def _receipts(
    jobs: Iterator[CensusJob], executor: Executor | None, workers: int | Callable[[], int]
) -> Generator[Receipt]:
    """Yield the receipts of jobs as they are done. Without an executor, a pool is used, and replaced if it breaks."""
    count = workers() if callable(workers) else workers
    if executor is not None:
        yield from _handed_out(jobs, executor, workers if callable(workers) else lambda: count, [])
        return
    lost: list[CensusJob] = []
    breaks = 0
    while breaks <= _MOST_BREAKS:
        with _pool(count) as own:
            waiting, lost = lost, []
            try:
                for receipt in _handed_out(chain(waiting, jobs), own, lambda: count, lost):
                    breaks = 0
                    yield receipt
            except BrokenExecutor:
                breaks += 1
                continue
            return
    raise CensusError("error.census-lost", count=breaks, part=min(job.number for job in lost))


def _handed_out(
    jobs: Iterator[CensusJob], executor: Executor, workers: Callable[[], int], lost: list[CensusJob]
) -> Generator[Receipt]:
    """Keep a few jobs in flight, and yield their receipts. If the executor breaks, unfinished jobs go to `lost`."""
    flying: dict[Future[Receipt], CensusJob] = {}
    try:
        while True:
            while len(flying) < _PARTS_IN_FLIGHT * workers() and (job := next(jobs, None)) is not None:
                try:
                    flying[executor.submit(work, job)] = job
                except BrokenExecutor:
                    lost.append(job)
                    raise
            if not flying:
                return
            done, _ = wait(flying, return_when=FIRST_COMPLETED)
            progress.check_cancelled()
            for future in done:
                receipt = future.result()  # may raise BrokenExecutor: the job then is still in flight, so lost
                del flying[future]
                yield receipt
    except BrokenExecutor:
        lost.extend(flying.values())
        raise
    finally:
        for future in flying:
            future.cancel()


@contextlib.contextmanager
def _pool(workers: int) -> Iterator[Executor]:
    """Start a pool of processes. It ends at the end of the block, and is killed after an exception."""
    pool = ProcessPool(workers)
    try:
        yield pool
    except BaseException:
        pool.kill()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
