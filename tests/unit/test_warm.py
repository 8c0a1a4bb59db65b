"""What is compiled beforehand: all kernels, the games of the catalogue, rulesets of files; by a command or a server."""

from __future__ import annotations

import ast
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest

pytest.importorskip("numba")

from grundy.cli.main import run
from grundy.lab import warming
from grundy.runtime import code_on_disk, compiling
from grundy.runtime.compiling import Recipe, Settings
from support.project import ROOT

if TYPE_CHECKING:
    from grundy.messages import Message

_LATER = {  # kernels that no lab and no class on a machine of its own needs
    ("scan_kernel", "extend"),  # of browsers
    ("summary_kernel", "count"),  # of tables that are kept longer than any of the lab
    ("summary_kernel", "fold"),  # of streams
}
RULES = """
from grundy import ruleset

@ruleset(compiled=True, sample="9")
def take(heap):
    for left in range(max(0, heap - 3), heap):
        yield left

@ruleset(sample="9")
def slow(heap):
    for left in range(heap):
        yield left
"""


class _Helper:
    """A process that makes nothing, and is done at once; those that are idle and those that are not are counted."""

    made: ClassVar[list[tuple[Recipe, bool]]]
    exit_code: int | None = 0
    failed = False
    runs = False

    def __init__(self, recipe: Recipe, *, idle: bool = False) -> None:
        self.made.append((recipe, idle))

    def is_running(self) -> bool:
        return self.runs

    def kill(self) -> None:
        """Do nothing: it has ended."""


@pytest.fixture
def helper(monkeypatch: pytest.MonkeyPatch) -> type[_Helper]:
    """Have no process started, and no machine code found."""

    class Helper(_Helper):
        made: ClassVar[list[tuple[Recipe, bool]]] = []

    monkeypatch.setattr(compiling, "Helper", Helper)
    monkeypatch.setattr("grundy.cli.warm.Helper", Helper)
    monkeypatch.setattr(compiling, "is_on_disk", bool)
    monkeypatch.setattr(code_on_disk, "why_not_writable", lambda _: None)
    monkeypatch.setattr(warming, "is_made", lambda item: not item)
    return Helper


def test_all_kernels_are_compiled_beforehand() -> None:
    declared = set()
    for path in (ROOT / "src" / "grundy").rglob("*_kernel.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and any(ast.unparse(one) == "Kernel" for one in node.decorator_list):
                declared.add((path.stem, node.name))
    items, without = warming.items()
    found = {(Path(file).stem, name) for item in items for file, name in item.recipe.functions}
    assert declared - found <= _LATER
    assert len(declared) > 20
    assert not without


def test_games_that_are_translated_are_compiled_beforehand() -> None:
    names = {item.name for item in warming.items()[0]}
    assert {"clobber", "cram", "chomp", "node-kayles", "strings-and-coins"} <= names


def test_games_bring_their_kernels_alone() -> None:
    assert [item.name for item in warming.items(["wall-making"])[0]] == ["boards", "empty-boards", "census"]
    assert {item.name for item in warming.items(["clobber"])[0]} == {"clobber"}
    assert "heaps" in {item.name for item in warming.items(["0.137"])[0]}


def test_the_command_says_what_it_does(
    helper: type[_Helper], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of a file it compiles the rulesets that ask for it, and says which do not."""
    path = tmp_path / "own.py"
    path.write_text(RULES, encoding="utf-8")
    assert run(["warm", str(path)]) == 0
    said = capsys.readouterr()
    assert said.out == "all machine code is there (2 kinds)\n"
    assert "slow has no machine code" in said.err
    assert "2 of 2 kinds of machine code are missing; about 16 s" in said.err
    assert f"[1/2] {path}:take; about 16 s left" in said.err
    assert [idle for _, idle in helper.made] == [False, False]


def test_what_fails_is_said_and_the_others_are_made(
    helper: type[_Helper], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(helper, "failed", True)
    for code, words in ((3, "empty boards was compiled, but its machine code cannot be kept in /"), (-9, "code -9")):
        monkeypatch.setattr(helper, "exit_code", code)
        assert run(["warm", "wall-making"]) == 2
        said = capsys.readouterr()
        assert said.out == "3 of 3 kinds of machine code are still missing\n"
        assert words in said.err
    assert len(helper.made) == 6


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the file that is always full is one of Linux")
def test_a_folder_that_cannot_be_written_is_an_error_before_all_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/dev/full")
    assert run(["warm", "wall-making"]) == 2
    assert "that can be written, found /dev/full/" in capsys.readouterr().err


def test_without_numba_nothing_can_be_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    assert run(["warm"]) == 2
    assert "machine code needs numba, which cannot be imported" in capsys.readouterr().err


def test_a_second_time_nothing_is_made(
    helper: type[_Helper], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(warming, "is_made", bool)
    assert run(["warm"]) == 0
    assert not helper.made
    assert capsys.readouterr().out.startswith("all machine code is there")


def test_a_stopped_command_ends_the_process(helper: type[_Helper], monkeypatch: pytest.MonkeyPatch) -> None:
    killed = []

    def stop(_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(helper, "is_running", stop)
    monkeypatch.setattr(helper, "kill", lambda one: killed.append(one.made))
    assert run(["warm", "wall-making"]) == 3
    assert len(killed) == len(helper.made) == 1


@pytest.mark.parametrize("name", ["no-such-game", "nofile.py", "0.9z"])
def test_wrong_names_are_errors(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["warm", name]) == 2
    assert "expected" in capsys.readouterr().err


@pytest.fixture
def quick_server(helper: type[_Helper], monkeypatch: pytest.MonkeyPatch) -> type[_Helper]:
    """Have a server that need not be quiet for long."""
    pytest.importorskip("uvicorn")
    monkeypatch.setattr("grundy.web.idle._QUIET_SECONDS", 0.02)
    monkeypatch.setattr("grundy.web.idle._POLL_SECONDS", 0.005)
    monkeypatch.setattr(Settings, "processors", 2)
    item = warming.items(["wall-making"])[0][0]
    monkeypatch.setattr(warming, "items", lambda: ([item] * 3, []))
    return helper


def test_an_idle_server_compiles(quick_server: type[_Helper]) -> None:
    from grundy.web.idle import IdleCompiler

    said: list[Message] = []
    compiler = IdleCompiler(lambda: False, said.append)
    compiler.start()
    assert compiler.join(20)
    assert [idle for _, idle in quick_server.made] == [True] * 3
    assert not said


@pytest.mark.parametrize(("code", "tried", "words"), [(1, 3, "ended with code 1"), (3, 1, "cannot be kept in")])
def test_an_idle_server_says_what_fails_once(
    code: int, tried: int, words: str, quick_server: type[_Helper], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not compiled is left; where machine code cannot be kept, the rest is left as well."""
    from grundy.web.idle import IdleCompiler

    said: list[Message] = []
    monkeypatch.setattr(quick_server, "failed", True)
    monkeypatch.setattr(quick_server, "exit_code", code)
    compiler = IdleCompiler(lambda: False, said.append)
    compiler.start()
    assert compiler.join(20)
    assert len(quick_server.made) == len(said) == tried
    assert all(words in str(message) for message in said)


def test_a_busy_server_compiles_nothing(quick_server: type[_Helper]) -> None:
    from grundy.web.idle import IdleCompiler

    asked = threading.Event()

    def is_busy() -> bool:
        asked.set()
        return True

    compiler = IdleCompiler(is_busy, print)
    compiler.start()
    assert asked.wait(20)
    time.sleep(0.05)
    compiler.stop()
    assert compiler.join(20)
    assert not quick_server.made


@pytest.mark.parametrize("has_paid", [False, True])
def test_one_processor_compiles_beforehand_what_has_paid(
    has_paid: bool,  # noqa: FBT001 - a case
    quick_server: type[_Helper],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from grundy.web.idle import IdleCompiler

    monkeypatch.setattr(Settings, "processors", 1)
    monkeypatch.setattr(code_on_disk, "has_paid", lambda _: has_paid)
    compiler = IdleCompiler(lambda: False, print)
    compiler.start()
    assert compiler.join(20)
    assert len(quick_server.made) == 3 * has_paid


def test_without_other_processes_nothing_is_compiled(
    quick_server: type[_Helper], monkeypatch: pytest.MonkeyPatch
) -> None:
    from grundy.web.idle import IdleCompiler

    monkeypatch.setattr(Settings, "has_helpers", False)
    compiler = IdleCompiler(lambda: False, print)
    compiler.start()
    assert compiler.join(0)
    assert not quick_server.made


def test_the_end_of_a_server_ends_the_process(quick_server: type[_Helper], monkeypatch: pytest.MonkeyPatch) -> None:
    from grundy.web.idle import IdleCompiler

    said: list[Message] = []
    killed = threading.Event()
    monkeypatch.setattr(quick_server, "runs", True)
    monkeypatch.setattr(quick_server, "kill", lambda _: killed.set())
    compiler = IdleCompiler(lambda: False, said.append)
    compiler.start()
    while not quick_server.made:
        time.sleep(0.001)
    compiler.stop()
    assert compiler.join(20)
    assert killed.is_set()
    assert len(quick_server.made) == 1


def test_machine_code_of_another_numba_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import version

    index = tmp_path / "made.nbi"
    monkeypatch.setattr(code_on_disk, "indexes", lambda *_: iter([index]))
    item = warming.items(["wall-making"])[0][0]
    assert not warming.is_made(item)
    for made_by, there in (("0.1.0", False), (version("numba"), True)):
        index.write_bytes(b"\x80\x04\x95\x0a\0\0\0\0\0\0\0\x8c\x06" + made_by.encode())
        assert warming.is_made(item) is there
