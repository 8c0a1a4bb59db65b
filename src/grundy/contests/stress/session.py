"""The search for an input on which a program is wrong: the program runs in workers, the answers come from here."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections import Counter, deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from grundy.contests.stress.programs import ProgramLimits, ProgramRun, check_command, check_start, run
from grundy.contests.stress.shrinking import OutOfTime, shrunk
from grundy.contests.stress.verdicts import judge
from grundy.errors import RulesetError
from grundy.runtime import limits
from grundy.runtime.costs import CALL_OPTIONS, WAIT_SECONDS, WORK_SECONDS
from grundy.runtime.processes.pool import ProcessPool, signals_held

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future
    from multiprocessing.synchronize import Event
    from typing import Self

    from grundy.contests.inputs.form import Case
    from grundy.contests.stress.inputs import Inputs, MadeInput
    from grundy.contests.stress.verdicts import RunVerdict

_WAITING = 2  # cases for each worker that are made in advance


@dataclass(frozen=True, slots=True)
class FailingInput:
    """The smallest input found on which the program fails, with the right output, the run and the verdict.

    `found` is the text of the first input on which the program failed, `kind` the kind of that input, and `after` the
    seconds until then.
    """

    case: Case
    text: str
    expected: str
    run: ProgramRun
    verdict: RunVerdict
    found: str
    kind: str
    after: float


@dataclass(slots=True)
class StressReport:
    """The report of a search: inputs by kind, answers of cases, seconds, and the counterexample if one was found.

    `stopped`: the user stopped the search.
    """

    kinds: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    stopped: bool = False
    counterexample: FailingInput | None = None

    @property
    def cases(self) -> int:
        """The number of inputs on which the program ran before the shrinking."""
        return self.kinds.total()


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """The limits of a search: the seed of its inputs, its seconds, and the most inputs (None: any number).

    `shrinking` is the most of these seconds in which a failing input is made smaller.
    """

    seed: int = 0
    seconds: float = WORK_SECONDS
    cases: int | None = None
    shrinking: float = WAIT_SECONDS


class Workers:
    """Processes that run the program. At the end, no process of the program remains."""

    def __init__(self, command: Sequence[str], bounds: ProgramLimits, jobs: int = 2) -> None:
        """Check that the program can be started; the processes start later. Raises `ProgramError`."""
        check_command(command)
        with signals_held():  # while it starts the process that cleans up after the workers
            self._stop: Event = multiprocessing.get_context("spawn").Event()
        self._pool = ProcessPool(jobs, _start, self._stop)
        self.command = command
        self.jobs = jobs
        self.bounds = bounds

    def submit(self, text: str) -> Future[ProgramRun]:
        """Run the program on an input in a worker."""
        return self._pool.submit(_run, list(self.command), self.bounds, text.encode())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)


def stress(
    inputs: Inputs, workers: Workers, plan: SearchPlan, progress: Callable[[StressReport], None] = lambda _: None
) -> StressReport:
    """Run a program on inputs until it fails, or until time or cases are used up; return the report.

    The cases depend on the seed alone, not on the time or on the number of workers. Ctrl-C ends the search
    (`StressReport.stopped`), or the shrinking: the smallest failing case so far is kept. Raises `ProgramError` where
    the run on the first case shows that the program cannot be started: that says nothing about its answers.
    """
    report = StressReport()
    passed: list[Case] = []  # tiny cases: those to which others are shrunk
    start = time.monotonic()
    try:
        with limits.limited(kernel_above=CALL_OPTIONS):
            for one, text, expected, run in _tried(inputs, workers, plan, start + plan.seconds):
                if not report.cases:
                    check_start(run, workers.command)
                report.kinds[one.kind] += 1
                report.answers.update(inputs.problem.output.answers(expected))
                report.seconds = time.monotonic() - start
                verdict = judge(inputs.problem, one.case, run, expected, workers.bounds)
                if verdict.kind != "right":
                    report.counterexample = FailingInput(
                        one.case, text, expected, run, verdict, text, one.kind, report.seconds
                    )
                    break
                if one.kind == "tiny":
                    passed.append(one.case)
                progress(report)
            if report.counterexample is not None:
                end = min(time.monotonic() + plan.shrinking, start + plan.seconds)
                _shrink(inputs, workers, report, passed, end)
    except KeyboardInterrupt:
        report.stopped = True
    report.seconds = time.monotonic() - start
    return report


def _tried(
    inputs: Inputs, workers: Workers, plan: SearchPlan, deadline: float
) -> Iterator[tuple[MadeInput, str, str, ProgramRun]]:
    """Yield cases in their order, each with the right output and the run of the program, until the deadline."""
    made = islice(inputs.made(random.Random(plan.seed)), plan.cases)
    plain = None if inputs.problem.values is None else replace(inputs.problem, values=None)
    waiting: deque[tuple[MadeInput, str, str, Future[ProgramRun]]] = deque()
    is_first = True  # what it shows is said, however long that takes
    while time.monotonic() < deadline:
        while len(waiting) < _WAITING * workers.jobs and (one := next(made, None)) is not None:
            text = inputs.text(one.case)
            run = workers.submit(text)
            waiting.append((one, text, inputs.problem.answer_case(one.case), run))
            if plain and one.kind == "tiny" and inputs.problem.wrong(one.case, plain.answer_case(one.case)):
                raise RulesetError("error.problem-values", problem=plain.id or plain.title, input=repr(text))
            if waiting[0][3].done() or time.monotonic() > deadline:
                break
        if not waiting:
            return
        one, text, expected, run = waiting.popleft()
        try:
            yield one, text, expected, run.result(None if is_first else deadline - time.monotonic())
        except TimeoutError:
            return
        is_first = False


def _shrink(inputs: Inputs, workers: Workers, report: StressReport, passed: list[Case], deadline: float) -> None:
    """Replace the counterexample by smaller ones with the same kind of verdict, until the deadline."""
    first = report.counterexample
    assert first is not None

    def fails(case: Case) -> bool:
        if time.monotonic() > deadline:
            raise OutOfTime
        text = inputs.text(case)
        expected = inputs.problem.answer_case(case)
        try:
            run = workers.submit(text).result(deadline - time.monotonic())
        except TimeoutError:
            raise OutOfTime from None
        verdict = judge(inputs.problem, case, run, expected, workers.bounds)
        if verdict.kind != first.verdict.kind:
            return False
        report.counterexample = replace(first, case=case, text=text, expected=expected, run=run, verdict=verdict)
        return True

    # The case about which the output is wrong, or at which it ends, often fails alone.
    asked = inputs.problem.asked(first.case)
    wrong = inputs.problem.output.wrong(first.run.stdout.decode("utf-8", "backslashreplace"), asked)
    with suppress(OutOfTime):
        case = first.case
        for one in inputs.alone(case, asked[wrong.place].number if wrong is not None and asked else 0):
            case = one if fails(one) else case
        shrunk(inputs, case, fails, passed)


# In a worker: one process, one thread, one program at a time.
_stopping: Event


def _start(stop: Event) -> None:
    global _stopping  # noqa: PLW0603 - the one state of a worker
    _stopping = stop


def _run(command: list[str], bounds: ProgramLimits, given: bytes) -> ProgramRun:
    return run(command, bounds, given, _stopping.is_set)
