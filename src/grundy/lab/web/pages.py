"""The files of the page: its modules, styles and pictures, and its words in each language."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING

from grundy.runtime.messages import LANGUAGES, catalogue

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
# Sources of component.bundle.js alone, which no module of the page imports.
COMPONENT_ONLY = (
    "board/component-words.js",
    "board/live-board.js",
    "board/live-board.css",
    "play/play-table.js",
)
# The beginnings of the keys of words that are not needed to play, in files of their own; and exceptions.
_FURTHER = (
    *("claim.", "clinic.", "compiled.", "error.", "expected.", "explain.", "found.", "limit.", "mend.", "misere-by."),
    *("pattern.", "period.", "play.", "promise.", "quotient.", "reduction.", "scene.", "seq.", "statement.", "usage."),
    *("chart.", "code.", "comment.", "graph.", "idea.", "size.", "lesson.", "make.", "table.", "tree.", "why."),
    *("drawing.", "exercise.", "failed.", "form.", "letter.", "puzzles.", "warm.", "what.", "worksheet.", "wrong."),
    *(
        "census.",
        "effect.",
        "export.",
        "family.",
        "goal.",
        "hint.",
        "learn.",
        "notice.",
        "over.",
        "replies.",
        "symmetry.",
        "teach.",
        "turned.",
    ),
)
_OF_PAGE = (
    *("error.goal", "error.lost", "error.page", "error.program-syntax", "error.refused", "error.stopped"),
    *("export.local", "export.title", "hint.better", "why.position"),
    *("over.coach", "over.draw", "over.harder", "over.left", "over.misere", "over.mistake", "over.never", "over.next"),
    *("over.no-mistake", "over.play-again", "over.player", "over.practise", "over.start", "over.swap", "over.you"),
    *("error.title", "error.worker-", "reduction.left-", "reduction.said.", "worksheet.act", "worksheet.count"),
)
_COMMENT = re.compile(rb"^ */\*\*(?:[^*]|\*(?!/))*\*/\n", re.MULTILINE)  # is not sent: a third of a module


def page_files() -> dict[str, tuple[bytes, str]]:
    """Return the files of the page and of the API's documents by their paths, each with its type."""
    package = files("grundy.lab.web")
    found = dict(_all(package / "static", "/")) | dict(_all(package / "docs", "/api/v1/docs/"))
    for name in COMPONENT_ONLY:
        del found[f"/{name}"]
    found |= _all(files("grundy.drawing"), "/drawing/")  # the tokens, which the page and other pictures share
    for language in LANGUAGES:
        further = {key for key in catalogue(language) if key.startswith(_FURTHER) and not key.startswith(_OF_PAGE)}
        further.remove("lesson.misere")  # in the head of Play; words that begin like it are those of a lesson
        drawn = (key.removeprefix("drawn") for key in catalogue(language) if key.startswith("drawn."))
        further |= {f"rules{name}" for name in drawn}  # the page says these rules in the words for the drawing
        for name, later in ((language, False), (f"{language}-further", True)):
            words = {key: text for key, text in catalogue(language).items() if (key in further) == later}
            said = json.dumps(words, ensure_ascii=False).encode()
            found[f"/words/{name}.json"] = said, "application/json; charset=utf-8"
    return found


def _all(folder: Traversable, head: str) -> Iterator[tuple[str, tuple[bytes, str]]]:
    for entry in folder.iterdir() if folder.is_dir() else ():
        if entry.is_dir():
            yield from _all(entry, f"{head}{entry.name}/")
        elif entry.name.rpartition(".")[2] in _TYPES:
            kind = _TYPES[entry.name.rpartition(".")[2]]
            text = "" if kind.startswith(("image/png", "font/")) else "; charset=utf-8"
            data = entry.read_bytes()
            yield f"{head}{entry.name}", (_COMMENT.sub(b"", data) if kind == "text/javascript" else data, kind + text)
