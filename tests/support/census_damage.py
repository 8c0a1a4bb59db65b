"""A census in a folder, damaged in all ways: one bit of a file, files that are cut, exchanged, or somebody else's.

The suite tries samples in one process, ``python bench/census_damage.py`` everything with the real command.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

import grundy
from grundy.research.census import ListedPositions
from support.executors import Here

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support.command import Result

TEXTS = tuple(
    f"{first} {second}" for first in range(1, 13) for second in range(1, 11)
)  # of Kayles: parts of 100 and 20
SQL = "select *, (select count(*) from census) as rows from census order by all"
COMMANDS = {
    "run": ("run", "kayles", "--lines", "{lines}", "--workers", "1", "--out", "{folder}"),
    "resume": ("run", "kayles", "--lines", "{lines}", "--workers", "1", "--out", "{folder}"),  # with a part missing
    "summary": ("summary", "{folder}", "--json"),
    "query": ("query", "{folder}", SQL),
    "check": ("check", "{folder}"),
}
_WORDS_OF_FAULTS = ("Traceback", "Arrow", "nanobind", "terminate called", "expected to write the result")


def make(root: Path) -> Path:
    """Make the lines and the census of two parts, and return the folder of the census."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "lines.txt").write_text("\n".join(TEXTS))
    grundy.census.run(ListedPositions("kayles", TEXTS), root / "census", executor=Here()).check()
    return root / "census"


def parts_of(folder: Path) -> list[Path]:
    """Return the files of the parts."""
    return sorted((folder / "parts").iterdir())


def files_of(folder: Path) -> list[Path]:
    """Return all files of a census that have a bit."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size)


def arguments(command: str, folder: Path) -> list[str]:
    """Return the arguments of a command on a census that `make` has made, or on a copy beside it."""
    lines = folder.parent / "lines.txt"
    return ["census", *(word.format(lines=lines, folder=folder) for word in COMMANDS[command])]


def copied(folder: Path, name: str) -> Path:
    """Return a copy of a census beside it, in the place of an earlier one."""
    copy = folder.with_name(name)
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    return copy


def flip(path: Path, bit: int) -> None:
    """Change one bit of a file, and nothing of its times and its size."""
    times = path.stat()
    data = bytearray(path.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def bit_of_rows(path: Path) -> int:
    """Return a bit of the compressed texts of the positions of a part."""
    column = pq.read_metadata(path).row_group(0).column(0)
    return 8 * int((column.dictionary_page_offset + 3 * column.data_page_offset) // 4)


def leave_out(folder: Path, damaged: Path) -> None:
    """Remove a part that is not `damaged`, for a run that goes on."""
    next(path for path in reversed(parts_of(folder)) if path != damaged).unlink()


def said(command: str, found: Result) -> Result:
    """Return what a command has said, without the seconds of a run and the name of the folder."""
    lines = [line for line in found.out.splitlines() if not line.startswith(("seconds", "folder"))]
    return found._replace(out="\n".join(lines[1:] if command == "check" else lines))


def verdict(command: str, found: Result, whole: Result, named: str) -> str:
    """Return what became of a command on a damaged census; `named` is what a refusal has to name."""
    if found.code < 0 or found.code > 128:
        return "abort"
    if any(word in found.err for word in _WORDS_OF_FAULTS):
        return "traceback"
    if said(command, found) == said(command, whole):
        return "identical"
    return "refused" if found.code == 2 and not found.out and named in found.err else "wrong"


def _written_again(path: Path) -> None:
    """Write the same rows as another program would."""
    pq.write_table(pq.read_table(path).replace_schema_metadata(None), path)


def _renamed(path: Path) -> None:
    """Put the last part in the place of the first."""
    last = parts_of(path.parents[1].with_name("census"))[-1]
    path.unlink()
    shutil.copy(last, path.with_name(f"{0:08}-{last.name.partition('-')[2]}"))


def _of_another_census(path: Path) -> None:
    """Put a part of another census there, by its right name."""
    other = path.parent.parent.with_name("other")
    grundy.census.run(ListedPositions("kayles", TEXTS[:50]), other, executor=Here())
    path.unlink()
    [part] = parts_of(other)
    shutil.copy(part, path.parent)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _twice(path: Path) -> None:
    shutil.copy(path, path.with_name(f"{0:08}-{'0' * 32}-{'0' * 64}.parquet"))


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


DAMAGE: dict[str, Callable[[Path], object]] = {  # of the first part
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-9]),
    "half": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"\0"),
    "text": lambda path: path.write_text("position,nimber\n"),
    "foreign Parquet": lambda path: pq.write_table(pa.table({"name": ["a", "b"]}), path),
    "written again": _written_again,
    "another number": _renamed,
    "of another census": _of_another_census,
    "two files": _twice,
    "folder": _folder,
    "link": lambda path: path.symlink_to(path.rename(path.parents[1].with_name("elsewhere"))),
    "pipe": _pipe,
}
