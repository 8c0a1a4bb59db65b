"""A note of two pages from commands alone: figures, outputs and numbers of `note.html` are what grundy has found.

Run it by hand: python docs/note/make.py FOLDER

It needs the extras ``plot`` and ``fast``, and about 20 s of a processor. With Chromium it also prints FOLDER/note.pdf.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from html import escape
from pathlib import Path
from string import Template

import grundy

_PAGE = Path(__file__).with_name("note.html")
_MISERE = "grundy misere 0.56 --certificate 0.56.json"
_PLOT = "grundy sequence 0.56 --length 2000 -o nimbers.svg"
_TABLES = {name: f"grundy table wall-making {rows}xN --to 60" for rows, name in enumerate(("two", "three", "four"), 2)}
_FILES = ("0.56.json", "nimbers.svg", "two.svg", "three.svg")


def output(command: str, folder: Path, shown: int = 100) -> str:
    """Run a command in the folder; return the command and the first lines that it has printed."""
    asked = [sys.executable, "-m", *shlex.split(command)]
    text = subprocess.run(asked, check=True, capture_output=True, text=True, cwd=folder).stdout  # noqa: S603 - of grundy
    lines = text.splitlines()
    return escape("\n".join([f"$ {command}", *lines[:shown], *["..."] * (len(lines) > shown)]))


def again(name: str, folder: Path) -> str:
    """Make a file again; return the command, and whether the result is the same."""
    command, *_, same = output(f"grundy reproduce {name}", folder).splitlines()
    return f"{command:<32}{same.removeprefix('same').strip()}"


def make(folder: Path) -> None:
    """Write the figures, the certificate and the page into a folder."""
    words = {"misere": output(_MISERE, folder, 5), "verify": output("grundy verify 0.56.json", folder)}
    output(_PLOT, folder)
    for name, command in _TABLES.items():
        words[name] = output(command, folder)
        if f"{name}.svg" in _FILES:
            words[f"{name}_made"] = output(f"{command} -o {name}.svg", folder)[2:]
    certificate = json.loads((folder / "0.56.json").read_text(encoding="utf-8"))
    claim = certificate["claim"]
    *first, last = map(str, claim["fickle"])
    words |= {key: f"{claim[key]:,}" for key in ("order", "preperiod", "period", "heaps")}
    words |= {
        "version": grundy.__version__,
        "lost": str(len(grundy.heaps("0.56").misere_quotient().lost_elements)),
        "fickle": f"{', '.join(first)} and {last}",
        "plotted": escape(_PLOT),
        "bytes": f"{(folder / '0.56.json').stat().st_size:,}",
        "digest": certificate["digest"][:16],
        "reproduced": "\n".join(again(name, folder) for name in _FILES),
    }
    page = Template(_PAGE.read_text(encoding="utf-8")).substitute(words)
    (folder / "note.html").write_text(page, encoding="utf-8")


def print_page(folder: Path) -> bool:
    """Print the page as PDF; return whether there is a Chromium that does it."""
    found = filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser")))
    chromium = next(found, None)
    if chromium is not None:
        switches = ["--no-sandbox"] if os.geteuid() == 0 else []
        switches += ["--headless", "--no-pdf-header-footer", f"--print-to-pdf={folder / 'note.pdf'}"]
        subprocess.run([chromium, *switches, (folder / "note.html").as_uri()], check=True, capture_output=True)  # noqa: S603
    return chromium is not None


if __name__ == "__main__":
    out = Path(sys.argv[1]).absolute()
    out.mkdir(parents=True, exist_ok=True)
    make(out)
    print(out / ("note.pdf" if print_page(out) else "note.html"))
