"""Files of solved tables that somebody else has made: refused with a reason, before they take memory."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

import grundy
from grundy.errors import DamageError, IrregularFileError, OverBudgetError, RulesetError
from grundy.runtime import limits
from grundy.runtime.files import digest, json_bytes
from grundy.runtime.table_cache import tables

if TYPE_CHECKING:
    from pathlib import Path

    from grundy.core.position import Position

BOARD = "X.\n.."
VALUES = 86


@pytest.fixture
def board() -> Position:
    return grundy.games.wall_making(BOARD)


@pytest.fixture
def whole(board: Position, tmp_path: Path) -> tuple[dict[str, Any], bytes]:
    """Return what is in a file: the entry of its table, and the bytes of the table."""
    with limits.limited(kernel_above=-1):
        assert board.nimber >= 0
    return saved(board, tmp_path / "whole")


def saved(position: Position, path: Path) -> tuple[dict[str, Any], bytes]:
    """Save the only table of a position; return its entry and its bytes."""
    grundy.save_tables(position, path)
    tables.clear()
    line, _, rest = path.read_bytes().partition(b"\n")
    length = int(line.split()[-1])
    (entry,) = json.loads(rest[:length])["tables"]
    return entry, rest[length:]


def written(path: Path, manifest: Any, data: bytes) -> Path:
    """Write a file: a manifest, as data that gets its digest or as it is, and bytes."""
    text = manifest if isinstance(manifest, bytes) else json_bytes(manifest)
    path.write_bytes(b"grundy tables 2 %d\n%s%s" % (len(text), text, data))
    return path


def test_the_file_of_this_test_is_taken(board: Position, whole: Any, tmp_path: Path) -> None:
    """Or all those below might be refused for another reason."""
    entry, data = whole
    assert (entry["name"], entry["shape"], len(data)) == ("0 2 0 2", [VALUES], 2 * VALUES)
    grundy.load_tables(board, written(tmp_path / "t", {"tables": [entry]}, data))
    assert tables.bytes == 2 * VALUES


@pytest.mark.parametrize(
    "manifest",
    [
        b'{"tables": ' + b"[" * 10**5,
        b'{"tables": NaN}',
        b"\xff\xfe",
        b"[]",
        {},
        {"tables": None},
        {"tables": "text"},
        {"tables": [1]},
        {"tables": [{}]},
        {"tables": []},
    ],
)
def test_manifests(manifest: Any, board: Position, whole: Any, tmp_path: Path) -> None:
    with pytest.raises(DamageError, match="t is damaged: expected "):
        grundy.load_tables(board, written(tmp_path / "t", manifest, whole[1]))


@pytest.mark.parametrize(
    "change",
    [
        {"shape": [10**4000]},
        {"shape": [10**13]},
        {"shape": ["86"]},
        {"shape": [True, 86]},
        {"shape": [85]},
        {"shape": [-86]},
        {"shape": None},
        {"dtype": "|O"},
        {"dtype": "<f2"},
        {"dtype": ">u2"},
        {"dtype": "|u1"},
        {"dtype": 2},
        {"digest": "0" * 64},
        {"digest": None},
        {"ruleset": []},
        {"more": 1},
    ],
    ids=str,
)
def test_entries(change: Any, board: Position, whole: Any, tmp_path: Path) -> None:
    entry, data = whole
    manifest = {"tables": [entry | change]}
    text = json_bytes(manifest) if change != {"shape": [10**4000]} else b'{"tables": [' + b"1" * 10**4 + b"]}"
    with pytest.raises(DamageError, match="expected "):
        grundy.load_tables(board, written(tmp_path / "t", text, data))
    assert not tables.bytes


@pytest.mark.parametrize(
    ("change", "words"),
    [({"shape": [2, 43]}, "16 bits"), ({"shape": [43, 2]}, "16 bits"), ({"name": "0 2 0 9"}, "cells of a board")],
)
def test_tables_of_others(change: Any, words: str, board: Position, whole: Any, tmp_path: Path) -> None:
    entry, data = whole
    with pytest.raises(RulesetError, match=words):
        grundy.load_tables(board, written(tmp_path / "t", {"tables": [entry | change]}, data))
    assert not tables.bytes


@pytest.mark.parametrize("length", [0, 2 * VALUES - 1, 2 * VALUES + 1])
def test_tables_that_are_shorter_or_longer(length: int, board: Position, whole: Any, tmp_path: Path) -> None:
    entry, data = whole
    with pytest.raises(DamageError, match="expected a whole file of solved tables"):
        grundy.load_tables(board, written(tmp_path / "t", {"tables": [entry]}, (data + b"x")[:length]))


def test_a_large_table_is_refused_before_it_is_read(board: Position, whole: Any, tmp_path: Path) -> None:
    path = written(tmp_path / "t", {"tables": [whole[0] | {"shape": [10**6]}]}, bytes(2 * 10**6))
    with (
        limits.limited(table_bytes=10**6),
        pytest.raises(OverBudgetError, match="a table: 2,000,000 bytes, the budget is 1,000,000"),
    ):
        grundy.load_tables(board, path)


@pytest.mark.skipif(os.name != "posix", reason="needs pipes")
def test_pipes_and_devices(board: Position, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("/dev/zero")
    for path in (tmp_path / "pipe", tmp_path / "link", tmp_path):
        with pytest.raises(IrregularFileError, match="expected a file, found a"):
            grundy.load_tables(board, path)


def test_truth_values_that_are_none(tmp_path: Path) -> None:
    """Bytes that are neither true nor false would be both."""
    piece = grundy.games.find("grid-game").parse("K=2\n@...\n.#..\n....")
    with limits.limited(kernel_above=-1):
        assert piece.outcome in grundy.Outcome
    entry, data = saved(piece, tmp_path / "whole")
    wrong = bytes(2 * value for value in data)
    manifest = {"tables": [entry | {"digest": digest(wrong)}]}
    with pytest.raises(DamageError, match="expected the table 'outcomes'"):
        grundy.load_tables(piece, written(tmp_path / "t", manifest, wrong))
