"""The result of an audit: its faults, and how much was explored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grundy.messages import figure


@dataclass(frozen=True)
class Finding:
    """A fault: its kind, the smallest position that shows it among those seen, and what it shows."""

    kind: str
    state: Any
    words: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}"


@dataclass(frozen=True)
class Report:
    """What an audit found, and what it covered: how many states, whether these are all, the longest game.

    Under loopy rules play may go on for ever: then the longest game is None.
    """

    name: str
    findings: tuple[Finding, ...]
    states: int
    complete: bool
    longest: int | None
    checked: tuple[str, ...]
    note: str = ""  # what is no fault, but good to know

    def __bool__(self) -> bool:
        """Say whether no fault was found."""
        return not self.findings

    def __str__(self) -> str:
        """Write the findings, or what was covered."""
        extent = "all that can be reached" if self.complete else "the first that were met"
        length = "play may go on for ever"
        if self.longest is not None:
            length = f"the longest game in full view takes {figure(self.longest)} moves"
        covered = f"{figure(self.states)} states looked at ({extent}; {length}); checked: {', '.join(self.checked)}"
        note = f"\n{self.name}: {self.note}" if self.note else ""
        if self.findings:
            return "\n".join([*map(str, self.findings), f"({self.name}: {covered})"]) + note
        return f"{self.name}: no fault found; {covered}. Small positions are no proof for large ones.{note}"
