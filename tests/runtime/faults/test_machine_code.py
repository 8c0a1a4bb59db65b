"""Machine code on disk: kept, damaged, not to be written; the answers are the same."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("numba")

import numba
from numba.core.compiler_lock import global_compiler_lock

from grundy.runtime.jit import Kernel, held, reporting_compiles
from grundy.runtime.progress import reporting

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.needs_jit

SOURCE = """
def double(number):
    return 2 * number
"""


def run_kernel(folder: Path) -> bool:
    """Run a small kernel as a new process would, and say whether it had to be compiled."""
    path = folder / "small_kernel.py"
    if not path.exists():
        path.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("small_kernel", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    compiled: list[bool] = []
    kernel: Kernel[[int], int] = Kernel(module.double)
    told = reporting(lambda *_: None, compiling=lambda: compiled.append(True))
    with global_compiler_lock, told, reporting_compiles():  # nobody else compiles, who would be waited for
        assert kernel(21) == 42
        assert kernel(4) == 8
    return bool(compiled)


@pytest.fixture(autouse=True)
def _cache_in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))  # read again when Numba reloads its settings
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "cache"))


def test_machine_code_is_kept(tmp_path: Path) -> None:
    assert [run_kernel(tmp_path) for _ in range(3)] == [True, False, False], list(tmp_path.rglob("*"))


@pytest.mark.parametrize(("suffix", "keep"), [(".nbi", 0), (".nbi", 50), (".nbc", 0), (".nbc", 100)])
def test_a_damaged_cache_is_repaired(tmp_path: Path, suffix: str, keep: int) -> None:
    assert run_kernel(tmp_path)
    damaged = list((tmp_path / "cache").rglob(f"*{suffix}"))
    assert damaged
    for path in damaged:
        path.write_bytes(path.read_bytes()[:keep])
    assert run_kernel(tmp_path)
    run_kernel(tmp_path)
    assert not run_kernel(tmp_path)


def test_a_bit_that_flips_in_machine_code_is_seen(tmp_path: Path) -> None:
    assert run_kernel(tmp_path)
    for path in (tmp_path / "cache").rglob("*.nbc"):
        code = bytearray(path.read_bytes())
        code[len(code) // 2] ^= 1
        path.write_bytes(code)
    assert run_kernel(tmp_path)
    assert not run_kernel(tmp_path)


@pytest.mark.parametrize("place", ["cache", "__pycache__"])
def test_a_cache_that_cannot_be_written_changes_nothing(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file lies where the folder should be; without one, Numba takes the folder beside the source, or none."""
    (tmp_path / "cache").write_text("not a folder")
    if place == "__pycache__":
        (tmp_path / "__pycache__").write_text("not a folder")
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
        monkeypatch.setenv("HOME", str(tmp_path / "cache"))
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert run_kernel(tmp_path)
    assert run_kernel(tmp_path) is (place == "__pycache__")


@pytest.mark.slow
def test_a_full_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: Any, **_named: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", full)
    assert run_kernel(tmp_path)
    assert run_kernel(tmp_path)


@pytest.mark.slow
def test_a_compile_is_announced_on_stderr(tmp_path: Path) -> None:
    """With an empty cache of machine code, in a process of its own; with a full one, silence."""
    command = [sys.executable, "-m", "grundy", "sequence", "0.7", "--length", "3000000", "--direct"]  # waits for it
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    for announced in (True, False):
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert result.stdout
        assert ("compiling" in result.stderr) == announced


@pytest.mark.parametrize("lock", [global_compiler_lock, threading.Lock()], ids=["compiler", "ruleset"])
def test_who_waits_for_a_compile_of_another_says_so(lock: Any) -> None:
    """Then the lab gives its place in the queue to somebody else; the other one goes on when that was said."""
    begun, said = threading.Event(), threading.Event()

    def hold() -> None:
        with lock:
            begun.set()
            said.wait(60)

    other = threading.Thread(target=hold)
    other.start()
    begun.wait(60)
    wanted = lock if lock is global_compiler_lock else held(lock)
    with reporting(lambda *_: None, compiling=said.set), reporting_compiles(), wanted:
        assert said.is_set()
    other.join(60)


TWO_TYPES = """
import sys
sys.path.insert(0, sys.argv[1])
from grundy.runtime.jit import Kernel
import small_kernel
kernel = Kernel(small_kernel.double)
print(kernel(21), kernel(0.25))
if sys.argv[2:]:
    files = kernel._compiled._cache._cache_file
    overloads = files._load_index()
    assert len(set(overloads.values())) == 2
    files._save_index(dict.fromkeys(overloads, min(overloads.values())))
"""


@pytest.mark.slow  # it starts processes
def test_machine_code_for_other_types_is_not_used(tmp_path: Path) -> None:
    """Two processes that compile at the same moment may choose one file name; then that file holds the code of one."""
    (tmp_path / "small_kernel.py").write_text(SOURCE)
    for confuse in (["confuse"], []):
        command = [sys.executable, "-c", TWO_TYPES, str(tmp_path), *confuse]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (told.stdout, told.returncode) == ("42 0.5\n", 0), told.stderr


LOADED = """
import sys
sys.path.insert(0, sys.argv[1])
from grundy.runtime.jit import Kernel
import small_kernel
kernel = Kernel(small_kernel.double, counted=False)
print(kernel(21), "numba.typed.typedlist" in sys.modules, kernel(float(sys.argv[2])))
"""


@pytest.mark.slow  # it starts processes
def test_machine_code_without_objects_is_loaded_without_all_that_numba_compiles(tmp_path: Path) -> None:
    """A process that compiles has imported it; one that loads has not, and can still compile for other types."""
    (tmp_path / "small_kernel.py").write_text(SOURCE)
    for number, expected in (("2.5", "42 True 5.0\n"), ("0.25", "42 False 0.5\n")):
        command = [sys.executable, "-c", LOADED, str(tmp_path), number]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (told.stdout, told.returncode) == (expected, 0), told.stderr
