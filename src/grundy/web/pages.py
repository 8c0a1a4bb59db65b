"""The files of the page: its modules, styles and pictures, and its words in each language."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING

from grundy.messages import LANGUAGES, catalogue

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

_TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
}
# Comments of modules, most of them types; no string of a module contains this mark.
_TYPED = re.compile(rb"/\*\*.*?\*/ ?", re.DOTALL)

# Sources of component.bundle.js alone, which no module of the page imports.
COMPONENT_ONLY = ("component.js", "component-words.js", "live-board.js", "live-board.css", "play-table.js")

# Prefixes of keys whose texts the page loads after its first view: errors, and views that few readers open first.
_SELDOM = (
    *("claim", "compiled", "drawing", "error", "expected", "explain", "export", "found", "play", "what"),
    *("census", "chart", "graph", "pattern", "replies", "setup", "size", "table", "tree"),
    *("failed", "goal", "idea", "learn", "lesson", "puzzles", "teach"),
    *(
        "clinic",
        "code",
        "comment",
        "effect",
        "form",
        "gloss",
        "hint",
        "mex",
        "period",
        "reduction",
        "seq",
        "site",
        "worksheet",
    ),
)
_OFTEN = (  # keys with such a prefix that the first view needs
    *("error.title", "error.lost", "error.stopped", "error.refused"),
    *("export.title", "gloss.first", "hint.better", "lesson.misere", "setup.empty", "worksheet.act", "worksheet.count"),
)

# Prefixes of keys that only commands and machine code use. The page does not get them.
NOT_ON_THE_PAGE = (
    *(
        "census.",
        "compiled.",
        "error.audit-",
        "error.census-",
        "expected.census-",
        "found.census-",
        "found.uncompiled-",
    ),
    *("notice.", "play.", "usage.", "what.census", "work.compiling", "work.rate", "work.runs-file"),
)


def page_files() -> dict[str, tuple[bytes, str]]:
    """Return the files of the page and of the API's documents by their paths, each with its type."""
    package = files("grundy.web")
    found = dict(_all(package / "static", "/")) | dict(_all(package / "docs", "/api/v1/docs/"))
    for name in COMPONENT_ONLY:
        del found[f"/{name}"]
    found |= _all(files("grundy.drawing"), "/drawing/")  # the tokens, which the page and other pictures share
    for language in LANGUAGES:
        found[f"/words/{language}.json"] = _words(language, seldom=False)
        found[f"/words/{language}-seldom.json"] = _words(language, seldom=True)
    return found


def _words(language: str, *, seldom: bool) -> tuple[bytes, str]:
    """Return the texts of the page in a language as JSON; a text that the language lacks is English.

    Texts that the first view does not need, such as errors, are in a second file, so that a first visit is faster.
    """
    texts = {key: text for key, text in catalogue(language).items() if not key.startswith(NOT_ON_THE_PAGE)}
    part = {key: text for key, text in texts.items() if _is_seldom(key) == seldom}
    return json.dumps(part, ensure_ascii=False).encode(), "application/json; charset=utf-8"


def _is_seldom(key: str) -> bool:
    return key.partition(".")[0] in _SELDOM and key not in _OFTEN


def _all(folder: Traversable, head: str) -> Iterator[tuple[str, tuple[bytes, str]]]:
    for entry in folder.iterdir() if folder.is_dir() else ():
        if entry.is_dir():
            yield from _all(entry, f"{head}{entry.name}/")
        elif entry.name.rpartition(".")[2] in _TYPES:
            kind = _TYPES[entry.name.rpartition(".")[2]]
            text = "" if kind.startswith(("image/png", "font/")) else "; charset=utf-8"
            data = entry.read_bytes()
            yield f"{head}{entry.name}", (_shorter(data) if entry.name.endswith(".js") else data, kind + text)


def _shorter(module: bytes) -> bytes:
    """Return a module without comments, among them types: a quarter less as gzip. Each line keeps its number."""
    return _TYPED.sub(lambda found: b"\n" * found[0].count(b"\n"), module)
