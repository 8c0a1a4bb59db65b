"""Compiling while the server is idle: one after another, the machine code that the lab will need."""

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

_QUIET_SECONDS = 5.0  # without a request, before anything is compiled
_POLL_SECONDS = 0.25  # between two checks


class IdleCompiler:
    """A thread that starts processes of the lowest priority, which compile one item after another.

    A compilation starts only after some seconds without a request, and then runs to its end. With one processor, an
    item is compiled only if this machine has compiled it before because a plain search took too long. Failures are
    reported, and not repeated; if the folder of machine code cannot be written, nothing else is compiled.
    """

    def __init__(self, is_busy: Callable[[], bool], say: Callable[[Message], None]) -> None:
        """Make the thread. `is_busy` returns whether the server has other work; `say` gets messages about failures."""
        self._is_busy = is_busy
        self._say = say
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="idle-compiler", daemon=True)

    def start(self) -> None:
        """Start the thread, if Numba is installed and other processes may be started."""
        if compiling.Settings.has_helpers and available("numba"):
            self._thread.start()

    def stop(self) -> None:
        """Stop the thread and the process that compiles."""
        self._stopped.set()

    def join(self, seconds: float) -> bool:
        """Wait some seconds for the end of the thread; return whether it has ended."""
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
        """Wait until there was no request for a while; return whether to go on."""
        quiet_since = time.monotonic()
        while time.monotonic() - quiet_since < _QUIET_SECONDS:
            if self._is_ended():
                return False
            if self._is_busy():
                quiet_since = time.monotonic()
        return True

    def _is_ended(self) -> bool:
        """Wait for a moment; return whether the server ends, or no more processes may be started."""
        return self._stopped.wait(_POLL_SECONDS) or not compiling.Settings.has_helpers

    def _compile(self, item: WarmItem) -> bool:
        """Compile an item in a process; return whether to go on, also if this item cannot be compiled."""
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
