"""Pictures that commands write: one drawing in as many forms as are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def check_pictures(paths: Mapping[str, str | None]) -> None:
    """Refuse, before any work is done, forms (``png``, ``pdf``) whose packages are missing."""
    if paths.get("png") is not None:
        from grundy.drawing import png

        png.check()
    if paths.get("pdf") is not None:
        from grundy.drawing import pdf

        pdf.check()


def drawn(svg: str, paths: Mapping[str, str | None]) -> list[tuple[str, bytes]]:
    """Return an SVG picture as the content of each file that is asked for: ``svg``, ``png``, ``pdf``."""
    files: list[tuple[str, bytes]] = []
    for form, path in paths.items():
        if path is not None:
            files.append((path, _encoded(svg, form)))
    return files


def _encoded(svg: str, form: str) -> bytes:
    if form == "svg":
        return svg.encode()
    if form == "png":
        from grundy.drawing import png

        return png.encode(svg)
    from grundy.drawing import pdf

    return pdf.encode(svg)
