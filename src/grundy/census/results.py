"""A stored census: its rows as Arrow, pandas or Polars, answers to SQL, checks and a summary."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.census import folder as folders
from grundy.census.part_reading import PartReader
from grundy.census.parts import check_pyarrow, digest_of, file_name
from grundy.census.places import place_of
from grundy.messages import Message
from grundy.runtime import files
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.census.folder import Manifest
    from grundy.census.places import Storage

_USES_OF_ROWS = Message("what.census-query")


@dataclass(frozen=True)
class Census:
    """A stored census, finished or not. `parts` has the digest of each finished part by its number.

    Each method that reads rows checks every part before it uses it. It raises `DamageError` with the path of the first
    damaged file, and `CensusError` for a file that cannot be read.

    Columns of boards are position, marks (blocked cells), weight (how many boards it stands for), outcome, nimber,
    winning_moves and options; of listed positions the same without marks and weight; of codes position, status,
    checked, preperiod, period, saltus, bound (the values that prove it), exceptions, largest, largest_at, options and
    engine. `options` counts the options examined: the free cells of boards up to symmetry, and the options of all
    rectangles of other boards.
    """

    place: Storage
    manifest: Manifest
    parts: dict[int, str]
    counts: dict[int, int] = field(default_factory=dict, repr=False, compare=False)  # rows of parts, where known

    @property
    def described(self) -> dict[str, Any]:
        """The description of its set."""
        return dict(self.manifest.described)

    @property
    def missing(self) -> list[int]:
        """The numbers of the missing parts. The same call of `grundy.census.run` solves them."""
        return [number for number in range(self.manifest.parts) if number not in self.parts]

    @property
    def digest(self) -> str | None:
        """A digest of all rows, the same wherever and however they were solved; None while parts are missing."""
        return folders.digest_of_all(self.manifest, self.parts)

    @property
    def rows(self) -> int:
        """The number of rows. Each file is read once, and its rows are not decoded."""
        self.compare()
        return sum(self.counts[number] for number in self.parts)

    def compare(self) -> None:
        """Check the files of the parts whose rows are not counted yet, and count their rows."""
        with PartReader(self.place, self.manifest) as reader:
            for number, digest in sorted(self.parts.items()):
                if number not in self.counts:
                    self.counts[number] = int(reader.read(number, digest)[0].metadata.num_rows)

    def tables(self) -> Iterator[Any]:
        """Yield the rows of each part as an Arrow table, in the order of the set; one part at a time is in memory."""
        with PartReader(self.place, self.manifest) as reader:
            for number, digest in sorted(self.parts.items()):
                file, _ = reader.read(number, digest)
                # Threads of Arrow that end together with the process sometimes abort it.
                yield file.read(use_threads=False).replace_schema_metadata(None)

    def dataset(self) -> Any:
        """Return the rows as a `pyarrow.dataset.Dataset`, which decodes only what a query needs.

        Each file is checked and copied to a temporary file, from which the dataset reads. The copy takes as much disk
        space as the census, and no memory.
        """
        import pyarrow as pa
        import pyarrow.dataset as ds

        form = ds.ParquetFileFormat()
        with PartReader(self.place, self.manifest) as reader:
            copies = _copied(reader.read(number, digest)[1] for number, digest in sorted(self.parts.items()))
        fragments = [form.make_fragment(copy) for copy in copies]
        schema = fragments[0].physical_schema.remove_metadata() if fragments else pa.schema([])
        return ds.FileSystemDataset(fragments, schema, form)

    def arrow(self) -> Any:
        """Return all rows as a `pyarrow.Table`."""
        import pyarrow as pa

        tables = list(self.tables())
        return pa.concat_tables(tables) if tables else pa.table({})

    def pandas(self) -> Any:
        """Return all rows as a pandas DataFrame. Raises `MissingPackageError` without pandas."""
        require("pandas", _USES_OF_ROWS)
        return self.arrow().to_pandas()

    def polars(self) -> Any:
        """Return all rows as a Polars DataFrame. Raises `MissingPackageError` without Polars."""
        return require("polars", _USES_OF_ROWS).from_arrow(self.arrow())

    def query(self, sql: str, *, memory: int | None = None) -> Any:
        """Return the answer of DuckDB to a query over the table ``census``, an Arrow table.

        The query reads nothing else: neither files nor the network. DuckDB takes at most `memory` bytes for what it
        counts, by default four fifths of those of the machine; single long texts are not counted. Raises
        `CensusError` for SQL that DuckDB refuses, `MissingPackageError` without DuckDB.
        """
        duckdb = require("duckdb", _USES_OF_ROWS)
        if not self.parts:
            raise folders.CensusError("error.census-query", error=Message("found.no-parts"))
        with duckdb.connect() as connection:
            connection.register("census", self.dataset())
            if memory is not None:
                connection.execute(f"SET memory_limit = '{memory}B'")
            connection.execute("SET enable_external_access = false; SET lock_configuration = true")
            try:
                found = connection.sql(sql)
                if found is not None:
                    return found.to_arrow_table()
            except (duckdb.Error, RuntimeError) as error:
                if _is_interrupt(error):
                    raise KeyboardInterrupt from error
                if not isinstance(error, duckdb.Error):
                    raise
                raise folders.CensusError("error.census-query", error=str(error)) from error
        raise folders.CensusError("error.census-query", error=Message("found.no-rows"))

    def check(self) -> None:
        """Decode all rows, and compare those of each part with its digest. Raises `DamageError`."""
        for (number, digest), table in zip(sorted(self.parts.items()), self.tables(), strict=True):
            if digest_of(table) != digest:
                path = self.place.part_path(file_name(number, digest))
                raise files.changed_content(path)

    def summary(self) -> dict[str, Any]:
        """Return what `grundy census summary` says, as data for JSON: counts, shares, nimbers, extremes."""
        from grundy.census.summaries import summary

        return summary(self)


def open(folder: str | Path) -> Census:  # noqa: A001 - the name users write is grundy.census.open
    """Return the census in a folder, finished or not.

    Raises `CensusError` if there is none, `DamageError` for a damaged manifest and for files that are not parts,
    `MissingPackageError` without pyarrow.
    """
    check_pyarrow()
    place = place_of(folder)
    manifest = folders.read_manifest(place)
    if manifest is None:
        raise folders.CensusError("error.census-none", path=place.path)
    return Census(place, manifest, folders.parts_in(place, manifest))


def _copied(files_of_parts: Iterable[bytes]) -> list[Any]:
    """Copy the bytes of files to a temporary file, remove its name, and return an Arrow buffer for each file."""
    import pyarrow as pa

    try:
        descriptor, path = tempfile.mkstemp(prefix="grundy-census-")
        try:
            with os.fdopen(descriptor, "wb") as file:
                sizes = [file.write(data) for data in files_of_parts]
            if not sizes:
                return []
            mapped = pa.memory_map(path)  # by Arrow, because its threads may release the memory after Python has ended
            return [mapped.read_buffer(size) for size in sizes]
        finally:
            files.remove(Path(path))
    except OSError as error:
        said = str(error.strerror or error)
        raise folders.CensusError("error.census-copy", path=tempfile.gettempdir(), error=said) from error


def _is_interrupt(error: Exception) -> bool:
    """Return whether DuckDB noticed Ctrl-C or another signal before Python did. Its exceptions say so only in words."""
    return type(error).__name__ == "InterruptException" or (
        not isinstance(error, require("duckdb", _USES_OF_ROWS).Error) and "interrupted" in str(error)
    )
