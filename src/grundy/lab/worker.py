"""The lab in a worker of the browser, without a server: one request at a time, parts of answers as they are found.

The page's side is ``web/static/base/worker-end.js``, and the worker's side ``web/static/lab-worker.js``. This module
depends on neither: requests are names and JSON texts, and answers go to a callback. So the same code runs under
CPython.
"""

from __future__ import annotations

import json
import random
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from grundy.errors import MissingPackageError
from grundy.games import declared
from grundy.lab import own_rules
from grundy.lab.calls import OPERATIONS, parts
from grundy.lab.catalogue import Catalogue
from grundy.lab.error_data import error_data, message_data
from grundy.lab.fields import checked
from grundy.lab.jobs import JobError, JobTimeoutError, LabJob
from grundy.lab.operation import FileAnswer
from grundy.runtime import limits, memory, progress
from grundy.runtime.costs import ANSWER_SECONDS, LONG_SECONDS, MOMENT_SECONDS, QUICK_SECONDS
from grundy.runtime.messages import Message, printable_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    Send = Callable[[str, str | bytes, str], None]

_RULES = "rules"  # the request with a file of rules; not an operation, because only a page may run rules
# Their cost does not depend on a position. On a busy computer they take seconds, as they import and check much.
_NEVER_TOO_LARGE = (_RULES, "games")


class WorkerHost:
    """Answers requests one after another. Its games include the rules of the reader."""

    def __init__(
        self,
        *,
        table_bytes: int = 2**28,
        held: Callable[[], int] = memory.held,
        quick_seconds: float = QUICK_SECONDS,
    ) -> None:
        """Allow tables of `table_bytes`, and measure memory with `held`.

        A request whose answer does not come in parts may take `quick_seconds`.
        """
        self._held, self._seconds = held, quick_seconds
        self._limits = limits.Limits(table_bytes=table_bytes, threads=1)
        self._most_bytes = 2 * table_bytes
        self._catalogue = Catalogue()
        self._job: LabJob | None = None
        self._stood: tuple[str, str] | None = None  # the place at which rules were stopped, and why
        self._why: JobError = JobTimeoutError(quick_seconds)
        random.seed()  # otherwise each visit would begin with the state in the snapshot of memory

    def answer(self, name: str, body: str | None, send: Send) -> None:
        """Answer a request: call `send` with a kind, a text or the bytes of a file, and the type of its content.

        Kinds: ``part``, a line of an answer in parts, which may also be progress, or an error as the last line;
        ``answer``, the whole answer; ``refused``, an error without a part before it. Exceptions that are a fault of
        grundy are raised.
        """
        quick = ANSWER_SECONDS if name in _NEVER_TOO_LARGE else self._seconds
        seconds = LONG_SECONDS if name in OPERATIONS and OPERATIONS[name].streams else quick
        job = LabJob(seconds, self._most_bytes)
        answer = _AnswerParts(send, job)
        try:
            with self._working(job, answer):
                self._answer(name, body, send, answer)
        except Exception as error:
            data = self._error(error)
            if data is None:
                raise
            send("part" if answer.any else "refused", _text({"error": data}), "")

    def _answer(self, name: str, body: str | None, send: Send, answer: _AnswerParts) -> None:
        data = json.loads(body) if body is not None else {}
        if name == _RULES:
            catalogue, found = own_rules.read(data["text"], audited=data.get("audit", True))
            if self._stood is not None:  # the audit has caught the exception as a fault of a state
                raise self._why
            if found["games"] or not data["text"].strip():  # otherwise the rules before stay
                self._catalogue = catalogue
            send("answer", _text(found), "")
            return
        operation = OPERATIONS[name]
        values = checked(operation.fields, data)
        for part in parts(operation, self._catalogue, values):
            if isinstance(part, FileAnswer):
                send("answer", part.content, part.media_type)
            elif operation.streams:
                answer.take(part)
            else:
                send("answer", _text(part), "")

    @contextmanager
    def _working(self, job: LabJob, answer: _AnswerParts) -> Iterator[None]:
        """Limit the time and the memory of the work inside the block."""
        self._job, self._stood = job, None
        job.begin(self._held)

        def reported(done: int, total: int | None) -> None:
            job.progress(done, total)
            answer.report()

        try:
            with limits.limited(**self._limits), progress.reporting(reported, None, job.check, _unheard):
                yield
        finally:
            self._job = None

    def check_rules(self, _number: int, frame: FrameType | None) -> None:
        """Raise a `JobError` if the rules of the reader are running and the job is over its limits.

        This is the handler of a signal that the worker sends several times a second. Only rules of the reader may never
        report by themselves. Outside of them nothing is raised, because an exception could leave tables half made.
        """
        if self._job is None or frame is None:
            return
        location = declared.location_of_frame(frame)
        if location is None:
            return
        try:
            self._job.check()
        except JobError as error:
            self._stood, self._why = location, error
            raise

    def _error(self, error: Exception) -> dict[str, Any] | None:
        if isinstance(error, MissingPackageError):
            params = {"package": error.package, "what": error.what}
            return message_data("rules", Message("error.worker-package", params))
        if self._stood is None or not isinstance(error, JobError):
            return error_data(error)
        location, function = self._stood
        params = {"location": location, "function": function, "error": error.message}
        return message_data("rules", Message("error.stuck", params))


class _AnswerParts:
    """The lines of an answer in parts. The first line has the seconds that the work may take."""

    def __init__(self, send: Send, job: LabJob) -> None:
        self._send, self._job = send, job
        self._next = 0.0
        self.any = False

    def take(self, part: dict[str, Any]) -> None:
        """Send a part."""
        head = {} if self.any else {"seconds": self._job.seconds}
        self.any = True
        self._send("part", _text(head | part), "")

    def report(self) -> None:
        """Send the progress of the work, but not too often."""
        now = time.monotonic()
        if self.any and now >= self._next:
            self._next = now + MOMENT_SECONDS
            self._send("part", _text({"progress": {"done": self._job.done, "total": self._job.total}}), "")


def _text(data: object) -> str:
    return printable_json(json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False))


def _unheard(_notice: Message) -> None:
    """Ignore notices about the plain search: the page says that it has no other search."""
