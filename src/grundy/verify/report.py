"""What a check has found: the report of a true certificate, and the two ways in which a check ends early."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field

MOST_SHOWN = 300  # characters of a text of a certificate that a message repeats


class Refused(Exception):
    """The certificate is false, or does not prove what it claims: which check failed, and what it found."""

    def __init__(self, check: str, found: str) -> None:
        """Keep both."""
        super().__init__(f"{check}: {found}")
        self.check = check
        self.found = found


class Unreadable(Exception):
    """The file cannot be read as a certificate, or claims what this program cannot check."""


@dataclass
class Report:
    """How to check, the claim, what was checked of it, and what could still slip.

    `full` asks for every value, `seed` chooses the sample otherwise, and `sampled` says that there was one. `word` is
    the result where no check fails. With `progress`, words about long work go to stderr.
    """

    full: bool = False
    seed: int = 0
    progress: bool = False
    sampled: bool = False
    word: str = "true"
    claim: str = ""
    checked: list[str] = field(default_factory=list)
    slips: list[str] = field(default_factory=list)
    _shown: float = 0.0

    def say(self, line: str) -> None:
        """Write a line about the work to stderr, if wanted."""
        if self.progress:
            sys.stderr.write(f"verify: {line}\n")
            sys.stderr.flush()

    def show(self, what: str, done: int, total: int) -> None:
        """Write how far the work is, every ten seconds at most."""
        now = time.monotonic()
        if now - self._shown > 10:
            if self._shown:
                self.say(f"{what}: {done:,} of {total:,}, {100 * done // max(1, total)} %")
            self._shown = now


def shown(text: object) -> str:
    """Return what a certificate has in a place, short enough for a message, without control characters."""
    words = repr(text) if isinstance(text, str) else str(text)
    words = "".join(letter if letter.isprintable() else "?" for letter in words)
    return words if len(words) <= MOST_SHOWN else words[:MOST_SHOWN] + "..."
