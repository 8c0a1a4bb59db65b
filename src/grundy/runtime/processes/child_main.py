"""The main program of a child process (`grundy.runtime.processes.child`): a host that is called over pipes.

The parent sends calls, ``{"call": 3, "name": "positions"}`` with a body, ``{"cancel": 3}``, and
``{"pause": 3, "paused": true}``. When the parent closes
the pipe, this process ends. Each call runs on its own thread, so a call that never returns does not block others.
Answers are ``part`` with a body, then ``end``; or ``error`` with an exception as the host describes it; or ``fault``
with a traceback. All printed text goes to stderr, which the parent reads.
"""

from __future__ import annotations

import faulthandler
import io
import json
import os
import signal
import sys
import threading
import time
import traceback
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any, Protocol

from grundy.runtime.costs import POLL_SECONDS, SWITCH_SECONDS
from grundy.runtime.processes import frames, system

if TYPE_CHECKING:
    from collections.abc import Iterator


class CallCancelled(Exception):
    """The parent has cancelled the call."""


class Call:
    """One call: it sends reports to the parent, and ends if the parent has cancelled it."""

    def __init__(self, number: int, answers: Answers) -> None:
        self.number = number
        self.answers = answers
        self.cancelled = self.done = False
        self.may_work = threading.Event()
        self.may_work.set()
        self._next_beat = 0.0

    def progress(self, done: int, total: int | None) -> None:
        """Report how far the work is."""
        self.check(done=done, total=total)

    def compiling(self) -> None:
        """Report that a kernel is compiled, which takes seconds."""
        self.answers.send({"call": self.number, "compiling": True})

    def stage(self, words: str) -> None:
        """Report which part of the rules is called now."""
        self.answers.send({"call": self.number, "stage": words})

    def check(self, **report: int | None) -> None:
        """Wait while the call is paused; raise `CallCancelled` if it is cancelled; else report now and then."""
        self.may_work.wait()
        if self.cancelled:
            raise CallCancelled
        now = time.monotonic()
        if now >= self._next_beat:
            self._next_beat = now + POLL_SECONDS
            self.answers.send({"call": self.number, "beat": report})


class Host(Protocol):
    """The object in a child process that answers calls."""

    def __init__(self, **setup: Any) -> None:
        """Prepare for calls; exceptions are reported to the parent."""

    def about(self) -> Any:
        """Return a description for the parent, as data for JSON."""

    def run(self, name: str, data: Any, call: Call) -> Iterator[tuple[dict[str, Any], bytes]]:
        """Yield the parts of an answer: each a head and bytes."""

    @staticmethod
    def error(error: BaseException) -> dict[str, Any] | None:
        """Return an exception as data; None for an unexpected one, a fault of the program."""


class Answers:
    """The pipe to the parent, for all threads."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._lock = threading.Lock()

    def send(self, head: dict[str, Any], body: bytes = b"") -> None:
        """Send a message; end the process if the parent has closed the pipe."""
        try:
            with self._lock:
                frames.write(self._file, head, body)
        except OSError:
            os._exit(1)


def main() -> None:
    """Answer the calls of the parent until it closes the pipe."""
    asked = os.fdopen(os.dup(0), "rb")
    answers = Answers(os.fdopen(os.dup(1), "wb"))
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - only a descriptor is needed
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace", line_buffering=True)
    sys.setswitchinterval(SWITCH_SECONDS)
    setup = frames.read(asked)
    if setup is None:
        return
    head, body = setup
    module, _, name = str(head["entry"]).partition(":")
    make = getattr(import_module(module), name)
    _bind(head)
    answers.send({"call": 0, "begun": threading.get_ident()})
    calls: dict[int, Call] = {}
    running: set[int] = set()
    host = _made(make, json.loads(body), answers)
    while host is not None and (message := frames.read(asked)) is not None:
        head, body = message
        if "cancel" in head:
            call = calls.get(head["cancel"])
            if call is not None:
                call.cancelled = True
                call.may_work.set()
            continue
        if "pause" in head:
            call = calls.get(head["pause"])
            if call is not None:
                (call.may_work.clear if head["paused"] else call.may_work.set)()
            continue
        calls = {number: call for number, call in calls.items() if not call.done}
        call = calls[head["call"]] = Call(head["call"], answers)
        running.add(call.number)
        threading.Thread(target=_run, args=(host, call, head["name"], body, running), daemon=True).start()
    os._exit(0)  # not by `sys.exit`, which would wait for threads that the rules have left running


def _bind(head: dict[str, Any]) -> None:
    """Set the limits that the parent has sent."""
    if os.name != "posix":
        return
    system.bind_child(head["parent"], head["memory"])
    system.adopt_orphans()  # so that the parent finds all processes of the rules as descendants of this process
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.register(signal.SIGUSR1, file=head["dump"], all_threads=True)
    os.nice(head["niceness"])


def _made(make: type[Host], setup: dict[str, Any], answers: Answers) -> Host | None:
    """Return the host, or None after sending an exception as the answer to call 0."""
    try:
        host = make(**setup)
        answers.send({"call": 0, "part": {}}, json.dumps(host.about()).encode())
        answers.send({"call": 0, "end": True})
    except BaseException as error:  # noqa: BLE001 - rules may raise anything
        _send_error(make, 0, error, answers)
        return None
    return host


def _run(host: Host, call: Call, name: str, body: bytes, running: set[int]) -> None:
    send = call.answers.send
    send({"call": call.number, "begun": threading.get_ident()})
    try:
        for head, part in host.run(name, json.loads(body), call):
            send({"call": call.number, "part": head}, part)
        sys.stdout.flush()
        _end_processes(call, running)
        send({"call": call.number, "end": True})
    except BaseException as error:  # noqa: BLE001 - rules may raise anything
        _send_error(host, call.number, error, call.answers)
    finally:
        call.done = True
        _end_processes(call, running)


def _end_processes(call: Call, running: set[int]) -> None:
    """End what the rules have started and left, unless it may belong to another call."""
    running.discard(call.number)
    if not running:
        system.end_children()


def _send_error(host: Host | type[Host], number: int, error: BaseException, answers: Answers) -> None:
    if isinstance(error, CallCancelled):
        answers.send({"call": number, "end": False})
        return
    if isinstance(error, MemoryError):
        traceback.clear_frames(error.__traceback__)  # they hold objects of the rules, and the answer needs memory
    data = host.error(error)
    if data is not None:
        answers.send({"call": number, "error": data, "memory": isinstance(error, MemoryError)})
    else:
        answers.send({"call": number, "fault": "".join(traceback.format_exception(error))})
