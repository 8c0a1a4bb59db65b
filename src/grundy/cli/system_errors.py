"""What is said if the system refuses something: a file, a process, memory for a library."""

from __future__ import annotations

import errno
import gc
import os
import sys
from typing import TYPE_CHECKING

from grundy.errors import GrundyError
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

_LEAST_BYTES = 2**27  # of address space to load these packages; with less, they end the process or never end
_LARGE = ("numpy", "pydantic_core")
_OF_STDOUT = (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT)
_UNMAPPED = ("failed to map segment", "annot allocate memory")  # what the loader of libraries says


class AddressSpaceError(GrundyError, MemoryError):
    """The limit of the address space is too low for a package."""


class _Refusing:
    """A finder of modules that finds none, and refuses large packages."""

    def __init__(self, limit: int) -> None:
        self._limit = limit

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> None:
        del path, target
        if name in _LARGE:
            figures = {"package": name, "needed": _LEAST_BYTES // 2**20, "found": self._limit // 2**20}
            raise AddressSpaceError("usage.address-space", **figures)


def refuse_large_packages() -> None:
    """Have large packages refused, with a sentence, if this process may not have the address space that they need."""
    try:
        import resource
    except ImportError:  # not on Unix
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY and limit < _LEAST_BYTES:
        sys.meta_path.insert(0, _Refusing(limit))


def refusal(error: BaseException) -> Message | None:
    """Return what the system has refused, and what was tried; None for other errors, and for those of stdout."""
    if isinstance(error, ImportError) and any(words in str(error) for words in _UNMAPPED):
        return Message("usage.library", {"error": str(error).strip().splitlines()[-1]})
    if not isinstance(error, OSError) or (error.filename is None and error.errno in _OF_STDOUT):
        return None
    if error.errno in (errno.EMFILE, errno.ENFILE):
        error.__traceback__ = None  # its frames hold open files, and the catalogue of messages is a file
        gc.collect()
    if error.errno == errno.ENOENT and _is_folder_gone():
        return Message("usage.folder-gone")
    words = error.strerror or str(error)
    if error.filename is not None:
        return Message("usage.file", {"path": os.fsdecode(error.filename), "error": words})
    return Message("usage.system", {"error": words})


def _is_folder_gone() -> bool:
    try:
        os.getcwd()  # noqa: PTH109 - `Path.cwd` is the same call
    except OSError:
        return True
    return False
