"""A message, its text in a language, and the catalogues of texts: one JSON file for each language.

The files are read when the first text is needed. English has every key except titles and rules of games, which are in
the files of the games. For a key that another language lacks, the English text is used.

This is own code, because texts need Korean particles, and because the page renders the same catalogues: the grammar of
texts is so small that it is implemented twice, here and in ``web/static/base/words.js``.

- ``{name}`` is the value of a parameter: integers with commas, lists joined by commas, messages as their texts.
- ``{name:and}`` and ``{name:or}`` join the last two items of a list by the word.
- ``{name|a/b}`` is the value, followed by ``a`` or ``b``. In Korean, ``a`` follows a final consonant. In other
  languages, ``a`` follows the number 1.
- Japanese has no blanks between its own letters. Blanks beside a parameter are kept for values in Latin letters and
  digits.
- The parameter ``game`` is the name of a game, or a list of names. Its title in the language is written, if it has one.
"""

from __future__ import annotations

import re
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Mapping

_PARAMETER = r"\{(\w+)(?::(and|or)|\|([^/}]*)/([^}]*))?\}"  # compiled when the first text is rendered
JAPANESE = "\u3000-\u30ff\u3400-\u9fff\uff00-\uffef"  # letters and punctuation, for a set of a regular expression
_BLANK_WITHIN = rf"(?<=[{JAPANESE}]) (?=[{JAPANESE}])"
_SHOWN_DIGITS = 24  # of a number that is written in full
# The syllables, in cycles of 28 final consonants; the first of them stands for no consonant.
_HANGUL = range(0xAC00, 0xD7A4)
_FINALS = 28
_RIEUL = 8
_DIGITS = range(ord("0"), ord("9") + 1)
_FINALS_OF_DIGITS = (21, 8, 0, 16, 0, 0, 1, 8, 8, 0)  # 영 일 이 삼 사 오 육 칠 팔 구
_CLOSED_LATIN = r"(?:[lmn]|ng|[aeiou][bkp]|(?:^|[^a-z])r)$"  # 엘 엠 엔, 링, 랩 룩 맵, 알
_UNREAD = " .,:;!?\u2026'\"\u2019\u201d)]}>"  # closing signs
# Characters that could control a terminal: the control codes except tab and newline, the marks that change the
# direction of writing, the separators of lines and paragraphs, and halves of surrogate pairs.
_CONTROLS = "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
# Language tags, and the languages' own names.
LANGUAGES = MappingProxyType({"en": "English", "ko": "한국어", "ja": "日本語"})


class Message:
    """A message as data: its kind, which is a key of the catalogues, and the parameters of its text.

    Parameters are texts, integers, messages, None, and lists of these. `str` renders the English text.

    >>> heap = Message("label.heap", {"size": 1234})
    >>> str(heap), render(heap, "ko"), heap.data()
    ('heap 1,234', '크기 1,234인 더미', {'kind': 'label.heap', 'size': 1234})
    """

    # Not a dataclass: importing that module would take a tenth of the start of a command.
    __slots__ = ("kind", "params")

    kind: str
    params: Mapping[str, Any]

    def __init__(self, kind: str, params: Mapping[str, Any] | None = None) -> None:
        self.kind = kind
        self.params = {} if params is None else params

    def __eq__(self, other: object) -> bool:
        """Return whether kind and parameters are equal."""
        if not isinstance(other, Message):
            return NotImplemented
        return (self.kind, self.params) == (other.kind, other.params)

    def __hash__(self) -> int:
        """Return the hash of the kind."""
        return hash(self.kind)

    def __repr__(self) -> str:
        """Return the kind and the parameters."""
        return f"Message({self.kind!r}, {dict(self.params)!r})"

    def data(self) -> dict[str, Any]:
        """Return ``kind`` and the parameters by their names, for JSON; ``said`` has the words of moves."""
        moves = [value for value in self.params.values() if isinstance(value, Said) and value.words is not None]
        said = {"said": {str(move): _as_data(move.words) for move in moves}} if moves else {}
        return {"kind": self.kind, **{name: _as_data(value) for name, value in self.params.items()}, **said}

    def __str__(self) -> str:
        """Return the English text."""
        return render(self)


class Said(str):
    """A move in the notation of its game, with words for what a player does in it; `words` is None if it needs none.

    As a parameter of a message it is written as `in_words` writes it, in quotation marks; as data it is the notation,
    and the message has its words under ``said``.
    """

    __slots__ = ("words",)

    words: Message | None

    def __new__(cls, notation: str, words: Message | None = None) -> Self:
        """Return the notation with its words."""
        said = super().__new__(cls, notation)
        said.words = words
        return said

    def in_words(self, language: str = "en", quoted: str = "{words}") -> str:
        """Return the words, and in parentheses the notation, unless the words have it; without words the notation.

        >>> Said("3 -> 1", Message("reduction.said.take", {"size": 3, "taken": 2})).in_words()
        'take 2 from the heap of 3 (3 -> 1)'
        """
        if self.words is None:
            return printable(self)
        words = render(self.words, language)
        shown = quoted.format(words=words)
        if re.search(rf"(?<![0-9A-Za-z-]){re.escape(self)}(?![0-9A-Za-z-])", words):
            return shown
        return catalogue(language)["move.said"].format(words=shown, move=printable(self))


def render(message: Message, language: str = "en") -> str:
    """Return the text of a message; a message without a text in the catalogues gives its kind.

    Raises `ValueError` for a language without a catalogue.

    >>> render(Message("hint.ends", {"move": "r2c5"}), "ja")
    'r2c5 でゲームが終わり、勝ちます。'
    """
    texts = catalogue(language)

    def filled(found: re.Match[str]) -> str:
        name, word, first, second = found.groups()
        value = message.params.get(name)
        if name == "game":
            names = value if isinstance(value, list) else [value]
            value = [texts.get(f"game.{game}", game) for game in names]
        text = _text(value, language, word)
        if first is None:
            return text
        chosen = _ends_in_consonant(text, first) if language == "ko" else value == 1
        return text + (first if chosen else second)

    if message.kind not in texts:
        return message.kind
    text = re.sub(_PARAMETER, filled, texts[message.kind])
    return re.sub(_BLANK_WITHIN, "", text) if language == "ja" else text


def figure(number: int, language: str = "en") -> str:
    """Return a number as text for people: in full with commas, or its size if it is very large.

    >>> figure(1234567), figure(10**40), figure(10**40, "ko")
    ('1,234,567', 'about 10^40', '약 10^40')
    """
    digits = int(number.bit_length() * 0.30103)
    if digits < _SHOWN_DIGITS:
        return f"{number:,}"
    return render(Message("number.about", {"digits": digits}), language)


def _text(value: Any, language: str, word: str | None = None) -> str:
    """Return a parameter as text; `word` is ``and`` or ``or``, between the last two items of a list."""
    if isinstance(value, Message):
        return render(value, language)
    if isinstance(value, Said) and value.words is not None:
        return value.in_words(language, catalogue(language)["move.quoted"])
    if isinstance(value, int) and not isinstance(value, bool):
        return figure(value, language)
    if isinstance(value, (list, tuple)):
        texts = catalogue(language)
        items = [_text(item, language) for item in value]
        last = texts["list" if word is None else f"list.{word}"].join(items[-2:])
        return texts["list"].join([*items[:-2], last])
    return "" if value is None else printable(str(value))


def _ends_in_consonant(text: str, particle: str) -> bool:
    """Return whether a text takes the consonant's particle; it is read in Korean, without a remark in parentheses."""
    before = text[: text.rfind("(")].rstrip(_UNREAD) if text[-1:] == ")" else ""
    word = (before if before[-1:].isalnum() else text).rstrip(_UNREAD)
    last = ord(word[-1]) if word else 0
    if last in _DIGITS:
        final = _FINALS_OF_DIGITS[last - _DIGITS.start]
    elif last in _HANGUL:
        final = (last - _HANGUL.start) % _FINALS
    elif re.search(_CLOSED_LATIN, word, re.IGNORECASE):
        final = _RIEUL if word[-1] in "lLrR" else 1
    else:
        final = 0
    return final > 0 and not (particle == "으로" and final == _RIEUL)  # after ㄹ, 로 is used


def _as_data(value: Any) -> Any:
    if isinstance(value, Message):
        return value.data()
    if isinstance(value, (list, tuple)):
        return [_as_data(item) for item in value]
    if isinstance(value, dict):
        return {name: _as_data(item) for name, item in value.items()}
    return value


def printable(text: str) -> str:
    r"""Return `text` with its control characters as escapes; a text without any is returned unchanged.

    >>> printable("to \x1b[31m5\n")
    'to \\x1b[31m5\n'
    """
    return text if text.isascii() and text.isprintable() else re.sub(_CONTROLS, _escape, text)


def printable_json(text: str) -> str:
    r"""Return JSON with its control characters as escapes of JSON, so that it has the same value.

    >>> printable_json('"\x9b"')
    '"\\u009b"'
    """
    return re.sub(_CONTROLS, lambda found: f"\\u{ord(found[0]):04x}", text)


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")


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
    folder = __file__.removesuffix("rendering.py")
    with open(f"{folder}{language}.json", encoding="utf-8") as file:  # noqa: PTH123 - pathlib takes longer than the rest
        found: dict[str, str] = json.load(file)
    return found
