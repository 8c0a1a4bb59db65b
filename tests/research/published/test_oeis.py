"""Numbers of the OEIS: the terms that stand on its pages are the nimbers from the heap on that the table says."""

from __future__ import annotations

import pytest

import grundy
from grundy.research.sequences import oeis

# The first terms, as the pages https://oeis.org/A002186 and so on have them.
TERMS = {
    "A002186": "0,1,2,3,1,4,3,2,1,4,2,6,4,1,2,7,1,4,3,2,1,4,6,7,4,1,2,8,5,4,7,2,1,8",
    "A002187": "0,1,1,2,0,3,1,1,0,3,3,2,2,4,0,5,2,2,3,3,0,1,1,3,0,2,1,1,0,4,5,2,7,4",
    "A002188": "0,0,0,1,0,2,1,0,2,1,0,2,1,3,2,1,3,2,4,3,0,4,3,0,4,3,0,4,1,2,3,1,2,4",
    "A071074": "0,1,2,3,4,5,6,7,3,2,8,9,7,6,5,4,3,2,8,9,4,5,12,13,9,8,2,3,4,5,15,14",
    "A071434": "1,1,2,2,3,3,1,1,4,4,3,3,2,2,1,1,4,4,2,2,6,6,4,4,1,1,2,2,7,7,1,1,4,4",
    "A071435": "1,1,2,2,3,1,1,4,4,3,2,2,1,1,4,2,2,6,4,4,1,1,2,2,7,1,1,4,4,3,2,2,1,1",
    "A071452": "1,1,1,2,2,2,3,3,1,1,1,4,4,4,3,3,2,2,2,1,1,1,4,4,2,2,2,6,6,4,4,4,1,1",
    "A071464": "1,0,2,2,1,0,4,4,1,2,2,0,1,4,4,6,1,7,7,0,1,2,2,6,1,4,4,8,1,2,7,8,1,0",
    "A071509": "1,1,2,2,3,4,1,1,6,6,3,2,2,1,1,6,6,8,4,4,5,10,1,1,8,3,3,4,4,7,6,6,8,8",
}
CODES = (
    "0.77",
    "0.137",
    "0.07",
    "unequal-2",
    "0.7777",
    "0.1377",
    "0.077",
    "0.177",
    "0.11377",
    "0.0177",
    "0.127",
    "0.1777",
)


@pytest.mark.parametrize("code", CODES)
def test_the_terms_of_the_pages_are_the_nimbers(code: str) -> None:
    entry = oeis.entry(code)
    assert entry is not None
    terms = [int(term) for term in TERMS[entry.number].split(",")]
    assert grundy.heaps(code).nimbers(entry.heap + len(terms)).tolist()[entry.heap :] == terms


def test_all_numbers_are_compared() -> None:
    assert set(oeis.ENTRIES) == set(CODES)
    assert {entry.number for entry in oeis.ENTRIES.values()} == set(TERMS)
    assert oeis.entry("0.6") is None
