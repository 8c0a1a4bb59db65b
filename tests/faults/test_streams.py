"""Streamed sequences: proofs by two windows, crashes, damage."""

from __future__ import annotations

import contextlib
import json
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import grundy
from grundy.cli.main import run
from grundy.errors import DamageError, GrundyError
from grundy.runtime import progress
from grundy.runtime.files import digest, folder_lock, read_json, write_json
from grundy.sequences import FolderError, StreamError, stream, streamed
from support.disk import read_only
from support.streaming import small_streams

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.needs_jit

CLAIM = (3479, 349)  # of 0.156


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    small_streams(monkeypatch)


def proved(folder: Path, claim: tuple[int, int] = CLAIM) -> dict[str, Any]:
    found: dict[str, Any] = stream(folder, grundy.heaps("0.156"), None, claim)["claim"]
    return {name: found[name] for name in ("proved", "least_preperiod", "least_period")}


def test_a_finished_stream_is_read_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, folders = grundy.heaps("0.156"), [tmp_path / "claim", tmp_path / "length"]
    found = [stream(folders[0], rules, None, CLAIM), stream(folders[1], rules, 5000)]
    before = [path.stat().st_mtime_ns for path in sorted(tmp_path.rglob("*.*"))]
    with folder_lock(folders[0]):  # another process at work
        assert stream(folders[0], rules, None)["claim"] == found[0]["claim"]
    read_only(monkeypatch)
    assert stream(folders[0], rules, None)["claim"] == found[0]["claim"]
    assert stream(folders[1], rules, 5000)["histogram"] == found[1]["histogram"]
    with pytest.raises(OSError, match="Read-only"):
        stream(folders[1], rules, 50_000)
    with pytest.raises(OSError, match="Read-only"):
        stream(tmp_path / "new", rules, 5000)
    monkeypatch.undo()
    assert [path.stat().st_mtime_ns for path in sorted(tmp_path.rglob("*.*"))] == before


def test_two_that_make_a_stream_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = streamed._new_stream  # noqa: SLF001 - the slow part, between the two checks of the folder

    def slow(*given: Any) -> Any:
        monkeypatch.setattr(streamed, "_new_stream", made)
        claimed.append(stream(tmp_path / "x", grundy.heaps("0.156"), None, CLAIM)["claim"])  # another process
        return made(*given)

    claimed: list[Any] = []
    monkeypatch.setattr(streamed, "_new_stream", slow)
    assert stream(tmp_path / "x", grundy.heaps("0.156"), 5000)["claim"] == claimed[0]


def test_a_period_is_proved(tmp_path: Path) -> None:
    assert proved(tmp_path / "x") == {"proved": True, "least_preperiod": True, "least_period": True}
    result = read_json(tmp_path / "x" / "result.json", 10**6)
    values = grundy.heaps("0.156").nimbers(result["values"])
    assert result["histogram"] == np.bincount(values).tolist()
    assert result["first"] == [[int(value), int((values == value).argmax())] for value in np.unique(values)]
    checkpoint = min((tmp_path / "x").glob("[0-9]*.json"))
    kept = read_json(checkpoint, 10**6)
    rows = values[:4096].astype(np.uint8).view("<u8").reshape(-1, 64)
    fold = np.zeros(64, np.uint64)
    for row in rows:
        fold = fold * np.uint64(0x9E3779B97F4A7C15) + row
    assert kept["digests"] == [digest(fold.tobytes())]
    assert stream(str(tmp_path / "x"), grundy.heaps("0.156"), None)["claim"] == result["claim"]
    window = np.frombuffer(checkpoint.with_suffix(".bin").read_bytes(), np.uint8)
    assert np.array_equal(window, values[4096 - len(window) : 4096])


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ((3480, 349), {"proved": True, "least_preperiod": False, "least_period": True}),
        ((3479, 698), {"proved": True, "least_preperiod": True, "least_period": False}),
        ((3478, 349), {"proved": False, "least_preperiod": False, "least_period": False}),
        ((3479, 350), {"proved": False, "least_preperiod": False, "least_period": False}),
    ],
)
def test_wrong_claims(claim: tuple[int, int], expected: dict[str, bool], tmp_path: Path) -> None:
    assert proved(tmp_path, claim) == expected


@pytest.mark.slow
def test_a_stream_goes_on_after_interruptions(tmp_path: Path) -> None:
    """Stopped at any moment, it has the digests of one that was not."""
    rules = grundy.heaps("0.156")
    stream(tmp_path / "once", rules, 60_000)
    stops = random.Random(1)
    for _ in range(5):
        left = stops.randrange(2, 12)

        def stop(done: int, total: int | None) -> None:
            nonlocal left
            assert total is not None
            assert done <= total
            left -= 1
            if left < 0:
                raise KeyboardInterrupt

        with progress.reporting(stop), pytest.raises(KeyboardInterrupt):
            stream(tmp_path / "often", rules, 60_000)
    stream(tmp_path / "often", rules, 60_000)
    found = [chain(tmp_path / "once"), chain(tmp_path / "often")]
    assert found[0] == found[1]
    assert len(found[0][0]) == 60_000 // 4096


def test_a_mark_that_begins_before_the_checkpoint_at_which_a_stream_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window of the checkpoint has the first values of the mark."""
    proved(tmp_path / "once")
    end_block = streamed.Stream._end_block  # noqa: SLF001 - there is a checkpoint after it

    def stopped(self: streamed.Stream) -> None:
        end_block(self)
        raise KeyboardInterrupt

    monkeypatch.setattr(streamed.Stream, "_end_block", stopped)
    with pytest.raises(KeyboardInterrupt):
        proved(tmp_path / "twice")
    monkeypatch.setattr(streamed.Stream, "_end_block", end_block)
    mark = CLAIM[0] - 1
    kept = read_json(min((tmp_path / "twice").glob("[0-9]*.json")), 10**6)
    assert kept["position"] == 4096
    assert mark not in dict(kept["marks"])
    assert proved(tmp_path / "twice") == {"proved": True, "least_preperiod": True, "least_period": True}
    found = [read_json(tmp_path / name / "result.json", 10**6)["claim"]["marks"] for name in ("once", "twice")]
    assert found[0] == found[1]


@pytest.mark.slow
def test_a_nimber_that_first_occurs_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the windows of this code are larger
    monkeypatch.setattr(streamed, "_PREFIX", 2**16)
    found = stream(tmp_path, grundy.heaps("0.16"), 240_000)
    assert dict(found["first"])[23] == 229_790


@pytest.mark.slow
def test_a_nimber_above_all_before(tmp_path: Path) -> None:
    """Heap 3758 of 0.054 is the first worth 32, which the mask of the first 3072 heaps calls rare: it gets a bit."""
    folder, rules = tmp_path / "x", grundy.heaps("0.054")
    stream(folder, rules, 3072)
    assert read_json(folder / "stream.json", 10**6)["space"] == {"mask": 29, "parity": None}
    found = stream(folder, rules, 10_000)
    values = rules.nimbers(found["values"], direct=True)
    assert [32, 3758] in found["first"]
    assert found["histogram"] == np.bincount(values).tolist()
    assert read_json(folder / "stream.json", 10**6)["space"] == {"mask": 61, "parity": None}
    assert stream(folder, rules, 15_000)["histogram"] == np.bincount(rules.nimbers(15_360, direct=True)).tolist()


def chain(folder: Path) -> tuple[list[str], Any, Any]:
    """Return all digests of a stream, in order, its last histogram and the first heaps of each value."""
    digests: list[str] = []
    before = ""
    for path in sorted(folder.glob("[0-9]*.json")):
        kept = read_json(path, 10**6)
        assert kept["previous"] == before
        before = digest(path.read_bytes())
        digests += kept["digests"]
    return digests, kept["histogram"], kept["first"]


def test_damage_in_a_stream(tmp_path: Path) -> None:
    """A checkpoint that is damaged is passed over; what all checkpoints need is refused."""
    rules = grundy.heaps("0.156")
    stream(tmp_path, rules, 20_000)
    before = chain(tmp_path)
    last = max(tmp_path.glob("[0-9]*.bin"))
    last.write_bytes(bytes(len(last.read_bytes())))
    with pytest.warns(UserWarning, match=f"{last.name} is damaged.*goes on from the checkpoint before it"):
        stream(tmp_path, rules, 20_000)
    assert chain(tmp_path) == before
    for name in ("prefix.bin", "stream.json"):
        path = tmp_path / name
        data = path.read_bytes()
        path.write_bytes(data[:-9] + b"123456789")
        with pytest.raises(DamageError, match=f"{name} is damaged"):
            stream(tmp_path, rules, 20_000)
        path.write_bytes(data)


def test_what_cannot_be_streamed(tmp_path: Path) -> None:
    for code, claim, error, match in (
        ("0.77[3]", None, StreamError, "expected a code that ends"),
        ("{1,2}", None, StreamError, "expected a code that ends"),
        ("0.007", None, StreamError, "expected a sparse space"),
        ("0.156", (500, 349), StreamError, "expected a preperiod of at least"),
        ("0.106", (465384263797, 328226140475), StreamError, "expected an even period.*found 328"),
        ("0.156", (3479, 0), StreamError, "from 1 to 4,398,046,511,104, found 0"),
        ("0.156", (3479, 2**42 + 1), StreamError, "from 1 to 4,398,046,511,104, found 4,398,046,511,105"),
    ):
        with pytest.raises(error, match=match):
            stream(tmp_path / "none", grundy.heaps(code), None if claim else 10_000, claim)
        assert not (tmp_path / "none").exists()
    stream(tmp_path / "x", grundy.heaps("0.156"), 5000)
    with pytest.raises(FolderError, match=r"expected the sequence of 0.106, found that of 0.156"):
        stream(tmp_path / "x", grundy.heaps("0.106"), 5000)
    with pytest.raises(FolderError, match="expected the claim with which the stream began, found None"):
        stream(tmp_path / "x", grundy.heaps("0.156"), None, CLAIM)
    (tmp_path / "y").mkdir()
    (tmp_path / "y" / "mine.txt").touch()
    with pytest.raises(FolderError, match=r"found mine.txt"):
        stream(tmp_path / "y", grundy.heaps("0.156"), 5000)


def test_streams_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "x")
    assert run(["stream", "0.156", folder, "--expect", "3479,349"]) == 0
    assert "proved: period 349 from heap 3,479 on (two equal windows;" in capsys.readouterr().out
    assert run(["stream", "0.156", folder, "--certificate", f"{folder}/c.json"]) == 0
    assert json.loads((tmp_path / "x" / "c.json").read_text())["claim"]["kind"] == "streamed-period"
    capsys.readouterr()
    assert run(["stream", "0.156", folder, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["claim"]["proved"] is True
    assert run(["stream", "0.156", str(tmp_path / "y"), "--expect", "3479,698"]) == 1
    assert "refuted: the period is a part of this one" in capsys.readouterr().out
    for arguments, message in (
        (["0.156", str(tmp_path / "z")], "expected one of --length and --expect"),
        (["0.156", str(tmp_path / "z"), "--expect", "3479"], "expected a preperiod and a period such as"),
        (["0.156", folder, "--certificate", str(tmp_path / "c.json")], "expected"),
        (["wythoff", folder, "--length", "9"], "expected a code or a game of heaps, found wythoff"),
        (["0.156", str(tmp_path / "z"), "--length", str(10**20)], "from 1 to 4,398,046,511,104, found 100,000"),
        (["0.156", "/dev/null/z", "--length", "9"], "/dev/null: expected a folder for the stream"),
    ):
        assert run(["stream", *arguments]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*goes on from the checkpoint before it")
def test_a_stream_of_somebody_else(tmp_path: Path) -> None:
    """Files whose digests fit, with content that cannot be: refused or passed over, and never another error."""
    folder, rules = tmp_path / "x", grundy.heaps("0.156")
    stream(folder, rules, None, CLAIM)
    checkpoint = max(folder.glob("[0-9]*.json"))
    wrong: tuple[Any, ...] = (None, [], -1, 2**70, {"a": [1]}, [[None]])
    for path in (folder / "stream.json", checkpoint):
        content = read_json(path, 10**6)
        for number, name in enumerate(content):
            write_json(path, content | {name: wrong[number % len(wrong)]})
            with contextlib.suppress(GrundyError):
                stream(folder, rules, None)
            write_json(path, {key: value for key, value in content.items() if key != name})
            with contextlib.suppress(GrundyError):
                stream(folder, rules, None)
        write_json(path, content)
    assert stream(folder, rules, None)["claim"]["proved"]
