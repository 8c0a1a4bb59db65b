"""The state that all requests share: the catalogue, the worker pools, the processes of rulesets, and the jobs."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

from fastapi import Depends, Request, Response

from grundy.lab import Catalogue, FileAnswer
from grundy.lab.calls import parts
from grundy.messages import printable_json
from grundy.runtime import limits, memory
from grundy.runtime.costs import LONG_SECONDS, POLL_SECONDS, QUICK_SECONDS
from grundy.web.rulesets import RulesetProcesses, escaped
from grundy.web.workers import RequestWorkers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grundy.lab import Operation
    from grundy.lab.jobs import LabJob

Result = TypeVar("Result")


class Pools(NamedTuple):
    """Worker pools: for quick requests, and for long jobs."""

    quick: RequestWorkers
    long: RequestWorkers


class Service:
    """Runs the operations of the lab: for its own games on threads, for rulesets and problems in files in processes.

    If functions of rulesets do not return, only the threads that serve rulesets wait for them.
    """

    def __init__(
        self,
        rulesets: Sequence[str] = (),
        problems: Sequence[str] = (),
        *,
        reload: bool = False,
        quick_seconds: float = QUICK_SECONDS,
        table_bytes: int = 2**31,
    ) -> None:
        """Load declared rulesets, such as ``mygames.py:cram``, and contest problems, and make the worker pools.

        With `reload`, files that have changed are read again before the next question. A quick request may take
        `quick_seconds`, and a table `table_bytes`. Raises `RulesetError` if a file fails, or has no such ruleset or
        problem.
        """
        # Two long jobs run at a time, and each may take twice the bytes of its table.
        table = min(table_bytes, memory.available() // 8)
        self._processes = RulesetProcesses(rulesets, problems, table, _show)
        self._reload = reload
        self._reading = threading.Lock()
        try:
            self.read_rules()
        except BaseException:
            self._processes.close()
            raise
        cores = max(1, limits.threads() - 1)  # one is left for other work
        self._own, self._declared = (
            Pools(
                RequestWorkers(f"{name}quick", 4, seconds=quick_seconds, most_bytes=table, threads=1),
                RequestWorkers(
                    f"{name}long", 2, seconds=LONG_SECONDS, most_bytes=2 * table, table_bytes=table, threads=cores
                ),
            )
            for name in ("", "rules-")
        )
        self._jobs: set[LabJob] = set()

    def read_rules(self, *, if_changed: bool = False) -> None:
        """Read the files of rules, now or if one has changed.

        Raises `RulesetError` for a fault; then nothing changes.
        """
        with self._reading:
            if if_changed and not self._processes.have_changed():
                return
            found = self._processes.read()
            self.catalogue = Catalogue(elsewhere=found["games"], problems_elsewhere=found["problems"])

    def rules_header(self) -> list[tuple[bytes, bytes]]:
        """Return the header about the version of the rules in files that answers are by; none without such files."""
        version = self._processes.version
        changed = b" changed" if self._processes.have_changed() else b""
        return [(b"grundy-rules", str(version).encode() + changed)] if version else []

    async def answer(self, request: Request, operation: Operation, values: dict[str, Any]) -> Response:
        """Answer with the result of an operation. The work is stopped if the client goes away."""

        def work(job: LabJob) -> FileAnswer:
            found = next(self.parts(operation, values, job))
            return found if isinstance(found, FileAnswer) else FileAnswer(json_bytes(found), "application/json")

        pools = self.pools(values)
        job, future = self.begin(pools.long if operation.streams else pools.quick, work)
        try:
            while not (await asyncio.wait({future}, timeout=POLL_SECONDS))[0]:
                if await request.is_disconnected():
                    job.stop()
        finally:
            job.stop()
        file = await future
        return Response(file.content, media_type=file.media_type, headers={"cache-control": "no-store"})

    def pools(self, values: dict[str, Any]) -> Pools:
        """Return the pools for the game that a request names."""
        return self._own if self._processes.named_in(values) is None else self._declared

    def parts(self, operation: Operation, values: dict[str, Any], job: LabJob) -> Iterator[Any]:
        """Yield the parts of an answer, found on this thread or in the process of the named ruleset."""
        game = self._processes.named_in(values)
        if game is not None and self._reload:
            self.read_rules(if_changed=True)
        if game is None:
            return parts(operation, self.catalogue, values)
        return self._processes.parts(game, operation, values, job)

    def begin(self, pool: RequestWorkers, work: Callable[[LabJob], Result]) -> tuple[LabJob, asyncio.Future[Result]]:
        """Queue a job; return it with the future of its result."""
        job = pool.job()
        self._jobs.add(job)
        future = pool.submit(work, job)

        def end(future: asyncio.Future[Result]) -> None:
            self._jobs.discard(job)
            if not future.cancelled():
                future.exception()  # the client may have gone

        future.add_done_callback(end)
        return job, future

    def stop(self) -> None:
        """Stop all jobs, and end the processes of rulesets."""
        for job in self._jobs:
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
