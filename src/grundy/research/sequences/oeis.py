"""Numbers of sequences in the On-Line Encyclopedia of Integer Sequences, and terms with which one searches there.

Numbers and first indices are from the pages of https://oeis.org; a test compares the terms on these pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_TERMS = 40
_MOST_LETTERS = 100  # characters of the line of terms


class OeisEntry(NamedTuple):
    """The number of a sequence, and the heap whose nimber is its first term."""

    number: str
    heap: int


ENTRIES = {
    "0.77": OeisEntry("A002186", 0),
    "0.137": OeisEntry("A002187", 0),
    "0.07": OeisEntry("A002187", 1),
    "unequal-2": OeisEntry("A002188", 0),
    "0.7777": OeisEntry("A071074", 0),
    "0.1377": OeisEntry("A071434", 1),
    "0.077": OeisEntry("A071434", 2),
    "0.177": OeisEntry("A071435", 1),
    "0.11377": OeisEntry("A071452", 1),
    "0.0177": OeisEntry("A071452", 2),
    "0.127": OeisEntry("A071464", 1),
    "0.1777": OeisEntry("A071509", 1),
}


def entry(code: str) -> OeisEntry | None:
    """Return the entry of the nimbers of a code; None if this table has no entry.

    >>> entry("0.77"), entry("0.6")
    (OeisEntry(number='A002186', heap=0), None)
    """
    return ENTRIES.get(code)


def terms(values: Iterable[int]) -> str:
    """Return the first terms in one line, as the search of the encyclopedia expects them.

    The line has at most forty terms and a hundred characters.

    >>> terms(range(5))
    '0,1,2,3,4'
    """
    text = ""
    for count, value in enumerate(values):
        more = f",{value}" if text else str(value)
        if count == _MOST_TERMS or len(text) + len(more) > _MOST_LETTERS:
            break
        text += more
    return text
