"""The files of the page, read once at the start: no request reaches the file system."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING

from starlette.responses import Response

from grundy.messages import LANGUAGES, catalogue

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


class Files:
    """Files by the path under which they are answered."""

    def __init__(self) -> None:
        """Read the page, and the page of the API's documents."""
        package = files("grundy.web")
        self._files = dict(_all(package / "static", "/")) | dict(_all(package / "docs", "/api/v1/docs/"))
        self._files |= {f"/words/{language}.json": _words(language) for language in LANGUAGES}
        for path, name in (("/", "/index.html"), ("/api/v1/docs", "/api/v1/docs/docs.html")):
            if name in self._files:
                self._files[path] = self._files[name]

    def find(self, path: str) -> Response | None:
        """Return the answer to a path, if there is one."""
        if path not in self._files:
            return None
        data, kind = self._files[path]
        # Browsers ask for the icon again whenever the address changes, which is at each move.
        keeps = "max-age=86400" if kind.startswith("image/") else "no-cache"
        return Response(data, headers={"content-type": kind, "cache-control": keeps})

    def size(self) -> int:
        """Return the bytes of all files."""
        return sum(len(data) for data, _ in set(self._files.values()))


def _words(language: str) -> tuple[bytes, str]:
    """Return the catalogue of a language as JSON, in English where the language has no text."""
    text = json.dumps(dict(catalogue(language)), ensure_ascii=False)
    return text.encode(), "application/json; charset=utf-8"


def _all(folder: Traversable, head: str) -> Iterator[tuple[str, tuple[bytes, str]]]:
    for entry in folder.iterdir() if folder.is_dir() else ():
        if entry.is_dir():
            yield from _all(entry, f"{head}{entry.name}/")
        elif entry.name.rpartition(".")[2] in _TYPES:
            kind = _TYPES[entry.name.rpartition(".")[2]]
            text = "" if kind.startswith(("image/png", "font/")) else "; charset=utf-8"
            yield f"{head}{entry.name}", (entry.read_bytes(), kind + text)
