"""What the server does while nobody asks: it compiles, one kind after another, what the lab will need."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from grundy.lab import warming
from grundy.runtime import code_on_disk, compiling
from grundy.runtime.packages import available

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.lab.warming import WarmItem
    from grundy.messages import Message

_QUIET_SECONDS = 5.0  # without a question, before anything is compiled
_LOOK_SECONDS = 0.25  # between two looks


class IdleCompiler:
    """A thread that has one kind of machine code after another made by a process of the lowest priority.

    Nothing begins before some quiet seconds; what has begun goes on. On one processor only that is compiled which was
    compiled on this machine before because a plain search took too long. What fails is said, and is not tried again;
    where the folder of machine code cannot be written, nothing else is tried.
    """

    def __init__(self, is_busy: Callable[[], bool], say: Callable[[Message], None]) -> None:
        """Make the thread. It asks `is_busy` whether the server has anything else to do; `say` gets what fails."""
        self._is_busy = is_busy
        self._say = say
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="idle-compiler", daemon=True)

    def start(self) -> None:
        """Begin, where Numba is installed and other processes may be started."""
        if compiling.Settings.has_helpers and available("numba"):
            self._thread.start()

    def stop(self) -> None:
        """End, with the process that compiles."""
        self._stopped.set()

    def join(self, seconds: float) -> bool:
        """Wait for the end for some seconds; say whether it has come."""
        if self._thread.ident is not None:
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        if self._wait_for_quiet():
            for item in warming.items()[0]:
                if self._is_needed(item) and not (self._wait_for_quiet() and self._compile(item)):
                    return

    @staticmethod
    def _is_needed(item: WarmItem) -> bool:
        may_pay = compiling.has_helpers() or code_on_disk.has_paid(item.recipe.subject)
        return may_pay and not warming.is_made(item)

    def _wait_for_quiet(self) -> bool:
        """Wait until nobody has asked for a while; say whether to go on."""
        quiet_since = time.monotonic()
        while time.monotonic() - quiet_since < _QUIET_SECONDS:
            if self._is_ended():
                return False
            if self._is_busy():
                quiet_since = time.monotonic()
        return True

    def _is_ended(self) -> bool:
        """Wait for a moment; say whether the server ends, or no process may be started any more."""
        return self._stopped.wait(_LOOK_SECONDS) or not compiling.Settings.has_helpers

    def _compile(self, item: WarmItem) -> bool:
        """Have the machine code of one kind made; say whether to go on. Where it cannot be made, the others may be."""
        helper = compiling.Helper(item.recipe, idle=True)
        try:
            while helper.is_running():
                if self._is_ended():
                    return False
        finally:
            helper.kill()
        reason = warming.why_failed(item, helper)
        if reason is not None:
            self._say(reason)
        return reason is None or reason.kind != warming.NOT_KEPT
