"""The outer form of certificates: a claim, the files that hold its values, and digests, as `grundy.verify` reads them.

`docs/certificates.md` describes it.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from grundy.errors import RulesetError
from grundy.runtime import provenance
from grundy.runtime.files import digest, write_atomic

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = "grundy certificate 1"
_ABOUT = "To check it: grundy verify FILE, or python verify.py FILE, which needs Python and NumPy alone."


def sealed(claim: dict[str, Any], files: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """Return a certificate with the digest of its content."""
    about = f"{_ABOUT} Made by {provenance.made_by(dated=True)}"
    content = {"format": FORMAT, "about": about, "claim": claim, "files": files or []}
    return {**content, "digest": digest(json.dumps(content, sort_keys=True).encode())}


def entry(name: str, data: bytes | memoryview) -> dict[str, Any]:
    """Return the entry of a file for the list of a certificate."""
    return {"name": name, "bytes": len(data), "sha256": digest(data)}


def name_beside(path: Path, ending: str) -> str:
    """Return the name of a file that belongs to a certificate and lies beside it.

    Raises `RulesetError` if the certificate has this name itself.

    >>> from pathlib import Path
    >>> name_beside(Path("some where/my board.json"), ".npy")
    'my_board.npy'
    """
    name = re.sub(r"[^A-Za-z0-9_-]", "_", path.stem) + ending
    if name == path.name:
        raise RulesetError("error.certificate-name", found=path.name)
    return name


def write_certificate(path: Path, certificate: dict[str, Any]) -> None:
    """Write a certificate, whole or not at all. Raises `OSError`."""
    write_atomic(path, (json.dumps(certificate, indent=1) + "\n").encode())
