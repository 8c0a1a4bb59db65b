"""Stored sequences that are damaged, or come from somebody else: mended or refused, and whole values never lost."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np
import pytest

import grundy
from grundy.cli.main import run
from grundy.errors import BusyError, DamageError
from grundy.runtime import files as storage
from grundy.runtime import progress
from grundy.sequences import growing
from grundy.sequences.chunks import HEADER
from grundy.sequences.growing import grow
from grundy.sequences.manifest import MANIFEST, PREVIOUS
from grundy.sequences.store import Store, open_store
from support.disk import read_only

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from grundy.messages import Message

RULES = grundy.heaps("0.6")
LENGTH = 900


@pytest.fixture(autouse=True)
def _short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "_MOST_OPTIONS", 50_000)


@pytest.fixture
def stored(tmp_path: Path) -> Store:
    """Give a sequence in five chunks and more."""
    made = grow(tmp_path / "stored", RULES, LENGTH, direct=True)
    assert len(made.chunks) >= 5
    return made


@contextmanager
def noticing() -> Iterator[list[Message]]:
    """Give the list of the notices of a block."""
    said: list[Message] = []
    with progress.reporting(lambda _done, _total: None, notice=said.append):
        yield said


def files_of(store: Store) -> dict[str, tuple[int, bytes]]:
    """Return the chunks with the times at which they were written."""
    return {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in store.folder.glob("*.chunk")}


def whole(store: Store) -> bool:
    """Say whether a store holds the right values, all of them."""
    return store.length == LENGTH and np.array_equal(store.values(), RULES.nimbers(LENGTH, direct=True))


def flip(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 4
    path.write_bytes(data)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "value": lambda path: flip(path, HEADER + 3),
    "header": lambda path: flip(path, 17),
    "code": lambda path: flip(path, 97),
    "digest": lambda path: flip(path, 4070),
    "magic": lambda path: flip(path, 1),
    "short": lambda path: path.write_bytes(path.read_bytes()[:-2]),
    "long": lambda path: path.write_bytes(path.read_bytes() + b"\0\0"),
    "empty": lambda path: path.write_bytes(b""),
    "missing": lambda path: path.unlink(),
}


@pytest.mark.parametrize(("number", "damage"), [(0, "value"), *((2, damage) for damage in DAMAGE), (-1, "value")])
def test_a_damaged_chunk_is_named_and_alone_worked_out_again(number: int, damage: str, stored: Store) -> None:
    name = stored.chunks[number].file
    before = files_of(stored)
    DAMAGE[damage](stored.folder / name)
    for length in (10, LENGTH, LENGTH + 10):
        with pytest.raises(DamageError, match=re.escape(f"{name} is damaged: expected ")):
            grow(stored.folder, RULES, length)
    mended = grow(stored.folder, RULES, LENGTH, direct=True, repair=True)
    assert whole(mended)
    after = files_of(mended)
    assert [one for one in before if after[one] != before[one]] == [name]
    assert after[name][1] == before[name][1]


def test_a_repair_that_goes_less_far_keeps_what_is_behind(stored: Store) -> None:
    before = files_of(stored)
    first, second, third = stored.chunks[1:4]
    for chunk in (first, third):
        flip(stored.folder / chunk.file, HEADER)
    short = grow(stored.folder, RULES, 10, direct=True, repair=True)
    assert short.length == first.start
    assert whole(grow(stored.folder, RULES, LENGTH, direct=True))
    after = files_of(stored)
    assert {name for name in before if after[name] != before[name]} == {first.file, third.file}
    assert after[second.file] == before[second.file]


@pytest.mark.parametrize("place", range(0, 600, 111))
def test_one_bit_of_the_manifest(place: int, stored: Store) -> None:
    """With and without repair the manifest is made again, it is said so, and no chunk is written."""
    for repair in (False, True):
        before = files_of(stored)
        flip(stored.folder / MANIFEST, place)
        with noticing() as said:
            assert whole(grow(stored.folder, RULES, LENGTH, direct=True, repair=repair))
        assert [one.kind for one in said] == ["notice.rebuilt"]
        assert files_of(stored) == before
        with noticing() as said:
            assert whole(grow(stored.folder, RULES, LENGTH, direct=True))
        assert not said


@pytest.mark.parametrize("hurt", [b"", b"[]", b"{}", b"null", b'{"digest": 1}', b"[" * 10**5, b'{"a": NaN}', b"\xff"])
def test_a_manifest_that_cannot_be_read(hurt: bytes, stored: Store) -> None:
    before = files_of(stored)
    for name in (MANIFEST, PREVIOUS):
        (stored.folder / name).write_bytes(hurt)
    with noticing() as said:
        assert whole(grow(stored.folder, RULES, LENGTH, direct=True))
    assert "manifest.json is damaged" in str(said[0])
    assert files_of(stored) == before


def test_without_a_manifest_it_is_rebuilt_and_said(stored: Store, capfd: pytest.CaptureFixture[str]) -> None:
    before = files_of(stored)
    for path in (stored.folder / MANIFEST, stored.folder / PREVIOUS):
        path.unlink()
    with pytest.warns(UserWarning, match=r"manifest.json is missing; the manifest is made again from \d+ chunks"):
        assert open_store(stored.folder, RULES).length == LENGTH
    arguments = ["sequence", "0.6", "--direct", "--length", str(LENGTH), "--dir", str(stored.folder)]
    assert run(arguments) == 0
    shown = capfd.readouterr()
    assert (
        f"manifest.json is missing; the manifest is made again from {len(before)} chunks with 900 values" in shown.err
    )
    assert stored.digest() in shown.out
    assert files_of(stored) == before
    assert run(arguments) == 0
    assert "manifest" not in capfd.readouterr().err


def test_the_previous_manifest_knows_of_a_lost_end(stored: Store) -> None:
    previous = storage.read_json(stored.folder / PREVIOUS, 10**6)
    assert len(previous["chunks"]) == len(stored.chunks) - 1
    (stored.folder / MANIFEST).unlink()
    (stored.folder / stored.chunks[-2].file).unlink()
    with noticing(), pytest.raises(DamageError, match=re.escape(stored.chunks[-2].file)):
        grow(stored.folder, RULES, LENGTH)
    (stored.folder / PREVIOUS).unlink()
    with noticing(), pytest.raises(DamageError, match=re.escape(stored.chunks[-2].file)):  # a gap
        grow(stored.folder, RULES, LENGTH)
    with noticing():
        assert whole(grow(stored.folder, RULES, LENGTH, direct=True, repair=True))


def test_a_manifest_that_is_behind_loses_nothing(stored: Store) -> None:
    """A run was killed between a chunk and its manifest, or an old manifest was put back."""
    before = files_of(stored)
    (stored.folder / PREVIOUS).replace(stored.folder / MANIFEST)
    assert whole(grow(stored.folder, RULES, LENGTH, direct=True))
    assert files_of(stored) == before


def test_a_damaged_manifest_of_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / MANIFEST).write_text("{}")
    with pytest.raises(DamageError, match=r"repair \(--repair\) starts again"):
        grow(tmp_path, RULES, 50)
    assert run(["sequence", "0.6", "--length", "50", "--dir", str(tmp_path), "--repair"]) == 0
    capfd.readouterr()
    assert open_store(tmp_path, RULES).length == 50


@pytest.mark.skipif(os.name != "posix", reason="needs permissions of files")
def test_a_finished_store_is_read_without_a_lock_or_a_write(stored: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    (stored.folder / ".lock").unlink()
    read_only(monkeypatch)
    assert whole(grow(stored.folder, RULES, LENGTH))
    monkeypatch.undo()
    (stored.folder / MANIFEST).rename(stored.folder.parent / MANIFEST)
    read_only(monkeypatch)
    with noticing() as said:
        assert whole(grow(stored.folder, RULES, LENGTH))
    assert said


def test_a_finished_store_is_read_while_another_grows_it(stored: Store) -> None:
    with storage.folder_lock(stored.folder):
        assert whole(grow(stored.folder, RULES, LENGTH))
        with pytest.raises(BusyError, match="found another process at work"):
            grow(stored.folder, RULES, LENGTH + 1)
