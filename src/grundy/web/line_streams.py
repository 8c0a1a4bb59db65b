"""Answers that are sent line by line while the job runs."""

from __future__ import annotations

import asyncio
import zlib
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from fastapi import Request, Response
from starlette.responses import StreamingResponse

from grundy.web.http_errors import data_of
from grundy.web.service import json_bytes

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from grundy.lab import Operation
    from grundy.lab.jobs import LabJob
    from grundy.web.service import Service

_INTERVAL_SECONDS = 0.1  # between two checks of the job
_PROGRESS_INTERVALS = 5  # between two lines about the progress
_GZIP = 16 + zlib.MAX_WBITS  # for zlib: the format of gzip, with the largest window
_FIRST_INTERVALS = 10  # if a job is refused in this time, the answer has the status of its error


async def streamed(service: Service, request: Request, operation: Operation, values: dict[str, Any]) -> Response:
    """Run a long operation. Answer with its parts as they come and its progress; the first part has the id of the job.

    If the job is refused at once, the answer has the status of its error.
    """

    def work(job: LabJob) -> None:
        head: dict[str, Any] = {"id": job.id, "seconds": job.seconds}
        for part in service.parts(operation, values, job):
            job.parts.append(json_bytes(head | part) + b"\n")
            head = {}

    pools = service.pools(values)
    job = service.begin(pools)
    try:
        future = await pools.long.submit(work, job)
    except BaseException:
        service.end(job)
        raise
    future.add_done_callback(lambda _: service.end(job))
    try:
        for _ in range(_FIRST_INTERVALS):  # wait a second: the job may be refused
            await asyncio.wait({future}, timeout=_INTERVAL_SECONDS)
            if future.done() or job.done:
                break
    except BaseException:
        job.stop()
        raise
    if future.done():
        future.result()  # raises the error of a job that was refused
    lines = _lines(request, future, job)
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        lines = _zipped(lines)
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)


async def _zipped(lines: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    """Compress lines, each so that it can be read at once."""
    packer = zlib.compressobj(1, zlib.DEFLATED, _GZIP)
    async with aclosing(lines):
        async for line in lines:
            yield packer.compress(line) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()


async def _lines(request: Request, future: asyncio.Future[None], job: LabJob) -> AsyncGenerator[bytes]:
    intervals = 0
    begun = False  # the first line is the first part, with the id
    try:
        while not future.done():
            while job.parts:
                begun = True
                yield job.parts.popleft()
            if begun and intervals % _PROGRESS_INTERVALS == 0:
                yield json_bytes({"progress": {"done": job.done, "total": job.total}}) + b"\n"
            intervals += 1
            await asyncio.wait({future}, timeout=_INTERVAL_SECONDS)
            if await request.is_disconnected():
                return
        while job.parts:
            yield job.parts.popleft()
        error = future.exception()
        if error is not None:
            data = data_of(error)
            if data is None:
                raise error
            yield json_bytes({"error": data}) + b"\n"
    finally:
        job.stop()
