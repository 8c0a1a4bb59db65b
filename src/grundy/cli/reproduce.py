"""``grundy reproduce``: a result is made again by the command that it names, and compared with it."""

from __future__ import annotations

import html
import json
import re
import shlex
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from grundy import census as censuses
from grundy.cli.common import complete_files
from grundy.cli.output import names_a_file
from grundy.cli.output_file import output_options
from grundy.cli.usage import usage_error
from grundy.research.census.folder import MANIFEST
from grundy.runtime import provenance

if TYPE_CHECKING:
    from grundy.cli.output_file import Outputs

_MADE = re.compile(r"grundy ([0-9][^ :,]*(?: \(commit [0-9a-f]+\))?)(?:, [0-9-]{10})?: (grundy [^\n\r]+)")
_COMMANDS = ("census", "graph", "misere", "pattern", "sequence", "solve", "stream", "table", "worksheet")
_PLACES = ("--certificate", "--dir", "--out")  # options whose values are paths that the command writes
_OF_THE_RUN = {"about", "digest", "seconds"}  # entries of a certificate that depend on the day and the machine


class Origin(NamedTuple):
    """What a result says about itself: the version that made it, and the arguments of the command."""

    version: str
    arguments: list[str]


@click.command("reproduce")
@click.argument("result", metavar="FILE", shell_complete=complete_files)
@click.option("--rules", is_flag=True, help="Run the rules in a file that the command names.")
@output_options(json="Write JSON.")
def command(*, result: str, rules: bool, outputs: Outputs) -> None:
    """Make a result again by the command that it names, and compare: grundy reproduce table.tex

    FILE is a picture, a plot, LaTeX, DOT or a b-file that grundy has written with -o, a certificate, or the folder of a
    census. The command runs in a folder of its own, and nothing is overwritten. Versions, commits and dates are not
    compared. Exit codes: 0 the result is the same, 1 it is another.
    """  # noqa: D400 - an example at the end
    path = Path(result)
    origin = _origin_of(path)
    if origin.arguments[0] not in _COMMANDS:
        raise usage_error("usage.reproduce-command", command=shlex.join(["grundy", *origin.arguments]))
    if names_a_file(origin.arguments) and not rules:
        raise usage_error("usage.reproduce-rules", command=shlex.join(["grundy", *origin.arguments]))
    with tempfile.TemporaryDirectory() as scratch:
        made = _make(origin.arguments, path, Path(scratch))
        same = made.exists() and _content(made) == _content(path)
    now = provenance.made_by().partition(": ")[0].removeprefix("grundy ")
    data = {"command": shlex.join(["grundy", *origin.arguments]), "made": origin.version, "now": now, "same": same}
    told = {**data, "same": "the same" if same else "another"}
    outputs.write({"txt": lambda: "\n".join(f"{key:<9}{value}" for key, value in told.items()), "json": lambda: data})
    if not same:
        raise click.exceptions.Exit(1)


def _origin_of(path: Path) -> Origin:
    """Return what a result says about itself. Raises `click.UsageError` if it says nothing."""
    try:
        data = (path / MANIFEST if path.is_dir() else path).read_bytes()
    except OSError as error:
        raise usage_error("usage.file", path=str(path), error=str(error.strerror)) from None
    kept = _object(data)
    start, stop = _said(path, data)
    text = data[start:stop].decode("utf-8", "replace") if kept is None else f"{kept.get('about')}\n{kept.get('made')}"
    text = html.unescape(text) if path.suffix == ".svg" else text
    found = _MADE.search(re.sub(r"\\(.)", r"\1", text) if path.suffix == ".pdf" else text)
    if found is None:
        raise usage_error("usage.reproduce-none", path=str(path))
    return Origin(found[1], shlex.split(found[2])[1:])


def _said(path: Path, data: bytes) -> tuple[int, int]:
    """Return the first byte of the words that name the command, and the byte after them."""
    if path.suffix == ".png":  # a chunk of text: its length, its kind, and the text
        start = data.find(b"tEXtSoftware\0")
        return (0, 0) if start < 0 else (start, start + 4 + int.from_bytes(data[start - 4 : start], "big"))
    pattern = rb"grundy [0-9].*?(?=\)/)" if path.suffix == ".pdf" else rb"grundy [0-9][^\n<]+"
    found = re.search(pattern, data)
    return (0, 0) if found is None else found.span()


def _make(arguments: list[str], path: Path, scratch: Path) -> Path:
    """Run a command so that it writes into a folder of its own; return the path of the new result."""
    moved, folders = list(arguments), [Path(arguments[2])] if arguments[0] == "stream" else []
    made = None
    for number, (option, value) in enumerate(pairwise(arguments), start=1):
        if option == "--dir":
            folders.append(Path(value))
        if option in _PLACES:
            inside = [scratch / folder.name for folder in folders if option == "--certificate"]
            moved[number] = str((*inside, scratch)[0] / Path(value).name)
            made = moved[number] if Path(value).name == path.name else made
    moved = [
        str(scratch / word.name) if word in folders else moved[number]
        for number, word in enumerate(map(Path, arguments))
    ]
    if made is None:
        moved += ["-o", str(scratch / path.name)]
    asked = [sys.executable, "-m", "grundy", *moved]
    nothing = subprocess.DEVNULL
    subprocess.run(asked, check=False, stdin=nothing, stdout=nothing)  # noqa: S603 - a command of grundy
    return Path(made or scratch / path.name)


def _content(path: Path) -> Any:
    """Return what is compared of a result: all but versions, commits, dates and what depends on these."""
    if path.is_dir():
        return censuses.open(path).digest
    data = path.read_bytes()
    kept = _object(data)
    if kept is not None:
        return _lasting(kept)
    start, stop = _said(path, data)
    return data[:start] + data[stop + 4 * (path.suffix == ".png") :]  # a chunk ends with a checksum


def _lasting(value: Any) -> Any:
    """Return a value of JSON without the entries that depend on the day and the machine."""
    if isinstance(value, dict):
        return {key: _lasting(inner) for key, inner in value.items() if key not in _OF_THE_RUN}
    return [*map(_lasting, value)] if isinstance(value, list) else value


def _object(data: bytes) -> dict[str, Any] | None:
    """Return the object of a text in JSON, None for anything else."""
    try:
        found = json.loads(data)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
