"""ES modules of the lab as one module, for hosts that take a single text."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_IMPORT = re.compile(r"^import (?:\{([^}]*)\} from )?'\./([\w-]+)\.js';$", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def joined(start: str, read: Callable[[str], str]) -> str:
    r"""Return one module that does what the text `start` and all that it imports do.

    `read` gives the text of an imported module by its name, without ``.js``. Each becomes a function
    that is called once and returns what the module exports, so that names of two modules never meet.
    Imports must be of names, from ``./name.js``, and without cycles; exports must stand before a
    function, a class or a constant: else `ValueError` is raised.

    >>> read = {"numbers": "export const two = 2;"}.__getitem__
    >>> print(joined("import { two } from './numbers.js';\nconsole.log(two);", read))
    const numbers_js = (() => {
    const two = 2;
    return { two };
    })();
    const { two } = numbers_js;
    console.log(two);
    """
    parts: dict[str, str] = {}

    def add(name: str) -> None:
        if name in parts:
            return
        text = read(name)
        for _, other in _IMPORT.findall(text):
            add(other)
        body = _EXPORT.sub("", _linked(text))
        if left := _LEFT.search(body):
            message = f"expected an import or export that can be joined in {name}.js, found {left[0]!r}"
            raise ValueError(message)
        names = ", ".join(_EXPORT.findall(text))
        parts[name] = f"const {_variable(name)} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();\n"

    for _, name in _IMPORT.findall(start):
        add(name)
    return "".join(parts.values()) + _linked(start)


def of_the_lab(name: str) -> str:
    """Return the text of a module of the lab's page."""
    return (files("grundy.web") / "static" / f"{name}.js").read_text(encoding="utf-8")


def _linked(text: str) -> str:
    """Return the text with names taken from the variables of other modules."""

    def link(found: re.Match[str]) -> str:
        return f"const {{{found[1].replace(' as ', ': ')}}} = {_variable(found[2])};" if found[1] else ""

    return _IMPORT.sub(link, text)


def _variable(name: str) -> str:
    return f"{name.replace('-', '_')}_js"
