r"""Censuses: many positions solved on any executor, kept in a folder of Parquet files.

- What is solved: `AllBoards`, `RandomBoards`, `OctalCodes`, `ListedPositions` (`PositionSet` is their base).
- `run` solves what is missing in a folder, `open` opens one; both return a `Census`, which gives its rows as Arrow,
  pandas or Polars, a summary, and answers to SQL.
- `CensusError` says what is wrong with a folder, or what has stopped a run.

It needs pyarrow, which the extra ``census`` brings, together with DuckDB for `Census.query`.

>>> import concurrent.futures, grundy, tempfile
>>> boards = grundy.census.AllBoards("wall-making", 3, 3)
>>> with concurrent.futures.ThreadPoolExecutor(1) as executor:
...     found = grundy.census.run(boards, tempfile.mkdtemp() + "/census", executor=executor)
>>> found.rows, found.summary()["outcomes"]["P"]["count"]
(102, 72)
"""

from grundy.runtime.lazy import attach

__getattr__, __dir__ = attach(__name__, __file__)
