"""What packages add to those below them: methods of positions and rules, pictures in notebooks, and machine code.

No package imports one above it. `grundy/__init__.py` names what there is, once: `provide`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["convenience", "provide"]

_places: dict[str, str] = {}  # by name: a module, or ``module:name``; filled when grundy is imported


def provide(places: dict[str, str]) -> None:
    """Say in which module each convenience is, or under which name in a module: ``module:name``."""
    _places.update(places)


def convenience(name: str) -> Any:
    """Return the module or the function of a convenience.

    Raises `ModuleNotFoundError` if its package is missing: the core works without the packages above it.
    """
    module, _, attribute = _places[name].partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found
