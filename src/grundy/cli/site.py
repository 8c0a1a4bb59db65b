"""``grundy site``: the lab as a folder of static files, for any host."""

from __future__ import annotations

from pathlib import Path

import click

from grundy import games
from grundy.cli.output import echo
from grundy.cli.usage import keeping_in, usage_error
from grundy.errors import quoted_name

_MILLION = 1_000_000


@click.command("site")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--pyodide", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="A folder with Pyodide, such as node_modules/pyodide; by default npm brings it.")  # fmt: skip
def command(folder: Path, pyodide: Path | None) -> None:
    """Write the lab as a site of static files that solves by itself: grundy site public.

    Any host of static files can serve DIR, under any path; python -m http.server is enough to try it. The page loads
    Python for browsers (Pyodide) and grundy once: about 14 MB, or half of it if the host compresses files. Then it
    works without a network. DIR is new, empty, or an earlier site, which is replaced as a whole.
    """
    from grundy.lab.web import site

    if str(folder) in games.names() and not folder.exists():
        raise usage_error("usage.site-game", found=quoted_name(str(folder)))

    with keeping_in(folder, "site"):
        written = site.write(folder, pyodide)
    size, solver = (f"{count / _MILLION:.1f} MB" for count in (written.total, written.solver))
    words = f"{written.number} files, {size}, version {written.version}; a first visit loads {solver} to solve with"
    echo(f"grundy: {folder}: {words}", err=True)
