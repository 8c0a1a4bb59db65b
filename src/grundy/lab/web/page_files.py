"""The files of the page, which are read once at the start. No request reaches the file system."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import Response

from grundy.lab.web.pages import page_files

if TYPE_CHECKING:
    from collections.abc import Mapping


class Page(NamedTuple):
    """A file of the page: its bytes, its type, and the tag of its content."""

    data: bytes
    type: str
    tag: str


class Files:
    """The files of the page by the paths of their requests."""

    def __init__(self) -> None:
        """Read the page, and the page of the API's documents."""
        self._files = {path: _page(data, kind) for path, (data, kind) in page_files().items()}
        for path, name in (("/", "/index.html"), ("/api/v1/docs", "/api/v1/docs/docs.html")):
            if name in self._files:
                self._files[path] = self._files[name]

    def find(self, path: str, headers: Mapping[str, str]) -> Response | None:
        """Return the answer to a request for a path: 304 if the browser has the file. None if there is no such file."""
        page = self._files.get(path)
        if page is None:
            return None
        # Browsers request the icon again whenever the address changes, so at each move.
        keeps = "max-age=86400" if page.type.startswith("image/") else "no-cache"
        shared = {"content-type": page.type, "cache-control": keeps, "etag": page.tag}
        if page.tag in headers.get("if-none-match", "").replace("W/", ""):
            return Response(status_code=304, headers=shared)
        return Response(page.data, headers=shared)


def _page(data: bytes, kind: str) -> Page:
    digest = hashlib.sha256(data).hexdigest()[:32]
    return Page(data, kind, f'"{digest}"')
