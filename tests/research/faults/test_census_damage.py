"""Damaged censuses: each command names the damaged file, or says what it says of the undamaged folder."""

from __future__ import annotations

import errno
import shutil
from typing import TYPE_CHECKING

import pytest

import grundy
from grundy.errors import DamageError
from grundy.research.census import CensusError, ListedPositions
from grundy.research.census.folder import MANIFEST
from grundy.runtime import files
from support.census_damage import (
    COMMANDS,
    DAMAGE,
    TEXTS,
    arguments,
    bit_of_rows,
    copied,
    flip,
    leave_out,
    make,
    parts_of,
    verdict,
)
from support.command import Result
from support.executors import Here

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.command import Command

READING = [command for command in COMMANDS if command != "resume"]
UNDAMAGED: dict[str, Result] = {}  # what commands say of the undamaged folder


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a census of two parts, which has been checked."""
    return make(tmp_path_factory.mktemp("census"))


@pytest.fixture
def folder(whole: Path) -> Path:
    """Give a copy of it."""
    return copied(whole, "damaged")


@pytest.fixture
def asked(whole: Path, folder: Path, grundy_command: Command) -> Callable[[str], str]:
    """Give a function that runs a command on the damaged folder, and returns the verdict on it."""
    first = parts_of(folder)[0].name.partition("-")[0]

    def ask(word: str) -> str:
        if word not in UNDAMAGED:
            UNDAMAGED[word] = grundy_command(*arguments(word, whole))
        return verdict(word, grundy_command(*arguments(word, folder)), UNDAMAGED[word], first)

    return ask


@pytest.mark.parametrize("word", READING)
def test_one_bit_of_the_rows(word: str, folder: Path, asked: Callable[[str], str]) -> None:
    """The times and the size are those of before."""
    flip(parts_of(folder)[0], bit_of_rows(parts_of(folder)[0]))
    assert asked(word) == "refused"


@pytest.mark.parametrize("share", [0.4, 0.8])
def test_one_bit_of_what_describes_the_rows(share: float, folder: Path, asked: Callable[[str], str]) -> None:
    part = parts_of(folder)[0]
    flip(part, int(share * 8 * part.stat().st_size))
    assert asked("query") == "refused"


@pytest.mark.parametrize("share", [0.01, 0.4, 0.99])
def test_one_bit_of_the_manifest(share: float, folder: Path, grundy_command: Command) -> None:
    flip(folder / "manifest.json", int(share * 8 * (folder / "manifest.json").stat().st_size))
    for word in READING:
        found = grundy_command(*arguments(word, folder))
        assert (found.code, found.out) == (2, "")
        assert f"{folder}/manifest.json" in found.err


@pytest.mark.parametrize("damage", DAMAGE)
def test_other_damage(damage: str, folder: Path) -> None:
    DAMAGE[damage](parts_of(folder)[0])
    with pytest.raises(DamageError, match="/parts/00000000-") as raised:
        grundy.census.open(folder).check()
    assert "Arrow" not in str(raised.value)


def test_a_run_does_not_go_on_beside_a_damaged_part(folder: Path, asked: Callable[[str], str]) -> None:
    part = parts_of(folder)[0]
    leave_out(folder, part)
    flip(part, bit_of_rows(part))
    UNDAMAGED["resume"] = Result(0, "", "")  # not asked for: nothing but a refusal is right
    assert asked("resume") == "refused"
    assert parts_of(folder) == [part]
    part.unlink()
    assert grundy.census.run(ListedPositions("kayles", TEXTS), folder, executor=Here()).digest is not None


def test_what_is_made_of_rows_in_python(folder: Path) -> None:
    damaged = parts_of(folder)[1]
    flip(damaged, bit_of_rows(damaged))
    census = grundy.census.open(folder)
    for read in (census.arrow, census.dataset, lambda: census.rows):
        with pytest.raises(DamageError, match=damaged.name):
            read()


def test_bytes_are_compared_at_each_reading(folder: Path) -> None:
    """What was whole a moment ago is compared again, for times say nothing."""
    census = grundy.census.open(folder)
    census.check()
    flip(parts_of(folder)[0], bit_of_rows(parts_of(folder)[0]))
    for read in (census.check, census.summary, lambda: census.query("select 1 from census")):
        with pytest.raises(DamageError):
            read()


@pytest.mark.parametrize("damage", ["another number", "of another census"])
def test_a_part_that_was_put_into_an_unfinished_census(damage: str, folder: Path) -> None:
    """The manifest does not list it, as after a run that was killed; what it says of itself is compared."""
    DAMAGE[damage](parts_of(folder)[0])
    content = files.read_json(folder / MANIFEST, 10**6)
    files.write_json(folder / MANIFEST, content | {"files": []})
    with pytest.raises(DamageError, match="another part, or a part of another census"):
        grundy.census.open(folder).check()


def test_the_manifest_can_be_written_again_where_the_parts_are_its_own(folder: Path) -> None:
    before = grundy.census.open(folder)
    (folder / MANIFEST).unlink()
    with pytest.raises(DamageError, match="a part of another census"):
        grundy.census.run(ListedPositions("kayles", TEXTS[::-1]), folder, executor=Here())
    assert not (folder / MANIFEST).exists()
    grundy.census.run(ListedPositions("kayles", TEXTS), folder, executor=Here())
    assert grundy.census.open(folder) == before


def test_what_cannot_be_read(folder: Path, grundy_command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, **_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(files, "open_regular", refuse)
        census = grundy_command("census", "check", str(folder))
    assert (census.code, f"{folder}/manifest.json: expected to read a census" in census.err) == (2, True)
    opened = grundy.census.open(folder)
    monkeypatch.setattr(files, "open_regular", refuse)
    with pytest.raises(CensusError, match=f"{parts_of(folder)[0]}: .*Permission denied"):
        opened.check()


def test_a_folder_of_parts_that_is_none(folder: Path, grundy_command: Command) -> None:
    shutil.rmtree(folder / "parts")
    (folder / "parts").write_text("")
    for word in READING:
        found = grundy_command(*arguments(word, folder))
        assert (found.code, found.out) == (2, "")
        assert str(folder) in found.err


def test_a_query_of_no_parts(folder: Path, grundy_command: Command) -> None:
    for path in parts_of(folder):
        path.unlink()
    found = grundy_command(*arguments("query", folder))
    assert (found.code, "a census without parts" in found.err) == (2, True)


@pytest.mark.parametrize("name", [".DS_Store", "Thumbs.db", "desktop.ini"])
def test_files_that_systems_write_into_folders_are_no_damage(
    folder: Path, asked: Callable[[str], str], name: str
) -> None:
    (folder / name).write_bytes(b"x")
    (folder / "parts" / name).write_bytes(b"x")
    assert {word: asked(word) for word in READING} == dict.fromkeys(READING, "identical")


@pytest.mark.parametrize("wrong", [True, 2.0, "2", None])
def test_a_format_is_a_number(folder: Path, grundy_command: Command, wrong: object) -> None:
    path = folder / MANIFEST
    content = files.read_json(path, 10**6)
    content.pop("digest", None)
    files.write_json(path, content | {"format": wrong})
    result = grundy_command("census", "summary", str(folder))
    assert result.code == 2
    assert f"found {wrong!r}" in result.err
