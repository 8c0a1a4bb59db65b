"""``-o FILE`` of every command, repeatable: whole or not at all, in the form that the ending says."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import click
import pytest

from grundy.cli.main import _COMMANDS, cli

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Command

# These converse, serve, write folders, or fill the cache of machine code.
WITHOUT = {"completion", "examples", "play", "serve", "site", "warm"}
FOLDERS = {"vectors"}  # -o is the folder


def commands() -> list[click.Command]:
    found = [cli.get_command(click.Context(cli), name) for name in _COMMANDS]
    inner = [one for group in found if isinstance(group, click.Group) for one in group.commands.values()]
    return [one for one in (*found, *inner) if one is not None and not isinstance(one, click.Group)]


def test_every_command_has_it() -> None:
    having = {one.name for one in commands() if any("-o" in param.opts for param in one.params)}
    assert {one.name for one in commands()} - having == WITHOUT
    assert having >= FOLDERS


@pytest.mark.parametrize(
    ("words", "name", "same"),
    [
        ("solve nim 3 5", "a.txt", "solve nim 3 5"),
        ("solve nim 3 5", "a.json", "solve nim 3 5 --json"),
        ("solve kayles 9", "a.svg", "solve kayles 9 -o -.svg"),
        ("solve nim 3 5", "a.tex", "solve nim 3 5 -o -.tex"),
        ("explain nim 3 5 --json", "a.json", "explain nim 3 5 --json"),
        ("table wythoff 5x5", "a.CSV", "table wythoff 5x5 --csv"),
        ("graph nim 2", "a.dot", "graph nim 2 -o -.dot"),
        ("sequence kayles --length 9", "a", "sequence kayles --length 9"),
        ("sequence kayles --length 9 --csv", "a.txt", "sequence kayles --length 9 --csv"),
        ("sequence kayles --length 9 --bfile", "a", "sequence kayles --length 9 --bfile"),
    ],
)
def test_the_file_has_what_stdout_would_have(
    words: str, name: str, same: str, tmp_path: Path, grundy_command: Command
) -> None:
    path = tmp_path / name
    assert grundy_command(*words.split(), "-o", str(path)) == (0, "", "")
    expected, found = grundy_command(*same.split()).out, path.read_text(encoding="utf-8")
    if name.endswith(".json") and "solve" in words:  # it has the seconds that the work took
        expected, found = (json.dumps(json.loads(text) | {"work": None}) for text in (expected, found))
    if name.endswith((".svg", ".dot", ".tex")) or "--bfile" in words:  # they name the command
        assert "grundy 0.1.0" in found
        expected, found = (re.sub(r"<metadata>.*</metadata>|(//|%|#) grundy.*", "", text) for text in (expected, found))
    assert found == expected


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (
            "solve nim 3 5 -o {}.csv",
            "{}.csv: expected a name that ends in .txt, .json, .svg, .png, .pdf, .tex or .parquet",
        ),
        ("solve nim 3 -o {}.svg -o {}.xyz", "{}.xyz: expected a name that ends in"),
        ("answer boj-13034 -o {}.json", "{}.json: expected a name that ends in .txt, .out or .ans"),
        ("solve nim x -o {}.txt", "found 'x'"),
        ("solve nim 3 -o {}.svg -o {}.svg", "found {}.svg twice"),
        ("solve nim 3 --load {}.txt -o {}.txt", "found {}.txt twice"),
        ("solve nim 3 -o {}/no/a.txt", "no folder"),
        ("table nim 0 -o {}.txt", "expected a size"),
    ],
)
def test_a_failure_leaves_nothing(words: str, wrong: str, tmp_path: Path, grundy_command: Command) -> None:
    path = str(tmp_path / "a")
    code, out, err = grundy_command(*words.replace("{}", path).split())
    assert (code, out) == (2, "")
    assert wrong.replace("{}", path) in err
    assert list(tmp_path.iterdir()) == []


def test_several_results_of_one_command(tmp_path: Path, grundy_command: Command) -> None:
    """A form that an option names goes to stdout, unless a file has it."""
    names = [str(tmp_path / name) for name in ("a.csv", "a.svg", "a.TEX")]
    outputs = [word for name in names for word in ("-o", name)]
    found = grundy_command("table", "nim", "3x3", *outputs, "-o", "-", "--json")
    assert (found.code, json.loads(found.out)["nimbers"][1]) == (0, [1, 0, 3])
    assert grundy_command("table", "nim", "3x3", *outputs, "--csv") == (0, "", "")
    assert json.loads(grundy_command("table", "nim", "3x3", *outputs, "--json").out)["game"] == "nim"
    heads = [(tmp_path / name).read_text(encoding="utf-8")[:4] for name in ("a.csv", "a.svg", "a.TEX")]
    assert heads == ["a,b,", "<svg", "% gr"]
