"""Certificates that are forged, damaged or hostile: each is refused, and says which check failed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import grundy
from grundy.drawing.export.certificates import save_certificate
from grundy.verify import board_claims, board_rules, main, piece_boards, sequences, stream_claims
from grundy.verify.main import run
from grundy.verify.single_file import single_file
from support.forgeries import FORGERIES, Forgery, forge, make, reseal, seal
from support.project import ROOT

if TYPE_CHECKING:
    from support.command import Command

KINDS = ("sequence", "period", "short period", "board", "large board", "grid", "stream", "long stream")
MODES = ("default", "full")


@pytest.fixture(autouse=True)
def _few_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shrink the figures of the checker, so that short sequences and small boards have something beyond them."""
    monkeypatch.setattr(sequences, "PREFIX", 250)
    monkeypatch.setattr(sequences, "POSITIONS", 20)
    monkeypatch.setattr(board_claims, "SAMPLED_FROM", 800)
    monkeypatch.setattr(stream_claims, "FEW", 0)
    monkeypatch.setattr(stream_claims, "SEGMENTS", 1)


def checked(path: Path, mode: str = "full") -> tuple[int, dict[str, Any]]:
    code, words = run(str(path), full=mode == "full", seed=1, as_json=True, progress=False)
    return code, json.loads(words)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", KINDS)
def test_true_certificates_pass(kind: str, mode: str, tmp_path: Path) -> None:
    code, data = checked(make(kind, tmp_path / "true"), mode)
    assert (code, data["result"]) == (0, "true"), data
    assert data["sampled"] == (
        mode == "default" and kind in {"sequence", "period", "large board", "stream", "long stream"}
    )
    assert len(data["checked"]) > 1
    assert len(data["could_slip"]) > 1


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.name)
def test_forged_certificates_are_refused(forgery: Forgery, tmp_path: Path) -> None:
    path = forge(forgery, tmp_path / "forged")
    code, data = checked(path, "full")
    assert (code, data["result"]) == (1, "refused"), data
    assert data["check"]
    assert data["found"]
    assert (checked(path, "default")[0] == 1) == forgery.default


def test_the_documentation_lists_them() -> None:
    text = (ROOT / "docs/certificates.md").read_text(encoding="utf-8")
    for forgery in FORGERIES:
        assert f"| {forgery.name} | {'refused' if forgery.default else 'may pass'} | refused |" in text


def content_of(**changes: Any) -> dict[str, Any]:
    """Return a small true certificate, with other entries of the claim, or without some."""
    claim = {"kind": "sequence", "code": "0.77", "length": 4, "values": [0, 1, 2, 3]} | changes
    return {
        "format": "grundy certificate 1",
        "claim": {name: value for name, value in claim.items() if value is not None},
        "files": [],
    }


def write(folder: Path, content: dict[str, Any]) -> Path:
    reseal(folder, content)
    path = folder / "c.json"
    path.write_text(json.dumps(content))
    return path


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"kind": "chess"}, "claim, kind: expected one of"),
        ({"kind": ["sequence"]}, "claim, kind: expected one of"),
        ({"code": "0.7x"}, "code: expected octal"),
        ({"code": "0.7[3]"}, "code: expected octal"),
        ({"code": 77}, "claim, code: expected a text"),
        ({"length": "4"}, "claim, length: expected an integer"),
        ({"length": True}, "claim, length: expected an integer"),
        ({"length": 4.0}, "claim, length: expected an integer"),
        ({"length": 10**30}, "claim, length: expected an integer"),
        ({"length": None}, "claim, length: expected an integer"),
        ({"values": [0, 1, 2, -3]}, "expected integers of at least 0"),
        ({"values": [0, 1, 2, [3]]}, "expected integers of at least 0"),
        ({"values": [0, 1, 2, 10**6]}, "expected at most 65,535"),
        ({"values": None}, "claim, values: expected parts, width"),
        ({"values": {"width": 3, "parts": []}}, "expected values of 1, 2 or 4 bytes"),
        ({"values": {"width": 2, "parts": [1]}}, "expected values of 1, 2 or 4 bytes"),
        ({"extra": 1}, "claim: expected code, kind, length, values, found 'extra'"),
        ({"kind": "board"}, "found 'code'"),
        ({"kind": "period"}, "claim, preperiod: expected an integer"),
    ],
)
def test_claims_that_cannot_be_read(changes: dict[str, Any], found: str, tmp_path: Path) -> None:
    code, data = checked(write(tmp_path, content_of(**changes)))
    assert code == 2
    assert found in data["found"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "[]",
        "null",
        "NaN",
        '{"format": NaN}',
        "[" * 100_000,
        '{"a":' * 300 + "1" + "}" * 300,
        '{"format": "grundy certificate 1", "format": "grundy certificate 1"}',
        '{"format": "grundy certificate 2"}',
        '{"format": ' + "9" * 5000 + "}",
        '{"format": "\\ud800\\u001b[31m"}',
        "\xff",
        "\0" * 100,
    ],
    ids=range(14),
)
def test_texts_that_are_no_certificates(text: str, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_bytes(text.encode("latin-1"))
    code, data = checked(path)
    assert code == 2
    assert data["found"].isprintable()
    assert len(data["found"]) < 600


def test_values_and_deep_content_without_end_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, content_of())
    monkeypatch.setattr("grundy.verify.certificate_files.MOST_BYTES", path.stat().st_size)
    assert checked(path)[0] == 0
    path.write_text(path.read_text() + " ")
    assert "expected at most" in checked(path)[1]["found"]


@pytest.mark.parametrize(
    "name",
    [
        "../v.bin",
        "/etc/passwd",
        ".",
        "..",
        "",
        "a/b",
        "a\\b",
        "v\0.bin",
        "c:v",
        "-",
        "x" * 300,
        "gone",
        "link",
        "pipe",
        "folder",
    ],
)
def test_only_plain_files_of_the_folder_are_opened(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (tmp_path / "v.bin").write_bytes(bytes([0, 1, 2, 3]))
    (folder / "link").symlink_to(tmp_path / "v.bin")
    os.mkfifo(folder / "pipe")
    (folder / "folder").mkdir()
    parts = [{"file": name, "start": 0, "count": 4}]
    content = content_of(values={"width": 1, "parts": parts})
    content["files"] = [{"name": name, "bytes": 4, "sha256": "0" * 64}]
    seal(content)
    path = folder / "c.json"
    path.write_text(json.dumps(content))
    code, data = checked(path)
    assert code == 2
    assert "expected" in data["found"]


def test_a_certificate_may_be_no_file_at_all(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "none", tmp_path / "pipe", "/dev/zero", "a\0b"):
        code, _ = run(str(path), full=False, seed=1, as_json=True, progress=False)
        assert code == 2, path


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ({"skip": 10}, 2),
        ({"count": 10**9}, 1),
        ({"count": 0}, 2),
        ({"count": -1}, 2),
        ({"start": 1}, 1),
        ({"file": "other"}, 2),
        ({"more": 1}, 2),
    ],
)
def test_parts_that_lie(part: dict[str, Any], code: int, tmp_path: Path) -> None:
    (tmp_path / "v.bin").write_bytes(bytes([0, 1, 2, 3]))
    parts = [{"file": "v.bin", "start": 0, "count": 4} | part]
    content = content_of(values={"width": 1, "parts": parts})
    content["files"] = [{"name": "v.bin", "bytes": 0, "sha256": ""}]
    assert checked(write(tmp_path, content))[0] == code


@pytest.mark.parametrize("header", [b"", b"\x93NUMPY", b"\x93NUMPY\x01\x00\x76\x00{'descr': '<u2', 'fortran_order'"])
def test_tables_that_are_no_arrays(header: bytes, tmp_path: Path) -> None:
    path = make("board", tmp_path / "board")
    content = json.loads(path.read_text())
    (path.parent / content["claim"]["table"]).write_bytes(header)
    code, data = checked(write(path.parent, content))
    assert code == 2
    assert "expected a file .npy" in data["found"]


@pytest.mark.parametrize("piece", ["king", "knight", "rook", "bishop", "wythoff"])
def test_a_board_of_one_piece_is_none_of_another(piece: str, tmp_path: Path) -> None:
    board = "..@..#.\n.#.....\n....#..\n.......\n#......"
    path = tmp_path / "piece.json"
    save_certificate(grundy.games.find(piece).parse(board), path)
    content = json.loads(path.read_text())
    for other in ("king", "knight", "rook", "bishop", "wythoff"):
        content["claim"]["game"] = other
        assert checked(write(tmp_path, content))[0] == (other != piece)


def test_tables_of_another_size_or_type(tmp_path: Path) -> None:
    path = make("board", tmp_path / "board")
    content = json.loads(path.read_text())
    table = path.parent / content["claim"]["table"]
    for wrong, code in ((np.zeros(3, "<u2"), 1), (np.zeros(150, "<u4"), 2), (np.zeros((10, 15), "<u2"), 2)):
        np.save(table, wrong)
        assert checked(write(path.parent, content))[0] == code


@pytest.mark.slow
def test_records_of_streams_with_strange_entries(tmp_path: Path) -> None:
    """Whatever an entry is, there is an answer and no traceback."""
    path = make("stream", tmp_path / "stream")
    true = path.read_text()
    values: list[Any] = [None, True, -1, 10**30, "x", [], {}, [[None]], [[1, 2, 3]], [10**30]]
    unread = {"first", "seconds", "kept", "engine", "digest", "expect"}  # the proof does not need them
    for number, place in enumerate(places(json.loads(true)["claim"]["record"])):
        content = json.loads(true)
        parent = content["claim"]["record"]
        for key in place[:-1]:
            parent = parent[key]
        strange = next(one for one in values[number % len(values) :] + values if one != parent[place[-1]])
        parent[place[-1]] = strange
        reseal(path.parent, content)
        path.write_text(json.dumps(content))
        code = checked(path, "default")[0]
        digest_of_window = place[1:2] == ("windows",) and place[3:] == (1,)
        if not (unread.intersection(place) or digest_of_window or (place[-1], strange) == ("parity", None)):
            assert code in {1, 2}, (place, strange)


def places(content: Any) -> list[tuple[Any, ...]]:
    """Return the keys that lead to the entries of an object, and to the first two entries of lists in it."""
    inside = content.items() if isinstance(content, dict) else enumerate(content[:2] if type(content) is list else ())
    return [place for key, child in inside for place in [(key,), *((key, *below) for below in places(child))]]


def test_files_made_of_holes_are_refused_by_their_digest(tmp_path: Path) -> None:
    with (tmp_path / "v.bin").open("wb") as file:
        file.truncate(10**6)
    content = content_of(length=10**6, values={"width": 1, "parts": [{"file": "v.bin", "start": 0, "count": 10**6}]})
    content["files"] = [{"name": "v.bin", "bytes": 0, "sha256": ""}]
    path = write(tmp_path, content)
    content["files"][0]["sha256"] = "0" * 64
    seal(content)
    path.write_text(json.dumps(content))
    assert checked(path)[1]["check"] == "digest of a file"


def test_the_commands_write_and_check_certificates(grundy_command: Command, tmp_path: Path) -> None:
    kayles, board = str(tmp_path / "kayles.json"), str(tmp_path / "board.json")
    assert grundy_command("sequence", "0.77", "--period", "--certificate", kayles).code == 0
    assert grundy_command("solve", "card", "--certificate", board, stdin="RBG\nGRB\nBBR\n").code == 0
    for path, claim in ((kayles, "the nimbers of 0.77 have period 12 from heap 71 on"), (board, "a board of card")):
        result = grundy_command("verify", path)
        assert result.code == 0
        assert claim in result.out
        assert "could slip" in result.out
        assert result.out.endswith("result      true\n")
    text = (tmp_path / "kayles.json").read_text()
    (tmp_path / "kayles.json").write_text(re.sub('"period": 12', '"period": 24', text))
    assert grundy_command("verify", kayles).code == 1
    assert grundy_command("verify", str(tmp_path / "none")).code == 2


def test_certificates_lie_where_their_values_are(grundy_command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "stored"
    inside, outside = str(folder / "c.json"), str(tmp_path / "c.json")
    refused = grundy_command("sequence", "0.124", "--dir", str(folder), "--certificate", outside)
    assert refused.code == 2
    assert not folder.exists()
    assert grundy_command("sequence", "0.124", "--dir", str(folder), "--period", "--certificate", inside).code == 0
    assert grundy_command("verify", inside, "--full").code == 0
    long = str(tmp_path / "long.json")
    assert grundy_command("sequence", "0.77", "--length", "12000", "--certificate", long).code == 0
    assert (tmp_path / "long.values").stat().st_size == 24_000
    assert grundy_command("verify", long).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["sequence", "nim", "--certificate", "c.json"], "a code that ends"),
        (["sequence", "{1,1001}", "--certificate", "c.json"], "a code that ends"),
        (["sequence", "0.77", "--certificate", "-"], "the name of a file"),
        (["sequence", "0.77", "--certificate", "none/c.json"], "no folder"),
        (
            ["sequence", "0.6", "--length", "100", "--period", "--budget", "100000", "--certificate", "c.json"],
            "values prove",
        ),
        (["sequence", "0.77", "--certificate", "c.values"], "found c.values"),
        (["sequence", "0.77", "--certificate", "c.json", "-o", "c.json"], "c.json twice"),
        (["sequence", "0.77", "--dir", ".", "--certificate", "manifest.json"], "found manifest.json"),
        (["sequence", "0.77", "--dir", ".", "--certificate", "000000000000.values"], "found 000000000000.values"),
        (["stream", "0.156", ".", "--length", "9", "--certificate", "manifest.json"], "found manifest.json"),
        (["solve", "wall-making", "--sample", "--certificate", "c.npy"], "found c.npy"),
        (["solve", "wall-making", "--sample", "--certificate", "c.json", "--save", "c.npy"], "c.npy twice"),
        (["solve", "kayles", "7", "--certificate", "c.json"], "a whole board"),
        (["solve", "wall-making", "--sample", "--certificate", "-"], "the name of a file"),
        (["solve", "wall-making", "--sample", "--misere", "--certificate", "c.json"], "about normal play"),
        (["verify"], "Missing argument"),
        (["verify", "c.json", "--seed", "-1"], "--seed"),
    ],
)
def test_what_has_no_certificate_is_refused(
    arguments: list[str], words: str, grundy_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = grundy_command(*arguments)
    assert result.code == 2
    assert words in result.err
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_the_checker_runs_as_one_file(tmp_path: Path) -> None:
    program = tmp_path / "verify.py"
    program.write_text(single_file(), encoding="utf-8")
    path = make("board", tmp_path / "board")
    for change, expected in (("", 0), (" ", 1)):
        table = path.parent / "certificate.npy"
        table.write_bytes(table.read_bytes() + change.encode())
        done = subprocess.run(
            [sys.executable, "-I", str(program), str(path), "--full"], capture_output=True, text=True, check=False
        )
        assert done.returncode == expected, done.stderr
        assert "result" in done.stdout
        assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize(
    ("script", "code", "words"),
    [
        ("FILE >/dev/full", 2, "verify: expected to write the result, found: No space left on device\n"),
        ("--single-file >/dev/full", 2, "verify: expected to write the result, found: No space left on device\n"),
        ("--single-file >&-", 2, "verify: expected to write the result, found: stdout is closed\n"),
        ("FILE | true", 0, ""),
    ],
)
def test_a_result_that_cannot_be_written_is_no_refusal(script: str, code: int, words: str, tmp_path: Path) -> None:
    path = make("board", tmp_path / "board")
    command = f"{sys.executable} -m grundy.verify {script.replace('FILE', str(path))}; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert done.stderr.endswith(words)
    assert "Traceback" not in done.stderr


def test_a_check_that_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(main.KINDS, "board", interrupted)
    assert main.main([str(make("board", tmp_path / "board"))]) == 3
    assert "stopped before the end" in capsys.readouterr().err


def test_the_checker_imports_nothing_else_of_the_project() -> None:
    for path in (ROOT / "src/grundy/verify").glob("*.py"):
        for line in re.findall(r"^\s*(?:from|import) (grundy\S*)", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert line.startswith("grundy.verify"), path
    assert "grundy.verify." not in re.sub(r'"""(.|\n)*?"""', "", single_file())


def test_games_of_the_checker_are_those_that_have_certificates() -> None:
    from grundy.drawing.export.certificates import GAMES

    assert set(GAMES) == {*board_rules.CUTTING, *piece_boards.PIECES}
    assert set(GAMES) <= set(grundy.games.names())
