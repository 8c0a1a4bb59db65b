"""The result of an audit: the faults, and how much was explored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grundy.runtime.messages import figure


@dataclass(frozen=True)
class Finding:
    """A fault: its kind, the smallest explored state that shows it, and a sentence about it."""

    kind: str
    state: Any
    words: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}"


@dataclass(frozen=True)
class AuditReport:
    """The result of an audit: its findings, and what it covered.

    `states` is the number of explored states; `complete` says whether these are all. `longest` is the length of the
    longest game in moves; None under loopy rules, where play may go on for ever.
    """

    name: str
    findings: tuple[Finding, ...]
    states: int
    complete: bool
    longest: int | None
    checked: tuple[str, ...]
    note: str = ""  # a remark that is not a fault

    def __bool__(self) -> bool:
        """Return whether no fault was found."""
        return not self.findings

    def __str__(self) -> str:
        """Return the findings, if any, and what was covered."""
        extent = "all that can be reached" if self.complete else "the first that were met"
        length = "play may go on for ever"
        if self.longest is not None:
            length = f"the longest game in full view takes {figure(self.longest)} moves"
        covered = f"{figure(self.states)} states looked at ({extent}; {length}); checked: {', '.join(self.checked)}"
        note = f"\n{self.name}: {self.note}" if self.note else ""
        if self.findings:
            return "\n".join([*map(str, self.findings), f"({self.name}: {covered})"]) + note
        return f"{self.name}: no fault found; {covered}. Small positions are no proof for large ones.{note}"

    def data(self) -> dict[str, object]:
        """Return the report for JSON."""
        return {
            "ruleset": self.name,
            "findings": [
                {"kind": finding.kind, "state": repr(finding.state), "words": finding.words}
                for finding in self.findings
            ],
            "states": self.states,
            "complete": self.complete,
            "longest_game": self.longest,
            "checked": list(self.checked),
            "note": self.note or None,
        }
