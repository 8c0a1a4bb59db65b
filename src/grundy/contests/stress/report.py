"""The report of a search for a wrong answer, as text and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.contests.stress.verdicts import shown, shown_end

if TYPE_CHECKING:
    from pathlib import Path

    from grundy.contests.stress.session import FailingInput, StressReport

_SHOWN_ANSWERS = 4  # different answers in the report, the most frequent ones


def tried(report: StressReport, seconds: float | None = None) -> str:
    """Return a text about the inputs that were tried: how many in which time, their kinds, and their answers."""
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in report.kinds.items())
    total = report.answers.total()
    common = sorted(report.answers.most_common(_SHOWN_ANSWERS))
    words = ", ".join(f"{word} {100 * number / total:.0f} %" for word, number in common)
    others = len(report.answers) - len(common)
    words += f", {others} others" if others else ""
    figures = f" ({kinds}; answers: {words})" if report.cases else ""
    return f"{report.cases:,} inputs in {seconds or report.seconds:.1f} s{figures}"


def text(name: str, report: StressReport, path: Path | None) -> str:
    """Return the report for people. `path` is the saved input."""
    found = report.counterexample
    if found is None:
        end = "stopped" if report.stopped else "no failure was found"
        return f"{name}: {end} after {tried(report)}"
    lines = [
        f"{name}: {found.verdict.kind}: {found.verdict.reason}.",
        "",
        "input",
        _indented(found.text),
        "right output",
        _indented(found.expected),
        "the program's output",
        _indented(shown(found.run.stdout.decode("utf-8", "backslashreplace"))),
    ]
    if found.run.stderr:
        lines += ["its stderr", _indented(shown_end(found.run.stderr.decode("utf-8", "backslashreplace")))]
    lines += [f"found after {tried(report, found.after)}"]
    if found.text != found.found:
        sizes = f"{len(found.found):,} to {len(found.text):,} bytes"
        lines += [f"shrunk from {sizes} in {report.seconds - found.after:.1f} s"]
    lines += ["smaller inputs were not all tried: one may fail too"]
    if path is not None:
        lines += [f"saved: {path}; beside it .ans, the right output"]
    return "\n".join(lines)


def brief(found: FailingInput) -> str:
    """Return three blocks: the input, the right output, and the output or the failure of the program."""
    own = shown(found.run.stdout.decode("utf-8", "backslashreplace")).rstrip("\n")
    if found.verdict.kind != "wrong answer" or not own:
        own = f"{own}\n({found.verdict.kind}: {found.verdict.reason})".lstrip("\n")
    blocks = (("input", found.text), ("right", found.expected), ("own", own))
    return "\n\n".join(f"{head}\n{text.rstrip()}" for head, text in blocks)


def _indented(lines: str) -> str:
    return "\n".join(f"  {line}" for line in lines.rstrip("\n").split("\n")) + "\n"


def data(problem: str, seed: int, report: StressReport, path: Path | None) -> dict[str, Any]:
    """Return the report for JSON."""
    found = report.counterexample
    told: dict[str, Any] = {
        "problem": problem,
        "seed": seed,
        "cases": dict(report.kinds),
        "answers": dict(report.answers),
        "seconds": round(report.seconds, 3),
        "stopped": report.stopped,
        "counterexample": None,
    }
    if found is not None:
        told["counterexample"] = {
            "verdict": found.verdict.kind,
            "reason": found.verdict.reason,
            "input": found.text,
            "expected": found.expected,
            "output": shown(found.run.stdout.decode("utf-8", "backslashreplace")),
            "stderr": shown_end(found.run.stderr.decode("utf-8", "backslashreplace")),
            "seconds": round(found.run.seconds, 3),
            "kind": found.kind,
            "first_input": found.found,
            "found_after": round(found.after, 3),
            "file": None if path is None else str(path),
        }
    return told
