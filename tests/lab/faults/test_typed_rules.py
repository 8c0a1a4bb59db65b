"""Rules that are typed in the page, over HTTP: who may have them run, and what becomes of rules that fail."""

from __future__ import annotations

import http.client
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra 'web'")

from support.server import API, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

CODE = "MFRGGZDF"
TAKE = '''import grundy

@grundy.ruleset(sample="7")
def take(tokens):
    """Take one or two."""
    yield from range(max(0, tokens - 2), tokens)
'''
NIM = TAKE.replace("take", "nim").replace("tokens - 2", "tokens - 3")  # the name of a game of grundy


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving([], code=CODE) as port:
        yield port


def post(port: int, path: str, asked: object, **headers: str) -> tuple[int, dict[str, Any]]:
    """Ask; return the status and the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    try:
        connection.request("POST", f"{API}/{path}", json.dumps(asked), {"content-type": "application/json"} | named)
        with connection.getresponse() as response:
            return response.status, json.loads(response.read())
    finally:
        connection.close()


def typed(port: int, text: str, **headers: str) -> tuple[int, dict[str, Any]]:
    return post(port, "rules", {"text": text, "code": CODE}, **headers)


def test_only_who_knows_the_code_has_rules_run(port: int) -> None:
    touched = TAKE + "raise ValueError('they ran')\n"
    for code in ("", CODE.lower(), CODE[:-1], CODE + "A", "é"):
        status, found = post(port, "rules", {"text": touched, "code": code})
        assert (status, found["error"]["kind"]) == (403, "error.rules-code")
    assert post(port, "rules", {"text": touched})[0] == 422
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
        assert typed(port, touched, **headers)[0] == 403
    assert "they ran" in typed(port, touched)[1]["error"]["message"]


def test_a_server_without_a_code_runs_no_rules() -> None:
    with serving([]) as port:
        for code in ("", "None", CODE):
            status, found = post(port, "rules", {"text": TAKE, "code": code})
            assert (status, found["error"]["kind"]) == (403, "error.rules-off")


def test_typed_rules_answer_those_who_name_them(port: int) -> None:
    status, found = typed(port, TAKE)
    assert status == 200
    assert [game["name"] for game in found["games"]] == ["take"]
    assert found["findings"] == []
    asked = {"game": "take", "position": "7"}
    assert post(port, "positions", asked, grundy_typed=found["id"])[1]["nimber"] == 1
    assert post(port, "positions", asked)[1]["error"]["type"] == "name"
    status, lost = post(port, "positions", asked, grundy_typed="0" * 64)
    assert (status, lost["error"]["kind"]) == (409, "error.rules-gone")

    own = typed(port, NIM)[1]["id"]  # beside the rules before
    nimbers = {
        (name, key): post(port, "positions", {"game": name, "position": "4"}, grundy_typed=key)[1]["nimber"]
        for name, key in (("nim", own), ("grundy-nim", own), ("nim", found["id"]))
    }
    assert [*nimbers.values()] == [0, 4, 4]


def test_the_oldest_of_many_rules_are_forgotten(port: int) -> None:
    keys = [typed(port, f"{TAKE}# {number}\n")[1]["id"] for number in range(5)]
    asked = {"game": "take", "position": "7"}
    found = [post(port, "positions", asked, grundy_typed=key)[0] for key in keys]
    assert found == [409, 200, 200, 200, 200]


@pytest.mark.parametrize(
    ("body", "kind", "line"),
    [
        ("    while True:\n        tokens += 1\n", "error.stuck", r"mygames\.py:[67]"),
        ("    import os\n    os._exit(3)\n    yield tokens\n", "error.rules-died", None),
    ],
)
def test_rules_that_fail_leave_the_others_alone(port: int, body: str, kind: str, line: str | None) -> None:
    before = typed(port, TAKE)[1]["id"]
    status, found = typed(port, TAKE[: TAKE.index("    yield")] + body)
    assert (status, found["error"]["kind"]) == (422, kind)
    assert line is None or re.fullmatch(line, found["error"]["location"])
    assert post(port, "positions", {"game": "take", "position": "6"}, grundy_typed=before)[1]["nimber"] == 0


def test_typed_rules_begin_again_in_a_new_process(port: int) -> None:
    text = TAKE + "    import os\n    tokens == 99 and os._exit(3)\n"
    key = typed(port, text)[1]["id"]
    asked = [{"game": "take", "position": position} for position in ("99", "5")]
    (status, found), again = (post(port, "positions", one, grundy_typed=key) for one in asked)
    assert (status, found["error"]["kind"], again[1]["nimber"]) == (422, "error.rules-died", 2)
