"""``grundy examples``: the files that the commands of the documents use."""

from __future__ import annotations

from pathlib import Path

import click

from grundy.cli.output import echo
from grundy.cli.usage import usage_error
from grundy.runtime.files import write_atomic

FILES = Path(__file__).parent / "example_files"


@click.command("examples")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=".")
def command(folder: Path) -> None:
    """Write the files that the commands of the documents use into FOLDER, by default the current one.

    They are boards, inputs of contest problems, rules in a file, and a wrong program. A file that is there already is
    not changed: then nothing is written.
    """
    files = sorted(path for path in FILES.iterdir() if path.is_file())
    if folder.name in [path.name for path in files]:
        raise usage_error("usage.examples-folder", found=repr(folder.name))
    there = [path.name for path in files if (folder / path.name).exists()]
    if there:
        raise usage_error("usage.examples-there", folder=str(folder), names=", ".join(there))
    folder.mkdir(parents=True, exist_ok=True)
    for path in files:
        write_atomic(folder / path.name, path.read_bytes())
        echo(str(folder / path.name))
