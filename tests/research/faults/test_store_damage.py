"""Stored sequences that are damaged, or come from somebody else: repaired or refused, and whole values never lost."""

from __future__ import annotations

import os
import re
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import grundy
from grundy.cli.main import run
from grundy.errors import BusyError, DamageError, GrundyError
from grundy.research.sequences import FolderError, Store, grow, open_store
from grundy.research.sequences.folder import COPY, MANIFEST
from grundy.runtime import files, progress
from support.disk import read_only

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from grundy.runtime.messages import Message

RULES = grundy.heaps("0.6")
LENGTH = 500
SECRET = b"not yours"


@pytest.fixture
def stored(tmp_path: Path) -> Store:
    """Give a sequence in five chunks, beside a file that is none of its own."""
    (tmp_path / "secret").write_bytes(SECRET)
    for length in range(100, LENGTH + 1, 100):
        made = grow(tmp_path / "stored", RULES, length, direct=True)
    assert len(made.chunks) == 5
    return made


@contextmanager
def noticing() -> Iterator[list[Message]]:
    """Give the list of the notices of a block."""
    said: list[Message] = []
    with progress.reporting(lambda _done, _total: None, notice=said.append):
        yield said


def files_of(store: Store) -> dict[str, tuple[int, bytes]]:
    """Return the files of values with the times at which they were written."""
    return {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in store.folder.glob("*.values")}


def whole(store: Store) -> bool:
    """Say whether a store holds the right values, all of them."""
    return store.length == LENGTH and np.array_equal(store.values(), RULES.nimbers(LENGTH, direct=True))


def flip(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 4
    path.write_bytes(data)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "value": lambda path: flip(path, 3),
    "short": lambda path: path.write_bytes(path.read_bytes()[:-2]),
    "long": lambda path: path.write_bytes(path.read_bytes() + b"\0\0"),
    "huge": lambda path: os.truncate(path, 2**40),  # takes no room on the disk
    "empty": lambda path: path.write_bytes(b""),
    "missing": lambda path: path.unlink(),
}


@pytest.mark.parametrize(("number", "damage"), [(0, "value"), *((2, damage) for damage in DAMAGE), (-1, "value")])
def test_a_damaged_chunk_is_named_and_alone_computed_again(number: int, damage: str, stored: Store) -> None:
    name = stored.chunks[number].file.name
    before = files_of(stored)
    DAMAGE[damage](stored.folder / name)
    for length in (10, LENGTH, LENGTH + 10):
        with pytest.raises(DamageError, match=re.escape(f"{name} is damaged: expected ")):
            grow(stored.folder, RULES, length)
    repaired = grow(stored.folder, RULES, 10, direct=True, repair=True)
    assert whole(repaired)
    after = files_of(repaired)
    assert [one for one in before if after[one] != before[one]] == [name]
    assert after[name][1] == before[name][1]


def test_values_that_are_not_those_of_the_manifest_are_not_written(stored: Store) -> None:
    """A manifest with the digest of other values: somebody has made it."""
    content = files.read_json(stored.folder / MANIFEST, 10**6)
    content["chunks"][2]["digest"] = "0" * 64
    files.write_json(stored.folder / MANIFEST, content)
    for repair in (False, True):
        with pytest.raises(DamageError, match=stored.chunks[2].file.name):
            grow(stored.folder, RULES, LENGTH, repair=repair)


@pytest.mark.parametrize("place", range(0, 600, 111))
def test_one_bit_of_the_manifest(place: int, stored: Store) -> None:
    """The copy is used, it is said so, no values are written, and the next run that writes makes the manifest again."""
    before, manifest = files_of(stored), (stored.folder / MANIFEST).read_bytes()
    flip(stored.folder / MANIFEST, place)
    for repair in (False, True):
        with noticing() as said:
            assert whole(grow(stored.folder, RULES, LENGTH, direct=True, repair=repair))
        assert [one.kind for one in said] == ["notice.manifest"]
        assert files_of(stored) == before
    with noticing() as said:
        assert whole(grow(stored.folder, RULES, LENGTH, direct=True))
    assert not said
    assert (stored.folder / MANIFEST).read_bytes() == manifest


@pytest.mark.parametrize("hurt", [b"", b"[]", b"{}", b"null", b'{"digest": 1}', b"[" * 10**5, b'{"a": NaN}', b"\xff"])
def test_manifests_that_cannot_be_read(hurt: bytes, stored: Store, capfd: pytest.CaptureFixture[str]) -> None:
    (stored.folder / MANIFEST).write_bytes(hurt)
    assert run(["sequence", "0.6", "--dir", str(stored.folder), "--length", str(LENGTH)]) == 0
    shown = capfd.readouterr()
    assert stored.digest() in shown.out
    assert re.search(r"manifest.json is damaged: .*; its copy is used", shown.err)
    (stored.folder / COPY).write_bytes(hurt)
    refused(stored, MANIFEST, "expected ", capfd)


def test_without_a_manifest(stored: Store) -> None:
    (stored.folder / MANIFEST).unlink()
    with pytest.warns(UserWarning, match=r"manifest.json is missing; its copy is used"):
        assert whole(open_store(stored.folder, RULES))
    (stored.folder / COPY).unlink()
    with pytest.raises(FolderError, match=r"found 000000000000.values"):
        grow(stored.folder, RULES, LENGTH)


def test_a_file_that_no_manifest_lists_does_not_count(stored: Store) -> None:
    """As after a run that was killed before the manifest was written; a temporary file is removed."""
    (stored.folder / f"{LENGTH:012}.values").write_bytes(b"half")
    (stored.folder / f"{files.TEMPORARY}abc").write_bytes(b"half")
    assert whole(grow(stored.folder, RULES, LENGTH))
    longer = grow(stored.folder, RULES, LENGTH + 10, direct=True)
    assert np.array_equal(longer.values(), RULES.nimbers(LENGTH + 10, direct=True))
    assert not list(stored.folder.glob(f"{files.TEMPORARY}*"))


@pytest.mark.skipif(os.name != "posix", reason="needs permissions of files")
def test_a_finished_store_is_read_without_a_lock_or_a_write(stored: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    (stored.folder / ".lock").unlink()
    read_only(monkeypatch)
    assert whole(grow(stored.folder, RULES, LENGTH))


def test_a_finished_store_is_read_while_another_grows_it(stored: Store) -> None:
    with files.folder_lock(stored.folder):
        assert whole(grow(stored.folder, RULES, LENGTH))
        with pytest.raises(BusyError, match="found another process at work"):
            grow(stored.folder, RULES, LENGTH + 1)


def refused(store: Store, name: str, reason: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Check that a store is refused, with file and reason, by the library and by the command, and changes nothing."""
    before = sorted(path.name for path in store.folder.iterdir())
    with pytest.raises(GrundyError, match=f"{re.escape(name)}.*{reason}"):
        grow(store.folder, RULES, LENGTH + 50, direct=True)
    assert run(["sequence", "0.6", "--dir", str(store.folder), "--length", str(LENGTH + 50), "--direct"]) == 2
    shown = capfd.readouterr()
    assert re.search(f"grundy: .*{re.escape(name)}.*{reason}", shown.err)
    assert not shown.out
    assert sorted(path.name for path in store.folder.iterdir()) == before
    unharmed(store)


def unharmed(store: Store) -> None:
    assert (store.folder.parent / "secret").read_bytes() == SECRET


def bind(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(path))


IRREGULAR: dict[str, tuple[str, Callable[[Path], object]]] = {
    "link": ("a symbolic link", lambda path: path.symlink_to(path.parent.parent / "secret")),
    "dangling": ("a symbolic link", lambda path: path.symlink_to(path.parent.parent / "made")),
    "pipe": ("a pipe", os.mkfifo),
    "folder": ("a folder", os.mkdir),
    "socket": ("a socket", bind),
    "device": ("a device", lambda path: os.mknod(path, 0o20666, os.makedev(1, 5))),
}


@pytest.mark.skipif(os.name != "posix", reason="needs links and pipes")
@pytest.mark.parametrize(
    ("which", "kind"),
    [
        *(("chunk", kind) for kind in IRREGULAR),
        *((which, kind) for which in ("next", MANIFEST, ".lock") for kind in ("link", "pipe")),
        ("next", "folder"),
    ],
)
def test_what_is_no_file(which: str, kind: str, stored: Store, capfd: pytest.CaptureFixture[str]) -> None:
    name = {"chunk": stored.chunks[1].file.name, "next": f"{LENGTH:012}.values"}.get(which, which)
    path = stored.folder / name
    path.unlink(missing_ok=True)
    reason, make = IRREGULAR[kind]
    try:
        make(path)
    except OSError as error:
        pytest.skip(f"this kind of file cannot be made here: {error}")
    refused(stored, name, f"expected a file, found {reason}", capfd)
    if which == "chunk":
        assert whole(grow(stored.folder, RULES, LENGTH, direct=True, repair=True))
    unharmed(stored)
    assert not (stored.folder.parent / "made").exists()


def changed(content: dict[str, Any], *path: str | int, value: Any) -> dict[str, Any]:
    """Return the content of a manifest with one value changed."""
    place: Any = content
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return content


MANIFESTS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "an overlap": lambda content: changed(content, "chunks", 1, "start", value=content["chunks"][1]["start"] - 1),
    "a gap": lambda content: changed(content, "chunks", 1, "start", value=content["chunks"][1]["start"] + 1),
    "a file": lambda content: changed(content, "chunks", 1, "file", value="../../secret"),
    "a huge length": lambda content: changed(content, "chunks", -1, "length", value=10**4000),
    "a negative length": lambda content: changed(content, "chunks", -1, "length", value=-1),
    "a true length": lambda content: changed(content, "chunks", -1, "length", value=True),
    "no length": lambda content: changed(content, "chunks", -1, "length", value=0),
    "values that are not kept": lambda content: changed(content, "chunks", 1, "kept", value=99),
    "facts": lambda content: changed(content, "chunks", 1, "facts", value={}),
    "a wrong width": lambda content: changed(content, "width", value=3),
    "a fraction": lambda content: changed(content, "width", value=2.0),
    "no digest": lambda content: changed(content, "chunks", 0, "digest", value="x"),
    "no list": lambda content: changed(content, "chunks", value={"0": 1}),
    "no chunk": lambda content: changed(content, "chunks", 0, value=None),
    "a code of lists": lambda content: changed(content, "code", value=[[]]),
    "letters": lambda content: changed(content, "chunks", 0, "engine", value="\ud800"),
    "more": lambda content: changed(content, "more", value=0),
    "less": lambda content: {key: value for key, value in content.items() if key != "width"},
}


@pytest.mark.parametrize("change", MANIFESTS)
def test_a_manifest_that_cannot_be(change: str, stored: Store, capfd: pytest.CaptureFixture[str]) -> None:
    """Its digest fits: somebody has made it."""
    content = MANIFESTS[change](files.read_json(stored.folder / MANIFEST, 10**6))
    for name in (MANIFEST, COPY):
        files.write_json(stored.folder / name, content)
    refused(stored, MANIFEST, "expected .*, found something else", capfd)


def test_a_value_is_never_what_memory_happens_to_hold(stored: Store) -> None:
    """A file that is cut short after it was checked: an error, and neither wrong values nor the end of the process."""
    os.truncate(stored.folder / stored.chunks[1].file.name, 10)
    for read in (stored.values, stored.digest, lambda: list(stored.parts())):
        with pytest.raises(GrundyError, match="found 10 bytes"):
            read()
    assert np.array_equal(stored.values(stored.chunks[0].stop), RULES.nimbers(stored.chunks[0].stop))


def test_values_wider_than_the_chunks(tmp_path: Path) -> None:
    """In a folder whose values have fewer bytes than those of the rules."""
    rules = grundy.heaps("0.[3]")  # heap n has nimber n
    stored = grow(tmp_path, rules, 200)
    content = files.read_json(tmp_path / MANIFEST, 10**6) | {"width": 1}
    data = stored.values().astype(np.uint8).tobytes()
    content["chunks"][0]["digest"] = files.digest(data)
    files.write_json(tmp_path / MANIFEST, content)
    (tmp_path / stored.chunks[0].file.name).write_bytes(data)
    assert grow(tmp_path, rules, 200).values().tolist() == list(range(200))
    with pytest.raises(DamageError, match="expected values of 4 bytes, found values of 1 bytes"):
        grow(tmp_path, rules, 400)
