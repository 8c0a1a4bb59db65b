"""The state that all requests share: the catalogue, the worker pools, the processes of rulesets, and the long jobs."""

from __future__ import annotations

import asyncio
import gzip
import json
import secrets
import sys
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

from fastapi import Depends, Request, Response

from grundy.lab import Catalogue, FileAnswer
from grundy.lab.calls import parts
from grundy.lab.operation import AT_ONCE
from grundy.messages.plain import printable_json
from grundy.runtime import limits, memory
from grundy.web.rulesets import RulesetProcesses, escaped
from grundy.web.workers import RequestWorkers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grundy.lab import Operation
    from grundy.lab.jobs import LabJob

Result = TypeVar("Result")

_INTERVAL = 0.1  # seconds between two looks whether the client is still there
_LEAST_ZIPPED = 4096  # bytes of an answer that is worth compressing
_QUICK_BYTES = 2**29
_LONG_BYTES = 2**31
_QUICK_SECONDS, _LONG_SECONDS = 3, 600


class Pools(NamedTuple):
    """A worker pool for what is drawn at once, one for quick requests, and one for long jobs."""

    at_once: RequestWorkers
    quick: RequestWorkers
    long: RequestWorkers


class Service:
    """Runs the operations of the lab: for its own games on threads, for rulesets and problems of files in processes.

    Where rulesets do not come back, only the threads wait that are there for them.
    """

    def __init__(self, rulesets: Sequence[str] = (), problems: Sequence[str] = ()) -> None:
        """Load declared rulesets, such as ``mygames.py:cram``, and contest problems, and make the worker pools.

        Raises `RulesetError` where a file has no such ruleset or problem, or fails.
        """
        table = min(_LONG_BYTES, memory.available() // 8)  # two at a time, and the process may hold twice that
        self._processes = RulesetProcesses(rulesets, problems, table, _show)
        try:
            found = self._processes.begin()
            self.catalogue = Catalogue(elsewhere=found["games"], problems_elsewhere=found["problems"])
        except BaseException:
            self._processes.close()
            raise
        cores = max(1, limits.threads() - 1)  # one is left for the others
        self._own, self._declared = (
            Pools(
                RequestWorkers(f"{name}at-once", 1, 256, seconds=_QUICK_SECONDS, most_bytes=_QUICK_BYTES, threads=1),
                RequestWorkers(f"{name}quick", 2, 256, seconds=_QUICK_SECONDS, most_bytes=_QUICK_BYTES, threads=1),
                RequestWorkers(
                    f"{name}long", 2, 4, seconds=_LONG_SECONDS, most_bytes=2 * table, table_bytes=table, threads=cores
                ),
            )
            for name in ("", "rules-")
        )
        self.jobs: dict[str, tuple[LabJob, asyncio.Event]] = {}
        self._questions: list[LabJob] = []  # jobs of answers in one piece

    async def result(self, request: Request, work: Callable[[LabJob], Result], pool: RequestWorkers) -> Result:
        """Have work done; stop it where the client goes away."""
        job = pool.job()
        future = await pool.submit(work, job)
        self._questions.append(job)
        try:
            while not (await asyncio.wait({future}, timeout=_INTERVAL))[0]:
                if await request.is_disconnected():
                    job.stop()
        finally:
            job.stop()
            self._questions.remove(job)
        return await future

    async def answer(self, request: Request, operation: Operation, values: dict[str, Any]) -> Response:
        """Answer with the result of an operation; what is data is written as JSON on the thread too."""

        def work(job: LabJob) -> FileAnswer:
            found = next(self.parts(operation, values, job))
            return found if isinstance(found, FileAnswer) else FileAnswer(json_bytes(found), "application/json")

        zips = "gzip" in request.headers.get("accept-encoding", "")

        def packed(job: LabJob) -> tuple[FileAnswer, dict[str, str]]:
            file = work(job)
            if not zips or len(file.content) < _LEAST_ZIPPED:
                return file, {}
            return file._replace(content=gzip.compress(file.content, 1)), {"content-encoding": "gzip"}

        pools = self.pools(values)
        pool = pools.at_once if operation.budget is AT_ONCE else pools.long if operation.streams else pools.quick
        file, headers = await self.result(request, packed, pool)
        return Response(file.content, media_type=file.media_type, headers=headers | {"cache-control": "no-store"})

    def pools(self, values: dict[str, Any]) -> Pools:
        """Return the pools for the game that a request names."""
        return self._own if self._processes.named_in(values) is None else self._declared

    def is_busy(self) -> bool:
        """Say whether any job runs or waits."""
        return any(pool.is_busy() for pools in (self._own, self._declared) for pool in pools)

    def parts(self, operation: Operation, values: dict[str, Any], job: LabJob) -> Iterator[Any]:
        """Yield the parts of an answer, found on this thread or in the process of the ruleset that is named."""
        game = self._processes.named_in(values)
        if game is None:
            return parts(operation, self.catalogue, values)
        return self._processes.parts(game, operation, values, job)

    def begin(self, pools: Pools) -> LabJob:
        """Make a long job with an id that nobody can guess."""
        urgent = pools.quick.is_busy if pools is self._own else None  # a process has other cores
        job = pools.long.job(secrets.token_urlsafe(12), urgent)
        self.jobs[job.id] = (job, asyncio.Event())
        return job

    def end(self, job: LabJob) -> None:
        """Forget a long job, and wake who waits for its end."""
        self.jobs.pop(job.id)[1].set()

    def stop(self) -> None:
        """Stop all jobs that are waited for, and end the processes of rulesets."""
        for job in [*self._questions, *(job for job, _ in self.jobs.values())]:
            job.stop()
        self._processes.close()

    def close(self) -> None:
        """Stop all jobs, for good."""
        self.stop()
        for pool in (*self._own, *self._declared):
            pool.close()


async def _service_of(request: Request) -> Service:  # not a plain function, for those are called on threads
    service = request.app.state.service
    if not isinstance(service, Service):
        raise TypeError(service)
    return service


TheService = Annotated[Service, Depends(_service_of)]


def _show(printed: bytes) -> None:
    """Pass on what a ruleset prints, but no characters that command a terminal."""
    sys.stderr.write(escaped(printed))
    sys.stderr.flush()


def json_bytes(data: object) -> bytes:
    """Return data as JSON."""
    return printable_json(json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)).encode()
