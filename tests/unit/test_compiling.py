"""Machine code that another process makes: whichever is ready first, the answers are the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.compiled import modules, searching
from grundy.core.values import Outcome
from grundy.errors import OverBudgetError
from grundy.families.cutting import rectangle_tables as cutting_tables
from grundy.families.heaps.direct_kernel import DirectEngine
from grundy.families.heaps.engines import OptionEngine, UntilCompiled
from grundy.families.heaps.sparse import sparse_table
from grundy.families.numbers import mem
from grundy.families.pieces.piece_rules import Piece, PieceBoard, Slide
from grundy.loopy import labels
from grundy.messages import Message
from grundy.runtime import arrays, code_on_disk, compiling, limits, progress
from grundy.runtime.compiling import Helper, Recipe, Settings
from grundy.runtime.jit import Kernel
from grundy.runtime.table_cache import tables
from grundy.theory import quotient_growth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.compiled.boxes import Box

_QUICK = Recipe("time:time", (), (), seconds=1000.0, subject="")  # whose machine code, none at all, is there at once


class _Done:
    """A helper that has ended."""

    def __init__(self, *, failed: bool = False) -> None:
        self.failed = failed

    def is_running(self) -> bool:
        return False

    def kill(self) -> None:
        """Do nothing: it has ended."""


@pytest.fixture(autouse=True)
def _nothing_on_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let no machine code be found, and the plain search be patient, as on a new machine with two processors."""
    compiling.forget()
    monkeypatch.setattr(compiling, "is_on_disk", lambda recipe: not recipe)
    monkeypatch.setattr(compiling, "has_paid", lambda subject: subject == "paid")
    monkeypatch.setattr(compiling, "note_paid", lambda _: None)
    monkeypatch.setattr(compiling, "_BEGIN_SECONDS", 0.0)
    monkeypatch.setattr(compiling, "_POLL_SECONDS", 0.0)
    monkeypatch.setattr(compiling, "_TOO_LONG", 1e9)
    monkeypatch.setattr(Settings, "patience", 1e9)
    monkeypatch.setattr(Settings, "processors", 2)
    monkeypatch.setattr(limits, "_WORTH_IMPORTING_NUMBA", 100)
    yield
    compiling.forget()


def _plainly(kernel: Kernel[Any, Any], *arguments: Any) -> Any:
    """Call a kernel as plain Python, without a trace for later tests."""
    return kernel.plain(*arguments)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Recipe]:
    """Have each recipe done at once, without a process; return those that were asked for."""
    asked: list[Recipe] = []

    def start(recipe: Recipe) -> None:
        asked.append(recipe)
        compiling.helpers[recipe] = _Done()  # type: ignore[assignment]

    monkeypatch.setattr(compiling, "_start", start)
    return asked


def _question(recipe: Recipe = _QUICK, plain_seconds: float | None = None) -> tuple[str, str]:
    """Ask the race once: the plain answer says how often it was asked, the other one is that of machine code."""
    asked = 0

    def work() -> str:
        nonlocal asked
        asked += 1
        if compiling.is_ready(recipe, plain_seconds):
            return "machine code"
        for _ in range(1000):
            progress.check_cancelled()
        return "plain"

    return compiling.race(work), str(asked)


def test_the_plain_search_answers_where_nothing_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """On one processor nothing is started, and the plain search is patient."""
    monkeypatch.setattr(Settings, "processors", 1)
    assert _question() == ("plain", "1")
    assert not compiling.helpers


def test_machine_code_answers_once_it_is_ready(started: list[Recipe]) -> None:
    """The question is asked again; what was ready stays so."""
    assert _question() == ("machine code", "2")
    assert started == [_QUICK]
    assert _question() == ("machine code", "1")


@pytest.mark.parametrize(("subject", "seconds"), [("new", 290), ("paid", 90)])
def test_one_processor_compiles_after_a_part_of_a_compile(
    subject: str, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is three tenths, or a tenth where the machine code has paid; the seconds of earlier questions count."""
    monkeypatch.setattr(Settings, "processors", 1)
    monkeypatch.setattr(Settings, "patience", 1.0)
    recipe = _QUICK._replace(subject=subject)
    compiling.searched[recipe] = seconds
    assert _question(recipe) == ("plain", "1")
    compiling.searched[recipe] = seconds + 20
    assert _question(recipe) == ("machine code", "2")


@pytest.mark.parametrize(("processors", "most"), [(1, 1000), (2, 4000)])
def test_a_long_plain_search_is_not_begun(processors: int, most: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """One processor takes what is faster; where there are two, the plain search costs little."""
    monkeypatch.setattr(compiling, "_TOO_LONG", 4)
    monkeypatch.setattr(Settings, "patience", 1.0)
    monkeypatch.setattr(Settings, "processors", processors)
    assert _question(plain_seconds=most + 1) == ("machine code", "1")
    compiling.forget()
    assert _question(plain_seconds=most - 1) == ("plain", "1")


def test_an_expected_end_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain search that is expected to be faster than a compile goes on until it is late."""
    monkeypatch.setattr(Settings, "processors", 1)
    monkeypatch.setattr(Settings, "patience", 1.0)
    compiling.searched[_QUICK] = 900
    assert _question(plain_seconds=800) == ("plain", "1")
    assert _question(plain_seconds=500) == ("machine code", "2")


def test_what_has_paid_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is kept in the folder of the user's choice; where that cannot be written, nothing happens."""
    monkeypatch.undo()
    for folder, kept in ((tmp_path / "cache", True), (Path("/dev/null"), False)):
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
        assert not code_on_disk.has_paid("kayles.py:kayles")
        code_on_disk.note_paid("kayles.py:kayles")
        assert code_on_disk.has_paid("kayles.py:kayles") is kept
        assert not code_on_disk.has_paid("kayles.py:nim")


@pytest.mark.parametrize("error", [OSError(11, "no process"), BlockingIOError(11, "no process"), ValueError("no path")])
def test_where_no_process_starts_the_plain_search_goes_on(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit on processes, for example, or a program without an interpreter of its own."""

    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(subprocess, "Popen", refuse)
    assert _question() == ("plain", "1")
    assert compiling.helpers[_QUICK].failed
    monkeypatch.setattr(Settings, "patience", 1e-9)
    assert _question() == ("machine code", "2")


def test_a_budget_that_ends_the_plain_search_waits(started: list[Recipe]) -> None:
    """Where the plain search may look no further, machine code may."""
    seen = []

    def work() -> int:
        seen.append(compiling.is_ready(_QUICK))
        if not seen[-1]:
            raise OverBudgetError(Message("over.options"), 1, 1, "options")
        return 5

    assert compiling.race(work) == 5
    assert seen == [False, True]
    assert started == [_QUICK]


def test_a_race_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The callback of the user ends a search that waits for nothing, and one that waits for machine code."""

    class Stop(Exception):
        """Ctrl-C."""

    def stop() -> None:
        raise Stop

    def over() -> None:
        compiling.is_ready(_QUICK)
        raise OverBudgetError(Message("over.options"), 1, 1, "options")

    compiling.helpers[_QUICK] = _Done()  # type: ignore[assignment]
    monkeypatch.setattr(_Done, "is_running", lambda _: True)
    for work in (progress.check_cancelled, over):
        with progress.reporting(lambda *_: None, cancel=stop), pytest.raises(Stop):
            compiling.race(work)


@pytest.mark.parametrize("first", ["plain", "machine code"])
def test_boards_are_worth_the_same(first: str, started: list[Recipe], monkeypatch: pytest.MonkeyPatch) -> None:
    """Wall Making: the plain search to the end, or a kernel that is ready after its first states."""
    pytest.importorskip("numba")
    random = Random(34)
    boards = ["\n".join("".join(random.choice("...X") for _ in range(5)) for _ in range(4)) for _ in range(3)]
    with limits.limited(kernel_above=10**30):
        right = [grundy.games.wall_making(board).nimber for board in boards]
    if first == "plain":
        monkeypatch.setattr(Settings, "processors", 1)
    with progress.tallied() as tally:
        for board, nimber in zip(boards, right, strict=True):
            tables.clear()
            assert grundy.games.wall_making(board).nimber == nimber
    assert tally.engine == ("search" if first == "plain" else "search+kernel")
    assert started == ([] if first == "plain" else [cutting_tables.KERNEL])


@grundy.ruleset(compiled=True)
def _euclid_or_nim(first: int, second: int) -> Iterator[tuple[int, int]]:
    """Take from one heap, or the smaller from the larger."""
    for left in range(first):
        yield left, second
    for left in range(second):
        yield first, left
    if 0 < first < second:
        yield first, second - first
    elif 0 < second < first:
        yield first - second, second


@pytest.mark.parametrize("first", ["plain", "machine code", "both"])
def test_compiled_rulesets_are_worth_the_same(
    first: str, started: list[Recipe], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A declared ruleset: the plain search to the end, or the module that is ready at once, or after some states.

    The module runs as plain Python, for it is not to be compiled here.
    """
    np, numba = pytest.importorskip("numpy"), pytest.importorskip("numba")
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    monkeypatch.setattr("grundy.search.engine._FEW_OPTIONS", 10)
    if first == "plain":
        monkeypatch.setattr(Settings, "processors", 1)
    if first == "machine code":
        monkeypatch.setattr(Settings, "patience", 0)
    for state in ((6, 9), (9, 9), (3, 8)):
        tables.clear()
        with np.errstate(over="ignore"), progress.tallied() as tally:  # words wrap round, as in machine code
            found = _euclid_or_nim.value(state)
        assert found == _by_definition(*state)
        assert ("compiled" in tally.engine) is (first != "plain")
    assert [recipe.maker for recipe in started] == (["grundy.compiled.modules:compile_file"] if first == "both" else [])


@lru_cache(None)
def _by_definition(first: int, second: int) -> int:
    """Return the nimber of two heaps of `_euclid_or_nim`, by its rules alone."""
    less, more = min(first, second), max(first, second)
    options = {_by_definition(left, second) for left in range(first)}
    options |= {_by_definition(first, left) for left in range(second)}
    options |= {_by_definition(less, more - less)} if 0 < less < more else set()
    return next(nimber for nimber in range(len(options) + 1) if nimber not in options)


def test_rectangles_of_a_small_board_are_searched() -> None:
    """A certificate lists them; without machine code on disk, they are the same from the plain search."""
    pytest.importorskip("numba")
    rules: Any
    ((rules, state),) = grundy.games.wall_making("X..\n.X.\n...\n..X").components
    with progress.tallied() as tally:
        found = rules.rectangles(state).tolist()
    assert tally.engine == "search"
    with limits.limited(kernel_above=-1):
        assert rules.rectangles(state).tolist() == found


@pytest.mark.parametrize("first", ["plain", "machine code"])
@pytest.mark.parametrize(
    ("steps", "slides"),
    [(((1, 0), (0, 1)), (Slide(1, 1, 3, jumps=True),)), (((-2, -1), (-1, -2), (-2, 1), (1, -2)), ())],
)
def test_pieces_are_worth_the_same(
    first: str, steps: Any, slides: Any, started: list[Recipe], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A piece among blocked cells: each kind of table, for one cell and for many, or the plain search to the end."""
    np, _ = pytest.importorskip("numpy"), pytest.importorskip("numba")
    monkeypatch.setattr(Kernel, "__call__", _plainly)
    monkeypatch.setattr(limits, "_WORTH_CALLING_NUMBA", 100)
    if first == "plain":
        monkeypatch.setattr(Settings, "processors", 1)
    grid = PieceBoard(9, 8, bytes(Random(5).choices((0, 1), (4, 1), k=72)))
    cells = [(row, column) for row in range(9) for column in range(8) if grid.is_open(row, column)]
    piece = Piece(steps, slides, grid)
    with limits.limited(kernel_above=10**30):
        right = [piece.value(cell) for cell in cells]
    for ask in (
        lambda: [piece.value(cell) for cell in cells],
        lambda: piece.nimbers(cells).tolist(),
        lambda: [piece.outcome(cell) is Outcome.N for cell in cells],
        lambda: piece.outcomes(cells).tolist(),
    ):
        tables.clear()
        compiling.forget()
        started.clear()
        with np.errstate(over="ignore"), progress.tallied() as tally:
            assert ask() in (right, [value != 0 for value in right])
        assert ("kernel" in tally.engine) is (first != "plain")
        assert bool(started) is (first != "plain")


@pytest.mark.parametrize("after", [0, 1, 20, 10**9])
@pytest.mark.parametrize("code", ["0.37", "0.4", "unequal-2", "{1,3,4}", "0.38", "0.7[8]"])
def test_heaps_are_worth_the_same(code: str, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes of all kernels, where the kernel is there after some heaps, or never; it runs as plain Python here."""
    pytest.importorskip("numba")
    monkeypatch.setattr(Kernel, "__call__", _plainly)
    rules, begun = grundy.heaps(code), arrays.zeros(0, 16)
    heaps = iter(range(10**9))
    monkeypatch.setattr(compiling, "awaited", lambda *_: lambda: next(heaps) >= after)
    engine = rules.engine(40, begun)
    assert isinstance(engine, UntilCompiled)
    while engine.known < 40:
        assert engine.fill(40)
    right = OptionEngine(rules, 40, begun)
    assert right.fill(40)
    assert engine.values.tolist() == right.values.tolist()
    assert (engine.values.dtype == right.values.dtype) is (code in {"0.38", "0.7[8]"})


def test_a_table_of_heaps_waits_for_nobody(started: list[Recipe], monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel is asked for, and the table is the same without it."""
    pytest.importorskip("numba")
    with limits.limited(kernel_above=-1):
        right = grundy.heaps("0.07").nimbers(300).tolist()
    for processors in (1, 2):
        tables.clear()
        monkeypatch.setattr(Settings, "processors", processors)
        assert grundy.heaps("0.07").nimbers(300).tolist() == right
        assert len(started) == processors - 1


def _ready_after(monkeypatch: pytest.MonkeyPatch, polls: int) -> None:
    """Let machine code that is awaited be ready after so many checks."""
    checks = iter(range(10**9))

    def is_over(race: compiling.Race) -> bool:
        is_ready = next(checks) >= polls
        compiling._here.update(race.wanted if is_ready else ())  # noqa: SLF001
        return is_ready

    monkeypatch.setattr(compiling.Race, "is_over", is_over)


@pytest.mark.parametrize("polls", [0, 1, 20, 10**9])
def test_work_in_parts_is_worth_the_same(polls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mem, a digraph and a misère quotient, whose machine code is ready after some parts, or never."""
    np, _ = pytest.importorskip("numpy"), pytest.importorskip("numba")
    monkeypatch.setattr(Kernel, "__call__", _plainly)
    monkeypatch.setattr(mem, "_PLAIN_STEPS_AT_ONCE", 100)
    monkeypatch.setattr(labels, "_PLAIN_EDGES_AT_ONCE", 10)
    monkeypatch.setattr(labels, "_FEW", 50)
    monkeypatch.setattr(quotient_growth, "_PLAIN_STEPS", 1000)
    monkeypatch.setattr(compiling.Race, "wait", lambda _: None)
    random = Random(8)
    edges = [(random.randrange(60), random.randrange(60)) for _ in range(150)]

    def found() -> tuple[Any, ...]:
        tables.clear()
        graph, quotient = grundy.digraph(edges), grundy.heaps("0.77").misere_quotient(30)
        return grundy.games.mem("200").nimber, graph.nimbers().tolist(), quotient.certificate(), quotient.steps

    with limits.limited(kernel_above=-1):
        right = found()
    _ready_after(monkeypatch, polls)
    with np.errstate(over="ignore"):
        assert found() == right


@pytest.mark.slow
@pytest.mark.parametrize("polls", [0, 3, 10**9])
def test_a_long_table_of_heaps_is_worth_the_same(polls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The direct engine continues until the kernels of a sparse space are compiled."""
    pytest.importorskip("numba")
    monkeypatch.setattr(sparse_table, "FIRST", 2048)
    monkeypatch.setattr(sparse_table, "_MEANWHILE", 300)
    _ready_after(monkeypatch, polls)
    digits = {1: 1, 3: 6}  # of 0.106
    table = sparse_table.SparseTable(digits, 20_000, arrays.zeros(0, 16))
    while table.known < 20_000:
        assert table.fill(20_000)
    right = DirectEngine(digits, 20_000, arrays.zeros(0, 16))
    assert right.fill(20_000)
    assert table.values.tolist() == right.values[:20_000].tolist()
    assert table.quick is (polls < 10**9)


@pytest.mark.parametrize("polls", [0, 3, 10**9])
def test_a_box_is_worth_the_same(polls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search continues until the machine code for boxes is compiled."""
    np, numba = pytest.importorskip("numpy"), pytest.importorskip("numba")
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    monkeypatch.setattr("grundy.search.engine._FEW_OPTIONS", 10)
    monkeypatch.setattr(searching, "_WORTH_SECONDS", -1.0)
    monkeypatch.setattr(searching, "_FIRST", 8)
    monkeypatch.setattr(searching, "_PAUSE", 50)
    monkeypatch.setattr(compiling, "is_ready", lambda *_: True)
    filled = []
    fill = searching.SearchRun._fill  # noqa: SLF001

    def counted(run: searching.SearchRun, box: Box, size: int) -> None:
        filled.append(size)
        fill(run, box, size)

    monkeypatch.setattr(searching.SearchRun, "_fill", counted)
    _ready_after(monkeypatch, polls)
    tables.clear()
    modules.machine.cache_clear()
    with np.errstate(over="ignore"):
        assert _euclid_or_nim.value((12, 14)) == _by_definition(12, 14)
    assert bool(filled) is (polls < 10**9)


def test_machine_code_is_not_used_if_numba_cannot_be_imported(
    started: list[Recipe], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba may be installed, but not for this version of NumPy: then the plain search answers, or its budget ends."""

    def over() -> None:
        compiling.is_ready(_QUICK)
        raise OverBudgetError(Message("over.options"), 1, 1, "options")

    monkeypatch.setattr(compiling, "available", lambda _: False)
    assert _question() == ("plain", "1")
    with pytest.raises(OverBudgetError):
        compiling.race(over)
    monkeypatch.setattr(Settings, "patience", 0)
    assert _question() == ("plain", "1")
    assert started == [_QUICK]


@pytest.mark.parametrize(
    "module", ["grundy.lab.warming", "grundy.loopy.labels", "grundy.families.pieces.nimbers_kernel"]
)
def test_a_kernel_loads_numba_at_its_first_call(module: str) -> None:
    """A small question, which needs no machine code, does not wait for Numba."""
    code = f"import sys, {module}; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout == b"False\n"


def test_an_index_older_than_its_source_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code on disk is that of the source as it is, under the Python that runs."""
    monkeypatch.undo()
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    source = tmp_path / "made.py"
    source.write_text("")
    index = tmp_path / "__pycache__" / f"made.fill-12.py{sys.version_info.major}{sys.version_info.minor}.nbi"
    index.parent.mkdir()
    recipe = Recipe("", (), ((str(source), "fill"),), seconds=1, subject="")
    assert not compiling.is_on_disk(recipe)
    index.write_bytes(b"")
    assert not compiling.is_on_disk(recipe)  # the index alone, as a full disk leaves it
    index.with_suffix(".1.nbc").write_bytes(b"")
    assert compiling.is_on_disk(recipe)
    os.utime(index, (1, 1))
    assert not compiling.is_on_disk(recipe)
    assert list(code_on_disk.indexes(source, "fill", stale=True)) == [index]
    assert not list(code_on_disk.indexes(source, "other", stale=True))


@pytest.mark.slow
def test_another_process_is_done_says_so_and_is_gone() -> None:
    """What it cannot do, or what is not kept on disk, it says as well; it prints nothing."""
    unkept = _QUICK._replace(functions=(("/no/such/file.py", "name"),))
    for recipe, failed in ((_QUICK, False), (_QUICK._replace(maker="time:no_such_name"), True), (unkept, True)):
        helper = Helper(recipe)
        assert helper.is_running()
        while helper.is_running():
            time.sleep(0.01)
        assert helper.failed is failed
    assert _eventually_asked() == "machine code"


def _eventually_asked() -> str:
    """Ask until the process of the race is done."""

    def work() -> str:
        if compiling.is_ready(_QUICK):
            return "machine code"
        while True:
            progress.check_cancelled()
            time.sleep(0.001)

    return compiling.race(work)


_PARENT = """
import sys, time
from grundy.runtime.compiling import Helper, Recipe
helper = Helper(Recipe("time:sleep", (600,), (), seconds=1.0, subject=""))
print(helper._process.pid, flush=True)
time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_the_other_process_ends_with_this_one(number: int) -> None:
    """However this one ends."""
    with subprocess.Popen([sys.executable, "-c", _PARENT], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert _runs(pid)
        parent.send_signal(number)
        parent.wait()
    until = time.monotonic() + 20
    while _runs(pid) and time.monotonic() < until:
        time.sleep(0.01)
    assert not _runs(pid)


def _runs(pid: int) -> bool:
    """Say whether a process is there that is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
