"""Archives of solved tables that somebody else has made: refused with a reason, before they take memory."""

from __future__ import annotations

import io
import json
import os
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import grundy
from grundy.cli.main import run
from grundy.errors import DamageError, GrundyError, IrregularFileError, OverBudgetError
from grundy.runtime import limits
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from grundy.core.position import Position

BOARD = "X.\n.."
NAME = "0: 0 2 0 2"
VALUES = 86


@pytest.fixture
def board() -> Position:
    return grundy.games.wall_making(BOARD)


@pytest.fixture
def whole(board: Position, tmp_path: Path) -> dict[str, Any]:
    """Return what is in an archive: the manifest as data, and the table."""
    with limits.limited(kernel_above=-1):
        assert board.nimber >= 0
    grundy.save_tables(board, tmp_path / "whole.npz")
    tables.clear()
    with np.load(tmp_path / "whole.npz") as archive:
        return {"manifest": json.loads(bytes(archive["manifest"])), NAME: archive[NAME]}


def header(shape: str, dtype: str = "<u2") -> bytes:
    """Return the beginning of an ``.npy`` file."""
    text = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}".encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\0" + len(text).to_bytes(2, "little") + text


def array(values: Any) -> bytes:
    data = io.BytesIO()
    np.save(data, values)
    return data.getvalue()


def archive(path: Path, manifest: Any, *members: tuple[str, bytes], packed: bool = False) -> Path:
    """Write an archive: a manifest, as data or as it is, and further members."""
    text = manifest if isinstance(manifest, bytes) else json.dumps(manifest).encode()
    how = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
    with zipfile.ZipFile(path, "w", how) as file:
        for name, data in (("manifest", array(np.frombuffer(text, np.uint8))), *members):
            file.writestr(f"{name}.npy", data)
    return path


def changed(whole: dict[str, Any], **values: Any) -> Any:
    """Return the manifest with other figures of its table."""
    manifest = json.loads(json.dumps(whole["manifest"]))
    manifest["rulesets"][0]["tables"][NAME] |= values
    return manifest


def test_the_archive_of_this_test_is_taken(board: Position, whole: dict[str, Any], tmp_path: Path) -> None:
    """Or all those below might be refused for another reason."""
    assert whole[NAME].shape == (VALUES,)
    grundy.load_tables(board, archive(tmp_path / "t.npz", whole["manifest"], (NAME, array(whole[NAME]))))
    assert tables.bytes == 2 * VALUES


MANIFESTS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "nested": lambda _: b'{"format": "grundy tables 1", "rulesets": ' + b"[" * 10**5,
    "nan": lambda _: b'{"format": NaN}',
    "bytes": lambda _: b"\xff\xfe",
    "list": lambda _: [],
    "no rulesets": lambda _: {"format": "grundy tables 1", "rulesets": None},
    "texts": lambda _: {"format": "grundy tables 1", "rulesets": "text"},
    "digest": lambda whole: whole["manifest"] | {"rulesets": [{"digest": [], "tables": {}}]},
    "no tables": lambda whole: whole["manifest"] | {"rulesets": [whole["manifest"]["rulesets"][0] | {"tables": {}}]},
    "tables": lambda whole: whole["manifest"] | {"rulesets": [whole["manifest"]["rulesets"][0] | {"tables": [1]}]},
    "huge": lambda whole: changed(whole, bytes=10**4000),
    "text": lambda whole: changed(whole, bytes="172"),
    "true": lambda whole: changed(whole, bytes=True),
    "fewer bytes": lambda whole: changed(whole, bytes=2),
    "no bytes": lambda whole: changed(whole, bytes=-172),
    "shape": lambda whole: changed(whole, shape=[43, 2]),
    "sides": lambda whole: changed(whole, shape=[-86]),
    "nothing": lambda whole: changed(whole, shape=None),
    "objects": lambda whole: changed(whole, dtype="|O"),
    "other digest": lambda whole: changed(whole, digest="0" * 64),
    "more": lambda whole: changed(whole, more=1),
}


@pytest.mark.parametrize("kind", MANIFESTS)
def test_manifests(kind: str, board: Position, whole: dict[str, Any], tmp_path: Path) -> None:
    path = archive(tmp_path / "t.npz", MANIFESTS[kind](whole), (NAME, array(whole[NAME])))
    with pytest.raises(GrundyError, match=r"t\.npz"):
        grundy.load_tables(board, path)
    assert not tables.bytes


@pytest.mark.parametrize(
    "member",
    [
        header("(10000000000000,)"),  # 20 TB, and 100 bytes behind it
        header("(86,)") + bytes(170),
        header("(86,)") + bytes(174),
        header("(43, 2)") + bytes(172),
        header("(86,)", "|O") + bytes(172),
        header("(86,)", "<f2") + bytes(172),
        header("(86,)", ">u2") + bytes(172),
        header("(" * 40 + "86,)") + bytes(172),
        header("(86,)").replace(b"\x01\0", b"\x02\0", 1) + bytes(172),
        header("(86,)").replace(b"False", b"True ", 1) + bytes(172),
        b"\x93NUMPY",
        b"",
    ],
)
def test_members(member: bytes, board: Position, whole: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(DamageError, match="expected "):
        grundy.load_tables(board, archive(tmp_path / "t.npz", whole["manifest"], (NAME, member)))
    assert not tables.bytes


def test_what_is_packed_is_not_unpacked(board: Position, whole: dict[str, Any], tmp_path: Path) -> None:
    """10 MB of zeros in 10 KB, under a digest that fits; a list of members of 10 MB; two members of one name."""
    zeros = header("(5000000,)") + bytes(10**7)
    path = archive(tmp_path / "t.npz", whole["manifest"], (NAME, zeros), packed=True)
    with pytest.raises(DamageError, match=r"expected a member 'manifest\.npy' that is stored as it is"):
        grundy.load_tables(board, path)
    path = archive(tmp_path / "t.npz", whole["manifest"], (NAME, array(whole[NAME])))
    with zipfile.ZipFile(path, "a") as file:
        file.comment = b"x" * 60_000
        with pytest.warns(UserWarning, match="Duplicate name"):
            file.writestr(f"{NAME}.npy", zeros)
    with pytest.raises(DamageError, match=r"expected a member '0: 0 2 0 2\.npy'"):
        grundy.load_tables(board, path)
    with zipfile.ZipFile(path, "w") as file:
        for number in range(200):
            file.writestr(f"{number:>50000}", b"")
    with pytest.raises(DamageError, match="too many members"):
        grundy.load_tables(board, path)


def test_a_large_table_is_refused_before_it_is_read(board: Position, whole: dict[str, Any], tmp_path: Path) -> None:
    manifest = changed(whole, shape=[10**6], bytes=2 * 10**6)
    path = archive(tmp_path / "t.npz", manifest, (NAME, header("(1000000,)") + bytes(2 * 10**6)))
    with (
        limits.limited(table_bytes=10**6),
        pytest.raises(OverBudgetError, match="a table: 2,000,000 bytes, the budget is 1,000,000"),
    ):
        grundy.load_tables(board, path)


@pytest.mark.skipif(os.name != "posix", reason="needs pipes")
def test_pipes_and_devices(board: Position, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "board.txt").write_text(BOARD)
    (tmp_path / "link").symlink_to("/dev/zero")
    for path in (tmp_path / "pipe", tmp_path / "link", tmp_path):
        with pytest.raises(IrregularFileError, match="expected a file, found a"):
            grundy.load_tables(board, path)
        assert run(["solve", "wall-making", str(tmp_path / "board.txt"), "--load", str(path)]) == 2
        assert "expected a file" in capfd.readouterr().err


def test_truth_values_that_are_none(tmp_path: Path) -> None:
    """Bytes that are neither true nor false would be both."""
    piece = grundy.games.find("grid-game").parse("K=2\n@...\n.#..\n....")
    with limits.limited(kernel_above=-1):
        assert piece.outcome in grundy.Outcome
    grundy.save_tables(piece, tmp_path / "t.npz")
    with np.load(tmp_path / "t.npz") as found:
        manifest, outcomes = json.loads(bytes(found["manifest"])), found["0: outcomes"]
    wrong = outcomes.view(np.uint8) * 2
    manifest["rulesets"][0]["tables"]["0: outcomes"]["digest"] = grundy.runtime.files.digest(wrong.tobytes())
    member = header(str(outcomes.shape), "|b1") + wrong.tobytes()
    tables.clear()
    with pytest.raises(DamageError, match="expected the table '0: outcomes'"):
        grundy.load_tables(piece, archive(tmp_path / "t.npz", manifest, ("0: outcomes", member)))
