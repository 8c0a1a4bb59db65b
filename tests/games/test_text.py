"""Words with places, and bytes that are not text."""

from __future__ import annotations

import pytest

from grundy import games
from grundy.errors import InputError
from grundy.games.text import Scanner, decode


def message(call: object) -> str:
    with pytest.raises(InputError) as caught:
        call()  # type: ignore[operator]
    return str(caught.value)


def test_line_ends_and_blanks_do_not_matter() -> None:
    for text in ("2 2\nX.\n..\n", "2 2\r\nX.\r\n..", "\n\n 2\t2 \n\n X. \n..\n\n\n"):
        scan = Scanner(text)
        assert (scan.integer("H"), scan.integer("W")) == (2, 2)
        assert [scan.row(2, ".X"), scan.row(2, ".X")] == ["X.", ".."]
        scan.end()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\n\n", "text:3:1: expected H, an integer from 1 to 20, found the end of the text"),
        ("  21", "text:1:3: expected H, an integer from 1 to 20, found '21'"),
        ("1_0", "text:1:1: expected H, an integer from 1 to 20, found '1_0'"),
        ("٣", "text:1:1: expected H, an integer from 1 to 20, found '٣'"),
        ("\x00", "text:1:1: expected H, an integer from 1 to 20, found '\\x00'"),
        ("9" * 5000, f"text:1:1: expected H, an integer from 1 to 20, found '{'9' * 40}...'"),
    ],
)
def test_integers(text: str, expected: str) -> None:
    assert message(lambda: Scanner(text).integer("H", 1, 20)) == expected


def test_bytes() -> None:
    assert decode(b"\xef\xbb\xbfX.", "f") == "X."
    assert (
        message(lambda: decode(b"ab\ncd\xff\n", "f.txt"))
        == "f.txt:2:3: expected UTF-8 text, found the byte 0xff (iconv -f latin1 -t utf8 converts a file in Latin-1)"
    )
    assert (
        message(lambda: decode(b"\xef\xbb\xbf2\n\xff", "f"))
        == "f:2:1: expected UTF-8 text, found the byte 0xff (iconv -f latin1 -t utf8 converts a file in Latin-1)"
    )
    assert (
        message(lambda: decode(b"\x89PNG\r\n", "f.png"))
        == "f.png:1:1: expected UTF-8 text, found the byte 0x89 (iconv -f latin1 -t utf8 converts a file in Latin-1)"
    )


def test_rows_on_one_line() -> None:
    corners = games.find("turning-corners")
    assert corners.parse("TTTT/THTT") == corners.parse("TTTT\nTHTT")
    assert message(lambda: corners.parse("TT/TQ")) == "text:1:5: expected 'H' or 'T', found 'Q'"
    assert message(lambda: corners.parse("TT/T")) == "text:1:5: expected a row of 2 cells, found 1 cell"
    assert str(games.find("turning").parse("/1/2/THTH")) == "/1/2\nTHTH"


def test_powers() -> None:
    assert str(games.find("nim").parse("10^12 2^3")) == "nim 1000000000000 8"
    assert "found '10^9999'" in message(lambda: games.find("nim").parse("10^9999"))
    strict = Scanner("10^3")
    strict.powers = False
    assert "found '10^3'" in message(lambda: strict.integer("N"))
