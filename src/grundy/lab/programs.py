"""A reader's program in Python: it runs on inputs one after another, in a process or a worker of its own."""

from __future__ import annotations

import signal
import sys
import tempfile
import threading
import time
import traceback
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError
from grundy.lab.fields import list_of, text
from grundy.lab.operation import operation
from grundy.runtime.costs import WAIT_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType

    from grundy.lab.catalogue import Catalogue

NAME = "solution.py"
_MOST_OUTPUT = 2**20  # characters

_turn = threading.Lock()  # the streams of the process belong to one program at a time


@operation(
    example={"code": "print(input()[::-1])\n", "inputs": ["abc\n"]},
    code=text(100_000, 1, "A Python program, which reads stdin and prints its answer."),
    inputs=list_of(text(10_000), 500, 1),
)
def programs(catalogue: Catalogue, *, code: str, inputs: list[str]) -> Iterator[dict[str, str]]:
    """Run a Python program on inputs, as if it were started for each of them.

    The answer has a line for each input: the `output` of the program, or the `fault` that ended it. A server runs
    programs only if it was started with `--programs`.
    """
    del catalogue  # the program knows no games
    try:
        program = compile(code, NAME, "exec")
    except (SyntaxError, ValueError) as error:
        place = f"{NAME}:{getattr(error, 'lineno', None) or 1}"
        raise RulesetError("error.program-syntax", location=place, error=getattr(error, "msg", str(error))) from None
    for given in inputs:
        with _turn, tempfile.TemporaryFile("w+", encoding="utf-8") as stdin:
            stdin.write(given)
            stdin.seek(0)
            found = _run(program, stdin)
        yield found


def _run(program: CodeType, stdin: Any) -> dict[str, str]:
    def opened(file: Any, *args: Any, **more: Any) -> Any:
        return stdin if file == 0 else open(file, *args, **more)  # noqa: PTH123 - the program's own call

    before, depth = (sys.stdin, sys.stdout), sys.getrecursionlimit()
    others = set(threading.enumerate())
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out:
        try:
            with _limited():
                sys.stdin, sys.stdout = stdin, out
                try:
                    exec(program, {"__name__": "__main__", "open": opened})  # noqa: S102 - the reader's own program
                except SystemExit as end:
                    if end.code not in {None, 0}:
                        raise
                for thread in set(threading.enumerate()) - others:  # as at the end of Python
                    if not thread.daemon:
                        thread.join()
                sys.stdout.flush()  # it may be another object now
            out.seek(0)
            written = out.read(_MOST_OUTPUT + 1)
            fault = {"fault": f"{NAME}: output > {_MOST_OUTPUT:,} characters"}
            return fault if len(written) > _MOST_OUTPUT else {"output": written}
        except (Exception, SystemExit) as error:  # noqa: BLE001 - of any program
            lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == NAME]
            return {"fault": f"{NAME}:{lines[-1] if lines else 1}: {type(error).__name__}: {error}"}
        finally:
            sys.stdin, sys.stdout = before
            sys.setrecursionlimit(depth)


@contextmanager
def _limited() -> Iterator[None]:
    """Raise `TimeoutError` in a program that does not end, on the main thread.

    The worker of a site sends a signal several times a second. A process of a server is ended from outside.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    deadline = time.monotonic() + WAIT_SECONDS

    def check(_number: int, _frame: object) -> None:
        if time.monotonic() > deadline:
            message = f"> {WAIT_SECONDS:g} s"
            raise TimeoutError(message)

    before = signal.signal(signal.SIGINT, check)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
