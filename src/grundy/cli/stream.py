"""``grundy stream``: nimbers of very large heaps, of which only digests are stored; proofs of periods."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy import games
from grundy.cli.common import GameName, Whole, words_about_work
from grundy.cli.output_file import output_options
from grundy.cli.positions import heap_rules
from grundy.cli.usage import keeping_in, usage_error, words, writing
from grundy.research.sequences import certificates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.cli.output_file import Outputs

_REFUTED = 1


def _claim(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """Return a preperiod and a period, numbers of at least 1: 197769598,11770282."""
    match = re.fullmatch(r"([1-9]\d{0,17}),([1-9]\d{0,17})", (value or "").replace(" ", ""))
    if value is not None and match is None:
        raise click.BadParameter(words("usage.claim", found=repr(value)), ctx, param)
    return None if match is None else (int(match[1]), int(match[2]))


@click.command("stream")
@click.argument("code", type=GameName())
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--length", type=Whole(min=1), help="How many nimbers, from heap 0 on; a few more are computed.")
@click.option("--expect", callback=_claim, metavar="PREPERIOD,PERIOD", help="Prove or refute this period, and stop.")
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also write a certificate for grundy verify, a file in FOLDER.",
)
@output_options(json="Write JSON.")
def command(
    *,
    code: str,
    folder: Path,
    length: int | None,
    expect: tuple[int, int] | None,
    certificate: Path | None,
    outputs: Outputs,
) -> None:
    """Compute nimbers of very large heaps under CODE without storing them.

    FOLDER gets digests, a histogram and checkpoints. The command takes little memory, and works for codes with a sparse
    space of few rare heaps and small nimbers, such as 0.106, 0.104, 0.054 or 0.354. Stop it at any moment, even with
    kill -9: the same command continues from the last checkpoint. With --expect, a period is proved by two equal windows
    (the theorem is in the documentation); exit code 1 says that it is refuted.
    """
    from grundy.research.sequences.folder import MANIFEST
    from grundy.research.sequences.streamed import stream

    rules = heap_rules(games.find(code.removesuffix(":")))
    if (length is None) == (expect is None) and not (folder / MANIFEST).exists():
        error = words("usage.one-of", options=["--length", "--expect"])
        example = f"grundy stream {code} FOLDER --length 1e12"
        raise usage_error("usage.missing", error=f"{error}.", example=example)
    if certificate is not None:
        certificates.check_folder(certificate, folder)
    with words_about_work():
        with keeping_in(folder, "stream"):
            found = stream(folder, rules, length, expect)
        if certificate is not None:
            with writing(certificate, "certificate", with_others=True):
                certificates.save_stream_certificate(certificate, folder, rules.code)
    outputs.write({"txt": lambda: "\n".join(_text(rules.code, found)), "json": lambda: found})
    claim = found.get("claim")
    if claim is not None and not (claim["proved"] and claim["least_preperiod"] and claim["least_period"]):
        raise click.exceptions.Exit(_REFUTED)


def _text(code: str, found: dict[str, Any]) -> Iterator[str]:
    histogram = found["histogram"]
    yield f"code     {code}"
    yield f"values   {found['values']:,}, from heap 0 to {found['values'] - 1:,}"
    most = len(histogram) - 1
    yield f"largest  {most}, first at heap {dict(found['first'])[most]:,}"
    yield "counts   " + " ".join(f"{value}:{number:,}" for value, number in enumerate(histogram) if number)
    claim = found.get("claim")
    if claim is None:
        return
    what = f"period {claim['period']:,} from heap {claim['preperiod']:,} on"
    if not claim["proved"]:
        yield f"period   refuted: {what} (the two windows differ)"
        return
    yield f"period   proved: {what} (two equal windows; {claim['needed']:,} values prove it)"
    if not claim["least_preperiod"]:
        yield "period   refuted: the preperiod is less"
    if not claim["least_period"]:
        yield "period   refuted: the period is a part of this one"
