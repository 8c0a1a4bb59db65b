r"""Sequences of nimbers on disk: they grow, continue after a crash, and are exported.

- `grow` creates or extends the sequence of a code in a folder; `open_store` opens it; both return a `Store`;
- `csv` and `b_file` write its values as text, `data` as an object for JSON, `arrow` and `parquet` as columns,
  `certificate` as an object that can be checked;
- `stream` computes very long sequences without storing the values, and proves periods in bounded memory; it raises
  `StreamError` if a sequence cannot be streamed.

>>> import grundy, pathlib, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     stored = grundy.sequences.grow(pathlib.Path(folder), grundy.heaps("0.77"), 1000)
...     "".join(grundy.sequences.b_file(stored.values(2), "0.77"))
'# Nimbers G(n) of a heap of n under the code 0.77: n, G(n) for n = 0..1.\n0 0\n1 1\n'
"""

from grundy.runtime.lazy import attach

__getattr__, __dir__ = attach(__name__, __file__)
