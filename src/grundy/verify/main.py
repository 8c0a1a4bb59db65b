"""The command of the checker: ``grundy verify FILE``, also the entry point of the single-file program."""

from __future__ import annotations

import argparse
import errno
import json
import os
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.verify.arithmetic_claims import check_arithmetic_period
from grundy.verify.board_claims import check_board
from grundy.verify.certificate_files import read_certificate
from grundy.verify.misere_games import check_quotient_of_games
from grundy.verify.quotient_claims import check_quotient
from grundy.verify.report import Refused, Unreadable, VerifyReport, shown
from grundy.verify.sequences import check_period, check_sequence
from grundy.verify.stream_claims import check_streamed_length, check_streamed_period
from grundy.verify.tame_claims import check_tame

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from grundy.verify.certificate_files import Certificate

    Check = Callable[[Certificate, VerifyReport], None]

TRUE, REFUSED, UNREADABLE, STOPPED = 0, 1, 2, 3
MOST_SEED = 2**63 - 1
KINDS: dict[str, Check] = {
    "sequence": check_sequence,
    "period": check_period,
    "arithmetic-period": check_arithmetic_period,
    "board": check_board,
    "streamed-sequence": check_streamed_length,
    "streamed-period": check_streamed_period,
    "misere-quotient": check_quotient,
    "misere-quotient-of-games": check_quotient_of_games,
    "tame-heaps": check_tame,
}


def check_certificate(path: str | Path, report: VerifyReport, check: Check | None = None) -> None:
    """Check a certificate, and add to the report what was checked and what could still be wrong.

    `check` replaces the usual check for the kind of claim. Raises `Refused` if the certificate is false or does not
    prove its claim, and `Unreadable` if the file is no certificate.
    """
    if "\0" in str(path):
        message = "expected the name of a file, found a null character"
        raise Unreadable(message)
    certificate = read_certificate(Path(path))
    kind = certificate.claim.get("kind")
    check = check or (KINDS.get(kind) if isinstance(kind, str) else None)
    if check is None:
        message = f"claim, kind: expected one of {', '.join(KINDS)}, found {shown(kind)}"
        raise Unreadable(message)
    try:
        check(certificate, report)
    except MemoryError:
        message = "expected values that fit into memory, found more"
        raise Unreadable(message) from None


def run(path: str, *, full: bool, seed: int | None, as_json: bool, progress: bool) -> tuple[int, str]:
    """Check a certificate. Return the exit code and the text of the result."""
    seed = secrets.randbelow(2**32) if seed is None else seed
    report = VerifyReport(full=full, seed=seed, progress=progress)
    return answer(path, report, {"mode": "full" if full else "default", "seed": seed}, as_json=as_json)


def answer(
    path: str, report: VerifyReport, mode: dict[str, Any], *, as_json: bool, check: Check | None = None
) -> tuple[int, str]:
    """Check a certificate, with `check` if it is not None. Return the exit code and the text of the result."""
    data: dict[str, Any] = {"certificate": path} | mode
    try:
        check_certificate(path, report, check)
    except Refused as refused:
        code, data = REFUSED, data | {"result": "refused", "check": refused.check, "found": refused.found}
    except Unreadable as unreadable:
        code, data = UNREADABLE, data | {"result": "unreadable", "found": str(unreadable)}
    else:
        code, data = TRUE, data | {"result": report.word, "sampled": report.sampled}
    data |= {"claim": report.claim, "checked": report.checked}
    if code == TRUE:
        data["could_slip"] = report.slips
    if as_json:
        return code, json.dumps(data, indent=2)
    return code, "\n".join(_lines(data))


def _lines(data: dict[str, Any]) -> list[str]:
    """Return the result as lines of text."""
    lines = []
    if data["claim"]:
        lines.append(f"claim       {data['claim']}")
    lines += [f"checked     {line}" for line in data["checked"]]
    if "could_slip" in data:
        lines += [f"could slip  {line}" for line in data["could_slip"]]
        lines.append(f"result      {data['result']}" + (", as far as it was checked" if data["sampled"] else ""))
    elif data["result"] == "refused":
        lines += [f"failed      {data['check']}: {data['found']}", "result      REFUSED"]
    else:
        lines += [f"failed      {data['found']}", "result      not a certificate that can be checked"]
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the checker on a command line and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="verify",
        description="Check a certificate of nimbers, with Python and NumPy alone. Exit codes: 0 true, 1 refused, "
        "2 not a certificate, wrong usage, or a result that cannot be written, 3 stopped.",
    )
    parser.add_argument("certificate", help="the file of the certificate; the files that it names lie beside it")
    parser.add_argument("--full", action="store_true", help="check every value, not a sample")
    parser.add_argument("--seed", type=int, help="choose the sample by this number (default: a new one each time)")
    parser.add_argument("--json", action="store_true", dest="as_json", help="write the result as JSON")
    args = parser.parse_args(arguments)
    if args.seed is not None and not 0 <= args.seed <= MOST_SEED:
        parser.error(f"expected a seed from 0 to {MOST_SEED}")
    try:
        code, words = run(args.certificate, full=args.full, seed=args.seed, as_json=args.as_json, progress=True)
    except KeyboardInterrupt:
        sys.stderr.write("\nverify: stopped before the end: nothing is known of the certificate\n")
        return STOPPED
    return code if write_result(words + "\n") else UNREADABLE


def write_result(words: str) -> bool:
    """Write to stdout and return whether everything was written.

    An exception of Python would end the program with exit code 1, which means a refused certificate.
    """
    if sys.stdout is None:
        sys.stderr.write("verify: expected to write the result, found: stdout is closed\n")
        return False
    try:
        sys.stdout.write(words)
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so Python does not write again when it exits
        if error.errno == errno.EPIPE:  # the reader has closed the pipe, as `head` does
            return True
        sys.stderr.write(f"verify: expected to write the result, found: {error.strerror}\n")
        return False
    return True
