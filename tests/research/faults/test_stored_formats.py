"""Folders that an earlier version stored: each is read, continues, and is written with the same content today."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import grundy
from grundy.research.sequences import grow, open_store, stream
from support import stored_formats
from support.executors import Here
from support.stored_formats import LENGTH, LENGTHS, POSITIONS, RULES, STREAMED
from support.streaming import SMALL

if TYPE_CHECKING:
    from pathlib import Path

_OF_THE_DAY = ("seconds", "digest", "made")  # entries of a manifest


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
    assert {name: (stored / name).read_bytes() for name in before if name.endswith(".values")}.items() <= before.items()


@pytest.mark.needs_jit
def test_a_stream(stored: Path) -> None:
    for length in (LENGTH, 2 * LENGTH):
        found = stream(stored / "stream", STREAMED, length, None, SMALL)
        assert found["histogram"] == np.bincount(STREAMED.nimbers(found["values"])).tolist()


def test_a_census(stored: Path) -> None:
    before = contents(stored)
    census = grundy.census.open(stored / "census")
    census.check()
    assert [row["nimber"] for row in census.arrow().to_pylist()] == [
        RULES(int(text.split()[0])).nimber ^ RULES(3).nimber for text in POSITIONS.texts
    ]
    assert contents(stored) == before
    lost = sorted((stored / "census" / "parts").iterdir())[1]
    lost.unlink()
    again = grundy.census.run(POSITIONS, stored / "census", executor=Here())
    assert (again.digest, again.missing) == (census.digest, [])


@pytest.mark.needs_jit
def test_the_same_is_written_today(stored: Path, tmp_path: Path) -> None:
    stored_formats.write(tmp_path / "today")
    before, today = contents(stored), contents(tmp_path / "today")
    for name, data in before.items():
        if name.endswith(".json"):
            assert lasting(json.loads(today[name])) == lasting(json.loads(data)), name
        elif name.endswith(".values"):
            assert today[name] == data, name
        else:
            (other,) = (tmp_path / "today" / name).parent.glob(f"{name.rpartition('/')[2].partition('-')[0]}-*")
            assert pq.read_table(other).equals(pq.read_table(stored / name)), name


def lasting(content: Any) -> Any:
    """Return an object of JSON without what changes from run to run."""
    if isinstance(content, dict):
        return {key: lasting(value) for key, value in content.items() if key not in _OF_THE_DAY}
    return [lasting(value) for value in content] if isinstance(content, list) else content
