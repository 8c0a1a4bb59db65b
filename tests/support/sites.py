"""Sites of `grundy site`: where Pyodide is, and a plain host of static files."""

from __future__ import annotations

import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.lab.web.pyodide import DIGESTS
from support.project import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator


def pyodide_folder() -> Path | None:
    """Return the folder with the package of npm: of the project, or beside the bundler that is found."""
    bundler = shutil.which("esbuild")
    places = [ROOT / "node_modules", *([Path(bundler).parent.parent] if bundler else [])]
    return next(
        (place / "pyodide" for place in places if all((place / "pyodide" / name).is_file() for name in DIGESTS)), None
    )


PYODIDE = pyodide_folder()


class _Quiet(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def hosting(folder: Path) -> Iterator[str]:
    """Serve a folder as `python -m http.server` does; yield the address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()
