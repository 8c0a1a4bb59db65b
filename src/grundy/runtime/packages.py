"""Packages that may be missing: Numba exists for CPython only, and Python in a browser has no psutil.

Positions, explanations, drawings, declared rulesets and short sequences need no such package; arrays of cells need
NumPy, and long sequences need Numba.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from grundy.errors import MissingPackageError

if TYPE_CHECKING:
    from grundy.runtime.messages import Message


@cache
def available(package: str) -> bool:
    """Return whether a package can be imported; a package whose import fails counts as missing."""
    try:
        import_module(package)
    except ImportError:
        return False
    return True


@cache
def installed(package: str) -> bool:
    """Return whether a package is there, without importing it, which for Numba takes a quarter of a second.

    Its import may still fail: `available` is asked before it is used.
    """
    try:
        return find_spec(package) is not None
    except ImportError:
        return False


def require(package: str, what: Message) -> Any:
    """Return a package, which `what` needs. Raises `MissingPackageError` if it cannot be imported."""
    try:
        return import_module(package)
    except ImportError:
        raise MissingPackageError(package, what) from None
