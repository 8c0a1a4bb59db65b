"""A cluster of Dask as the executor of a census: its workers may come and go."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from grundy.research.census.folder import CensusError
from grundy.runtime.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor


@contextmanager
def connected(address: str) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """Provide an executor of the cluster with a scheduler at `address`, and a function that counts its threads.

    Raises `CensusError` if there is no scheduler; `MissingPackageError` without Dask.
    """
    distributed = require("distributed", Message("what.census-cluster"))
    try:
        client = distributed.Client(address, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CensusError("error.census-cluster", address=repr(address), error=str(error)) from error
    with client:
        yield client.get_executor(pure=False), lambda: max(1, sum(client.nthreads().values()))
