"""Pictures that commands write: one drawing in each form that is requested, with the command that made it."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from grundy.runtime import provenance

if TYPE_CHECKING:
    from collections.abc import Callable

    from grundy.cli.output_file import Outputs

FORMS = ("svg", "png", "pdf")
_HEAD = 33  # bytes of the signature and the first chunk of a PNG file


def check_pictures(outputs: Outputs) -> None:
    """Refuse, before any work is done, forms (``png``, ``pdf``) whose packages are missing."""
    if outputs.has("png"):
        from grundy.drawing import png

        png.check()
    if outputs.has("pdf"):
        from grundy.drawing import pdf

        pdf.check()


def pictures(draw: Callable[[], str]) -> dict[str, Callable[[], bytes]]:
    """Return a function for each form of the SVG picture that `draw` returns; it is drawn once, when it is needed."""
    drawn = cache(draw)
    return {form: partial(_encoded, drawn, form) for form in FORMS}


def _encoded(draw: Callable[[], str], form: str) -> bytes:
    from html import escape

    svg, made_by = draw(), provenance.made_by()
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
    import zlib

    return (len(content) - 4).to_bytes(4, "big") + content + zlib.crc32(content).to_bytes(4, "big")
