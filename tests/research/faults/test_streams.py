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
from grundy.research.sequences import FolderError, StreamError, grow, stream
from grundy.research.sequences.folder import COPY, MANIFEST
from grundy.runtime import progress
from grundy.runtime.files import digest, folder_lock, read_json, write_json
from support.disk import read_only
from support.streaming import CLAIM, SMALL

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.needs_jit

RULES = grundy.heaps("0.156")


def proved(folder: Path, claim: tuple[int, int] = CLAIM) -> dict[str, Any]:
    found: dict[str, Any] = stream(folder, RULES, None, claim, SMALL)["claim"]
    return {name: found[name] for name in ("proved", "least_preperiod", "least_period")}


def manifest_of(folder: Path) -> dict[str, Any]:
    return read_json(folder / MANIFEST, 10**6)


def without_seconds(folder: Path) -> list[Any]:
    """Return the chunks of a stream, without the seconds that they took."""
    chunks = manifest_of(folder)["chunks"]
    return [chunk | {"facts": chunk["facts"] | {"seconds": 0}} for chunk in chunks]


def test_a_finished_stream_is_read_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path / "claim", tmp_path / "length"]
    found = [stream(folders[0], RULES, None, CLAIM, SMALL), stream(folders[1], RULES, 5000, None, SMALL)]
    before = [path.stat().st_mtime_ns for path in sorted(tmp_path.rglob("*.*"))]
    read_only(monkeypatch)
    assert stream(folders[0], RULES, None) == found[0]
    assert stream(folders[1], RULES, 5000, None, SMALL) == found[1]
    for folder, length in ((folders[1], 50_000), (tmp_path / "new", 5000)):
        with pytest.raises(OSError, match="Read-only"):
            stream(folder, RULES, length, None, SMALL)
    monkeypatch.undo()
    assert [path.stat().st_mtime_ns for path in sorted(tmp_path.rglob("*.*"))] == before
    with folder_lock(folders[0]):  # another process at work
        assert stream(folders[0], RULES, None) == found[0]


def test_a_period_is_proved(tmp_path: Path) -> None:
    assert proved(tmp_path / "x") == {"proved": True, "least_preperiod": True, "least_period": True}
    found = stream(str(tmp_path / "x"), RULES, None)
    values = RULES.nimbers(found["values"])
    assert found["histogram"] == np.bincount(values).tolist()
    assert found["first"] == [[int(value), int((values == value).argmax())] for value in np.unique(values)]
    first, second, third = manifest_of(tmp_path / "x")["chunks"]
    assert [chunk["length"] for chunk in (first, second, third)] == [3072, 1024, 2048]
    for chunk in (second, third):
        start, stop = chunk["start"], chunk["start"] + chunk["length"]
        fold = np.zeros(64, np.uint64)
        for row in values[start:stop].astype(np.uint8).view("<u8").reshape(-1, 64):
            fold = fold * np.uint64(0x9E3779B97F4A7C15) + row
        assert chunk["facts"]["digests"] == [digest(fold.tobytes())]
        window = (tmp_path / "x" / f"{stop - chunk['kept']:012}.values").read_bytes()
        assert window == values[stop - chunk["kept"] : stop].astype(np.uint8).tobytes()


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
def test_a_stream_continues_after_interruptions(tmp_path: Path) -> None:
    """Stopped at any moment, it has the digests of one that was not.

    The stopped ones have one thread: of two, the other may do all the work, and then nothing is reported in this one.
    """
    stream(tmp_path / "once", RULES, 60_000, None, SMALL)
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

        with progress.reporting(stop), grundy.limited(threads=1), pytest.raises(KeyboardInterrupt):
            stream(tmp_path / "often", RULES, 60_000, None, SMALL)
    stream(tmp_path / "often", RULES, 60_000, None, SMALL)
    assert without_seconds(tmp_path / "once") == without_seconds(tmp_path / "often")
    assert len(without_seconds(tmp_path / "once")) == 16


@pytest.mark.parametrize(("claim", "last"), [(CLAIM, 4096), ((3479, 3490), 7168)])
def test_a_window_that_begins_before_the_chunk_from_which_a_stream_continues(
    claim: tuple[int, int], last: int, tmp_path: Path
) -> None:
    """The window of the chunk has its first values; or only its last ones, and then it is whole already."""
    found = proved(tmp_path, claim)
    assert found["proved"]
    chunks, plan = without_seconds(tmp_path), manifest_of(tmp_path)["stream"]
    (tmp_path / f"{last:012}.values").unlink()  # of the last chunk: the run continues from the chunk before it
    with pytest.warns(UserWarning, match="goes on from the checkpoint before it"):
        assert proved(tmp_path, claim) == found
    assert (without_seconds(tmp_path), manifest_of(tmp_path)["stream"]) == (chunks, plan)


@pytest.mark.slow
def test_a_nimber_that_first_occurs_late(tmp_path: Path) -> None:
    found = stream(tmp_path, grundy.heaps("0.16"), 240_000, None, SMALL._replace(first=2**16))
    assert dict(found["first"])[23] == 229_790


@pytest.mark.slow
def test_a_nimber_above_all_before(tmp_path: Path) -> None:
    """Heap 3758 of 0.054 is the first worth 32, which the mask of the first 3072 heaps calls rare: it gets a bit."""
    folder, rules = tmp_path / "x", grundy.heaps("0.054")
    stream(folder, rules, 3072, None, SMALL)
    assert manifest_of(folder)["stream"]["space"] == {"mask": 29, "parity": None}
    found = stream(folder, rules, 10_000, None, SMALL)
    values = rules.nimbers(found["values"], direct=True)
    assert [32, 3758] in found["first"]
    assert found["histogram"] == np.bincount(values).tolist()
    assert manifest_of(folder)["stream"]["space"] == {"mask": 61, "parity": None}
    longer = stream(folder, rules, 15_000, None, SMALL)
    assert longer["histogram"] == np.bincount(rules.nimbers(15_360, direct=True)).tolist()


def test_damage_in_a_stream(tmp_path: Path) -> None:
    """A window at the end that is damaged is passed over; what the whole run needs is refused."""
    stream(tmp_path, RULES, 20_000, None, SMALL)
    before = without_seconds(tmp_path)
    last = max(tmp_path.glob("*.values"))
    last.write_bytes(bytes(len(last.read_bytes())))
    with pytest.warns(UserWarning, match=f"{last.name} is damaged.*goes on from the checkpoint before it"):
        stream(tmp_path, RULES, 20_000, None, SMALL)
    assert without_seconds(tmp_path) == before
    manifest = (tmp_path / MANIFEST).read_bytes()
    (tmp_path / MANIFEST).write_bytes(b"{")
    with pytest.warns(UserWarning, match="its copy is used"):
        stream(tmp_path, RULES, 25_000, None, SMALL)
    assert len((tmp_path / MANIFEST).read_bytes()) > len(manifest)
    for names in ((MANIFEST, COPY), ("000000000000.values",)):
        for name in names:
            path = tmp_path / name
            path.write_bytes(path.read_bytes()[:-9] + b"123456789")
        with pytest.raises(DamageError, match=f"{names[0]} is damaged"):
            stream(tmp_path, RULES, 20_000, None, SMALL)
        for name in names:
            (tmp_path / name).write_bytes(manifest)


def test_a_damaged_window_of_a_proof(tmp_path: Path) -> None:
    proved(tmp_path)
    path = tmp_path / "000000003827.values"
    path.write_bytes(bytes(len(path.read_bytes())))
    with pytest.raises(DamageError, match=path.name):
        stream(tmp_path, RULES, None, CLAIM, SMALL)


def test_what_cannot_be_streamed(tmp_path: Path) -> None:
    for code, claim, error, match in (
        ("0.77[3]", None, StreamError, "expected a code that ends"),
        ("{1,2}", None, StreamError, "expected a code that ends"),
        ("0.007", None, StreamError, "expected a sparse space"),
        ("0.156", (512, 349), StreamError, "expected a preperiod of at least 513, found 512"),
        ("0.106", (465384263797, 328226140475), StreamError, "expected an even period.*found 328"),
        ("0.156", (3479, 0), StreamError, "from 1 to 4,398,046,511,104, found 0"),
        ("0.156", (3479, 2**42 + 1), StreamError, "from 1 to 4,398,046,511,104, found 4,398,046,511,105"),
    ):
        with pytest.raises(error, match=match):
            stream(tmp_path / "none", grundy.heaps(code), None if claim else 10_000, claim, SMALL)
        assert not (tmp_path / "none").exists()


def test_folders_of_others(tmp_path: Path) -> None:
    stream(tmp_path / "x", RULES, 5000, None, SMALL)
    with pytest.raises(FolderError, match=r"expected the sequence of 0.106, found that of 0.156"):
        stream(tmp_path / "x", grundy.heaps("0.106"), 5000)
    with pytest.raises(FolderError, match="expected the claim with which the stream began, found None"):
        stream(tmp_path / "x", RULES, None, CLAIM)
    (tmp_path / "y").mkdir()
    for name in ("mine.txt", "stream.json"):  # the second is a file of the format before
        (tmp_path / "y" / name).touch()
        with pytest.raises(FolderError, match=f"found {name}"):
            stream(tmp_path / "y", RULES, 5000)
        (tmp_path / "y" / name).unlink()
    grow(tmp_path / "z", RULES, 100)
    with pytest.raises(FolderError, match="expected a folder of grundy stream, found one of grundy sequence"):
        stream(tmp_path / "z", RULES, 5000)
    with pytest.raises(FolderError, match="expected a folder of grundy sequence, found one of grundy stream"):
        grow(tmp_path / "x", RULES, 100)


def test_streams_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "x")
    proved(tmp_path / "x")
    assert run(["stream", "0.156", folder, "--expect", "3479,349"]) == 0
    assert "proved: period 349 from heap 3,479 on (two equal windows;" in capsys.readouterr().out
    assert run(["stream", "0.156", folder, "--certificate", f"{folder}/c.json"]) == 0
    assert json.loads((tmp_path / "x" / "c.json").read_text())["claim"]["kind"] == "streamed-period"
    capsys.readouterr()
    assert run(["stream", "0.156", folder, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["claim"]["proved"] is True
    proved(tmp_path / "y", (3479, 698))
    assert run(["stream", "0.156", str(tmp_path / "y"), "--expect", "3479,698"]) == 1
    assert "refuted: the period is a part of this one" in capsys.readouterr().out
    for arguments, message in (
        (["0.156", str(tmp_path / "z")], "expected one of --length and --expect"),
        (["0.156", str(tmp_path / "z"), "--expect", "3479"], "expected a preperiod and a period such as"),
        (["0.156", folder, "--certificate", str(tmp_path / "c.json")], "expected"),
        (["wythoff", folder, "--length", "9"], "expected a code or a game of heaps, found wythoff"),
        (["0.156", str(tmp_path / "z"), "--length", str(10**20)], "from 1 to 4,398,046,511,104, found 100,000"),
        (["0.156", "/dev/null/z", "--length", "9"], "expected a folder for the stream, found: Not a directory"),
    ):
        assert run(["stream", *arguments]) == 2
        assert message in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*goes on from the checkpoint before it")
@pytest.mark.filterwarnings("ignore:.*its copy is used")
def test_a_stream_of_somebody_else(tmp_path: Path) -> None:
    """A manifest whose digest fits, with content that cannot be: refused, and never another error."""
    folder = tmp_path / "x"
    stream(folder, RULES, None, CLAIM, SMALL)
    true = manifest_of(folder)
    wrong: tuple[Any, ...] = (None, [], -1, 2**70, {"a": [1]}, [[None]], "x", True)

    def places(content: Any) -> list[tuple[Any, ...]]:
        inside = content.items() if isinstance(content, dict) else enumerate(content) if type(content) is list else ()
        return [place for key, child in list(inside)[:20] for place in [(key,), *((key, *p) for p in places(child))]]

    for number, place in enumerate(places(true)):
        for value in (wrong[number % len(wrong)], wrong[(number + 3) % len(wrong)]):
            content = json.loads(json.dumps(true))
            parent = content
            for key in place[:-1]:
                parent = parent[key]
            parent[place[-1]] = value
            for name in (MANIFEST, COPY):
                write_json(folder / name, content)
            with contextlib.suppress(GrundyError):
                stream(folder, RULES, None, None, SMALL)
    for name in (MANIFEST, COPY):
        write_json(folder / name, true)
    assert stream(folder, RULES, None)["claim"]["proved"]
