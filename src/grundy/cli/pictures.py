"""Pictures that commands write: one drawing in each form that is requested, with the command that made it."""

from __future__ import annotations

import zlib
from html import escape
from typing import TYPE_CHECKING

from grundy.runtime import provenance

if TYPE_CHECKING:
    from collections.abc import Mapping

_HEAD = 33  # bytes of a PNG file before its second chunk


def check_pictures(paths: Mapping[str, str | None]) -> None:
    """Refuse, before any work is done, forms (``png``, ``pdf``) whose packages are missing."""
    if paths.get("png") is not None:
        from grundy.drawing import png

        png.check()
    if paths.get("pdf") is not None:
        from grundy.drawing import pdf

        pdf.check()


def drawn(svg: str, paths: Mapping[str, str | None]) -> list[tuple[str, bytes]]:
    """Return the path and content of each requested file of an SVG picture: ``svg``, ``png``, ``pdf``."""
    return [(path, _encoded(svg, form)) for form, path in paths.items() if path is not None]


def _encoded(svg: str, form: str) -> bytes:
    made_by = provenance.made_by()
    if form == "svg":
        head, _, end = svg.rpartition("</svg>")
        return f"{head}<metadata>{escape(made_by)}</metadata></svg>{end}".encode()
    if form == "png":
        from grundy.drawing import png

        data = png.encode(svg)
        return data[:_HEAD] + _chunk(b"tEXtSoftware\0" + made_by.encode("latin-1", "replace")) + data[_HEAD:]
    from grundy.drawing import pdf

    return pdf.encode(svg, made_by=made_by)


def _chunk(content: bytes) -> bytes:
    """Return a chunk of a PNG file: its length, its type with its data, and the check sum."""
    return (len(content) - 4).to_bytes(4, "big") + content + zlib.crc32(content).to_bytes(4, "big")
