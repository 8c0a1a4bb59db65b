"""A pool of threads for kernels, which release the GIL; each thread has its own tool, such as scratch arrays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Tool = TypeVar("Tool")
Chunk = TypeVar("Chunk")
Result = TypeVar("Result")


class WorkerPool(Generic[Tool]):
    """A `ThreadPoolExecutor` with one thread for each tool; with one tool the work is done in the caller's thread.

    Each chunk should take less than a second: after an exception, such as Ctrl-C, the work ends when the chunks that
    have begun are done.

    >>> with WorkerPool([[], []]) as pool:
    ...     sorted(pool.map(lambda tool, chunk: chunk * chunk, range(4)))
    [0, 1, 4, 9]
    """

    def __init__(self, tools: list[Tool]) -> None:
        self.size = len(tools)
        self._tools = tools
        self._executor = ThreadPoolExecutor(len(tools), "grundy")
        self._free: SimpleQueue[Tool] = SimpleQueue()
        for tool in tools:
            self._free.put(tool)

    def __enter__(self) -> WorkerPool[Tool]:
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(cancel_futures=True)

    def map(self, job: Callable[[Tool, Chunk], Result], chunks: Sequence[Chunk]) -> Iterator[Result]:
        """Yield the results of ``job(tool, chunk)``, in the order of the chunks."""
        if self.size == 1 or len(chunks) == 1:
            return (job(self._tools[0], chunk) for chunk in chunks)
        return self._executor.map(partial(self._with_a_tool, job), chunks)

    def _with_a_tool(self, job: Callable[[Tool, Chunk], Result], chunk: Chunk) -> Result:
        tool = self._free.get()
        try:
            return job(tool, chunk)
        finally:
            self._free.put(tool)
