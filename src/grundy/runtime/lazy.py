"""What is loaded when it is first used: public names of packages, and what packages add to those below them.

Methods of positions and rules, pictures in notebooks, and machine code are such conveniences. No package imports one
above it. `grundy/__init__.py` names what there is, once: `provide`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_places: dict[str, str] = {}  # by name: a module, or ``module:name``; filled when grundy is imported


def attach(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package; the stub beside its `file` says where its names are.

    A line of the stub is ``from .module import name, other``. The stub is read when a name is first missing.
    """
    modules: dict[str, str] = {}

    def names() -> list[str]:
        if not modules:
            with open(f"{file}i", encoding="utf-8") as stub:  # noqa: PTH123 - pathlib would take longer than the rest
                for line in stub:
                    module, _, imported = line.partition("#")[0].removeprefix("from ").partition(" import ")
                    modules.update(dict.fromkeys(imported.strip().split(", "), module) if imported else {})
        return sorted(modules)

    def get(name: str) -> Any:
        if name == "__all__":
            return names()
        if name not in names():
            from grundy.errors import similar_names  # which is loaded late, as this is a mistake

            near = [] if name.startswith("_") else similar_names(name, names())
            message = f"No {package} attribute {name}" + (f"; did you mean {' or '.join(near)}?" if near else "")
            raise AttributeError(message)
        module = import_module(modules[name], package)
        # As in ``from .module import name``, the name may be that of a module.
        value = vars(module)[name] if name in vars(module) else import_module(f"{module.__name__}.{name}")
        setattr(sys.modules[package], name, value)
        return value

    return get, names


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
