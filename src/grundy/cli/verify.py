"""``grundy verify``: the independent check of a certificate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grundy.cli.common import Whole, complete_files
from grundy.cli.output import echo
from grundy.cli.output_file import output_options
from grundy.cli.usage import usage_error, words
from grundy.runtime.messages import Message
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from grundy.cli.output_file import Outputs


_UNREADABLE = 2


@click.command("verify")
@click.argument("certificate", metavar="FILE", shell_complete=complete_files)
@click.option("--full", is_flag=True, help="Check every value, not only a sample beyond heap 20,000.")
@click.option("--seed", type=Whole(min=0), help="The same seed makes the same sample (default: a new seed).")
@click.option("--formal", is_flag=True, help="Check with a program that is proved correct in Coq.")
@output_options(json="Write JSON.")
@click.pass_context
def command(
    ctx: click.Context, certificate: str, *, full: bool, seed: int | None, formal: bool, outputs: Outputs
) -> None:
    """Check a certificate that grundy sequence or grundy solve has written, and the files beside it.

    The checker shares no code with the rest of grundy. It says what it has checked, and what it has not.
    --formal checks the period or the misère quotient of a code, or a board of wall-making, with grundy-formal, a
    program that is proved correct in Coq (docs/proofs.md).
    Exit codes: 0 the claim is true, 1 it is refused, 2 the file is not a certificate that can be checked.

    To get the checker in one file, which needs only Python and NumPy: python -m grundy.verify --single-file > verify.py
    """
    if formal and (full or seed is not None):
        raise usage_error("usage.formal")
    require("numpy", Message("what.verify"))
    from grundy.verify.formal import run_formal
    from grundy.verify.main import run

    codes = []

    def checked(*, as_json: bool) -> str:
        if formal:
            code, result = run_formal(certificate, as_json=as_json, progress=True)
        else:
            code, result = run(certificate, full=full, seed=seed, as_json=as_json, progress=True)
        codes.append(code)
        return result

    outputs.write({"txt": lambda: checked(as_json=False), "json": lambda: checked(as_json=True)})
    if max(codes) == _UNREADABLE and Path(certificate).is_file():
        kind = "usage.no-certificate-rules" if certificate.endswith(".py") else "usage.no-certificate"
        echo(f"grundy: {words(kind, path=certificate)}", err=True)
    ctx.exit(max(codes))
