"""Stored sequences: growing, crashes, damage, locks, exports and plots."""

from __future__ import annotations

import errno
import io
import json
import os
import random
import sys
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import grundy
from grundy.cli.main import run
from grundy.errors import OverBudgetError, PictureError
from grundy.research.sequences import store
from grundy.research.sequences.folder import MANIFEST, FolderError, StoreError
from grundy.research.sequences.growing import grow
from grundy.runtime import files as storage
from grundy.runtime import limits, progress, table_cache
from support.growing import killed_again_and_again

if TYPE_CHECKING:
    from pathlib import Path

LENGTH = 3000


@pytest.mark.slow
@pytest.mark.parametrize("code", ["0.6", "unequal-2", "0.77", "{1,3,4}", "0.7[3]", "equal-2", "nim"])
def test_growing_in_steps_gives_the_same_values(code: str, tmp_path: Path) -> None:
    rules = grundy.heaps(code)
    length = LENGTH if code in {"0.6", "unequal-2"} else 60
    once = grow(tmp_path / "once", rules, length, direct=True)
    for stop in (1, 2, 17, length // 2, length, 10):
        steps = grow(tmp_path / "steps", rules, stop, direct=True)
    assert steps.length == once.length == length
    assert steps.digest() == once.digest()
    assert list(steps.values()) == list(rules.nimbers(length, direct=True))
    assert list(steps.values(5)) == list(steps.values()[:5])
    assert len(steps.chunks) == 5
    if code == "0.6":
        assert {chunk.engine for chunk in steps.chunks} == {"direct"}


@pytest.mark.slow
@pytest.mark.needs_jit
def test_a_proved_period_fills_the_rest(tmp_path: Path) -> None:
    rules = grundy.heaps("0.77")
    short = grow(tmp_path, rules, 1000)
    long = grow(tmp_path, rules, 50_000)
    assert short.chunks == long.chunks[: len(short.chunks)]
    assert {chunk.engine for chunk in long.chunks} == {"period"}
    assert np.array_equal(long.values(), rules.nimbers(50_000, direct=True))


@pytest.mark.parametrize(("name", "kept"), [("30.values", 30), (MANIFEST, 30)])
def test_a_full_disk_is_named_with_what_is_kept(
    name: str, kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = grundy.heaps("0.6")
    grow(tmp_path, rules, 30)

    def full(old: Path, new: Path) -> None:
        if new.name.endswith(name):
            raise OSError(errno.ENOSPC, "No space left on device")
        old.rename(new)

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(StoreError, match=rf"{name}: .* found: No space left on device; {kept} values are kept"):
        grow(tmp_path, rules, 60, direct=True)
    monkeypatch.undo()
    assert store.open_store(tmp_path, rules).length == kept
    assert not list(tmp_path.glob(f"{storage.TEMPORARY}*"))


def test_folders_of_others_are_left_alone(tmp_path: Path) -> None:
    grow(str(tmp_path / "a"), grundy.heaps("0.6"), 20)
    assert store.open_store(str(tmp_path / "a"), grundy.heaps("0.6")).length == 20
    with pytest.raises(FolderError, match=r"expected the sequence of 0.77, found that of 0.6"):
        grow(tmp_path / "a", grundy.heaps("0.77"), 20)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "thesis.txt").write_text("mine")
    with pytest.raises(FolderError, match=r"expected an empty folder or one of a sequence, found thesis.txt"):
        grow(tmp_path / "b", grundy.heaps("0.6"), 20)
    storage.write_json(tmp_path / "a" / MANIFEST, {"format": 2, "code": "0.6"})
    with pytest.raises(FolderError, match="expected format 3, found 2"):
        grow(tmp_path / "a", grundy.heaps("0.6"), 20)


def test_too_long_sequences_are_refused_at_once(tmp_path: Path) -> None:
    with (
        limits.limited(kernel_options=1000),
        pytest.raises(OverBudgetError, match=r"the sequence of 0.6 up to heap 999"),
    ):
        grow(tmp_path, grundy.heaps("0.6"), 1000)
    assert not list(tmp_path.iterdir())
    with limits.limited(table_bytes=10**6), pytest.raises(OverBudgetError, match=r"values of 0\.3"):
        grow(tmp_path / "a" / "b", grundy.heaps("0.3"), 10**7)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine")
    with pytest.raises(FolderError):
        grow(tmp_path / "mine", grundy.heaps("0.6"), 20)
    assert [path.name for path in tmp_path.rglob("*")] == ["mine", "thesis.txt"]


def test_an_interrupt_keeps_what_is_done(tmp_path: Path) -> None:
    grow(tmp_path, grundy.heaps("0.6"), 1000, direct=True)

    def stop(_done: int, _total: int | None) -> None:
        raise KeyboardInterrupt

    with progress.reporting(stop), pytest.raises(KeyboardInterrupt):
        grow(tmp_path, grundy.heaps("0.6"), LENGTH, direct=True)
    left = store.open_store(tmp_path, grundy.heaps("0.6"))
    left.check()
    assert left.length == 1000
    again = grow(tmp_path, grundy.heaps("0.6"), LENGTH, direct=True)
    assert again.digest() == grow(tmp_path / "new", grundy.heaps("0.6"), LENGTH, direct=True).digest()


@pytest.mark.needs_jit
@pytest.mark.slow
def test_killed_and_continued(tmp_path: Path) -> None:
    """Some times kill -9, with a manifest damaged between: as if nothing had happened.

    bench/storage.py does it more often; the calls of the system are in test_storage.py.
    """
    rules, rng = grundy.heaps("0.6"), random.Random(4)
    found = killed_again_and_again(tmp_path, 4, LENGTH, 30, rng)
    assert found.lengths == sorted(found.lengths), "nothing that was stored is lost"
    assert found.killed.digest() == found.calm.digest()
    assert np.array_equal(found.killed.values(), rules.nimbers(LENGTH, direct=True))


def lines(capfd: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> tuple[list[str], str]:
    assert run(["sequence", *arguments]) == code
    out, err = capfd.readouterr()
    return out.splitlines(), err


def test_outputs(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    values = [int(value) for value in grundy.heaps("0.77").nimbers(24)]
    text, _ = lines(capfd, "kayles", "--length", "24")
    assert [int(word) for line in text[:2] for word in line.split()[1:]] == values
    assert "largest  7, first at heap 15" in text
    csv, _ = lines(capfd, "0.77", "--length", "24", "--csv")
    assert csv == ["heap,nimber", *(f"{heap},{value}" for heap, value in enumerate(values))]
    bfile, _ = lines(capfd, "0.77", "--length", "24", "--bfile", "-o", str(tmp_path / "k.npy"))
    assert [line[:2] for line in bfile[:2]] == ["# ", "# "]
    assert bfile[2:] == [f"{heap} {value}" for heap, value in enumerate(values)]
    assert list(np.load(io.BytesIO((tmp_path / "k.npy").read_bytes()))) == values
    out, _ = lines(capfd, "0.77", "--length", "24", "--json", "--dir", str(tmp_path / "kayles"))
    data = json.loads("\n".join(out))
    assert (data["code"], data["offset"], data["values"]) == ("0.77", 0, values)
    assert data["digest"] == store.open_store(tmp_path / "kayles", grundy.heaps("0.77")).digest()
    text, _ = lines(capfd, "0.77", "--length", "24", "--dir", str(tmp_path / "kayles"))
    assert any(line.startswith("stored   24 values in ") for line in text)
    text, _ = lines(capfd, "{1,3}", "--length", "700", "--period")
    assert "and 200 more (--csv writes all)" in text
    assert text[-1].startswith("period   proved: period 2 from heap 0 on")
    with grundy.limited(period_seconds=0):
        text, _ = lines(capfd, "0.3f", "--length", "10", "--period")
    assert text[-1] == "period   unknown: no period is seen in the first 10 values"


def test_values_on_stdout_replace_the_text(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["sequence", "0.77", "--length", "24", "-o", "-.npy"]) == 0
    data = io.BytesIO(capfdbinary.readouterr().out)
    assert np.array_equal(np.load(data), grundy.heaps("0.77").nimbers(24))
    assert not data.read()


def test_wrong_commands(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for arguments, message in [
        (["0.7x"], "code:1:4: expected a digit, 0 to 9 or a to f, found 'x'"),
        (["wythoff"], "expected a code or a game of heaps, found wythoff"),
        (["0.77", "--repair"], "expected --dir with --repair"),
        (["0.77", "-o", "x.bmp"], "x.bmp: expected a name that ends in .txt, .json, .csv, .tex, .svg"),
        (["0.77", "-o", str(tmp_path / "no" / "x.npy")], "expected a file to write the result to, found no folder"),
        (["0.77", "--dir", "/dev/null/x"], "expected a folder for the sequence, found: Not a directory"),
        (["0.77", "--dir", ""], "expected the name of a folder for --dir, found ''"),
        (["0.77", "-o", "-.npy", "--csv"], "expected one thing for stdout: .csv or .npy"),
        (["0.77", "--length", "0"], "Invalid value for '--length'"),
        (["0.6", "--length", "100000", "--budget", "1000"], "1,088 options, the budget is 1,000"),
    ]:
        out, err = lines(capfd, *arguments, code=2)
        assert out == []
        assert message in err
        assert "Traceback" not in err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "code", "length"),
    [("plot.svg", "0.77", "90"), ("plot.PNG", "unequal-2", "6000"), ("plot.pdf", "0.4", "90")],
)
def test_plots(name: str, code: str, length: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / name
    assert lines(capfd, code, "--length", length, "-o", str(path))[0] == []
    data = path.read_bytes()
    assert data.startswith({"svg": b"<?xml", "PNG": b"\x89PNG", "pdf": b"%PDF"}[name[-3:]])
    lines(capfd, code, "--length", length, "-o", str(path))
    assert path.read_bytes() == data  # the same each time


@pytest.mark.slow
def test_the_parts_of_a_plot() -> None:
    pytest.importorskip("matplotlib")
    from grundy.drawing import plots

    values = np.array([0, 0, 0, 1, 5] * 2000, np.uint16)
    figure = plots.plot(values, "x")
    (picture,) = figure.axes[0].get_images()
    cells: Any = picture.get_array()
    assert [row for row in range(cells.shape[0]) if cells[row, :, 3].any()] == [0, 1, 5]  # one row of pixels a nimber
    strip = plots.plot(values, "x", grundy.heaps("0.77").period())
    folded: Any = strip.axes[1].get_images()[0].get_array()
    assert folded.shape == (167, 60)
    assert list(folded[2, :10]) == [0, 0, 0, 1, 5] * 2
    assert len(figure.axes) == len(plots.plot(values, "x", grundy.heaps("0.77").period(3)).axes) == 2
    with pytest.raises(PictureError, match="expected values of x to plot, found none"):
        plots.plot(values[:0], "x")


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    out, err = lines(capfd, "0.77", "-o", str(tmp_path / "x.png"), code=2)
    assert out == []
    assert err.endswith("grundy: expected matplotlib for plots, found none: pip install 'grundy[plot]'\n")


def test_a_table_that_is_dropped_before_it_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread may fill the cache between the search for a period and the use of its table."""
    rules = grundy.heaps("0.77")
    period = type(rules).period

    def forgotten(self: Any, length: int | None = None) -> Any:
        found = period(self, length)
        table_cache.tables.clear()
        return found

    monkeypatch.setattr(type(rules), "period", forgotten)
    assert grow(tmp_path, rules, 3000).values().tolist() == rules.nimbers(3000, direct=True).tolist()
