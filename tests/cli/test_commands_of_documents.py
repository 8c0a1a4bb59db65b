"""The commands in the documents run as they stand, in a folder that has what `grundy examples` writes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.project import ROOT

README = ROOT / "README.md"
PAGES = sorted((ROOT / "docs").glob("*.md"))
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
LEFT_OUT = {  # commands that begin with these words
    "pip install": "checked in a new environment",
    "apt-get ": "changes the machine",
    "make ": "needs Coq",
    "grundy serve": "runs until it is stopped",
    "python -m http.server": "the same",
    "grundy warm": "compiles for minutes",
    "grundy verify --formal": "needs Coq",
    "grundy stream 0.106 DIR": "takes days",
    "grundy sequence 0.6 --length 300000": "takes a minute",
    "grundy census run wall-making --rows 20": "takes minutes",
    "grundy census run wall-making --rows 6": "takes minutes",
    "grundy census run octal": "takes minutes",
    "grundy graph wall-making board.txt -o -.dot": "needs Graphviz",
    "python bench/": "takes minutes",
    "export ": "sets what the next line needs",
}
FOUND = ("grundy stress", "grundy audit")  # exit code 1: they find a fault


def commands(path: Path) -> list[str]:
    """Return the lines of the shell blocks of a page, without their comments."""
    lines = "".join(BLOCK.findall(path.read_text(encoding="utf-8"))).replace("\\\n", " ").splitlines()
    return [re.sub(r"\s+#.*", "", line).strip() for line in lines]


def runs(command: str) -> bool:
    """Return whether a line is a command that runs here."""
    return bool(command) and not command.startswith(("#", *LEFT_OUT))


def test_the_commands_of_the_readme_are_among_those_by_example() -> None:
    assert set(filter(runs, commands(README))) <= set(commands(ROOT / "docs" / "commands.md"))


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in PAGES if any(map(runs, commands(path)))], ids=lambda path: path.name)
def test_commands_run_in_order(path: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    failed = []
    for command in dict.fromkeys(("grundy examples", *filter(runs, commands(path)))):
        done = subprocess.run(
            ["bash", "-c", command],
            check=False,
            cwd=tmp_path,
            env=environment,
            input="quit\n",
            capture_output=True,
            text=True,
            timeout=300,
        )
        if done.returncode not in ((0, 1) if command.startswith(FOUND) else (0,)):
            failed.append(f"{command}: {done.returncode}\n{done.stderr}")
    assert not failed, "\n".join(failed)
