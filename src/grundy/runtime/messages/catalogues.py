"""The catalogues: texts by the kinds of messages, one JSON file for each language.

They are read when the first text is needed. English has every key except titles and rules of games, which are in the
files of the games. For a key that another language lacks, the English text is used.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

# Language tags, and the languages' own names.
LANGUAGES = MappingProxyType({"en": "English", "ko": "한국어", "ja": "日本語"})


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return the texts of a language by their keys; a text that it lacks is English.

    Raises `ValueError` for a language without a catalogue.

    >>> catalogue("ko")["act.hint"]
    '힌트'
    """
    return MappingProxyType({**texts_of("en"), **texts_of(language)})


@cache
def texts_of(language: str) -> dict[str, str]:
    """Return the texts of a language, without English texts for the keys that it lacks."""
    import json

    if language not in LANGUAGES:
        message = f"expected a language of {', '.join(LANGUAGES)}, found {language!r}"
        raise ValueError(message)
    folder = __file__.removesuffix("catalogues.py")
    with open(f"{folder}{language}.json", encoding="utf-8") as file:  # noqa: PTH123 - pathlib takes longer than the rest
        found: dict[str, str] = json.load(file)
    return found
