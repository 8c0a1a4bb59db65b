"""True certificates of small sequences and boards, and forged ones of many kinds."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import grundy
from grundy.drawing.export import certificates as boards
from grundy.research.sequences import certificates, grow, stream
from grundy.runtime.certificate_files import sealed, write_certificate
from grundy.runtime.packages import installed
from grundy.verify.main import run
from support.conditions import need
from support.streaming import CLAIM, SMALL

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random

_FIRST, _SECOND = "000000000000.values", "000000003827.values"  # the first chunk, and the window after a period
_OTHER_CODES = ("0.76", "0.57", "0.7", "4.77", "0.124", "0.122", "0.723", "0.775", "0.177", "0.1234")
BOARD = "X....\n...X.\n.....\n....."
OTHER = "X....\n...X.\n.....\n..X.."


class Forgery(NamedTuple):
    """A kind of forged certificate: from which true one it is made, and whether the default mode must refuse it."""

    name: str
    true: str
    change: Callable[[Path, dict[str, Any]], None]
    default: bool = True
    sealed: bool = True  # with the digests of the new content


def make(kind: str, folder: Path) -> Path:
    """Write a true certificate of a sequence, a period or a board into a folder and return its path."""
    folder.mkdir(exist_ok=True)
    path = folder / "certificate.json"
    if kind in {"stream", "long stream"}:
        need("Numba", there=installed("numba"))
        length, claim = (None, CLAIM) if kind == "stream" else (20_000, None)
        stream(folder, grundy.heaps("0.156"), length, claim, SMALL)
        certificates.save_stream_certificate(path, folder, "0.156")
    elif kind == "board":
        boards.save_certificate(grundy.games.wall_making(BOARD), path)
    elif kind == "large board":
        boards.save_certificate(grundy.games.wall_making("......\n" * 5), path)
    elif kind == "grid":
        boards.save_certificate(grundy.games.grid_game("K=2\n@...\n.#..\n...."), path)
    else:
        rules = grundy.heaps("0.156" if kind == "sequence" else "0.26" if kind == "short period" else "0.124")
        period = None if kind == "sequence" else rules.period()
        length = 2000 if kind == "sequence" else certificates.values_needed(rules, 40, period)
        for stop in (length // 3, 2 * length // 3, length):
            stored = grow(folder, rules, stop, direct=True)
        certificates.save_store_certificate(path, rules, stored, period)
    return path


def forge(forgery: Forgery, folder: Path) -> Path:
    """Write a forged certificate into a folder and return its path."""
    path = make(forgery.true, folder)
    content = json.loads(path.read_text())
    forgery.change(folder, content)
    if forgery.sealed:
        reseal(folder, content)
    path.write_text(json.dumps(content))
    return path


def checked(claim: dict[str, Any], path: Path) -> tuple[int, dict[str, Any]]:
    """Write a certificate with this claim, and return the exit code and the result of the checker."""
    write_certificate(path, sealed(claim))
    code, words = run(str(path), full=False, seed=1, as_json=True, progress=False)
    return code, json.loads(words)


def reseal(folder: Path, content: dict[str, Any]) -> None:
    """Give a certificate the lengths and digests of its files as they are, and its own."""
    for file in content["files"]:
        data = (folder / file["name"]).read_bytes()
        file |= {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    seal(content)


def seal(content: dict[str, Any]) -> None:
    """Give a certificate its own digest."""
    content.pop("digest", None)
    content["digest"] = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def change_quotient(kind: str, claim: dict[str, Any], rng: Random) -> None:  # noqa: C901, PLR0912 - a table of cases
    """Change one thing of a claim about a misère quotient, so that it is false."""

    def other(old: int, most: int) -> int:
        return rng.choice([number for number in range(most) if number != old])

    order = claim["order"]
    if kind == "add to P":
        claim["P"] = sorted([*claim["P"], rng.choice([x for x in range(1, order) if x not in claim["P"]])])
    elif kind == "drop from P":
        claim["P"].remove(rng.choice(claim["P"]))
    elif kind == "empty sum in P":
        claim["P"] = [0, *claim["P"]]
    elif kind == "action":
        row = rng.choice(claim["action"])
        place = rng.randrange(len(row))
        row[place] = other(row[place], order)
    elif kind == "value":
        heap = rng.randrange(1, len(claim["values"]))
        claim["values"][heap] = other(claim["values"][heap], order)
    elif kind == "value of heap 0":
        claim["values"][0] = rng.randrange(1, order)
    elif kind == "generator":
        place = rng.randrange(len(claim["generators"]))
        claim["generators"][place] += 1
    elif kind == "one more element":  # like the last one in all sums
        claim["order"] += 1
        claim["action"].append(list(claim["action"][-1]))
        claim["values"][-1] = order
    elif kind == "preperiod":
        claim["preperiod"] += rng.choice([-1, 1])
    elif kind == "period":
        claim["period"] = other(claim["period"], 3 * claim["period"]) or 1
    elif kind == "code":
        claim["code"] = rng.choice(_OTHER_CODES)
    elif kind == "fewer heaps":  # than prove the period
        last = len(claim["code"].partition(".")[2])
        claim["heaps"] = 2 * (claim["preperiod"] + claim["period"] - 1) + last - 1
        del claim["values"][claim["heaps"] + 1 :]
    elif kind == "number of heaps":
        claim["heaps"] += 1


def _claim(**changes: Any) -> Callable[[Path, dict[str, Any]], None]:
    def change(folder: Path, content: dict[str, Any]) -> None:
        del folder
        content["claim"] |= changes

    return change


def _value(number: int, new: Callable[[int], int] = lambda value: value ^ 1) -> Callable[[Path, dict[str, Any]], None]:
    """Change the value of a heap, or of a place in a table."""

    def change(folder: Path, content: dict[str, Any]) -> None:
        claim = content["claim"]
        at, name, width = number, claim.get("table"), 2
        data = b""
        if name is None:
            width = claim["values"]["width"]
            part = next(one for one in claim["values"]["parts"] if one["start"] <= number < one["start"] + one["count"])
            name, at = part["file"], number - part["start"]
            data = (folder / name).read_bytes()
            begin = width * at
        else:
            data = (folder / name).read_bytes()
            begin = len(data) - 2 * int(np.load(folder / name).size) + 2 * at
        value = int.from_bytes(data[begin : begin + width], "little")
        changed = new(value).to_bytes(width, "little")
        (folder / name).write_bytes(data[:begin] + changed + data[begin + width :])

    return change


def _cut(folder: Path, content: dict[str, Any]) -> None:
    path = folder / content["files"][-1]["name"]
    path.write_bytes(path.read_bytes()[:-10])


def _cut_to_fit(folder: Path, content: dict[str, Any]) -> None:
    """Leave out the last file, and say so."""
    del folder
    content["files"].pop()
    part = content["claim"]["values"]["parts"].pop()
    content["claim"]["length"] = part["start"]


def _swap_files(folder: Path, content: dict[str, Any]) -> None:
    """Exchange the values of two files of one length, beyond the heaps that are always checked."""
    parts = content["claim"]["values"]["parts"]
    paths = [folder / part["file"] for part in parts[1:3]]
    first, second = (path.read_bytes() for path in paths)
    size = content["claim"]["values"]["width"] * min(part["count"] for part in parts[1:3])
    paths[0].write_bytes(first[: len(first) - size] + second[len(second) - size :])
    paths[1].write_bytes(second[: len(second) - size] + first[len(first) - size :])


def _swap_parts(folder: Path, content: dict[str, Any]) -> None:
    del folder
    parts = content["claim"]["values"]["parts"]
    parts[0], parts[1] = parts[1], parts[0]


def _other_table(folder: Path, content: dict[str, Any]) -> None:
    other = folder / "other.json"
    boards.save_certificate(grundy.games.wall_making(OTHER), other)
    (folder / content["claim"]["table"]).write_bytes((folder / "other.npy").read_bytes())


def _winning(change: Callable[[list[str]], list[str]]) -> Callable[[Path, dict[str, Any]], None]:
    def changed(folder: Path, content: dict[str, Any]) -> None:
        del folder
        content["claim"]["winning_moves"] = change(content["claim"]["winning_moves"])

    return changed


def _byte(name: str, number: int) -> Callable[[Path, dict[str, Any]], None]:
    """Change a value in a file of a streamed sequence, and what the record says of it."""

    def change(folder: Path, content: dict[str, Any]) -> None:
        data = bytearray((folder / name).read_bytes())
        first = content["claim"]["record"]["chunks"][0]
        if name == _FIRST:
            first["facts"]["histogram"][data[number]] -= 1
            first["facts"]["histogram"][data[number] ^ 2] += 1
        data[number] ^= 2
        (folder / name).write_bytes(bytes(data))

    return change


def _both_windows(folder: Path, content: dict[str, Any]) -> None:
    """Change the same value in both windows that prove the period."""
    for name in ("000000003478.values", _SECOND):
        _byte(name, 700)(folder, content)


def _run(name: str, change: Callable[[Any], Any]) -> Callable[[Path, dict[str, Any]], None]:
    """Change what the record of a streamed sequence says of the run."""

    def changed(folder: Path, content: dict[str, Any]) -> None:
        del folder
        run = content["claim"]["record"]["stream"]
        run[name] = change(run[name])

    return changed


def _fact(chunk: int, name: str, change: Callable[[Any], Any]) -> Callable[[Path, dict[str, Any]], None]:
    """Change a fact about a chunk of a streamed sequence."""

    def changed(folder: Path, content: dict[str, Any]) -> None:
        del folder
        facts = content["claim"]["record"]["chunks"][chunk]["facts"]
        facts[name] = change(facts[name])

    return changed


def _grundys_game(folder: Path, content: dict[str, Any]) -> None:
    """Claim that Grundy's game has period 3: its first values would prove it, were the theorem about it."""
    del folder
    claim = {"code": "unequal-2", "length": 12, "preperiod": 3, "period": 3, "places": 0, "bound": 12}
    content["claim"] |= claim | {"values": [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]}
    content["files"] = []


def _left_out(folder: Path, content: dict[str, Any]) -> None:
    del folder
    content["claim"]["record"]["chunks"].pop(2)


def _shorter_reach(folder: Path, content: dict[str, Any]) -> None:
    del folder
    content["claim"]["record"]["stream"] |= {"reach": 5, "needs": 360}


def _exchanged(counts: list[int]) -> list[int]:
    return [counts[0] + 1, counts[1] - 1, *counts[2:]]


FORGERIES = (
    Forgery("a value changed, with the old digests", "sequence", _value(700), sealed=False),
    Forgery("the claim changed, with the old digest", "sequence", _claim(code="0.157"), sealed=False),
    Forgery("a value among the first 20,000 changed", "sequence", _value(77)),
    Forgery("a value far beyond 20,000 changed", "sequence", _value(1990), default=False),
    Forgery("a value of the period changed", "period", _value(360)),
    Forgery("another code", "sequence", _claim(code="0.165")),
    Forgery("a longer sequence than the files hold", "sequence", _claim(length=2001)),
    Forgery("a cut file, with the old digest", "sequence", _cut, sealed=False),
    Forgery("a cut file", "sequence", _cut),
    Forgery("files in another order", "sequence", _swap_parts),
    Forgery("values of two files exchanged", "sequence", _swap_files),
    Forgery("a bound that is too small", "period", _claim(bound=300)),
    Forgery("fewer values than the bound", "period", _cut_to_fit),
    Forgery("a multiple of the period", "short period", _claim(period=8, bound=2 * (1 + 8) + 2)),
    Forgery("a preperiod that is too small", "period", _claim(preperiod=121, bound=2 * (121 + 62) + 3)),
    Forgery("a preperiod that is too large", "short period", _claim(preperiod=2, bound=2 * (2 + 4) + 2)),
    Forgery("a period of a game that the theorem is not about", "short period", _grundys_game),
    Forgery("a theorem for fewer heaps", "period", _claim(heaps=1, bound=122 + 62 + 3)),
    Forgery("a streamed window changed", "stream", _byte("000000002048.values", 2), default=False),
    Forgery("both windows of the theorem changed", "stream", _both_windows, default=False),
    Forgery("one window of the theorem changed", "stream", _byte(_SECOND, 700)),
    Forgery("a value of the first chunk changed", "stream", _byte(_FIRST, 1500)),
    Forgery("another digest of a block", "long stream", _fact(3, "digests", lambda _: ["0" * 64]), default=False),
    Forgery("counts of values changed", "long stream", _fact(3, "histogram", _exchanged), default=False),
    Forgery("counts of the first chunk changed", "long stream", _fact(0, "histogram", _exchanged)),
    Forgery("a rare heap left out", "stream", _run("rares", lambda rares: rares[:-1])),
    Forgery("a sparse space that is another", "stream", _run("space", lambda space: space | {"mask": 7})),
    Forgery("witnesses that reach less far", "stream", _shorter_reach),
    Forgery("a window of the theorem that is too short", "stream", _run("needs", lambda _: 600)),
    Forgery("a chunk left out", "long stream", _left_out),
    Forgery("a longer streamed sequence", "long stream", _claim(length=6 * 4096)),
    Forgery("another period by the same windows", "stream", _claim(period=698)),
    Forgery("another preperiod by the same windows", "stream", _claim(preperiod=3480)),
    Forgery("a winning move left out", "board", _winning(lambda moves: moves[1:])),
    Forgery("a move too many", "board", _winning(lambda moves: [*moves, "r2c1"])),
    Forgery("a winning move twice", "board", _winning(lambda moves: [*moves, moves[0]])),
    Forgery("another nimber", "board", _claim(nimber=3)),
    Forgery("another outcome", "board", _claim(outcome="P")),
    Forgery("another board", "board", _claim(position=OTHER)),
    Forgery("the table of another board", "board", _other_table),
    Forgery("a value of a small board's table changed", "board", _value(40)),
    Forgery("a value of a large board's table changed", "large board", _value(6 * 21 + 4), default=False),
    Forgery("a value of a table of cells changed", "grid", _value(4)),
    Forgery("a value of a blocked cell", "grid", _value(5)),
)  # fmt: skip
