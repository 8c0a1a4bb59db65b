"""SVG pictures as PNG, made by resvg, which needs no library of the system, in Roboto.

The extra ``png`` installs both. The same picture gives the same bytes on every machine, except for letters beyond
ASCII, which use the fonts of the system.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.errors import PictureError

if TYPE_CHECKING:
    from types import ModuleType

_FONT = "Roboto"
_MOST_ZOOM = 10


def encode(svg: str, *, zoom: float = 2.0) -> bytes:
    """Return the PNG file of an SVG picture, on its light card; `zoom` is the factor of its size.

    Raises `PictureError` if the extra is not installed, with the command that installs it; if `svg` is no picture; and
    if `zoom` is not above 0 and at most 10.
    """
    if not 0 < zoom <= _MOST_ZOOM:
        raise PictureError("error.png-zoom", most=_MOST_ZOOM, found=str(zoom))
    resvg, font = _renderer()
    try:
        # Every family name is mapped to this font, because a machine without fonts would draw no text.
        return bytes(
            resvg.svg_to_bytes(
                svg_string=svg, zoom=zoom, font_files=[font], skip_system_fonts=svg.isascii(),
                font_family=_FONT, sans_serif_family=_FONT, monospace_family=_FONT,
            )
        )  # fmt: skip
    except ValueError as error:
        raise PictureError("error.png-svg", error=str(error)) from None


def check() -> None:
    """Raise `PictureError`, with the command that installs it, if the extra ``png`` is missing."""
    _renderer()


def _renderer() -> tuple[ModuleType, str]:
    """Return the module of resvg, and the path of the font."""
    try:
        import fontpkg
        import resvg_py

        return resvg_py, str(fontpkg.path(_FONT))
    except (ImportError, LookupError) as error:
        raise PictureError("error.png-packages", error=str(error)) from None
