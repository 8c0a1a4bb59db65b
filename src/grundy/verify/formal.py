"""Claims that are checked by a program which, as Coq has proved, accepts no false claim.

The program is ``grundy-formal``, built in ``proofs/`` of the source. Its input is:

- for a period: the code, the preperiod, the period and the values, for many values also the mask of a sparse space;
- for a streamed period: the code, the preperiod, the period, the mask and the prefix;
- for a misère quotient: the code, the elements of the heaps, P, and the products with generators;
- for a solved board of Wall Making: the board, its nimber, its winning moves and the table.

The program computes everything else itself, so nothing else in a certificate has to be trusted.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.verify.board_claims import read_table
from grundy.verify.board_rules import read_rows
from grundy.verify.certificate_files import MOST_NIMBER, Certificate, integer, text
from grundy.verify.code_rules import read_rules
from grundy.verify.main import answer
from grundy.verify.proof import find_classes
from grundy.verify.quotient_claims import read_quotient, read_repeats
from grundy.verify.report import Refused, Unreadable, VerifyReport, shown
from grundy.verify.sequences import MEANING, MOST_VALUES, claimed_values
from grundy.verify.stream_record import read_plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.verify.code_rules import Rules

PROGRAM = "grundy-formal"
PROOFS = Path(__file__).parents[3] / "proofs"  # this folder exists in a checkout only
MOST_CHECKED = 200_000  # values; the time grows with the square of their number
MOST_SPARSE = 2**24  # values in a sparse space; the time grows with their number
MOST_HEAPS = 1000  # heaps of a misère quotient
MOST_ORDER = 1000  # elements of a misère quotient
MOST_SIDE = 24  # rows or columns of a board; the time grows with the sixth power
WALL_MAKING = "wall-making"
_MOVE = re.compile(r"r([1-9][0-9]{0,2})c([1-9][0-9]{0,2})")
BOARD_MEANING = "whether the board is the one that you have in mind: compare the position in the certificate"
_TRUSTED = (
    "Coq, its extraction, the OCaml compiler, the driver of grundy-formal (proofs/driver.ml), the hardware, and that "
    "grundy-formal was told what the claim above says"
)


def run_formal(path: str, *, as_json: bool, progress: bool) -> tuple[int, str]:
    """Check a certificate with the proved program. Return the exit code and the text of the result."""
    report = VerifyReport(full=True, progress=progress)
    return answer(path, report, {"mode": "formal"}, as_json=as_json, check=check_formal)


def check_formal(certificate: Certificate, report: VerifyReport) -> None:
    """Check a whole claim with the proved program; `report.full` has no effect."""
    kind = certificate.claim.get("kind")
    check = _CHECKS.get(kind) if isinstance(kind, str) else None
    if check is None:
        message = f"claim, kind: expected {' or '.join(_CHECKS)}, of which {PROGRAM} checks proofs, found {shown(kind)}"
        raise Unreadable(message)
    check(certificate, report)
    report.word = "proved"
    report.slips.extend((MEANING if kind != "board" else BOARD_MEANING, _TRUSTED))


def _check_period(certificate: Certificate, report: VerifyReport) -> None:
    claim = certificate.claim
    rules = read_rules(text(claim, "code", "claim"))
    if rules.unequal:
        message = f"claim, code: expected octal or hexadecimal digits or a set of takes, found {rules.code}"
        raise Unreadable(message)
    length = integer(claim, "length", "claim", 1, MOST_SPARSE)
    preperiod, period = _figures(claim, rules, report)
    if preperiod + period >= length:
        found = f"preperiod {preperiod:,} and period {period:,}"
        raise Refused("number of values", f"the certificate has {length:,}, too few for {found}")
    program = find_program()
    values = claimed_values(certificate, claim, length, report)
    if length > MOST_CHECKED:
        classes = find_classes(values, rules.places(4)) if rules.heaps == 2 else None
        if classes is None:
            message = f"claim, length: expected at most {MOST_CHECKED:,} values of this code, found {length:,}"
            raise Unreadable(message)
        side = rules.places(4)[0] & 1 if classes.alternating else None
        _check_window(rules, (classes.mask, side), (preperiod, period), values.tolist(), report)
        return
    report.say(f"{PROGRAM} checks {length:,} values")
    command = [program, "check", _digits(rules), str(preperiod), str(period)]
    if not _says_proved(command, " ".join(map(str, values.tolist()))):
        raise Refused("proof", f"{PROGRAM} has not proved it from these values")
    report.checked.append(
        f"every value, the window of the theorem, and that no smaller preperiod and no smaller period will do, by "
        f"{PROGRAM}: Coq has checked the proof that it says so of nothing else (docs/proofs.md)"
    )


def _check_streamed(certificate: Certificate, report: VerifyReport) -> None:
    """Check a streamed period: the program computes all values from the prefix and needs no window of the record."""
    claim = certificate.claim
    code = text(claim, "code", "claim")
    preperiod, period = _figures(claim, read_rules(code), report)
    if preperiod + 2 * period > MOST_SPARSE:
        message = f"claim: expected at most {MOST_SPARSE:,} values up to the second period, found more"
        raise Unreadable(message)
    find_program()
    plan = read_plan(certificate, code, report)
    _check_window(plan.rules, (plan.mask, plan.parity), (preperiod, period), plan.prefix.tolist(), report)


def _figures(claim: dict[str, Any], rules: Rules, report: VerifyReport) -> tuple[int, int]:
    preperiod = integer(claim, "preperiod", "claim", 0, MOST_VALUES)
    period = integer(claim, "period", "claim", 1, MOST_VALUES)
    report.claim = f"the nimbers of {rules.code} have least preperiod {preperiod:,} and least period {period:,}"
    return preperiod, period


def _check_window(
    rules: Rules, space: tuple[int, int | None], figures: tuple[int, int], values: list[int], report: VerifyReport
) -> None:
    """Check a period by the finite-window theorem, and prove the values. `space` is the mask and side of the space."""
    count = max(len(values), figures[0] + 2 * figures[1])
    report.say(f"{PROGRAM} checks about {count:,} values")
    numbers = (space[0], "-" if space[1] is None else space[1], *figures)
    command = [find_program(), "window", _digits(rules), *map(str, numbers)]
    if not _says_proved(command, " ".join(map(str, values))):
        raise Refused("proof", f"{PROGRAM} has not proved it from these values and mask {space[0]:#x}")
    report.checked.append(
        f"every value that was given, and those that follow; the two windows of the finite-window theorem; and that no "
        f"smaller preperiod and no smaller period will do, by {PROGRAM}: Coq has checked the proof that it says so of "
        "nothing else (docs/proofs.md)"
    )


def _check_quotient(certificate: Certificate, report: VerifyReport) -> None:
    quotient, all_heaps = read_quotient(certificate)
    if quotient.heaps > MOST_HEAPS or quotient.order > MOST_ORDER:
        message = f"claim: expected at most {MOST_HEAPS:,} heaps and {MOST_ORDER:,} elements, found more"
        raise Unreadable(message)
    heaps, figures = f"heaps up to {quotient.heaps:,}", []
    if all_heaps:
        start, period = read_repeats(certificate.claim)
        heaps, figures = f"all heaps, least preperiod {start:,} and least period {period:,}", [str(start), str(period)]
    counts = f"order {quotient.order:,}, {len(quotient.lost):,} P"
    report.claim = f"the misère quotient of {quotient.rules.code}, {heaps}: {counts}"
    program = find_program()
    report.checked.append("the digest of the certificate, which holds all elements")
    report.say(f"{PROGRAM} checks {quotient.order:,} elements and {quotient.heaps:,} heaps")
    lines = (quotient.values, quotient.lost, quotient.generators, *quotient.action)
    data = "".join(" ".join(map(str, line)) + "\n" for line in lines)
    if not _says_proved([program, "misere", _digits(quotient.rules), *figures], data):
        raise Refused("proof", f"{PROGRAM} has not proved it from these data")
    report.checked.append(
        f"that a sum of these heaps is lost exactly if its product is in P, and that two sums have the same product "
        f"exactly if no sum tells them apart, by {PROGRAM}: Coq has checked the proof that it says so of nothing else "
        "(docs/proofs.md)"
    )


def _check_board(certificate: Certificate, report: VerifyReport) -> None:
    claim = certificate.claim
    if text(claim, "game", "claim") != WALL_MAKING:
        message = (
            f"claim, game: expected {WALL_MAKING}, of which {PROGRAM} knows the rules, found {shown(claim['game'])}"
        )
        raise Unreadable(message)
    rows = read_rows(text(claim, "position", "claim"), ".X")
    if max(len(rows), len(rows[0])) > MOST_SIDE:
        message = f"claim, position: expected at most {MOST_SIDE} rows and columns, found {len(rows)} x {len(rows[0])}"
        raise Unreadable(message)
    nimber = integer(claim, "nimber", "claim", 0, MOST_NIMBER)
    cells = _cells(claim.get("winning_moves"))
    report.claim = f"a board of {WALL_MAKING} with nimber {nimber} and {len(cells):,} winning moves"
    if text(claim, "outcome", "claim") != ("N" if nimber else "P"):
        outcome = shown(claim["outcome"])
        raise Refused("outcome", f"a board worth {nimber} has outcome {'N' if nimber else 'P'}, found {outcome}")
    if len(set(cells)) != len(cells):
        raise Refused("winning moves", "some of them are listed twice")
    program = find_program()
    table = read_table(certificate, claim, report)
    report.say(f"{PROGRAM} checks {len(table):,} rectangles")
    winning = " ".join(f"{row - 1} {column - 1}" for row, column in cells)
    numbers = " ".join(map(str, table.tolist()))
    data = "\n".join((str(nimber), winning, numbers, *rows, ""))
    if not _says_proved([program, "board"], data):
        raise Refused("proof", f"{PROGRAM} has not proved it from this table")
    report.checked.append(
        f"the nimbers of all {len(table):,} rectangles, that of the board, and that these moves win and no others, by "
        f"{PROGRAM}: Coq has checked the proof that it says so of nothing else (docs/proofs.md)"
    )


def _cells(claimed: object) -> list[tuple[int, int]]:
    """Return row and column, counted from 1, of each winning move."""
    listed = claimed if isinstance(claimed, list) else [None]
    moves = [_MOVE.fullmatch(move) if isinstance(move, str) else None for move in listed]
    if None in moves:
        message = f"claim, winning_moves: expected a list such as r2c5, found {shown(claimed)}"
        raise Unreadable(message)
    return [(int(move[1]), int(move[2])) for move in moves if move]


_CHECKS = {
    "period": _check_period,
    "streamed-period": _check_streamed,
    "misere-quotient": _check_quotient,
    "board": _check_board,
}


def _digits(rules: Rules) -> str:
    return f"{rules.digits[0]:x}." + "".join(f"{digit:x}" for digit in rules.digits[1:])


def find_program() -> str:
    """Return the path of the program, in a checkout or on PATH. Raises `Unreadable` with how to build it if missing."""
    found = shutil.which(PROGRAM, path=PROOFS) or shutil.which(PROGRAM)
    if found is None:
        message = (
            f"expected the program {PROGRAM}, found none. To build it: install Coq and OCaml (Debian: apt-get install "
            "coq ocaml-nox), run make in the folder proofs of the source, and put that folder on PATH"
        )
        raise Unreadable(message)
    return found


def _says_proved(command: Sequence[str], data: str) -> bool:
    """Run the program and return whether it has proved the claim. Raises `Unreadable` if it gives no answer."""
    try:
        ended = subprocess.run(command, input=data, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    except OSError as error:
        message = f"expected {command[0]} to run, found: {error.strerror}"
        raise Unreadable(message) from None
    if ended.returncode == 0 and ended.stdout.startswith("proved: "):
        return True
    if ended.returncode == 1 and ended.stdout.startswith("NOT proved: "):
        return False
    message = f"expected an answer of {PROGRAM}, found exit code {ended.returncode}: {shown(ended.stderr.strip())}"
    raise Unreadable(message)
