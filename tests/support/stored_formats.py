"""Stored folders of each format: a sequence, a stream, and a census, as small as possible.

``stored_formats.zip`` holds folders that an earlier version wrote. A later version reads them, and writes the same
content as long as the formats are the same. ``python -m support.stored_formats`` in ``tests`` writes the archive again,
which only a new format needs.
"""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path

import grundy
from grundy.research.sequences import grow, stream
from grundy.runtime.files import LOCK
from support.executors import Here
from support.streaming import SMALL

ARCHIVE = Path(__file__).with_suffix(".zip")
RULES = grundy.heaps("0.77")
LENGTHS = (20, 35, 50)  # nimbers after each run: a chunk for each
STREAMED, LENGTH = grundy.heaps("0.156"), 5000
POSITIONS = grundy.census.ListedPositions("kayles", tuple(f"{size} 3" for size in range(1, 103)))  # parts of 100 and 2


def write(folder: Path) -> None:
    """Write all folders with the present code."""
    for length in LENGTHS:
        grow(folder / "sequence", RULES, length)
    stream(folder / "stream", STREAMED, LENGTH, None, SMALL)
    grundy.census.run(POSITIONS, folder / "census", executor=Here())
    for lock in folder.rglob(LOCK):
        lock.unlink()


def main() -> None:
    """Write the archive."""
    with tempfile.TemporaryDirectory() as name:
        write(Path(name))
        with zipfile.ZipFile(ARCHIVE, "w") as archive:
            for path in sorted(Path(name).rglob("*")):
                if path.is_file():
                    info = zipfile.ZipInfo(path.relative_to(name).as_posix())  # the same day for all
                    archive.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    main()
