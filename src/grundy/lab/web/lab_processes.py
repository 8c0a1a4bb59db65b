"""The child processes that answer: some for the games of grundy, and one for each ruleset and problem in a file.

A process is ended if its rules do not return; other games are not affected. A game in a file keeps its process, so that
the next move in a solved position is answered from its tables. All processes load the texts that the files had when
they were read: at the start, and when they are read again.
"""

from __future__ import annotations

import hashlib
import threading
import time
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError
from grundy.games import declared
from grundy.games.lookup import path_in
from grundy.lab import FileAnswer, own_rules, programs
from grundy.lab.catalogue import OURS
from grundy.lab.error_data import message_data
from grundy.lab.host import ENTRY, OWN
from grundy.lab.jobs import JobError, JobStoppedError
from grundy.lab.web.http_errors import RequestError, RulesetFault
from grundy.runtime.costs import LONG_SECONDS, WAIT_SECONDS
from grundy.runtime.messages import Message, printable
from grundy.runtime.processes.child import Child, ChildDied, ChildError, ChildLimits, ChildStuck

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from grundy.lab import Operation
    from grundy.lab.jobs import LabJob

_GAME_FIELDS = ("game", "rules")  # fields of requests that name a game
_MOST_TYPED = 4  # texts of rules whose processes are kept


JSON = "application/json"


class LabProcesses:
    """The processes by number, which answer for the games of grundy; and by the name of a game or problem in a file."""

    def __init__(
        self,
        rulesets: Sequence[str],
        problems: Sequence[str],
        memory: int,
        printed: Callable[[bytes], None],
        *,
        check_samples: bool = True,
    ) -> None:
        """Start no process yet. Each may take `memory` bytes, and its printed output goes to `printed`.

        Those of grundy's own games may take twice as much.
        """
        self._setup = {"rulesets": list(rulesets), "problems": list(problems), "check_samples": check_samples}
        self._files = {declared.file_of(name): path_in(name) or name for name in (*rulesets, *problems)}
        self._texts: dict[str, bytes] = {}
        self._stamps: dict[str, Any] = {}
        self.version = 0
        self._limits = ChildLimits(memory=memory)
        self._own_limits = ChildLimits(memory=2 * memory, silence=LONG_SECONDS, end=WAIT_SECONDS, niceness=0)
        self._found: dict[str, list[dict[str, Any]]] = {"games": [], "problems": [], "without_samples": []}
        self._printed = printed
        self._lock = threading.Lock()
        self._children: dict[str | int, Child] = {}
        self._closed = False
        self._games: dict[str, None] = {}
        self._problems: set[str] = set()
        self._typed: dict[str, tuple[str, dict[str, Any]]] = {}  # texts of rules with their reports, the newest last

    def read(self) -> dict[str, list[dict[str, Any]]]:
        """Read the files, load them in a first process, and return descriptions of their ``games`` and ``problems``.

        The processes of the texts before end. Raises `RulesetError` if a file cannot be read, or loading it fails or
        does not end; then the texts before stay.
        """
        stamps = self._stamps_now()
        texts = {file: declared.text_of(path) for file, path in self._files.items()}
        if not texts:
            return self._found
        child = self._start(texts)
        try:
            found = self._described(child)
        except BaseException:
            child.kill()
            raise
        with self._lock:
            ended = self._children
            self._texts, self._stamps, self.version = texts, stamps, self.version + 1
            self._games = dict.fromkeys(game["name"] for game in found["games"])
            self._problems = {problem["problem"] for problem in found["problems"]}
            self._found = found
            self._children = {next(iter([*self._games, *self._problems])): child}
        for one in ended.values():
            one.kill()
        return found

    def read_typed(self, text: str) -> dict[str, Any]:
        """Run rules that a reader has typed, in a process of their own, which also answers questions about them.

        Return the report (`grundy.lab.own_rules`), with the ``id`` of the rules. Raises `RulesetFault`.
        """
        key = hashlib.sha256(text.encode()).hexdigest()
        if key in self._typed:
            return self._typed[key][1]
        child = Child(OWN, {"text": text, "audited": True}, self._limits, self._printed)
        try:
            found: dict[str, Any] = child.about(lambda: None)
        except (ChildError, ChildStuck, ChildDied) as error:
            child.kill()
            raise RulesetFault(self._fault(error)) from None
        if not found["games"]:
            child.kill()
            return found
        with self._lock:
            self._typed[key] = text, found | {"id": key}
            gone = list(self._typed)[:-_MOST_TYPED]
            ended = [self._children.pop(one, None) for one in gone]
            self._children[key] = child
            for one in gone:
                del self._typed[one]
        for old in filter(None, ended):
            old.kill()
        return self._typed[key][1]

    def have_changed(self) -> bool:
        """Return whether a file says something else than what was read. A file that is gone says nothing else."""
        now = self._stamps_now()
        if now == self._stamps:
            return False
        for file, path in self._files.items():
            with suppress(RulesetError, OSError):
                if declared.text_of(path) != self._texts[file]:
                    return True
        self._stamps = now
        return False

    def _stamps_now(self) -> dict[str, Any]:
        """Return the times and sizes of the files: while they are equal, so are the texts."""
        found = {}
        for file in self._files:
            with suppress(OSError):
                seen = Path(file).stat()
                found[file] = seen.st_mtime_ns, seen.st_size, seen.st_ino
        return found

    def _described(self, child: Child) -> dict[str, list[dict[str, Any]]]:
        try:
            found: dict[str, list[dict[str, Any]]] = child.about(lambda: None)
        except (ChildError, ChildStuck, ChildDied) as error:
            raise RulesetError("text", text=self._fault(error)["message"]) from None
        return found

    def named_in(self, values: dict[str, Any], typed: str | None = None) -> str | None:
        """Return a game or problem in a file that a request names, whose process answers it; None without one.

        A program of the reader also has a process of its own, and so have rules that were typed, by their id.
        """
        if "code" in values:
            return programs.NAME
        if values.get("problem") in self._problems:
            return str(values["problem"])
        named = [str(values.get(field, "")).strip().rstrip(":") for field in _GAME_FIELDS]
        parts = {word.partition("(")[0].rstrip(":") for word in str(values.get("position") or "").split()}
        asked = {*named, *parts}
        if typed is not None:
            if typed not in self._typed:
                raise RequestError(409, "rules", "error.rules-gone")
            # their process also knows the games whose names they have taken
            if asked & {head + game["name"] for game in self._typed[typed][1]["games"] for head in ("", OURS)}:
                return typed
        return next((name for name in self._games if name in asked), None)

    def parts(
        self, game: str | int, operation: Operation, values: dict[str, Any], job: LabJob, bounds: dict[str, int]
    ) -> Iterator[FileAnswer]:
        """Yield the parts of the answer to checked values, from the process of a game; `bounds` are limits of it.

        Raises what the job's checks raise, and `RulesetFault` for faults of the rules.
        """
        while True:
            begun = False
            try:
                for part in self._parts(game, operation, values, job, bounds):
                    begun = True
                    yield part
            except ChildDied as error:
                if self._closed:
                    raise JobStoppedError from None
                if error.killed and not begun:  # another call was stuck in the process
                    continue
                raise RulesetFault(self._fault(error)) from None
            except (ChildStuck, ChildError) as error:
                if isinstance(game, int) and error.__cause__ is not None:
                    raise error.__cause__ from None
                raise RulesetFault(self._fault(error, game)) from None
            return

    def start(self, place: int) -> None:
        """Start the process with this number, unless it runs."""
        with suppress(JobStoppedError):
            self._child(place)

    def close(self) -> None:
        """End all processes at once."""
        with self._lock:
            self._closed = True
        for child in self._children.values():
            child.kill()

    def _parts(
        self, game: str | int, operation: Operation, values: dict[str, Any], job: LabJob, bounds: dict[str, int]
    ) -> Iterator[FileAnswer]:
        child = self._child(game)
        child.about(job.check_stopped)
        # The start of the process does not count as its time, nor for games of grundy what else the machine does. Rules
        # in a file may wait for something.
        job.begin(child.memory, child.seconds if isinstance(game, int) else time.monotonic)
        bounds = bounds | {"table_bytes": min(bounds["table_bytes"], child.limits.memory // 2)}
        data = {"values": values, "limits": bounds}

        def begun(number: int) -> None:
            job.control = partial(child.pause, number)
            if job.paused_at is not None:
                job.control(True)  # noqa: FBT003 - a switch

        for head, body in child.call(operation.name, data, job.check, job.take, begun):
            yield FileAnswer(body, head.get("type", JSON))

    def _child(self, game: str | int) -> Child:
        """Return the process of a game, started if there is none."""
        with self._lock:
            if self._closed:
                raise JobStoppedError
            child = self._children.get(game)
            if child is None or not child.alive:
                if child is not None:
                    child.kill()  # its own child processes
                child = self._children[game] = self._own() if isinstance(game, int) else self._start(self._texts, game)
        return child

    def _own(self) -> Child:
        setup = {"rulesets": [], "problems": [], "elsewhere": self._found}
        return Child(ENTRY, setup, self._own_limits, self._printed)

    def _start(self, texts: dict[str, bytes], game: str = "") -> Child:
        if game in self._typed:
            return Child(OWN, {"text": self._typed[game][0], "audited": False}, self._limits, self._printed)
        if game == programs.NAME:
            return Child(ENTRY, {"rulesets": [], "problems": []}, self._limits_of(game), self._printed)
        read = {file: text.decode("latin-1") for file, text in texts.items()}
        return Child(ENTRY, {**self._setup, "texts": read}, self._limits, self._printed)

    def _limits_of(self, game: str | int) -> ChildLimits:
        return replace(self._limits, silence=WAIT_SECONDS) if game == programs.NAME else self._limits

    def _fault(self, error: ChildError | ChildStuck | ChildDied, game: str | int = "") -> dict[str, Any]:
        """Return why rules gave no answer."""
        if isinstance(error, ChildError):
            return error.data
        if isinstance(error, ChildStuck):
            return self._stuck(error, game)
        return message_data("rules", Message("error.rules-ended" if error.killed else "error.rules-died"))

    def _stuck(self, error: ChildStuck, game: str | int = "") -> dict[str, Any]:
        """Return the error for rules that had to be ended, with the line of their file that was running."""
        cause = error.__cause__
        if isinstance(cause, JobError):
            why: Message | str = cause.message
        else:
            kinds: dict[str, dict[str, Any]] = {
                "silence": {"seconds": f"{self._limits_of(game).silence:g}"},
                "output": {"most": self._limits.output},
                "processes": {"most": self._limits.processes},
            }
            why = Message(f"error.stuck-{error.why}", kinds[error.why])
        where = declared.location_of_lines(error.lines, [*self._files, programs.NAME, declared.file_of(own_rules.FILE)])
        if where is not None:
            location, function = where
            return message_data(
                "rules", Message("error.stuck", {"location": location, "function": function, "error": why})
            )
        return message_data("rules", Message("error.rules-unfinished", {"error": why}))


def escaped(data: bytes) -> str:
    """Return the printed output of a ruleset as text without control characters."""
    return printable(data.decode("utf-8", "backslashreplace"))
