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
from grundy.messages import printable_json
from grundy.runtime import limits, memory
from grundy.web.rulesets import RulesetProcesses, escaped
from grundy.web.workers import RequestWorkers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grundy.lab import Operation
    from grundy.lab.jobs import LabJob

Result = TypeVar("Result")

_INTERVAL_SECONDS = 0.1  # between two checks whether the client has gone
_LEAST_ZIPPED = 4096  # bytes: shorter answers are not compressed
_QUICK_BYTES = 2**29  # of memory for a quick request
_LONG_BYTES = 2**31  # of a table of a long job, at most
_QUICK_SECONDS, _LONG_SECONDS = 3, 600


class Pools(NamedTuple):
    """Worker pools: for boards that are drawn without solving, for quick requests, and for long jobs."""

    at_once: RequestWorkers
    quick: RequestWorkers
    long: RequestWorkers


class Service:
    """Runs the operations of the lab: for its own games on threads, for rulesets and problems in files in processes.

    If functions of rulesets do not return, only the threads that serve rulesets wait for them.
    """

    def __init__(self, rulesets: Sequence[str] = (), problems: Sequence[str] = ()) -> None:
        """Load declared rulesets, such as ``mygames.py:cram``, and contest problems, and make the worker pools.

        Raises `RulesetError` if a file fails, or has no such ruleset or problem.
        """
        # Two long jobs run at a time, and each may take twice the bytes of its table.
        table = min(_LONG_BYTES, memory.available() // 8)
        self._processes = RulesetProcesses(rulesets, problems, table, _show)
        try:
            found = self._processes.begin()
            self.catalogue = Catalogue(elsewhere=found["games"], problems_elsewhere=found["problems"])
        except BaseException:
            self._processes.close()
            raise
        cores = max(1, limits.threads() - 1)  # one is left for other work
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
        self._questions: list[LabJob] = []  # jobs whose answers are sent as a whole

    async def result(self, request: Request, work: Callable[[LabJob], Result], pool: RequestWorkers) -> Result:
        """Run work in a pool and return its result. The work is stopped if the client goes away."""
        job = pool.job()
        future = await pool.submit(work, job)
        self._questions.append(job)
        try:
            while not (await asyncio.wait({future}, timeout=_INTERVAL_SECONDS))[0]:
                if await request.is_disconnected():
                    job.stop()
        finally:
            job.stop()
            self._questions.remove(job)
        return await future

    async def answer(self, request: Request, operation: Operation, values: dict[str, Any]) -> Response:
        """Answer with the result of an operation. Data is encoded as JSON on the thread of the job."""

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
        """Return whether any job runs or waits."""
        return any(pool.is_busy() for pools in (self._own, self._declared) for pool in pools)

    def parts(self, operation: Operation, values: dict[str, Any], job: LabJob) -> Iterator[Any]:
        """Yield the parts of an answer, found on this thread or in the process of the named ruleset."""
        game = self._processes.named_in(values)
        if game is None:
            return parts(operation, self.catalogue, values)
        return self._processes.parts(game, operation, values, job)

    def begin(self, pools: Pools) -> LabJob:
        """Make a long job with a random id, so that other clients cannot stop it."""
        # Jobs in processes do not compete with quick requests.
        urgent = pools.quick.is_busy if pools is self._own else None
        job = pools.long.job(secrets.token_urlsafe(12), urgent)
        self.jobs[job.id] = (job, asyncio.Event())
        return job

    def end(self, job: LabJob) -> None:
        """Remove a long job, and notify the requests that wait for its end."""
        self.jobs.pop(job.id)[1].set()

    def stop(self) -> None:
        """Stop all jobs that have a client, and end the processes of rulesets."""
        for job in [*self._questions, *(job for job, _ in self.jobs.values())]:
            job.stop()
        self._processes.close()

    def close(self) -> None:
        """Stop all jobs and close the pools."""
        self.stop()
        for pool in (*self._own, *self._declared):
            pool.close()


async def _service_of(request: Request) -> Service:  # asynchronous, because FastAPI calls plain functions on threads
    service = request.app.state.service
    if not isinstance(service, Service):
        raise TypeError(service)
    return service


TheService = Annotated[Service, Depends(_service_of)]


def _show(printed: bytes) -> None:
    """Write to stderr what a ruleset prints, without control characters."""
    sys.stderr.write(escaped(printed))
    sys.stderr.flush()


def json_bytes(data: object) -> bytes:
    """Return data as JSON."""
    return printable_json(json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)).encode()
