"""The words of boards in other pages: ``python -m grundy.lab.web.component_words`` writes them for `live-board.js`."""

from __future__ import annotations

import json
from pathlib import Path

from grundy.runtime.messages import LANGUAGES, catalogue

FILE = Path(__file__).parent / "static" / "board" / "component-words.js"
_SAID = (  # prefixes of the keys of these words
    *(
        "act.hint",
        "act.restart",
        "act.undo",
        "begin.",
        "board.",
        "coach.played",
        "effect.wins",
        "embed.",
        "list",
        "loading",
    ),
    *("hint.alone", "hint.better", "hint.draw-one", "hint.draw-some", "hint.ends", "hint.last", "hint.lost-one"),
    *("friend.played", "hint.lost-some", "move.quoted", "reduction.said."),
    *("nimber.", "outcome.N", "outcome.P", "outcome.D", "player.", "reason.", "seat.", "show.", "status"),
    *("over.coach", "over.draw", "over.left", "over.mistake", "over.never", "over.no-mistake", "over.play-again"),
    *("over.player", "over.start", "over.swap", "over.you"),
    *("sentences", "strip.", "turn."),
)
_NOT_SAID = ("act.hint-more",)
_HEAD = """/** The words of boards in other pages, by language: written by python -m grundy.lab.web.component_words */

/** @type {Record<string, Record<string, string>>} */
export default """


def content() -> str:
    """Return the content of the file: the texts of a board in each language."""
    words = {language: _said(language) for language in LANGUAGES}
    return f"{_HEAD}{json.dumps(words, ensure_ascii=False, indent=1)};\n"


def _said(language: str) -> dict[str, str]:
    return {
        key: text
        for key, text in catalogue(language).items()
        if key.startswith(_SAID) and not key.startswith(_NOT_SAID)
    }


if __name__ == "__main__":
    FILE.write_text(content(), encoding="utf-8")
