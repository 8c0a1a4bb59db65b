"""Bodies of requests that somebody with bad intentions, or a broken program, might send."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

PATHS = ("positions", "explanations", "moves", "replies", "hints", "samples", "pictures", "sequences", "solves")
_GAMES = (
    "wall-making", "kayles", "nim", "cram", "polygon", "grid-game", "treblecross", "wythoff", "diagonal", "0.77", "4.[3]",
    "{1,3,4}", "all-but{1}", "unequal-2", "equal-3", "mygames.py:cram", "/etc/passwd", "os.py", "..", "\0", "",
    "<script>alert(1)</script>", "__import__('os').system('true')", "{" * 300, "0." + "7" * 2000, "equal-99999999999",
)  # fmt: skip
_TEXTS = (
    "", "X.\n..", "1", "10 7", "0", "-1", "1 + 1", "+", "+ +", "1 + kayles 3 + nim 2", "12 1-4", "3 1-3", "K=2\n@.\n..", "....X",
    "2x3", "99999x99999", "0x0", "(1, 2)", "((" * 200, "-" * 4000, "[]" * 500, "9" * 4300, "1 " * 5000, "." * 3000,
    ".\n" * 3000, "@", "\u0000", "\ud7ff\uffff", "\u202e", "\U0001f600", "'\"><svg onload=alert(1)>", "mygames.py:cram 2x2",
    "1000000000000000000 999999999999999999", "kayles " * 50, "{1}: 5", "\r\n\t ", "1e9", "NaN", "0.77: 5 + cram 2x2 + (1,2)",
)  # fmt: skip
_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**53, 2**64, -(2**70), 0.5, -0.0, 1e308, "", "x", "r1c1", "1 -> 0", "10 -> 4+5", "2:r1c1", [], [[]],
    [1], [4, 4], [0, 0], [10**9, 10**9], [-1], ["a"], {}, {"a": {"b": 1}}, "svg", "png", "csv", "certificate", "b-file",
)  # fmt: skip
_KEYS = (
    "game", "position", "board", "move", "coach", "seed", "size", "density", "format", "values", "rules", "length", "period",
    "__proto__", "constructor", "",
)  # fmt: skip
_WANTED = {
    "positions": ("game", "position"), "explanations": ("game", "position"), "moves": ("game", "position", "move"), "replies": ("game", "position"),
    "hints": ("game", "position"), "samples": ("game", "size"), "pictures": ("game", "position"), "sequences": ("rules",),
    "solves": ("game", "position"),
}  # fmt: skip


def bodies(rng: Random, count: int) -> Iterator[tuple[str, bytes]]:
    """Yield paths and bodies: requests with odd values, and bytes that are nearly requests."""
    for _ in range(count):
        path = rng.choice(PATHS)
        body = json.dumps(_request(rng, path)).encode()
        if rng.random() < 0.3:
            body = _broken(rng, body)
        yield path, body


def _request(rng: Random, path: str) -> dict[str, Any]:
    asked: dict[str, Any] = {key: _value(rng, key) for key in _WANTED[path]}
    for _ in range(rng.choice((0, 0, 1, 2))):
        key = rng.choice(_KEYS)
        asked[key] = _value(rng, key) if rng.random() < 0.5 else rng.choice(_VALUES)
    if path == "sequences":  # long ones are no crime, but take their time
        asked.setdefault("length", rng.choice((1, 7, 300)))
    return asked


def _value(rng: Random, key: str) -> Any:
    if key in ("game", "rules"):
        return rng.choice(_GAMES)
    if key == "position":
        return rng.choice(_TEXTS) + (
            rng.choice(("", " ", "\n", " + ")) + rng.choice(_TEXTS) if rng.random() < 0.3 else ""
        )
    return rng.choice(_VALUES)


def _broken(rng: Random, body: bytes) -> bytes:
    place = rng.randrange(len(body) + 1)
    return rng.choice((
        body[:place],
        body[:place] + rng.randbytes(rng.randint(1, 30)) + body[place:],
        body[:place] + b"\x00" + body[place:],
        body + body,
        b"[" * rng.randint(1, 100_000),
        b'{"a":' * rng.randint(1, 5000),
        rng.randbytes(rng.randint(0, 2000)),
        body.replace(b": ", b": NaN,", 1),
        body.replace(b'"', b'"\\ud800', 1),
        body.replace(b"1", b"1" * 5000, 1),
        b"\xef\xbb\xbf" + body,
    ))  # fmt: skip
