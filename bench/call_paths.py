"""Lists the functions of grundy that a task calls, in the order of their first call, and how often it asks for values.

``python bench/call_paths.py [--list]`` prints a line for each task: files, functions, and the most often that the value
or outcome of one state was asked for (methods of `Ruleset`). With ``--list`` the functions follow.
"""

from __future__ import annotations

import inspect
import io
import sys
from collections import Counter
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grundy

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

SOURCE = str(Path(grundy.__file__).parent)
QUESTIONS = ("Ruleset.value", "Ruleset.outcome", "Ruleset.has_nimber")
BOARD = "X....\n...X.\n.....\n....."


class Recorder:
    """Records calls of functions of grundy, by `sys.setprofile`."""

    def __init__(self) -> None:
        """Start empty."""
        self.functions: dict[tuple[str, str], None] = {}
        self.asked: Counter[Any] = Counter()

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Take one event of the interpreter."""
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(SOURCE) or code.co_name.startswith("<"):
            return
        if not code.co_flags & inspect.CO_OPTIMIZED:  # the body of a class, which runs when its file is loaded
            return
        self.functions[code.co_filename[len(SOURCE) + 1 :], code.co_qualname] = None
        if code.co_qualname in QUESTIONS:
            caller = frame.f_back.f_code.co_qualname if frame.f_back else ""
            if not caller.startswith("Ruleset."):  # one question may ask another
                with suppress(TypeError):
                    self.asked[frame.f_locals["self"], frame.f_locals["state"]] += 1


def command(*words: str, stdin: str = "") -> Callable[[], None]:
    """Return a task that runs the command line in this process."""

    def task() -> None:
        from grundy.cli.main import run

        sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()))
        with redirect_stdout(io.TextIOWrapper(io.BytesIO())):
            run(list(words))

    return task


def click() -> None:
    """Make a move on a board in the lab, as the page asks for it."""
    from grundy.lab import call

    call("moves", {"game": "wall-making", "position": BOARD, "move": "r4c4"})


def declared() -> None:
    """Ask for the nimber of a declared ruleset."""

    @grundy.ruleset
    def pins(n: int) -> Any:
        for take in (1, 2):
            for left in range(n - take + 1):
                yield grundy.split(left, n - take - left)

    assert pins(12).nimber == 4


TASKS: dict[str, Callable[[], Any]] = {
    "printf … | grundy answer boj-11717": command("answer", "boj-11717", stdin=f"4 5\n{BOARD}\n"),
    "grundy solve wall-making -o -.svg": command("solve", "wall-making", "--sample", "-o", "-.svg"),
    "kayles(10**100).nimber": lambda: grundy.games.kayles(10**100).nimber,
    "a click in the lab": click,
    "a declared ruleset's nimber": declared,
}


def main() -> None:
    """Run each task once, recorded; each in the order above, with what those before have loaded."""
    for name, task in TASKS.items():
        recorder = Recorder()
        sys.setprofile(recorder)
        try:
            task()
        finally:
            sys.setprofile(None)
        files = {file for file, _ in recorder.functions}
        most = max(recorder.asked.values(), default=0)
        called = f"{len(files)} files, {len(recorder.functions)} functions"
        print(f"{name}: {called}; a value is asked for {most} times at most")
        if "--list" in sys.argv:
            print(*(f"    {file}: {function}" for file, function in recorder.functions), sep="\n")


if __name__ == "__main__":
    main()
