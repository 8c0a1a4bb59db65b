"""Korean particles: each message is rendered with values whose sounds are listed here; no particle is fixed."""

from __future__ import annotations

import re

import pytest

from grundy.runtime.messages import Message, render
from grundy.runtime.messages.rendering import Said, texts_of

TAKE = Message("reduction.said.take", {"taken": 2, "size": 5})
# How each value ends when it is read: in a vowel, in ㄹ, or in another consonant.
VOWEL, RIEUL, CONSONANT = range(3)
VALUES = {
    0: CONSONANT, 1: RIEUL, 2: VOWEL, 1000: CONSONANT, 10**30 + 7: CONSONANT,  # 영 일 이 천, 약 10^30
    "r2c3": CONSONANT, "2-5": VOWEL, "10 -> 3+7": RIEUL, "(2,4)": VOWEL, "국면": CONSONANT, "나무": VOWEL,
    "kayles": VOWEL, "nim": CONSONANT, "x = L": RIEUL, Said("5 -> 3", TAKE): CONSONANT,
    Said("to 3", Message("reduction.said.way-left", {"place": "r1c3"})): VOWEL,  # the words, not the remark
    Message("text", {"text": "\u2018더미를 나눔\u2019"}): CONSONANT, "정점 (모두 8개)": CONSONANT,
}  # fmt: skip
KOREAN = texts_of("ko")
PARAMETER = re.compile(r"\{(\w+)(?::\w+|\|([^/}]*)/([^}]*))?\}")
# Particles with two forms, right after a parameter or its quotation marks. Forms of 이다 within a word are also said
# after vowels.
FIXED = re.compile(
    r"\{\w+\}[\"'”\u2019]?(?:으로|로|은|는|을|를|과|와|이|가|이나|나|이?라(?:는|고)?|이어야|여야|이었다면|였다면)(?![가-힣])"
)


def expected(text: str, said: str, ending: int) -> str:
    """Return a text of the catalogue with a value in place of each parameter, and the particle for its ending."""

    def filled(found: re.Match[str]) -> str:
        closed, opened = found[2], found[3]
        if closed is None:
            return said
        return said + (opened if ending == VOWEL or (ending == RIEUL and closed == "으로") else closed)

    return PARAMETER.sub(filled, text)


def said_of(value: object) -> str:
    return render(Message("text", {"text": value}), "ko")


@pytest.mark.parametrize(("value", "ending"), VALUES.items(), ids=said_of)
def test_each_message_has_the_particle_of_its_value(value: object, ending: int) -> None:
    said = said_of(value)
    for key, text in KOREAN.items():
        names = {found[1] for found in PARAMETER.finditer(text)} - {"game"}
        if not names or "{game" in text:  # the parameter of this name is the name of a game
            continue
        assert render(Message(key, dict.fromkeys(names, value)), "ko") == expected(text, said, ending), key


@pytest.mark.parametrize(("game", "said"), [("kayles", "케일스가"), ("nim", "님이"), ("my-tree", "my-tree가")])
def test_a_game_has_the_particle_of_its_title(game: str, said: str) -> None:
    assert f" {said} " in render(Message("error.not-of-heaps", {"game": game}), "ko")


def test_no_particle_is_fixed_after_a_parameter() -> None:
    assert {key: found[0] for key, text in KOREAN.items() if (found := FIXED.search(text))} == {}
