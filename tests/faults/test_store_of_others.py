"""Stored sequences made by somebody else: refused with file and reason, and nothing outside the folder changes."""

from __future__ import annotations

import hashlib
import os
import re
import socket
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import grundy
from grundy.cli.main import run
from grundy.errors import DamageError, GrundyError
from grundy.runtime import files as storage
from grundy.sequences import growing
from grundy.sequences.chunks import _BODY, HEADER, FolderError, make_header, write_chunk
from grundy.sequences.growing import grow
from grundy.sequences.manifest import MANIFEST, PREVIOUS, content_of, write_manifest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from grundy.sequences.store import Store

RULES = grundy.heaps("0.6")
LENGTH = 700
SECRET = b"not yours"


@pytest.fixture(autouse=True)
def _short_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growing, "_MOST_OPTIONS", 50_000)


@pytest.fixture
def stored(tmp_path: Path) -> Store:
    """Give a sequence in some chunks, beside a file that is none of its own."""
    (tmp_path / "secret").write_bytes(SECRET)
    made = grow(tmp_path / "stored", RULES, LENGTH, direct=True)
    assert len(made.chunks) >= 3
    return made


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
    name = {"chunk": stored.chunks[1].file, "next": f"{LENGTH:012}.chunk"}.get(which, which)
    path = stored.folder / name
    path.unlink(missing_ok=True)
    reason, make = IRREGULAR[kind]
    try:
        make(path)
    except OSError as error:
        pytest.skip(f"this kind of file cannot be made here: {error}")
    refused(stored, name, f"expected a file, found {reason}", capfd)
    if which in {"chunk", "next"} and kind != "folder":
        assert grow(stored.folder, RULES, LENGTH + 50, direct=True, repair=True).length == LENGTH + 50
    else:
        with pytest.raises((GrundyError, OSError)):
            grow(stored.folder, RULES, LENGTH + 50, direct=True, repair=True)
    unharmed(stored)
    assert not (stored.folder.parent / "made").exists()


@pytest.mark.skipif(os.name != "posix", reason="needs links")
def test_links_where_a_run_writes(stored: Store) -> None:
    """Temporary files and the previous manifest are written again and again: not through a link."""
    secret = stored.folder.parent / "secret"
    for name in (PREVIOUS, f"{storage.TEMPORARY}abc", f"{storage.TEMPORARY}0"):
        (stored.folder / name).unlink(missing_ok=True)
        (stored.folder / name).symlink_to(secret)
    assert grow(stored.folder, RULES, LENGTH + 50, direct=True).length == LENGTH + 50
    unharmed(stored)
    assert not list(stored.folder.glob(f"{storage.TEMPORARY}*"))


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
    "a text for a length": lambda content: changed(content, "length", value=str(LENGTH)),
    "another length": lambda content: changed(content, "length", value=LENGTH + 1),
    "a wrong width": lambda content: changed(content, "width", value=3),
    "a fraction": lambda content: changed(content, "width", value=2.0),
    "no digest": lambda content: changed(content, "chunks", 0, "digest", value="x"),
    "no list": lambda content: changed(content, "chunks", value={"0": 1}),
    "no chunk": lambda content: changed(content, "chunks", 0, value=None),
    "a code of lists": lambda content: changed(content, "code", value=[[]]),
    "letters": lambda content: changed(content, "chunks", 0, "engine", value="\ud800"),
    "more": lambda content: changed(content, "more", value=0),
    "less": lambda content: {key: value for key, value in content.items() if key != "width"},
    "a large fraction": lambda content: changed(content, "format", value=1e300),
}


@pytest.mark.parametrize("change", MANIFESTS)
def test_a_manifest_that_cannot_be(change: str, stored: Store, capfd: pytest.CaptureFixture[str]) -> None:
    """Its digest fits: somebody has made it."""
    content = storage.read_json(stored.folder / MANIFEST, 10**6)
    storage.write_json(stored.folder / MANIFEST, MANIFESTS[change](content))
    refused(stored, MANIFEST, "expected .*, found something else", capfd)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (2, 3),
        (2, 0),
        (3, 1),
        (4, 1),
        (4, 2**63),
        (5, 0),
        (5, 2**60),
        (7, b"\xff"),
        (8, b"0.6\0x"),
        (8, b"0.\xed\xa0\x80"),
    ],
)
def test_a_header_that_cannot_be(field: int, value: Any, stored: Store, capfd: pytest.CaptureFixture[str]) -> None:
    """Its digest fits; the file may be as long as it says."""
    path = stored.folder / stored.chunks[1].file
    fields = list(_BODY.unpack_from(path.read_bytes()))
    fields[field] = value
    body = _BODY.pack(*fields)
    with path.open("r+b") as file:
        file.write(body + hashlib.sha256(body).digest())
        file.truncate(HEADER + min(fields[5], 2**36) * 2)
    refused(stored, path.name, "expected ", capfd)


def test_sizes_that_lie(stored: Store, capfd: pytest.CaptureFixture[str]) -> None:
    path = stored.folder / stored.chunks[1].file
    os.truncate(path, 2**40)  # takes no room on the disk
    refused(stored, path.name, "expected .*, found 1,099,511,627,776 bytes", capfd)


def test_chunks_that_overlap_or_are_of_another_sequence(stored: Store, capfd: pytest.CaptureFixture[str]) -> None:
    one, two, three = stored.chunks[:3]
    data = (stored.folder / one.file).read_bytes()
    for path in stored.folder.glob("manifest*"):
        path.unlink()
    (stored.folder / three.file).write_bytes(data)  # under another name
    refused(stored, three.file, "expected a chunk of values, found something else", capfd)
    (stored.folder / three.file).unlink()
    fields = list(_BODY.unpack_from((stored.folder / two.file).read_bytes()))
    fields[4] -= 1
    body = _BODY.pack(*fields)
    values = (stored.folder / two.file).read_bytes()[HEADER:]
    (stored.folder / f"{fields[4]:012}.chunk").write_bytes(body + hashlib.sha256(body).digest() + values)
    refused(stored, f"{fields[4]:012}.chunk", f"expected values from heap {two.start} on, found values from", capfd)
    other = grow(stored.folder.parent / "other", grundy.heaps("0.77"), 10)
    (stored.folder / f"{LENGTH:012}.chunk").write_bytes((other.folder / other.chunks[0].file).read_bytes())
    (stored.folder / f"{fields[4]:012}.chunk").unlink()
    with pytest.raises(GrundyError, match="expected a chunk of values"):
        grow(stored.folder, RULES, LENGTH)
    (stored.folder / one.file).write_bytes((other.folder / other.chunks[0].file).read_bytes())
    with pytest.raises(FolderError, match=r"expected the sequence of 0\.6, found that of 0\.77"):
        grow(stored.folder, RULES, LENGTH, repair=True)


def test_a_value_is_never_what_memory_happens_to_hold(stored: Store) -> None:
    """A file that is cut short after it was checked: an error, and neither wrong values nor the end of the process."""
    os.truncate(stored.folder / stored.chunks[1].file, HEADER)
    for read in (stored.values, stored.digest, lambda: list(stored.parts())):
        with pytest.raises(GrundyError, match="found 4,096 bytes"):
            read()
    assert np.array_equal(stored.values(stored.chunks[0].stop), RULES.nimbers(stored.chunks[0].stop))


def test_values_wider_than_the_chunks(tmp_path: Path) -> None:
    rules = grundy.heaps("0.[3]")  # heap n has nimber n
    values = np.arange(200, dtype=np.uint8)
    header = make_header(rules.stored_code, 1, "direct", 0, values.data)
    write_chunk(tmp_path, header, values.data)
    write_manifest(tmp_path, content_of(rules.stored_code, 1, [header.chunk]), keep=False)
    with pytest.raises(DamageError, match="expected values of 4 bytes, found values of 1 bytes"):
        grow(tmp_path, rules, 400)
    assert grow(tmp_path, rules, 200).values().tolist() == list(range(200))


def test_a_code_beyond_the_header(tmp_path: Path) -> None:
    def one(heap: int) -> list[int]:
        return [heap - 1] if heap else []

    one.__name__ = "f" * 3969
    with pytest.raises(FolderError, match="expected a code of at most 3,968 bytes to store its sequence, found one of"):
        grow(tmp_path / "new", grundy.heaps(one), 10)
    assert not list(tmp_path.iterdir())
    one.__name__ = one.__name__[1:]
    assert list(grow(tmp_path / "new", grundy.heaps(one), 4).values()) == [0, 1, 0, 1]
