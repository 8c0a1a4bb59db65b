"""A cluster of Dask as the executor of a census: its workers may come and go."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from grundy.census.folder import CensusError
from grundy.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

_CONNECT_SECONDS = 30.0  # seconds for the connection, and for the first worker
_LOOK_EVERY = 5.0  # seconds between two counts of the workers


@contextmanager
def connected(address: str) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """Give an executor of the cluster whose scheduler is at `address`, and what counts the threads of its workers.

    Raises `CensusError` where there is none, or no worker in half a minute, `MissingPackageError` without Dask.
    """
    distributed = require("distributed", Message("what.census-cluster"))
    try:
        client = distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CensusError("error.census-cluster", address=repr(address), error=str(error)) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
        except TimeoutError as error:
            raise CensusError(
                "error.census-cluster", address=repr(address), error=Message("found.no-workers")
            ) from error
        seen = (0.0, 1)

        def threads() -> int:
            nonlocal seen
            now = time.monotonic()
            if now - seen[0] > _LOOK_EVERY:
                seen = now, max(1, sum(client.nthreads().values()))
            return seen[1]

        yield client.get_executor(pure=False), threads
