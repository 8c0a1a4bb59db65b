"""SVG pictures as PNG, by resvg, which needs no library of the system; words are set in Roboto.

Both come with the extra ``png``. The same picture gives the same bytes on every machine,
except for letters beyond ASCII, which take the fonts of the system.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grundy.errors import PictureError

if TYPE_CHECKING:
    from types import ModuleType

_FONT = "Roboto"
_MOST_ZOOM = 10
_INSTALL = "pip install resvg-py fontpkg-roboto"


def encode(svg: str, *, zoom: float = 2.0) -> bytes:
    """Return the PNG file of an SVG picture, `zoom` pixels for each of its own, on its light card.

    Raises `PictureError` where the extra is not installed, with the command that installs it, where
    `svg` is no picture, or `zoom` is not above 0 and at most 10.
    """
    if not 0 < zoom <= _MOST_ZOOM:
        raise PictureError("error.png-zoom", most=_MOST_ZOOM, found=str(zoom))
    resvg, font = _renderer()
    try:
        # All generic families lead to the one font; without it, a machine with no font draws no word.
        return bytes(
            resvg.svg_to_bytes(
                svg_string=svg, zoom=zoom, font_files=[font], skip_system_fonts=svg.isascii(),
                font_family=_FONT, sans_serif_family=_FONT,
            )
        )  # fmt: skip
    except ValueError as error:
        raise PictureError("error.png-svg", error=str(error)) from None


def check() -> None:
    """Raise `PictureError`, with the command that installs what is missing, where the extra is."""
    _renderer()


def _renderer() -> tuple[ModuleType, str]:
    """Return the module that renders, and the path of the font."""
    try:
        import fontpkg
        import resvg_py

        return resvg_py, str(fontpkg.path(_FONT))
    except (ImportError, LookupError) as error:
        raise PictureError("error.png-packages", error=str(error), install=_INSTALL) from None
