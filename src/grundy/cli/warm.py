"""``grundy warm``: compiles in advance what a lab or a class will need."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from grundy.cli.common import language_option
from grundy.cli.output import echo
from grundy.cli.usage import usage_error
from grundy.games import declared
from grundy.games.lookup import is_in_a_file
from grundy.lab import warming
from grundy.messages import Message, render
from grundy.runtime import code_on_disk
from grundy.runtime.compiling import Helper
from grundy.runtime.packages import require

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grundy.lab.warming import WarmItem

_POLL_SECONDS = 0.05  # between two checks whether a process has ended
_NOT_KEPT = 2


@click.command("warm")
@click.argument("names", nargs=-1, metavar="[GAME...]")
@language_option
def command(names: tuple[str, ...], language: str) -> None:
    """Compile in advance what a lab or a class will need.

    Each GAME is a game of the catalogue, a code of heaps, or a ruleset of yours: mygames.py:cram; mygames.py stands for
    all rulesets in it. Files are run. Without a GAME, all games of the catalogue are compiled, and the kernels for
    boards, heaps, pieces, censuses and misère quotients.

    The command first prints how long it takes, and where the machine code is stored. Ctrl-C stops it; finished machine
    code is kept, and the same command continues. Exit code 2 if something was not compiled.
    """
    require("numba", Message("what.warm"))

    def say(key: str, **params: object) -> None:
        echo(f"grundy: {render(Message(key, params), language)}", err=True)

    for name in filter(is_in_a_file, names):
        say("work.runs-file", path=declared.file_of(name))
    needed, without = warming.items(names)
    for message in without:
        echo(f"grundy: {render(message, language)}", err=True)
    missing = [item for item in needed if not warming.is_made(item)]
    for folder in warming.roots(needed):
        reason = code_on_disk.why_not_writable(folder) if missing else None
        if reason is not None:
            raise usage_error("usage.cache-folder", folder=str(folder), found=reason)
        say("warm.folder", folder=str(folder))
    failed: Sequence[WarmItem] = ()
    if missing:
        say("warm.cost", count=len(needed), missing=len(missing), seconds=round(_seconds(missing)))
        failed = _compile(missing, language)
    if failed:
        echo(render(Message("warm.failed", {"count": len(failed), "total": len(needed)}), language))
        raise click.exceptions.Exit(_NOT_KEPT)
    echo(render(Message("warm.done", {"count": len(needed)}), language))


def _seconds(items: Sequence[WarmItem]) -> float:
    return sum(item.recipe.seconds for item in items)


def _compile(missing: Sequence[WarmItem], language: str) -> list[WarmItem]:
    """Compile one item after another, each in a new process; return the items that failed."""
    failed = []
    start = time.monotonic()
    for number, item in enumerate(missing):
        spent = time.monotonic() - start
        # The pace of this machine, measured on the items that are done.
        pace = spent / _seconds(missing[:number]) if number else 1.0
        params = {
            "number": number + 1,
            "total": len(missing),
            "name": item.label,
            "left": round(pace * _seconds(missing[number:])),
        }
        echo(f"grundy: {render(Message('warm.step', params), language)}", err=True)
        helper = Helper(item.recipe)
        try:
            while helper.is_running():
                time.sleep(_POLL_SECONDS)
        finally:
            helper.kill()
        reason = warming.why_failed(item, helper)
        if reason is not None:
            failed.append(item)
            echo(f"grundy: {render(reason, language)}", err=True)
    return failed
