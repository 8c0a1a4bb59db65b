"""Pyodide, Python for browsers: the version that a site uses, and its files with their digests."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from grundy.errors import GrundyError
from grundy.runtime.costs import LONG_SECONDS

VERSION = "314.0.7"
_LOCK = "pyodide-lock.json"
DIGESTS = {  # SHA-256 of files in npm's package
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    _LOCK: "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}


class PyodideError(GrundyError):
    """Pyodide is missing, or is not the pinned version."""


def read(folder: Path | None) -> dict[str, bytes]:
    """Return the files of Pyodide by name, from a folder, or without a folder from npm's registry.

    The list of packages is removed from ``pyodide-lock.json``, because a site loads none of them.

    Raises `PyodideError` if files are missing or have another version, or if npm cannot download them.
    """
    if folder is not None:
        return _checked(folder)
    with tempfile.TemporaryDirectory() as scratch:
        return _checked(_downloaded(Path(scratch)))


def _checked(folder: Path) -> dict[str, bytes]:
    missing = [name for name in DIGESTS if not (folder / name).is_file()]
    if missing:
        raise PyodideError("error.pyodide-missing", folder=str(folder), files=missing, version=VERSION)
    files = {name: (folder / name).read_bytes() for name in DIGESTS}
    wrong = [name for name, data in files.items() if hashlib.sha256(data).hexdigest() != DIGESTS[name]]
    if wrong:
        raise PyodideError("error.pyodide-digest", folder=str(folder), files=wrong, version=VERSION)
    lock = json.loads(files[_LOCK])
    files[_LOCK] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    return files


def _downloaded(scratch: Path) -> Path:
    """Let npm download the package into a folder, and return the folder of its files."""
    npm = shutil.which("npm")
    if npm is None:
        raise PyodideError("error.pyodide-none", version=VERSION)
    command = [npm, "pack", f"pyodide@{VERSION}", "--silent", "--pack-destination", str(scratch)]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=LONG_SECONDS, cwd=scratch)  # noqa: S603 - npm
        archive = next(scratch.glob("*.tgz"))
        with tarfile.open(archive) as packed:
            packed.extractall(scratch, filter="data")
    except (subprocess.SubprocessError, OSError, StopIteration, tarfile.TarError) as error:
        words = getattr(error, "stderr", b"") or str(error).encode()
        last = words.decode(errors="replace").strip().splitlines()[-1:]
        raise PyodideError("error.pyodide-npm", version=VERSION, error=(last or [type(error).__name__])[0]) from None
    return scratch / "package"
