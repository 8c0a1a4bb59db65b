"""Runs a program of the user under limits, and ends all processes that the program leaves running.

This is our own code, because the sandboxes of judges must be installed by root. It uses what every Linux has: a
separate session for the program, resource limits, a separate user if the caller is root, and a search for processes
that are left. It guards against mistakes (endless loops, endless output, many processes), not against attackers: the
program can read files that everybody may read, and use the network. Unix only; processes that have left the session are
found on Linux only.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from grundy.errors import ProgramError
from grundy.messages import printable
from grundy.processes import system
from grundy.runtime.costs import MOMENT_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import IO, Self

End = Literal["exit", "signal", "time", "memory", "output"]

_FIRST_USER = 1_500_000_000  # user numbers that nobody has, one for each process that runs programs
_USERS = 2**22
_MOST_STDERR = 2**16  # bytes of stderr that are kept
_FILES = 2**26  # bytes of a file that the program may write
_NOT_STARTED = (126, 127)  # exit codes of a shell: the file cannot be run; there is no such program
_UNREADABLE = ("Permission denied", "Fatal Python error: init")
_SHOWN = 300  # characters of the reason why a program was not started
_NEARLY = 0.85  # a program that fails with more than this share of its memory in use has run out of memory


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """The limits of one run of a program: seconds of processor time, bytes of memory and of output, processes.

    In real time, the program may take three times as many seconds, and one more.
    """

    seconds: float = 2 * MOMENT_SECONDS
    memory: int = 2**30
    output: int = 2**24
    processes: int = 64

    @property
    def wall(self) -> float:
        """The seconds of real time after which a program is ended."""
        return 3 * self.seconds + 1


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """How one run of a program ended, and what it wrote.

    `end` is ``exit`` (with the exit `code`), ``signal`` (`code` is its number), or the limit that was exceeded:
    ``time``, ``memory`` or ``output``. `seconds` is the processor time, `wall` the real time in seconds, `memory` the
    peak in bytes. `strays` counts processes that were still running after the program had ended, and were killed.
    """

    end: End
    code: int
    stdout: bytes
    stderr: bytes
    seconds: float
    wall: float
    memory: int
    strays: int


@dataclass(slots=True)
class Runner:
    """Runs one command repeatedly, each time in an empty folder.

    A runner needs a separate process with one thread and no other children, because it treats all children of its
    process as children of the program.

    If the caller is root, the program runs as a separate user, because limits on processes do not apply to root. Files
    that the command names are copied if this user cannot read them. Raises `ProgramError` if the command cannot be
    started.
    """

    command: Sequence[str]
    limits: ProgramLimits
    _folder: str = field(init=False, default="")
    _words: list[str] = field(init=False, default_factory=list)
    _user: int | None = field(init=False, default=None)

    def __enter__(self) -> Self:
        """Make the folder, and find the program."""
        if os.name != "posix":
            raise ProgramError("error.program-system", found=sys.platform)
        self._folder = tempfile.mkdtemp(prefix="grundy-run-")
        Path(self._folder).chmod(0o755)  # the program's user must reach its folder
        if os.geteuid() == 0:
            self._user = _FIRST_USER + os.getpid() % _USERS
        try:
            self._words = list(self._found())
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the folder."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def run(self, given: bytes, interrupted: Callable[[], bool] | None = None) -> ProgramRun:
        """Run the program once with `given` on its stdin; if `interrupted` returns true, its time is over."""
        system.adopt_orphans()
        work = Path(self._folder, "work")
        if not work.is_dir() or any(work.iterdir()):  # a program rarely writes files
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir()
            if self._user is not None:
                os.chown(work, self._user, self._user)
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            stdin.write(given)
            stdin.seek(0)
            return self._run(work, stdin, out, err, interrupted)

    def _run(
        self, work: Path, stdin: IO[bytes], out: IO[bytes], err: IO[bytes], interrupted: Callable[[], bool] | None
    ) -> ProgramRun:
        start = time.monotonic()
        try:
            program = subprocess.Popen(  # noqa: S603 - a program that its user has named
                self._words,
                stdin=stdin,
                stdout=out,
                stderr=err,
                cwd=work,
                env=self._environment(work),
                start_new_session=True,
                preexec_fn=partial(self._bind, os.getpid()),  # noqa: PLW1509 - this process has one thread
                close_fds=True,
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise _not_started(self.command[0], str(error)) from None
        too_much = None
        try:
            too_much = self._watch(program.pid, start, out, interrupted)
        finally:
            _kill_session(program.pid)
            _, status, used = os.wait4(program.pid, 0)
            program.returncode = os.waitstatus_to_exitcode(status)
            strays = system.end_children(self._is_ours)
        code, seconds = program.returncode, used.ru_utime + used.ru_stime
        memory = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        return ProgramRun(
            self._end(too_much, code, seconds, memory, out),
            abs(code),
            _content(out, self.limits.output),
            _content(err, _MOST_STDERR),
            seconds,
            time.monotonic() - start,
            memory,
            strays,
        )

    def _watch(self, pid: int, start: float, out: IO[bytes], interrupted: Callable[[], bool] | None) -> End | None:
        """Wait until the program has ended, or has exceeded a limit; return this limit."""
        descriptor = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None
        try:
            while True:
                left = start + self.limits.wall - time.monotonic()
                if left <= 0 or (interrupted is not None and interrupted()):
                    return "time"
                if _ended(pid, descriptor, min(left, 0.2)):
                    return None
                if os.fstat(out.fileno()).st_size > self.limits.output:
                    return "output"
        finally:
            if descriptor is not None:
                os.close(descriptor)

    def _end(self, too_much: End | None, code: int, seconds: float, memory: int, out: IO[bytes]) -> End:
        """Return how a run ended, from the time, the memory and the output that it has used."""
        if os.fstat(out.fileno()).st_size > self.limits.output or code == -signal.SIGXFSZ:
            return "output"
        if code and too_much is None and memory > _NEARLY * self.limits.memory:
            return "memory"
        if too_much is not None or code == -signal.SIGXCPU or seconds > self.limits.seconds:
            return "time"
        return "signal" if code < 0 else "exit"

    def _bind(self, parent: int) -> None:
        """Bind the new process to its limits; runs in it, before the program starts."""
        import resource

        limits = self.limits
        soft = max(1, ceil(limits.seconds))  # a program that has used this much has exceeded the limit
        resource.setrlimit(resource.RLIMIT_CPU, (soft, soft + 1))
        system.bind_cores()
        most = max(limits.output + 1, _FILES)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        system.bind_memory(limits.memory)
        _, most_stack = resource.getrlimit(resource.RLIMIT_STACK)
        stack = limits.memory if most_stack == resource.RLIM_INFINITY else min(limits.memory, most_stack)
        resource.setrlimit(resource.RLIMIT_STACK, (stack, most_stack))
        system.bind_processes(limits.processes, self._user)
        if self._user is not None:
            os.setgroups([])
            os.setgid(self._user)
            os.setuid(self._user)
        system.die_with_parent(parent)  # after the change of the user, which would undo it

    def _environment(self, work: Path) -> dict[str, str]:
        kept = ("PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "JAVA_HOME", "PYTHONPATH", "VIRTUAL_ENV")
        own = {name: os.environ[name] for name in kept if name in os.environ}
        return own | {"HOME": str(work), "TMPDIR": str(work), "PYTHONDONTWRITEBYTECODE": "1"}

    def _found(self) -> Iterator[str]:
        """Yield the words of the command, with absolute paths of files, or of copies that the user can read."""
        for number, word in enumerate(self.command):
            named = shutil.which(word) if number == 0 else None
            path = Path(named or word).absolute()
            if number == 0 and not path.is_file():
                raise ProgramError("error.program-none", found=repr(word))
            if number == 0 and not os.access(path, os.X_OK):
                raise ProgramError("error.program-mode", found=repr(word))
            if not path.is_file():
                yield word
            elif self._user is None or _for_everybody(path):
                yield str(path)
            else:
                copy = Path(self._folder) / path.name
                shutil.copyfile(path, copy)
                copy.chmod(0o755)
                yield str(copy)

    def _is_ours(self, user: int, parent: int) -> bool:
        return user == self._user if self._user is not None else parent == os.getpid()


def check_start(run: ProgramRun, name: str) -> None:
    """Raise `ProgramError` if a run ended because the program `name`, or its interpreter, could not be started.

    A shell or ``env`` then ends with 126 or 127. If the caller is root, it may also be an interpreter that cannot read
    its own files, and says so.
    """
    if run.end != "exit" or not run.code or run.stdout:
        return
    lines = [line.strip() for line in run.stderr.decode("utf-8", "backslashreplace").splitlines() if line.strip()]
    unreadable = next(filter(_is_about_rights, lines), None) if os.geteuid() == 0 else None
    if unreadable or run.code in _NOT_STARTED:
        raise _not_started(name, unreadable or (lines[-1] if lines else f"exit code {run.code}"))


def _not_started(name: str, reason: str) -> ProgramError:
    """Return the error for a program that cannot be started; for root, it says what to do about missing rights."""
    kind = "error.program-start-root" if os.geteuid() == 0 and _is_about_rights(reason) else "error.program-start"
    return ProgramError(kind, found=repr(name), error=printable(reason[:_SHOWN]))


def _is_about_rights(line: str) -> bool:
    return any(words in line for words in _UNREADABLE)


def _kill_session(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _ended(pid: int, descriptor: int | None, seconds: float) -> bool:
    """Wait up to `seconds` for the end of a process, and say whether it has ended. Its status can still be read."""
    if descriptor is not None:
        watch = select.poll()
        watch.register(descriptor, select.POLLIN)
        return bool(watch.poll(1000 * seconds))
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return True
        time.sleep(0.002)
    return False


def _for_everybody(path: Path) -> bool:
    """Return whether every user can read a file: by the rights of the file, of its target, and of the folders above."""
    real = path.resolve()
    if not all(folder.stat().st_mode & stat.S_IXOTH for folder in {*path.parents, *real.parents}):
        return False
    return bool(real.stat().st_mode & stat.S_IROTH)


def _content(file: IO[bytes], most: int) -> bytes:
    file.seek(0)
    return file.read(most)
