"""The report of a check, and the two exceptions that end a check early."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field

MOST_SHOWN = 300  # characters of a text of a certificate that a message quotes


class Refused(Exception):
    """The certificate is false, or does not prove what it claims: which check failed, and what it found."""

    def __init__(self, check: str, found: str) -> None:
        super().__init__(f"{check}: {found}")
        self.check = check
        self.found = found


class Unreadable(Exception):
    """The file cannot be read as a certificate, or claims what this program cannot check."""


@dataclass
class VerifyReport:
    """The settings of a check and its result: the claim, what was checked of it, and what could still be wrong.

    With `full` every value is checked, otherwise a sample chosen by `seed`. `sampled` is set if a sample was checked.
    `word` is the result if no check fails. With `progress`, lines about long work go to stderr.
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
        """Write a line to stderr if `progress` is set."""
        if self.progress:
            sys.stderr.write(f"verify: {line}\n")
            sys.stderr.flush()

    def show(self, what: str, done: int, total: int) -> None:
        """Write how much of the work is done, at most every ten seconds."""
        now = time.monotonic()
        if now - self._shown > 10:
            if self._shown:
                self.say(f"{what}: {done:,} of {total:,}, {100 * done // max(1, total)} %")
            self._shown = now


def shown(text: object) -> str:
    """Return a value of a certificate as text for a message: shortened, without control characters."""
    words = repr(text) if isinstance(text, str) else str(text)
    words = "".join(letter if letter.isprintable() else "?" for letter in words)
    return words if len(words) <= MOST_SHOWN else words[:MOST_SHOWN] + "..."
