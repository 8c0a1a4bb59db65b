"""The lab as a folder of static files: the page, Python for browsers, and this package, which solves in the browser."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
import tempfile
import zipfile
from contextlib import suppress
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import grundy
from grundy.errors import GrundyError
from grundy.lab import call
from grundy.lab.web import pyodide
from grundy.lab.web.pages import page_files
from grundy.runtime.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

_MARK = "made-by-grundy.json"  # the file that marks the folder of a site
_ARCHIVE = "lab.zip"
_APART = ("cli", "web", "notebook", "census", "__pycache__")  # packages that a site does not need
_NEEDED = ("cachetools",)  # packages from the registry that a site needs; their licences are included
_DATE = (1980, 1, 1, 0, 0, 0)  # of all files in the archive, so that the same input gives the same site
_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
_POLICIES = {
    "": f"{_POLICY}; frame-ancestors 'none'",
    "classroom/clinic-worker.js": "default-src 'none'; script-src 'unsafe-eval'; frame-ancestors 'none'",
}
_HEAD = """<head>
  <meta http-equiv="Content-Security-Policy" content="{policy}">
  <link rel="manifest" href="app.webmanifest">
  <meta name="theme-color" content="#f6f5f2" media="(prefers-color-scheme: light)">
  <meta name="theme-color" content="#0b0e13" media="(prefers-color-scheme: dark)">
  <link rel="stylesheet" href="site.css">
  <script type="module" src="site.js"></script>"""
_TOOLS = '  <div class="site-tools" id="site"></div>\n</body>'
_MANIFEST = {
    "name": "grundy lab",
    "short_name": "grundy",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#f6f5f2",
    "theme_color": "#f6f5f2",
    "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}


class SiteError(GrundyError):
    """A site cannot be written into the given folder."""


class Written(NamedTuple):
    """A written site: its version, the number and the bytes of its files, and the bytes that a first visit loads."""

    version: str
    number: int
    total: int
    solver: int


def write(folder: Path, python: Path | None = None) -> Written:
    """Write the site, whole or not at all, into a folder that is new, empty, or an earlier site, which is replaced.

    `python` is a folder with Pyodide; without it, npm downloads Pyodide. Any host of static files can serve the site,
    under any path. Cost: a few seconds, and 18 MB. Raises `SiteError`, `grundy.lab.web.pyodide.PyodideError` and
    `OSError`.
    """
    folder = folder.absolute()
    _check(folder)
    found = site_files(pyodide.read(python))
    solver = sum(len(data) for name, data in found.items() if _is_of_solver(name))
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        new = scratch / "new"
        for name, data in found.items():
            path = new / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if folder.exists():
            folder.rename(scratch / "old")
        try:
            new.rename(folder)
        except OSError:
            with suppress(FileNotFoundError):
                (scratch / "old").rename(folder)
            raise
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return Written(json.loads(found[_MARK])["version"], len(found), sum(map(len, found.values())), solver)


def _check(folder: Path) -> None:
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise SiteError("error.expected", expected=Message("expected.folder-of-site"), found=repr(str(folder)))
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _MARK).is_file():
        raise SiteError("error.site-folder", folder=str(folder))


def site_files(python: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files of a site by their paths; `python` has the files of Pyodide."""
    found = {path[1:]: data for path, (data, _) in page_files().items() if not path.startswith("/api/")}
    found = {name: _beside(data) if name.endswith(".js") else data for name, data in found.items()}
    found |= {f"pyodide/{name}": data for name, data in python.items()}
    found[_ARCHIVE] = _archive()
    found["games.json"] = json.dumps(call("games"), ensure_ascii=False).encode()
    found["app.webmanifest"] = json.dumps(_MANIFEST, indent=1).encode()
    worker, index = found.pop("sw.js").decode(), found.pop("index.html").decode()
    version = _version({**found, "sw.js": worker.encode(), "index.html": index.encode()})
    found["index.html"] = _index(index, version, found).encode()
    settings = {
        "version": version,
        "files": {name: _digest(data) for name, data in found.items()},
        "policies": _POLICIES,
    }
    found["sw.js"] = f"globalThis.SITE = {json.dumps(settings)};\n{worker}".encode()
    mark = {"made": f"grundy {grundy.__version__}", "pyodide": pyodide.VERSION, "version": version}
    found[_MARK] = json.dumps(mark).encode()
    return found


def _beside(module: bytes) -> bytes:
    """Return a module that imports the tokens from the folder of the site, wherever it is on its host."""
    return module.replace(b"'../../../../drawing/", b"'../drawing/")


def _is_of_solver(name: str) -> bool:
    return name == _ARCHIVE or name.startswith("pyodide/")


def _index(page: str, version: str, found: dict[str, bytes]) -> str:
    """Return the page with the content policy and the further elements of a site."""
    counted = sum(len(data) for name, data in found.items() if _is_of_solver(name) and not name.endswith(".mjs"))
    own = f'<html lang="en" data-solver="worker" data-version="{version}" data-bytes="{counted}">'
    page = page.replace('<html lang="en">', own).replace("<head>", _HEAD.format(policy=_POLICY))
    return page.replace("</body>", _TOOLS)


def _version(found: dict[str, bytes]) -> str:
    every = "\n".join(f"{name} {_digest(data)}" for name, data in sorted(found.items()))
    return f"{grundy.__version__}-{hashlib.sha256((every + _POLICY + _HEAD).encode()).hexdigest()[:12]}"


def _digest(data: bytes) -> str:
    return base64.b64encode(hashlib.sha256(data).digest()).decode()


def _archive() -> bytes:
    """Return this package and the packages that it needs as a zip file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted([*_package(files("grundy"), "grundy/"), *_needed()]):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return packed.getvalue()


def _package(folder: Traversable, head: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name not in _APART:
            yield from _package(entry, f"{head}{entry.name}/")
        elif entry.is_file():
            yield head + entry.name, entry.read_bytes()


def _needed() -> Iterator[tuple[str, bytes]]:
    for name in _NEEDED:
        for file in distribution(name).files or ():
            if file.suffix in (".py", ".pyi") or "license" in file.name.lower():
                yield file.as_posix(), file.read_binary()
