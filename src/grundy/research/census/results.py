"""A stored census: its rows as Arrow, pandas or Polars, answers to SQL, checks and a summary."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.research.census.folder import PARTS, CensusError, Manifest, read_folder, read_part
from grundy.research.census.parts import PartName, check_pyarrow, digest_of
from grundy.runtime import files
from grundy.runtime.memory import available
from grundy.runtime.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Iterator

_WEIGHT = "weight"
_USES_OF_ROWS = Message("what.census-query")


@dataclass(frozen=True)
class Census:
    """A stored census, finished or not. `parts` has the name of the file of each finished part by its number.

    Each method that reads rows compares the bytes of every part first. It raises `DamageError` with the path of the
    first damaged file, and `CensusError` for a file that cannot be read.

    Columns of boards are position, marks (blocked cells), weight (how many boards it stands for), outcome, nimber,
    winning_moves and options; of listed positions those without marks and options, and further ones on request; of
    codes position, weight, status, checked, preperiod, period, saltus, bound (the values that prove it), exceptions,
    largest, largest_at, options and engine. Files have no weight where each is 1. `options` counts the options
    examined: the free cells of boards up to symmetry, and the options of all rectangles of other boards.
    """

    folder: Path
    manifest: Manifest
    parts: dict[int, PartName]
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
        return self.manifest.digest(self.parts)

    @property
    def rows(self) -> int:
        """The number of rows. Each file is read once, and its rows are not decoded."""
        self.count()
        return sum(self.counts[number] for number in self.parts)

    def count(self) -> None:
        """Compare the files of the parts whose rows are not counted yet, and count their rows."""
        for number, name in sorted(self.parts.items()):
            if number not in self.counts:
                self.counts[number] = read_part(self.folder, self.manifest, name).metadata.num_rows

    def tables(self) -> Iterator[Any]:
        """Yield the rows of each part as an Arrow table, in the order of the set; one part at a time is in memory."""
        for _, name in sorted(self.parts.items()):
            # Threads of Arrow that end together with the process sometimes abort it.
            table = read_part(self.folder, self.manifest, name).read(use_threads=False)
            yield table.replace_schema_metadata(None)

    def weighed(self) -> Iterator[Any]:
        """Yield the rows of each part as `tables` does, with the column ``weight`` also where each weight is 1."""
        import pyarrow as pa

        for table in self.tables():
            ones = pa.repeat(pa.scalar(1, pa.uint8()), table.num_rows)
            yield table if _WEIGHT in table.column_names else table.append_column(_WEIGHT, ones)

    def dataset(self) -> Any:
        """Return the rows as a `pyarrow.dataset.Dataset`, which decodes only what a query needs.

        All files are compared first. The dataset reads them again.
        """
        import pyarrow as pa
        import pyarrow.dataset as ds

        schema, paths = pa.schema([]), []
        for _, name in sorted(self.parts.items()):
            schema = read_part(self.folder, self.manifest, name).schema_arrow.remove_metadata()
            paths.append(str(self.folder / PARTS / str(name)))
        return ds.dataset(paths, schema, format="parquet")

    def arrow(self) -> Any:
        """Return all rows as a `pyarrow.Table`; its column ``weight`` says how many positions a row stands for."""
        import pyarrow as pa

        tables = list(self.weighed())
        return pa.concat_tables(tables) if tables else pa.table({})

    def pandas(self) -> Any:
        """Return all rows as a pandas DataFrame. Raises `MissingPackageError` without pandas."""
        require("pandas", _USES_OF_ROWS)
        return self.arrow().to_pandas()

    def polars(self) -> Any:
        """Return all rows as a Polars DataFrame. Raises `MissingPackageError` without Polars."""
        return require("polars", _USES_OF_ROWS).from_arrow(self.arrow())

    def query(self, sql: str, *, partial: bool = False) -> Any:
        """Return the answer of DuckDB to a query over the table ``census``, an Arrow table.

        An unfinished census is refused unless `partial`. The query reads nothing else: neither files nor the network.
        DuckDB takes at most three quarters of the available memory for what it counts; single long texts are not
        counted. Raises `CensusError` for SQL that DuckDB refuses, and if parts are missing; `MissingPackageError`
        without DuckDB.
        """
        duckdb = require("duckdb", _USES_OF_ROWS)
        if not self.parts:
            raise CensusError("error.census-query", error=Message("found.no-parts"))
        if self.missing and not partial:
            there = {"parts": self.manifest.parts, "there": len(self.parts)}
            raise CensusError("error.census-partial", path=str(self.folder), **there)
        with duckdb.connect() as connection:
            rows = self.dataset()
            weighed = _WEIGHT in rows.schema.names
            connection.register("census" if weighed else "rows", rows)
            if not weighed:
                connection.execute("CREATE VIEW census AS SELECT *, 1::utinyint AS weight FROM rows")
            connection.execute(f"SET memory_limit = '{available() * 3 // 4}B'")
            connection.execute("SET enable_external_access = false; SET lock_configuration = true")
            try:
                found = connection.sql(sql)
                if found is not None:
                    return found.to_arrow_table()
            except (duckdb.InterruptException, RuntimeError) as error:  # DuckDB notices Ctrl-C before Python does
                raise KeyboardInterrupt from error
            except duckdb.Error as error:
                raise CensusError("error.census-query", error=str(error)) from error
        raise CensusError("error.census-query", error=Message("found.no-rows"))

    def check(self) -> None:
        """Decode all rows, and compare those of each part with its digest. Raises `DamageError`."""
        for (_, name), table in zip(sorted(self.parts.items()), self.tables(), strict=True):
            if digest_of(table) != name.rows:
                raise files.changed_content(self.folder / PARTS / str(name))

    def summary(self) -> dict[str, Any]:
        """Return what `grundy census summary` says, as data for JSON: counts, shares, nimbers, extremes."""
        from grundy.research.census.summaries import summary

        return summary(self)


def open(folder: str | Path) -> Census:  # noqa: A001 - the name users write is grundy.census.open
    """Return the census in a folder, finished or not.

    Raises `CensusError` if there is none, `DamageError` for a damaged manifest and for files that are not parts,
    `MissingPackageError` without pyarrow.
    """
    check_pyarrow()
    path = Path(folder).absolute()
    manifest, parts = read_folder(path)
    if manifest is None:
        raise CensusError("error.census-none", path=str(path))
    return Census(path, manifest, parts)
