"""Stored folders of each format: a sequence, a stream, and censuses with and without seals, as small as possible.

``stored_formats.zip`` holds the folders that version 0.1.0 wrote. A later version reads these bytes, and writes the
same bytes as long as the formats are the same. ``python -m support.stored_formats`` in ``tests`` writes the file again.
Only a new format needs that, and the old folders stay beside the new ones.
"""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import grundy
from grundy.census.running import Here
from grundy.runtime import provenance
from grundy.runtime.files import LOCK
from grundy.sequences import grow, stream, streamed
from support.census_damage import without_seals
from support.streaming import small_streams

if TYPE_CHECKING:
    import pytest

ARCHIVE = Path(__file__).with_suffix(".zip")
RULES = grundy.heaps("0.77")
LENGTHS = (20, 35, 50)  # nimbers after each run: a chunk for each, and a previous manifest
STREAMED, CLAIM = grundy.heaps("0.156"), (3479, 349)  # the preperiod and the period
POSITIONS = grundy.census.ListedPositions("kayles", tuple(f"{size} 3" for size in range(1, 103)))  # parts of 100 and 2


def write(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write all folders with the present code, without what depends on the day, the machine and the commit."""
    small_streams(monkeypatch)
    monkeypatch.setattr(provenance, "made_by", lambda **_: "grundy 0.1.0")
    monkeypatch.setattr(streamed, "time", SimpleNamespace(perf_counter=lambda: 0.0))
    for length in LENGTHS:
        grow(folder / "sequence", RULES, length)
    stream(folder / "stream", STREAMED, None, CLAIM)
    grundy.census.run(POSITIONS, folder / "census", executor=Here())
    shutil.copytree(folder / "census", folder / "unsealed-census")
    without_seals(folder / "unsealed-census")
    for lock in folder.rglob(LOCK):
        lock.unlink()


def main() -> None:
    """Write the archive, the same bytes whenever it is written."""
    import pytest

    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as monkeypatch:
        write(Path(name), monkeypatch)
        with zipfile.ZipFile(ARCHIVE, "w") as archive:
            for path in sorted(Path(name).rglob("*")):
                if path.is_file():
                    info = zipfile.ZipInfo(path.relative_to(name).as_posix())  # the same day for all
                    archive.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    main()
