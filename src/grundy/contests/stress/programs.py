"""Runs a program of the user under limits, and ends all processes that the program leaves running.

This is our own code: a separate session for the program, resource limits, and a search for processes that are left. It
guards against mistakes (endless loops, endless output, much memory), not against attackers: the program may do all that
its user may do. Unix only; processes that have left the session are found on Linux only.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from grundy.errors import ProgramError
from grundy.runtime.costs import MOMENT_SECONDS
from grundy.runtime.messages import printable
from grundy.runtime.processes import system

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO

End = Literal["exit", "signal", "time", "memory", "output"]

_MOST_STDERR = 2**16  # bytes of stderr that are kept
_FILES = 2**26  # bytes of a file that the program may write
_NOT_STARTED = (126, 127)  # exit codes of a shell: the file cannot be run; there is no such program
_NOT_FOUND = re.compile(
    r"no such file|no module named|unable to access|(can't|cannot|could not) (open|find)", re.IGNORECASE
)
_COMPILERS = {".c": "gcc -O2 -o", ".cc": "g++ -O2 -o", ".cpp": "g++ -O2 -o", ".rs": "rustc -O -o", ".go": "go build -o"}
_INTERPRETERS = {".py": "python3", ".js": "node", ".java": "java", ".rb": "ruby"}
_SHOWN = 300  # characters of the reason why a program was not started
_NEARLY = 0.85  # a program that fails with more than this share of its memory in use has run out of memory
_STACKS = 16  # stacks that fit into the memory of a program: the runtime of JavaScript has about ten threads
_TICK = 0.001  # between two looks at a program


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """The limits of one run of a program: seconds of processor time, bytes of memory and of output.

    In real time, the program may take three times as many seconds, and one more.
    """

    seconds: float = 2 * MOMENT_SECONDS
    memory: int = 2**30
    output: int = 2**24

    @property
    def wall(self) -> float:
        """The seconds of real time after which a program is ended."""
        return 3 * self.seconds + 1


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """How one run of a program ended, and what it wrote.

    `end` is ``exit`` (with the exit `code`), ``signal`` (`code` is its number), or the limit that was exceeded:
    ``time``, ``memory`` or ``output``. `seconds` is the processor time.
    """

    end: End
    code: int
    stdout: bytes
    stderr: bytes
    seconds: float


def run(
    command: Sequence[str], limits: ProgramLimits, given: bytes, interrupted: Callable[[], bool] = lambda: False
) -> ProgramRun:
    """Run a program once with `given` on its stdin; where `interrupted` returns true, its time is over.

    All children of this process count as children of the program. Raises `ProgramError` if the program cannot be
    started.
    """
    system.adopt_orphans()
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        stdin.write(given)
        stdin.seek(0)
        start = time.monotonic()
        try:
            program = subprocess.Popen(  # noqa: S603 - a program that its user has named
                command,
                stdin=stdin,
                stdout=out,
                stderr=err,
                start_new_session=True,
                preexec_fn=partial(_bind, limits, os.getpid()),  # noqa: PLW1509 - this process has one thread
            )
        except (OSError, subprocess.SubprocessError) as error:
            if isinstance(error, OSError) and error.errno == errno.ENOEXEC:
                raise ProgramError("error.program-line", found=repr(command[0])) from None
            raise _not_started(command[0], str(error)) from None
        try:
            too_much = _watched(program.pid, start + limits.wall, limits, out, interrupted)
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(program.pid, signal.SIGKILL)
            _, status, used = os.wait4(program.pid, 0)
            code = program.returncode = os.waitstatus_to_exitcode(status)
            system.end_children()
        seconds = used.ru_utime + used.ru_stime
        memory = used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        if os.fstat(out.fileno()).st_size > limits.output or code == -signal.SIGXFSZ:
            end: End = "output"
        elif code and not too_much and memory > _NEARLY * limits.memory:
            end = "memory"
        elif too_much or code == -signal.SIGXCPU or seconds > limits.seconds:
            end = "time"
        else:
            end = "signal" if code < 0 else "exit"
        return ProgramRun(end, abs(code), _content(out, limits.output), _content(err, _MOST_STDERR), seconds)


def check_command(command: Sequence[str]) -> None:
    """Raise `ProgramError` if a command names no program that can be executed, or this is no Unix."""
    if os.name != "posix":
        raise ProgramError("error.program-system", found=sys.platform)
    name = command[0]
    if shutil.which(name) is None:
        if os.access(name, os.X_OK) and Path(name).is_file():
            raise ProgramError("error.program-path", found=repr(name), path=f"./{name}")
        source = Path(name)
        if source.is_file() and source.suffix in _COMPILERS:
            words = f"{_COMPILERS[source.suffix]} {source.with_suffix('')} {name}"
            raise ProgramError("error.program-source", found=repr(name), words=words, path=f"./{source.stem}")
        if source.is_file() and source.suffix in _INTERPRETERS:
            raise ProgramError("error.program-script", found=repr(name), words=f"{_INTERPRETERS[source.suffix]} {name}")
        if " " in name:
            kind = "error.program-shell" if re.search("[&|;<>]", name) else "error.program-quoted"
            raise ProgramError(kind, found=repr(name), words=name)
        kind = "error.program-mode" if Path(name).is_file() else "error.program-none"
        raise ProgramError(kind, found=repr(name))


def check_start(run: ProgramRun, command: Sequence[str]) -> None:
    """Raise `ProgramError` if a run ended because the program of a command, or its interpreter, cannot be started.

    A shell or ``env`` then ends with 126 or 127. An interpreter that does not find the program names it on stderr.
    """
    if run.end != "exit" or not run.code or run.stdout:
        return
    lines = [line.strip() for line in run.stderr.decode("utf-8", "backslashreplace").splitlines() if line.strip()]
    if run.code in _NOT_STARTED:
        raise _not_started(command[0], lines[-1] if lines else f"exit code {run.code}")
    for word in command[1:]:
        about = [line for line in lines if _NOT_FOUND.search(line) and Path(word).name in line]
        if about and not Path(word).exists():
            raise _not_started(word, about[0])


def _not_started(name: str, reason: str) -> ProgramError:
    return ProgramError("error.program-start", found=repr(name), error=printable(reason[:_SHOWN]))


def _bind(limits: ProgramLimits, parent: int) -> None:
    """Bind the new process to its limits; runs in it, before the program starts."""
    import resource

    soft = max(1, ceil(limits.seconds))  # a program that has used this much has exceeded the limit
    resource.setrlimit(resource.RLIMIT_CPU, (soft, soft + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    most = max(limits.output + 1, _FILES)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    system.bind_memory(limits.memory)
    _, most_stack = resource.getrlimit(resource.RLIMIT_STACK)
    stack = limits.memory // _STACKS  # each thread of the program takes as much
    if most_stack != resource.RLIM_INFINITY:
        stack = min(stack, most_stack)
    resource.setrlimit(resource.RLIMIT_STACK, (stack, most_stack))
    system.die_with_parent(parent)


def _watched(pid: int, deadline: float, limits: ProgramLimits, out: IO[bytes], interrupted: Callable[[], bool]) -> bool:
    """Wait for the end of a program, whose status can still be read then; return whether it has to be ended."""
    while os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if time.monotonic() > deadline or interrupted() or os.fstat(out.fileno()).st_size > limits.output:
            return True
        time.sleep(_TICK)
    return False


def _content(file: IO[bytes], most: int) -> bytes:
    file.seek(0)
    return file.read(most)
