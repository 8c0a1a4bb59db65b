"""Reading of certificates and of the files that they name. Both may come from anybody, so nothing in them is trusted.

Only plain files in the folder of the certificate are opened, never links, pipes or devices. At most as many bytes are
read as the certificate says and the file has. Digests are SHA-256.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.verify.report import Refused, Unreadable, shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FORMAT = "grundy certificate 1"
MOST_BYTES = 2**26  # size of a certificate
MOST_FILES = 100_000
MOST_DEPTH = 20  # levels of nested lists and objects
MOST_NIMBER = 2**16 - 1
_BLOCK = 2**22  # bytes read at a time
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,200}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class NamedFile(NamedTuple):
    """A file that a certificate names."""

    name: str
    bytes: int
    sha256: str


class Certificate(NamedTuple):
    """The content of a certificate whose own digest is right, and the folder that holds its files."""

    folder: Path
    claim: dict[str, Any]
    files: dict[str, NamedFile]


def read_certificate(path: Path) -> Certificate:
    """Read a certificate, and check its format and its own digest. Its files are not opened."""
    with os.fdopen(_open(path, links=True), "rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        message = f"{path}: expected at most {MOST_BYTES:,} bytes, found more"
        raise Unreadable(message)
    content = parsed(path, data)
    digest = content.pop("digest", None)
    if content.get("format") != FORMAT:
        message = f"{path}: expected the format {FORMAT!r}, found {shown(content.get('format'))}"
        raise Unreadable(message)
    unknown = set(content) - {"format", "claim", "files", "about"}
    if unknown:
        message = f"{path}: expected format, claim, files, about and digest, found {shown(min(unknown))}"
        raise Unreadable(message)
    if digest != hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest():
        raise Refused("digest of the certificate", "its content is not the one that the digest belongs to")
    claim = content.get("claim")
    if not isinstance(claim, dict):
        message = f"{path}: expected a claim, found {shown(claim)}"
        raise Unreadable(message)
    return Certificate(path.parent, claim, _files(content.get("files", [])))


def parsed(path: Path | str, data: bytes) -> dict[str, Any]:
    """Return the JSON object in `data`. Raises `Unreadable` for duplicate names and for deep nesting."""

    def pairs(found: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({name for name, _ in found}) != len(found):
            raise ValueError("a name stands twice in one object")
        return dict(found)

    def constant(word: str) -> None:
        message = f"{word} is no number of JSON"
        raise ValueError(message)

    try:
        content = json.loads(data, object_pairs_hook=pairs, parse_constant=constant)
    except (ValueError, RecursionError) as error:
        message = f"{path}: expected a certificate in JSON, found: {shown(str(error))[1:-1]}"
        raise Unreadable(message) from None
    if not isinstance(content, dict) or _too_deep(content):
        message = f"{path}: expected an object of JSON, at most {MOST_DEPTH} levels deep, found another value"
        raise Unreadable(message)
    return content


def _too_deep(content: object) -> bool:
    """Return whether lists and objects are nested more than `MOST_DEPTH` levels deep."""
    level = [content]
    for _ in range(MOST_DEPTH):
        inside = (node.values() if isinstance(node, dict) else node for node in level if isinstance(node, dict | list))
        level = [child for children in inside for child in children if isinstance(child, dict | list)]
        if not level:
            return False
    return True


def _files(entries: object) -> dict[str, NamedFile]:
    if not isinstance(entries, list) or len(entries) > MOST_FILES:
        message = f"files: expected a list of at most {MOST_FILES:,}, found {shown(entries)}"
        raise Unreadable(message)
    found: dict[str, NamedFile] = {}
    for number, entry in enumerate(entries, start=1):
        where = f"files, entry {number}"
        if not isinstance(entry, dict) or set(entry) != {"name", "bytes", "sha256"}:
            message = f"{where}: expected name, bytes and sha256, found {shown(entry)}"
            raise Unreadable(message)
        name = text(entry, "name", where)
        if not _NAME.fullmatch(name) or name in found:
            message = f"{where}: expected the name of another file in the same folder, found {shown(name)}"
            raise Unreadable(message)
        digest = text(entry, "sha256", where)
        if not _DIGEST.fullmatch(digest):
            message = f"{where}: expected 64 hexadecimal digits, found {shown(digest)}"
            raise Unreadable(message)
        found[name] = NamedFile(name, integer(entry, "bytes", where), digest)
    return found


def _open(path: Path, *, links: bool = False) -> int:
    """Open a plain file and return its descriptor. Raises `Unreadable` for other kinds; does not wait for a pipe."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if not links:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    try:
        if not links and path.is_symlink():  # for systems without O_NOFOLLOW
            message = f"{path}: expected a plain file, found a link"
            raise Unreadable(message)
        descriptor = os.open(path, flags)
    except (OSError, ValueError) as error:
        message = f"{path}: expected a plain file, found: {getattr(error, 'strerror', None) or error}"
        raise Unreadable(message) from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        message = f"{path}: expected a plain file, found something else"
        raise Unreadable(message)
    return descriptor


def file_blocks(certificate: Certificate, file: NamedFile) -> Iterator[bytes]:
    """Yield the bytes of a file in blocks. Checks the length before the first block, the digest after the last."""
    hasher = hashlib.sha256()
    with os.fdopen(_open(certificate.folder / file.name), "rb") as opened:
        size = os.fstat(opened.fileno()).st_size
        if size != file.bytes:
            raise Refused("length of a file", f"{file.name} has {size:,} bytes, the certificate says {file.bytes:,}")
        rest = size
        while rest:
            data = opened.read(min(rest, _BLOCK))
            if not data:
                raise Refused("length of a file", f"{file.name} ends {rest:,} bytes early")
            rest -= len(data)
            hasher.update(data)
            yield data
    if hasher.hexdigest() != file.sha256:
        raise Refused("digest of a file", f"{file.name} was changed: its digest is {hasher.hexdigest()[:12]}...")


def check_digest(certificate: Certificate, file: NamedFile) -> None:
    """Read a file only to check its length and its digest."""
    for _ in file_blocks(certificate, file):
        pass


def integer(entry: dict[str, Any], name: str, where: str, low: int = 0, high: int = 2**63 - 1) -> int:
    """Return the integer `entry[name]`. Raises `Unreadable` if it is not an integer from `low` to `high`."""
    found = entry.get(name)
    if isinstance(found, bool) or not isinstance(found, int) or not low <= found <= high:
        message = f"{where}, {name}: expected an integer from {low} to {high:,}, found {shown(found)}"
        raise Unreadable(message)
    return found


def text(entry: dict[str, Any], name: str, where: str) -> str:
    """Return the text `entry[name]`. Raises `Unreadable` if it is not a text."""
    found = entry.get(name)
    if not isinstance(found, str):
        message = f"{where}, {name}: expected a text, found {shown(found)}"
        raise Unreadable(message)
    return found


def only(entry: object, names: set[str], where: str) -> dict[str, Any]:
    """Return `entry`. Raises `Unreadable` if it is not an object or has other names than `names`."""
    if not isinstance(entry, dict) or not set(entry) <= names:
        extra = min(set(entry) - names) if isinstance(entry, dict) else entry
        message = f"{where}: expected {', '.join(sorted(names))}, found {shown(extra)}"
        raise Unreadable(message)
    return entry
