"""The state that all requests share: the catalogue, the processes that answer, their turns, and the jobs."""

from __future__ import annotations

import asyncio
import hmac
import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar

from fastapi import Depends, Request, Response

from grundy.lab import Catalogue, FileAnswer
from grundy.lab.calls import parts
from grundy.lab.jobs import JobStoppedError, LabJob
from grundy.lab.web.http_errors import RequestError
from grundy.lab.web.lab_processes import JSON, LabProcesses, escaped
from grundy.lab.web.turns import Turns
from grundy.runtime import limits, memory
from grundy.runtime.costs import LONG_SECONDS, QUICK_SECONDS
from grundy.runtime.messages import printable_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grundy.lab import Operation

Result = TypeVar("Result")
Place = int | str  # the number of a process, or the name of the rules that have one

_AT_ONCE = 2  # questions in the process of a ruleset, so that one passes another that does not return
_MOST_PAGE = 40  # characters of the number of a page
_MOST_THREADS = 512  # each waits for a process; as many as there may be connections


class JobLimits(NamedTuple):
    """The limits of a kind of jobs: seconds, bytes by which the process may grow, bytes of a table, threads."""

    seconds: float
    most_bytes: int
    table_bytes: int
    threads: int


class Service:
    """Runs the operations of the lab in processes: some for its own games, one for each game or problem in a file.

    Processes take turns between questions (`grundy.lab.web.turns`). If functions of rulesets do not return, only
    questions about them wait.
    """

    def __init__(  # noqa: PLR0913 - the options of the command, and its limits
        self,
        rulesets: Sequence[str] = (),
        problems: Sequence[str] = (),
        *,
        reload: bool = False,
        check_samples: bool = True,
        programs: bool = False,
        code: str | None = None,
        quick_seconds: float = QUICK_SECONDS,
        table_bytes: int = 2**31,
    ) -> None:
        """Load declared rulesets, such as ``mygames.py:cram``, and contest problems.

        With `reload`, files that have changed are read again before the next question. With `check_samples`, samples of
        problems are compared with the rules whenever files are read. With `programs`, those that a page sends are run.
        Rules that a page sends are run if it also sends `code`, which nobody but the reader knows; without it, never.
        A quick request may work for `quick_seconds`, and a table take `table_bytes`. Raises `RulesetError` if a file
        fails, or has no such ruleset or problem.
        """
        # Each process may take twice the bytes of its table.
        table = min(table_bytes, memory.available() // 8)
        self._cores = limits.threads()
        self._quick = JobLimits(quick_seconds, table, table, 1)
        self._long = JobLimits(LONG_SECONDS, 2 * table, table, max(1, self._cores - 1))  # one is left for other work
        self._processes = LabProcesses(rulesets, problems, table, _show, check_samples=check_samples)
        self._reload, self._runs_programs, self._code = reload, programs, code
        self._reading = threading.Lock()
        try:
            self.read_rules()
        except BaseException:
            self._processes.close()
            raise
        self._threads = ThreadPoolExecutor(_MOST_THREADS, "waiting")
        self._turns: dict[str | None, Turns] = {}  # by the name of a game or problem in a file; None for all others
        self._jobs: set[LabJob] = set()

    def prepare(self) -> None:
        """Start the processes for grundy's own games before the first question; on threads, which last as long."""
        for place in range(self._cores):
            self._threads.submit(self._processes.start, place)

    def read_rules(self, *, if_changed: bool = False) -> None:
        """Read the files of rules, now or if one has changed.

        Raises `RulesetError` for a fault; then nothing changes.
        """
        with self._reading:
            if if_changed and not self._processes.have_changed():
                return
            found = self._processes.read()
            self.without_samples = [str(problem["problem"]) for problem in found["without_samples"]]
            self._lists: dict[str, FileAnswer] = {}  # answers that are always the same
            self.catalogue = Catalogue(elsewhere=found["games"], problems_elsewhere=found["problems"])

    def read_typed(self, text: str, code: str) -> dict[str, Any]:
        """Run rules that a page sends, and return the report about them (`grundy.lab.own_rules`)."""
        if self._code is None:
            raise RequestError(403, "rules", "error.rules-off")
        if not hmac.compare_digest(code.encode(), self._code.encode()):
            raise RequestError(403, "rules", "error.rules-code")
        return self._processes.read_typed(text)

    def rules_header(self) -> list[tuple[bytes, bytes]]:
        """Return the header about the version of the rules in files that answers are by; none without such files."""
        version = self._processes.version
        changed = b" changed" if self._processes.have_changed() else b""
        return [(b"grundy-rules", str(version).encode() + changed)] if version else []

    async def answer(self, request: Request, operation: Operation, values: dict[str, Any]) -> Response:
        """Answer with the result of an operation. The work is stopped if the client goes away."""

        def work(job: LabJob, place: Place) -> FileAnswer:
            return next(self.parts(operation, values, job, place))

        file = self._lists.get(operation.name)
        if file is None and not operation.fields:
            content = json_bytes(next(parts(operation, self.catalogue, values)))
            file = self._lists[operation.name] = FileAnswer(content, JSON)
        if file is None:
            job, future = self.begin(request, operation, values, work)
            gone = asyncio.ensure_future(_gone(request))
            both: set[asyncio.Future[Any]] = {future, gone}
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                gone.cancel()
                job.stop()
            file = await future
        return Response(file.content, media_type=file.media_type, headers={"cache-control": "no-store"})

    def parts(self, operation: Operation, values: dict[str, Any], job: LabJob, place: Place) -> Iterator[FileAnswer]:
        """Yield the parts of an answer, found in the process at this place."""
        if isinstance(place, str) and self._reload:
            self.read_rules(if_changed=True)
        kind = self._long if operation.streams else self._quick
        bounds = {"table_bytes": kind.table_bytes, "threads": kind.threads}
        return self._processes.parts(place, operation, values, job, bounds)

    def begin(
        self,
        request: Request,
        operation: Operation,
        values: dict[str, Any],
        work: Callable[[LabJob, Place], Result],
    ) -> tuple[LabJob, asyncio.Future[Result]]:
        """Queue a job, which calls `work` on a thread with the place of its process; return it with its future."""
        if operation.name == "programs" and not self._runs_programs:
            raise RequestError(403, "programs", "error.programs")
        game = self._processes.named_in(values, request.headers.get("grundy-typed"))
        kind = self._long if operation.streams else self._quick
        job = LabJob(kind.seconds, kind.most_bytes)
        self._jobs.add(job)
        turns = self._turns.setdefault(game, Turns(self._cores if game is None else _AT_ONCE))
        future = asyncio.ensure_future(self._worked(turns, _client(request), job, work, game))

        def end(future: asyncio.Future[Result]) -> None:
            self._jobs.discard(job)
            if not future.cancelled():
                future.exception()  # the client may have gone

        future.add_done_callback(end)
        return job, future

    async def _worked(
        self, turns: Turns, client: str, job: LabJob, work: Callable[[LabJob, Place], Result], game: str | None
    ) -> Result:
        try:
            async with turns.turn(client, job) as place:
                return await asyncio.get_running_loop().run_in_executor(self._threads, work, job, game or place)
        except asyncio.CancelledError:
            if job.stopped:
                raise JobStoppedError from None
            raise

    def stop(self) -> None:
        """Stop all jobs, and end the processes of rulesets."""
        for job in [*self._jobs]:
            job.stop()
        self._processes.close()

    def close(self) -> None:
        """Stop all jobs, without waiting for their threads."""
        self.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _client(request: Request) -> str:
    """Return who asks: the page, by the number that it has given itself, or a connection."""
    page = request.headers.get("grundy-page", "")[:_MOST_PAGE]
    return page or (f"{request.client.host}:{request.client.port}" if request.client else "")


async def _gone(request: Request) -> None:
    """Wait until the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


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
