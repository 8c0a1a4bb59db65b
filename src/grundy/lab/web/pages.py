"""The files of the page: its modules, styles and pictures, and its words in each language."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING

from grundy.runtime.messages import LANGUAGES, catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

_TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
}
# Sources of component.bundle.js alone, which no module of the page imports.
COMPONENT_ONLY = (
    "board/component-words.js",
    "board/live-board.js",
    "board/live-board.css",
    "play/play-table.js",
)


def page_files() -> dict[str, tuple[bytes, str]]:
    """Return the files of the page and of the API's documents by their paths, each with its type."""
    package = files("grundy.lab.web")
    found = dict(_all(package / "static", "/")) | dict(_all(package / "docs", "/api/v1/docs/"))
    for name in COMPONENT_ONLY:
        del found[f"/{name}"]
    found |= _all(files("grundy.drawing"), "/drawing/")  # the tokens, which the page and other pictures share
    for language in LANGUAGES:
        words = json.dumps(dict(catalogue(language)), ensure_ascii=False)
        found[f"/words/{language}.json"] = words.encode(), "application/json; charset=utf-8"
    return found


def _all(folder: Traversable, head: str) -> Iterator[tuple[str, tuple[bytes, str]]]:
    for entry in folder.iterdir() if folder.is_dir() else ():
        if entry.is_dir():
            yield from _all(entry, f"{head}{entry.name}/")
        elif entry.name.rpartition(".")[2] in _TYPES:
            kind = _TYPES[entry.name.rpartition(".")[2]]
            text = "" if kind.startswith(("image/png", "font/")) else "; charset=utf-8"
            yield f"{head}{entry.name}", (entry.read_bytes(), kind + text)
