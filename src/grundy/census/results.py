"""A census that is there: its rows as Arrow, pandas or Polars, answers to SQL, checks and a summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.census import folder as folders
from grundy.census.parts import check_pyarrow, digest_of, file_name
from grundy.census.places import place_of
from grundy.errors import DamageError, MissingPackageError
from grundy.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from grundy.census.folder import Manifest
    from grundy.census.places import Place


@dataclass(frozen=True)
class Census:
    """What is there of a census: `place`, `manifest`, and the digest of each part by its number.

    Columns of boards are position, marks (blocked cells), weight (how many boards it stands for), outcome, nimber,
    winning_moves and options; of listed positions the same without marks and weight; of codes position, status,
    checked, preperiod, period, saltus, bound (the values that prove it), exceptions, largest, largest_at, options and
    engine. Options are those looked at: of boards up to symmetry the free cells, of others those of all rectangles.
    """

    place: Place
    manifest: Manifest
    parts: dict[int, str]

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
        """The number of rows."""
        return int(self.dataset().count_rows()) if self.parts else 0

    def tables(self, columns: list[str] | None = None) -> Iterator[Any]:
        """Yield the rows of each part as an Arrow table, in the order of the set. Raises `DamageError`, `OSError`."""
        from pyarrow import ArrowException

        for name in folders.names_of(self.parts):
            try:
                yield self.place.read(name, columns)
            except (ArrowException, KeyError) as error:
                path = f"{self.place.path}/parts/{name}"
                raise DamageError(path, Message("expected.census-part"), str(error).partition("\n")[0]) from error

    def dataset(self) -> Any:
        """Return the rows as a `pyarrow.dataset.Dataset`, of which only what is asked for is read."""
        return self.place.dataset(folders.names_of(self.parts))

    def arrow(self) -> Any:
        """Return all rows as a `pyarrow.Table`."""
        return self.dataset().to_table()

    def pandas(self) -> Any:
        """Return all rows as a pandas DataFrame. Raises `MissingPackageError` without pandas."""
        _require("pandas")
        return self.arrow().to_pandas()

    def polars(self) -> Any:
        """Return all rows as a Polars DataFrame. Raises `MissingPackageError` without Polars."""
        return _require("polars").from_arrow(self.arrow())

    def query(self, sql: str) -> Any:
        """Return the answer of DuckDB to a query over the table ``census``, an Arrow table.

        The query reads nothing else: neither files nor the network. Raises `CensusError` for SQL that DuckDB refuses,
        `MissingPackageError` without DuckDB.
        """
        duckdb = _require("duckdb")
        with duckdb.connect() as connection:
            connection.register("census", self.dataset())
            connection.execute("SET enable_external_access = false; SET lock_configuration = true")
            try:
                found = connection.sql(sql)
            except duckdb.Error as error:
                raise folders.CensusError("error.census-query", error=str(error)) from error
            if found is None:
                raise folders.CensusError("error.census-query", error=Message("found.no-rows"))
            return found.to_arrow_table()

    def check(self) -> None:
        """Compare the rows of each part with its digest. Raises `DamageError`; reads everything."""
        for (number, digest), table in zip(sorted(self.parts.items()), self.tables(), strict=True):
            if digest_of(table) != digest:
                path = f"{self.place.path}/parts/{file_name(number, digest)}"
                raise DamageError(path, Message("expected.content"), Message("found.content"))

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
    try:
        manifest = folders.read_manifest(place)
        if manifest is None:
            raise folders.CensusError("error.census-none", path=place.path)
        return Census(place, manifest, folders.parts_in(place, manifest))
    except OSError as error:
        raise folders.CensusError("error.census-read", path=place.path, error=str(error.strerror or error)) from error


def _require(package: str) -> Any:
    """Return a package. Raises `MissingPackageError` without it."""
    from importlib import import_module

    try:
        return import_module(package)
    except ImportError:
        raise MissingPackageError(package, Message("what.census-query")) from None
