"""Folders that version 0.1.0 stored: each is read, goes on, and is written with the same bytes today."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

import numpy as np
import pyarrow.parquet as pq
import pytest

import grundy
from grundy.census.running import Here
from grundy.runtime.files import read_json
from grundy.sequences import grow, open_store, stream
from support import stored_formats
from support.stored_formats import LENGTHS, POSITIONS, RULES, STREAMED
from support.streaming import small_streams

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    with zipfile.ZipFile(stored_formats.ARCHIVE) as archive:
        archive.extractall(tmp_path / "stored")
    return tmp_path / "stored"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_sequence(stored: Path) -> None:
    before = contents(stored)
    store = open_store(stored / "sequence", RULES)
    store.check()
    assert store.values().tolist() == RULES.nimbers(LENGTHS[-1], direct=True).tolist()
    assert [chunk.length for chunk in store.chunks] == np.diff([0, *LENGTHS]).tolist()
    assert contents(stored) == before
    grow(stored / "sequence", RULES, 60)
    assert open_store(stored / "sequence", RULES).values().tolist() == RULES.nimbers(60, direct=True).tolist()
    assert {name: (stored / name).read_bytes() for name in before if name.endswith(".chunk")}.items() <= before.items()


@pytest.mark.needs_jit
def test_a_stream(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_streams(monkeypatch)
    before = read_json(stored / "stream" / "result.json", 10**6)
    assert stream(stored / "stream", STREAMED, None)["claim"] == before["claim"]
    assert before["claim"]["proved"]


@pytest.mark.parametrize("kind", ["census", pytest.param("unsealed-census", marks=pytest.mark.slow)])
def test_a_census(kind: str, stored: Path) -> None:
    before = contents(stored)
    census = grundy.census.open(stored / kind)
    census.check()
    assert [row["nimber"] for row in census.arrow().to_pylist()] == [
        RULES(int(text.split()[0])).nimber ^ RULES(3).nimber for text in POSITIONS.texts
    ]
    assert contents(stored) == before
    lost = sorted((stored / kind / "parts").iterdir())[1]
    lost.unlink()
    again = grundy.census.run(POSITIONS, stored / kind, executor=Here())
    assert (again.digest, lost.is_file()) == (census.digest, True)


@pytest.mark.needs_jit
def test_the_same_bytes_are_written_today(stored: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored_formats.write(tmp_path / "today", monkeypatch)
    before, today = contents(stored), contents(tmp_path / "today")
    assert today.keys() == before.keys()  # with the digests of parts
    for name, data in before.items():
        if not name.endswith(".parquet") or written_by(stored / name) == written_by(tmp_path / "today" / name):
            assert today[name] == data, name


def written_by(path: Path) -> str:
    """Return the version of Parquet's writer, which the bytes depend on."""
    return str(pq.read_metadata(path).created_by)
