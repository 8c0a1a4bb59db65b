"""Folders that commands write into: nothing is written through a link, a killed run is continued, files are kept."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from grundy import contests
from grundy.contests.stress import vectors
from grundy.runtime.files import TEMPORARY

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs links and pipes")


@pytest.fixture
def boards(tmp_path: Path) -> list[str]:
    """Return three inputs, and leave a folder for the answers with a link in it, and a file that it leads to."""
    (tmp_path / "secret").write_text("mine")
    (tmp_path / "answers").mkdir()
    for name in "abc":
        (tmp_path / f"{name}.in").write_text("2 2\nX.\n..\n")
    return [str(tmp_path / f"{name}.in") for name in "abc"]


@pytest.mark.parametrize("kind", ["link", "dangling", "pipe", "folder"])
def test_answers(kind: str, boards: list[str], tmp_path: Path, grundy_command: Command) -> None:
    target = tmp_path / "answers" / "b.out"
    if kind == "pipe":
        os.mkfifo(target)
    elif kind == "folder":
        target.mkdir()
    else:
        target.symlink_to(tmp_path / ("secret" if kind == "link" else "made"))
    said = grundy_command("answer", "boj-11717", *boards, "--out-dir", str(tmp_path / "answers"))
    assert said.code == 2
    assert "b.out: expected a file, found a" in said.err
    assert (tmp_path / "secret").read_text() == "mine"
    assert not (tmp_path / "made").exists()
    assert [(tmp_path / "answers" / f"{name}.out").read_text() for name in "ac"] == ["First\n"] * 2


def test_set_of_tests(tmp_path: Path, grundy_command: Command) -> None:
    """Files of the same set are left as they are, and all others, links and pipes leave the folder alone."""
    whole, folder = tmp_path / "whole", tmp_path / "tests"

    def write(path: Path) -> tuple[int, str]:
        found = grundy_command("vectors", "boj-13034", "--count", "2", "--layout", "oj", "--out", str(path))
        return found.code, found.err

    assert write(whole) == (0, "")
    names = sorted(str(path.relative_to(whole)) for path in whole.rglob("*") if path.is_file())
    shutil.copytree(whole, folder)
    (folder / "cases.tsv").unlink()
    (folder / names[-1]).unlink()
    (folder / "test" / f"{TEMPORARY}0").write_text("half")
    kept = (folder / names[1]).stat().st_mtime_ns
    assert write(folder) == (0, "")
    assert {name: (folder / name).read_bytes() for name in names} == {n: (whole / n).read_bytes() for n in names}
    assert (folder / names[1]).stat().st_mtime_ns == kept
    assert not list(folder.rglob(f"{TEMPORARY}*"))
    secret = tmp_path / "secret"
    for name in (names[0], names[1], "test", "mine"):
        secret.write_bytes((whole / names[1]).read_bytes())
        for there in ("link", "pipe", "other", "longer"):
            shutil.rmtree(folder)
            path = folder / name
            path.parent.mkdir(parents=True)
            if there == "link":
                path.symlink_to(secret)
            elif there == "pipe":
                os.mkfifo(path)
            else:
                path.write_text("x" * (1 if there == "other" else 10**6))
            code, words = write(folder)
            assert (code, "the folder is not empty" in words) == (2, True)
            assert os.path.lexists(path)
            assert len(list(folder.rglob("*"))) == len(path.relative_to(folder).parts)


def test_a_failure_removes_what_was_written_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = contests.find("boj-13034")
    found = vectors.judge_tests(problem, 2)
    folder = tmp_path / "new" / "tests"
    replace, calls = os.replace, iter(range(99))

    def full(old: Path, new: Path) -> None:
        if next(calls) == 5:
            (folder / "mine").write_text("another process has written this meanwhile")
            raise OSError(28, "No space left on device")
        replace(old, new)

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        vectors.write(problem, found, folder, "icpc")
    assert [path.name for path in tmp_path.rglob("*")] == ["new", "tests", "mine"]
