"""A child process for functions that may never return: called over pipes, under limits, and ended by this process.

This is our own code, because the pools of the standard library wait until a function returns, have no limits on memory,
and cannot say which line runs. It guards against mistakes, not against attackers. The limits on processes and the
lines that run need Unix; so does a limit on memory that the process itself enforces.
"""

from __future__ import annotations

import json
import os
import queue
import re
import signal
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import psutil

from grundy.runtime.costs import END_SECONDS, POLL_SECONDS, WAIT_SECONDS
from grundy.runtime.processes import frames, system

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MOST_DUMPED = 2**20  # bytes of these lines
_MOST_DUMPS = 5  # about one in a hundred ends at a generator
_OUTERMOST = ("_bootstrap", "<module>")  # the functions in which threads begin
_COMPILING = 12  # times as long a call may be silent while a kernel is compiled
_THREAD = re.compile(r"hread 0x([0-9a-f]+) ")
_LINE = re.compile(r'  File "(.*)", line ([0-9]+) in (.*)')


class ProgramLine(NamedTuple):
    """A line of a program that is being run."""

    file: str
    number: int
    function: str


@dataclass(frozen=True, slots=True)
class ChildLimits:
    """The limits of a child process.

    `memory`: bytes beyond those at its start; `processes`: how many it may start; `output`: bytes that one call may
    print; `silence`: seconds for which a call may send no report; `end`: seconds for which a call may go on after it
    was asked to end; `niceness`: how much the process gives way to others.
    """

    memory: int = 2**30
    processes: int = 16
    output: int = 2**16
    silence: float = 10.0
    end: float = END_SECONDS
    niceness: int = 5


class ChildError(Exception):
    """A call failed in the child process; `data` is the exception as its host describes it."""

    def __init__(self, data: dict[str, Any]) -> None:
        super().__init__(str(data.get("message")))
        self.data = data


class ChildFault(Exception):
    """A call failed in the child process by an exception that its host does not know; the text is the traceback."""


class ChildStuck(Exception):
    """The child process had to be ended. `lines` are the lines of the call that ran, the innermost first.

    `stage` says which part of the rules was called, if that was reported. The cause is the exception of the caller's
    `check`, or None if the call has exceeded another limit.
    """

    def __init__(self, why: str, lines: list[ProgramLine], stage: str, seconds: float) -> None:
        """Store the lines that ran; `why` is ``time``, ``silence``, ``output`` or ``processes``."""
        super().__init__(why)
        self.why = why
        self.lines = lines
        self.stage = stage
        self.seconds = seconds


class ChildDied(Exception):
    """The child process has ended; `killed` says whether this process ended it, for another call or on purpose."""

    def __init__(self, *, killed: bool) -> None:
        super().__init__("killed" if killed else "died")
        self.killed = killed


class Child:
    """A process with a host: an object of the class `entry` (``module:Class``), made with `setup` as keywords.

    Its methods are called by name; `call` may be used from several threads. `printed` is called with the bytes that the
    process prints.
    """

    def __init__(
        self,
        entry: str,
        setup: dict[str, Any],
        limits: ChildLimits,
        printed: Callable[[bytes], None],
    ) -> None:
        """Start the process. Call 0, for which `about` waits, makes its host."""
        self.limits = limits
        self._printed = printed
        self._output = 0
        self._killed = False
        self._lock = threading.Lock()
        self._making, self._ending = threading.Lock(), threading.RLock()
        self._about: list[Any] = []  # the description of the host, when it is made
        self._number = 0
        self._paused: set[int] = set()
        self._inboxes: dict[int, queue.SimpleQueue[tuple[dict[str, Any], bytes] | None]] = {0: queue.SimpleQueue()}
        self._dump = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        posix: dict[str, Any] = {}
        if os.name == "posix":
            posix = {"pass_fds": (self._dump.fileno(),), "start_new_session": True}
        self._process = subprocess.Popen(  # noqa: S603 - this very program
            system.python_command("grundy.runtime.processes.child_main"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **posix,
        )
        self._seen = psutil.Process(self._process.pid)
        self._outbox: queue.SimpleQueue[tuple[dict[str, Any], bytes] | None] = queue.SimpleQueue()
        head = {"entry": entry, "dump": self._dump.fileno(), "parent": os.getpid()}
        head |= {"memory": limits.memory, "niceness": limits.niceness}
        self._send(head, json.dumps(setup).encode())
        self._printing = threading.Thread(target=self._read_printed, daemon=True)
        self._printing.start()
        for work in (self._write, self._read):
            threading.Thread(target=work, daemon=True).start()

    @property
    def alive(self) -> bool:
        """Whether calls can be made."""
        return not self._killed and self._process.poll() is None

    def about(self, check: Callable[[], None]) -> Any:
        """Wait until the host is made, and return its description. Raises what `call` raises.

        An exception of `check` ends the wait, and not the making of the host.
        """
        with self._making:
            if not self._about:
                for _, body in self._parts(0, check, None):
                    self._about.append(json.loads(body))
        return self._about[0]

    def call(
        self,
        name: str,
        data: Any,
        check: Callable[[], None],
        report: Callable[[dict[str, Any]], None] | None = None,
        begun: Callable[[int], None] | None = None,
    ) -> Iterator[tuple[dict[str, Any], bytes]]:
        """Call the host, and yield the parts of its answer.

        `check` is called repeatedly, and ends the call by an exception. Then the call is asked to end by itself; if it
        does, the exception is passed on. If it does not, or if a call sends no report for too long, prints too much or
        has too many processes, the whole process is ended, and `ChildStuck` is raised. Raises `ChildError` for an
        exception of the rules, and `ChildDied` if the process has ended. `report` is called with the reports of a call:
        ``beat`` with ``done`` and ``total``, or ``compiling``. `begun` gets the number of the call, for `pause`.
        """
        with self._lock:
            self._number += 1
            number = self._number
            self._inboxes[number] = queue.SimpleQueue()
        self._output = 0
        self._send({"call": number, "name": name}, json.dumps(data).encode())
        if begun is not None:
            begun(number)
        try:
            yield from self._parts(number, check, report)
        except GeneratorExit:
            self._send({"cancel": number})
            raise
        finally:
            self._inboxes.pop(number, None)
            self._paused.discard(number)

    def pause(self, number: int, paused: bool) -> None:  # noqa: FBT001 - a switch
        """Let a call rest at its next report, or go on. While it rests, no limit is checked."""
        (self._paused.add if paused else self._paused.discard)(number)
        self._send({"pause": number, "paused": paused})

    def memory(self) -> int:
        """Return the bytes of memory of the process; 0 if that is not known."""
        with suppress(psutil.Error):
            return int(self._seen.memory_info().rss)
        return 0

    def seconds(self) -> float:
        """Return the processor time of the process; 0 if that is not known."""
        with suppress(psutil.Error):
            return float(sum(self._seen.cpu_times()[:2]))
        return 0.0

    def kill(self) -> None:
        """End the process and all that it has started."""
        self._killed = True
        with self._ending:  # of two calls that end the process, the second finds it ended
            if self._dump.closed:
                return
            _kill_family(self._seen)
            self._process.wait()
            self._printing.join(END_SECONDS)  # so that no printed text is lost
            self._dump.close()
        for inbox in list(self._inboxes.values()):
            inbox.put(None)

    def _parts(
        self, number: int, check: Callable[[], None], report: Callable[[dict[str, Any]], None] | None
    ) -> Iterator[tuple[dict[str, Any], bytes]]:
        inbox = self._inboxes[number]
        watch = _Watch(self.limits.silence)
        if not self.alive:
            raise self._died()
        while True:
            self._check(number, inbox, watch, check)
            try:
                message = inbox.get(timeout=POLL_SECONDS)
            except queue.Empty:
                continue
            if message is None:
                raise self._died()
            head, body = message
            watch.take(head)
            if "part" in head:
                yield head["part"], body
            elif self._is_end(head):
                return
            elif report is not None and (head.get("beat") or "compiling" in head):
                report(head)

    def _check(self, number: int, inbox: queue.SimpleQueue[Any], watch: _Watch, check: Callable[[], None]) -> None:
        """Raise the exception that ends a call, if any: the exception of `check`, or `ChildStuck`."""
        try:
            check()
        except Exception as error:
            if not number or self._ends_by_itself(number, inbox, watch):  # other calls also wait for the host
                raise
            raise self._end(watch, "time") from error
        if number in self._paused:
            watch.rest()
            return
        why = self._overrun(watch)
        if why:
            raise self._end(watch, why)

    def _is_end(self, head: dict[str, Any]) -> bool:
        """Return whether a message is the end of a call; raise an exception if it reports one."""
        if "error" in head:
            if head["memory"]:  # other threads of the process may have lacked memory, too
                self.kill()
            raise ChildError(head["error"])
        if "fault" in head:
            raise ChildFault(head["fault"])
        return "end" in head

    def _overrun(self, watch: _Watch) -> str:
        """Return the name of the limit that a call has exceeded, or an empty text."""
        if self._output > self.limits.output:
            return "output"
        now = time.monotonic()
        if now > watch.deadline:
            return "silence"
        if now < watch.look_at:
            return ""
        watch.look_at = now + POLL_SECONDS
        return "processes" if len(system.children(self._process.pid)) > self.limits.processes else ""

    def _ends_by_itself(self, number: int, inbox: queue.SimpleQueue[Any], watch: _Watch) -> bool:
        """Ask a call to end, and say whether it does so in time; raise its exception if it ends with one."""
        self._send({"cancel": number})
        until = time.monotonic() + self.limits.end
        while self.alive and (left := until - time.monotonic()) > 0:
            with suppress(queue.Empty):
                message = inbox.get(timeout=left)
                if message is None:
                    return False
                if self._is_end(message[0]):
                    return True
                watch.take(message[0])
        return False

    def _died(self) -> ChildDied:
        error = ChildDied(killed=self._killed)
        self.kill()  # ends the processes that it has left running
        return error

    def _end(self, watch: _Watch, why: str) -> ChildStuck | ChildDied:
        with self._ending:  # of two calls that are stuck, the first ends the process
            if not self.alive:
                return self._died()
            lines = self._lines(watch.thread)
            self.kill()
        return ChildStuck(why, lines, watch.stage, time.monotonic() - watch.start)

    def _lines(self, thread: int) -> list[ProgramLine]:
        """Return the lines of a thread of the process that run now, the innermost first.

        A dump may end at a generator that is just being left; then another dump is written.
        """
        lines: list[ProgramLine] = []
        until = time.monotonic() + WAIT_SECONDS
        for _ in range(_MOST_DUMPS):
            lines = self._dumped(thread, until)
            if lines and lines[-1].function in _OUTERMOST:
                break
        return lines

    def _dumped(self, thread: int, until: float) -> list[ProgramLine]:
        """Return the lines of a dump. A signal handler writes it, so this works whatever the process does."""
        if not hasattr(signal, "SIGUSR1") or not self.alive:
            return []
        with suppress(OSError, ValueError):  # another thread has ended the process
            descriptor = self._dump.fileno()
            os.lseek(descriptor, 0, os.SEEK_SET)
            os.ftruncate(descriptor, 0)
            os.kill(self._process.pid, signal.SIGUSR1)
            dump = b""
            # The thread that began first comes last; its outermost line is a line of the module.
            while not dump.endswith(b" in <module>\n") and time.monotonic() < until and self.alive:
                time.sleep(POLL_SECONDS / 10)
                dump = os.pread(descriptor, _MOST_DUMPED, 0)  # does not move the position at which the process writes
            return _lines_of(dump.decode("ascii", "replace"), thread)
        return []

    def _send(self, head: dict[str, Any], body: bytes = b"") -> None:
        """Queue a message, so that the caller does not wait for a process that does not read."""
        self._outbox.put((head, body))

    def _write(self) -> None:
        """Send messages; runs on its own thread."""
        pipe = self._process.stdin
        assert pipe is not None
        with suppress(OSError):  # the process has ended
            while (message := self._outbox.get()) is not None:
                frames.write(pipe, *message)
        with suppress(OSError):
            pipe.close()

    def _read(self) -> None:
        """Put each message into the queue of its call; runs on its own thread."""
        assert self._process.stdout is not None
        while (message := frames.read(self._process.stdout)) is not None:
            inbox = self._inboxes.get(message[0].get("call", 0))
            if inbox is not None:
                inbox.put(message)
        self._process.stdout.close()
        self._outbox.put(None)
        for inbox in list(self._inboxes.values()):
            inbox.put(None)

    def _read_printed(self) -> None:
        """Pass the printed bytes of the process to `printed`, up to the limit; runs on its own thread."""
        pipe: IO[bytes] | None = self._process.stderr
        assert pipe is not None
        while data := os.read(pipe.fileno(), 2**14):
            if self._output <= self.limits.output:
                self._printed(data)
            self._output += len(data)
        pipe.close()


def _kill_family(process: psutil.Process) -> None:
    """End a process and all processes that it has started."""
    family: list[psutil.Process] = []
    with suppress(psutil.Error):
        process.suspend()  # so that it starts nothing more
        family = process.children(recursive=True)
    for member in (*family, process):
        with suppress(psutil.Error):
            member.kill()


class _Watch:
    """The state of a call by its reports: its thread, its deadline, and the part of the rules that it calls."""

    def __init__(self, silence: float) -> None:
        self.thread = 0
        self.stage = ""
        self.start = time.monotonic()
        self._silence = silence
        self.deadline = self.start + silence
        self.look_at = self.start + POLL_SECONDS  # when processes are counted, which takes longer than a message

    def rest(self) -> None:
        """Begin the time of silence again."""
        self.deadline = time.monotonic() + self._silence

    def take(self, head: dict[str, Any]) -> None:
        """Update the state by a report."""
        self.deadline = time.monotonic() + self._silence * (_COMPILING if "compiling" in head else 1)
        if "begun" in head:
            self.thread = head["begun"]
        if "stage" in head:
            self.stage = head["stage"]
            self.start = time.monotonic()


def _lines_of(dump: str, thread: int) -> list[ProgramLine]:
    """Return the lines of a thread in a dump of `faulthandler`; of all threads for 0, a call that has not begun."""
    found: list[ProgramLine] = []
    own = False
    for text in dump.splitlines():
        head = _THREAD.search(text)
        if head is not None and not text.startswith(" "):
            own = thread in (0, int(head[1], 16))
        elif own and (line := _LINE.fullmatch(text)):
            found.append(ProgramLine(line[1], int(line[2]), line[3]))
    return found
