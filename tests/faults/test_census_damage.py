"""Damaged censuses: each command names the damaged file, or says what it says of the undamaged folder."""

from __future__ import annotations

import errno
import shutil
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

import grundy
from grundy.census import CensusError, ListedPositions
from grundy.census.folder import parts_in, read_manifest
from grundy.census.part_reading import PartReader
from grundy.census.parts import has_seal
from grundy.census.places import place_of
from grundy.census.running import Here
from grundy.errors import DamageError
from grundy.runtime import files
from support.census_damage import (
    COMMANDS,
    DAMAGE,
    SQL,
    TEXTS,
    arguments,
    bit_of_rows,
    copied,
    flip,
    leave_out,
    make,
    parts_of,
    verdict,
    without_seals,
)
from support.command import Result

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
def unsealed(folder: Path) -> Path:
    """Give a copy with parts as earlier versions wrote them."""
    without_seals(folder)
    return folder


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


def test_other_damage(whole: Path) -> None:
    """Of the first part. One reader tries them all: its child process goes on, or is replaced."""
    place = place_of(whole.with_name("damaged"))
    manifest = read_manifest(place_of(whole))
    assert manifest is not None
    with PartReader(place, manifest) as reader:
        for damage, do in DAMAGE.items():
            do(parts_of(copied(whole, "damaged"))[0])
            with pytest.raises(DamageError, match="/parts/00000000-") as raised:  # noqa: PT012 - either may raise it
                for number, digest in parts_in(place, manifest).items():
                    reader.read(number, digest)
            assert "Arrow" not in str(raised.value), damage


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["no rows", "folder"])
def test_other_damage_by_a_command(damage: str, folder: Path, asked: Callable[[str], str]) -> None:
    """A part without rows was the digest of file names to `run` and `summary`."""
    DAMAGE[damage](parts_of(folder)[0])
    assert asked("summary" if damage == "no rows" else "run") == "refused"


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


@pytest.mark.slow
def test_parts_of_earlier_versions_are_read(whole: Path, unsealed: Path, asked: Callable[[str], str]) -> None:
    assert not any(has_seal(path.read_bytes()) for path in parts_of(unsealed))
    assert all(has_seal(path.read_bytes()) for path in parts_of(whole))
    assert asked("run") == "identical"
    old, new = grundy.census.open(unsealed), grundy.census.open(whole)
    assert old.arrow().equals(new.arrow(), check_metadata=True)
    assert old.dataset().to_table().equals(new.dataset().to_table(), check_metadata=True)


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.05, 0.9999])
def test_one_bit_of_a_part_of_an_earlier_version(share: float, unsealed: Path, asked: Callable[[str], str]) -> None:
    """The last bits are those of the length of what describes the rows."""
    part = parts_of(unsealed)[0]
    flip(part, int(share * 8 * part.stat().st_size))
    assert asked("query") == "refused"


@pytest.mark.slow
def test_a_part_that_another_program_has_written(folder: Path, asked: Callable[[str], str]) -> None:
    """The same rows are the part, however they are stored."""
    part = parts_of(folder)[0]
    pq.write_table(pq.read_table(part).replace_schema_metadata(None), part, compression="none")
    assert asked("query") == "identical"


def test_what_a_part_says_of_itself_is_not_lost(folder: Path, asked: Callable[[str], str]) -> None:
    """The rows are right, but a bit of the note about the version is not."""
    part = parts_of(folder)[0]
    flip(part, 8 * part.read_bytes().index(b"grundy version") + 1)
    assert asked("summary") == "refused"


def test_the_manifest_can_be_written_again_where_the_parts_are_its_own(folder: Path) -> None:
    before = (folder / "manifest.json").read_bytes()
    (folder / "manifest.json").unlink()
    with pytest.raises(DamageError, match="a part of another census"):
        grundy.census.run(ListedPositions("kayles", TEXTS[::-1]), folder, executor=Here())
    assert not (folder / "manifest.json").exists()
    grundy.census.run(ListedPositions("kayles", TEXTS), folder, executor=Here())
    assert (folder / "manifest.json").read_bytes() == before


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


def test_no_room_for_the_copy_that_is_queried(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(folder / "none"))
    with pytest.raises(CensusError, match="none: expected room for a copy of the census"):
        grundy.census.open(folder).query(SQL)


def test_a_query_of_no_parts(folder: Path, grundy_command: Command) -> None:
    for path in parts_of(folder):
        path.unlink()
    found = grundy_command(*arguments("query", folder))
    assert (found.code, "a census without parts" in found.err) == (2, True)
