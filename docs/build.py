"""The documents, and the lab beside them in lab/, as one site: ``python docs/build.py build/public``.

The door *Play* of the first page leads into the lab. At the end all links are checked. Needs what ``pip install
'.[docs]'`` installs; `--pyodide` names the folder of the package of npm, as for ``grundy site``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from grundy.lab.web import site

DOCS = Path(__file__).parent
LAB = "lab/"


def build(folder: Path, pyodide: Path | None, options: tuple[str, ...], source: Path = DOCS) -> None:
    """Write the site into a folder. `options` are further ones of Sphinx."""
    trees = folder.with_name(f"{folder.name}-doctrees")
    sphinx = [sys.executable, "-m", "sphinx", "-q", "-d", str(trees), "-D", f"lab_address={LAB}", *options]
    subprocess.run([*sphinx, str(source), str(folder)], check=True)  # noqa: S603 - Sphinx
    site.write(folder / LAB, pyodide)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pyodide", type=Path)
    asked = parser.parse_args()
    build(asked.folder, asked.pyodide, ("-W", "--keep-going"))
    subprocess.run([sys.executable, str(DOCS / "check_site.py"), str(asked.folder)], check=True)  # noqa: S603 - our own
