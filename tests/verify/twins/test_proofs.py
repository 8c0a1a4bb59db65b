"""The rules, the nimbers and the checker in proofs/, as grundy-formal runs them, beside the library's."""

from __future__ import annotations

import copy
import json
import random
import re
import subprocess
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import grundy
from grundy.drawing.export.certificates import save_certificate as save_board
from grundy.research.sequences.certificates import save_certificate
from grundy.runtime.certificate_files import sealed, write_certificate
from grundy.verify import formal
from grundy.verify.formal import PROGRAM, run_formal
from support.conditions import need
from support.forgeries import change_quotient, make, reseal
from support.project import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PROOFS = ROOT / "proofs"
needs_proofs = pytest.mark.needs_proofs
CODES = ("0.77", "0.07", "4.007", "0.f3", "0.9", "4.8", "c.1", "0.0f", "8.0a", "0.137")
PERIODS = ("0.77", "0.07", "4.7", "0.f1", "{1,3,4}", "0.12")


@pytest.fixture(autouse=True)
def _program(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the program of this checkout, also where the package is installed elsewhere."""
    monkeypatch.setattr(formal, "PROOFS", PROOFS)
    if request.node.get_closest_marker("needs_proofs"):
        need(f"{PROGRAM}: run make in {PROOFS.name}", there=(PROOFS / PROGRAM).exists())


def asked(*words: object, told: str = "") -> subprocess.CompletedProcess[str]:
    command = [str(PROOFS / PROGRAM), *map(str, words)]
    return subprocess.run(command, input=told, capture_output=True, text=True, check=False)


def codes() -> list[str]:
    """Return codes of all kinds: chosen ones, and random ones."""
    chance = random.Random(36)
    drawn = [
        chance.choice("0048c") + "." + "".join(chance.choice("0123456789abcdef") for _ in range(chance.randint(1, 4)))
        for _ in range(20)
    ]
    return [*CODES, *(code for code in drawn if code[-1] != "0")]


@needs_proofs
@pytest.mark.slow
def test_options_are_the_same() -> None:
    for code in codes():
        rules = grundy.heaps(code)
        for heap in range(9):
            found = {tuple(sorted(map(int, line.split()))) for line in asked("options", code, heap).stdout.splitlines()}
            left = [[int(part.state) for part in option.components] for option in rules.options(heap)]
            expected = {tuple(sorted(heaps)) for heaps in left}
            assert found == expected, (code, heap)


@needs_proofs
@pytest.mark.slow
def test_nimbers_are_the_same() -> None:
    for code in codes():
        found = [int(word) for word in asked("values", code, 60).stdout.split()]
        assert found == [int(value) for value in grundy.heaps(code).nimbers(60)], code


def certificate(code: str, path: Path) -> Path:
    rules = grundy.heaps(code)
    period = rules.period()
    assert period.bound is not None
    save_certificate(path, rules, rules.nimbers(period.bound, direct=True), period)
    return path


@needs_proofs
@pytest.mark.parametrize("code", PERIODS)
def test_true_certificates_are_proved(code: str, tmp_path: Path) -> None:
    exit_code, words = run_formal(str(certificate(code, tmp_path / "c.json")), as_json=True, progress=False)
    assert (exit_code, json.loads(words)["result"]) == (0, "proved"), words


@needs_proofs
@pytest.mark.slow
def test_single_changes_are_refused(tmp_path: Path) -> None:
    claim = json.loads(certificate("0.77", tmp_path / "c.json").read_text())["claim"]
    true, start, period = claim["values"], claim["preperiod"], claim["period"]
    assert asked("check", "0.77", start, period, told=" ".join(map(str, true))).returncode == 0
    chance = random.Random(300)
    for number in range(300):
        values, n0, p, code = list(true), start, period, "0.77"
        match number % 10:
            case 0:
                n0 = chance.choice([other for other in range(90) if other != start])
            case 1:
                p = chance.choice([other for other in range(90) if other != period])
            case 2:
                code = chance.choice(["0.76", "0.75", "0.73", "0.67", "0.57", "0.37", "0.7f", "0.7", "4.77", "0.717"])
            case 3:
                del values[chance.randrange(len(values) - 2) :]
            case _:
                heap = chance.randrange(len(values))
                values[heap] = chance.choice([other for other in range(16) if other != values[heap]])
        answer = asked("check", code, n0, p, told=" ".join(map(str, values)))
        assert (answer.returncode, answer.stdout[:11]) == (1, "NOT proved:"), (code, n0, p, values)


@needs_proofs
@pytest.mark.parametrize("code", ["0.156", "0.45", "0.055"])
def test_long_certificates_are_proved_by_the_finite_window(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "c.json"
    monkeypatch.setattr(formal, "MOST_CHECKED", 100)
    certificate(code, path)
    exit_code, words = run_formal(str(path), as_json=True, progress=False)
    assert (exit_code, json.loads(words)["result"]) == (0, "proved"), words
    assert "finite-window" in words


@needs_proofs
def test_values_in_sparse_spaces() -> None:
    """Where the parity of heaps counts, 0.106, and where it does not. All changes of a value are refused."""
    chance = random.Random(106)
    for code, mask, side in (("0.106", 13, 1), ("0.156", 27, "-")):
        true = [int(value) for value in grundy.heaps(code).nimbers(700)]
        for number in range(12):
            values = list(true)
            if number:
                heap = chance.randrange(len(values))
                values[heap] = chance.choice([other for other in range(32) if other != values[heap]])
            answer = asked("sparse", code, mask, side, told=" ".join(map(str, values)))
            assert answer.returncode == (number > 0), (code, number)


@needs_proofs
@pytest.mark.slow
def test_streamed_periods_are_proved(tmp_path: Path) -> None:
    path = make("stream", tmp_path / "stream")
    content = json.loads(path.read_text())
    for changes, expected in (
        ({}, (0, "proved")),
        ({"preperiod": 3480}, (1, "refused")),
        ({"preperiod": 2**25}, (2, "unreadable")),
        ({"code": "0.17"}, (2, "unreadable")),
    ):
        forged = content | {"claim": content["claim"] | changes}
        reseal(path.parent, forged)
        path.write_text(json.dumps(forged))
        exit_code, words = run_formal(str(path), as_json=True, progress=False)
        assert (exit_code, json.loads(words)["result"]) == expected, words


@needs_proofs
@pytest.mark.slow
def test_single_changes_of_what_the_window_proves_are_refused() -> None:
    """Of the values of 0.45, of the figures or of the code; another mask proves nothing false."""
    start, period = 498, 20
    true = [int(value) for value in grundy.heaps("0.45").nimbers(start + 2 * period + 210)]
    others = ("0.44", "0.46", "0.43", "0.41", "0.05", "0.25", "4.45", "0.145")
    assert all(list(grundy.heaps(code).nimbers(400)) != true[:400] for code in others)
    assert asked("window", "0.45", 15, "-", start, period, told=" ".join(map(str, true))).returncode == 0
    chance = random.Random(300)
    for number in range(300):
        values, n0, p, code, mask, side = list(true), start, period, "0.45", 15, "-"
        match number % 10:
            case 0:
                n0 = chance.choice([other for other in range(start - 250, start + 100) if other != start])
            case 1:
                p = chance.choice([other for other in range(1, 3 * period) if other != period])
            case 2:
                code = chance.choice(others)
            case 3:
                mask, side, p = chance.randrange(1, 16), chance.choice("-01"), 2 * p
            case _:
                heap = chance.randrange(len(values))
                values[heap] = chance.choice([other for other in range(16) if other != values[heap]])
        answer = asked("window", code, mask, side, n0, p, told=" ".join(map(str, values)))
        assert (answer.returncode, answer.stdout[:11]) == (1, "NOT proved:"), (number, code, n0, p, mask, side)


def test_long_certificates_of_codes_that_are_not_sparse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formal, "MOST_CHECKED", 10)
    monkeypatch.setattr(formal, "find_program", lambda: PROGRAM)
    exit_code, words = run_formal(str(certificate("0.f1", tmp_path / "c.json")), as_json=False, progress=False)
    assert (exit_code, "claim, length: expected at most 10 values of this code, found" in words) == (2, True), words


def quotient(code: str, path: Path, changes: dict[str, Any] | None = None, heaps: int | None = None) -> Path:
    claim = grundy.heaps(code).misere_quotient(heaps).certificate()["claim"]
    write_certificate(path, sealed(claim | (changes or {})))
    return path


@needs_proofs
@pytest.mark.parametrize(
    ("code", "heaps", "figures"),
    [
        ("0.77", None, "all heaps, least preperiod 71 and least period 12: order 40, 9 P"),
        ("0.123", None, "all heaps, least preperiod 5 and least period 5: order 20, 5 P"),
        ("0.75", 9, "heaps up to 9: order 8, 2 P"),
        ("0.34", None, "all heaps, least preperiod 7 and least period 8: order 12, 3 P"),
        ("{1,3,4}", None, "all heaps"),
        ("4.12", None, "order 10, 2 P"),
        ("0.0", None, "order 1, 0 P"),
    ],
)
def test_true_quotients_are_proved(code: str, heaps: int | None, figures: str, tmp_path: Path) -> None:
    grundy.runtime.table_cache.tables.clear()
    path = quotient(code, tmp_path / "q.json", heaps=heaps)
    exit_code, words = run_formal(str(path), as_json=True, progress=False)
    assert (exit_code, json.loads(words)["result"]) == (0, "proved"), words
    assert figures in json.loads(words)["claim"]


KINDS = ("add to P", "drop from P", "action", "action", "value", "value", "preperiod", "period", "code")


@needs_proofs
@pytest.mark.slow
@pytest.mark.parametrize("code", ["0.77", "0.123"])
def test_single_changes_of_quotients_are_refused(code: str, tmp_path: Path) -> None:
    true = json.loads(quotient(code, tmp_path / "q.json").read_text())["claim"]
    chance = random.Random(300)
    for number in range(300 if code == "0.123" else 60):
        claim = copy.deepcopy(true)
        change_quotient(KINDS[number % len(KINDS)], claim, chance)
        write_certificate(tmp_path / "forged.json", sealed(claim))
        exit_code, words = run_formal(str(tmp_path / "forged.json"), as_json=True, progress=False)
        assert (exit_code, json.loads(words)["check"]) == (1, "proof"), (number, words)


@needs_proofs
def test_two_heaps_fewer_than_by_plambeck_prove_a_quotient(tmp_path: Path) -> None:
    """By the theorem as it is printed 168 heaps prove that of Kayles; Coq has proved that 166 do."""
    true = json.loads(quotient("0.77", tmp_path / "q.json").read_text())["claim"]
    for heaps, expected in ((166, 0), (165, 1)):
        path = quotient("0.77", tmp_path / "q.json", {"heaps": heaps, "values": true["values"][: heaps + 1]})
        assert run_formal(str(path), as_json=True, progress=False)[0] == expected


def board(rows: int, columns: int, chance: random.Random) -> str:
    return "\n".join("".join(chance.choice("....X") for _ in range(columns)) for _ in range(rows))


def solved(position: str, folder: Path) -> Path:
    save_board(grundy.games.wall_making(position), folder / "b.json")
    return folder / "b.json"


@needs_proofs
@pytest.mark.slow
def test_picks_are_the_same() -> None:
    """All picks of random boards leave the same, by the rules in Coq and by those of the library."""
    chance = random.Random(6)
    for _ in range(20):
        rows, columns = chance.randint(1, 5), chance.randint(1, 5)
        position = board(rows, columns, chance)
        found = []
        for line in asked("picks", 0, rows, 0, columns, told=position).stdout.splitlines():
            numbers = [int(word) for word in line.split()]
            parts = [tuple(numbers[place : place + 4]) for place in range(0, len(numbers), 4)]
            found.append(sorted(part for part in parts if part[0] < part[1] and part[2] < part[3]))
        expected = []
        for choice in grundy.games.wall_making(position).choices():
            left = [part.state for part in choice.option.components]
            expected.append(sorted((part.top, part.bottom, part.left, part.right) for part in left))
        assert sorted(found) == sorted(expected), position


@needs_proofs
def test_solved_boards_are_proved(tmp_path: Path) -> None:
    chance = random.Random(66)
    for rows, columns in ((6, 6), (1, 1), (1, 7), (5, 3), (10, 10)):
        path = solved(board(rows, columns, chance), tmp_path)
        exit_code, words = run_formal(str(path), as_json=True, progress=False)
        assert (exit_code, json.loads(words)["result"]) == (0, "proved"), words


@needs_proofs
@pytest.mark.slow
def test_single_changes_of_a_board_are_refused(tmp_path: Path) -> None:
    """Told to the program itself: the nimber, a winning move, a cell or an entry of the table is another one."""
    position = board(6, 6, random.Random(66))
    claim = json.loads(solved(position, tmp_path).read_text())["claim"]
    true: int = claim["nimber"]
    entries: list[int] = np.load(tmp_path / claim["table"]).tolist()
    won = [tuple(int(part) - 1 for part in re.findall("[0-9]+", move)) for move in claim["winning_moves"]]
    cells = [(row, column) for row in range(6) for column in range(6) if position.split("\n")[row][column] == "."]

    def proved(nimber: int, wins: Sequence[tuple[int, ...]], table: list[int], position: str) -> bool:
        lines = (nimber, " ".join(str(number) for cell in wins for number in cell), " ".join(map(str, table)), position)
        answer = asked("board", told="".join(f"{line}\n" for line in lines))
        assert answer.stdout[:3] == ("pro", "NOT")[answer.returncode]
        return answer.returncode == 0

    assert proved(true, won, entries, position)
    chance = random.Random(300)
    for number in range(300):
        nimber, wins, table, changed = true, list(won), list(entries), position
        match number % 6:
            case 0:
                nimber = chance.choice([other for other in range(16) if other != true])
            case 1:
                wins.append(chance.choice([cell for cell in cells if cell not in won]))
            case 2:
                wins.remove(chance.choice(won))
            case 3:
                place = chance.choice([place for place, cell in enumerate(position) if cell != "\n"])
                changed = position[:place] + ("." if position[place] == "X" else "X") + position[place + 1 :]
            case _:
                place = chance.randrange(len(table))
                table[place] = chance.choice([other for other in range(16) if other != table[place]])
        assert not proved(nimber, wins, table, changed), number


@needs_proofs
def test_boards_that_are_not_checked(tmp_path: Path) -> None:
    path = solved("..\nX.", tmp_path)
    true = json.loads(path.read_text())
    for changes, expected, found in (
        ({"game": "card"}, 2, "expected wall-making"),
        ({"position": "..\nX#"}, 2, "position, row 2"),
        ({"winning_moves": ["b4"]}, 2, "such as r2c5"),
        ({"winning_moves": "r1c1"}, 2, "such as r2c5"),
        ({"outcome": "P" if true["claim"]["nimber"] else "N"}, 1, "outcome"),
        ({"winning_moves": true["claim"]["winning_moves"] * 2}, 1, "twice"),
        ({"position": "..\n.."}, 1, "has not proved it"),
    ):
        content = json.loads(json.dumps(true))
        content["claim"] |= changes
        reseal(tmp_path, content)
        path.write_text(json.dumps(content))
        exit_code, words = run_formal(str(path), as_json=False, progress=False)
        assert (exit_code, found in words) == (expected, True), words


@needs_proofs
def test_a_changed_certificate_is_refused(tmp_path: Path) -> None:
    path = certificate("0.07", tmp_path / "c.json")
    content = json.loads(path.read_text())
    content["claim"]["values"][40] += 1
    reseal(tmp_path, content)
    path.write_text(json.dumps(content))
    exit_code, words = run_formal(str(path), as_json=True, progress=False)
    assert (exit_code, json.loads(words)["check"]) == (1, "proof")


@needs_proofs
@pytest.mark.parametrize(
    "words",
    [
        (),
        ("check", "0.77"),
        ("options", "0.7g", 3),
        ("values", "0.77", "-1"),
        ("misere", "0.77"),
        ("window", "0.156", 27, 2, 3479, 349),
    ],
)
def test_wrong_calls_of_the_program_end_with_code_2(words: tuple[object, ...]) -> None:
    assert asked(*words).returncode == 2


def test_claims_of_other_kinds_are_not_checked(tmp_path: Path) -> None:
    rules = grundy.heaps("0.77")
    save_certificate(tmp_path / "c.json", rules, rules.nimbers(20))
    exit_code, words = run_formal(str(tmp_path / "c.json"), as_json=False, progress=False)
    assert exit_code == 2
    assert "claim, kind: expected period or streamed-period or misere-quotient or board" in words


def test_where_the_program_is_missing_the_check_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formal, "PROOFS", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    exit_code, words = run_formal(str(certificate("0.12", tmp_path / "c.json")), as_json=False, progress=False)
    assert exit_code == 2
    assert "apt-get install coq ocaml-nox" in words


def test_each_theorem_that_the_documents_name_is_proved_without_axioms() -> None:
    files = {path.name: path.read_text(encoding="utf-8") for path in PROOFS.glob("*.v")}
    asked_for = set(re.findall(r"^Print Assumptions \w+\.(\w+)\.$", files.pop("Assumptions.v"), re.MULTILINE))
    proved = set(re.findall(r"^(?:Theorem|Corollary) (\w+)", "\n".join(files.values()), re.MULTILINE))
    assert asked_for == proved
    named = re.findall(
        r"^\| (`\w+`(?:, `\w+`)*) \|", (ROOT / "docs/proofs.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    words = {word.strip("`") for line in named for word in line.split(", ")}
    assert len(words) > 15
    assert words <= proved
    for name, text in files.items():
        assert not re.search(r"\b(Axiom|Parameter|Admitted|admit)\b", text), name


def test_the_statements_in_the_documents_are_those_of_the_files() -> None:
    source = " ".join(" ".join(path.read_text(encoding="utf-8").split()) for path in PROOFS.glob("*.v"))
    blocks = re.findall(r"```coq\n(.*?)```", (ROOT / "docs/proofs.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 8
    for block in blocks:
        for statement in re.split(r"\n(?=Definition|Theorem|Inductive|\n)", block):
            assert " ".join(statement.split()) in source
