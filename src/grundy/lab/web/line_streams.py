"""Answers that are sent line by line while the job runs."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from starlette.responses import StreamingResponse

from grundy.lab.web.http_errors import data_of
from grundy.lab.web.service import json_bytes
from grundy.runtime.costs import MOMENT_SECONDS, POLL_SECONDS

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from fastapi import Request, Response

    from grundy.lab import Operation
    from grundy.lab.jobs import LabJob
    from grundy.lab.web.service import Place, Service


async def streamed(service: Service, request: Request, operation: Operation, values: dict[str, Any]) -> Response:
    """Run a long operation. Answer with its parts as they come and its progress; the first part has the limit of time.

    If the job is refused before its first part, the answer has the status of its error.
    """

    def work(job: LabJob, place: Place) -> None:
        head = json_bytes({"seconds": job.seconds})[:-1] + b","  # in the object of the first part
        for part in service.parts(operation, values, job, place):
            job.parts.append((head + part.content[1:] if head else part.content) + b"\n")
            head = b""

    job, future = service.begin(request, operation, values, work)
    try:
        while not (future.done() or job.parts) and not await request.is_disconnected():
            await asyncio.wait({future}, timeout=POLL_SECONDS)
    except BaseException:
        job.stop()
        raise
    if future.done() and not job.parts:
        future.result()  # raises the error of a job that was refused
    return StreamingResponse(
        _lines(request, future, job), media_type="application/x-ndjson", headers={"cache-control": "no-store"}
    )


async def _lines(request: Request, future: asyncio.Future[None], job: LabJob) -> AsyncGenerator[bytes]:
    """Yield the parts as they come, and now and then a line about the progress; the last line may be an error."""
    try:
        reported = 0.0
        while True:
            ended = future.done()  # read before the parts, so that none is left over
            while job.parts:
                yield job.parts.popleft()
            if ended or await request.is_disconnected():
                break
            if time.monotonic() > reported + MOMENT_SECONDS:
                reported = time.monotonic()
                yield json_bytes({"progress": {"done": job.done, "total": job.total}}) + b"\n"
            await asyncio.wait({future}, timeout=POLL_SECONDS)
        error = future.exception() if future.done() else None
        if error is not None:
            data = data_of(error)
            if data is None:
                raise error
            yield json_bytes({"error": data}) + b"\n"
    finally:
        job.stop()
