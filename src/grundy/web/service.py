"""The state that all requests share: the catalogue, two worker pools, and the long jobs by their ids."""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from fastapi import Depends, Request, Response

from grundy.lab import File
from grundy.lab.calls import parts
from grundy.runtime import limits, memory
from grundy.web.workers import WorkerPool

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.lab import Catalogue, Operation
    from grundy.web.jobs import Job

Result = TypeVar("Result")

_INTERVAL = 0.1  # seconds between two looks whether the client is still there
_QUICK_BYTES = 2**29
_LONG_BYTES = 2**31


class Service:
    """Runs the operations of the lab on threads, for the games of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        """Make the worker pools."""
        self.catalogue = catalogue
        self.quick = WorkerPool("quick", 2, 256, seconds=3, most_bytes=_QUICK_BYTES, threads=1)
        cores = max(1, limits.threads() - 1)  # one is left for the others
        table = min(_LONG_BYTES, memory.available() // 8)  # two at a time, and the process may hold twice that
        self.long = WorkerPool("long", 2, 4, seconds=600, most_bytes=2 * table, table_bytes=table, threads=cores)
        self.jobs: dict[str, tuple[Job, asyncio.Event]] = {}

    async def result(self, request: Request, work: Callable[[Job], Result], pool: WorkerPool) -> Result:
        """Have work done; stop it where the client goes away."""
        job = pool.job()
        future = await pool.submit(work, job)
        try:
            while not (await asyncio.wait({future}, timeout=_INTERVAL))[0]:
                if await request.is_disconnected():
                    job.stop()
        finally:
            job.stop()
        return await future

    async def answer(self, request: Request, operation: Operation, values: dict[str, Any]) -> Response:
        """Answer with the result of an operation; what is data is written as JSON on the thread too."""

        def work(_: Job) -> File:
            found = next(parts(operation, self.catalogue, values))
            return found if isinstance(found, File) else File(json_bytes(found), "application/json")

        file = await self.result(request, work, self.long if operation.streams else self.quick)
        return Response(file.content, media_type=file.media_type, headers={"cache-control": "no-store"})

    def begin(self) -> Job:
        """Make a long job with an id that nobody can guess."""
        job = self.long.job(secrets.token_urlsafe(12), self.quick.is_busy)
        self.jobs[job.id] = (job, asyncio.Event())
        return job

    def end(self, job: Job) -> None:
        """Forget a long job, and wake who waits for its end."""
        self.jobs.pop(job.id)[1].set()

    def stop(self) -> None:
        """Stop all long jobs."""
        for job, _ in list(self.jobs.values()):
            job.stop()

    def close(self) -> None:
        """Stop all jobs, for good."""
        self.stop()
        self.quick.close()
        self.long.close()


async def _service_of(request: Request) -> Service:  # not a plain function, for those are called on threads
    service = request.app.state.service
    if not isinstance(service, Service):
        raise TypeError(service)
    return service


TheService = Annotated[Service, Depends(_service_of)]


def json_bytes(data: object) -> bytes:
    """Return data as JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
