"""Mutation testing: how many small faults in the engines the tests find, and which they do not.

By hand, with Cosmic Ray and coverage installed::

    python bench/mutation.py cover                            # which test runs which line; a few minutes
    python bench/mutation.py run families --sample 900        # faults, drawn with a seed, one after the other
    python bench/mutation.py again families --tests tests/unit/test_new.py  # those that survived, with new tests
    python bench/mutation.py show families                    # the score, and each fault that survived

Kernels run as plain Python, unless NUMBA_DISABLE_JIT is 0.
Each fault is tried in a child process that has the libraries, but nothing of
grundy, loaded already; it runs the tests that run the line, until one fails. Results are
kept in a folder, one line of JSON for each fault, and a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import compileall
import contextlib
import difflib
import json
import os
import random
import resource
import shutil
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
os.environ["CI"] = "1"  # the examples of Hypothesis are the same each time
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none of them is needed, and they take long to load

import coverage
import hypothesis  # noqa: F401 - loaded for the children
import numba  # noqa: F401 - the same
import psutil  # noqa: F401 - the same
import pytest
from mutants import Mutant, mutants

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parents[1]
PACKAGES = ("games/families", "core/search", "theory", "research/sequences")
TESTS = [
    "tests/core",
    "tests/games",
    "tests/theory",
    "tests/research/faults/test_sequences.py",
]
MOST_SECONDS = 6.0  # of tests for one fault
MOST_TESTS = 120
LONGEST = 4.0  # seconds of one test
QUICK = "not needs_jit and not slow"
MEMORY = 8 * 2**30


class Recorder:
    """A pytest plugin: the time of each test, and which one failed; with coverage, which lines each test runs."""

    def __init__(self, measured: coverage.Coverage | None = None) -> None:
        """Begin without results."""
        self.measured = measured
        self.seconds: dict[str, float] = {}
        self.failed = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Name the test to coverage."""
        if self.measured:
            self.measured.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the time and the failure."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid} {str(report.longrepr).splitlines()[-1]}"

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a module that cannot be imported."""
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid}: import"


def run_pytest(tree: Path, arguments: list[str], recorder: Recorder) -> int:
    """Run pytest in this process, with grundy from a folder."""
    sys.path.insert(0, str(tree / "src"))
    os.environ["PYTHONPATH"] = str(tree / "src")
    os.chdir(tree)
    return int(pytest.main(["-q", "-p", "no:cacheprovider", "--assert=plain", *arguments], plugins=[recorder]))


def cover(work: Path, mark: str, tests: list[str]) -> None:
    """Measure which test runs which line."""
    shutil.rmtree(work / "tree", ignore_errors=True)
    for name in ("src", "tests", "docs"):
        shutil.copytree(ROOT / name, work / "tree" / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", work / "tree")
    compileall.compile_dir(work / "tree", quiet=2)
    sources = [str(work / "tree/src/grundy" / name) for name in PACKAGES]
    measured = coverage.Coverage(data_file=None, source=sources, config_file=False)
    recorder = Recorder(measured)
    measured.start()
    code = run_pytest(work / "tree", ["-m", mark, *tests], recorder)
    measured.stop()
    data = measured.get_data()
    lines: dict[str, dict[int, list[str]]] = {}
    for name in data.measured_files():
        path = str(Path(name).relative_to(work / "tree"))
        found = data.contexts_by_lineno(name)
        lines[path] = {line: sorted(set(tests) - {""}) for line, tests in found.items()}
    (work / "cover.json").write_text(json.dumps({"seconds": recorder.seconds, "lines": lines}), encoding="utf-8")
    print(f"exit code {code}, {len(recorder.seconds)} tests, {sum(recorder.seconds.values()):.0f} s")


def tests_for(mutant: Mutant, covered: Any, seconds: float, most: int) -> list[str]:
    """Return tests that run the statement; where only imports run it, those that run anything in the file.

    The quickest case of each test function comes first, then their second ones, and so on.
    """
    lines = covered["lines"].get(mutant.path, {})
    first, last = mutant.lines
    names = {test for line in range(first, last + 1) for test in lines.get(str(line), [])}
    if not names and str(first) in lines:
        names = {test for tests in lines.values() for test in tests}
    took: dict[str, float] = covered["seconds"]
    turns: list[tuple[int, float, str]] = []
    seen: Counter[str] = Counter()
    for name in sorted(names, key=lambda name: (took[name], name)):
        function = name.partition("[")[0]
        turns.append((seen[function], took[name], name))
        seen[function] += 1
    chosen: list[str] = []
    total = 0.0
    for _, spent, name in sorted(turns):
        if total + spent <= seconds and len(chosen) < most and spent <= LONGEST:
            total += spent
            chosen.append(name)
    return chosen


def attempt(tree: Path, tests: list[str], limit: float, log: Path) -> tuple[str, str]:
    """Run tests in a child process: what came of it, and the test that failed."""
    report = log.with_suffix(".failed")
    report.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.dont_write_bytecode = True
        recorder = Recorder()
        code = run_pytest(tree, ["-x", *tests], recorder)
        report.write_text(recorder.failed, encoding="utf-8")
        os._exit(code)
    status = None
    end = time.monotonic() + 6 * limit + 20
    while time.monotonic() < end:
        done, found = os.waitpid(child, os.WNOHANG)
        if done:
            status = found
            break
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if status is None:
        os.waitpid(child, 0)
        return "timeout", ""
    if os.WIFSIGNALED(status):
        return ("timeout" if os.WTERMSIG(status) in {signal.SIGXCPU, signal.SIGKILL} else "killed"), "signal"
    if os.WEXITSTATUS(status) == 0:
        return "survived", ""
    return "killed", report.read_text(encoding="utf-8")[:300] if report.exists() else ""


def difference(old: str, new: str) -> list[str]:
    """Return the lines that differ."""
    return [
        line
        for line in difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
        if line[:3] not in {"---", "+++"} and line[0] in "+-"
    ]


class Session:
    """The results for a package, on disk."""

    def __init__(self, work: Path, package: str) -> None:
        """Read what there is."""
        self.work = work
        self.package = package
        self.file = work / f"{package}.jsonl"
        lines = self.file.read_text(encoding="utf-8").splitlines() if self.file.exists() else []
        self.results: dict[str, Any] = {}
        for line in lines:
            result = json.loads(line)
            self.results[result["key"]] = result
        self.covered = json.loads((work / "cover.json").read_text(encoding="utf-8"))

    def drawn(self, seed: int) -> list[Mutant]:
        """Return all mutants of the package in an order that the seed gives."""
        tree = self.work / "tree"
        files = sorted((tree / "src/grundy" / self.package).rglob("*.py"))
        found = [mutant for file in files for mutant in mutants(tree, str(file.relative_to(tree)))]
        random.Random(f"{self.package} {seed}").shuffle(found)
        return found

    def run(self, chosen: Iterable[Mutant], sample: int, given: list[str] | None = None) -> None:
        """Try mutants that have no result yet, until there are as many as asked for; with the tests that are given."""
        meanings = {result["key"].split(":")[1] + str(result["difference"]) for result in self.results.values()}
        for mutant in chosen:
            if len(self.results) >= sample:
                break
            if mutant.key in self.results:
                continue
            file = self.work / "tree" / mutant.path
            text = file.read_text(encoding="utf-8")
            mutated = mutant.source(text)
            if mutated is None:
                continue
            changed = difference(text, mutated)
            meaning = f"{mutant.line}{changed}"
            if meaning in meanings:  # two operators made the same of it
                continue
            meanings.add(meaning)
            tests = given or tests_for(mutant, self.covered, MOST_SECONDS, MOST_TESTS)
            began = time.monotonic()
            outcome, test = ("uncovered", "")
            if tests:
                limit = 5 + 2 * (MOST_SECONDS if given else sum(self.covered["seconds"][name] for name in tests))
                file.write_text(mutated, encoding="utf-8")
                try:
                    outcome, test = attempt(self.work / "tree", tests, limit, self.work / "log")
                finally:
                    file.write_text(text, encoding="utf-8")
            result = {
                "key": mutant.key,
                "outcome": outcome,
                "test": test,
                "tests": len(tests),
                "seconds": round(time.monotonic() - began, 2),
                "difference": changed,
            }
            self.results[mutant.key] = result
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(result) + "\n")
            print(len(self.results), outcome, mutant.key, test[:60], result["seconds"], flush=True)


def show(session: Session) -> None:
    """Print the score, and what survived."""
    count = Counter(result["outcome"] for result in session.results.values())
    print(session.package, dict(count), f"of {len(session.drawn(0))}")
    for result in sorted(session.results.values(), key=lambda result: result["key"]):
        if result["outcome"] in {"survived", "uncovered"}:
            print(f"\n{result['outcome']} {result['key']} ({result['tests']} tests)")
            print("\n".join(result["difference"]))


def main() -> None:
    """Read the arguments, and do it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["cover", "run", "again", "show"])
    parser.add_argument("package", nargs="?", choices=PACKAGES)
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "mutation")
    parser.add_argument("--mark", default=QUICK, help="the tests that `cover` runs (pytest -m)")
    parser.add_argument("--tests", nargs="+", help="the files that `cover` runs, or that `again` tries")
    parser.add_argument("--sample", type=int, default=10**6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    if options.what == "cover":
        cover(work, options.mark, options.tests or TESTS)
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the file with the fault is written back
    session = Session(work, options.package)
    if options.what == "run":
        session.run(session.drawn(options.seed), options.sample)
    elif options.what == "again":
        alive = {key for key, result in session.results.items() if result["outcome"] in ("survived", "uncovered")}
        for key in alive:
            del session.results[key]
        session.run([one for one in session.drawn(options.seed) if one.key in alive], 10**6, options.tests)
    else:
        show(session)


if __name__ == "__main__":
    main()
