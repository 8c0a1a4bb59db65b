"""SVG pictures and whole documents as PDF, made by Typst, which needs no library of the system, in Noto Sans CJK.

The extra ``pdf`` installs both; the font has the letters of English, Korean and Japanese. A file has only the letters
that it uses, and no date, so that the same picture gives the same bytes. If the variable SOURCE_DATE_EPOCH is set, the
file has that date.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import PictureError

if TYPE_CHECKING:
    from types import ModuleType

FONTS = {"en": "Noto Sans CJK KR", "ko": "Noto Sans CJK KR", "ja": "Noto Sans CJK JP"}
_PACKAGE = "manimgx_fonts_cjk"  # a package that has only the files of Noto Sans CJK


def encode(svg: str, title: str = "", made_by: str = "") -> bytes:
    """Return the PDF file of an SVG picture: one page of its size, with words as text.

    Raises `PictureError` if the extra is not installed, with the command that installs it, and if `svg` is no picture.
    """
    return document(
        "#set page(width: auto, height: auto, margin: 0pt)\n"
        f'#set text(font: {string(FONTS["en"])})\n#image({picture(svg)}, format: "svg")\n',
        title,
        made_by,
    )


def check() -> None:
    """Raise `PictureError`, with the command that installs it, if the extra ``pdf`` is missing."""
    _fonts()


def document(source: str, title: str = "", made_by: str = "") -> bytes:
    """Return the PDF of a document in Typst's language; its metadata are the title and the program that made it."""
    typst, fonts = _fonts()
    date = os.environ.get("SOURCE_DATE_EPOCH", "")
    about = f"title: {string(title)}, description: {string(made_by)}, date: {'auto' if date else 'none'}"
    try:
        content: bytes = typst.Compiler(font_paths=fonts).compile(
            input=f"#set document({about})\n{source}".encode(), format="pdf", timestamp=int(date) if date else None
        )
    except (RuntimeError, ValueError) as error:
        raise PictureError("error.pdf", error=str(error)) from None
    return content


def picture(svg: str) -> str:
    """Return an SVG picture as the bytes of an image. Its words are of medium weight: Typst draws normal ones thin."""
    heavier = svg.replace("<svg ", '<svg font-weight="500" ', 1)
    return f"bytes({string(heavier)})"


def string(text: str) -> str:
    r"""Return a text as a string literal of Typst, so that it has no markup.

    >>> print(string('"\\n'))
    "\"\\n"
    """
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{quoted}"'


@cache
def _fonts() -> tuple[ModuleType, Any]:
    """Return the module of Typst, and its fonts."""
    package = find_spec(_PACKAGE)
    try:
        import typst
    except ImportError as error:
        raise PictureError("error.pdf-packages", error=str(error)) from None
    if package is None or package.origin is None:
        raise PictureError("error.pdf-packages", error=_PACKAGE)
    folder = str(Path(package.origin).parent)
    return typst, typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[folder])
