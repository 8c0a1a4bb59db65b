"""A census that is there: its rows as Arrow, pandas or Polars, answers to SQL, checks and a summary."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.census import folder as folders
from grundy.census.part_reading import PartReader
from grundy.census.parts import about, check_pyarrow, digest_of, file_name
from grundy.census.places import place_of
from grundy.messages import Message
from grundy.runtime import files
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from grundy.census.folder import Manifest
    from grundy.census.parts import About
    from grundy.census.places import Storage

_OF_ROWS = Message("what.census-query")


@dataclass(frozen=True)
class Census:
    """What is there of a census: `place`, `manifest`, and the digest of each part by its number.

    All that reads rows compares each part with what was written, and reads no others: it raises `DamageError` with the
    path of the first file that is damaged, `CensusError` for one that cannot be read.

    Columns of boards are position, marks (blocked cells), weight (how many boards it stands for), outcome, nimber,
    winning_moves and options; of listed positions the same without marks and weight; of codes position, status,
    checked, preperiod, period, saltus, bound (the values that prove it), exceptions, largest, largest_at, options and
    engine. Options are those looked at: of boards up to symmetry the free cells, of others those of all rectangles.
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
        """The numbers of the parts that are missing: the same `grundy.census.run` goes on with them."""
        return [number for number in range(self.manifest.parts) if number not in self.parts]

    @property
    def digest(self) -> str | None:
        """A digest of all rows, the same wherever and however they were solved; None while parts are missing."""
        return folders.digest_of_all(self.manifest, self.parts)

    @property
    def rows(self) -> int:
        """The number of rows. All files are read once, their rows are not decoded."""
        self.compare()
        return sum(self.counts[number] for number in self.parts)

    def compare(self) -> None:
        """Compare the files of those parts whose rows are not counted yet with what was written, and count them."""
        with PartReader(self.place, self.manifest) as reader:
            for number, digest in sorted(self.parts.items()):
                if number not in self.counts:
                    self.counts[number] = int(reader.read(number, digest)[0].metadata.num_rows)

    def tables(self) -> Iterator[Any]:
        """Yield the rows of each part as an Arrow table, in the order of the set; one part at a time is in memory."""
        with PartReader(self.place, self.manifest) as reader:
            for number, digest in sorted(self.parts.items()):
                file, _ = reader.read(number, digest)
                # A process that ends while threads of Arrow do aborts now and then.
                yield file.read(use_threads=False).replace_schema_metadata(None)

    def dataset(self) -> Any:
        """Return the rows as a `pyarrow.dataset.Dataset`, of which only what is asked for is decoded.

        Files are compared and copied one at a time, to a temporary file, which it reads: it takes as much room there as
        the census, and no memory.
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
        require("pandas", _OF_ROWS)
        return self.arrow().to_pandas()

    def polars(self) -> Any:
        """Return all rows as a Polars DataFrame. Raises `MissingPackageError` without Polars."""
        return require("polars", _OF_ROWS).from_arrow(self.arrow())

    def query(self, sql: str, *, memory: int | None = None) -> Any:
        """Return the answer of DuckDB to a query over the table ``census``, an Arrow table.

        The query reads nothing else: neither files nor the network. DuckDB takes at most `memory` bytes for what it
        counts, by default four fifths of those of the machine; single long texts are not counted. Raises
        `CensusError` for SQL that DuckDB refuses, `MissingPackageError` without DuckDB.
        """
        duckdb = require("duckdb", _OF_ROWS)
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

    def about(self) -> dict[int, About]:
        """Return what each part says of itself, by its number: who wrote it, and what was compared for it."""
        with PartReader(self.place, self.manifest) as reader:
            return {number: about(reader.read(number, digest)[0]) for number, digest in sorted(self.parts.items())}

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
    """Return the census in a folder, whole or not.

    Raises `CensusError` where there is none, `DamageError` for a manifest or files that are none of a census,
    `MissingPackageError` without pyarrow.
    """
    check_pyarrow()
    place = place_of(folder)
    manifest = folders.read_manifest(place)
    if manifest is None:
        raise folders.CensusError("error.census-none", path=place.path)
    return Census(place, manifest, folders.parts_in(place, manifest))


def _copied(files_of_parts: Iterable[bytes]) -> list[Any]:
    """Return buffers of Arrow with the bytes of files, in a temporary file that has no name any more."""
    import pyarrow as pa

    try:
        descriptor, path = tempfile.mkstemp(prefix="grundy-census-")
        try:
            with os.fdopen(descriptor, "wb") as file:
                sizes = [file.write(data) for data in files_of_parts]
            if not sizes:
                return []
            mapped = pa.memory_map(path)  # of Arrow: its threads may let go of it when Python has ended
            return [mapped.read_buffer(size) for size in sizes]
        finally:
            files.remove(Path(path))
    except OSError as error:
        said = str(error.strerror or error)
        raise folders.CensusError("error.census-copy", path=tempfile.gettempdir(), error=said) from error


def _is_interrupt(error: Exception) -> bool:
    """Say whether DuckDB has seen Ctrl-C or another signal before Python did: what it raises then says so in words."""
    return type(error).__name__ == "InterruptException" or (
        not isinstance(error, require("duckdb", _OF_ROWS).Error) and "interrupted" in str(error)
    )
