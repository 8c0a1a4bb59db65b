"""Folders that commands write into: nothing is written through a link, files are kept."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from grundy import contests
from grundy.contests.stress import vectors

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
    """A folder that holds anything is left alone."""
    for there in ("file", "link", "pipe"):
        folder = tmp_path / there
        folder.mkdir()
        if there == "file":
            (folder / "sample-1.in").write_text("mine")
        elif there == "link":
            (folder / "sample-1.in").symlink_to(tmp_path / "made")
        else:
            os.mkfifo(folder / "sample-1.in")
        said = grundy_command("vectors", "boj-13034", "--count", "2", "--out", str(folder))
        assert (said.code, "the folder is not empty" in said.err) == (2, True)
        assert [path.name for path in folder.iterdir()] == ["sample-1.in"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link", "pipe"]


def test_a_failure_removes_what_was_written_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = vectors.judge_tests(contests.find("boj-13034"), 2)
    folder = tmp_path / "new" / "tests"
    replace, calls = os.replace, iter(range(99))

    def full(old: Path, new: Path) -> None:
        if next(calls) == 5:
            (folder / "mine").write_text("another process has written this meanwhile")
            raise OSError(28, "No space left on device")
        replace(old, new)

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        vectors.write(found, folder)
    assert [path.name for path in tmp_path.rglob("*")] == ["new", "tests", "mine"]
